"""Rings of moves, and convoys that decide about themselves; one test for each value of the paradox switches."""

import pytest

from legation.judge import Reason, Result
from tests.kit import PROFILES, Judged, judge, rules

# The army would cut the support of the attack on the fleet that carries it.
SIMPLE = {
    "ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"],
    "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"],
}
# Pandin's extended paradox (DATC 6.F.17): here the army would dislodge the supporter.
PANDIN = {
    "ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"],
    "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON", "F YOR S A BRE - LON"],
    "GERMANY": ["F NTH S F BEL - ENG", "F BEL - ENG"],
}
# The betrayal paradox (DATC 6.F.18): the support that the army would cut helps its own carrier to hold.
BETRAYAL = {
    "ENGLAND": ["F NTH C A LON - BEL", "A LON - BEL", "F ENG S A LON - BEL"],
    "FRANCE": ["F BEL S F NTH"],
    "GERMANY": ["F HEL S F SKA - NTH", "F SKA - NTH"],
}
# DATC 6.F.19: the carrier in danger is not the only one.
TWO_ROUTES = {
    "FRANCE": ["A TUN - NAP", "F TYS C A TUN - NAP", "F ION C A TUN - NAP"],
    "ITALY": ["F NAP S F ROM - TYS", "F ROM - TYS"],
}


def taken(result: Judged) -> set[str]:
    """The spaces from which a unit moved."""
    return {str(space) for space in result.before.units if result[space].reason is Reason.MOVED}


@pytest.mark.parametrize("rule", ["r1971", "r1982", "r2000", "none"])
def test_in_the_simple_paradox_every_rule_lets_the_attack_on_the_carrier_through(rule: str) -> None:
    result = judge(SIMPLE, rules(paradox_rule=rule))
    assert taken(result) == {"WAL"}
    assert result["LON"].reason is Reason.SUPPORT_GIVEN


@pytest.mark.parametrize("rule", ["r1971", "r1982", "r2000"])
def test_a_rule_that_protects_the_support_leaves_no_paradox(rule: str) -> None:
    assert judge(SIMPLE, rules(paradox_rule=rule))["ENG"].reason is Reason.CARRIER_DISLODGED


def test_without_a_rule_the_convoy_is_stopped_by_the_paradox() -> None:
    result = judge(SIMPLE, rules(paradox_rule="none"))
    assert (result["ENG"].result, result["ENG"].reason) == (Result.DISRUPTED, Reason.CONVOY_PARADOX)
    assert result.because("ENG") == ["F WAL - ENG"]
    assert result["BRE"].reason is Reason.CONVOY_DISRUPTED


@pytest.mark.parametrize("rule", ["r1971", "r1982", "r2000"])
def test_protected_support_counts_even_from_a_fleet_that_is_dislodged(rule: str) -> None:
    result = judge(PANDIN, rules(paradox_rule=rule))
    assert taken(result) == {"BRE"}
    assert result["LON"].reason is Reason.SUPPORT_GIVEN
    assert result["LON"].fate == "destroyed"


def test_without_a_rule_nobody_moves_in_pandins_paradox() -> None:
    result = judge(PANDIN, rules(paradox_rule="none"))
    assert taken(result) == set()
    assert result["ENG"].fate == "stands"


def test_under_r1982_support_that_holds_a_carrier_is_protected_too() -> None:
    assert taken(judge(BETRAYAL, rules(paradox_rule="r1982"))) == {"LON"}


@pytest.mark.parametrize("rule", ["r1971", "r2000", "none"])
def test_under_the_other_rules_only_support_for_an_attack_is_protected(rule: str) -> None:
    result = judge(BETRAYAL, rules(paradox_rule=rule))
    assert taken(result) == set()
    assert result["NTH"].reason is Reason.CONVOY_PARADOX


def test_under_r1971_support_against_any_carrier_of_the_army_is_protected() -> None:
    assert taken(judge(TWO_ROUTES, rules(paradox_rule="r1971"))) == {"ROM"}


@pytest.mark.parametrize("rule", ["r2000", "none"])
def test_under_r2000_support_against_a_needless_carrier_is_cut(rule: str) -> None:
    result = judge(TWO_ROUTES, rules(paradox_rule=rule))
    assert taken(result) == set()
    assert result["NAP"].reason is Reason.SUPPORT_CUT


def test_under_szykman_only_the_convoys_of_a_paradox_fail() -> None:
    assert taken(judge(SIMPLE, rules(paradox_backup="szykman"))) == {"WAL"}


def test_under_all_hold_the_moves_of_a_paradox_fail_too() -> None:
    result = judge(SIMPLE, rules(paradox_backup="all_hold"))
    assert taken(result) == set()
    assert {result[space].fate for space in ("LON", "WAL", "BRE", "ENG")} == {"stands"}


def test_under_all_hold_a_move_that_a_paradox_stopped_says_so() -> None:
    """It beats everything that stands against it, so nothing else can be the reason."""
    result = judge(SIMPLE, rules(paradox_backup="all_hold"))
    assert result["WAL"].reason is Reason.CONVOY_PARADOX
    assert "F ENG C A BRE - LON" in result.because("WAL")


def test_all_hold_touches_nothing_outside_the_paradox() -> None:
    elsewhere = {"TURKEY": ["A ANK - CON"], "RUSSIA": ["F SEV - BLA"]}
    assert taken(judge({**SIMPLE, **elsewhere}, rules(paradox_backup="all_hold"))) == {"ANK", "SEV"}


@pytest.mark.parametrize("profile", PROFILES)
def test_three_units_may_go_round(profile: str) -> None:
    result = judge({"TURKEY": ["F ANK - CON", "A CON - SMY", "A SMY - ANK"]}, rules(profile))
    assert taken(result) == {"ANK", "CON", "SMY"}


@pytest.mark.parametrize("profile", PROFILES)
def test_a_ring_that_is_stopped_at_one_place_is_stopped_everywhere(profile: str) -> None:
    orders = {"TURKEY": ["F ANK - CON", "A CON - SMY", "A SMY - ANK"], "RUSSIA": ["A BUL - CON"]}
    result = judge(orders, rules(profile))
    assert taken(result) == set()
    assert result["SMY"].reason is Reason.OWN_UNIT_IN_WAY


@pytest.mark.parametrize("profile", PROFILES)
def test_a_supported_ring_pushes_an_outsider_away(profile: str) -> None:
    orders = {"TURKEY": ["F ANK - CON", "A CON - SMY", "A SMY - ANK", "F AEG S F ANK - CON"], "RUSSIA": ["A BUL - CON"]}
    result = judge(orders, rules(profile))
    assert taken(result) == {"ANK", "CON", "SMY"}
    assert result["BUL"].reason is Reason.OUTMATCHED


@pytest.mark.parametrize("profile", PROFILES)
def test_two_armies_change_places_if_both_are_convoyed(profile: str) -> None:
    orders = {
        "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"],
        "FRANCE": ["A BEL - LON", "F ENG C A BEL - LON"],
    }
    assert taken(judge(orders, rules(profile))) == {"LON", "BEL"}


@pytest.mark.parametrize("profile", PROFILES)
def test_two_paradoxes_are_resolved_each_for_itself(profile: str) -> None:
    second = {
        "ITALY": ["F NAP S F ION - TYS", "F ION - TYS"],
        "TURKEY": ["A TUN - NAP", "F TYS C A TUN - NAP"],
    }
    assert taken(judge({**SIMPLE, **second}, rules(profile))) == {"WAL", "ION"}
