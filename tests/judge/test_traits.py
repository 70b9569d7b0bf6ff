"""A transport fleet is a row of traits; the judge that judges it is the judge of everybody else."""

from dataclasses import replace
from pathlib import Path

import pytest

from legation.board import STANDARD_TRAITS, PowerId, UnitKind, UnitTraits
from legation.judge import Fate, Reason, Rulebook
from legation.orders import Fault
from tests.kit import TRANSPORT_TRAITS, judge, make_tiny_board, rules, transport_rules


def transports(traits: UnitTraits) -> Rulebook:
    return replace(rules(), traits={**STANDARD_TRAITS, UnitKind.TRANSPORT: traits})


ORDINARY = transports(UnitTraits(sails=True))
SUPPORTED_ATTACK = {
    "FRANCE": ["F MAO - BRE", "F GAS S F MAO - BRE"],
    "GERMANY": ["F BRE H"],
}


def test_a_transport_fleet_moves_like_a_fleet() -> None:
    assert judge({"FRANCE": ["TF MAO - SPA/NC"]}, transport_rules()).units("FRANCE") == ["TF SPA/NC"]


@pytest.mark.parametrize(("rulebook", "reason"), [(transport_rules(), Reason.MOVED), (ORDINARY, Reason.REPELLED)])
def test_without_cuts_support_an_attack_cuts_nothing(rulebook: Rulebook, reason: Reason) -> None:
    result = judge({**SUPPORTED_ATTACK, "ITALY": ["TF SPA/NC - GAS"]}, rulebook)
    assert result["MAO"].reason is reason


def test_without_supports_attacks_support_for_an_attack_is_refused() -> None:
    orders = {"FRANCE": ["F MAO - BRE", "TF GAS S F MAO - BRE"], "GERMANY": ["F BRE H"]}
    result = judge(orders, transport_rules())
    assert [rejection.fault for rejection in result.book.rejections] == [Fault.SUPPORT_NOT_ALLOWED]
    assert result["MAO"].reason is Reason.REPELLED
    assert judge(orders, ORDINARY)["MAO"].reason is Reason.MOVED


def test_without_supports_attacks_a_unit_may_still_support_to_hold() -> None:
    orders = {
        "FRANCE": ["F MAO - BRE", "F GAS S F MAO - BRE"],
        "GERMANY": ["F BRE H", "TF ENG S F BRE"],
    }
    result = judge(orders, transport_rules())
    assert result["ENG"].reason is Reason.SUPPORT_GIVEN
    assert result["BRE"].fate is Fate.STANDS


def test_without_is_supported_in_attack_support_for_its_attack_is_refused() -> None:
    orders = {"FRANCE": ["TF MAO - BRE", "F GAS S TF MAO - BRE"], "GERMANY": ["F BRE H"]}
    result = judge(orders, transport_rules())
    assert [rejection.fault for rejection in result.book.rejections] == [Fault.SUPPORT_NOT_ALLOWED]
    assert result["MAO"].reason is Reason.REPELLED
    assert judge(orders, ORDINARY)["MAO"].reason is Reason.MOVED


def test_without_is_supported_in_attack_a_unit_may_still_be_supported_to_hold() -> None:
    orders = {"FRANCE": ["F MAO - BRE", "F GAS S F MAO - BRE"], "GERMANY": ["TF BRE H", "F ENG S TF BRE"]}
    assert judge(orders, transport_rules())["BRE"].fate is Fate.STANDS


def test_without_stands_off_a_move_keeps_no_combat_unit_out() -> None:
    orders = {"FRANCE": ["F MAO - BRE"], "GERMANY": ["TF ENG - BRE"]}
    result = judge(orders, transport_rules())
    assert (result["MAO"].reason, result["ENG"].reason) == (Reason.MOVED, Reason.OUTMATCHED)
    assert judge(orders, ORDINARY)["MAO"].reason is Reason.BOUNCED


def test_without_stands_off_moves_of_the_same_sort_keep_each_other_out() -> None:
    result = judge({"FRANCE": ["TF MAO - BRE"], "GERMANY": ["TF ENG - BRE"]}, transport_rules())
    assert (result["MAO"].reason, result["ENG"].reason) == (Reason.BOUNCED, Reason.BOUNCED)
    assert result.after.contested == {"BRE"}


def test_without_stands_off_two_units_never_enter_one_space() -> None:
    """Even where a variant lets such a unit be supported: only one of the two may get in."""
    traits = UnitTraits(sails=True, stands_off=False)
    orders = {"FRANCE": ["F MAO - BRE"], "GERMANY": ["TF ENG - BRE", "F PIC S TF ENG - BRE"]}
    result = judge(orders, transports(traits))
    assert [result[space].reason for space in ("MAO", "ENG")].count(Reason.MOVED) <= 1


def test_without_survives_dislodgement_a_dislodged_unit_is_destroyed() -> None:
    orders = {"FRANCE": SUPPORTED_ATTACK["FRANCE"], "GERMANY": ["TF BRE H"]}
    result = judge(orders, transport_rules())
    assert result["BRE"].fate is Fate.DESTROYED
    assert [str(unit) for unit in result.verdict.destroyed] == ["TF BRE"]
    assert judge(orders, ORDINARY)["BRE"].fate is Fate.DISLODGED


def test_without_convoys_a_unit_carries_nobody() -> None:
    result = judge({"FRANCE": ["A BRE - LON", "TF ENG C A BRE - LON"]}, transport_rules())
    assert {rejection.fault for rejection in result.book.rejections} == {
        Fault.NOT_A_CONVOYER,
        Fault.NO_CONVOY_POSSIBLE,
    }


def test_with_convoys_a_unit_carries_armies() -> None:
    carrier = replace(TRANSPORT_TRAITS, convoys=True)
    result = judge({"FRANCE": ["A BRE - LON", "TF ENG C A BRE - LON"]}, transports(carrier))
    assert "A LON" in result.units("FRANCE")


def test_an_army_that_is_not_convoyed_stays_on_land() -> None:
    marchers = replace(rules(), traits={**STANDARD_TRAITS, UnitKind.ARMY: UnitTraits(sails=False)})
    result = judge({"FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"]}, marchers)
    assert result.units("FRANCE") == ["A BRE", "F ENG"]


def test_every_kind_of_unit_may_be_given_its_own_traits(tmp_path: Path) -> None:
    """An army that does not stand off lets a fleet pass."""
    spaces = "ONE,One,land\nTWO,Two,land\nSEA,Sea,sea"
    board = make_tiny_board(tmp_path, spaces, "ONE,TWO,yes\nONE,SEA,no,yes\nTWO,SEA,no,yes")
    meek = replace(rules(), traits={**STANDARD_TRAITS, UnitKind.ARMY: UnitTraits(sails=False, stands_off=False)})
    result = judge({"FRANCE": ["A ONE - TWO"], "SPAIN": ["F SEA - TWO"]}, meek, board=board)
    assert [str(unit) for unit in result.after.units_of(PowerId("SPAIN"))] == ["F TWO"]
