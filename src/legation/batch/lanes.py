"""Lanes: the workers that share a game. The processor has one for each game, so here they do nothing.

A GPU has several (``cuda_lanes`` replaces this module there): each takes every n-th unit, and they meet between two
steps. A loop over units is written ``for place in range(lane(), count, lanes())`` where each turn is independent, and
``for first in range(0, count, lanes())`` with ``place = first + lane()`` where the turns make a list together.
"""

from typing import Final

from legation.batch.compiling import ZERO, Shorts, constant, part
from legation.batch.field import STACK

ONE: Final = constant(1)


@part
def lane() -> int:
    """The number of this lane."""
    return ZERO


@part
def lanes() -> int:
    """The number of lanes that share a game."""
    return ONE


@part
def is_within(place: int, count: int) -> bool:
    """True if a lane has a place below ``count``: the last turn of a loop may have fewer places than lanes."""
    return True


@part
def meet() -> None:
    """Wait until all lanes arrive and see what the others have written."""


@part
def keep_step() -> None:
    """Wait for the other games of a block. A GPU's instruction cache is small: games at the same step share it."""


@part
def is_any(flag: bool) -> bool:
    """True if the flag is set in at least one lane. All lanes must ask."""
    return flag


@part
def append(lists: Shorts, row: int, count: int, value: int, is_member: bool) -> int:
    """Append a value to a list, if it belongs there; returns the new number. All lanes must call it.

    The value is stored in any case: the processor cannot predict whether it belongs, and a wrong guess costs more.
    """
    lists[row, count] = value
    return count + is_member


@part
def push(field: Shorts, head: int, column: int, number: int, following: int, is_member: bool) -> None:
    """Put a unit at the head of a chain, if it belongs there. All lanes must call it.

    If not, the same is done in an unused column.
    """
    first, link = (column, following) if is_member else (STACK, STACK)
    field[number, link] = field[head, first]
    field[head, first] = number


@part
def clear(field: Shorts, rows: int, width: int) -> None:
    """Write -1 into the first columns of the first rows."""
    for row in range(rows):
        for column in range(width):
            field[row, column] = -1
