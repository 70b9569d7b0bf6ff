"""A whole game as one file, as the library reads it."""

import json

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import History, Inbox, SavedGame, link_entries, read_entry
from legation.game import export_game as write_game
from legation.server.base.refusals import forbidden
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, decode_game
from legation.server.game.membership import Act, open_game
from legation.server.game.plan_storage import list_plans
from legation.server.game.plans import texts_of
from legation.server.game.storage import list_entries
from legation.server.identity.viewers import Viewer


def export_game(services: Services, viewer: Viewer, game_id: str) -> str:
    """Everything: for the game master, and for all who may see the game once it is over."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game_id, viewer)
        is_over = row.is_over
        if not is_over:
            membership.need(Act.EXPORT)
            if membership.power is not None:
                raise forbidden("export_by_player")
        game = decode_game(connection, services, row)
        orders: dict[PowerId, tuple[str, ...]] = {}
        if membership.sees_orders and not is_over:
            plans = list_plans(connection, game.id, row.turn)
            orders = {PowerId(power): texts_of(plan) for power, plan in plans.items() if texts_of(plan)}
        return write_game(SavedGame(load_history(connection, game), Inbox(orders, game.state.proposals)))


def load_history(connection: Connection, game: LoadedGame) -> History:
    """The whole chain, every entry checked against its hash; never for a page that is asked for often."""
    rows = list_entries(connection, game.id)
    entries = [read_entry(json.loads(row.text), f"entry {row.number}", {}) for row in rows]
    return link_entries(game.rules.setup, entries)
