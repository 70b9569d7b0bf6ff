"""The PyPI ``diplomacy`` engine, set up with our phases."""

import warnings
from collections.abc import Sequence
from functools import partial
from typing import Any

from benchmarks.regular_phases import RegularPhase
from benchmarks.timing import best_each

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


def measure_peer(phases: Sequence[RegularPhase], rounds: int) -> tuple[float, float]:
    """Seconds for all phases, each by its fastest round: ``process()`` alone, and with the handing in of orders."""
    judged, handed_in = 0.0, 0.0
    for phase in phases:
        games = [make_peer_game(phase) for _ in range(rounds)]
        handed_in += min(best_each(1, [partial(give_orders, game, phase)]) for game in games)
        judged += min(best_each(1, [game.process]) for game in games)
    return judged, judged + handed_in
