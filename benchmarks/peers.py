"""The PyPI ``diplomacy`` engine, set up with our phases."""

import warnings
from typing import Any

from benchmarks.regular_phases import RegularPhase
from benchmarks.timing import read_clock

with warnings.catch_warnings():
    # It opens its table of convoy paths on import and leaves the closing to the garbage collector.
    warnings.simplefilter("ignore", ResourceWarning)
    from diplomacy import Game as PeerGame


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


def time_peer(phase: RegularPhase) -> tuple[float, float]:
    """Seconds of ``process()`` right after the orders are handed in, and of both together."""
    game = make_peer_game(phase)
    start = read_clock()
    give_orders(game, phase)
    given = read_clock()
    game.process()
    end = read_clock()
    return end - given, end - start
