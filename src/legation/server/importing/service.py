"""Writing a game that was taken in: its whole chain, byte for byte, its seats, and the orders on file."""

from legation.game import SavedGame, open_setup, read_saved_game
from legation.render.words import ENGLISH, word_phase
from legation.server.base.services import Services
from legation.server.game.loaded_game import load_game
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import add_member
from legation.server.game.plan_storage import put_plan
from legation.server.game.records import Author, GameKind, Role
from legation.server.game.terms import Terms, parse_terms
from legation.server.games.changing import check_webhook
from legation.server.games.creating import GameDraft, check_number, draft_game, put_draft
from legation.server.games.game_page import GamePage, load_game_page
from legation.server.games.starting import begin
from legation.server.identity.viewers import Account, Viewer
from legation.server.importing.brought_board import take_in_board
from legation.server.importing.checking import PrintedGame, need_importer, read_printed
from legation.server.variants.catalogue import open_variant
from legation.variants import Variant
from legation.zine import need_game

FILE_WORK = 5
"""A file counts as so many requests: its whole history is judged again."""
RUN_BY_MASTER = {"is_run_by_master": True}
"""The terms of a game for which none are given: powers without a player are the game master's."""


def import_printed(
    services: Services, viewer: Viewer, printed: PrintedGame, *, title: str, terms: object | None, begins: bool
) -> GamePage:
    """A new game with a position and past turns as they were printed."""
    variant, read = read_printed(services, viewer, printed)
    return _take_in(services, viewer, variant, need_game(read), title=title, terms=terms, begins=begins)


def import_file(
    services: Services, viewer: Viewer, data: bytes, *, title: str, terms: object | None, begins: bool
) -> GamePage:
    """A game from a file; its chain is judged again first, and stays as it is."""
    need_importer(services, viewer, work=FILE_WORK)
    brought = take_in_board(services, viewer, data)

    def find(name: str) -> Variant:
        if brought is not None:
            return brought
        with services.store.read() as connection:
            return open_variant(connection, services, viewer, name, hosting=True)

    saved = read_saved_game(data, find)
    variant, _ = open_setup(saved.history.setup, find)
    return _take_in(services, viewer, variant, saved, title=title, terms=terms, begins=begins)


def _take_in(
    services: Services,
    viewer: Viewer,
    variant: Variant,
    saved: SavedGame,
    *,
    title: str,
    terms: object | None,
    begins: bool,
) -> GamePage:
    """Write the game. All that takes long was done before."""
    account = viewer.need_account()
    settled = parse_terms(RUN_BY_MASTER if terms is None else terms, variant.seats)
    check_webhook(services, settled)
    draft = draft_game(saved, title=title.strip() or variant.name, terms=settled, kind=GameKind.HOSTED)
    game = write_game(services, account, variant, draft, settled, begins=begins)
    with services.store.read() as connection:
        return load_game_page(connection, services, game, viewer)


def write_game(
    services: Services, master: Account, variant: Variant, draft: GameDraft, terms: Terms, *, begins: bool
) -> str:
    """Write a game that was taken in, with its master; gives its id."""
    saved, now = draft.saved, services.clock.now()
    with services.store.write() as connection:
        check_number(connection, master.id)
        game_id = put_draft(connection, services, variant, draft, terms)
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
        game = load_game(connection, services, game_id)
        if begins and game.row.is_open:
            for power, texts in saved.inbox.orders.items():
                put_plan(
                    connection, game_id, game.row.turn + 1, power, "A",
                    texts=texts, version=1, by=Author.GM, now=now,
                )  # fmt: skip
            begin(connection, services, game)
    return game_id
