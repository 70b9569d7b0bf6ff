"""The judge's results."""

from typing import NamedTuple, Self

from legation.board import Position, PowerId, Unit
from legation.judge.reasons import Fate, Reason, Result
from legation.orders import NO_CLAUSE, ClauseId, Order, Piece, Refusal


class Strengths(NamedTuple):
    """The strengths of a movement order: of its attack, of the space attacked, and of its opponents."""

    attack: int = 0
    hold: int = 0
    """For a move, the holding strength of the target space; for any other order, that of the unit itself."""
    defend: int = 0
    """The strength of the unit met head on."""
    prevent: int = 0
    """The strength of the strongest other move to the same space."""


class Finding(NamedTuple):
    """The result of an order, why, and the orders that decided it."""

    result: Result
    reason: Reason
    because_of: tuple[Order, ...] = ()


class Harm(NamedTuple):
    """What happened to a unit that did not stay on the board unharmed."""

    fate: Fate
    by: Order | None = None
    """The order that dislodged it."""
    refusal: Refusal | None = None
    """Why it could not retreat, if a rule of the variant closed its last way out."""


class Outcome(NamedTuple):
    """What happened to one order, and why. A small tuple: the judge makes one for every unit of every phase."""

    power: PowerId
    order: Order
    finding: Finding
    harm: Harm | None = None
    strengths: Strengths | None = None
    clauses: tuple[ClauseId, ...] = ()
    """The clauses of the sheet that apply to it, the most important first."""
    by_sheet: bool = False
    """True if the first of them decided it; otherwise the rulebook did, and they are additional."""

    @property
    def clause(self) -> ClauseId:
        """The clause that decided it; empty if the rulebook did."""
        return self.clauses[0] if self.by_sheet else NO_CLAUSE

    def decided_by(self, clause: ClauseId) -> Self:
        """The same outcome with the clause that decided it; unchanged if there is none."""
        if not clause:
            return self
        return self._replace(clauses=tuple(dict.fromkeys((clause, *self.clauses))), by_sheet=True)

    def citing(self, *clauses: ClauseId) -> Self:
        """The same outcome with further clauses that apply to it."""
        found = [clause for clause in clauses if clause]
        return self._replace(clauses=tuple(dict.fromkeys((*self.clauses, *found)))) if found else self

    @property
    def result(self) -> Result:
        """What happened to the order."""
        return self.finding.result

    @property
    def reason(self) -> Reason:
        """Why."""
        return self.finding.reason

    @property
    def because_of(self) -> tuple[Order, ...]:
        """The orders that decided it."""
        return self.finding.because_of

    @property
    def fate(self) -> Fate:
        """What happened to the unit."""
        return self.harm.fate if self.harm else Fate.STANDS

    @property
    def dislodged_by(self) -> Order | None:
        """The order that dislodged the unit."""
        return self.harm.by if self.harm else None


class Verdict(NamedTuple):
    """The outcome of every order, and the position that follows."""

    outcomes: tuple[Outcome, ...]
    position: Position
    destroyed: tuple[Unit, ...] = ()
    """Units removed from the board in this phase."""

    def by_unit(self) -> dict[Piece, Outcome]:
        """The outcomes of units, by the unit; bombs and waivers have none."""
        found = ((getattr(outcome.order, "unit", None), outcome) for outcome in self.outcomes)
        return {unit: outcome for unit, outcome in found if unit is not None}
