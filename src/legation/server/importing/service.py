"""Storing an imported game: its whole chain, byte for byte, its seats, and the orders on file."""

from datetime import UTC, datetime

from legation.game import Message, SavedGame
from legation.render.words import ENGLISH, word_phase
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_text
from legation.server.game.loaded_game import load_game
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import add_member
from legation.server.game.plans import put_plan
from legation.server.game.records import Author, GameKind, Role
from legation.server.game.terms import Terms, parse_terms
from legation.server.games.changing import check_webhook
from legation.server.games.creating import GameDraft, check_number, draft_game, put_draft
from legation.server.games.game_page import GamePage, load_game_page
from legation.server.games.starting import begin
from legation.server.identity.once import UNNUMBERED, Sending
from legation.server.identity.viewers import Account, Viewer
from legation.server.importing.brought_board import take_in_board
from legation.server.importing.checking import PrintedGame, need_importer, read_printed
from legation.server.importing.reading import ReadFile, read_file
from legation.server.press.rooms import ALL, GM, GM_MARK, Reader, make_key
from legation.server.press.service import LONGEST
from legation.server.press.storage import PastMessage, add_past_messages
from legation.server.variants.opening import open_variant
from legation.variants import Variant
from legation.zine import need_game

FILE_WORK = 5
"""A file counts as this many requests; its phases, which are judged again, count in addition."""
SIZE_UNIT = 100_000
"""The number of characters that count as one unit of room."""
MOST_LETTERS = 20_000
"""The last letters of a game that are imported with it."""
LATEST_SECOND = 4_000_000_000
MOST_LOGGED = 100
"""Differences that the log of a game names one by one."""
RUN_BY_MASTER = {"is_run_by_master": True}
"""The terms of a game if none are given: powers without a player belong to the game master."""


def import_printed(
    services: Services,
    viewer: Viewer,
    printed: PrintedGame,
    sending: Sending = UNNUMBERED,
    *,
    title: str,
    terms: object | None,
    begins: bool,
) -> GamePage:
    """Create a game from a printed position and past turns."""
    known = _recall(services, viewer, sending)
    if known is not None:
        return known
    variant, read = read_printed(services, viewer, printed)
    return _take_in(services, viewer, variant, need_game(read), sending, title=title, terms=terms, begins=begins)


def import_file(
    services: Services,
    viewer: Viewer,
    data: bytes,
    sending: Sending = UNNUMBERED,
    *,
    title: str,
    terms: object | None,
    begins: bool,
    variant: str = "",
) -> GamePage:
    """Create a game from a file, judged again first: our own chain stays as it is, other games get one.

    ``variant`` is the board of another program's game, if it is not the regular one.
    """
    known = _recall(services, viewer, sending)
    if known is not None:
        return known
    need_importer(services, viewer, work=FILE_WORK)
    read = read_any_file(services, viewer, data, variant)
    page = _take_in(services, viewer, read.variant, read.saved, sending, title=title, terms=terms, begins=begins)
    if read.is_foreign:
        log_differences(services, viewer.need_account(), page.id, read)
    return page


def read_any_file(services: Services, viewer: Viewer, data: bytes, variant: str) -> ReadFile:
    """The game in a file, on a board that comes with it or on one on which the viewer may begin games."""
    brought = take_in_board(services, viewer, data)

    def find(name: str) -> Variant:
        if brought is not None:
            return brought
        with services.store.read() as connection:
            return open_variant(connection, services, viewer, name, hosting=True)

    def meter(entries: int) -> None:
        services.rates.take("import_phases", viewer.work_key, services.clock.now(), entries)

    return read_file(data, find, variant, meter)


def log_differences(services: Services, master: Account, game: str, read: ReadFile) -> None:
    """Log where another program judged differently; the corrections in the history also say so."""
    found = read.differences
    text = ENGLISH.fill("log.imported.compared", count=len(found), unexplained=sum(not one.cause for one in found))
    note = "\n".join(str(one) for one in found[:MOST_LOGGED])
    with services.store.write() as connection:
        add_log(connection, game, services.clock.now(), actor=master.name, act="imported", text=text, note=note)


def _take_in(
    services: Services,
    viewer: Viewer,
    variant: Variant,
    saved: SavedGame,
    sending: Sending,
    *,
    title: str,
    terms: object | None,
    begins: bool,
) -> GamePage:
    """Store the game. All slow work was done before."""
    account = viewer.need_account()
    settled = parse_terms(RUN_BY_MASTER if terms is None else terms, variant.seats)
    check_webhook(services, settled)
    draft = draft_game(saved, title=title.strip() or variant.name, terms=settled, kind=GameKind.HOSTED)
    _count_room(services, viewer, draft)
    game = write_game(services, account, variant, draft, settled, begins=begins, sending=sending)
    with services.store.read() as connection:
        return load_game_page(connection, services, game, viewer)


def _count_room(services: Services, viewer: Viewer, draft: GameDraft) -> None:
    """Refuse a viewer who has filled much room lately: games stay for ever, and a small zip may be a large game."""
    saved = draft.saved
    size = sum(len(str(row["text"])) for row in draft.entries) + sum(len(str(value)) for value in draft.values.values())
    size += sum(len(message.text) for message in saved.press[-MOST_LETTERS:])
    for who in {viewer.work_key, f"address {viewer.address}"}:
        services.rates.take("import_room", who, services.clock.now(), size / SIZE_UNIT)


def _recall(services: Services, viewer: Viewer, sending: Sending) -> GamePage | None:
    """The game that an earlier sending imported."""
    with services.store.read() as connection:
        game = sending.recall(connection, viewer.need_account().id)
        return None if game is None else load_game_page(connection, services, game, viewer)


def write_game(
    services: Services,
    master: Account,
    variant: Variant,
    draft: GameDraft,
    terms: Terms,
    *,
    begins: bool,
    sending: Sending = UNNUMBERED,
) -> str:
    """Store an imported game, with its master; returns its id."""
    saved, now = draft.saved, services.clock.now()
    with services.store.write() as connection:
        check_number(connection, master.id)
        game_id = put_draft(connection, services, variant, draft, terms)
        sending.note(connection, now, master.id, game_id)
        add_member(connection, game_id, master.id, Role.GM, now)
        key = "log.imported.with_history" if saved.history.events else "log.imported.at_position"
        text = ENGLISH.fill(
            key,
            name=master.name,
            phase=word_phase(saved.history.state.shown_phase),
            entries=len(saved.history.events),
            head=draft.head[:16],
        )
        add_log(connection, game_id, now, actor=master.name, act="imported", text=text)
        past = [_address(message, now) for message in saved.press[-MOST_LETTERS:]]
        add_past_messages(connection, game_id, past, read_by=master.id)
        game = load_game(connection, services, game_id)
        if begins and game.row.is_open:
            for power, texts in saved.inbox.orders.items():
                put_plan(
                    connection, game_id, game.row.turn + 1, power, "A",
                    texts=texts, by=Author.GM, now=now,
                )  # fmt: skip
            begin(connection, services, game)
    return game_id


def _address(message: Message, now: datetime) -> PastMessage:
    """A letter that came with a game, in its room."""
    if not message.to:
        key = ALL
    elif message.sender is None:
        key = f"{GM_MARK}{message.to[0]}" if len(message.to) == 1 else ALL
    else:
        key = make_key(Reader(message.sender), message.to) or ALL
    sent = datetime.fromtimestamp(message.sent, UTC) if 0 < message.sent < LATEST_SECOND else now
    text = clean_text(message.text, "press", longest=LONGEST)
    return PastMessage(key, str(message.sender or GM), str(message.phase), text, sent)
