"""Which movement orders are legal: decided by the board and where units stand, never by other orders (DATC 4.E.1).

A legal order comes back in full: the unit's true kind and coast, the target's coast where only one is possible.
"""

from typing import NamedTuple

from legation.board import (
    Board,
    LocationId,
    Position,
    Space,
    SpaceId,
    Unit,
    UnitKind,
    UnitTraits,
    coast_of,
    has_route,
    is_on_proper_route,
    space_of,
)
from legation.orders.faults import Fault
from legation.orders.order import Convoy, Embark, Hold, Move, MovementOrder, Piece, SupportHold, SupportMove, piece_of
from legation.orders.order_rules import OrderRules


class Refusal(NamedTuple):
    """A fault, and what would have been possible."""

    fault: Fault
    choices: tuple[str, ...] = ()


class Scene:
    """A position as legality looks at it: worked out once for all orders of a phase."""

    def __init__(self, board: Board, position: Position, rules: OrderRules) -> None:
        self.board = board
        self.position = position
        self.rules = rules
        self.units = position.units
        fleets = 0
        for space, unit in position.units.items():
            if rules.traits[unit.kind].convoys:
                fleets |= 1 << board.index[LocationId(space)]
        self.fleets = fleets & board.convoy_spaces
        """Spaces where a fleet stands that could convoy."""
        self.closed: dict[UnitKind, int] = {}
        """Of a kind: spaces that a rule module closes to it."""
        for kind in rules.traits if rules.space_checks else ():
            self.closed[kind] = 0
            for check in rules.space_checks:
                self.closed[kind] |= board.mask(check.closed_to(board, position, kind))

    def traits(self, unit: Unit) -> UnitTraits:
        """What the unit can do."""
        return self.rules.traits[unit.kind]

    def targets(self, unit: Unit) -> tuple[LocationId, ...]:
        """Every location that the unit can enter in one step."""
        moves = self.board.moves(unit.location, sails=self.traits(unit).sails)
        if self.board.conditional:
            moves = (*moves, *self._opened(unit))
        closed = self.closed.get(unit.kind, 0)
        if not closed:
            return moves
        return tuple(target for target in moves if not closed >> self.board.index[target] & 1)

    def is_closed(self, unit: Unit, number: int) -> bool:
        """Whether a rule module keeps this kind of unit out of a space."""
        return bool(self.closed) and bool(self.closed[unit.kind] >> number & 1)

    def _opened(self, unit: Unit) -> tuple[LocationId, ...]:
        """Targets over conditional borders that a rule module opens to this unit."""
        sails = self.traits(unit).sails
        found = []
        for border in self.board.conditional:
            if not (border.fleet if sails else border.army):
                continue
            ways = [(border.start, border.end)] if border.is_one_way else [
                (border.start, border.end), (border.end, border.start)
            ]  # fmt: skip
            for start, end in ways:
                if start == unit.location and any(
                    check.may_cross(self.position, unit, border) for check in self.rules.checks
                ):
                    found.append(end)
        return tuple(found)

    def can_enter(self, unit: Unit, space: SpaceId) -> bool:
        """Whether the unit could move to the space, on whichever coast: then it can also give support there."""
        number = self.board.index[LocationId(space)]
        if self.is_closed(unit, number):
            return False
        if self.board.reach(unit.location, sails=self.traits(unit).sails) >> number & 1:
            return True
        return bool(self.board.conditional) and any(space_of(target) == space for target in self._opened(unit))

    def can_be_convoyed(self, unit: Unit, space: SpaceId, *, without: int = 0) -> bool:
        """Whether fleets stand on some route for this army; ``without`` leaves out some of them."""
        if not self.traits(unit).is_convoyed:
            return False
        board = self.board
        goal = board.index[LocationId(space)]
        start = board.index[unit.location]
        if start == goal or self.is_closed(unit, goal):
            return False
        return has_route(board.convoy_links, start, goal, self.fleets & ~without)

    def is_of_use(self, fleet: Unit, army: Unit, space: SpaceId) -> bool:
        """Whether the fleet lies on a proper route of the army."""
        index = self.board.index
        start, goal = index[army.location], index[LocationId(space)]
        if self.is_closed(army, goal):
            return False
        return is_on_proper_route(self.board.convoy_links, start, goal, self.fleets, index[fleet.location])


def check_order(scene: Scene, unit: Unit, order: MovementOrder) -> MovementOrder | Refusal:
    """The order in full, or why the unit cannot follow it."""
    result: MovementOrder | Refusal
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
            result = _check_embark(scene, unit, order)
    if isinstance(result, Refusal):
        return result
    for check in scene.rules.checks:
        fault = check.find_fault(scene.board, scene.position, unit, result)
        if fault:
            return Refusal(fault)
    return result


def _check_move(scene: Scene, unit: Unit, order: Move) -> Move | Refusal:
    space = space_of(order.target)
    if space == unit.space:
        return Refusal(Fault.SAME_SPACE)
    if scene.traits(unit).sails:
        target = _check_sailing(scene, unit, order.target)
        if isinstance(target, Refusal):
            return target
        return Move(piece_of(unit), target, carry=order.carry)
    if not scene.board.can_stand(LocationId(space), sails=False):
        return Refusal(Fault.UNSUITABLE_SPACE, _names(scene.targets(unit)))
    by_land = scene.can_enter(unit, space)
    by_sea = scene.can_be_convoyed(unit, space) if order.via_convoy or not by_land else False
    if not by_sea and not by_land:
        return _no_way(scene, unit, space)
    if order.via_convoy and not by_sea and scene.rules.tag_needs_convoy:
        return Refusal(Fault.NO_CONVOY_POSSIBLE, (f"{piece_of(unit)} - {space}",))
    path = order.path if by_sea else ()
    return Move(piece_of(unit), LocationId(space), order.via_convoy and by_sea, path, order.carry)


def _no_way(scene: Scene, unit: Unit, space: SpaceId) -> Refusal:
    board = scene.board
    shores = board.is_coastal(board.index[unit.location]) and board.is_coastal(board.index[LocationId(space)])
    fault = Fault.NO_CONVOY_POSSIBLE if shores and scene.traits(unit).is_convoyed else Fault.NOT_ADJACENT
    return Refusal(fault, _names(scene.targets(unit)))


def _check_sailing(scene: Scene, unit: Unit, target: LocationId) -> LocationId | Refusal:
    targets = scene.targets(unit)
    if target in targets:
        return target
    space = scene.board.space(target)
    coasts = tuple(found for found in targets if space_of(found) == space.id)
    if coasts and coast_of(target):
        return Refusal(Fault.COAST_UNREACHABLE, _names(coasts))
    if len(coasts) > 1:
        return Refusal(Fault.COAST_NEEDED, _names(coasts))
    if coasts:
        return coasts[0]
    fault = Fault.NOT_ADJACENT if _takes_fleets(scene.board, space) else Fault.UNSUITABLE_SPACE
    return Refusal(fault, _names(targets))


def _takes_fleets(board: Board, space: Space) -> bool:
    return any(board.fleet_moves[location] for location in space.locations)


def _names(locations: tuple[LocationId, ...]) -> tuple[str, ...]:
    return tuple(str(location) for location in locations)


def _check_support_hold(scene: Scene, unit: Unit, order: SupportHold) -> SupportHold | Refusal:
    supported = scene.units.get(order.supported.space)
    if supported is None:
        return Refusal(Fault.NO_UNIT_TO_SUPPORT)
    if supported.space == unit.space:
        return Refusal(Fault.SUPPORT_SELF)
    if not scene.can_enter(unit, supported.space):
        return Refusal(Fault.SUPPORT_UNREACHABLE, _names(scene.targets(unit)))
    return SupportHold(piece_of(unit), piece_of(supported))


def _check_support_move(scene: Scene, unit: Unit, order: SupportMove) -> SupportMove | Refusal:
    supported = scene.units.get(order.supported.space)
    space = space_of(order.target)
    if supported is None:
        return Refusal(Fault.NO_UNIT_TO_SUPPORT)
    if supported.space == unit.space:
        return Refusal(Fault.SUPPORT_SELF)
    if supported.space == space:
        return Refusal(Fault.SAME_SPACE)
    if not scene.can_enter(unit, space):
        return Refusal(Fault.SUPPORT_UNREACHABLE, _names(scene.targets(unit)))
    if not (scene.traits(unit).supports_attacks and scene.traits(supported).is_supported_in_attack):
        return Refusal(Fault.SUPPORT_NOT_ALLOWED)
    if not _could_make(scene, supported, order.target, helper=unit):
        return Refusal(Fault.SUPPORT_IMPOSSIBLE_MOVE, _names(scene.targets(supported)))
    target = order.target if scene.traits(supported).sails else LocationId(space)
    return SupportMove(piece_of(unit), piece_of(supported), target)


def _could_make(scene: Scene, mover: Unit, target: LocationId, *, helper: Unit) -> bool:
    """Whether the move is possible at all, without the helper itself carrying it (DATC 6.D.31)."""
    if coast_of(target) and scene.traits(mover).sails:
        return target in scene.targets(mover)
    space = space_of(target)
    if scene.can_enter(mover, space):
        return True
    without = 1 << scene.board.index[helper.location]
    return scene.board.can_stand(LocationId(space), sails=False) and scene.can_be_convoyed(
        mover, space, without=without
    )


def _check_convoy(scene: Scene, unit: Unit, order: Convoy) -> Convoy | Refusal:
    space = space_of(order.target)
    army = scene.units.get(order.army.space)
    if not scene.fleets >> scene.board.index[unit.location] & 1:
        return Refusal(Fault.NOT_A_CONVOYER)
    if army is None or not scene.traits(army).is_convoyed:
        return Refusal(Fault.NO_ARMY_TO_CONVOY)
    if army.space == space:
        return Refusal(Fault.SAME_SPACE)
    if not scene.board.can_stand(LocationId(space), sails=False) or not scene.is_of_use(unit, army, space):
        return Refusal(Fault.CONVOY_OFF_ROUTE)
    return Convoy(piece_of(unit), piece_of(army), LocationId(space))


def _check_embark(scene: Scene, unit: Unit, order: Embark) -> Embark | Refusal:
    if Embark not in scene.rules.extra_kinds:
        return Refusal(Fault.NOT_IN_THIS_VARIANT)
    army = scene.units.get(order.army.space)
    if army is None or scene.traits(army).sails:
        return Refusal(Fault.NO_ARMY_TO_CONVOY)
    return Embark(piece_of(unit), piece_of(army))


def find_unit(scene: Scene, piece: Piece) -> Unit | None:
    """The unit that an order means: whatever stands there; a wrong letter or coast does no harm (4.B.5, 4.C.2)."""
    return scene.units.get(piece.space)
