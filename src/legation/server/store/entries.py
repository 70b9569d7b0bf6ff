"""The chain of entries of a game. Nothing is ever taken out of it; what was undone is marked."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from legation.server.store.tables import entries

HEADS = [column for column in entries.c if column.name != "text"]


def add_entry(
    connection: Connection, game: str, *, number: int, digest: str, kind: str, phase: str, text: str, now: datetime
) -> None:
    """Append an entry."""
    connection.execute(
        insert(entries).values(game=game, number=number, hash=digest, kind=kind, phase=phase, text=text, made_at=now)
    )


def list_heads(connection: Connection, game: str) -> list[Row[Any]]:
    """The entries that led to the state now, without their texts and without what was undone."""
    wanted = select(*HEADS).where(entries.c.game == game, ~entries.c.is_undone, entries.c.kind != "undone")
    return list(connection.execute(wanted.order_by(entries.c.number)))


def find_last_judged(connection: Connection, game: str, kind: str = "M") -> Row[Any] | None:
    """The last entry that judged a phase of a kind (``M``, ``R`` or ``A``), without its text."""
    wanted = select(*HEADS).where(entries.c.game == game, ~entries.c.is_undone, entries.c.kind == "judged")
    wanted = wanted.where(entries.c.phase.like(f"%{kind}")).order_by(entries.c.number.desc()).limit(1)
    return connection.execute(wanted).one_or_none()


def find_entry(connection: Connection, game: str, number: int) -> Row[Any] | None:
    """One entry with its text."""
    wanted = select(entries).where(entries.c.game == game, entries.c.number == number)
    return connection.execute(wanted).one_or_none()


def list_entries(connection: Connection, game: str, after: int = 0) -> list[Row[Any]]:
    """All entries after a number, with their texts, undone ones too."""
    wanted = select(entries).where(entries.c.game == game, entries.c.number > after)
    return list(connection.execute(wanted.order_by(entries.c.number)))


def mark_undone(connection: Connection, game: str, first: int) -> None:
    """From an entry on, nothing counts any more."""
    wanted = (entries.c.game == game, entries.c.number >= first)
    connection.execute(update(entries).where(*wanted).values(is_undone=True))
