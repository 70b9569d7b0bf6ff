from hypothesis import given

from legation.board import LocationId
from legation.orders import Order, format_order, parse_order
from tests.kit import STANDARD
from tests.properties.strategies import LOCATIONS, QUICK, locations, orders


@QUICK
@given(orders)
def test_every_order_parses_back_from_its_text(order: Order) -> None:
    assert parse_order(format_order(order), STANDARD.names) == order


@QUICK
@given(orders)
def test_case_and_spaces_do_not_matter(order: Order) -> None:
    text = format_order(order)
    assert parse_order(text.lower(), STANDARD.names) == order
    assert parse_order("  " + text.replace(" ", "   ") + "\t", STANDARD.names) == order


@QUICK
@given(orders)
def test_the_text_of_an_order_is_written_once_and_for_all(order: Order) -> None:
    text = format_order(order)
    assert format_order(parse_order(text, STANDARD.names)) == text
    assert text == text.upper()


@QUICK
@given(locations)
def test_every_location_is_found_by_its_own_text(location: LocationId) -> None:
    assert STANDARD.parse_location(location) == location
    assert STANDARD.parse_location(location.replace("/", " ").lower()) == location


def test_every_location_is_tried() -> None:
    assert len(LOCATIONS) == 81
