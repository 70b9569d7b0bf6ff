"""Advice for a player: the best sets of orders that a search finds, and what each may bring."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.board import SpaceId, space_of
from legation.bots.aftermaths import Aftermaths
from legation.bots.changes import Orders
from legation.bots.draft import Draft
from legation.bots.searching.search import Found, Search
from legation.bots.searching.search_bot import SearchBot
from legation.game import Phase
from legation.orders import Hold, Move, MovementOrder, piece_of

LIKELY: Final = 0.25
"""What happens less often is not worth telling."""


class Prospect(NamedTuple):
    """Something that may happen in a space, and how likely it is."""

    space: SpaceId
    chance: float


class Advice(NamedTuple):
    """A set of orders, and what became of it against what the others may order."""

    orders: tuple[MovementOrder, ...]
    gains: tuple[Prospect, ...]
    """Centres of others or of nobody where a unit of the power would stand, the likeliest first."""
    losses: tuple[Prospect, ...]
    """Own centres where a unit of another power would stand."""
    driven_out: tuple[Prospect, ...]
    """Own units that would be dislodged."""
    worth: float
    """What the boards after it are worth, in centres."""
    holding: float
    """The same if all its units just held."""


def advise(bot: SearchBot, draft: Draft, phase: Phase, count: int = 3) -> list[Advice]:
    """The best few sets of orders that differ in where units go, the best first; none for a power without units."""
    if not draft.units:
        return []
    search, drafts = bot.study(draft, phase)
    search.climb(drafts)
    return [_weigh(draft, search, found.orders) for found in choose_apart(search.tried, count)]


def judge_choice(bot: SearchBot, draft: Draft, phase: Phase, orders: Orders) -> Advice:
    """What a set of orders promised, against what the others may have ordered."""
    search, _ = bot.study(draft, phase)
    return _weigh(draft, search, orders)


def choose_apart(tried: Sequence[Found], count: int) -> list[Found]:
    """The best of what was tried, then the best of what sends units elsewhere, and so on."""
    chosen: list[Found] = []
    for found in sorted(tried, key=lambda one: -one.score):
        if all(_goals(found.orders) != _goals(other.orders) for other in chosen):
            chosen.append(found)
        if len(chosen) == count:
            break
    return chosen


def _goals(orders: Orders) -> frozenset[SpaceId]:
    return frozenset(space_of(order.target) for order in orders.values() if isinstance(order, Move))


def _weigh(draft: Draft, search: Search, orders: Orders) -> Advice:
    held = {key: Hold(piece_of(options.unit)) for key, options in draft.units.items()}
    after = search.court.judge([orders, held], search.replies)
    values = search.outlook.value(after).reshape(2, -1).mean(axis=1)
    count = len(search.replies)
    ours = Aftermaths._make(array[:count] for array in after)
    number = search.court.powers.index(draft.power)
    names = draft.board.order
    is_centre = np.array([draft.board.spaces[space].centre.is_counted for space in names])
    mine, others = ours.power == number, (ours.power >= 0) & (ours.power != number)
    return Advice(
        tuple(orders[key] for key in sorted(orders)),
        _list_likely(names, is_centre & mine & (ours.owner != number)),
        _list_likely(names, is_centre & others & (ours.owner == number)),
        _list_likely(names, ours.routed == number),
        float(values[0]),
        float(values[1]),
    )


def _list_likely(names: Sequence[SpaceId], happens: NDArray[np.bool_]) -> tuple[Prospect, ...]:
    chances = happens.mean(axis=0)
    found = [Prospect(space, float(chance)) for space, chance in zip(names, chances, strict=True) if chance >= LIKELY]
    return tuple(sorted(found, key=lambda prospect: (-prospect.chance, prospect.space)))
