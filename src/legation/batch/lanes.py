"""Lanes: the workers that share a game. The processor has one for each game, so here they come to nothing.

A GPU has several (``cuda_lanes`` stands for this module there): each takes every n-th unit, and between two steps they
meet. A loop over units is written ``for place in range(lane(), count, lanes())`` where each turn stands for itself, and
``for first in range(0, count, lanes())`` with ``place = first + lane()`` where its turns make a list together.
"""

from typing import Final

from legation.batch.compiling import ZERO, Shorts, constant, part
from legation.batch.field import STACK

ONE: Final = constant(1)


@part
def lane() -> int:
    """Which of the lanes this is."""
    return ZERO


@part
def lanes() -> int:
    """How many lanes share a game."""
    return ONE


@part
def is_within(place: int, count: int) -> bool:
    """Whether a lane has a place of so many: the last turn of a loop may have less than there are lanes."""
    return True


@part
def meet() -> None:
    """Wait until all lanes are here and see what the others have written."""


@part
def keep_step() -> None:
    """Wait for the other games of a block. A GPU's cache for instructions is small: games at one step share it."""


@part
def is_any(flag: bool) -> bool:
    """Whether one lane at least says so. All lanes must ask."""
    return flag


@part
def append(lists: Shorts, row: int, count: int, value: int, is_member: bool) -> int:
    """Put a value at the end of a list, if it belongs there; how many there are then. All lanes must come by.

    The value is stored in any case: whether it belongs is chance to the processor, and a wrong guess costs more.
    """
    lists[row, count] = value
    return count + is_member


@part
def push(field: Shorts, head: int, column: int, number: int, following: int, is_member: bool) -> None:
    """Put a unit at the head of a chain, if it belongs there. All lanes must come by.

    If not, the same is done in a column that nothing is kept in.
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
