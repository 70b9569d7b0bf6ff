"""Conversion between choices of the action table and orders, for the reference judge."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from legation.board import LocationId, PowerId, SpaceId, UnitKey, UnitKind, space_of
from legation.game import GameState, PhaseKind
from legation.judge import Rulebook, list_adjustments, list_retreat_orders
from legation.orders import (
    Build,
    Convoy,
    Disband,
    Embark,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    UnitOptions,
    list_orders,
    piece_of,
)
from legation.sim.action_table import NOTHING, ActionTable, Ranges
from legation.variants import Variant

Choices: TypeAlias = dict[int, dict[int, list[Order]]]
"""By slot and template: its possible orders. There are several only where the choice depends on another slot."""


def list_choices(
    table: ActionTable, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, *, convoys: bool = True
) -> Choices:
    """All legal choices of a power."""
    found: Choices = {}
    numbers = {key: number for number, key in enumerate(table.slots)}
    for key, template, order in _list_pairs(table, variant, rulebook, state, power, convoys=convoys):
        found.setdefault(numbers[key], {}).setdefault(template, []).append(order)
    return found


def _list_pairs(
    table: ActionTable, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, *, convoys: bool
) -> Iterator[tuple[UnitKey, int, Order]]:
    position = state.position
    match state.phase.kind:
        case PhaseKind.MOVES:
            tables = list_orders(variant.board, position, power, rulebook.order_rules).units
            own = frozenset(unit.space for unit in position.units_of(power))
            for key, options in tables.items():
                sails = rulebook.traits[options.unit.kind].sails
                for template, order in _list_moves(table, options, own, sails=sails, convoys=convoys):
                    yield key, template, order
        case PhaseKind.RETREATS:
            for gone in position.dislodged:
                if gone.unit.power == power:
                    yield gone.unit.space, NOTHING, Disband(piece_of(gone.unit))
                    sails = rulebook.traits[gone.unit.kind].sails
                    for way in list_retreat_orders(variant.board, position, gone, rulebook):
                        yield gone.unit.space, _retreat(table, gone.unit.location, way, sails=sails), way
        case PhaseKind.ADJUSTMENTS:
            for order in list_adjustments(variant.board, position, power, rulebook):
                if isinstance(order, Build):
                    yield order.unit.space, _build(table, order), order
                elif isinstance(order, Disband):
                    unit = position.find_unit(order.unit.kind, order.unit.space)
                    assert unit is not None, "only units that there are can be removed"
                    yield unit.key, table.ranges.remove, order


def _list_moves(
    table: ActionTable, options: UnitOptions, own: frozenset[SpaceId], *, sails: bool, convoys: bool
) -> Iterator[tuple[int, Order]]:
    """A unit's legal orders that have a template."""
    ranges, piece, place = table.ranges, piece_of(options.unit), piece_of(options.unit).location
    steps, near = table.steps[sails][place], table.near[sails][place]
    yield NOTHING, Hold(piece)
    for target in options.moves:
        yield ranges.move + steps.index(target), Move(piece, target)
    for other in options.support_holds:
        yield ranges.support_hold + near.index(other.space), SupportHold(piece, other)
    for target, movers in options.support_moves.items():
        space = space_of(target)
        at, origins = near.index(space), table.origins[space]
        for mover in movers:
            # Without the coast: the support counts for any coast of the fleet's move.
            order = SupportMove(piece, mover, LocationId(space))
            if mover.space in origins:
                yield ranges.support_move + at * table.most_origins + origins.index(mover.space), order
            elif convoys and mover.space in own:
                yield ranges.support_landing + at, order
    for boarder in options.embarkable:
        beside = table.origins[options.unit.space]
        if boarder.space in beside:
            yield ranges.embark + beside.index(boarder.space), Embark(piece, boarder)
    if convoys:
        yield from _list_voyages(table, options, own)


def _list_voyages(table: ActionTable, options: UnitOptions, own: frozenset[SpaceId]) -> Iterator[tuple[int, Order]]:
    piece, ranges = piece_of(options.unit), table.ranges
    for target in options.convoyed_moves:
        yield ranges.voyage + table.shores.index(space_of(target)), Move(piece, target, via_convoy=True)
    for army in options.convoyable:
        if army.space in own:
            for target in options.convoy_targets(army):
                yield ranges.convoy + table.shores.index(space_of(target)), Convoy(piece, piece_of(army), target)


def _retreat(table: ActionTable, place: LocationId, order: Retreat, *, sails: bool) -> int:
    steps = table.steps[sails][place]
    if order.via is None and order.target in steps:
        return table.ranges.move + steps.index(order.target)
    return table.ranges.voyage + table.shores.index(space_of(order.target))


def _build(table: ActionTable, order: Build) -> int:
    ranges = table.ranges
    if order.unit.kind is UnitKind.ARMY:
        return ranges.build_army
    if order.unit.kind is UnitKind.TRANSPORT:
        return ranges.build_transport
    return ranges.build_fleet + table.board.spaces[order.unit.space].locations.index(order.unit.location)


def read_choices(table: ActionTable, choices: Choices, action: Sequence[int]) -> list[Order]:
    """The orders of an action. Illegal choices become nothing, as does help for a voyage that no army makes."""
    voyages = _list_chosen_voyages(table, choices, action)
    orders: list[Order] = []
    for slot, templates in choices.items():
        template = int(action[slot])
        found = templates.get(template, [])
        if _needs_voyage(table.ranges, template):
            found = [order for order in found if _way(order) in voyages]
        orders += (found or templates.get(NOTHING, []))[:1]
    return orders


def _needs_voyage(ranges: Ranges, template: int) -> bool:
    return ranges.support_landing <= template < ranges.voyage or ranges.convoy <= template < ranges.embark


def _way(order: Order) -> tuple[SpaceId, SpaceId] | None:
    """The origin and target of the army that an order helps."""
    match order:
        case Convoy():
            return order.army.space, space_of(order.target)
        case SupportMove():
            return order.supported.space, space_of(order.target)
        case _:
            return None


def _list_chosen_voyages(
    table: ActionTable, choices: Choices, action: Sequence[int]
) -> frozenset[tuple[SpaceId, SpaceId]]:
    """The origins and targets of own armies that go by convoy."""
    return frozenset(
        (order.unit.space, space_of(order.target))
        for slot, templates in choices.items()
        if table.ranges.voyage <= int(action[slot]) < table.ranges.convoy
        for order in templates.get(int(action[slot]), ())
        if isinstance(order, Move)
    )
