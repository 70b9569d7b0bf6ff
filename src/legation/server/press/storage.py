"""Rooms, messages and how far each account has read."""

import hashlib
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, func, insert, or_, select, update

from legation.server.store.tables import messages, reads, rooms

ID_BITS = 52
"""Numbers up to 2**53 are exact in every browser."""
ESCAPE = "\\"


def make_room_id(game: str, key: str) -> int:
    """The number of a room: the same for the same game and key, and telling nothing of how many rooms there are."""
    digest = hashlib.sha256(f"{game}/{key}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - ID_BITS)


def open_room(connection: Connection, game: str, key: str) -> int:
    """The room of a key, made if it is not there. The game must be locked."""
    room = make_room_id(game, key)
    if find_room(connection, game, room) is None:
        connection.execute(insert(rooms).values(id=room, game=game, key=key))
    return room


def find_room(connection: Connection, game: str, room: int) -> Row[Any] | None:
    """A room of a game."""
    return connection.execute(select(rooms).where(rooms.c.game == game, rooms.c.id == room)).one_or_none()


def find_room_key(connection: Connection, room: int) -> str | None:
    """Who a room is for, whatever its game."""
    return connection.execute(select(rooms.c.key).where(rooms.c.id == room)).scalar_one_or_none()


def list_rooms(connection: Connection, game: str) -> list[Row[Any]]:
    """All rooms of a game."""
    return list(connection.execute(select(rooms).where(rooms.c.game == game).order_by(rooms.c.key)))


def find_request(connection: Connection, game: str, account: int, request: str) -> Row[Any] | None:
    """The message that an account has sent under this number of its own."""
    wanted = and_(messages.c.game == game, messages.c.account == account, messages.c.request == request)
    return connection.execute(select(messages).where(wanted)).one_or_none()


def add_message(connection: Connection, **values: object) -> Row[Any]:
    """A new message, numbered on in its room. The game must be locked."""
    last = select(func.coalesce(func.max(messages.c.number), 0)).where(messages.c.room == values["room"])
    number = connection.execute(last).scalar_one() + 1
    folded = str(values["text"]).casefold()
    done = connection.execute(insert(messages).values(**values, number=number, folded=folded).returning(messages))
    return done.one()


def list_messages(
    connection: Connection,
    room: int,
    *,
    before: int | None,
    limit: int,
    phases: Collection[str] | None = None,
) -> list[Row[Any]]:
    """The last messages of a room, or the last before a number, oldest first; of some phases only, if given."""
    wanted = select(messages).where(messages.c.room == room)
    if before is not None:
        wanted = wanted.where(messages.c.number < before)
    if phases is not None:
        wanted = wanted.where(messages.c.phase.in_(phases))
    found = connection.execute(wanted.order_by(messages.c.number.desc()).limit(limit)).all()
    return list(reversed(found))


def list_last(connection: Connection, found: Collection[int]) -> dict[int, Row[Any]]:
    """The last message of each of these rooms."""
    newest = select(func.max(messages.c.id)).where(messages.c.room.in_(found)).group_by(messages.c.room)
    return {row.room: row for row in connection.execute(select(messages).where(messages.c.id.in_(newest)))}


def count_unread(connection: Connection, account: int, found: Collection[int]) -> dict[int, int]:
    """How many messages of each room an account has not read; its own are no news to it."""
    own_reads = and_(reads.c.room == messages.c.room, reads.c.account == account)
    unread = (
        select(messages.c.room, func.count())
        .select_from(messages.outerjoin(reads, own_reads))
        .where(messages.c.room.in_(found))
        .where(or_(messages.c.account.is_(None), messages.c.account != account))
        .where(messages.c.number > func.coalesce(reads.c.message, 0))
        .group_by(messages.c.room)
    )
    return {row[0]: row[1] for row in connection.execute(unread)}


def mark_read(connection: Connection, room: int, account: int, message: int) -> None:
    """An account has read a room up to a message; it never goes back."""
    found = connection.execute(
        select(reads.c.message).where(reads.c.room == room, reads.c.account == account)
    ).scalar_one_or_none()
    last = select(func.coalesce(func.max(messages.c.number), 0)).where(messages.c.room == room)
    number = min(message, connection.execute(last).scalar_one())
    if found is None:
        connection.execute(insert(reads).values(room=room, account=account, message=number))
    elif number > found:
        connection.execute(update(reads).where(reads.c.room == room, reads.c.account == account).values(message=number))


def read_read_mark(connection: Connection, game: str, account: int) -> int:
    """A number that changes whenever an account reads some press of a game."""
    wanted = (
        select(func.coalesce(func.sum(reads.c.message), 0))
        .join(rooms, rooms.c.id == reads.c.room)
        .where(rooms.c.game == game, reads.c.account == account)
    )
    return int(connection.execute(wanted).scalar_one())


def search_messages(
    connection: Connection, found: Collection[int], text: str, *, limit: int, phases: Collection[str] | None = None
) -> list[Row[Any]]:
    """The latest messages of these rooms that hold a text, whatever its case."""
    wanted = (
        select(messages)
        .where(messages.c.room.in_(found))
        .where(messages.c.folded.contains(text.casefold(), autoescape=True, escape=ESCAPE))
    )
    if phases is not None:
        wanted = wanted.where(messages.c.phase.in_(phases))
    return list(connection.execute(wanted.order_by(messages.c.id.desc()).limit(limit)))


def list_transcript(connection: Connection, game: str) -> list[Row[Any]]:
    """Every message of a game with the key of its room, in the order in which they were sent."""
    wanted: Select[Any] = (
        select(messages, rooms.c.key)
        .join(rooms, rooms.c.id == messages.c.room)
        .where(messages.c.game == game)
        .order_by(messages.c.id)
    )
    return list(connection.execute(wanted))
