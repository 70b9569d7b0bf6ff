"""Runs single phases through the PyPI engine ``diplomacy`` (AGPL: it is called here, never copied)."""

import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from legation.board import Position, PowerId, Unit
from legation.orders import Submission
from tests.peers.positions import POWERS, Situation

with warnings.catch_warnings():
    # It opens its table of convoy paths on import and leaves the closing to the garbage collector.
    warnings.simplefilter("ignore", ResourceWarning)
    from diplomacy import Game

Holding = tuple[PowerId, str]
"""A unit and whose it is: ``("FRANCE", "A PAR")``."""


@dataclass(frozen=True)
class Aftermath:
    """What a phase leaves behind, as plain text that both engines share."""

    units: frozenset[Holding]
    retreats: Mapping[Holding, frozenset[str]] = field(default_factory=dict)
    """Of each dislodged unit that can retreat: where it may go."""
    owners: Mapping[str, str] = field(default_factory=dict)


class RefusedError(Exception):
    """The engine would not take an order that we gave it."""


class Engine:
    """One game of the engine, put into whatever position is wanted."""

    def __init__(self) -> None:
        self.game: Any = Game()
        self.results: Mapping[str, list[str]] = {}
        """Of each unit ordered in the last phase: what the engine says became of its order."""

    def judge_moves(self, situation: Situation) -> Aftermath:
        """Run a movement phase."""
        self.set_up(situation.position, f"{situation.season}1901M")
        self.give(situation.submissions())
        return self.process()

    def set_up(self, position: Position, phase: str) -> None:
        """Put the game into a position."""
        dislodged = {
            power: {str(gone.unit): list(gone.retreats) for gone in position.dislodged if gone.unit.power == power}
            for power in POWERS
        }
        self.game.set_state(
            {
                "name": phase,
                "units": {
                    power: [str(unit) for unit in position.units_of(power)] + [f"*{unit}" for unit in dislodged[power]]
                    for power in POWERS
                },
                "retreats": dislodged,
                "centers": {power: list(position.centres_of(power)) for power in POWERS},
            }
        )
        # Left over from the phase before; the engine would strike a retreat of a unit that bears the same name.
        self.game.popped = []
        self.game.dislodged = {}

    def give(self, submissions: Iterable[Submission]) -> None:
        """Hand in orders; raises if the engine drops any of them."""
        lines: dict[PowerId, list[str]] = {power: [] for power in POWERS}
        for submission in submissions:
            lines[submission.power].append(submission.text)
        self.game.error = []
        for power, orders in lines.items():
            # Without "expand" it takes orders as written, which is quicker; ours are complete already.
            self.game.set_orders(power, orders, expand=False)
        if self.game.error:
            raise RefusedError([str(error) for error in self.game.error])

    def process(self) -> Aftermath:
        """Judge the phase."""
        done = self.game.process()
        self.results = {unit: [str(code) for code in codes] for unit, codes in done.results.items()}
        return self.read()

    def read(self) -> Aftermath:
        """The position as it is now."""
        powers = self.game.powers
        return Aftermath(
            frozenset((PowerId(name), unit) for name, power in powers.items() for unit in power.units),
            {
                (PowerId(name), unit): frozenset(options)
                for name, power in powers.items()
                for unit, options in power.retreats.items()
            },
            {centre: name for name, power in powers.items() for centre in power.centers},
        )

    @property
    def phase(self) -> str:
        """The phase that comes next, such as ``F1901R``."""
        return str(self.game.get_current_phase())


def read_position(position: Position) -> Aftermath:
    """Our position in the same form."""
    return Aftermath(
        frozenset(_holding(unit) for unit in position.units.values()),
        {_holding(waiting.unit): frozenset(map(str, waiting.retreats)) for waiting in position.dislodged},
        {str(space): str(power) for space, power in position.owners.items()},
    )


def _holding(unit: Unit) -> Holding:
    return unit.power, str(unit)
