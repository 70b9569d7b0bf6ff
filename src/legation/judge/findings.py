"""The judge's findings on the orders of a movement phase: findings, harms and strengths by unit.

Nearly every unit of a phase gets one of each, so those without special contents are made once, and the others without
the detour through Python that ``Finding(...)`` takes.
"""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Final, Generic, NamedTuple, TypeVar, cast

from legation.judge.reasons import Reason, Result
from legation.judge.verdict import Finding, Harm, Strengths
from legation.orders import MovementOrder, Order, Retreat

Key = TypeVar("Key")
Placed = TypeVar("Placed", bound=MovementOrder | Retreat)

HELD: Final = Finding(Result.SUCCEEDS, Reason.HELD)
DISLODGED: Final = Finding(Result.SUCCEEDS, Reason.DISLODGED)
MOVED: Final = Finding(Result.SUCCEEDS, Reason.MOVED)
GIVEN: Final = Finding(Result.SUCCEEDS, Reason.SUPPORT_GIVEN)
AVAILABLE: Final = Finding(Result.SUCCEEDS, Reason.CONVOY_AVAILABLE)
UNROUTED: Final = Finding(Result.VOID, Reason.NO_CONVOY_ORDERED)
UNOPPOSED: Final = Strengths(attack=1)
EVEN: Final = Strengths(attack=1, prevent=1)

# Bound once: looking up a member of an Enum costs as much as the rest of a simple outcome in Python 3.11.
SUCCEEDS, FAILS, VOID, CUT, DISRUPTED = Result.SUCCEEDS, Result.FAILS, Result.VOID, Result.CUT, Result.DISRUPTED
HAS_MOVED, BOUNCED, REPELLED, OUTMATCHED = Reason.MOVED, Reason.BOUNCED, Reason.REPELLED, Reason.OUTMATCHED
MET_HEAD_ON, OWN_UNIT_IN_WAY, SUPPORT_CUT = Reason.MET_HEAD_ON, Reason.OWN_UNIT_IN_WAY, Reason.SUPPORT_CUT
SUPPORT_DISLODGED, CARRIER_DISLODGED = Reason.SUPPORT_DISLODGED, Reason.CARRIER_DISLODGED

new_finding = cast("Callable[[type[Finding], tuple[Result, Reason, tuple[Order, ...]]], Finding]", tuple.__new__)
new_strengths = cast("Callable[[type[Strengths], tuple[int, int, int, int]], Strengths]", tuple.__new__)


class StrengthsTable(dict[Key, Strengths], Generic[Key]):
    """Strengths by their numbers: those of nearly all fights are made once, any others on demand."""

    def __init__(self, make: Callable[[Key], Strengths], usual: Iterable[Key]) -> None:
        super().__init__((numbers, make(numbers)) for numbers in usual)
        self._make = make

    def __missing__(self, numbers: Key) -> Strengths:
        return self._make(numbers)


_SMALL = range(5)
STRENGTHS: Final = StrengthsTable(Strengths._make, [(a, h, 0, p) for a in _SMALL for h in _SMALL for p in _SMALL])
"""By attack, hold, defend and prevent."""
HOLDING: Final = StrengthsTable(lambda hold: Strengths(hold=hold), range(10))
"""The strengths of a unit that does not move, by its holding strength."""
ALONE: Final = StrengthsTable(lambda hold: Strengths(attack=1, hold=hold), range(10))
"""The strengths of a move without help, by the holding strength it meets."""


class UnitFindings(NamedTuple):
    """The findings on every unit so far."""

    findings: list[Finding]
    harms: list[Harm | None]
    strengths: list[Strengths]


def in_sequence(orders: list[Placed]) -> tuple[Order, ...]:
    """Orders by the place of their unit, so that the order in which units are listed changes nothing."""
    if len(orders) > 1:
        orders.sort(key=_place)
    return tuple(orders)


_place = cast("Callable[[MovementOrder | Retreat], str]", attrgetter("unit.location"))
