"""The log of a game, which everybody in it may read."""

from datetime import datetime

from sqlalchemy import Connection, insert

from legation.server.game.records import LogLine
from legation.server.store.tables import log
from legation.server.store.values import values_of

LINES = values_of(LogLine, log)


def add_log(
    connection: Connection, game: str, at: datetime, *, actor: str, act: str, text: str, note: str = ""
) -> None:
    """One more line: who did what, and why."""
    connection.execute(insert(log).values(game=game, at=at, actor=actor, act=act, text=text, note=note))


def list_log(connection: Connection, game: str, *, limit: int = 1000) -> list[LogLine]:
    """The last lines, the newest first."""
    return LINES.list(connection, LINES.select().where(log.c.game == game).order_by(log.c.id.desc()).limit(limit))
