"""Reading the standard form, which programs write, without looking for what people may mean.

``reader`` reads everything, this reads only what ``format_order`` writes for the usual orders; where both read a text
they give the same order (a test compares them).
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from legation.board import LocationId, Names, UnitKind
from legation.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Piece,
    Retreat,
    SupportHold,
    SupportMove,
)

LETTERS = {kind.value: kind for kind in UnitKind}
PLAIN: Mapping[str, Callable[[Piece], Order]] = {"H": Hold, "D": Disband, "B": Build}
LONGEST = 40
"""No order in standard form is longer; longer lines are not kept in mind."""

Pieces = Mapping[str, Piece]
"""Units by their text: ``A PAR``."""


def read_standard(text: str, names: Names) -> Order | None:
    """The order, if the text is one in standard form and its codes have no other meaning."""
    return _read(text, names) if len(text) <= LONGEST else None


@lru_cache(maxsize=1 << 14)
def _read(text: str, names: Names) -> Order | None:
    """Programs write the same lines again and again, and orders never change, so the last ones are kept in mind."""
    pieces = _list_pieces(names)
    letter, _, rest = text.partition(" ")
    code, _, rest = rest.partition(" ")
    verb, _, rest = rest.partition(" ")
    unit = pieces.get(f"{letter} {code}")
    if unit is None:
        return None
    if not rest:
        return PLAIN[verb](unit) if verb in PLAIN and text.endswith(verb) else None
    if verb in ("-", "R"):
        return _read_step(unit, verb, rest, names)
    if verb in ("S", "C"):
        return _read_help(unit, verb, rest, names, pieces)
    return None


@lru_cache(maxsize=64)
def _list_pieces(names: Names) -> Pieces:
    """Every unit of a board whose place has a code without a second meaning."""
    return {
        f"{letter} {code}": Piece(kind, LocationId(code))
        for letter, kind in LETTERS.items()
        for code in names.plain_locations
    }


def _read_step(unit: Piece, verb: str, rest: str, names: Names) -> Order | None:
    code, _, tail = rest.partition(" ")
    if code not in names.plain_locations:
        return None
    target = LocationId(code)
    if verb == "R":
        return Retreat(unit, target) if rest == code else None
    if rest == code:
        return Move(unit, target)
    return Move(unit, target, via_convoy=True) if tail == "VIA" else None


def _read_help(unit: Piece, verb: str, rest: str, names: Names, pieces: Pieces) -> Order | None:
    helped, dash, target = rest.partition(" - ")
    other = pieces.get(helped)
    if other is None:
        return None
    if not dash:
        return SupportHold(unit, other) if verb == "S" else None
    if target not in names.plain_locations:
        return None
    return (SupportMove if verb == "S" else Convoy)(unit, other, LocationId(target))
