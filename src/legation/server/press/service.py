"""Press: letters between powers, to everybody, and to and from the game master."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import list_survivors
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal, forbidden, not_found
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_text
from legation.server.base.times import format_time
from legation.server.game import member_storage as member_table
from legation.server.game.event_storage import add_event
from legation.server.game.hidden_senders import list_hidden_from, list_hidden_senders, list_hiding
from legation.server.game.loaded_game import LoadedGame, decode_game, load_locked_game
from legation.server.game.membership import Act, Membership, open_game
from legation.server.game.records import GameHead, NamedMember, Role
from legation.server.game.seats import load_seats
from legation.server.game.storage import list_heads
from legation.server.identity.viewers import Viewer
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.outbox_storage import drop_waiting
from legation.server.notices import service as notices
from legation.server.press import storage as store
from legation.server.press.rooms import (
    ALL,
    GM,
    GM_MARK,
    PressState,
    Reader,
    find_closing,
    list_members,
    list_others,
    make_key,
    may_read,
    name_room,
    why_closed,
    why_not_write,
)
from legation.server.press.storage import StoredMessage

LONGEST = 10_000
MOST_FOUND = 100
MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class NewLetter:
    """A letter to be sent."""

    to: str | tuple[str, ...]
    text: str
    is_grey: bool = False
    as_gm: bool = False
    """A game master who plays writes as its power, unless this is set."""
    request: str | None = None


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter as one reader sees it."""

    room: int
    id: int
    """Its number in the room."""
    sender: str | None
    """A power, or ``GM``; null for grey press."""
    text: str
    at: str
    phase: str
    is_yours: bool
    is_blocked: bool
    """Whether the viewer has blocked the sender: the letter is shown on request only."""


@dataclass(frozen=True, slots=True)
class LastLetter:
    """The beginning of the last letter of a room."""

    text: str
    """Empty where the viewer has blocked the sender."""
    at: str
    sender: str | None
    is_blocked: bool


@dataclass(frozen=True, slots=True)
class Room:
    """A room that is open to the viewer."""

    id: int
    key: str
    members: list[PowerId]
    title: str
    unread: int
    last: LastLetter | None


@dataclass(frozen=True, slots=True)
class PressPage:
    """The rooms that are open to the viewer, and to whom the viewer may write."""

    rooms: list[Room]
    may_write: bool
    why_not: str | None
    closes_at: str | None
    grey: bool
    others: list[PowerId]
    nobody_reads: bool
    """Whether a letter would find no reader: in a game against bots that do not talk."""


@dataclass(frozen=True, slots=True)
class RoomPage:
    """Letters of a room, the oldest first."""

    room: int
    key: str
    messages: list[Letter]
    more: bool
    """Whether there are earlier ones."""


@dataclass(frozen=True, slots=True)
class FoundLetters:
    """Letters that hold the words searched for, the newest first."""

    messages: list[Letter]


@dataclass(frozen=True, slots=True)
class UnreadCount:
    """Letters of a game that the viewer has not read yet."""

    unread: int


def reader_of(membership: Membership) -> Reader:
    """For whom a viewer reads press."""
    return Reader(membership.power, membership.is_gm, is_delayed=membership.delay > 0, is_shut_out=membership.by_link)


def list_rooms(services: Services, viewer: Viewer, game_id: str) -> PressPage:
    """The rooms that are open to the viewer, what is new in them, and to whom the viewer may write."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game_id, viewer)
        game = decode_game(connection, services, row)
        reader = reader_of(membership)
        state = _load_press_state(game, services, reader.power)
        nobody_reads = _nobody_reads(connection, game, reader)
        keys = _list_keys(connection, row, reader)
        ids = {store.make_room_id(row.id, key): key for key in keys}
        last = {} if reader.is_delayed else store.list_last(connection, ids)
        hidden = list_hidden_senders(connection, row, membership)
        unread = _count_unread(connection, membership, ids, hidden)
    writes = membership.may(Act.PRESS) and (reader.power is not None or reader.is_gm) and not nobody_reads
    closed = None if reader.power is None else why_closed(game.terms.press, state)
    rooms = [
        Room(
            id=room,
            key=key,
            members=list(list_members(key)),
            title=name_room(game.variant, key, reader),
            unread=unread.get(room, 0),
            last=_describe_last(last.get(room), membership, hidden),
        )
        for room, key in ids.items()
    ]
    return PressPage(
        rooms=sorted(rooms, key=lambda room: room.last.at if room.last else "", reverse=True),
        may_write=writes and closed is None,
        why_not=closed if writes else None,
        closes_at=None if reader.is_delayed else format_time(find_closing(game.terms.press, state)),
        grey=game.terms.press.grey,
        others=list_others(game.variant, reader, game.terms.press, _list_out(game)) if writes else [],
        nobody_reads=nobody_reads,
    )


def read_room(services: Services, viewer: Viewer, game: str, room: int, *, before: int | None, limit: int) -> RoomPage:
    """The letters of a room, the last ones or those before a number."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        key = _read_key(connection, row, room, reader_of(membership))
        phases = _list_phases(connection, row.id, membership)
        found = store.list_messages(connection, room, before=before, limit=limit + 1, phases=phases)
        hidden = list_hidden_senders(connection, row, membership)
    shown = found[-limit:]
    letters = [describe_letter(message, membership, hidden) for message in shown]
    return RoomPage(room, key, letters, more=len(found) > limit)


def send_letter(services: Services, viewer: Viewer, game_id: str, letter: NewLetter) -> Letter:
    """Send a letter; the same request of the same account is taken once and answered alike."""
    account = viewer.need_account().id
    text = clean_text(letter.text, "text", longest=LONGEST)
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.PRESS)
        known = store.find_request(connection, game_id, account, letter.request) if letter.request else None
        if known is not None:
            return describe_letter(known, membership)
        writer = _choose_writer(membership, letter)
        key = _choose_key(game, writer, letter)
        if _nobody_reads(connection, game, writer):
            raise HttpRefusal(403, "press_closed", message=ENGLISH.texts["press.nobody_reads"])
        if game.row.is_solo and key.startswith(GM_MARK):
            raise HttpRefusal(403, "press_closed", message=ENGLISH.texts["press.no_gm"])
        state = _load_press_state(game, services, writer.power)
        fault = why_not_write(game.terms.press, key, writer, state, is_grey=letter.is_grey)
        if fault:
            raise HttpRefusal(403, "press_closed", message=fault)
        message = post(
            connection, services, game, writer, key=key, account=account, text=text, is_grey=letter.is_grey,
            request=letter.request,
        )  # fmt: skip
    return describe_letter(message, membership)


def post(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    writer: Reader,
    *,
    key: str,
    account: int,
    text: str,
    is_grey: bool = False,
    request: str | None = None,
) -> StoredMessage:
    """Put a message into a room of a locked game, and tell those who are in it."""
    now, room = services.clock.now(), store.open_room(connection, game.id, key)
    message = store.add_message(
        connection,
        game=game.id,
        room=room,
        sender=writer.power or GM,
        account=account,
        is_grey=is_grey,
        phase=game.row.phase,
        text=text,
        sent_at=now,
        request=request,
    )
    store.mark_read(connection, room, account, message.number)
    add_event(connection, game.id, f"room:{room}", "press", now)
    hiding = list_hiding(connection, game.row, account) if writer.power else frozenset()
    readers = [
        reader
        for reader in _list_readers(connection, game.id, key, writer, account)
        if reader.role.is_gm or reader.account not in hiding
    ]
    marks = [store.read_read_mark(connection, game.id, reader.account) for reader in readers]
    notices.notify_press(connection, services, game, zip(readers, marks, strict=True))
    return message


def mark_read(services: Services, viewer: Viewer, game: str, room: int, message: int) -> UnreadCount:
    """The viewer has read a room up to a message."""
    account = viewer.need_account().id
    with services.store.write() as connection:
        row, membership = open_game(connection, game, viewer)
        reader = reader_of(membership)
        _read_key(connection, row, room, reader)
        if store.find_room(connection, row.id, room) is not None:
            store.mark_read(connection, room, account, message)
        ids = {store.make_room_id(row.id, key): key for key in _list_keys(connection, row, reader)}
        hidden = list_hidden_senders(connection, row, membership)
        unread = sum(_count_unread(connection, membership, ids, hidden).values())
        if unread == 0:
            drop_waiting(connection, row.id, account, NoticeKind.PRESS)
        # Only the reader's own pages want to know, and a power's are the smallest audience there is.
        if membership.power:
            add_event(connection, row.id, f"power:{membership.power}", "press", services.clock.now())
    return UnreadCount(unread)


def search(services: Services, viewer: Viewer, game: str, words: str) -> FoundLetters:
    """The messages that hold some words, newest first, among those that the viewer may read."""
    wanted = clean_text(words, "q", longest=200)
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        keys = _list_keys(connection, row, reader_of(membership))
        ids = [store.make_room_id(row.id, key) for key in keys]
        phases = _list_phases(connection, row.id, membership)
        found = store.search_messages(connection, ids, wanted, limit=MOST_FOUND, phases=phases)
        hidden = list_hidden_senders(connection, row, membership)
    return FoundLetters([describe_letter(message, membership, hidden) for message in found])


def find_letter(
    connection: Connection, game: GameHead, membership: Membership, room: int, number: int
) -> StoredMessage:
    """One letter of a room that is open to the viewer; refuses where there is none."""
    _read_key(connection, game, room, reader_of(membership))
    phases = _list_phases(connection, game.id, membership)
    found = store.find_message(connection, room, number)
    if found is None or (phases is not None and found.phase not in phases):
        raise not_found("letter")
    return found


def describe_letter(message: StoredMessage, membership: Membership, hidden: Collection[int] = frozenset()) -> Letter:
    """A letter as the viewer sees it; the sender of grey press is never shown, whether blocked or not."""
    is_own_account = message.account is not None and message.account == membership.account
    is_own_power = message.sender == (membership.power or (GM if membership.is_gm else None))
    return Letter(
        room=message.room,
        id=message.number,
        sender=None if message.is_grey else message.sender,
        text=message.text,
        at=format_time(message.sent_at),
        phase=message.phase,
        is_yours=is_own_account if message.is_grey else is_own_account or is_own_power,
        is_blocked=message.account in hidden and message.sender != GM and not message.is_grey,
    )


def _describe_last(message: StoredMessage | None, membership: Membership, hidden: Collection[int]) -> LastLetter | None:
    """The beginning of the last letter of a room."""
    if message is None:
        return None
    letter = describe_letter(message, membership, hidden)
    text = "" if letter.is_blocked else letter.text[:MOST_LISTED]
    return LastLetter(text, letter.at, letter.sender, letter.is_blocked)


def _list_keys(connection: Connection, game: GameHead, reader: Reader) -> list[str]:
    """The rooms that are open to a reader; that of all and that with the game master are there before they are used.

    A game against bots has no game master, and no room of all where it has no public press.
    """
    if reader.is_shut_out:
        return []
    keys = [ALL] if not game.is_solo or game.terms.press.public else []
    keys += [f"{GM_MARK}{reader.power}"] if reader.power and not game.is_solo else []
    keys += [row.key for row in store.list_rooms(connection, game.id) if may_read(row.key, reader)]
    return list(dict.fromkeys(keys))


def _nobody_reads(connection: Connection, game: LoadedGame, writer: Reader) -> bool:
    """Whether a letter would find no reader: in a game against bots that do not talk."""
    seats = load_seats(connection, game.id).values() if game.row.is_solo else ()
    return game.row.is_solo and not any(seat.reads_press for seat in seats if seat.power != writer.power)


def _read_key(connection: Connection, game: GameHead, room: int, reader: Reader) -> str:
    """The key of a room that is open to the reader; another room is as if it were not there."""
    for key in _list_keys(connection, game, reader):
        if store.make_room_id(game.id, key) == room:
            return key
    raise not_found("room")


def _count_unread(
    connection: Connection, membership: Membership, rooms: Collection[int], hidden: Collection[int]
) -> dict[int, int]:
    if membership.account is None or membership.delay:
        return {}
    return store.count_unread(connection, membership.account, rooms, hidden)


def count_unread_press(connection: Connection, game: GameHead, account: int, reader: Reader) -> int:
    """How many letters of a game an account has not read."""
    rooms = [room.id for room in store.list_rooms(connection, game.id) if may_read(room.key, reader)]
    if not rooms:
        return 0
    runs = reader.is_gm and reader.power is None
    hidden = frozenset[int]() if runs else list_hidden_from(connection, game, account)
    return sum(store.count_unread(connection, account, rooms, hidden).values())


def _list_phases(connection: Connection, game: str, membership: Membership) -> list[str] | None:
    """The phases whose press a delayed spectator may read; none means all."""
    if not membership.delay:
        return None
    judged = [head.phase for head in list_heads(connection, game) if head.is_judged]
    return judged[: -membership.delay]


def _load_press_state(game: LoadedGame, services: Services, writer: PowerId | None) -> PressState:
    row, is_out = game.row, writer in _list_out(game)
    is_paused, now = row.paused_at is not None, services.clock.now()
    return PressState(row.status, game.state.phase.kind, row.deadline, is_paused, now, is_out)


def _list_out(game: LoadedGame) -> list[PowerId]:
    survivors = list_survivors(game.variant.board, game.state.position)
    return [power for power in game.variant.powers if power not in survivors]


def _choose_writer(membership: Membership, letter: NewLetter) -> Reader:
    if letter.as_gm or membership.power is None:
        if not membership.is_gm:
            raise forbidden("no_power")
        return Reader(is_gm=True)
    return Reader(membership.power, membership.is_gm)


def _choose_key(game: LoadedGame, writer: Reader, letter: NewLetter) -> str:
    to = letter.to if isinstance(letter.to, str) else tuple(game.variant.parse_power(name) for name in letter.to)
    key = make_key(writer, to) if to in (ALL, "gm") or not isinstance(to, str) else None
    if key is None:
        raise HttpRefusal(422, "no_such_room", case="for_gm" if writer.power is None else "for_power", field="to")
    return key


def _list_readers(connection: Connection, game: str, key: str, writer: Reader, account: int) -> list[NamedMember]:
    """Who gets a letter that there is press: those written to. Public press of powers is read when it is convenient."""
    powers = list_members(key)
    if key == ALL and writer.power is not None:
        return []
    return [
        member
        for member in member_table.list_members(connection, game)
        if member.account != account
        and (
            (member.role is Role.PLAYER and (key == ALL or member.power in powers))
            or (member.role.is_gm and key.startswith(GM_MARK))
        )
    ]
