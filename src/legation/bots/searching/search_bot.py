"""A bot that tries its orders against what the others may order, thousands of times, and keeps the best."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from legation.batch import Codes
from legation.board import PowerId
from legation.bots.changes import Orders
from legation.bots.draft import Draft
from legation.bots.greedy_bot import draft_moves
from legation.bots.learned import Sage, make_board_features
from legation.bots.odds import Odds
from legation.bots.planner_bot import add_bombs
from legation.bots.scales import Scales
from legation.bots.searching.courts import ArrayCourt, Court, Courts
from legation.bots.searching.learned_outlook import LearnedOutlook
from legation.bots.searching.outlook import HandmadeOutlook, Outlook
from legation.bots.searching.regrets import SAMPLES, match_regrets
from legation.bots.searching.replies import Replies, list_neighbours
from legation.bots.searching.search import CAUTION, Deadline, Search
from legation.bots.surroundings import Surroundings
from legation.bots.survey import Survey
from legation.bots.thinking_bot import ThinkingBot
from legation.game import Phase, start_state
from legation.orders import Order
from legation.variants import Variant, load_variant

PREPARING = 0.5
"""The share of the time for preparing the others' orders."""
FORESEEING = 0.4
"""The share of the joint moves for predicting the others' choices."""
FORESEEN = 0.7
"""The share of the time after which prediction ends."""
HABIT = 0.3
"""How far the others are assumed to plan by habit, like planners."""
SEARCH = 0.5
"""How far they are assumed to search against habits; for the rest they are assumed to think about each other."""
SHORT = 6000
"""The joint moves of a short search for one of the others."""
SHORT_REPLIES = 16
FEWEST = 4
"""The fewest replies that are sampled."""
ENOUGH = 40
"""The number of its own orders that a power should be able to try against all replies."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The limits of a search: a number of joint moves, and a number of seconds."""

    joint_moves: int = 20_000
    judged_one_by_one: int = 400
    """The same where the reference judge must do it."""
    replies: int = 32
    """Samples of what the others may order."""
    seconds: float | None = 2.0
    """None: no limit, so that the same seed always plays the same game."""


class SearchBot(ThinkingBot):
    """Searches with the batch engine; stronger than ``PlannerBot``.

    With ``find_sage`` it values boards by what was learned from games, where there are weights for the board.
    """

    def __init__(
        self,
        effort: Effort | None = None,
        clock: Callable[[], float] = time.monotonic,
        find_sage: Callable[[Variant], Sage | None] = lambda variant: None,
    ) -> None:
        super().__init__()
        self.effort = effort or Effort()
        self.clock = clock
        self.find_sage = find_sage
        self._courts = Courts()
        self._replies: Replies | None = None

    def write_moves(self, survey: Survey, phase: Phase, power: PowerId, chance: random.Random) -> list[Order]:
        """The best orders found, occasionally with a bomb."""
        draft = Draft(survey, phase, power, chance)
        if not draft.units:
            return []
        search, drafts = self.study(draft, phase)
        return add_bombs(draft, search.climb(drafts).orders)

    def study(self, draft: Draft, phase: Phase) -> tuple[Search, list[Orders]]:
        """A search that is ready to begin, and its first drafts."""
        deadline = Deadline(self.effort.seconds, self.clock)
        survey, power = draft.survey, draft.power
        court = self._courts.open(survey)
        room = self.effort.joint_moves if isinstance(court, ArrayCourt) else self.effort.judged_one_by_one
        replies = self._look_around(survey, phase)
        others = list_neighbours(survey, power)
        replies.prepare([power, *others], lambda: deadline.is_over(PREPARING))
        draft_moves(draft)
        surroundings = Surroundings(draft.values)
        number = court.powers.index(power)
        sage = self.find_sage(survey.variant)
        outlook: Outlook
        mixtures = None
        caution = CAUTION
        if sage is None or not isinstance(court, ArrayCourt):
            outlook = HandmadeOutlook(draft, surroundings, number)
        else:
            terrain = make_board_features(survey.board, court.powers)
            outlook = LearnedOutlook(terrain, sage.network(is_fall=draft.is_fall), number)
            for near in (power, *others):
                seen = LearnedOutlook(terrain, outlook.network, court.powers.index(near))
                self._search_shortly(near, court, seen, replies, deadline.cut(PREPARING))
            sets = {near: court.encode(replies.sets_of(near)) for near in (power, *others)}
            foreseen = self._foresee(court, outlook, sets, draft.chance, deadline)
            mixtures = {near: mix_in_habits(foreseen[near], replies.habits_of(near)) for near in others}
            room -= int(FORESEEING * room)
            caution = 0.0  # the network has seen the results of bold and of careful boards
        count = max(FEWEST, min(self.effort.replies, room // ENOUGH))
        sampled = replies.sample(others, count, draft.chance, mixtures)
        scales = Scales(draft, Odds(survey, power), surroundings)
        return Search(court, outlook, scales, sampled, room, deadline, caution), replies.sets_of(power)

    @staticmethod
    def _search_shortly(power: PowerId, court: Court, outlook: Outlook, replies: Replies, deadline: Deadline) -> None:
        """Find the orders of a power that searches like this bot, and takes the others for planners."""

        def find(chance: random.Random) -> Orders:
            draft = Draft(replies.survey, replies.phase, power, chance)
            others = list_neighbours(replies.survey, power)
            replies.prepare(others, deadline.is_over)
            draft_moves(draft)
            scales = Scales(draft, Odds(replies.survey, power), Surroundings(draft.values))
            sampled = replies.sample(others, SHORT_REPLIES, chance)
            return Search(court, outlook, scales, sampled, SHORT, deadline, 0.0).climb(replies.drafts_of(power)).orders

        replies.search_for(power, find, deadline.is_over)

    def _foresee(
        self,
        court: ArrayCourt,
        outlook: LearnedOutlook,
        sets: Mapping[PowerId, Codes],
        chance: random.Random,
        deadline: Deadline,
    ) -> dict[PowerId, list[float]]:
        """The chance that each power chooses each of its sets of orders."""
        each = SAMPLES * sum(len(mine) for mine in sets.values())
        found = match_regrets(
            court.judge_codes,
            outlook.value_for,
            list(sets.values()),
            [court.powers.index(power) for power in sets],
            rounds=int(FORESEEING * self.effort.joint_moves) // each,
            chance=np.random.default_rng(chance.getrandbits(63)),
            is_late=lambda: deadline.is_over(FORESEEN),
        )
        return {power: chances.tolist() for power, chances in zip(sets, found, strict=True)}

    def _look_around(self, survey: Survey, phase: Phase) -> Replies:
        found = self._replies
        if found is None or found.survey is not survey or found.phase != phase:
            found = self._replies = Replies(survey, phase)
        return found


def mix_in_habits(foreseen: Sequence[float], habits: Sequence[float]) -> list[float]:
    """The chance that a power chooses each of its sets: part habit, part search, part thinking about others.

    Players who all think as deeply as the search does would choose as predicted. Few do, and a search that counts on it
    prepares for attacks that do not come. ``foreseen`` has the drafts, as ``habits`` does, and then the results of
    searches; where there was no time to search, habits count for that part, too.
    """
    searched = len(foreseen) - len(habits)
    habit = HABIT if searched else HABIT + SEARCH
    usual = [*(habit * chance for chance in habits), *([SEARCH / max(1, searched)] * searched)]
    return [(1 - HABIT - SEARCH) * thought + chance for thought, chance in zip(foreseen, usual, strict=True)]


def warm_up() -> None:
    """Compile the machine code with two searches: that takes some seconds the first time on a machine."""
    for variant in (load_variant("standard"), load_variant("colonial-variant")):  # carrying ships have their own
        power = next(iter(variant.powers))
        SearchBot().choose(variant, variant.rulebook, start_state(variant), power, random.Random(0))
