"""Reading the standard form, which programs write, without looking for what people may mean.

``reader`` reads everything, this reads only what ``format_order`` writes for the usual orders; where both read a text
they give the same order (a test compares them).
"""

from collections.abc import Callable, Mapping, Sequence
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
ALONE: Mapping[str, Callable[[Piece], Order]] = {" H": Hold, " D": Disband, " B": Build}
"""Orders that name nothing but their unit, by how they end."""
LONGEST = 40
"""No order in standard form is longer; longer lines are not kept in mind."""

HELP: Sequence[tuple[str, type[SupportMove] | type[Convoy]]] = ((" S ", SupportMove), (" C ", Convoy))
"""How one unit helps another on its way, by the sign between them."""

Pieces = Mapping[str, Piece]
"""Units by their text: ``A PAR``."""
Places = Mapping[str, LocationId]
"""Places by their code."""


def read_standard(text: str, names: Names) -> Order | None:
    """The order, if the text is one in standard form and its codes have no other meaning."""
    return _read(text, names) if len(text) <= LONGEST else None


@lru_cache(maxsize=1 << 14)
def _read(text: str, names: Names) -> Order | None:
    """Programs write the same lines again and again, and orders never change, so the last ones are kept in mind."""
    pieces, places = _list_codes(names)
    head, dash, end = text.partition(" - ")
    if not dash:
        return _read_without_dash(text, pieces, places)
    unit, target = pieces.get(head), places.get(end)
    if unit is not None:
        if target is not None:
            return Move(unit, target)
        target = places.get(end.removesuffix(" VIA"))
        return Move(unit, target, via_convoy=True) if target else None
    if target is None:
        return None
    for sign, kind in HELP:
        helper, _, helped = head.partition(sign)
        if helper in pieces and helped in pieces:
            return kind(pieces[helper], pieces[helped], target)
    return None


def _read_without_dash(text: str, pieces: Pieces, places: Places) -> Order | None:
    unit, end = pieces.get(text[:-2]), text[-2:]
    if unit is not None:
        return ALONE[end](unit) if end in ALONE else None
    helper, _, helped = text.partition(" S ")
    if helper in pieces and helped in pieces:
        return SupportHold(pieces[helper], pieces[helped])
    head, _, end = text.partition(" R ")
    return Retreat(pieces[head], places[end]) if head in pieces and end in places else None


@lru_cache(maxsize=64)
def _list_codes(names: Names) -> tuple[Pieces, Places]:
    """Every unit and every place of a board whose code has no second meaning."""
    places = {code: LocationId(code) for code in names.plain_locations}
    units = {f"{letter} {code}": Piece(kind, places[code]) for letter, kind in LETTERS.items() for code in places}
    return units, places
