"""The quick reader of the standard form must agree with the patient one, which reads everything."""

import itertools
from collections.abc import Iterator

import pytest

from legation.board import Board, LocationId, SpaceId, UnitKind, space_of
from legation.errors import LegationError
from legation.orders import (
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
from legation.orders.dividing import split_orders
from legation.orders.notation import list_readings, parse_order
from legation.orders.standard_form import format_order, read_exactly, read_standard
from tests.kit import STANDARD, make_tiny_board

LOCATIONS = tuple(location for space in STANDARD.spaces.values() for location in space.locations)
PARIS = Piece(UnitKind.ARMY, LocationId("PAR"))


def list_orders_between(start: LocationId, end: LocationId) -> Iterator[Order]:
    unit, other = Piece(UnitKind.FLEET, start), Piece(UnitKind.ARMY, end)
    yield Move(unit, end)
    yield Move(unit, end, via_convoy=True)
    yield Retreat(unit, end)
    yield SupportHold(unit, other)
    yield SupportMove(PARIS, unit, end)
    yield Convoy(PARIS, unit, end)


@pytest.mark.parametrize("kind", UnitKind)
def test_orders_of_one_unit_are_read_alike(kind: UnitKind) -> None:
    for location in LOCATIONS:
        for order in (Hold(Piece(kind, location)), Disband(Piece(kind, location)), Build(Piece(kind, location))):
            text = format_order(order)
            assert read_standard(text, STANDARD.names) == order
            assert parse_order(text.lower(), STANDARD.names) == order


def test_orders_between_any_two_locations_are_read_at_once() -> None:
    for start, end in itertools.product(LOCATIONS, repeat=2):
        for order in list_orders_between(start, end):
            assert read_standard(format_order(order), STANDARD.names) == order


def test_orders_between_any_two_locations_are_read_with_patience_too() -> None:
    """In small letters, so that the patient reader must do it. ``a swe - den`` is not Sweden, ``a ruh r`` not Ruhr."""
    wrong = [
        format_order(order).lower()
        for start, end in itertools.product(LOCATIONS, repeat=2)
        for order in list_orders_between(start, end)
        if not reads_back(order)
    ]
    assert wrong == []


def reads_back(order: Order) -> bool:
    try:
        return parse_order(format_order(order).lower(), STANDARD.names) == order
    except LegationError:
        return False


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "A PAR",
        "a PAR H",
        "A PAR  H",
        " A PAR H",
        "A PAR H ",
        "A XXX H",
        "A PAR X",
        "A PAR -",
        "A PAR - XXX",
        "A PAR - BUR VIA ENG",
        "A PAR S A",
        "A PAR S A MAR BUR",
        "A PAR C A MAR",
        "A PAR R BUR VIA ENG",
        "PAR H",
        "WAIVE",
        "BOMB PAR - MOS",
    ],
)
def test_everything_else_is_left_to_the_patient_reader(text: str) -> None:
    assert read_standard(text, STANDARD.names) is None


WORDS_AS_CODES = ("TO", "FLEET", "ARMY", "VIA", "WAIVE", "S", "H", "A", "NC", "AND", "BOMB")
"""Codes of spaces that are words of orders too; boards of other programs have such."""


@pytest.fixture(scope="module")
def board_of_words(tmp_path_factory: pytest.TempPathFactory) -> Board:
    """Each name is the code of another space; the last space has two coasts."""
    names = (*WORDS_AS_CODES[1:], WORDS_AS_CODES[0])
    rows = [
        f"{code},{name.title()},{'sea' if code == 'VIA' else 'land'}"
        for code, name in zip(WORDS_AS_CODES, names, strict=True)
    ]
    spaces = "\n".join(f"{row},neutral,,{'NC SC' if row.startswith('BOMB') else ''},,,," for row in rows)
    borders = "\n".join(
        f"{start},{end}{'/NC' if end == 'BOMB' else ''},no,yes,,," for start, end in itertools.pairwise(WORDS_AS_CODES)
    )
    return make_tiny_board(tmp_path_factory.mktemp("words"), spaces, borders)


def list_every_form(start: LocationId, end: LocationId) -> Iterator[Order]:
    unit, other = Piece(UnitKind.ARMY, start), Piece(UnitKind.ARMY, end)
    yield from (Move(unit, end), Move(unit, end, via_convoy=True), Retreat(unit, end), SupportHold(unit, other))
    yield from (SupportMove(unit, other, start), SupportMove(unit, other, end), Convoy(unit, other, start))
    yield from (Hold(unit), Disband(unit), Build(unit), Waive(), Embark(Piece(UnitKind.FLEET, start), other))
    yield Bomb(space_of(start), space_of(end))
    yield Retreat(unit, end, via=SpaceId("VIA"))
    yield Move(unit, end, via_convoy=True, path=(SpaceId("VIA"), SpaceId("S")), carry=2)
    yield Move(unit, end, carry=1)


def test_orders_are_read_back_on_a_board_whose_codes_are_words_of_orders(board_of_words: Board) -> None:
    names = board_of_words.names
    locations = [location for space in board_of_words.spaces.values() for location in space.locations]
    for start, end in zip(locations * 2, [*locations[1:], *locations[5:], *locations[:6]], strict=True):
        for order in list_every_form(start, end):
            text = format_order(order)
            assert read_exactly(text, names) == order, text
            assert parse_order(text, names) == order, text
            assert list_readings(text, names)[0] == order, text
            assert split_orders(text, names) == (text,)


@pytest.mark.parametrize(
    "text",
    [
        "", "A", "A PAR", "A PAR X", "A PAR -", "A PAR - XXX", "A PAR - BUR BUR", "A PAR - BUR CARRY X", "A PAR S A",
        "A PAR S A MAR BUR", "A PAR S A MAR - XXX", "A PAR C A MAR", "A PAR R BUR ENG", "A PAR R", "A PAR E", "PAR H",
        "A PAR  H", "a par h", "BOMB PAR MOS", "BOMB PAR - XXX", "WAIVE 2", "A PAR H H", "A PAR - BUR CARRY ²",
        "A PAR - BUR CARRY 01", "A PAR - BUR CARRY 1000", "A MUN - SWI", "A SWI H", "BOMB SWI - PAR",
    ],
)  # fmt: skip
def test_what_no_program_writes_is_not_read_exactly(text: str) -> None:
    assert read_exactly(text, STANDARD.names) is None
