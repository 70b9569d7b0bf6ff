"""A bot that drafts several plans, weighs the prospects of each, and improves the best order by order."""

import random

from legation.board import PowerId, UnitKey
from legation.bots.bombs import carry_bomb, launch_bombs
from legation.bots.changes import Orders, list_frozen, list_others
from legation.bots.draft import Draft
from legation.bots.greedy_bot import draft_moves
from legation.bots.odds import Odds
from legation.bots.scales import Scales
from legation.bots.surroundings import Surroundings
from legation.bots.survey import Survey
from legation.bots.thinking_bot import ThinkingBot
from legation.bots.values import Values
from legation.game import Phase
from legation.orders import MovementOrder, Order

DRAFTS = 6
"""The number of drafts that are weighed."""
ROUNDS = 3
"""How often every unit is checked for a better order."""
LITTLE = 1e-9


class PlannerBot(ThinkingBot):
    """Considers what the others could do, not what they will; stronger than ``GreedyBot``."""

    def write_moves(self, survey: Survey, phase: Phase, power: PowerId, chance: random.Random) -> list[Order]:
        """The plan, occasionally with a bomb."""
        planned = plan_moves(survey, phase, power, chance)
        return add_bombs(Draft(survey, phase, power, chance), planned)


def add_bombs(draft: Draft, orders: Orders) -> list[Order]:
    """The orders by the spaces of their units; where there are bombs, some are carried and a few launched."""
    carried = [carry_bomb(draft.survey, orders[key], draft.chance) for key in sorted(orders)]
    return [*carried, *launch_bombs(draft)]


def plan_moves(
    survey: Survey, phase: Phase, power: PowerId, chance: random.Random, *, drafts: int = DRAFTS
) -> dict[UnitKey, MovementOrder]:
    """The best of several drafts, improved."""
    odds, surroundings = Odds(survey, power), Surroundings(Values(survey, power, chance))
    weighed: list[tuple[float, int, Scales]] = []
    for number in range(drafts):
        draft = Draft(survey, phase, power, random.Random(chance.random()))
        draft_moves(draft)
        scales = Scales(draft, odds, surroundings)
        weighed.append((scales.weigh(draft.orders), -number, scales))
    return mend(max(weighed, key=lambda found: found[:2])[2])


def mend(scales: Scales) -> dict[UnitKey, MovementOrder]:
    """Change one order of the draft after another, as long as that increases its worth."""
    draft = scales.draft
    now = dict(draft.orders)
    frozen = list_frozen(draft, now)
    for _ in range(ROUNDS):
        changed = [key for key in draft.units if key not in frozen and _mend_one(scales, now, key)]
        if not changed:
            break
    return now


def _mend_one(scales: Scales, orders: dict[UnitKey, MovementOrder], key: UnitKey) -> bool:
    """Give one unit its best order; returns whether it changed."""
    before = best = orders[key]
    score = scales.weigh_near(orders, key)
    for order in list(list_others(scales.draft, scales.draft.units[key], orders)):
        orders[key] = order
        new = scales.weigh_near(orders, key)
        if new > score + LITTLE:
            best, score = order, new
    orders[key] = best
    return best != before
