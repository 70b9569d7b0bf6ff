"""Orders that are legal at first sight: most of those that are given.

An order written in full for a single step, or for help to one, needs no more than a look at the board. Everything else
takes the long way through ``legality``, which could decide all of it; ``tests/orders/test_plain_orders.py`` compares
the two ways.
"""

from legation.board import PowerId, SpaceId, Unit
from legation.orders.order import Hold, Move, MovementOrder, Piece, SupportHold, SupportMove
from legation.orders.scene import Scene


def find_plain(scene: Scene, power: PowerId, order: object) -> tuple[SpaceId, MovementOrder] | None:
    """The space and the order of a power's own unit, if the order is legal at first sight."""
    if not scene.is_plain or type(order) not in PLAIN:
        return None
    space = scene.board.space_ids[order.unit.location]  # type: ignore[attr-defined]
    unit = scene.units.get(space)
    if unit is None or unit.power != power or not is_plainly_legal(scene, unit, order):  # type: ignore[arg-type]
        return None
    return space, order  # type: ignore[return-value] # mypy does not follow PLAIN


PLAIN = (Move, SupportMove, SupportHold, Hold)


def is_plainly_legal(scene: Scene, unit: Unit, order: MovementOrder) -> bool:
    """Whether an order can be followed just as it is written, seen at a glance."""
    if not scene.is_plain or not _is_named(unit, order.unit):
        return False
    kind = type(order)
    if kind is Move:
        return _is_step(scene, unit, order)  # type: ignore[arg-type]
    if kind is Hold:
        return True
    if kind is SupportMove or kind is SupportHold:
        return _is_help(scene, unit, order)  # type: ignore[arg-type]
    return False


def _is_named(unit: Unit, piece: Piece) -> bool:
    return piece.kind is unit.kind and piece.location == unit.location


def _is_step(scene: Scene, unit: Unit, order: Move) -> bool:
    board = scene.board
    steps = (board.fleet_moves if unit.kind in scene.sailing else board.army_moves)[unit.location]
    return order.target in steps and not order.via_convoy and not order.path and not order.carry


def _is_help(scene: Scene, unit: Unit, order: SupportMove | SupportHold) -> bool:
    """Whether a unit helps another to hold, or to make a single step, in a space that it could enter itself."""
    board, named = scene.board, order.supported
    helped = scene.units.get(board.space_ids[named.location])
    if helped is None or helped is unit or not _is_named(helped, named):
        return False
    goal = named.location
    if type(order) is SupportMove:
        goal = order.target
        steps = (board.fleet_moves if helped.kind in scene.sailing else board.army_moves)[helped.location]
        if goal not in steps:
            return False
    reach = board.fleet_reach if unit.kind in scene.sailing else board.army_reach
    return bool(reach[unit.location] >> board.index[goal] & 1)
