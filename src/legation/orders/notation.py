"""Orders as text: every value is written in one form and read in many (``docs/reference/notation.md``)."""

import re
from collections.abc import Sequence

from legation.board import LocationId, Names, fold
from legation.errors import AmbiguousNameError, LegationError
from legation.orders.order import (
    Order,
    Piece,
)
from legation.orders.reader import Meaning, list_meanings, list_units, misread
from legation.orders.standard_form import LETTERS, read_exactly, read_standard
from legation.orders.vocabulary import Misreading

VOTE = re.compile(  # "The Netherlands vote no", "a draw", "yes to the proposal", "S1751M.1: aye"
    r"""\W*+(
        (\w++\s++){0,2}(votes?|voting|ballot|propos(e|es|al)|concedes?|concession|abstains?)\b
        | ((i|we|a|the)\s++)?draw\b
        | (yes|no|aye|nay)(\W*+$|\s++(to|on|for)\b)
        | .*\b[SFW][0-9]{1,4}[MRA]\.[0-9]
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def parse_order(text: str, names: Names) -> Order:
    """Read one order; raises a ``LegationError`` that says what could not be read and what may be meant."""
    reading = read_line(text, names)
    if isinstance(reading, LegationError):
        raise reading
    return reading


def read_line(text: str, names: Names) -> Order | LegationError:
    """Like ``parse_order``, but an error is returned as a value."""
    return read_standard(text, names) or read_meanings(text, names)[0]


def read_piece(text: str, names: Names) -> Piece:
    """The unit that a text such as ``F STP/SC`` names; a code shared by several spaces is the board's own."""
    letter, _, code = text.partition(" ")
    if letter in LETTERS and code in names.locations:
        return Piece(LETTERS[letter], LocationId(code))
    own = [meant for meant in list_units(text, names) if all(chosen.number == 0 for chosen in meant.chosen)]
    if not own:
        raise misread(text, Misreading.NO_UNIT, quoted=text)
    for chosen in own[0].chosen:
        names.parse_space(chosen.written)  # asks where no space has the best claim
    return own[0].unit


def list_pieces(text: str, names: Names) -> tuple[Piece, ...]:
    """Every unit that a text such as ``F CAS`` can mean; empty if it means no unit at all."""
    try:
        return tuple(dict.fromkeys(meant.unit for meant in list_units(text, names)))
    except LegationError:
        return ()


def read_meanings(text: str, names: Names) -> tuple[Order | LegationError, tuple[Meaning, ...]]:
    """The meaning of a line by itself (or why that is unclear), and every order that it can mean if there are several.

    There are several if several spaces share a name. By itself the line then means what its letters say: in a line all
    in capitals a code is the board's own; in any other, upper and lower case must be as on the sheet. On a board whose
    codes are words of orders (``TO``, ``FLEET``) the standard form of an order means that order.
    """
    exact = read_exactly(text, names)
    try:
        meanings = list_meanings(text, names)
    except LegationError as error:
        return exact or error, ()
    if exact is not None and all(meaning.order != exact for meaning in meanings):
        return exact, ()
    if len(meanings) == 1:
        return meanings[0].order, ()
    decided = [meaning.order for meaning in meanings if _is_as_written(meaning, names, in_capitals=text.isupper())]
    if len(decided) == 1:
        return decided[0], tuple(meanings)
    return ask_which(meanings, names), tuple(meanings)


def list_readings(text: str, names: Names) -> tuple[Order, ...]:
    """Every order that a text can mean, its meaning by itself first; empty if it cannot be read."""
    order, meanings = read_meanings(text, names)
    own = () if isinstance(order, LegationError) else (order,)
    return tuple(dict.fromkeys((*own, *(meaning.order for meaning in meanings))))


def ask_which(meanings: Sequence[Meaning], names: Names) -> AmbiguousNameError:
    """The question about the first name that these meanings of a line take for different spaces."""
    for same_name in zip(*(meaning.chosen for meaning in meanings), strict=False):
        spaces = tuple(dict.fromkeys(chosen.space for chosen in same_name))
        if len(spaces) > 1:
            break
    return names.ask_which(same_name[0].written, spaces)


def _is_as_written(meaning: Meaning, names: Names, *, in_capitals: bool) -> bool:
    if in_capitals:
        return all(fold(chosen.written) == fold(chosen.space) for chosen in meaning.chosen)
    return all(chosen.written in names.spellings[chosen.space] for chosen in meaning.chosen)


def is_vote(text: str) -> bool:
    """True if a line that is not an order is meant as a vote or a proposal, which are not sent with orders."""
    return VOTE.match(text) is not None
