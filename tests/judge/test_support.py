import pytest

from legation.judge import Reason, Result
from tests.kit import PROFILES, judge, rules

pytestmark = pytest.mark.parametrize("profile", PROFILES)
ATTACK = ["A PAR - BUR", "A MAR S A PAR - BUR"]


def test_support_is_cut_by_an_attack_that_fails(profile: str) -> None:
    result = judge({"FRANCE": ATTACK, "GERMANY": ["A BUR H"], "ITALY": ["A PIE - MAR"]}, rules(profile))
    assert (result["MAR"].result, result["MAR"].reason) == (Result.CUT, Reason.SUPPORT_CUT)
    assert result.because("MAR") == ["A PIE - MAR"]
    assert result["PAR"].reason is Reason.REPELLED


def test_support_is_not_cut_by_the_unit_it_attacks(profile: str) -> None:
    result = judge({"FRANCE": ATTACK, "GERMANY": ["A BUR - MAR"]}, rules(profile))
    assert result["MAR"].reason is Reason.SUPPORT_GIVEN
    assert result["BUR"].fate == "dislodged"


def test_support_is_cut_if_the_unit_it_attacks_dislodges_the_supporter(profile: str) -> None:
    orders = {"FRANCE": ATTACK, "GERMANY": ["A BUR - MAR", "A GAS S A BUR - MAR"]}
    result = judge(orders, rules(profile))
    assert (result["MAR"].result, result["MAR"].reason) == (Result.CUT, Reason.SUPPORT_DISLODGED)
    assert result.because("MAR") == ["A BUR - MAR"]


def test_support_is_not_cut_by_an_attack_of_the_same_power(profile: str) -> None:
    result = judge({"FRANCE": [*ATTACK, "A PIE - MAR"], "GERMANY": ["A BUR H"]}, rules(profile))
    assert result["MAR"].reason is Reason.SUPPORT_GIVEN
    assert result["PAR"].reason is Reason.MOVED


def test_support_to_hold_is_cut_like_any_other(profile: str) -> None:
    orders = {"FRANCE": ATTACK, "GERMANY": ["A BUR H", "A MUN S A BUR"], "AUSTRIA": ["A TYR - MUN"]}
    result = judge(orders, rules(profile))
    assert result["MUN"].reason is Reason.SUPPORT_CUT
    assert result["PAR"].reason is Reason.MOVED


def test_support_is_cut_from_the_sea(profile: str) -> None:
    orders = {
        "FRANCE": ["F ENG - BEL", "A PIC S F ENG - BEL"],
        "GERMANY": ["A BEL H", "F HOL S A BEL"],
        "ENGLAND": ["A YOR - HOL", "F NTH C A YOR - HOL"],
    }
    result = judge(orders, rules(profile))
    assert result["HOL"].reason is Reason.SUPPORT_CUT
    assert result["ENG"].reason is Reason.MOVED


def test_support_is_not_cut_by_an_army_whose_convoy_is_broken(profile: str) -> None:
    orders = {
        "GERMANY": ["A BEL H", "A HOL S A BEL"],
        "FRANCE": ["F ENG - BEL", "A PIC S F ENG - BEL"],
        "ENGLAND": ["A YOR - HOL", "F NTH C A YOR - HOL"],
        "RUSSIA": ["F NWY - NTH", "F SKA S F NWY - NTH"],
    }
    result = judge(orders, rules(profile))
    assert result["HOL"].reason is Reason.SUPPORT_GIVEN
    assert result["ENG"].reason is Reason.REPELLED


def test_all_who_cut_a_support_are_named(profile: str) -> None:
    orders = {"FRANCE": ATTACK, "GERMANY": ["A BUR H"], "ITALY": ["A PIE - MAR"], "ENGLAND": ["A SPA - MAR"]}
    assert sorted(judge(orders, rules(profile)).because("MAR")) == ["A PIE - MAR", "A SPA - MAR"]


def test_a_unit_may_be_supported_by_another_power(profile: str) -> None:
    orders = {"FRANCE": ["A PAR - BUR"], "ITALY": ["A MAR S A PAR - BUR"], "GERMANY": ["A BUR H"]}
    result = judge(orders, rules(profile))
    assert result["PAR"].reason is Reason.MOVED
    assert result.because("PAR") == ["A MAR S A PAR - BUR"]


def test_a_supporting_unit_may_itself_be_supported(profile: str) -> None:
    orders = {"FRANCE": ["A PAR S A BUR", "A BUR S A PAR"], "GERMANY": ["A GAS - PAR", "A PIC S A GAS - PAR"]}
    result = judge(orders, rules(profile))
    assert result["BUR"].reason is Reason.SUPPORT_GIVEN
    assert result["GAS"].reason is Reason.REPELLED
