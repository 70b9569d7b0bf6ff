"""The possible results of a set of orders: centres to gain, centres and places to lose, each with a chance."""

from collections.abc import Container, Iterable, Mapping
from typing import Final, NamedTuple

from legation.board import PowerId, SpaceId, Unit, UnitKey, space_of
from legation.bots.changes import Orders
from legation.bots.draft import Draft
from legation.bots.odds import Odds
from legation.bots.scales import Scales
from legation.bots.surroundings import Surroundings
from legation.orders import Convoy, Embark, Hold, Move, MovementOrder, Order, SupportHold, SupportMove, piece_of

LIKELY: Final = 0.25
"""Less likely losses are not mentioned."""
RARE: Final = 0.05
"""Less likely gains are mentioned only where a unit is ordered to go for them."""


class Prospect(NamedTuple):
    """A possible event in a space, and its chance."""

    space: SpaceId
    chance: float
    power: PowerId | None = None
    """For a gain: the owner of the centre now. For a loss: the likeliest power to come; None if no single power is."""


class Advice(NamedTuple):
    """A set of orders, and its possible results against what the others may order."""

    orders: tuple[Order, ...]
    gains: tuple[Prospect, ...]
    """Neutral or other powers' centres that a unit of the power would enter or, in Fall, take; the likeliest first."""
    losses: tuple[Prospect, ...]
    """Own centres where a unit of another power would stand."""
    driven_out: tuple[Prospect, ...]
    """Own units that would be dislodged."""
    worth: float
    """The bot's opinion in centres: the higher, the sooner it would give these orders."""
    holding: float
    """The same if all its units just held."""


class Hint(NamedTuple):
    """The best options for all units of a power, and for each unit; the best first."""

    options: tuple[Advice, ...]
    units: Mapping[UnitKey, tuple[Advice, ...]]
    """For each unit its best options: its own order first, then the related orders of own units."""


def sort_likely(found: Iterable[Prospect], least: float, always: Container[SpaceId] = ()) -> tuple[Prospect, ...]:
    """The events worth mentioning, the likeliest first; those in some spaces are, however unlikely."""
    likely = [prospect for prospect in found if prospect.chance >= least or prospect.space in always]
    return tuple(sorted(likely, key=lambda prospect: (-prospect.chance, prospect.space)))


def is_gain(draft: Draft, unit: Unit, space: SpaceId) -> bool:
    """True if a unit could take a centre for its power, or come nearer to that: who stands there waits for Fall."""
    return (
        draft.board.spaces[space].centre.is_counted
        and draft.position.owners.get(space) != draft.power
        and not unit.is_aboard
        and draft.values.can_take(unit, space)
        and (draft.is_fall or space != unit.space)
    )


def list_aims(draft: Draft, orders: Orders) -> set[SpaceId]:
    """The centres to gain where units are ordered to go."""
    moves = ((draft.units[key].unit, order) for key, order in orders.items() if isinstance(order, Move))
    return {space_of(order.target) for unit, order in moves if is_gain(draft, unit, space_of(order.target))}


def hold_all(draft: Draft) -> dict[UnitKey, MovementOrder]:
    """The orders of a power whose units all just hold."""
    return {key: Hold(piece_of(options.unit)) for key, options in draft.units.items()}


def weigh_plan(draft: Draft, orders: Orders) -> Advice:
    """The planner's opinion of a set of orders: by where others could come, not by what they would order."""
    scales = Scales(draft, Odds(draft.survey, draft.power), Surroundings(draft.values))
    success, kept = scales.foresee(orders)
    gains: dict[SpaceId, float] = {}
    for key, order in orders.items():
        unit = draft.units[key].unit
        chances = {unit.space: success[key]}
        if isinstance(order, Move):  # a unit that fails to leave a centre takes it
            chances = {space_of(order.target): success[key], unit.space: 1 - success[key]}
        for space, chance in chances.items():
            if is_gain(draft, unit, space):
                gains[space] = max(chance, gains.get(space, 0.0))
    owners = draft.position.owners
    return Advice(
        tuple(orders[key] for key in sorted(orders)),
        sort_likely(
            (Prospect(space, chance, owners.get(space)) for space, chance in gains.items()),
            RARE,
            list_aims(draft, orders),
        ),
        sort_likely((Prospect(space, 1 - chance) for space, chance in kept.items()), LIKELY),
        (),
        scales.weigh(orders),
        scales.weigh(hold_all(draft)),
    )


def narrow(draft: Draft, advice: Advice, orders: Orders, key: UnitKey) -> Advice:
    """The part of an advice for one unit: its order, the related orders of own units, and possible events there."""
    chosen = [orders[key], *(orders[other] for other in sorted(_list_tied(draft, orders, key)))]
    goals = {space_of(order.target) for order in chosen if isinstance(order, Move)}
    here = draft.units[key].unit.space
    return advice._replace(
        orders=tuple(chosen),
        gains=tuple(found for found in advice.gains if found.space in goals | {here}),
        losses=tuple(found for found in advice.losses if found.space in goals | {here}),
        driven_out=tuple(found for found in advice.driven_out if found.space == here),
    )


def _list_tied(draft: Draft, orders: Orders, key: UnitKey) -> set[UnitKey]:
    """Own units with orders related to that of one: they support or carry it, or it supports or carries them."""
    found, one = set[UnitKey](), orders[key]
    for other, order in orders.items():
        if other != key and (_helps(draft, order, key) or _helps(draft, one, other)):
            found.add(other)
    return found


def _helps(draft: Draft, order: MovementOrder, key: UnitKey) -> bool:
    piece = piece_of(draft.units[key].unit)
    match order:
        case SupportMove(supported=helped) | SupportHold(supported=helped) | Convoy(army=helped) | Embark(army=helped):
            return helped == piece
        case _:
            return False
