"""The log of a game, which everybody in it may read."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, select

from legation.server.store.tables import log


def add_log(
    connection: Connection, game: str, at: datetime, *, actor: str, act: str, text: str, note: str = ""
) -> None:
    """One more line: who did what, and why."""
    connection.execute(insert(log).values(game=game, at=at, actor=actor, act=act, text=text, note=note))


def list_log(connection: Connection, game: str, *, limit: int = 1000) -> list[Row[Any]]:
    """The last lines, the newest first."""
    return list(connection.execute(select(log).where(log.c.game == game).order_by(log.c.id.desc()).limit(limit)))
