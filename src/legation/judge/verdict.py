"""What the judge hands back."""

from dataclasses import dataclass, field
from typing import NamedTuple

from legation.board import Position, PowerId, Unit
from legation.judge.reasons import Fate, Reason, Result
from legation.orders import Order


class Strengths(NamedTuple):
    """The numbers of a movement order: of its attack, of the space attacked, and what stood against it."""

    attack: int = 0
    hold: int = 0
    """Of a move: the holding strength of the space attacked; of any other order: of the unit itself."""
    defend: int = 0
    """Of the unit met head on."""
    prevent: int = 0
    """The strongest other move to the same space."""


class Outcome(NamedTuple):
    """What became of one order, and why. A tuple, because the judge makes one for every unit of every phase."""

    power: PowerId
    order: Order
    result: Result
    reason: Reason
    because_of: tuple[Order, ...] = ()
    """The orders that decided it."""
    fate: Fate = Fate.STANDS
    dislodged_by: Order | None = None
    strengths: Strengths | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of every order, and the position that follows."""

    outcomes: tuple[Outcome, ...]
    position: Position
    destroyed: tuple[Unit, ...] = field(default=())
    """Units taken off the board in this phase."""
