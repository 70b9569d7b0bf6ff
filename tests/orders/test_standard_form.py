"""The quick reader of the standard form must agree with the patient one, which reads everything."""

import itertools
from collections.abc import Iterator

import pytest

from legation.board import LocationId, UnitKind
from legation.errors import LegationError
from legation.orders import Build, Convoy, Disband, Hold, Move, Order, Piece, Retreat, SupportHold, SupportMove
from legation.orders.notation import parse_order
from legation.orders.standard_form import format_order, read_standard
from tests.kit import STANDARD

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
