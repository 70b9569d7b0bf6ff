"""Every reason of a movement phase, and the orders that decided it."""

from dataclasses import replace
from typing import NamedTuple

import pytest

from legation.judge import Fate, Reason, Result
from legation.orders import Embark
from tests.kit import Letters, judge, rules, transport_rules


class Situation(NamedTuple):
    """Orders, and what became of the unit in one space."""

    space: str
    result: Result
    reason: Reason
    because_of: list[str]
    orders: Letters


ATTACK = ["A PAR - BUR", "A MAR S A PAR - BUR"]
CHANNEL_LOST = ["F MAO - ENG", "F BRE S F MAO - ENG"]
PARADOX = {"ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"], "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"]}
SUCCEEDS, FAILS, VOID = Result.SUCCEEDS, Result.FAILS, Result.VOID

SITUATIONS = [
    Situation("PAR", SUCCEEDS, Reason.HELD, [], {"FRANCE": ["A PAR H"]}),
    Situation("PAR", SUCCEEDS, Reason.MOVED, [], {"FRANCE": ["A PAR - BUR"]}),
    Situation("PAR", SUCCEEDS, Reason.MOVED, [ATTACK[1]], {"FRANCE": ATTACK}),
    Situation("MAR", SUCCEEDS, Reason.SUPPORT_GIVEN, [], {"FRANCE": ATTACK}),
    Situation(
        "MAR",
        SUCCEEDS,
        Reason.SUPPORT_NOT_COUNTED,
        ["A BUR H"],
        {"FRANCE": ["A MAR S A MUN - BUR", "A BUR H"], "GERMANY": ["A MUN - BUR"]},
    ),
    Situation(
        "ENG", SUCCEEDS, Reason.CONVOY_AVAILABLE, [], {"ENGLAND": ["A LON - BEL"], "FRANCE": ["F ENG C A LON - BEL"]}
    ),
    Situation("LON", VOID, Reason.NO_CONVOY_ORDERED, [], {"ENGLAND": ["A LON - BEL", "F ENG H"]}),
    Situation(
        "LON",
        FAILS,
        Reason.CONVOY_DISRUPTED,
        ["F ENG C A LON - BEL"],
        {"ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL"], "FRANCE": CHANNEL_LOST},
    ),
    Situation(
        "ENG",
        Result.DISRUPTED,
        Reason.CARRIER_DISLODGED,
        ["F MAO - ENG"],
        {"ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL"], "FRANCE": CHANNEL_LOST},
    ),
    Situation("ENG", Result.DISRUPTED, Reason.CONVOY_PARADOX, ["F WAL - ENG"], PARADOX),
    Situation("PAR", FAILS, Reason.OWN_UNIT_IN_WAY, ["A BUR H"], {"FRANCE": ["A PAR - BUR", "A BUR H"]}),
    Situation("PAR", FAILS, Reason.OWN_UNIT_IN_WAY, ["A BUR - PAR"], {"FRANCE": ["A PAR - BUR", "A BUR - PAR"]}),
    Situation(
        "PAR",
        FAILS,
        Reason.MET_HEAD_ON,
        ["A BUR - PAR", "A PIC S A BUR - PAR"],
        {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR - PAR", "A PIC S A BUR - PAR"]},
    ),
    Situation(
        "PAR",
        FAILS,
        Reason.REPELLED,
        ["A BUR H", "A MUN S A BUR"],
        {"FRANCE": ATTACK, "GERMANY": ["A BUR H", "A MUN S A BUR"]},
    ),
    Situation(
        "PAR",
        FAILS,
        Reason.OUTMATCHED,
        ["A MUN - BUR"],
        {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]},
    ),
    Situation("PAR", FAILS, Reason.BOUNCED, ["A MUN - BUR"], {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}),
    Situation("MAR", VOID, Reason.SUPPORT_UNMATCHED, ["A PAR H"], {"FRANCE": ["A PAR H", "A MAR S A PAR - BUR"]}),
    Situation(
        "MAR",
        Result.CUT,
        Reason.SUPPORT_CUT,
        ["A PIE - MAR"],
        {"FRANCE": ATTACK, "ITALY": ["A PIE - MAR"]},
    ),
    Situation(
        "MAR",
        Result.CUT,
        Reason.SUPPORT_DISLODGED,
        ["A BUR - MAR"],
        {"FRANCE": ATTACK, "GERMANY": ["A BUR - MAR", "A GAS S A BUR - MAR"]},
    ),
    Situation("ENG", VOID, Reason.CONVOY_UNMATCHED, ["A LON H"], {"ENGLAND": ["F ENG C A LON - BEL", "A LON H"]}),
]


def label(situation: Situation) -> str:
    return f"{situation.space} {situation.reason.value}"


@pytest.mark.parametrize("situation", SITUATIONS, ids=label)
def test_an_outcome_says_why_and_because_of_whom(situation: Situation) -> None:
    result = judge(situation.orders)
    outcome = result[situation.space]
    assert (outcome.result, outcome.reason) == (situation.result, situation.reason)
    assert result.because(situation.space) == situation.because_of


WINTER_AND_RETREATS = {
    Reason.RETREATED,
    Reason.RETREATS_COLLIDED,
    Reason.RETREAT_STOPPED,
    Reason.DISBANDED,
    Reason.DISBANDED_WITHOUT_ORDER,
    Reason.BOMB_STRUCK,
    Reason.BUILT,
    Reason.REMOVED,
    Reason.REMOVED_BY_RULE,
    Reason.BUILD_WAIVED,
}


ABOARD = {  # tests/judge/test_carriage.py
    Reason.TOOK_ABOARD,
    Reason.EMBARK_UNMATCHED,
    Reason.EMBARKED,
    Reason.NOT_TAKEN_ABOARD,
    Reason.STAYED_ABOARD,
    Reason.CARRIER_DID_NOT_HOLD,
    Reason.CARRIER_NOT_ORDERED,
    Reason.WENT_DOWN,
}


def test_every_reason_of_a_movement_phase_is_shown_here() -> None:
    shown = {situation.reason for situation in SITUATIONS} | {Reason.DISLODGED}
    assert shown == set(Reason) - WINTER_AND_RETREATS - ABOARD


def test_a_unit_that_holds_and_is_driven_out_is_dislodged() -> None:
    result = judge({"FRANCE": ATTACK, "GERMANY": ["A BUR H"]})
    outcome = result["BUR"]
    assert (outcome.reason, outcome.fate) == (Reason.DISLODGED, Fate.DISLODGED)
    assert outcome.dislodged_by == result["PAR"].order


def test_the_fate_of_a_unit_is_told_apart_from_the_result_of_its_order() -> None:
    orders = {"FRANCE": ["A MAR S A PAR - BUR", "A PAR - BUR"], "ITALY": ["A PIE - MAR", "A SPA S A PIE - MAR"]}
    outcome = judge(orders)["MAR"]
    assert (outcome.result, outcome.reason) == (Result.CUT, Reason.SUPPORT_CUT)
    assert outcome.fate is Fate.DISLODGED


def test_a_unit_that_stands_was_dislodged_by_nobody() -> None:
    outcome = judge({"FRANCE": ["A PAR H"]})["PAR"]
    assert (outcome.fate, outcome.dislodged_by) == (Fate.STANDS, None)


def test_between_two_equal_attacks_each_is_stopped_by_the_other() -> None:
    orders = {
        "FRANCE": ["A PAR - BUR", "A PIC S A PAR - BUR"],
        "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
        "ITALY": ["A BUR H"],
    }
    result = judge(orders)
    assert (result.because("PAR"), result.because("MUN")) == (["A MUN - BUR"], ["A PAR - BUR"])


def test_only_rivals_that_are_strong_enough_are_named() -> None:
    orders = {
        "FRANCE": ["A PAR - BUR", "A PIC S A PAR - BUR"],
        "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
        "ITALY": ["A MAR - BUR"],
    }
    assert judge(orders).because("PAR") == ["A MUN - BUR"]


def test_a_rival_that_cannot_stand_off_is_not_named() -> None:
    orders = {"ENGLAND": ["F NTH - ENG"], "FRANCE": ["F MAO - ENG"], "GERMANY": ["TF BEL - ENG"]}
    assert judge(orders, transport_rules()).because("NTH") == ["F MAO - ENG"]


def test_an_attack_that_cannot_cut_is_not_named_as_the_cause() -> None:
    orders = {
        "ENGLAND": ["F ENG S F IRI - MAO", "F IRI - MAO"],
        "FRANCE": ["F MAO - ENG", "F BRE S F MAO - ENG"],
        "GERMANY": ["TF NTH - ENG"],
    }
    result = judge(orders, transport_rules())
    assert result["ENG"].reason is Reason.SUPPORT_DISLODGED
    assert result.because("ENG") == ["F MAO - ENG"]


def test_a_variant_order_that_the_rulebook_does_not_judge_stands() -> None:
    colonial = replace(rules(), extra_kinds=frozenset({Embark}))
    result = judge({"FRANCE": ["F ENG E A PIC", "A PIC H"]}, colonial)
    assert result["ENG"].fate is Fate.STANDS


def test_the_orders_behind_an_outcome_do_not_depend_on_how_the_units_are_listed() -> None:
    """The judge promises the same verdict in whatever order units and orders stand."""
    orders = ["A PAR - BUR", "A MAR S A PAR - BUR", "A PIC S A PAR - BUR"]
    assert judge({"FRANCE": orders}).because("PAR") == judge({"FRANCE": orders[::-1]}).because("PAR")
