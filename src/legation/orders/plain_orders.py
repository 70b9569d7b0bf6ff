"""Orders that are legal at first sight: most of those that are given.

An order written in full for a single step, or for help to one, needs no more than a look at the board. Everything else
takes the long way through ``legality``, which could decide all of it; ``tests/orders/test_plain_orders.py`` compares
the two ways.
"""

from legation.board import PowerId, SpaceId, Unit
from legation.orders.order import Hold, Move, MovementOrder, SupportHold, SupportMove
from legation.orders.scene import Scene

PLAIN = (Move, SupportMove, SupportHold, Hold)


def find_plain_space(scene: Scene, power: PowerId, order: object) -> SpaceId | None:
    """The space of a power's own unit, if the scene is plain and the order is legal at first sight."""
    if type(order) not in PLAIN:
        return None
    space = scene.board.space_ids[order.unit.location]  # type: ignore[attr-defined] # mypy does not follow PLAIN
    unit = scene.units.get(space)
    if unit is None or unit.power != power or not is_plain_order(scene, unit, order):  # type: ignore[arg-type]
        return None
    return space


def is_plain_order(scene: Scene, unit: Unit, order: MovementOrder) -> bool:
    """Whether an order can be followed just as it is written, seen at a glance. The scene must be plain.

    In one function and by plain comparisons, since it runs for every order of every phase.
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
    if act is SupportMove or act is SupportHold:
        return _is_help(scene, unit, order)  # type: ignore[arg-type]
    return act is Hold


def _is_help(scene: Scene, unit: Unit, order: SupportMove | SupportHold) -> bool:
    """Whether a unit helps another to hold, or to make a single step, in a space that it could enter itself."""
    board, named = scene.board, order.supported
    _, goal = named
    helped = scene.units.get(board.space_ids[goal])
    if helped is None or helped is unit or helped[1:] != named:
        return False
    if type(order) is SupportMove:
        steps = scene.steps[helped.kind][goal]
        goal = order.target
        if goal not in steps:
            return False
    return bool(scene.reach[unit.kind][unit.location] >> board.index[goal] & 1)
