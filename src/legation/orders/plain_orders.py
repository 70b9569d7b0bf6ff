"""Orders that are legal at first sight: most of those that are given.

An order written in full for a single step, or for help to one, needs no more than a look at the board. Everything else
takes the long way through ``legality``, which could decide all of it; ``tests/orders/test_plain_orders.py`` compares
the two ways.
"""

from legation.board import Unit
from legation.orders.order import Hold, Move, MovementOrder, SupportHold, SupportMove
from legation.orders.scene import Scene

PLAIN = (Move, SupportMove, SupportHold, Hold)
"""The kinds of order that can be legal at first sight."""


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
