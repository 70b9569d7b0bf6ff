"""The numbers of a battle, as rulebooks section 3.2 has them: attack, hold, defend, prevent."""

import pytest

from legation.judge import Reason, Strengths
from tests.kit import PROFILES, Letters, judge, rules


def strengths(orders: Letters, space: str) -> Strengths:
    found = judge(orders)[space].strengths
    assert found is not None
    return found


def test_an_attack_counts_its_support_and_a_holder_counts_its_own() -> None:
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H", "A MUN S A BUR"]}
    assert strengths(orders, "PAR") == Strengths(attack=2, hold=2)
    assert strengths(orders, "BUR") == Strengths(hold=2)


def test_an_empty_space_holds_with_nothing() -> None:
    assert strengths({"FRANCE": ["A PAR - BUR"]}, "PAR") == Strengths(attack=1, hold=0)


def test_a_unit_that_fails_to_leave_holds_alone() -> None:
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR - MUN", "A RUH - MUN"], "ITALY": ["A MAR S A BUR"]}
    assert strengths(orders, "PAR").hold == 1


def test_a_unit_that_leaves_holds_with_nothing() -> None:
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR - MUN"]}
    assert strengths(orders, "PAR").hold == 0


def test_units_that_meet_defend_with_their_support() -> None:
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR - PAR", "A PIC S A BUR - PAR"]}
    assert strengths(orders, "PAR").defend == 2
    assert strengths(orders, "BUR") == Strengths(attack=2, hold=1, defend=1)


def test_rivals_prevent_with_their_support() -> None:
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]}
    assert strengths(orders, "PAR") == Strengths(attack=1, hold=0, prevent=2)
    assert strengths(orders, "MUN") == Strengths(attack=2, hold=0, prevent=1)


def test_support_that_is_cut_does_not_count() -> None:
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H"], "ITALY": ["A PIE - MAR"]}
    assert strengths(orders, "PAR").attack == 1


@pytest.mark.parametrize("profile", PROFILES)
def test_support_from_the_power_of_the_victim_does_not_help_to_dislodge_it(profile: str) -> None:
    result = judge({"ITALY": ["A MAR - BUR"], "FRANCE": ["A PAR S A MAR - BUR", "A BUR H"]}, rules(profile))
    assert result["MAR"].reason is Reason.REPELLED
    assert result["MAR"].strengths == Strengths(attack=1, hold=1)


@pytest.mark.parametrize("profile", PROFILES)
def test_support_from_the_power_of_the_victim_still_keeps_others_out(profile: str) -> None:
    orders = {
        "ITALY": ["A MAR - BUR"],
        "FRANCE": ["A PAR S A MAR - BUR", "A BUR H"],
        "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
    }
    result = judge(orders, rules(profile))
    assert result["MUN"].reason is Reason.BOUNCED
    assert result["BUR"].fate == "stands"


@pytest.mark.parametrize("profile", PROFILES)
def test_nobody_dislodges_a_unit_of_the_same_power(profile: str) -> None:
    result = judge({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "A BUR H"]}, rules(profile))
    assert result["PAR"].strengths == Strengths(attack=0, hold=1)
    assert result["BUR"].fate == "stands"


@pytest.mark.parametrize("profile", PROFILES)
def test_foreign_support_does_not_help_against_a_unit_of_the_same_power(profile: str) -> None:
    orders = {"FRANCE": ["A PAR - BUR", "A BUR H"], "ITALY": ["A MAR S A PAR - BUR"]}
    assert judge(orders, rules(profile))["BUR"].fate == "stands"


def test_an_army_without_a_way_attacks_with_nothing() -> None:
    orders = {
        "ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL", "F NTH S A LON - BEL"],
        "FRANCE": ["F MAO - ENG", "F BRE S F MAO - ENG"],
    }
    assert strengths(orders, "LON").attack == 0


@pytest.mark.parametrize("profile", PROFILES)
def test_a_unit_beaten_head_on_keeps_nobody_out_behind_its_attacker(profile: str) -> None:
    """DATC 6.E.1."""
    orders = {"GERMANY": ["A BER - PRU", "F KIE - BER", "A SIL S A BER - PRU"], "RUSSIA": ["A PRU - BER"]}
    result = judge(orders, rules(profile))
    assert (result["BER"].reason, result["KIE"].reason) == (Reason.MOVED, Reason.MOVED)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_unit_beaten_by_a_third_still_keeps_others_out(profile: str) -> None:
    """Prussia is not beaten by the unit it meets, so it keeps Kiel out of Berlin (DATC 6.E.4)."""
    orders = {
        "GERMANY": ["A BER - PRU", "F KIE - BER"],
        "RUSSIA": ["A PRU - BER"],
        "AUSTRIA": ["A WAR - PRU", "A SIL S A WAR - PRU"],
    }
    result = judge(orders, rules(profile))
    assert result["PRU"].fate == "dislodged"
    assert result["KIE"].result == "fails"


CONVOYED_ATTACK = {
    "ENGLAND": ["A NWY - SWE VIA", "F SKA C A NWY - SWE", "F DEN S A NWY - SWE"],
    "RUSSIA": ["A SWE - NWY"],
    "GERMANY": ["F NTH - NWY"],
}


def test_under_head_to_head_only_a_unit_beaten_from_the_sea_keeps_others_out() -> None:
    result = judge(CONVOYED_ATTACK, rules(dislodged_effect="head_to_head_only"))
    assert result["SWE"].fate == "dislodged"
    assert result["NTH"].reason is Reason.BOUNCED


def test_under_never_any_effect_a_unit_beaten_from_the_sea_keeps_nobody_out() -> None:
    result = judge(CONVOYED_ATTACK, rules(dislodged_effect="never_any_effect"))
    assert result["SWE"].fate == "dislodged"
    assert result["NTH"].reason is Reason.MOVED


@pytest.mark.parametrize("policy", ["head_to_head_only", "never_any_effect"])
def test_a_unit_that_changes_places_over_the_sea_keeps_others_out(policy: str) -> None:
    """Portugal and Spain change places; nobody was dislodged, so Gascony is kept out of Spain."""
    orders = {
        "AUSTRIA": ["A POR - SPA VIA", "F MAO C A POR - SPA", "F WES S A POR - SPA"],
        "FRANCE": ["F SPA/SC - POR"],
        "ITALY": ["A GAS - SPA"],
    }
    result = judge(orders, rules(dislodged_effect=policy))
    assert (result["POR"].reason, result["SPA"].reason) == (Reason.MOVED, Reason.MOVED)
    assert result["GAS"].reason is Reason.OUTMATCHED


@pytest.mark.parametrize("profile", PROFILES)
def test_a_garrison_between_two_equal_attacks_stays(profile: str) -> None:
    orders = {
        "FRANCE": ["A PAR - BUR", "A PIC S A PAR - BUR"],
        "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
        "ITALY": ["A BUR H"],
    }
    result = judge(orders, rules(profile))
    assert (result["PAR"].reason, result["MUN"].reason) == (Reason.BOUNCED, Reason.BOUNCED)
    assert result["BUR"].fate == "stands"
