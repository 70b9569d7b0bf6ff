"""The log of a game, which everyone in it may read; some lines are for a few readers."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, insert

from legation.server.game.records import StoredLogLine
from legation.server.store.tables import log
from legation.server.store.values import values_of

LINES = values_of(StoredLogLine, log)
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
    """Add a line: who did what, and why. Returns its number, which identifies the occasion."""
    values = {"game": game, "at": at, "actor": actor, "act": act, "text": text, "note": note, "audience": audience}
    return int(connection.execute(insert(log).values(**values).returning(log.c.id)).scalar_one())


def list_log(
    connection: Connection, game: str, audiences: Collection[str] = (ALL,), *, limit: int = 1000
) -> list[StoredLogLine]:
    """The last lines for some audiences, newest first."""
    wanted = LINES.select().where(log.c.game == game, log.c.audience.in_(tuple(audiences)))
    return LINES.list(connection, wanted.order_by(log.c.id.desc()).limit(limit))
