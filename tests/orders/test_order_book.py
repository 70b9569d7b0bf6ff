import pytest

from legation.board import PowerId, SpaceId
from legation.judge import judge_retreats
from legation.orders import (
    Fault,
    OrderBook,
    Rejection,
    format_order,
    make_order_book,
    make_retreat_book,
    parse_order,
    read_submissions,
    write_submissions,
)
from tests.kit import STANDARD, Letters, judge, make_book, make_position, make_retreats, rules

PARIS = {"FRANCE": ["A PAR"]}
FRANCE = PowerId("FRANCE")


def order_paris(double_order: str, *lines: str) -> OrderBook:
    return make_book(make_position(PARIS), {"FRANCE": lines}, rules(double_order=double_order))


def text_of(book: OrderBook, space: str) -> str:
    return format_order(book.orders[SpaceId(space)])


def faults(book: OrderBook) -> list[tuple[str, Fault]]:
    return [(rejection.text, rejection.fault) for rejection in book.rejections]


def test_every_unit_has_one_order_and_those_without_one_hold() -> None:
    book = make_book(make_position({"FRANCE": ["A PAR", "F BRE"]}), {"FRANCE": ["A PAR - BUR"]})
    assert {format_order(order) for order in book.orders.values()} == {"A PAR - BUR", "F BRE H"}
    assert book.supplied == {"BRE"}


def test_a_hold_that_was_ordered_is_not_supplied() -> None:
    assert make_book(make_position(PARIS), {"FRANCE": ["A PAR H"]}).supplied == frozenset()


def test_a_unit_whose_order_is_refused_holds() -> None:
    book = make_book(make_position(PARIS), {"FRANCE": ["A PAR - MOS"]})
    assert text_of(book, "PAR") == "A PAR H"
    assert book.supplied == {"PAR"}


def test_under_first_the_first_of_two_orders_is_followed() -> None:
    book = order_paris("first", "A PAR - BUR", "A PAR - PIC")
    assert text_of(book, "PAR") == "A PAR - BUR"
    assert faults(book) == [("A PAR - PIC", Fault.ORDERED_ALREADY)]


def test_under_last_the_last_of_two_orders_is_followed() -> None:
    book = order_paris("last", "A PAR - BUR", "A PAR - PIC")
    assert text_of(book, "PAR") == "A PAR - PIC"
    assert faults(book) == [("A PAR - BUR", Fault.ORDERED_TWICE)]


def test_under_none_neither_of_two_orders_is_followed() -> None:
    book = order_paris("none", "A PAR - BUR", "A PAR - PIC")
    assert text_of(book, "PAR") == "A PAR H"
    assert sorted(faults(book)) == [("A PAR - BUR", Fault.ORDERED_TWICE), ("A PAR - PIC", Fault.ORDERED_TWICE)]


def test_under_none_a_third_order_does_not_mend_the_matter() -> None:
    book = order_paris("none", "A PAR - BUR", "A PAR - PIC", "A PAR - BUR")
    assert text_of(book, "PAR") == "A PAR H"
    assert [fault for _, fault in faults(book)] == [Fault.ORDERED_TWICE] * 3


@pytest.mark.parametrize("double_order", ["first", "last", "none"])
def test_the_same_order_twice_is_one_order(double_order: str) -> None:
    book = order_paris(double_order, "A PAR - BUR", "Army Paris to Burgundy")
    assert text_of(book, "PAR") == "A PAR - BUR"
    assert book.rejections == ()


def test_under_none_every_line_of_a_unit_with_two_orders_is_refused() -> None:
    book = order_paris("none", "A PAR - BUR", "Paris to Burgundy", "A PAR H")
    assert text_of(book, "PAR") == "A PAR H"
    assert book.supplied == {"PAR"}
    assert faults(book) == [
        ("A PAR - BUR", Fault.ORDERED_TWICE),
        ("Paris to Burgundy", Fault.ORDERED_TWICE),
        ("A PAR H", Fault.ORDERED_TWICE),
    ]


def test_under_last_every_earlier_line_is_refused() -> None:
    book = order_paris("last", "A PAR - BUR", "Paris to Burgundy", "A PAR - PIC")
    assert text_of(book, "PAR") == "A PAR - PIC"
    assert faults(book) == [("A PAR - BUR", Fault.ORDERED_TWICE), ("Paris to Burgundy", Fault.ORDERED_TWICE)]


def test_each_line_is_answered_in_its_place() -> None:
    book = order_paris("first", "paris to burgundy", "A PARS H", "A PAR - PIC", "A PAR - BUR")
    told = [answer.fault if isinstance(answer, Rejection) else format_order(answer) for answer in book.answers]
    assert told == ["A PAR - BUR", Fault.UNREADABLE, Fault.ORDERED_ALREADY, "A PAR - BUR"]


def test_several_orders_on_one_line_are_taken_one_by_one() -> None:
    position = make_position({"FRANCE": ["A PAR", "A MAR", "F BRE"]})
    lines = read_submissions(STANDARD, {FRANCE: ["A PAR - BUR; A MAR H", " ", "F BRE - MAO;"]})
    assert [line.text for line in lines] == ["A PAR - BUR", "A MAR H", "F BRE - MAO"]
    book = make_order_book(STANDARD, position, lines)
    assert {format_order(order) for order in book.orders.values()} == {"A PAR - BUR", "A MAR H", "F BRE - MAO"}
    assert book.rejections == ()


@pytest.mark.parametrize("double_order", ["first", "last", "none"])
def test_an_illegal_order_does_not_count_as_a_second_one(double_order: str) -> None:
    book = order_paris(double_order, "A PAR - MOS", "A PAR - BUR", "A PAR - NTH")
    assert text_of(book, "PAR") == "A PAR - BUR"
    assert [fault for _, fault in faults(book)] == [Fault.NOT_ADJACENT, Fault.UNSUITABLE_SPACE]


@pytest.mark.parametrize("double_order", ["last", "none"])
def test_an_order_that_is_replaced_is_quoted_as_it_was_written(double_order: str) -> None:
    book = order_paris(double_order, "army paris to burgundy", "A PAR - PIC")
    assert "army paris to burgundy" in [text for text, _ in faults(book)]


def test_a_unit_that_holds_for_an_impossible_move_is_known() -> None:
    book = make_book(make_position(PARIS), {"FRANCE": ["A PAR - MOS"]})
    assert book.impossible == {"PAR"}


def test_a_unit_with_a_legal_order_beside_an_impossible_one_is_not_impossible() -> None:
    book = make_book(make_position(PARIS), {"FRANCE": ["A PAR - MOS", "A PAR H"]})
    assert book.impossible == frozenset()


def test_a_refused_support_makes_no_impossible_move() -> None:
    book = make_book(make_position(PARIS), {"FRANCE": ["A PAR S A MOS"]})
    assert book.impossible == frozenset()


def test_a_move_that_another_power_wrote_makes_no_impossible_move() -> None:
    book = make_book(make_position(PARIS), {"ENGLAND": ["A PAR - BUR"]})
    assert faults(book) == [("A PAR - BUR", Fault.NOT_YOUR_UNIT)]
    assert book.impossible == frozenset()


def test_two_possible_moves_make_no_impossible_one() -> None:
    assert order_paris("none", "A PAR - BUR", "A PAR - PIC").impossible == frozenset()


def test_orders_that_are_values_need_no_text() -> None:
    order = parse_order("A PAR - BUR", STANDARD.names)
    (submission,) = write_submissions({FRANCE: [order]})
    assert (submission.text, submission.order) == ("A PAR - BUR", order)
    book = make_order_book(STANDARD, make_position(PARIS), [submission])
    assert book.orders == {"PAR": order}


def test_a_rejection_keeps_the_order_as_far_as_it_could_be_read() -> None:
    book = make_book(make_position(PARIS), {"FRANCE": ["A PAR - MOS", "A PAR - Burgundi"]})
    illegal, unreadable = book.rejections
    assert illegal.order == parse_order("A PAR - MOS", STANDARD.names)
    assert unreadable.order is None
    assert unreadable.refusal.misread is not None
    assert unreadable.refusal.misread.values == {"text": "Burgundi"}


def test_an_empty_board_needs_no_orders() -> None:
    assert make_book(make_position({}), {}) == OrderBook({})


DISLODGING = {
    "TURKEY": ["A SER H"],
    "AUSTRIA": ["A BUD - SER", "A BUL S A BUD - SER"],
}


def retreat(letters: Letters) -> dict[str, str]:
    book = make_retreats(judge(DISLODGING).after, letters)
    return {str(space): format_order(order) for space, order in book.orders.items()}


@pytest.mark.parametrize("text", ["A SER R ALB", "A SER - ALB", "SER retreats to Albania", "F SER - ALB"])
def test_a_retreat_may_be_written_as_a_move(text: str) -> None:
    assert retreat({"TURKEY": [text]}) == {"SER": "A SER R ALB"}


def test_a_dislodged_unit_may_be_disbanded() -> None:
    assert retreat({"TURKEY": ["A SER D"]}) == {"SER": "A SER D"}


def test_a_dislodged_unit_without_an_order_is_disbanded() -> None:
    book = make_retreats(judge(DISLODGING).after, {})
    assert {format_order(order) for order in book.orders.values()} == {"A SER D"}
    assert book.supplied == {"SER"}


def test_of_two_retreats_the_first_is_followed() -> None:
    book = make_retreats(judge(DISLODGING).after, {"TURKEY": ["A SER R ALB", "A SER R GRE", "A SER - ALB"]})
    assert format_order(book.orders[SpaceId("SER")]) == "A SER R ALB"
    assert [rejection.fault for rejection in book.rejections] == [Fault.ORDERED_ALREADY]


@pytest.mark.parametrize(("double_order", "followed"), [("none", "A SER D"), ("last", "A SER R GRE")])
def test_two_retreats_of_one_unit_are_settled_by_the_switch(double_order: str, followed: str) -> None:
    lines = read_submissions(STANDARD, {PowerId("TURKEY"): ["A SER R ALB", "A SER R GRE"]})
    order_rules = rules(double_order=double_order).order_rules
    book = make_retreat_book(STANDARD, judge(DISLODGING).after, lines, order_rules)
    assert format_order(book.orders[SpaceId("SER")]) == followed
    assert {rejection.fault for rejection in book.rejections} == {Fault.ORDERED_TWICE}


def test_an_army_retreats_to_the_space_whatever_coast_it_writes() -> None:
    after = judge({"FRANCE": ["A GAS H"], "ITALY": ["A MAR - GAS", "A BUR S A MAR - GAS"]}).after
    book = make_retreats(after, {"FRANCE": ["A GAS R SPA/NC"]})
    assert {format_order(order) for order in book.orders.values()} == {"A GAS R SPA"}


def test_a_fleet_retreats_to_the_only_coast_it_can_reach() -> None:
    after = judge({"FRANCE": ["F GAS H"], "ITALY": ["A MAR - GAS", "A BUR S A MAR - GAS"]}).after
    book = make_retreats(after, {"FRANCE": ["F GAS R SPA"]})
    assert {format_order(order) for order in book.orders.values()} == {"F GAS R SPA/NC"}


def test_a_hold_is_no_retreat_and_the_unit_is_disbanded() -> None:
    after = judge(DISLODGING).after
    book = make_retreats(after, {"TURKEY": ["A SER H"]})
    verdict = judge_retreats(STANDARD, after, book, rules())
    assert [rejection.fault for rejection in book.rejections] == [Fault.WRONG_PHASE]
    assert [str(unit) for unit in verdict.destroyed] == ["A SER"]


def test_a_retreat_to_a_contested_space_is_refused_for_the_stand_off_where_the_attacker_came_by_sea() -> None:
    """Under 2000 the start of a convoyed attack is not barred; here only the stand-off there bars it."""
    seas = ("MAO", "WES", "LYO")
    after = judge(
        {
            "FRANCE": ["A GAS - MAR VIA", "A BUR S A GAS - MAR", *(f"F {sea} C A GAS - MAR" for sea in seas)],
            "ITALY": ["A MAR H"],
            "ENGLAND": ["A BRE - GAS"],
            "GERMANY": ["A SPA - GAS"],
        }
    ).after
    (rejection,) = make_retreats(after, {"ITALY": ["A MAR R GAS"]}).rejections
    assert (rejection.fault, rejection.choices) == (Fault.SPACE_CONTESTED, ("PIE",))
