"""Which movement orders are legal: decided by the board and the positions of units, never by other orders (DATC 4.E.1).

A legal order comes back in full: the unit's true kind and coast, the target's coast where only one is possible. Most
orders are legal at first sight: written in full for a single step, or for help with one, they need only a look at the
board. The long way could decide all of them; ``tests/orders/test_plain_orders.py`` compares the two ways.
"""

from collections.abc import Sequence

from legation.board import Board, LocationId, Space, SpaceId, Terrain, Unit, aboard, coast_of, space_of
from legation.orders.carriage import check_carried_move, check_embark, list_landings, list_ships
from legation.orders.clauses import NO_CLAUSE, ClauseId, Topic
from legation.orders.faults import Fault, Refusal
from legation.orders.order import (
    Bomb,
    Convoy,
    Embark,
    Hold,
    Move,
    MovementOrder,
    SupportHold,
    SupportMove,
    piece_of,
)
from legation.orders.scene import Scene, list_names
from legation.orders.standard_form import format_order

PLAIN = (Move, SupportMove, SupportHold, Hold)
"""The kinds of order that can be legal at first sight."""


def check_order(scene: Scene, unit: Unit, order: MovementOrder) -> MovementOrder | Refusal:
    """The order in full, or why the unit cannot follow it."""
    if scene.is_plain and is_plain_order(scene, unit, order):
        return order
    result: MovementOrder | Refusal
    if scene.takes_aboard and unit.is_aboard and not isinstance(order, Hold | Move | Embark):
        return Refusal(Fault.ABOARD, clause=scene.cite(Topic.LANDING))
    match order:
        case Hold():
            result = Hold(piece_of(unit))
        case Move():
            result = _check_move(scene, unit, order)
        case SupportHold():
            result = _check_support_hold(scene, unit, order)
        case SupportMove():
            result = _check_support_move(scene, unit, order)
        case Convoy():
            result = _check_convoy(scene, unit, order)
        case Embark():
            result = check_embark(scene, unit, order)
    if isinstance(result, Refusal):
        return result
    for check in scene.rules.checks:
        refusal = check.refuse_order(scene.board, scene.position, unit, result)
        if refusal:
            return refusal
    return result


def is_plain_order(scene: Scene, unit: Unit, order: MovementOrder) -> bool:
    """True if an order can be followed exactly as written, seen at a glance. The scene must be plain.

    In one function and with plain comparisons, since it runs for every order of every phase.
    """
    _, kind, location = unit
    if order.unit != (kind, location):
        return False
    act = type(order)
    if act is Move:
        return (
            order.target in scene.steps[kind][location]  # type: ignore[union-attr] # mypy does not follow ``act``
            and not order.via_convoy  # type: ignore[union-attr]
            and not order.path  # type: ignore[union-attr]
            and not order.carry  # type: ignore[union-attr]
        )
    if act is not SupportMove and act is not SupportHold:
        return act is Hold
    # A unit helps another to hold, or to make a single step, in a space that it could enter itself.
    board, named = scene.board, order.supported  # type: ignore[union-attr]
    goal = named.location
    helped = scene.units.get(board.space_ids[goal])
    if helped is None or helped is unit or helped[1:] != named:
        return False
    if act is SupportMove:
        steps = scene.steps[helped.kind][goal]
        goal = order.target  # type: ignore[union-attr]
        if goal not in steps:
            return False
    return bool(scene.reach[kind][location] >> board.index[goal] & 1)


def _check_move(scene: Scene, unit: Unit, order: Move) -> Move | Refusal:
    space = space_of(order.target)
    if space == unit.space:
        return Refusal(Fault.SAME_SPACE)
    if order.carry and Bomb not in scene.rules.extra_kinds:
        return Refusal(Fault.NOT_IN_THIS_VARIANT)
    closed = scene.refuse_entry(unit.kind, space)
    if closed:
        return closed._replace(choices=list_names(scene.targets(unit)))
    if order.path and not is_sea_route(scene, unit, order.path):
        return _refuse_route(scene, unit, order)
    if scene.traits(unit).sails:
        target = _check_sailing(scene, unit, order.target)
        if isinstance(target, Refusal):
            return target
        return Move(piece_of(unit), target, carry=order.carry)
    if scene.takes_aboard and (unit.is_aboard or not scene.can_enter(unit, space)):
        return check_carried_move(scene, unit, order)
    if not scene.board.can_stand(LocationId(space), sails=False):
        return Refusal(Fault.UNSUITABLE_SPACE, list_names(scene.targets(unit)), unit=unit)
    by_land = scene.can_enter(unit, space)
    by_sea = scene.can_be_convoyed(unit, space) if order.via_convoy or not by_land else False
    if not by_sea and not by_land:
        return _no_way(scene, unit, space)
    if order.via_convoy and not by_sea and scene.rules.tag_needs_convoy:
        return Refusal(Fault.NO_CONVOY_POSSIBLE, (f"{piece_of(unit)} - {space}",))
    path = order.path if by_sea else ()
    return Move(piece_of(unit), LocationId(space), order.via_convoy and by_sea, path, order.carry)


def is_sea_route(scene: Scene, unit: Unit, path: Sequence[SpaceId]) -> bool:
    """True if an army is to cross seas. ``A BUR - RUH - MUN`` would be two steps, and a unit makes one per turn."""
    spaces = scene.board.mask(path)
    return scene.traits(unit).is_convoyed and spaces & scene.board.convoy_spaces == spaces


def _refuse_route(scene: Scene, unit: Unit, order: Move) -> Refusal:
    steps = {space_of(target): target for target in scene.targets(unit)}
    ends = [steps[space] for space in (*order.path, space_of(order.target)) if space in steps]
    return Refusal(Fault.NOT_A_ROUTE, tuple(format_order(Move(piece_of(unit), end)) for end in ends))


def _no_way(scene: Scene, unit: Unit, space: SpaceId) -> Refusal:
    board = scene.board
    shores = board.is_coastal(board.index[unit.location]) and board.is_coastal(board.index[LocationId(space)])
    fault = Fault.NO_CONVOY_POSSIBLE if shores and scene.traits(unit).is_convoyed else Fault.NOT_ADJACENT
    refusal = scene.refuse_reach(fault, unit.space, space, scene.targets(unit))
    if refusal.clause or fault is not Fault.NO_CONVOY_POSSIBLE:
        return refusal
    return refusal._replace(clause=scene.cite_closed_sea(unit, space))


def _check_sailing(scene: Scene, unit: Unit, target: LocationId) -> LocationId | Refusal:
    targets = scene.targets(unit)
    if target in targets:
        return target
    space = scene.board.space(target)
    coasts = tuple(found for found in targets if space_of(found) == space.id)
    if coasts and coast_of(target):
        return Refusal(Fault.COAST_UNREACHABLE, list_names(coasts))
    if len(coasts) > 1:
        return Refusal(Fault.COAST_NEEDED, list_names(coasts))
    if coasts:
        return coasts[0]
    if not takes_fleets(scene.board, space):
        clause = scene.rules.clauses.cite_exactly(Topic.NO_FLEETS, space.id)
        return Refusal(Fault.UNSUITABLE_SPACE, list_names(targets), clause, unit=unit)
    return scene.refuse_reach(Fault.NOT_ADJACENT, unit.space, space.id, targets)


def takes_fleets(board: Board, space: Space) -> bool:
    """True if fleets can be in a space at all."""
    return any(board.fleet_moves[location] for location in space.locations)


def choose_ship_or_army(of_ship: MovementOrder | Refusal, of_army: MovementOrder | Refusal) -> MovementOrder | Refusal:
    """The meaning of an order without a letter, where there is a ship with an army aboard: what one of them can follow.

    If both can, the writer must say which is meant; if neither can, the refusal says why the ship cannot.
    """
    if isinstance(of_army, Refusal):
        return of_ship
    if isinstance(of_ship, Refusal):
        return of_army
    return Refusal(Fault.SHIP_OR_ARMY, (format_order(of_army), format_order(of_ship)))


def _check_support_hold(scene: Scene, unit: Unit, order: SupportHold) -> SupportHold | Refusal:
    supported = scene.find(order.supported)
    if supported is None:
        return Refusal(Fault.NO_UNIT_TO_SUPPORT)
    if supported.is_aboard:
        return _refuse_support_aboard(scene, unit, supported)
    if supported.space == unit.space:
        return Refusal(Fault.SUPPORT_SELF)
    if not scene.can_support_in(unit, supported.space):
        return _refuse_support(scene, unit, supported.space)
    return SupportHold(piece_of(unit), piece_of(supported))


def _check_support_move(scene: Scene, unit: Unit, order: SupportMove) -> MovementOrder | Refusal:
    supported = scene.find(order.supported)
    army = scene.units.get(aboard(order.supported.space)) if scene.takes_aboard else None
    if supported and army and order.supported.kind is None:
        return choose_ship_or_army(
            _check_move_supported(scene, unit, order, supported), _check_move_supported(scene, unit, order, army)
        )
    return _check_move_supported(scene, unit, order, supported)


def _check_move_supported(
    scene: Scene, unit: Unit, order: SupportMove, supported: Unit | None
) -> SupportMove | Refusal:
    space = space_of(order.target)
    if supported is None:
        return Refusal(Fault.NO_UNIT_TO_SUPPORT)
    if supported.space == unit.space:
        return _refuse_support_aboard(scene, unit, supported) if supported.is_aboard else Refusal(Fault.SUPPORT_SELF)
    if supported.space == space:
        return Refusal(Fault.SAME_SPACE)
    closed = scene.refuse_entry(supported.kind, space)
    if closed:
        return closed._replace(choices=list_names(scene.targets(supported)))
    if scene.takes_aboard and _could_only_board(scene, supported, space):
        return _refuse_support_boarding(scene, unit, supported, scene.units[space])
    if not scene.can_support_in(unit, space):
        return _refuse_support(scene, unit, space)
    if not scene.traits(unit).supports_attacks:
        return Refusal(Fault.SUPPORT_NOT_ALLOWED, clause=scene.cite(Topic.TRANSPORT_SUPPORTS))
    if not scene.traits(supported).is_supported_in_attack:
        return Refusal(Fault.SUPPORT_NOT_ALLOWED, clause=scene.cite(Topic.TRANSPORT_IS_SUPPORTED))
    if not _could_make(scene, supported, order.target, helper=unit):
        return scene.refuse_reach(Fault.SUPPORT_IMPOSSIBLE_MOVE, supported.space, space, scene.targets(supported))
    target = order.target if scene.traits(supported).sails else LocationId(space)
    return SupportMove(piece_of(unit), piece_of(supported), target)


def _refuse_support_aboard(scene: Scene, unit: Unit, army: Unit) -> Refusal:
    """Refuse to support an army aboard in holding, or by its own ship, which lands it by holding (rule 8)."""
    ship = scene.units[army.space]
    if ship == unit:
        hold = format_order(Hold(piece_of(ship)))
        return Refusal(Fault.SHIP_MUST_HOLD, (hold,), scene.cite(Topic.LANDING))
    support = format_order(SupportHold(piece_of(unit), piece_of(ship)))
    return Refusal(Fault.SUPPORT_THE_SHIP, (support,), scene.cite(Topic.CARRYING))


def _could_only_board(scene: Scene, army: Unit, space: SpaceId) -> bool:
    """True if an army can go to a space aboard a ship there, and in no other way."""
    is_shore = scene.board.can_stand(LocationId(space), sails=False)
    return not is_shore and any(ship.space == space for ship in list_ships(scene, army))


def _refuse_support_boarding(scene: Scene, unit: Unit, army: Unit, ship: Unit) -> Refusal:
    """Refuse to support an army in going aboard: that is no attack (rule 7). Its ship may be supported."""
    meant: MovementOrder = SupportHold(piece_of(unit), piece_of(ship))
    if ship == unit:
        meant = Embark(piece_of(unit), piece_of(army))
    is_possible = ship == unit or scene.can_support_in(unit, ship.space)
    choices = (format_order(meant),) if is_possible else ()
    return Refusal(Fault.BOARDING_IS_NO_ATTACK, choices, scene.cite(Topic.EMBARKING))


def _refuse_support(scene: Scene, unit: Unit, space: SpaceId) -> Refusal:
    """Refuse a support in a space that the supporter could not enter itself; a rule module may have closed it."""
    closed = scene.refuse_entry(unit.kind, space)
    if closed:
        return closed._replace(choices=list_names(scene.targets(unit)))
    return scene.refuse_reach(Fault.SUPPORT_UNREACHABLE, unit.space, space, scene.targets(unit))


def _could_make(scene: Scene, mover: Unit, target: LocationId, *, helper: Unit) -> bool:
    """True if the move is possible at all, without the helper itself carrying it (DATC 6.D.31)."""
    if coast_of(target) and scene.traits(mover).sails:
        return target in scene.targets(mover)
    space = space_of(target)
    if mover.is_aboard:
        return space in {space_of(landing) for landing in list_landings(scene, mover)}
    if scene.can_enter(mover, space):
        return True
    without = 1 << scene.board.index[helper.location]
    return scene.board.can_stand(LocationId(space), sails=False) and scene.can_be_convoyed(
        mover, space, without=without
    )


def _refuse_convoyer(scene: Scene, unit: Unit, instead: ClauseId) -> Refusal:
    """Why a unit convoys nothing: its kind cannot, it is not at sea, or its sea carries no convoys."""
    is_at_sea = scene.board.spaces[unit.space].terrain is Terrain.SEA
    if instead or not (is_at_sea and scene.traits(unit).convoys):
        return Refusal(Fault.NOT_A_CONVOYER, clause=instead)
    return Refusal(Fault.NO_CONVOYS_HERE, clause=scene.rules.clauses.cite_exactly(Topic.NO_CONVOYS, unit.space))


def _check_convoy(scene: Scene, unit: Unit, order: Convoy) -> Convoy | Refusal:
    space = space_of(order.target)
    army = scene.units.get(order.army.space)
    # Where armies travel aboard ships there are no convoys, and the clause on embarking says how they cross water.
    instead = scene.cite(Topic.EMBARKING) if scene.takes_aboard else NO_CLAUSE
    if scene.takes_aboard and not scene.traits(unit).convoys and scene.traits(unit).sails:
        choices = (format_order(Embark(piece_of(unit), order.army)),)
        return Refusal(Fault.NOT_IN_THIS_VARIANT, choices, instead)
    if not scene.fleets >> scene.board.index[unit.location] & 1:
        return _refuse_convoyer(scene, unit, instead)
    if army is None or not scene.traits(army).is_convoyed:
        return Refusal(Fault.NO_ARMY_TO_CONVOY, clause=instead)
    if army.space == space:
        return Refusal(Fault.SAME_SPACE)
    closed = scene.refuse_entry(army.kind, space)
    if closed:
        return closed
    if not scene.board.can_stand(LocationId(space), sails=False) or not scene.is_of_use(unit, army, space):
        return Refusal(Fault.CONVOY_OFF_ROUTE)
    return Convoy(piece_of(unit), piece_of(army), LocationId(space))
