"""The log of a game, which everybody in it may read; some lines are for a few."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, insert

from legation.server.game.records import LogLine
from legation.server.store.tables import log
from legation.server.store.values import values_of

LINES = values_of(LogLine, log)
ALL = "all"


def add_log(
    connection: Connection,
    game: str,
    at: datetime,
    *,
    actor: str,
    act: str,
    text: str,
    note: str = "",
    audience: str = ALL,
) -> int:
    """One more line: who did what, and why. Its number, which makes one occasion of it."""
    values = {"game": game, "at": at, "actor": actor, "act": act, "text": text, "note": note, "audience": audience}
    return int(connection.execute(insert(log).values(**values).returning(log.c.id)).scalar_one())


def list_log(
    connection: Connection, game: str, audiences: Collection[str] = (ALL,), *, limit: int = 1000
) -> list[LogLine]:
    """The last lines for some audiences, the newest first."""
    wanted = LINES.select().where(log.c.game == game, log.c.audience.in_(tuple(audiences)))
    return LINES.list(connection, wanted.order_by(log.c.id.desc()).limit(limit))
