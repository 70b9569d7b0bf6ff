"""The PyPI ``diplomacy`` engine, set up with our phases."""

from typing import Any

from diplomacy import Game as PeerGame

from benchmarks.regular_phases import RegularPhase


def make_peer_game(phase: RegularPhase) -> Any:  # noqa: ANN401 - the peer has no types
    """A game of theirs with the units of a phase on the board, orders not yet given."""
    game = PeerGame()
    for power in game.powers:
        game.clear_units(power)
    for power in game.powers:
        game.set_units(power, [str(unit) for unit in phase.position.units_of(power)])
    return game


def give_orders(game: Any, phase: RegularPhase) -> None:  # noqa: ANN401
    """Hand in every power's orders."""
    for power, orders in phase.orders.items():
        game.set_orders(power, orders)
