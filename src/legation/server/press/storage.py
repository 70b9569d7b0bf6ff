"""Rooms, messages and the read marks of accounts."""

import hashlib
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, Connection, Select, and_, bindparam, func, insert, or_, select, update

from legation.server.press.rooms import GM
from legation.server.store.tables import messages, reads, rooms
from legation.server.store.values import Prepared, values_of


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room and its members."""

    id: int
    key: str
    """``all``, ``gm:FRANCE``, or the powers, sorted, joined by ``+``."""
    name: str | None = None
    """The name that its members gave it."""


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message of a room."""

    room: int
    number: int
    """Its number in the room: shown instead of the id, whose gaps would reveal other rooms."""
    sender: str | None
    """A power, or ``GM``."""
    account: int | None
    is_grey: bool
    phase: str
    text: str
    sent_at: datetime
    sketch: str | None
    """JSON of a sketch."""


@dataclass(frozen=True, slots=True)
class KeyedMessage(StoredMessage):
    """A message with the key of its room."""

    key: str
    room_name: str | None


@dataclass(frozen=True, slots=True)
class PastMessage:
    """A message that was written before its game was imported."""

    key: str
    """The key of its room."""
    sender: str
    phase: str
    text: str
    sent_at: datetime


ROOMS = values_of(StoredRoom, rooms)
_LAST_NUMBER = Prepared(
    select(func.coalesce(func.max(messages.c.number), 0)).where(messages.c.room == bindparam("room"))
)
_MUTED_BY = Prepared(select(reads.c.account).where(reads.c.room == bindparam("room"), reads.c.is_muted.is_(True)))
_OF_GAME = ROOMS.select().where(rooms.c.game == bindparam("game"))
_ALL_ROOMS = Prepared(_OF_GAME.order_by(rooms.c.key), ROOMS)
_ONE_ROOM = Prepared(_OF_GAME.where(rooms.c.id == bindparam("room")), ROOMS)
MESSAGES = values_of(StoredMessage, messages)
KEYED_MESSAGES = values_of(KeyedMessage, messages, {"key": rooms.c.key, "room_name": rooms.c.name})

ID_BITS = 52
"""Numbers up to 2**53 are exact in every browser."""
ESCAPE = "\\"


def make_room_id(game: str, key: str) -> int:
    """The number of a room: the same for the same game and key, and revealing nothing about the number of rooms."""
    digest = hashlib.sha256(f"{game}/{key}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - ID_BITS)


def open_room(connection: Connection, game: str, key: str) -> int:
    """The room of a key, created if missing. The game must be locked."""
    room = make_room_id(game, key)
    if find_room(connection, game, room) is None:
        connection.execute(insert(rooms).values(id=room, game=game, key=key))
    return room


def find_room(connection: Connection, game: str, room: int) -> StoredRoom | None:
    """A room of a game."""
    return _ONE_ROOM.find(connection, game=game, room=room)


def name_room(connection: Connection, room: int, name: str | None) -> None:
    """Name a room, or remove its name."""
    connection.execute(update(rooms).where(rooms.c.id == room).values(name=name))


def find_room_key(connection: Connection, room: int) -> str | None:
    """The members of a room, whatever its game."""
    return connection.execute(select(rooms.c.key).where(rooms.c.id == room)).scalar_one_or_none()


def list_rooms(connection: Connection, game: str) -> list[StoredRoom]:
    """All rooms of a game."""
    return _ALL_ROOMS.fetch(connection, game=game)


def find_request(connection: Connection, game: str, account: int, request: str) -> StoredMessage | None:
    """The message that an account has sent under this number of its own."""
    wanted = and_(messages.c.game == game, messages.c.account == account, messages.c.request == request)
    return MESSAGES.find(connection, MESSAGES.select().where(wanted))


def add_message(connection: Connection, *, searched: str, **values: object) -> StoredMessage:
    """Store a new message with the next number in its room; ``searched`` is for searches. The game must be locked."""
    number = _read_last_number(connection, values["room"]) + 1
    added = insert(messages).values(**values, number=number, folded=searched.casefold()).returning(*MESSAGES.columns)
    return MESSAGES.read(connection.execute(added).one())


def _read_last_number(connection: Connection, room: object) -> int:
    """The number of the last message of a room; 0 if it has none."""
    return int(_LAST_NUMBER.fetch(connection, room=room)[0][0])


def add_past_messages(connection: Connection, game: str, past: Sequence[PastMessage], *, read_by: int) -> None:
    """Put imported messages of a game into its rooms, numbered in their order; one account has read them."""
    numbers: Counter[int] = Counter()
    rows = []
    for message in past:
        room = (
            open_room(connection, game, message.key)
            if make_room_id(game, message.key) not in numbers
            else (make_room_id(game, message.key))
        )
        numbers[room] += 1
        rows.append({
            "game": game, "room": room, "number": numbers[room], "sender": message.sender, "is_grey": False,
            "phase": message.phase, "text": message.text, "folded": message.text.casefold(), "sent_at": message.sent_at,
        })  # fmt: skip
    if rows:
        connection.execute(insert(messages), rows)
    for room, last in numbers.items():
        mark_read(connection, room, read_by, last)


def find_message(connection: Connection, room: int, number: int) -> StoredMessage | None:
    """One message of a room."""
    return MESSAGES.find(connection, MESSAGES.select().where(messages.c.room == room, messages.c.number == number))


def list_messages(
    connection: Connection,
    room: int,
    *,
    before: int | None,
    limit: int,
    phases: Collection[str] | None = None,
) -> list[StoredMessage]:
    """The last messages of a room, or the last before a number, oldest first; only those of some phases, if given."""
    wanted = MESSAGES.select().where(messages.c.room == room)
    if before is not None:
        wanted = wanted.where(messages.c.number < before)
    if phases is not None:
        wanted = wanted.where(messages.c.phase.in_(phases))
    found = MESSAGES.list(connection, wanted.order_by(messages.c.number.desc()).limit(limit))
    return found[::-1]


def list_last(connection: Connection, found: Collection[int]) -> dict[int, StoredMessage]:
    """The last message of each of these rooms."""
    newest = select(func.max(messages.c.id)).where(messages.c.room.in_(found)).group_by(messages.c.room)
    wanted = MESSAGES.select().where(messages.c.id.in_(newest))
    return {message.room: message for message in MESSAGES.list(connection, wanted)}


def count_unread(
    connection: Connection,
    account: int,
    found: Collection[int],
    hidden: Collection[int] = (),
    *,
    but_muted: bool = False,
) -> dict[int, int]:
    """How many messages of each room an account has not read, without its own and those of hidden senders.

    ``but_muted`` excludes messages in rooms that the account has muted, except those by the game master.
    """
    asked = {"account": account, "found": tuple(found), "hidden": tuple(hidden)}
    return {row[0]: row[1] for row in connection.execute(_select_unread(but_muted), asked)}


@cache
def _select_unread(but_muted: bool) -> Select[Any]:
    account: BindParameter[int] = bindparam("account")
    own_reads = and_(reads.c.room == messages.c.room, reads.c.account == account)
    is_from_gm = messages.c.sender == GM
    is_hidden = messages.c.account.in_(bindparam("hidden", expanding=True))
    unread = (
        select(messages.c.room, func.count())
        .select_from(messages.outerjoin(reads, own_reads))
        .where(messages.c.room.in_(bindparam("found", expanding=True)))
        .where(or_(messages.c.account.is_(None), messages.c.account != account))
        # Grey press always counts, whoever wrote it: otherwise the count would reveal the writer.
        .where(or_(messages.c.account.is_(None), ~is_hidden, messages.c.is_grey, is_from_gm))
        .where(messages.c.number > func.coalesce(reads.c.message, 0))
        .group_by(messages.c.room)
    )
    if but_muted:
        unread = unread.where(or_(reads.c.is_muted.is_(None), reads.c.is_muted.is_(False), is_from_gm))
    return unread


def mute(connection: Connection, room: int, account: int, *, is_muted: bool) -> None:
    """Mute a room for an account, or unmute it."""
    own = and_(reads.c.room == room, reads.c.account == account)
    changed = connection.execute(update(reads).where(own).values(is_muted=is_muted))
    if not changed.rowcount:
        connection.execute(insert(reads).values(room=room, account=account, message=0, is_muted=is_muted))


def list_muted_by(connection: Connection, room: int) -> set[int]:
    """The accounts that have muted a room."""
    return {row[0] for row in _MUTED_BY.fetch(connection, room=room)}


def list_muted_rooms(connection: Connection, account: int, found: Collection[int]) -> set[int]:
    """Those of these rooms that an account has muted."""
    wanted = select(reads.c.room).where(reads.c.account == account, reads.c.is_muted.is_(True), reads.c.room.in_(found))
    return set(connection.execute(wanted).scalars())


def mark_read(connection: Connection, room: int, account: int, message: int) -> None:
    """Note that an account has read a room up to a message; the mark never goes back."""
    found = connection.execute(
        select(reads.c.message).where(reads.c.room == room, reads.c.account == account)
    ).scalar_one_or_none()
    number = min(message, _read_last_number(connection, room))
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
    connection: Connection,
    found: Collection[int],
    text: str,
    *,
    limit: int,
    before: tuple[int, int] | None = None,
    phases: Collection[str] | None = None,
) -> list[StoredMessage]:
    """The latest messages of these rooms that contain a text, ignoring case.

    ``before`` is the room and number of a message: only earlier ones are wanted.
    """
    wanted = (
        MESSAGES.select()
        .where(messages.c.room.in_(found))
        .where(messages.c.folded.contains(text.casefold(), autoescape=True, escape=ESCAPE))
    )
    if before is not None:
        # The id itself is never shown: its gaps would reveal other rooms.
        room, number = before
        last = select(messages.c.id).where(
            messages.c.room == room, messages.c.number == number, messages.c.room.in_(found)
        )
        wanted = wanted.where(messages.c.id < last.scalar_subquery())
    if phases is not None:
        wanted = wanted.where(messages.c.phase.in_(phases))
    return MESSAGES.list(connection, wanted.order_by(messages.c.id.desc()).limit(limit))


def list_transcript(connection: Connection, game: str) -> list[KeyedMessage]:
    """Every message of a game with the key of its room, in the order in which they were sent."""
    joined = messages.join(rooms, rooms.c.id == messages.c.room)
    wanted = KEYED_MESSAGES.select().select_from(joined).where(messages.c.game == game)
    return KEYED_MESSAGES.list(connection, wanted.order_by(messages.c.id))
