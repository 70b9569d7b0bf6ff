"""Supports and convoys are paired with the orders they are meant for, before anybody judges."""

import pytest

from legation.board import LocationId, SpaceId
from legation.orders import Plan, format_order, make_plan
from tests.cases.case_file import BOARDS
from tests.kit import STANDARD, Letters, make_book, make_position, place_ordered, rules


def plan_of(orders: Letters) -> Plan:
    position = make_position(place_ordered(orders, {}))
    return make_plan(STANDARD, position, make_book(position, orders).orders, rules().order_rules)


def number_of(plan: Plan, space: str) -> int:
    return [unit.space for unit in plan.units].index(SpaceId(space))


def texts(plan: Plan, numbers: list[int]) -> list[str]:
    return [format_order(plan.orders[number]) for number in numbers]


def test_moves_are_known_by_their_target() -> None:
    plan = plan_of({"FRANCE": ["A PAR - BUR", "A MAR - BUR", "A GAS H"]})
    burgundy = STANDARD.index[LocationId("BUR")]
    assert sorted(texts(plan, plan.attackers[burgundy])) == ["A MAR - BUR", "A PAR - BUR"]
    assert sorted(texts(plan, plan.movers)) == ["A MAR - BUR", "A PAR - BUR"]


def test_supports_are_paired_with_what_they_help() -> None:
    plan = plan_of({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "A BRE H", "A GAS S A BRE"]})
    assert texts(plan, plan.move_helpers[number_of(plan, "PAR")]) == ["A MAR S A PAR - BUR"]
    assert texts(plan, plan.hold_helpers[number_of(plan, "BRE")]) == ["A GAS S A BRE"]
    assert plan.void == {}


def test_convoys_are_paired_with_the_armies_they_carry() -> None:
    plan = plan_of({"ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL", "F NTH C A LON - BEL"]})
    assert len(plan.convoyers[number_of(plan, "LON")]) == 2
    assert texts(plan, plan.overseas) == ["A LON - BEL"]


def test_what_matches_nothing_is_set_aside_with_the_unit_it_was_meant_for() -> None:
    plan = plan_of({"FRANCE": ["A PAR H", "A MAR S A PAR - BUR"]})
    assert plan.void == {number_of(plan, "MAR"): number_of(plan, "PAR")}
    assert plan.helping == []


def test_a_move_that_says_via_may_go_overseas() -> None:
    plan = plan_of({"ENGLAND": ["A PIC - BEL VIA", "F ENG C A PIC - BEL", "A LON - WAL"]})
    assert texts(plan, plan.overseas) == ["A PIC - BEL VIA"]


def test_units_that_want_each_others_spaces_are_paired() -> None:
    plan = plan_of({"FRANCE": ["A PAR - BUR", "A GAS - PAR"], "GERMANY": ["A BUR - PAR"]})
    paris, burgundy = number_of(plan, "PAR"), number_of(plan, "BUR")
    assert plan.exchanges == {paris: burgundy, burgundy: paris}


def test_a_move_is_laid_out_as_the_unit_that_would_arrive() -> None:
    plan = plan_of({"RUSSIA": ["F BOT - STP/SC", "A MOS H"]})
    assert {str(unit) for unit in plan.arrivals.values()} == {"F STP/SC"}


def test_a_lone_move_to_an_empty_space_is_undisputed_and_a_support_that_nobody_attacks_is_safe() -> None:
    plan = plan_of({"FRANCE": ["A PAR - PIC", "A MAR S A BUR", "A BUR H"], "ITALY": ["A VEN - TRI"]})
    assert texts(plan, plan.undisputed) == ["A PAR - PIC", "A VEN - TRI"]
    assert texts(plan, plan.safe) == ["A MAR S A BUR"]
    assert (plan.disputed, plan.attacked) == ([], [])


@pytest.mark.parametrize(
    ("orders", "space"),
    [
        ({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}, "BUR"),
        ({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]}, "BUR"),
        ({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR H"]}, "BUR"),
        ({"ENGLAND": ["A LON - BEL"], "FRANCE": ["F ENG C A LON - BEL"]}, "BEL"),
        ({"ENGLAND": ["A PIC - BEL VIA", "F ENG C A PIC - BEL"]}, "BEL"),
    ],
)
def test_rivals_help_a_unit_in_the_space_and_a_convoy_make_a_move_disputed(orders: Letters, space: str) -> None:
    plan = plan_of(orders)
    assert plan.disputed == [STANDARD.index[LocationId(space)]]
    assert plan.undisputed == []


def test_a_support_is_attacked_by_any_move_into_its_space() -> None:
    plan = plan_of({"FRANCE": ["A MAR S A BUR", "A BUR H"], "ITALY": ["A PIE - MAR"]})
    assert texts(plan, plan.attacked) == ["A MAR S A BUR"]
    assert plan.safe == []


def test_over_difficult_borders_every_move_is_disputed() -> None:
    board = BOARDS["difficult-borders"]()
    start, end = min(board.difficult)
    orders = {"FRANCE": [f"A {start} - {end}"]}
    position = make_position(place_ordered(orders, {}, board), board)
    plan = make_plan(board, position, make_book(position, orders, board=board).orders, rules().order_rules)
    assert plan.disputed == [board.index[end]]
    assert plan.undisputed == []
