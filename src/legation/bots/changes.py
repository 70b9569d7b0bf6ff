"""Small changes to a set of orders: one unit does something else, or one moves and another supports it."""

from collections.abc import Iterator, Mapping

from legation.board import UnitKey, space_of
from legation.bots.draft import Draft
from legation.orders import (
    Convoy,
    Embark,
    Hold,
    Move,
    MovementOrder,
    SupportHold,
    SupportMove,
    UnitOptions,
    piece_of,
)

Orders = Mapping[UnitKey, MovementOrder]


def list_frozen(draft: Draft, orders: Orders) -> set[UnitKey]:
    """Units that travel by ship or carry others, by key: changing one would spoil another."""
    aboard = {key for key in orders if draft.units[key].unit.is_aboard}
    ships = {draft.units[key].unit.space for key in aboard} & set(orders)
    return aboard | ships | {key for key, order in orders.items() if _is_carriage(draft, key, order)}


def _is_carriage(draft: Draft, key: UnitKey, order: MovementOrder) -> bool:
    if isinstance(order, Move):
        sails = draft.survey.sails(draft.units[key].unit.kind)
        return order.via_convoy or not draft.board.can_stand(order.target, sails=sails)
    return isinstance(order, Convoy | Embark)


def list_others(draft: Draft, options: UnitOptions, orders: Orders) -> Iterator[MovementOrder]:
    """The alternatives of a unit, given the other orders: hold, move, or help a unit of its own power."""
    piece = piece_of(options.unit)
    yield Hold(piece)
    for target in draft.survey.steps(options):
        yield Move(piece, target)
    for target, movers in options.support_moves.items():
        for mover in movers:
            key = draft.survey.key(mover)
            order = orders.get(key) if key in draft.units else None
            if isinstance(order, Move) and order.target == target:
                yield SupportMove(piece, mover, target)
    for held in options.support_holds:
        if held.space in draft.units and not isinstance(orders.get(held.space), Move):
            yield SupportHold(piece, held)


def list_attacks(draft: Draft, options: UnitOptions, free: list[UnitKey]) -> Iterator[dict[UnitKey, MovementOrder]]:
    """Moves of a unit together with a support for each, by a unit that is free to support it."""
    piece = piece_of(options.unit)
    mover = draft.survey.key(options.unit)
    for target in draft.survey.steps(options):
        if not draft.values.threat(space_of(target)) and not draft.is_held_by_others(space_of(target)):
            continue
        for key in free:
            if key != mover and piece in draft.units[key].support_moves.get(target, ()):
                helper = piece_of(draft.units[key].unit)
                yield {mover: Move(piece, target), key: SupportMove(helper, piece, target)}


def list_changes(draft: Draft, orders: Orders) -> list[dict[UnitKey, MovementOrder]]:
    """Every small change, as new orders by the keys of their units."""
    frozen = list_frozen(draft, orders)
    free = [key for key in sorted(draft.units) if key not in frozen]
    found: list[dict[UnitKey, MovementOrder]] = []
    for key in free:
        options = draft.units[key]
        found += [{key: order} for order in list_others(draft, options, orders) if order != orders[key]]
        found += list_attacks(draft, options, free)
    return found
