"""What people ask bots for besides orders: hints for a player, and the reasons behind a bot's orders."""

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from legation.board import PowerId, UnitKey, space_of
from legation.bots.adjustments import choose_good_adjustments
from legation.bots.changes import Orders
from legation.bots.draft import Draft
from legation.bots.levels import make_bot
from legation.bots.planner_bot import plan_moves
from legation.bots.prospects import Advice, Hint, Prospect, narrow, weigh_plan
from legation.bots.retreats import choose_good_retreats
from legation.bots.survey import Survey
from legation.bots.values import Values
from legation.game import GameState, PhaseKind
from legation.judge import Rulebook
from legation.orders import Move, MovementOrder, Order, Retreat
from legation.variants import Variant

if TYPE_CHECKING:
    from legation.bots.searching import SearchBot

COUNT: Final = 3
"""The most options in a hint."""
TRIES: Final = 12
"""How often a bot that chooses randomly among equals is asked for other options."""
SEARCHING: Final = ("strong", "master")


def give_hint(variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, seed: int) -> Hint:
    """The best options of a power in the current phase, by the strongest bot that can play the board here."""
    survey = Survey(variant, rulebook, state.position)
    match state.phase.kind:
        case PhaseKind.MOVES:
            return _hint_at_moves(survey, state, power, seed)
        case PhaseKind.RETREATS:
            return Hint(_vary(survey, power, seed, choose_good_retreats), {})
        case PhaseKind.ADJUSTMENTS:
            return Hint(_vary(survey, power, seed, choose_good_adjustments), {})


def explain_choice(
    level: str, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, *, orders: Sequence[Order]
) -> Advice:
    """A bot's opinion of its own orders in a movement phase: it is asked once more."""
    survey = Survey(variant, rulebook, state.position)
    draft = Draft(survey, state.phase, power, random.Random(0))
    given = {survey.key(order.unit): order for order in orders if isinstance(order, MovementOrder)}
    searcher = find_searcher(level) if level in SEARCHING else None
    if searcher is None:
        return weigh_plan(draft, given)
    from legation.bots.searching import judge_choice  # noqa: PLC0415 - it is there, since its bot is

    return judge_choice(searcher, draft, state.phase, given)


def _hint_at_moves(survey: Survey, state: GameState, power: PowerId, seed: int) -> Hint:
    draft = Draft(survey, state.phase, power, random.Random(seed))
    if not draft.units:
        return Hint((), {})
    searcher = find_searcher("master")
    if searcher is not None:
        from legation.bots.searching import advise_all  # noqa: PLC0415 - it is there, since its bot is

        return advise_all(searcher, draft, state.phase, COUNT)
    return _hint_by_plans(draft, state, seed)


def find_searcher(level: str) -> "SearchBot | None":
    """The searching bot of a level; None if it cannot search, or is not ready yet."""
    bot = make_bot(level)
    find = getattr(bot, "find_searcher", None)
    return find() if find else None


def _hint_by_plans(draft: Draft, state: GameState, seed: int) -> Hint:
    """A hint without a search: the planner's drafts, by its opinion of each."""
    plans: dict[frozenset[object], tuple[Advice, Orders]] = {}
    for number in range(TRIES):
        orders = plan_moves(draft.survey, state.phase, draft.power, random.Random(f"{seed} {number}"), drafts=2)
        goals = frozenset(space_of(order.target) for order in orders.values() if isinstance(order, Move))
        advice = weigh_plan(draft, orders)
        if goals not in plans or advice.worth > plans[goals][0].worth:
            plans[goals] = advice, orders
    ranked = sorted(plans.values(), key=lambda found: -found[0].worth)
    units: dict[UnitKey, tuple[Advice, ...]] = {}
    for key in draft.units:
        different: dict[MovementOrder, Advice] = {}
        for advice, plan in ranked:
            different.setdefault(plan[key], narrow(draft, advice, plan, key))
        units[key] = tuple(different.values())[:COUNT]
    return Hint(tuple(advice for advice, _ in ranked[:COUNT]), units)


def _vary(
    survey: Survey, power: PowerId, seed: int, choose: Callable[[Survey, PowerId, random.Random], list[Order]]
) -> tuple[Advice, ...]:
    """A bot's orders, and other orders that it likes just as well."""
    found: dict[frozenset[Order], Advice] = {}
    for number in range(TRIES):
        orders = tuple(choose(survey, power, random.Random(f"{seed} {number}")))
        found.setdefault(frozenset(orders), Advice(orders, _list_taken(survey, power, orders), (), (), 0.0, 0.0))
    return tuple(found.values())[:COUNT] if all(found) else ()


def _list_taken(survey: Survey, power: PowerId, orders: Sequence[Order]) -> tuple[Prospect, ...]:
    """Other powers' centres to which units retreat; it is even chances where others may retreat as well."""
    owners, values = survey.position.owners, Values(survey, power, random.Random(0))
    dislodged = {found.unit.space: found.unit for found in survey.position.dislodged if found.unit.power == power}
    rivals = {
        space_of(target)
        for found in survey.position.dislodged
        if found.unit.power != power
        for target in found.retreats
    }
    goals = [(dislodged[order.unit.space], space_of(order.target)) for order in orders if isinstance(order, Retreat)]
    return tuple(
        Prospect(space, 0.5 if space in rivals else 1.0, owners.get(space))
        for unit, space in goals
        if survey.board.spaces[space].centre.is_counted and owners.get(space) != power and values.can_take(unit, space)
    )
