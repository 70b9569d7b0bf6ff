"""The powers' possible orders: drafts of each, combined at random."""

import random
import zlib
from collections.abc import Callable, Mapping, Sequence

from legation.board import PowerId, UnitKey
from legation.bots.changes import Orders
from legation.bots.draft import Draft
from legation.bots.greedy_bot import draft_moves
from legation.bots.planner_bot import plan_moves
from legation.bots.survey import Survey
from legation.game import Phase
from legation.orders import MovementOrder

PLANNED = 4
"""The number of a power's drafts that are planned with care."""
DRAFTED = 4
"""The number of quick drafts."""
CARE = 0.75
"""The chance that a power plans with care."""
SEARCHED = 2
"""The number of additional sets of orders of a power that a short search finds."""
REACH = 3
"""A power with no unit this near cannot matter in this phase."""


class Replies:
    """The drafts of every power in one position: made once, since all observers see the same position."""

    def __init__(self, survey: Survey, phase: Phase) -> None:
        self.survey = survey
        self.phase = phase
        self._drafted: dict[PowerId, list[Orders]] = {}
        self._planned: dict[PowerId, list[Orders]] = {}
        self._searched: dict[PowerId, list[Orders]] = {}

    def prepare(self, powers: Sequence[PowerId], is_late: Callable[[], bool]) -> None:
        """Make drafts for some powers, and plan with care in turn while there is time."""
        for power in powers:
            if power not in self._drafted:
                chance = self._chance(power, "drafted")
                self._drafted[power] = [self._draft(power, chance) for _ in range(DRAFTED)]
        for number in range(PLANNED):
            for power in powers:
                planned = self._planned.setdefault(power, [])
                if len(planned) == number and not is_late():
                    chance = self._chance(power, f"planned {number}")
                    planned.append(plan_moves(self.survey, self.phase, power, chance, drafts=2))

    def search_for(self, power: PowerId, find: Callable[[random.Random], Orders], is_late: Callable[[], bool]) -> None:
        """Keep the results of short searches for a power, while there is time."""
        searched = self._searched.setdefault(power, [])
        while len(searched) < SEARCHED and not is_late():
            searched.append(find(self._chance(power, f"searched {len(searched)}")))

    def drafts_of(self, power: PowerId) -> list[Orders]:
        """All drafts for a power, the careful plans first."""
        return [*self._planned.get(power, ()), *self._drafted[power]]

    def searched_of(self, power: PowerId) -> list[Orders]:
        """The results of short searches for a power."""
        return self._searched.get(power, [])

    def sets_of(self, power: PowerId) -> list[Orders]:
        """All sets of orders of a power: its drafts, then the results of searches."""
        return [*self.drafts_of(power), *self.searched_of(power)]

    def habits_of(self, power: PowerId) -> list[float]:
        """The chance that a power chooses each of its drafts, if it does not consider what the others think."""
        planned, drafted = len(self._planned.get(power, ())), len(self._drafted[power])
        if not planned:
            return [1 / drafted] * drafted
        return [CARE / planned] * planned + [(1 - CARE) / drafted] * drafted

    def sample(
        self,
        powers: Sequence[PowerId],
        count: int,
        chance: random.Random,
        mixtures: Mapping[PowerId, Sequence[float]] | None = None,
    ) -> list[Orders]:
        """A number of joint orders of some powers; ``mixtures`` gives the chance of each set of a power."""
        if mixtures is None:
            return [self._sample_one(powers, chance) for _ in range(count)]
        drawn = {power: chance.choices(self.sets_of(power), mixtures[power], k=count) for power in powers}
        return [{key: order for power in powers for key, order in drawn[power][at].items()} for at in range(count)]

    def _sample_one(self, powers: Sequence[PowerId], chance: random.Random) -> Orders:
        joint: dict[UnitKey, MovementOrder] = {}
        for power in powers:
            planned = self._planned.get(power)
            joint.update(chance.choice(planned if planned and chance.random() < CARE else self._drafted[power]))
        return joint

    def _draft(self, power: PowerId, chance: random.Random) -> Orders:
        draft = Draft(self.survey, self.phase, power, chance)
        draft_moves(draft)
        return draft.orders

    def _chance(self, power: PowerId, purpose: str) -> random.Random:
        """A random source that depends on the position alone, not on which power asks first."""
        units = " ".join(sorted(str(unit) for unit in self.survey.position.units.values()))
        return random.Random(zlib.crc32(f"{self.phase} {power} {purpose} {units}".encode()))


def list_neighbours(survey: Survey, power: PowerId) -> list[PowerId]:
    """The other powers whose units could interfere with a power's moves in this phase."""
    spaces = [unit.space for unit in survey.position.units_of(power)]
    steps = survey.board.distances(spaces)
    near = {
        unit.power
        for unit in survey.position.units.values()
        if unit.power != power and steps.get(survey.board.index[unit.location], REACH + 1) <= REACH
    }
    return sorted(near)
