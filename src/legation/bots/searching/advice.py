"""Advice for a player: the best sets of orders that a search finds, and the possible results of each."""

from collections.abc import Container, Sequence

import numpy as np
from numpy.typing import NDArray

from legation.board import SpaceId, UnitKey, space_of
from legation.bots.aftermaths import Aftermaths
from legation.bots.changes import Orders
from legation.bots.draft import Draft
from legation.bots.prospects import LIKELY, RARE, Advice, Hint, Prospect, hold_all, list_aims, narrow, sort_likely
from legation.bots.searching.search import Found, Search
from legation.bots.searching.search_bot import SearchBot
from legation.game import Phase
from legation.orders import Move, MovementOrder


def advise(bot: SearchBot, draft: Draft, phase: Phase, count: int = 3) -> list[Advice]:
    """The best few sets of orders that differ in where units go, the best first; none for a power without units."""
    if not draft.units:
        return []
    search, drafts = bot.study(draft, phase)
    search.climb(drafts)
    return _weigh(draft, search, [found.orders for found in choose_apart(search.tried, count)])


def advise_all(bot: SearchBot, draft: Draft, phase: Phase, count: int = 3) -> Hint:
    """The same, and for each unit its best few orders."""
    search, drafts = bot.study(draft, phase)
    search.climb(drafts)
    whole = [found.orders for found in choose_apart(search.tried, count)]
    tried = sorted(search.tried, key=lambda one: -one.score)
    chosen = [(key, orders) for key in draft.units for orders in _choose_for(tried, key, count)]
    weighed = _weigh(draft, search, [*whole, *(orders for _, orders in chosen)])
    units: dict[UnitKey, tuple[Advice, ...]] = {}
    for (key, orders), advice in zip(chosen, weighed[len(whole) :], strict=True):
        units[key] = (*units.get(key, ()), narrow(draft, advice, orders, key))
    return Hint(tuple(weighed[: len(whole)]), units)


def _choose_for(tried: Sequence[Found], key: UnitKey, count: int) -> list[Orders]:
    """The best tried sets in which a unit does something different, the best first."""
    chosen: dict[MovementOrder, Orders] = {}
    for found in tried:
        chosen.setdefault(found.orders[key], found.orders)
        if len(chosen) == count:
            break
    return list(chosen.values())


def judge_choice(bot: SearchBot, draft: Draft, phase: Phase, orders: Orders) -> Advice:
    """The prospects of a set of orders, against what the others may have ordered."""
    search, _ = bot.study(draft, phase)
    return _weigh(draft, search, [orders])[0]


def choose_apart(tried: Sequence[Found], count: int) -> list[Found]:
    """The best set that was tried, then the best that sends units elsewhere, and so on."""
    chosen: list[Found] = []
    for found in sorted(tried, key=lambda one: -one.score):
        if all(_goals(found.orders) != _goals(other.orders) for other in chosen):
            chosen.append(found)
        if len(chosen) == count:
            break
    return chosen


def _goals(orders: Orders) -> frozenset[SpaceId]:
    return frozenset(space_of(order.target) for order in orders.values() if isinstance(order, Move))


def _weigh(draft: Draft, search: Search, sets: Sequence[Orders]) -> list[Advice]:
    """The results of sets of orders against all replies."""
    weighed = [*sets, hold_all(draft)]
    after = search.court.judge(weighed, search.replies)
    *opinions, holding = search.weigh_with_promise(weighed, after)
    count = len(search.replies)
    number = search.court.powers.index(draft.power)
    is_centre = np.array([draft.board.spaces[space].centre.is_counted for space in draft.board.order])
    stands = np.array([space in draft.units for space in draft.board.order])
    is_goal = is_centre if draft.is_fall else is_centre & ~stands  # who stands there waits for Fall
    found = []
    for at, orders in enumerate(sets):
        ours = Aftermaths._make(array[at * count : (at + 1) * count] for array in after)
        mine, others = ours.power == number, (ours.power >= 0) & (ours.power != number)
        listed = tuple(orders[key] for key in sorted(orders))
        aims = list_aims(draft, orders)
        entered = is_goal & mine & (ours.owner != number)
        gains = _list_prospects(draft, search, ours, entered, least=RARE, always=aims)
        losses = _list_prospects(draft, search, ours, is_centre & others & (ours.owner == number))
        driven_out = _list_prospects(draft, search, ours, ours.routed == number)
        found.append(Advice(listed, gains, losses, driven_out, opinions[at], holding))
    return found


def _list_prospects(
    draft: Draft,
    search: Search,
    after: Aftermaths,
    happens: NDArray[np.bool_],
    *,
    least: float = LIKELY,
    always: Container[SpaceId] = (),
) -> tuple[Prospect, ...]:
    """Where something happens, how often, and which power owns the centre before or comes there most often."""
    names, number = draft.board.order, search.court.powers.index(draft.power)
    found = []
    rates = happens.mean(axis=0)
    for place, name in enumerate(names):
        if rates[place] < least and name not in always:
            continue
        rows = happens[:, place]
        comers = after.power[rows, place]
        comers = comers[(comers >= 0) & (comers != number)]
        power = draft.position.owners.get(name)
        if len(comers):
            power = search.court.powers[int(np.bincount(comers).argmax())]
        found.append(Prospect(name, float(rows.mean()), power))
    return sort_likely(found, least, always)
