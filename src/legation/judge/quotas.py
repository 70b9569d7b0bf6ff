"""How many units a power may build or must remove: by centres, and by allowances for single kinds of unit."""

from collections import Counter

from legation.board import Board, Position, PowerId, UnitKind
from legation.judge.ownership import PLAIN, count_centres
from legation.judge.rulebook import Allowance, Rulebook
from legation.orders import NO_CLAUSE, ClauseId

Quota = UnitKind | None
"""A group of units with a separate limit: one kind, or (``None``) all units maintained by centres."""


def list_allowances(board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> dict[UnitKind, Allowance]:
    """The rule modules' allowances for single kinds of unit."""
    if not rulebook.modules:
        return {}
    centres = count_centres(board, position, power, rulebook)
    found = [one for module in rulebook.modules for one in module.allowances(board, position, power, centres)]
    return {allowance.kind: allowance for allowance in found}


def count_adjustments(board: Board, position: Position, power: PowerId, rulebook: Rulebook = PLAIN) -> int:
    """Builds due to a power for its centres, or removals if negative; units beside the centres are not counted."""
    allowances = list_allowances(board, position, power, rulebook)
    extra = {kind for kind, allowance in allowances.items() if allowance.is_extra}
    fed = sum(unit.kind not in extra for unit in position.units_of(power))
    return count_centres(board, position, power, rulebook) - fed


class Quotas:
    """One power's builds and removals in one Winter, counted down as they are used."""

    def __init__(self, board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> None:
        self.allowances = list_allowances(board, position, power, rulebook)
        forces = Counter(unit.kind for unit in position.units_of(power))
        due: dict[Quota, int] = {None: count_adjustments(board, position, power, rulebook)}
        due |= {kind: allowance.limit - forces[kind] for kind, allowance in self.allowances.items()}
        is_barred = power in position.in_disorder
        self.builds = {quota: 0 if is_barred else max(0, number) for quota, number in due.items()}
        is_kept = power in rulebook.unplayed
        self.removals = {quota: 0 if is_kept else max(0, -number) for quota, number in due.items()}

    @property
    def builds_left(self) -> int:
        """The total number of builds left."""
        return self.builds[None] + sum(self.builds[kind] for kind, found in self.allowances.items() if found.is_extra)

    @property
    def removals_left(self) -> int:
        """The total number of removals left. One for a kind's limit also counts for the centres."""
        extra = sum(self.removals[kind] for kind, found in self.allowances.items() if found.is_extra)
        within = sum(self.removals[kind] for kind, found in self.allowances.items() if not found.is_extra)
        return extra + max(self.removals[None], within)

    @property
    def spare(self) -> int:
        """Builds due for the centres, or removals if negative; units beside the centres are not counted."""
        return self.builds[None] or -self.removals[None]

    def quotas_of(self, kind: UnitKind) -> tuple[Quota, ...]:
        """The limits that apply to a unit of a kind."""
        allowance = self.allowances.get(kind)
        if allowance is None:
            return (None,)
        return (kind,) if allowance.is_extra else (None, kind)

    def cite(self, kind: UnitKind) -> ClauseId:
        """The clause that gives a kind of unit a separate limit, if there is one."""
        allowance = self.allowances.get(kind)
        return allowance.clause if allowance else NO_CLAUSE

    def may_build(self, kind: UnitKind) -> bool:
        """True if a build of this kind is left."""
        return all(self.builds[quota] for quota in self.quotas_of(kind))

    def may_remove(self, kind: UnitKind) -> bool:
        """True if removing a unit of this kind would satisfy a removal that is due."""
        return any(self.removals[quota] for quota in self.quotas_of(kind))

    def build(self, kind: UnitKind) -> None:
        """Use up a build."""
        for quota in self.quotas_of(kind):
            self.builds[quota] -= 1

    def remove(self, kind: UnitKind) -> None:
        """Use up a removal."""
        for quota in self.quotas_of(kind):
            self.removals[quota] = max(0, self.removals[quota] - 1)

    def waive(self) -> bool:
        """Give up one build, first of those for centres; returns whether there was any."""
        for quota, number in self.builds.items():
            if number:
                self.builds[quota] -= 1
                return True
        return False
