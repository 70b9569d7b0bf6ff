"""Which clause of the sheet is behind an order that was refused."""

from legation.board import Position, SpaceId, UnitKind, space_of
from legation.judge import Bar, Rulebook, find_site_bar, list_build_rights
from legation.orders import (
    Build,
    Convoy,
    Disband,
    Embark,
    Fault,
    Move,
    Order,
    Piece,
    Rejection,
    Retreat,
    SupportHold,
    SupportMove,
)
from legation.variants.citing import Sources, cite_bar, is_transport
from legation.variants.clauses import Clause, Point, name_border

SITES = frozenset({Fault.NOT_A_BUILD_SITE, Fault.SITE_NOT_OWNED, Fault.UNSUITABLE_SPACE})
PLACES = frozenset(
    {
        Fault.UNSUITABLE_SPACE,
        Fault.NOT_ADJACENT,
        Fault.NO_CONVOY_POSSIBLE,
        Fault.SUPPORT_UNREACHABLE,
        Fault.SUPPORT_IMPOSSIBLE_MOVE,
        Fault.CONVOY_OFF_ROUTE,
    }
)
"""Faults that are a matter of where a unit was to go."""
CARRIAGE = {
    Fault.NOT_A_SHIP: Point.EMBARKING,
    Fault.NO_ROOM_ABOARD: Point.EMBARKING,
    Fault.ABOARD: Point.LANDING,
}


def cite_rejection(sources: Sources, position: Position, rejection: Rejection) -> Clause | None:
    """The clause by which an order was refused; none where the rulebook would have refused it too."""
    order, fault = rejection.order, rejection.fault
    if order is None:
        return None
    if isinstance(order, Build):
        return _cite_build(sources, position, rejection, order)
    if fault in PLACES:
        return _cite_place(sources, position, order)
    point = _find_point(order, fault, sources.rulebook)
    return sources.clauses.find(point) if point else None


def _find_point(order: Order, fault: Fault, rulebook: Rulebook) -> Point | None:
    match fault:
        case Fault.BARRED_BY_RULE if isinstance(order, Move | SupportHold):
            return Point.TRANSPORT_ENTERS
        case Fault.BARRED_BY_RULE if isinstance(order, Disband):
            return Point.BOMB_SPARES
        case Fault.NO_BOMB_THERE:
            return Point.BOMB_CARRIED if isinstance(order, Move) else Point.BOMB_FLIES
        case Fault.SUPPORT_NOT_ALLOWED if isinstance(order, SupportMove):
            return Point.TRANSPORT_SUPPORTS if is_transport(order.unit) else Point.TRANSPORT_IS_SUPPORTED
        case Fault.NOT_A_CONVOYER | Fault.NO_ARMY_TO_CONVOY if Embark in rulebook.extra_kinds:
            return Point.EMBARKING  # armies travel aboard, and nothing else carries them
        case _:
            return CARRIAGE.get(fault)


def _cite_build(sources: Sources, position: Position, rejection: Rejection, order: Build) -> Clause | None:
    clauses, board, rulebook = sources
    power, space = rejection.power, order.unit.space
    if rejection.fault is Fault.NO_BUILDS_LEFT and is_transport(order.unit):
        return clauses.find(Point.TRANSPORTS_ALLOWED)
    if rejection.fault not in SITES:
        return None
    rights = list_build_rights(board, position, power, rulebook)
    bar = _find_closure(sources, position, order.unit.kind, space)
    bar = bar or find_site_bar(board, position, power, space, rulebook, has_right=space in rights)
    return cite_bar(clauses, bar, power, space) if bar else None


def _cite_place(sources: Sources, position: Position, order: Order) -> Clause | None:
    if not isinstance(order, Move | Retreat | SupportMove | Convoy):
        return None
    goal, mover = space_of(order.target), _find_mover(order)
    if isinstance(order, Retreat):
        bar = _find_retreat_bar(sources, position, order)
    else:
        bar = _find_closure(sources, position, mover.kind, goal)
    if bar:
        return cite_bar(sources.clauses, bar, mover.space)
    return sources.clauses.find_exactly(Point.GAP, name_border(mover.space, goal))


def _find_mover(order: Move | Retreat | SupportMove | Convoy) -> Piece:
    match order:
        case SupportMove():
            return order.supported
        case Convoy():
            return order.army
        case _:
            return order.unit


def _find_closure(sources: Sources, position: Position, kind: UnitKind | None, space: SpaceId) -> Bar | None:
    """What keeps a kind of unit out of a space, however it would come there."""
    for module in sources.rulebook.modules:
        if kind and space in module.closed_to(sources.board, position, kind):
            return Bar(module.closure)
    return None


def _find_retreat_bar(sources: Sources, position: Position, order: Retreat) -> Bar | None:
    """What a rule module says of a place, or of the sea on the way, that is closed to a dislodged unit."""
    army = next((found.unit for found in position.dislodged if found.unit.space == order.unit.space), None)
    if army is None:
        return None
    closure = _find_closure(sources, position, army.kind, space_of(order.target))
    bars = [module.retreat_bars(sources.board, position, army) for module in sources.rulebook.modules]
    spaces = (*((order.via,) if order.via else ()), space_of(order.target))
    return closure or next((found[space] for found in bars for space in spaces if space in found), None)
