"""Fights for one space: who gets in, with which numbers, and why the others do not."""

import pytest

from legation.judge import Reason, Strengths
from tests.kit import Letters, judge

HELPED = ["A PAR - BUR", "A MAR S A PAR - BUR"]


def test_three_without_help_stop_each_other() -> None:
    result = judge({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"], "ITALY": ["A MAR - BUR"]})
    assert result.because("PAR") == ["A MAR - BUR", "A MUN - BUR"]
    assert result["PAR"].strengths == Strengths(attack=1, prevent=1)
    assert result.after.contested == {"BUR"}


def test_the_strongest_of_three_gets_in_and_the_others_are_outmatched() -> None:
    result = judge({"FRANCE": HELPED, "GERMANY": ["A MUN - BUR"], "ENGLAND": ["A BEL - BUR"]})
    assert result["PAR"].reason is Reason.MOVED
    assert [result[space].reason for space in ("MUN", "BEL")] == [Reason.OUTMATCHED] * 2
    assert result.because("BEL") == ["A PAR - BUR"]
    assert (result["PAR"].strengths, result["MUN"].strengths) == (
        Strengths(attack=2, prevent=1),
        Strengths(attack=1, prevent=2),
    )


def test_two_that_are_equally_strong_stop_each_other_and_a_weaker_third() -> None:
    orders = {"FRANCE": HELPED, "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"], "ENGLAND": ["A BEL - BUR"]}
    result = judge(orders)
    assert result.because("PAR") == ["A MUN - BUR"]
    assert result.because("BEL") == ["A MUN - BUR", "A PAR - BUR"]
    assert result.after.contested == {"BUR"}


def test_rivals_over_an_occupied_space_leave_no_stand_off_behind() -> None:
    result = judge({"FRANCE": HELPED, "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"], "ITALY": ["A BUR H"]})
    assert [result[space].reason for space in ("PAR", "MUN")] == [Reason.BOUNCED] * 2
    assert (result.after.contested, result.after.dislodged) == (frozenset(), ())


def test_one_that_is_too_weak_for_the_holder_is_repelled_although_a_rival_is_stopped_by_another() -> None:
    orders = {
        "FRANCE": HELPED,
        "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
        "ENGLAND": ["A BEL - BUR"],
        "ITALY": ["A BUR H"],
    }
    result = judge(orders)
    assert (result["BEL"].reason, result.because("BEL")) == (Reason.REPELLED, ["A BUR H"])
    assert result["BEL"].strengths == Strengths(attack=1, hold=1, prevent=2)


def test_help_from_the_power_attacked_does_not_count_against_its_unit_but_against_rivals() -> None:
    orders = {"FRANCE": ["A PAR - BUR"], "ITALY": ["A BUR H", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}
    result = judge(orders)
    assert result["PAR"].strengths == Strengths(attack=1, hold=1, prevent=1)
    assert result["MUN"].strengths == Strengths(attack=1, hold=1, prevent=2)


@pytest.mark.parametrize(
    ("orders", "reasons"),
    [
        ({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR - PAR"]}, (Reason.MET_HEAD_ON, Reason.MET_HEAD_ON)),
        ({"FRANCE": HELPED, "GERMANY": ["A BUR - PAR"]}, (Reason.MOVED, Reason.MET_HEAD_ON)),
        ({"FRANCE": [*HELPED, "A BUR - PAR"]}, (Reason.OWN_UNIT_IN_WAY, Reason.OWN_UNIT_IN_WAY)),
    ],
)
def test_units_that_meet_head_on(orders: Letters, reasons: tuple[Reason, Reason]) -> None:
    result = judge(orders)
    assert (result["PAR"].reason, result["BUR"].reason) == reasons


def test_who_is_beaten_head_on_is_dislodged_and_told_the_numbers() -> None:
    result = judge({"FRANCE": HELPED, "GERMANY": ["A BUR - PAR"]})
    assert result["PAR"].strengths == Strengths(attack=2, hold=1, defend=1)
    assert result["BUR"].strengths == Strengths(attack=1, hold=0, defend=2)
    assert list(result.dislodged) == ["A BUR"]
