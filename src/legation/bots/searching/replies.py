"""What the powers may order: drafts of each, thrown together by chance."""

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
"""How many of the drafts of a power are planned with care."""
DRAFTED = 4
"""How many are put down at once."""
CARE = 0.75
"""How likely a power is to plan with care."""
SEARCHED = 2
"""How many more sets of orders of a power are found by a short search."""
REACH = 3
"""A power with no unit so near cannot matter in this phase."""


class Replies:
    """The drafts of every power in one position: made once, since all who look see the same position."""

    def __init__(self, survey: Survey, phase: Phase) -> None:
        self.survey = survey
        self.phase = phase
        self._drafted: dict[PowerId, list[Orders]] = {}
        self._planned: dict[PowerId, list[Orders]] = {}
        self._searched: dict[PowerId, list[Orders]] = {}

    def prepare(self, powers: Sequence[PowerId], is_late: Callable[[], bool]) -> None:
        """Draft for some powers, and plan with care in turn as long as there is time."""
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
        """Keep what short searches find for a power, as long as there is time."""
        searched = self._searched.setdefault(power, [])
        while len(searched) < SEARCHED and not is_late():
            searched.append(find(self._chance(power, f"searched {len(searched)}")))

    def drafts_of(self, power: PowerId) -> list[Orders]:
        """All that was drafted for a power, what was planned with care first."""
        return [*self._planned.get(power, ()), *self._drafted[power]]

    def searched_of(self, power: PowerId) -> list[Orders]:
        """What short searches found for a power."""
        return self._searched.get(power, [])

    def sets_of(self, power: PowerId) -> list[Orders]:
        """All sets of orders of a power: its drafts, then what was searched."""
        return [*self.drafts_of(power), *self.searched_of(power)]

    def habits_of(self, power: PowerId) -> list[float]:
        """How likely a power is to choose each of its drafts, if it does not ask what the others think."""
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
        """So many joint orders of some powers; ``mixtures`` says how likely each set of a power is."""
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
        """The same for the same position, whoever asks first."""
        units = " ".join(sorted(str(unit) for unit in self.survey.position.units.values()))
        return random.Random(zlib.crc32(f"{self.phase} {power} {purpose} {units}".encode()))


def list_neighbours(survey: Survey, power: PowerId) -> list[PowerId]:
    """The other powers whose units could meddle in what a power does now."""
    spaces = [unit.space for unit in survey.position.units_of(power)]
    steps = survey.board.distances(spaces)
    near = {
        unit.power
        for unit in survey.position.units.values()
        if unit.power != power and steps.get(survey.board.index[unit.location], REACH + 1) <= REACH
    }
    return sorted(near)
