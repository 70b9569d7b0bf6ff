"""Where a dislodged unit may go: a complete retreat order, or why a place is closed to it.

The open places are settled with the moves (``DislodgedUnit.retreats``). The reasons for the others are given here, both
for an order to retreat there and for a question beforehand.
"""

from collections.abc import Collection
from dataclasses import replace

from legation.board import Board, DislodgedUnit, LocationId, Position, SpaceId, Terrain, Unit, coast_of, space_of
from legation.orders.clauses import NO_CLAUSE, Topic
from legation.orders.faults import Fault, Refusal
from legation.orders.legality import is_sea_route, takes_fleets
from legation.orders.order import Bomb, Move, Retreat, piece_of
from legation.orders.order_rules import OrderRules
from legation.orders.scene import Scene, list_names
from legation.orders.standard_form import format_order


def check_retreat(scene: Scene, dislodged: DislodgedUnit, order: Move | Retreat) -> Retreat | Refusal:
    """The complete retreat, or why the unit cannot make it; ``scene`` is the position after the moves."""
    if isinstance(order, Move) and order.carry:  # only a move takes bombs along
        return Refusal(Fault.WRONG_PHASE if Bomb in scene.rules.extra_kinds else Fault.NOT_IN_THIS_VARIANT)
    path = _list_way(order)
    if path and not is_sea_route(scene, dislodged.unit, path):
        return _refuse_way(dislodged, (*path, space_of(order.target)))
    target = _choose_coast(dislodged, order.target)
    if isinstance(target, Refusal):
        return target
    shut = {*scene.units, *scene.position.contested}  # a list from a request may be wrong
    if target not in dislodged.retreats or space_of(target) in shut:
        refusal = refuse_retreat(scene, dislodged, space_of(target))
        return refusal._replace(choices=list_names(way for way in dislodged.retreats if space_of(way) not in shut))
    # A unit that can go there by itself needs no ferry: one that is named anyway is skipped.
    needs_ferry = target not in scene.targets(dislodged.unit)
    return _complete(scene, dislodged, Retreat(piece_of(dislodged.unit), target), path if needs_ferry else ())


def _list_way(order: Move | Retreat) -> tuple[SpaceId, ...]:
    """The spaces that an order names between start and target."""
    if isinstance(order, Move):
        return order.path
    return (order.via, *order.further) if order.via else ()


def _refuse_way(dislodged: DislodgedUnit, spaces: Collection[SpaceId]) -> Refusal:
    """Refuse a retreat of several steps, or of a fleet over a sea; each open place on the way would be one step."""
    steps = [Retreat(piece_of(dislodged.unit), place) for place in dislodged.retreats if space_of(place) in spaces]
    return Refusal(Fault.NOT_A_ROUTE, tuple(map(format_order, steps)))


def _complete(scene: Scene, dislodged: DislodgedUnit, order: Retreat, seas: tuple[SpaceId, ...]) -> Retreat | Refusal:
    """The retreat over one sea. If more are named, each must do by itself, and the first is taken."""
    found: list[Retreat] = []
    for sea in seas or (None,):
        retreat = replace(order, via=sea)
        for check in scene.rules.retreat_checks:
            completed = check.complete_retreat(scene.board, scene.position, dislodged, retreat)
            if isinstance(completed, Refusal):
                return completed
            retreat = completed
        found.append(retreat)
    return found[0]


def _choose_coast(dislodged: DislodgedUnit, target: LocationId) -> LocationId | Refusal:
    """The open place that an order means if it leaves out the only coast or names an unnecessary one."""
    if target in dislodged.retreats:
        return target
    coasts = [found for found in dislodged.retreats if space_of(found) == space_of(target)]
    if len(coasts) == 1 and (not coast_of(target) or not coast_of(coasts[0])):
        return coasts[0]
    if coasts:
        return Refusal(Fault.COAST_UNREACHABLE if coast_of(target) else Fault.COAST_NEEDED, list_names(coasts))
    return target


def refuse_retreat(scene: Scene, dislodged: DislodgedUnit, space: SpaceId) -> Refusal:
    """Why a space is closed to a dislodged unit."""
    unit = dislodged.unit
    if space == unit.space:
        return Refusal(Fault.SAME_SPACE)
    closed = scene.refuse_entry(unit.kind, space)
    if closed:
        return closed
    if space in list_reach(scene, unit):
        return _refuse_within_reach(scene, dislodged, space)
    for check in scene.rules.retreat_checks:
        refusal = check.refuse_retreat(scene.board, scene.position, unit, space)
        if refusal:
            return refusal
    if not _can_stand(scene, dislodged, space):
        clause = scene.rules.clauses.cite_exactly(Topic.NO_FLEETS, space) if scene.traits(unit).sails else NO_CLAUSE
        return Refusal(Fault.UNSUITABLE_SPACE, clause=clause, unit=unit)
    return scene.refuse_reach(Fault.NOT_ADJACENT, unit.space, space)


def list_ways(scene: Scene, unit: Unit) -> frozenset[LocationId]:
    """Every place where a unit could retreat if it were open: by its own steps, and in ways added by a rule module."""
    ways = {*scene.targets(unit)}
    for check in scene.rules.retreat_checks:
        ways |= check.retreat_options(scene.board, scene.position, unit)
    return frozenset(ways)


def list_reach(scene: Scene, unit: Unit) -> frozenset[SpaceId]:
    """The spaces of these places."""
    return frozenset(space_of(way) for way in list_ways(scene, unit))


def _refuse_within_reach(scene: Scene, dislodged: DislodgedUnit, space: SpaceId) -> Refusal:
    standing = scene.units.get(space)
    if standing:
        return Refusal(Fault.SPACE_OCCUPIED, unit=standing)
    if space in scene.position.contested:
        return Refusal(Fault.SPACE_CONTESTED)
    if space == dislodged.attacker_from:
        return Refusal(Fault.ATTACKER_CAME_FROM_THERE)
    # The retreats of a unit are settled with the moves; spaces that a game master clears afterwards stay closed.
    return Refusal(Fault.WAS_CLOSED)


def _can_stand(scene: Scene, dislodged: DislodgedUnit, space: SpaceId) -> bool:
    place = scene.board.spaces[space]
    if scene.traits(dislodged.unit).sails:
        return takes_fleets(scene.board, place)
    return place.terrain is not Terrain.SEA


def list_closed_retreats(
    board: Board, position: Position, dislodged: DislodgedUnit, rules: OrderRules
) -> tuple[tuple[SpaceId, Refusal], ...]:
    """Every neighbouring space that is not open to a dislodged unit, and why, land first.

    Rule modules add more distant places. ``position`` is that after the moves.
    """
    scene, unit = Scene(board, position, rules), dislodged.unit
    spaces = {*board.in_mask(board.plain_links[board.index[unit.location]]), *list_reach(scene, unit)}
    for check in rules.retreat_checks:
        spaces |= check.list_noted_retreats(board, position, unit)
    spaces -= {unit.space, *(space_of(target) for target in dislodged.retreats)}
    closed = sorted(spaces, key=lambda space: (board.spaces[space].terrain is Terrain.SEA, space))
    return tuple((space, refuse_retreat(scene, dislodged, space)) for space in closed)
