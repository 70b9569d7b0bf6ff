"""A whole game as one file, in the library's format."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import History, Inbox, SavedGame, Setup, hide_votes, link_entries, read_entry, scheme_of
from legation.game import export_game as write_game
from legation.server.base.refusals import forbidden
from legation.server.base.services import Services
from legation.server.game.editions import BOARD_FILES, open_edition_folder, read_files
from legation.server.game.loaded_game import LoadedGame, decode_game
from legation.server.game.membership import Act, open_game
from legation.server.game.plans import list_plans, texts_of
from legation.server.game.records import StoredGame
from legation.server.game.storage import list_entries
from legation.server.identity.viewers import Viewer
from legation.variants import list_variants


@dataclass(frozen=True, slots=True)
class ExportSource:
    """The stored parts for the file of a game."""

    setup: Setup
    entries: tuple[str, ...]
    """The texts of the chain, including undone entries."""
    inbox: Inbox
    board: Mapping[str, str] | None
    """The files of an uploaded board."""


def collect_export(services: Services, viewer: Viewer, game_id: str) -> ExportSource:
    """The whole game: for the game master, and once it is over for everyone who may see it."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game_id, viewer)
        is_over = row.is_over
        if not is_over:
            membership.need(Act.EXPORT)
            if membership.power is not None:
                raise forbidden("export_by_player")
        services.rates.take("export", viewer.work_key, services.clock.now(), row.entry)
        game = decode_game(connection, services, row)
        orders: dict[PowerId, tuple[str, ...]] = {}
        if membership.sees_orders and not is_over:
            plans = list_plans(connection, game.id, row.turn)
            orders = {PowerId(power): texts_of(plan) for power, plan in plans.items() if texts_of(plan)}
        texts = tuple(entry.text for entry in list_entries(connection, game.id))
        # Votes are not exported: where the game is imported, they are cast again.
        proposals = hide_votes(game.state, scheme_of(game.variant), None).proposals
        return ExportSource(game.rules.setup, texts, Inbox(orders, proposals), _read_board(connection, services, row))


def _read_board(connection: Connection, services: Services, row: StoredGame) -> Mapping[str, str] | None:
    """The files of a board that is not built in: the importing host needs them."""
    if row.variant in list_variants():
        return None
    folder = open_edition_folder(connection, services, row.edition)
    return {name: content.decode() for name, content in read_files(folder, BOARD_FILES).items()}


def write_export(source: ExportSource) -> bytes:
    """The file of a game. For a long game it takes seconds, so it is made in another process."""
    return write_game(SavedGame(read_history(source.setup, source.entries), source.inbox), source.board).encode()


def read_history(setup: Setup, texts: Sequence[str]) -> History:
    """The whole chain, with every entry checked against its hash."""
    entries = [read_entry(json.loads(text), f"entry {number}", {}) for number, text in enumerate(texts, start=1)]
    return link_entries(setup, entries)


def load_history(connection: Connection, game: LoadedGame) -> History:
    """The whole chain, with every entry checked against its hash; not for pages that are requested often."""
    return read_history(game.rules.setup, [row.text for row in list_entries(connection, game.id)])
