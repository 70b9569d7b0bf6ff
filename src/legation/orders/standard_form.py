"""Reading the standard form, which programs write, without looking for what people may mean.

``notation`` reads everything, this reads only what ``format_order`` writes for the usual orders; where both read a text
they give the same order (a test compares them).
"""

from collections.abc import Callable, Container, Mapping

from legation.board import LocationId, UnitKind
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


def read_standard(text: str, locations: Container[str]) -> Order | None:
    """The order, if the text is one in standard form."""
    words = text.split(" ")
    unit = _piece(words[:2], locations)
    if unit is None or len(words) < 3:
        return None
    verb, rest = words[2], words[3:]
    if not rest:
        return PLAIN[verb](unit) if verb in PLAIN else None
    if verb in ("-", "R"):
        return _read_step(unit, verb, rest, locations)
    if verb in ("S", "C"):
        return _read_help(unit, verb, rest, locations)
    return None


def _piece(words: list[str], locations: Container[str]) -> Piece | None:
    if len(words) < 2 or words[0] not in LETTERS or words[1] not in locations:
        return None
    return Piece(LETTERS[words[0]], LocationId(words[1]))


def _read_step(unit: Piece, verb: str, rest: list[str], locations: Container[str]) -> Order | None:
    if rest[0] not in locations:
        return None
    target = LocationId(rest[0])
    if verb == "R":
        return Retreat(unit, target) if len(rest) == 1 else None
    if len(rest) == 1:
        return Move(unit, target)
    return Move(unit, target, via_convoy=True) if rest[1:] == ["VIA"] else None


def _read_help(unit: Piece, verb: str, rest: list[str], locations: Container[str]) -> Order | None:
    other = _piece(rest[:2], locations)
    if other is None:
        return None
    if len(rest) == 2:
        return SupportHold(unit, other) if verb == "S" else None
    if len(rest) != 4 or rest[2] != "-" or rest[3] not in locations:
        return None
    return (SupportMove if verb == "S" else Convoy)(unit, other, LocationId(rest[3]))
