"""The standard form of orders, for programs: one text for every order, read back without a search for meanings.

``reader`` reads everything that people write. ``read_standard`` reads only what ``format_order`` writes for the usual
orders; where both read a text they give the same order (a test compares them). ``read_exactly`` reads all that
``format_order`` writes, by the place of each word, on boards whose codes are also words of orders (``TO``, ``FLEET``).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from legation.board import LocationId, Names, SpaceId, UnitKind, fold, space_of
from legation.orders.order import (
    Bomb,
    Build,
    Convoy,
    Disband,
    Embark,
    Hold,
    Move,
    Order,
    Piece,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)

LETTERS = {kind.value: kind for kind in UnitKind}
ALONE: Mapping[str, Callable[[Piece], Order]] = {" H": Hold, " D": Disband, " B": Build}
"""Orders that name only their unit, by their endings."""
LONGEST = 40
"""No order in standard form is longer; longer lines are not cached."""
MOST_LINES = 1 << 14
"""The number of lines cached for a board."""

HELP: Sequence[tuple[str, type[SupportMove] | type[Convoy]]] = ((" S ", SupportMove), (" C ", Convoy))
"""The ways in which one unit helps another to move, by the sign between them."""


def format_order(order: Order) -> str:
    """The one text form of an order; on the regular board it is that of the PyPI ``diplomacy`` engine."""
    return WRITERS[type(order)](order)


class _PieceTexts(dict[Piece, str]):
    """Units as orders name them. There are few on any board, and each is written several times in every phase."""

    def __missing__(self, piece: Piece) -> str:
        text = self[piece] = str(piece)
        return text


TEXTS = _PieceTexts()


def _write_move(move: Move) -> str:
    text = f"{TEXTS[move.unit]} - {move.target}"
    if not (move.via_convoy or move.path or move.carry):
        return text
    via = " VIA" if move.via_convoy else ""
    return text + via + "".join(f" {sea}" for sea in move.path) + (f" CARRY {move.carry}" if move.carry else "")


def _write_retreat(order: Retreat) -> str:
    via = f" VIA {order.via}" if order.via else ""
    return f"{TEXTS[order.unit]} R {order.target}{via}" + "".join(f" {sea}" for sea in order.further)


WRITERS: Mapping[type[Order], Callable[[Any], str]] = {
    Hold: lambda order: f"{TEXTS[order.unit]} H",
    Move: _write_move,
    SupportHold: lambda order: f"{TEXTS[order.unit]} S {TEXTS[order.supported]}",
    SupportMove: lambda order: f"{TEXTS[order.unit]} S {TEXTS[order.supported]} - {order.target}",
    Convoy: lambda order: f"{TEXTS[order.unit]} C {TEXTS[order.army]} - {order.target}",
    Embark: lambda order: f"{TEXTS[order.unit]} E {TEXTS[order.army]}",
    Retreat: _write_retreat,
    Disband: lambda order: f"{TEXTS[order.unit]} D",
    Build: lambda order: f"{TEXTS[order.unit]} B",
    Waive: lambda _: "WAIVE",
    Bomb: lambda order: f"BOMB {order.origin} - {order.target}",
}
"""The writer of each kind of order. A table, since it is used several times for every order of every phase."""


def read_standard(text: str, names: Names) -> Order | None:
    """The order, if the text is one in standard form and its codes have no other meaning."""
    return standard_lines(names)[text]


class StandardLines(dict[str, Order | None]):
    """The orders of one board by their text, read on demand; None for text that is not in standard form.

    Programs write the same lines again and again, and orders never change, so lines are cached after reading.
    """

    def __init__(self, names: Names) -> None:
        super().__init__()
        places = {code: LocationId(code) for code in names.plain_locations}
        self.places: Mapping[str, LocationId] = places
        """By code: every place without a second meaning."""
        self.pieces = {
            f"{letter} {code}": Piece(kind, places[code]) for letter, kind in LETTERS.items() for code in places
        }
        """By text, such as ``A PAR``: every unit in such a place."""

    def __missing__(self, text: str) -> Order | None:
        if len(text) > LONGEST:
            return None
        if len(self) >= MOST_LINES:
            self.clear()
        pieces, places = self.pieces, self.places
        head, dash, end = text.partition(" - ")
        unit, target = pieces.get(head), places.get(end)
        order: Order | None = None
        if not dash:
            order = self._read_without_dash(text)
        elif unit is not None:
            if target is not None:
                order = Move(unit, target)
            elif target := places.get(end.removesuffix(" VIA")):
                order = Move(unit, target, via_convoy=True)
        elif target is not None:
            for sign, kind in HELP:
                helper, _, helped = head.partition(sign)
                if helper in pieces and helped in pieces:
                    order = kind(pieces[helper], pieces[helped], target)
        self[text] = order
        return order

    def _read_without_dash(self, text: str) -> Order | None:
        pieces, places = self.pieces, self.places
        unit, end = pieces.get(text[:-2]), text[-2:]
        if unit is not None:
            return ALONE[end](unit) if end in ALONE else None
        helper, _, helped = text.partition(" S ")
        if helper in pieces and helped in pieces:
            return SupportHold(pieces[helper], pieces[helped])
        head, _, end = text.partition(" R ")
        return Retreat(pieces[head], places[end]) if head in pieces and end in places else None


standard_lines = lru_cache(maxsize=64)(StandardLines)
"""The lines of the board with certain names."""


def read_exactly(text: str, names: Names) -> Order | None:
    """The order, if ``format_order`` writes exactly this for it; every word is read by its place."""
    order = _read_words(text.split(" "), names)
    return order if order is not None and format_order(order) == text else None


def _read_words(words: Sequence[str], names: Names) -> Order | None:
    if words == ["WAIVE"]:
        return Waive()
    if len(words) == len(("BOMB", "from", "-", "to")) and words[0] == "BOMB" and words[2] == "-":
        is_known = _is_space(words[1], names) and _is_space(words[3], names)
        return Bomb(SpaceId(words[1]), SpaceId(words[3])) if is_known else None
    unit, rest = _read_piece(words[:2], names), words[2:]
    if unit is None or not rest:
        return None
    sign, rest = f" {rest[0]}", rest[1:]
    if sign in ALONE:
        return ALONE[sign](unit) if not rest else None
    if sign == " -":
        return _read_move(unit, rest, names)
    if sign == " R":
        return _read_retreat(unit, rest, names)
    other, rest = _read_piece(rest[:2], names), rest[2:]
    if other is None:
        return None
    if not rest:
        return SupportHold(unit, other) if sign == " S" else Embark(unit, other) if sign == " E" else None
    for helping, kind in HELP:
        if helping == f"{sign} " and len(rest) == len(("-", "to")) and rest[0] == "-" and _is_place(rest[1], names):
            return kind(unit, other, LocationId(rest[1]))
    return None


def _is_place(code: str, names: Names) -> bool:
    """True if this is the code of a place, with or without a coast, that units can enter."""
    return code in names.locations and _is_space(space_of(LocationId(code)), names)


def _is_space(code: str, names: Names) -> bool:
    title = names.titles.get(SpaceId(code))
    return title is not None and names.impassable.get(fold(code)) != title


def _read_piece(words: Sequence[str], names: Names) -> Piece | None:
    if len(words) != len(("A", "PAR")) or words[0] not in LETTERS or not _is_place(words[1], names):
        return None
    return Piece(LETTERS[words[0]], LocationId(words[1]))


def _read_move(unit: Piece, words: Sequence[str], names: Names) -> Order | None:
    target, route, carry = words[:1], words[1:], 0
    if route[-2:-1] == ["CARRY"] and re.fullmatch("[1-9][0-9]{0,2}", route[-1]):
        route, carry = route[:-2], int(route[-1])
    via, path = route[:1] == ["VIA"], route[1:]
    is_known = all(_is_place(code, names) for code in target) and all(_is_space(sea, names) for sea in path)
    is_repeated = len(set(path)) < len(path)  # no route crosses a sea twice
    if not target or not is_known or is_repeated or (route and not via):
        return None
    return Move(unit, LocationId(target[0]), via_convoy=via, path=tuple(map(SpaceId, path)), carry=carry)


def _read_retreat(unit: Piece, words: Sequence[str], names: Names) -> Order | None:
    if not words or not _is_place(words[0], names):
        return None
    if len(words) == 1:
        return Retreat(unit, LocationId(words[0]))
    is_ferried = len(words) == len(("to", "VIA", "sea")) and words[1] == "VIA" and _is_space(words[2], names)
    return Retreat(unit, LocationId(words[0]), SpaceId(words[2])) if is_ferried else None
