from dataclasses import replace

import pytest

from legation.board import Position, PowerId, SpaceId
from legation.judge import Fate, Reason, judge_moves
from legation.orders import OrderBook
from tests.kit import PROFILES, STANDARD, judge, judge_position, make_book, make_position, place_ordered, rules


@pytest.mark.parametrize("profile", PROFILES)
def test_a_unit_that_moves_stands_where_it_went(profile: str) -> None:
    result = judge({"FRANCE": ["A PAR - BUR", "F MAO - SPA/NC"]}, rules(profile))
    assert result.units("FRANCE") == ["A BUR", "F SPA/NC"]


@pytest.mark.parametrize("profile", PROFILES)
def test_units_that_follow_each_other_all_move(profile: str) -> None:
    result = judge({"FRANCE": ["A MAR - GAS", "A GAS - BRE", "A BRE - PIC"]}, rules(profile))
    assert result.units("FRANCE") == ["A BRE", "A GAS", "A PIC"]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_stand_off_leaves_the_space_empty_and_contested(profile: str) -> None:
    result = judge({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}, rules(profile))
    assert result.after.contested == {"BUR"}
    assert "BUR" not in result.after.units


@pytest.mark.parametrize("profile", PROFILES)
def test_a_space_that_its_unit_left_is_contested_too(profile: str) -> None:
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"], "ITALY": ["A BUR - MAR"]}
    assert judge(orders, rules(profile)).after.contested == {"BUR"}


@pytest.mark.parametrize("profile", PROFILES)
def test_a_space_whose_unit_stays_is_not_contested(profile: str) -> None:
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"], "ITALY": ["A BUR H"]}
    assert judge(orders, rules(profile)).after.contested == frozenset()


@pytest.mark.parametrize("profile", PROFILES)
def test_a_space_that_somebody_won_is_not_contested(profile: str) -> None:
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}
    assert judge(orders, rules(profile)).after.contested == frozenset()


@pytest.mark.parametrize("profile", PROFILES)
def test_a_move_that_lost_to_the_unit_coming_out_contests_nothing(profile: str) -> None:
    """DATC 6.H.9: the beaten unit was dislodged by the very unit it met."""
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR - PAR"]}
    assert judge(orders, rules(profile)).after.contested == frozenset()


@pytest.mark.parametrize("profile", PROFILES)
def test_a_dislodged_unit_waits_with_the_places_it_may_go(profile: str) -> None:
    """Not where its attacker came from, not where units stand, not where two bounced."""
    orders = {
        "FRANCE": ["A BUR H"],
        "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
        "ITALY": ["A MAR - GAS"],
        "ENGLAND": ["A BRE - GAS", "A PIC H"],
    }
    result = judge(orders, rules(profile))
    waiting = result.dislodged["A BUR"]
    assert waiting.retreats == ("BEL", "PAR")
    assert waiting.attacker_from == "MUN"
    assert result["BUR"].fate is Fate.DISLODGED
    assert result["BUR"].dislodged_by == result["MUN"].order
    assert "BUR" in result.after.units


@pytest.mark.parametrize("profile", PROFILES)
def test_a_dislodged_unit_with_nowhere_to_go_is_destroyed(profile: str) -> None:
    orders = {"FRANCE": ["F POR H"], "ENGLAND": ["F MAO - POR"], "ITALY": ["F SPA/SC S F MAO - POR"]}
    result = judge(orders, rules(profile))
    assert result["POR"].fate is Fate.DESTROYED
    assert [str(unit) for unit in result.verdict.destroyed] == ["F POR"]
    assert result.after.dislodged == ()


@pytest.mark.parametrize("profile", PROFILES)
def test_a_stand_off_bars_both_coasts(profile: str) -> None:
    """DATC 6.H.16."""
    orders = {
        "FRANCE": ["F MAO H"],
        "ENGLAND": ["F NAO - MAO", "F IRI S F NAO - MAO"],
        "ITALY": ["F WES - SPA/SC"],
        "GERMANY": ["A MAR - SPA"],
    }
    waiting = judge(orders, rules(profile)).dislodged["F MAO"]
    assert not {"SPA/NC", "SPA/SC"} & set(waiting.retreats)


CONVOYED_ATTACK = {
    "FRANCE": ["A GAS - MAR VIA", "A BUR S A GAS - MAR", *(f"F {sea} C A GAS - MAR" for sea in ("MAO", "WES", "LYO"))],
    "ITALY": ["A MAR H"],
}


def test_a_unit_beaten_from_the_sea_may_retreat_to_where_its_attacker_came_from() -> None:
    """DATC 6.H.11."""
    result = judge(CONVOYED_ATTACK, rules(retreat_to_convoy_origin="yes"))
    assert result.dislodged["A MAR"].retreats == ("GAS", "PIE", "SPA")
    assert result.dislodged["A MAR"].attacker_from == "GAS"


def test_unless_the_rulebook_bars_it() -> None:
    result = judge(CONVOYED_ATTACK, rules(retreat_to_convoy_origin="no"))
    assert result.dislodged["A MAR"].retreats == ("PIE", "SPA")
    assert result.dislodged["A MAR"].attacker_from == "GAS"


def test_what_moves_do_not_touch_is_kept() -> None:
    before = make_position({"FRANCE": ["A PAR"]}, centres={"FRANCE": ["PAR"]}, disorder=["ITALY"])
    before = Position(before.units, before.owners, in_disorder=before.in_disorder, memory={"rule": 7})
    after = judge_position(before, {"FRANCE": ["A PAR - BUR"]}).after
    assert (after.owners, after.in_disorder, after.memory) == (before.owners, before.in_disorder, {"rule": 7})


def test_stand_offs_and_retreats_of_an_earlier_phase_are_forgotten() -> None:
    first = judge({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}).after
    assert judge_position(first, {"FRANCE": ["A PAR - BUR"]}).after.contested == frozenset()


def test_outcomes_come_in_the_order_of_the_units() -> None:
    result = judge({"FRANCE": ["A PAR H", "F BRE H"], "GERMANY": ["A MUN H"]})
    assert [outcome.power for outcome in result.verdict.outcomes] == ["FRANCE", "FRANCE", "GERMANY"]
    assert [outcome.reason for outcome in result.verdict.outcomes] == [Reason.HELD] * 3


def test_outcomes_follow_the_position_that_is_judged_even_if_the_orders_were_entered_for_an_equal_one() -> None:
    position = make_position({"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]})
    book = make_book(position, {"FRANCE": ["A PAR - BUR"]})
    backwards = Position(dict(list(position.units.items())[::-1]))
    assert backwards == position
    verdict = judge_moves(STANDARD, backwards, book, rules())
    assert [outcome.power for outcome in verdict.outcomes] == ["GERMANY", "FRANCE"]


def test_orders_that_are_exchanged_in_a_book_are_the_ones_that_are_judged() -> None:
    position = make_position({"FRANCE": ["A PAR"]})
    book = make_book(position, {"FRANCE": ["A PAR - BUR"]})
    other = make_book(position, {"FRANCE": ["A PAR - PIC"]})
    verdict = judge_moves(STANDARD, position, replace(book, orders=other.orders), rules())
    assert [str(unit) for unit in verdict.position.units.values()] == ["A PIC"]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_book_may_be_judged_again_under_other_rules(profile: str) -> None:
    letters = {
        "ENGLAND": ["A PIC - BEL VIA", "F ENG C A PIC - BEL", "A HOL S A PIC - BEL"],
        "FRANCE": ["F MAO - ENG", "F BRE S F MAO - ENG"],
    }
    position = make_position(place_ordered(letters, {}))
    book = make_book(position, letters, rules(profile))
    first = judge_moves(STANDARD, position, book, rules(profile))
    for other in PROFILES:
        judge_moves(STANDARD, position, book, rules(other))
    assert judge_moves(STANDARD, position, book, rules(profile)) == first


def test_an_empty_board_is_judged_at_once() -> None:
    verdict = judge_moves(STANDARD, Position(), OrderBook({}), rules())
    assert (verdict.outcomes, verdict.destroyed, verdict.position) == ((), (), Position())


def test_a_unit_of_a_power_in_disorder_that_is_dislodged_is_destroyed_or_disbands() -> None:
    orders = {"GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]}
    result = judge(orders, units={"FRANCE": ["A BUR"]}, disorder=["FRANCE"])
    assert result["BUR"].fate is not Fate.STANDS
    assert result.after.units_of(PowerId("FRANCE")) == ()
    assert result.after.units[SpaceId("BUR")].power == "GERMANY"
