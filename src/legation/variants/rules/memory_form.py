"""Checks that memory from outside has the form in which rule modules write theirs."""

from collections.abc import Callable, Mapping

from legation.board import Board
from legation.errors import quote, shorten

MOST = 9999
"""No count of years, bombs or phases is larger."""


def is_count(value: object) -> bool:
    """True if a value is a whole number that can serve as a count."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def check_entries(board: Board, table: object, is_right: Callable[[object], bool], form: str) -> str | None:
    """What is wrong with a table of spaces, each with an entry of a certain form."""
    if not isinstance(table, Mapping):
        return "expected an object with the codes of spaces"
    for space, entry in table.items():
        if space not in board.spaces:
            return f"{quote(str(space))} is not the code of a space"
        if not is_right(entry):
            return f"{space}: expected {form}, not {shorten(str(entry))}"
    return None


def check_spaces(board: Board, spaces: object) -> str | None:
    """What is wrong with a list of spaces."""
    if not isinstance(spaces, list | tuple):
        return "expected a list of the codes of spaces"
    strange = [space for space in spaces if not isinstance(space, str) or space not in board.spaces]
    return f"{quote(str(strange[0]))} is not the code of a space" if strange else None
