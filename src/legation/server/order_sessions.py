"""Who writes the orders of which power: the player of it, or a game master for anybody."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row

from legation.board import PowerId
from legation.server.loaded_game import LoadedGame, decode_game, load_locked_game
from legation.server.reviews import Setting
from legation.server.rights import Membership, choose_power, open_game
from legation.server.services import Services
from legation.server.store.orders import find_plan
from legation.server.viewers import Viewer


@dataclass(frozen=True, slots=True)
class OrderSession:
    """One request about the orders of one power."""

    connection: Connection
    services: Services
    game: LoadedGame
    membership: Membership
    power: PowerId
    is_own: bool
    """Whether a player writes for its own power."""
    is_blind: bool
    """Whether a game master writes for a power without seeing what it has written."""

    @property
    def setting(self) -> Setting:
        """By what rules and in what state lines are taken."""
        return Setting(self.game.variant, self.game.rulebook, self.game.state)

    def find_plan(self, plan: str) -> Row[Any] | None:
        """One of the power's plans for this turn."""
        return find_plan(self.connection, self.game.id, self.game.row.turn, self.power, plan)


def open_session(
    connection: Connection, services: Services, game: str, viewer: Viewer, power: str | None
) -> OrderSession:
    """A session that reads."""
    row, membership = open_game(connection, game, viewer)
    return _make_session(connection, services, decode_game(connection, services, row), membership, power)


def lock_session(
    connection: Connection, services: Services, game_id: str, viewer: Viewer, power: str | None
) -> OrderSession:
    """A session that writes: nobody else changes the game until its transaction ends."""
    game, membership = load_locked_game(connection, services, game_id, viewer)
    return _make_session(connection, services, game, membership, power)


def _make_session(
    connection: Connection, services: Services, game: LoadedGame, membership: Membership, wanted: str | None
) -> OrderSession:
    power = choose_power(membership, game.variant.powers, wanted)
    is_own = power == membership.power
    is_blind = not is_own and not membership.sees_orders
    return OrderSession(connection, services, game, membership, power, is_own, is_blind)
