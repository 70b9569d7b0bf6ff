"""Press: letters between powers, to everyone, and to and from the game master."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.server.base.refusals import HttpRefusal, forbidden, not_found
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_line, clean_text
from legation.server.base.times import format_time
from legation.server.game import member_storage as member_table
from legation.server.game.event_storage import add_event
from legation.server.game.hidden_senders import list_hidden_from, list_hidden_senders, list_hiding
from legation.server.game.loaded_game import GameRules, LoadedGame, decode_game, load_locked_game, load_rules
from legation.server.game.membership import Act, Membership, open_game
from legation.server.game.records import GameHead, NamedMember, Role
from legation.server.game.storage import change_game, list_heads
from legation.server.identity.viewers import Viewer
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.outbox_storage import drop_waiting
from legation.server.notices import service as notices
from legation.server.press import storage as store
from legation.server.press.excerpts import Piece, make_excerpt
from legation.server.press.rights import WritingRights, list_out, load_rights
from legation.server.press.rooms import (
    ALL,
    GM,
    GM_MARK,
    Reader,
    find_closing,
    list_members,
    list_others,
    make_key,
    may_read,
    name_room,
)
from legation.server.press.sketches import (
    ShownSketch,
    Sketch,
    list_searched,
    review_sketch,
    show_sketch,
    write_sketch,
)
from legation.server.press.storage import StoredMessage, StoredRoom

LONGEST = 10_000
LONGEST_NAME = 40
MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class NewSketch:
    """A sketch to be sent with a letter: lines of orders by power."""

    phase: str
    orders: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class NewLetter:
    """A letter to be sent."""

    to: str | tuple[str, ...]
    text: str
    is_grey: bool = False
    as_gm: bool = False
    """A game master who plays writes as a power, unless this is set."""
    request: str | None = None
    sketch: NewSketch | None = None


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
    """True if the viewer has blocked the sender: the letter is shown on request only."""
    sketch: ShownSketch | None
    """Orders for discussion; they have no effect."""


@dataclass(frozen=True, slots=True)
class LastLetter:
    """The beginning of the last letter of a room."""

    text: str
    """Empty if the viewer has blocked the sender."""
    at: str
    sender: str | None
    has_sketch: bool
    is_blocked: bool


@dataclass(frozen=True, slots=True)
class Room:
    """A room that is open to the viewer."""

    id: int
    key: str
    members: list[PowerId]
    title: str
    name: str | None
    """The name that its members gave it."""
    unread: int
    is_muted: bool
    """True if the viewer wants no news of it; letters from the game master are announced all the same."""
    why_not: str | None
    """Why the viewer may not write in it now; null if the viewer may."""
    last: LastLetter | None


@dataclass(frozen=True, slots=True)
class Recipient:
    """A power to which the viewer may want to write; if that is not possible, the reason."""

    power: PowerId
    why_not: str | None


@dataclass(frozen=True, slots=True)
class PressPage:
    """The rooms that are open to the viewer, and the possible recipients of the viewer's letters."""

    rooms: list[Room]
    may_write: bool
    """True if the viewer writes here, and press is open to powers."""
    why_not: str | None
    closes_at: str | None
    grey: bool
    others: list[Recipient]
    """The other powers that are still in the game."""
    why_not_several: str | None
    """Why the viewer may not write to several powers at once."""
    nobody_reads: bool
    """True if no one would read a letter: in a game against bots that do not talk."""


@dataclass(frozen=True, slots=True)
class RoomPage:
    """Letters of a room, oldest first."""

    room: int
    key: str
    messages: list[Letter]
    more: bool
    """True if there are earlier ones."""


@dataclass(frozen=True, slots=True)
class FoundLetter(Letter):
    """A letter that contains the words of a search, with the part around them."""

    excerpt: list[Piece]


@dataclass(frozen=True, slots=True)
class FoundLetters:
    """Letters that contain the words of a search, newest first."""

    messages: list[FoundLetter]
    more: bool
    """True if there are earlier ones."""


@dataclass(frozen=True, slots=True)
class UnreadCount:
    """Letters of a game that the viewer has not read yet."""

    unread: int


def reader_of(membership: Membership) -> Reader:
    """The reader as whom a viewer reads press."""
    return Reader(membership.power, membership.is_gm, is_delayed=membership.delay > 0, is_shut_out=membership.by_link)


def list_rooms(services: Services, viewer: Viewer, game_id: str) -> PressPage:
    """The rooms that are open to the viewer, their news, and the possible recipients of letters."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game_id, viewer)
        game = decode_game(connection, services, row)
        rights = load_rights(connection, services, game, membership)
        rooms = _describe_rooms(connection, game, membership, rights)
    reader, terms, closed = reader_of(membership), game.terms.press, rights.why_closed
    writes = rights.writer is not None and not rights.nobody_reads
    others = list_others(game.variant, reader, terms, list_out(game)) if writes else []
    return PressPage(
        rooms=sorted(rooms, key=lambda room: room.last.at if room.last else "", reverse=True),
        may_write=writes and closed is None,
        why_not=closed if writes else None,
        closes_at=None if reader.is_delayed else format_time(find_closing(terms, rights.state)),
        grey=terms.grey,
        others=[Recipient(power, rights.find_obstacle_to([power])) for power in others],
        why_not_several=rights.find_obstacle_to(others[:2]) if len(others) > 1 else None,
        nobody_reads=rights.nobody_reads,
    )


def _describe_rooms(
    connection: Connection, game: LoadedGame, membership: Membership, rights: WritingRights
) -> list[Room]:
    """The rooms that are open to the viewer."""
    reader = reader_of(membership)
    found = _list_rooms(connection, game.row, reader)
    ids = [room.id for room in found]
    last = {} if reader.is_delayed else store.list_last(connection, ids)
    hidden = list_hidden_senders(connection, game.row, membership)
    unread = _count_unread(connection, membership, ids, hidden)
    muted = store.list_muted_rooms(connection, membership.account, ids) if membership.account else set()
    return [
        Room(
            id=room.id,
            key=room.key,
            members=list(list_members(room.key)),
            title=name_room(game.variant, room.key, reader),
            name=room.name,
            unread=unread.get(room.id, 0),
            is_muted=room.id in muted,
            why_not=rights.find_obstacle(room.key),
            last=_describe_last(last.get(room.id), membership, game.rules, hidden),
        )
        for room in found
    ]


def open_room(services: Services, viewer: Viewer, game_id: str, to: Sequence[str], name: str | None) -> Room:
    """Open the room of some powers, or find it, and name it."""
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.PRESS)
        rights = load_rights(connection, services, game, membership)
        key = _choose_key(game, rights.writer or Reader(), tuple(to))
        rights.need(key)
        room = store.open_room(connection, game.id, key)
        if name is not None:
            _name_room(connection, room, key, name)
        add_event(connection, game.id, f"room:{room}", "press", services.clock.now())
        return _get_room(connection, game, membership, rights, room)


def change_room(
    services: Services, viewer: Viewer, game_id: str, room: int, *, name: str | None, muted: bool | None
) -> Room:
    """Rename a room, or mute it; a field that is None does not change."""
    account = viewer.need_account().id
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        key = _read_key(connection, game.row, room, reader_of(membership))
        rights = load_rights(connection, services, game, membership)
        if name is not None:
            # Others read the name: a viewer who may not write to them may not name things for them either.
            rights.need(key)
            _name_room(connection, store.open_room(connection, game.id, key), key, name)
            add_event(connection, game.id, f"room:{room}", "press", services.clock.now())
        if muted is not None:
            if key.startswith(GM_MARK):
                raise HttpRefusal(422, "room", case="gm", field="muted")
            store.mute(connection, store.open_room(connection, game.id, key), account, is_muted=muted)
            if membership.power:
                add_event(connection, game.id, f"power:{membership.power}", "press", services.clock.now())
        return _get_room(connection, game, membership, rights, room)


def _name_room(connection: Connection, room: int, key: str, name: str) -> None:
    if len(list_members(key)) < 3:
        raise HttpRefusal(422, "room", case="no_name", field="name")
    store.name_room(connection, room, clean_line(name, "name", longest=LONGEST_NAME) or None)


def _get_room(
    connection: Connection, game: LoadedGame, membership: Membership, rights: WritingRights, room: int
) -> Room:
    return next(found for found in _describe_rooms(connection, game, membership, rights) if found.id == room)


def read_room(services: Services, viewer: Viewer, game: str, room: int, *, before: int | None, limit: int) -> RoomPage:
    """The letters of a room, the last ones or those before a number."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        key = _read_key(connection, row, room, reader_of(membership))
        phases = _list_phases(connection, row.id, membership)
        found = store.list_messages(connection, room, before=before, limit=limit + 1, phases=phases)
        rules = load_rules(connection, services, row)
        hidden = list_hidden_senders(connection, row, membership)
    letters = [describe_letter(message, membership, rules, hidden) for message in found[-limit:]]
    return RoomPage(room, key, letters, more=len(found) > limit)


def send_letter(services: Services, viewer: Viewer, game_id: str, letter: NewLetter) -> Letter:
    """Send a letter; the same request of the same account is stored once and answered in the same way."""
    account = viewer.need_account().id
    text = clean_text(letter.text, "text", longest=LONGEST, may_be_empty=letter.sketch is not None)
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.PRESS)
        known = store.find_request(connection, game_id, account, letter.request) if letter.request else None
        if known is not None:
            return describe_letter(known, membership, game.rules)
        rights = load_rights(connection, services, game, membership, as_gm=letter.as_gm)
        if rights.writer is None:
            raise forbidden("no_power")
        key = _choose_key(game, rights.writer, letter.to)
        rights.need(key, is_grey=letter.is_grey)
        given = letter.sketch
        sketch = review_sketch(connection, game, given.phase, given.orders) if given else None
        message = post(
            connection, services, game, rights.writer, key=key, account=account,
            text=clean_text(text, "text", longest=LONGEST, may_be_empty=sketch is not None),
            is_grey=letter.is_grey, request=letter.request, sketch=sketch,
        )  # fmt: skip
        if game.terms.has_talking_bots and rights.writer.power and len(list_members(key)) >= 2:
            change_game(connection, game.id, talks_at=services.clock.now())  # a bot may have to read it
    services.bell.ring()
    return describe_letter(message, membership, game.rules)


def post(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    writer: Reader,
    *,
    key: str,
    account: int | None,
    text: str,
    is_grey: bool = False,
    request: str | None = None,
    sketch: Sketch | None = None,
    is_told: bool = True,
) -> StoredMessage:
    """Add a message to a room of a locked game, and notify its members; bots have no account.

    ``is_told=False``: no one is notified, because only bots are in the room.
    """
    now, room = services.clock.now(), store.open_room(connection, game.id, key)
    stored = write_sketch(sketch)
    message = store.add_message(
        connection,
        searched=list_searched(text, stored),
        game=game.id,
        room=room,
        sender=writer.power or GM,
        account=account,
        is_grey=is_grey,
        phase=game.row.phase,
        text=text,
        sent_at=now,
        request=request,
        sketch=stored,
    )
    if not is_told:
        return message
    if account is not None:
        store.mark_read(connection, room, account, message.number)
    add_event(connection, game.id, f"room:{room}", "press", now)
    readers = _list_readers(connection, game.id, key, writer, account)
    hiding = list_hiding(connection, game.row, account) if writer.power and account is not None else frozenset()
    muted = store.list_muted_by(connection, room) if writer.power else set()
    told = [
        reader
        for reader in readers
        if reader.account not in muted and (reader.role.is_gm or reader.account not in hiding)
    ]
    marks = [store.read_read_mark(connection, game.id, reader.account) for reader in told]
    notices.notify_press(connection, services, game, zip(told, marks, strict=True))
    return message


def mark_read(services: Services, viewer: Viewer, game: str, room: int, message: int) -> UnreadCount:
    """Note that the viewer has read a room up to a message."""
    account = viewer.need_account().id
    with services.store.write() as connection:
        row, membership = open_game(connection, game, viewer)
        reader = reader_of(membership)
        _read_key(connection, row, room, reader)
        if store.find_room(connection, row.id, room) is not None:
            store.mark_read(connection, room, account, message)
        ids = [found.id for found in _list_rooms(connection, row, reader)]
        hidden = list_hidden_senders(connection, row, membership)
        unread = sum(_count_unread(connection, membership, ids, hidden, but_muted=True).values())
        if unread == 0:
            drop_waiting(connection, row.id, account, NoticeKind.PRESS)
        # Only the reader's own pages need to know, and a power is the smallest possible audience.
        if membership.power:
            add_event(connection, row.id, f"power:{membership.power}", "press", services.clock.now())
    return UnreadCount(unread)


def search(
    services: Services, viewer: Viewer, game: str, words: str, *, before: tuple[int, int] | None, limit: int
) -> FoundLetters:
    """The messages that contain some words, newest first, among those that the viewer may read."""
    wanted = clean_text(words, "q", longest=200)
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        ids = [room.id for room in _list_rooms(connection, row, reader_of(membership))]
        phases = _list_phases(connection, row.id, membership)
        found = store.search_messages(connection, ids, wanted, limit=limit + 1, before=before, phases=phases)
        rules = load_rules(connection, services, row)
        hidden = list_hidden_senders(connection, row, membership)
    letters = [describe_letter(message, membership, rules, hidden) for message in found[:limit]]
    texts = [list_searched(message.text, message.sketch) for message in found[:limit]]
    return FoundLetters(
        [_add_excerpt(letter, text, wanted) for letter, text in zip(letters, texts, strict=True)],
        more=len(found) > limit,
    )


def _add_excerpt(letter: Letter, text: str, words: str) -> FoundLetter:
    return FoundLetter(
        letter.room, letter.id, letter.sender, letter.text, letter.at, letter.phase, letter.is_yours, letter.is_blocked,
        letter.sketch, excerpt=make_excerpt(text, words),
    )  # fmt: skip


def get_letter(connection: Connection, game: GameHead, membership: Membership, room: int, number: int) -> StoredMessage:
    """One letter of a room that is open to the viewer; refuses if there is none."""
    _read_key(connection, game, room, reader_of(membership))
    phases = _list_phases(connection, game.id, membership)
    found = store.find_message(connection, room, number)
    if found is None or (phases is not None and found.phase not in phases):
        raise not_found("letter")
    return found


def describe_letter(
    message: StoredMessage, membership: Membership, rules: GameRules, hidden: Collection[int] = frozenset()
) -> Letter:
    """A letter as the viewer sees it; the sender of grey press is never shown, blocked or not."""
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
        sketch=show_sketch(rules, message.sketch),
    )


def _describe_last(
    message: StoredMessage | None, membership: Membership, rules: GameRules, hidden: Collection[int]
) -> LastLetter | None:
    """The beginning of the last letter of a room."""
    if message is None:
        return None
    letter = describe_letter(message, membership, rules, hidden)
    text = "" if letter.is_blocked else letter.text[:MOST_LISTED]
    return LastLetter(text, letter.at, letter.sender, letter.sketch is not None, letter.is_blocked)


def _list_rooms(connection: Connection, game: GameHead, reader: Reader) -> list[StoredRoom]:
    """The rooms that are open to a reader; those of all and with the game master exist before they are used.

    A game against bots has no game master, and without public press no room of all.
    """
    if reader.is_shut_out:
        return []
    keys = [ALL] if not game.is_solo or game.terms.press.public else []
    keys += [f"{GM_MARK}{reader.power}"] if reader.power and not game.is_solo else []
    found = {key: StoredRoom(store.make_room_id(game.id, key), key) for key in keys}
    found |= {room.key: room for room in store.list_rooms(connection, game.id) if may_read(room.key, reader)}
    return list(found.values())


def _read_key(connection: Connection, game: GameHead, room: int, reader: Reader) -> str:
    """The key of a room that is open to the reader; another room is treated as if it did not exist."""
    for found in _list_rooms(connection, game, reader):
        if found.id == room:
            return found.key
    raise not_found("room")


def _count_unread(
    connection: Connection,
    membership: Membership,
    rooms: Collection[int],
    hidden: Collection[int],
    *,
    but_muted: bool = False,
) -> dict[int, int]:
    if membership.account is None or membership.delay:
        return {}
    return store.count_unread(connection, membership.account, rooms, hidden, but_muted=but_muted)


def count_unread_press(connection: Connection, game: GameHead, account: int, reader: Reader) -> int:
    """The number of a game's letters that an account has not read, without those in muted rooms."""
    rooms = [room.id for room in store.list_rooms(connection, game.id) if may_read(room.key, reader)]
    if not rooms:
        return 0
    runs = reader.is_gm and reader.power is None
    hidden = frozenset[int]() if runs else list_hidden_from(connection, game, account)
    return sum(store.count_unread(connection, account, rooms, hidden, but_muted=True).values())


def _list_phases(connection: Connection, game: str, membership: Membership) -> list[str] | None:
    """The phases whose press a delayed spectator may read; None means all."""
    if not membership.delay:
        return None
    judged = [head.phase for head in list_heads(connection, game) if head.is_judged]
    return judged[: -membership.delay]


def _choose_key(game: LoadedGame, writer: Reader, names: str | tuple[str, ...]) -> str:
    to = names if isinstance(names, str) else tuple(game.variant.parse_power(name) for name in names)
    key = make_key(writer, to) if to in (ALL, "gm") or not isinstance(to, str) else None
    if key is None:
        raise HttpRefusal(422, "no_such_room", case="for_gm" if writer.power is None else "for_power", field="to")
    return key


def _list_readers(
    connection: Connection, game: str, key: str, writer: Reader, account: int | None
) -> list[NamedMember]:
    """The people who get an e-mail about new press: its recipients. Public press of powers can be read at leisure."""
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
