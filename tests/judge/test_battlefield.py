"""Which supports and convoys match the orders they are meant for; the switches about it."""

import pytest

from legation.judge import Reason, Result
from tests.kit import PROFILES, judge, rules

ITALY_WANTS_SPAIN = {"ITALY": ["F WES - SPA/SC"]}
COAST_LEFT_OUT = {"FRANCE": ["F MAO - SPA/NC", "F GAS S F MAO - SPA"], **ITALY_WANTS_SPAIN}
COAST_WRONG = {"FRANCE": ["F MAO - SPA/NC", "F GAS S F MAO - SPA/SC"], **ITALY_WANTS_SPAIN}
COAST_RIGHT = {"FRANCE": ["F MAO - SPA/NC", "F GAS S F MAO - SPA/NC"], **ITALY_WANTS_SPAIN}


@pytest.mark.parametrize("policy", ["ignore", "match_if_given", "required"])
def test_support_that_names_the_right_coast_always_counts(policy: str) -> None:
    assert judge(COAST_RIGHT, rules(support_coast=policy))["MAO"].reason is Reason.MOVED


@pytest.mark.parametrize(
    ("policy", "reason"),
    [("ignore", Reason.MOVED), ("match_if_given", Reason.MOVED), ("required", Reason.BOUNCED)],
)
def test_support_that_names_no_coast_counts_unless_one_is_required(policy: str, reason: Reason) -> None:
    assert judge(COAST_LEFT_OUT, rules(support_coast=policy))["MAO"].reason is reason


@pytest.mark.parametrize(
    ("policy", "reason"),
    [("ignore", Reason.MOVED), ("match_if_given", Reason.BOUNCED), ("required", Reason.BOUNCED)],
)
def test_support_that_names_the_wrong_coast_counts_only_under_ignore(policy: str, reason: Reason) -> None:
    assert judge(COAST_WRONG, rules(support_coast=policy))["MAO"].reason is reason


IMPOSSIBLE = {
    "FRANCE": ["A PAR - MOS", "A BUR S A PAR"],
    "GERMANY": ["A PIC - PAR", "A GAS S A PIC - PAR"],
}


def test_under_ignored_a_unit_with_an_impossible_move_may_be_supported() -> None:
    result = judge(IMPOSSIBLE, rules(impossible_order="ignored"))
    assert result["BUR"].reason is Reason.SUPPORT_GIVEN
    assert result["PIC"].reason is Reason.REPELLED


def test_under_hold_unsupportable_a_unit_with_an_impossible_move_stands_alone() -> None:
    result = judge(IMPOSSIBLE, rules(impossible_order="hold_unsupportable"))
    assert result["BUR"].reason is Reason.SUPPORT_UNMATCHED
    assert result["PAR"].fate == "dislodged"


def test_under_hold_unsupportable_a_unit_that_holds_by_order_is_supported() -> None:
    orders = {**IMPOSSIBLE, "FRANCE": ["A PAR H", "A BUR S A PAR"]}
    assert judge(orders, rules(impossible_order="hold_unsupportable"))["PAR"].fate == "stands"


DISORDER = {
    "GERMANY": ["A BUR S A PAR"],
    "ITALY": ["A PIC - PAR", "A GAS S A PIC - PAR"],
}


def test_support_for_a_unit_in_disorder_works_if_the_rulebook_says_so() -> None:
    result = judge(DISORDER, rules(disorder_support="works"), units={"FRANCE": ["A PAR"]}, disorder=["FRANCE"])
    assert result["PAR"].fate == "stands"


def test_support_for_a_unit_in_disorder_fails_if_the_rulebook_says_so() -> None:
    result = judge(DISORDER, rules(disorder_support="fails"), units={"FRANCE": ["A PAR"]}, disorder=["FRANCE"])
    assert result["BUR"].reason is Reason.SUPPORT_UNMATCHED
    assert result["PAR"].fate != "stands"


def test_support_for_others_works_while_some_power_is_in_disorder() -> None:
    orders = {"GERMANY": ["A BUR S A PAR", "A PAR H"], "ITALY": DISORDER["ITALY"]}
    result = judge(orders, rules(disorder_support="fails"), units={"FRANCE": ["A MAR"]}, disorder=["FRANCE"])
    assert result["PAR"].fate == "stands"


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    ("support", "other"),
    [
        ("A MAR S A BUR", "A BUR - PAR"),
        ("A MAR S A BUR - GAS", "A BUR - PAR"),
        ("A MAR S A BUR - GAS", "A BUR H"),
    ],
)
def test_support_for_something_else_is_void_and_names_what_was_ordered(profile: str, support: str, other: str) -> None:
    result = judge({"FRANCE": [support, other]}, rules(profile))
    assert (result["MAR"].result, result["MAR"].reason) == (Result.VOID, Reason.SUPPORT_UNMATCHED)
    assert result.because("MAR") == [other]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("other", ["A LON - WAL", "A LON H"])
def test_a_convoy_for_something_else_is_void_and_names_what_was_ordered(profile: str, other: str) -> None:
    result = judge({"ENGLAND": ["F ENG C A LON - BRE", other]}, rules(profile))
    assert (result["ENG"].result, result["ENG"].reason) == (Result.VOID, Reason.CONVOY_UNMATCHED)
    assert result.because("ENG") == [other]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_unit_whose_support_matches_nothing_may_be_supported_itself(profile: str) -> None:
    """DATC 6.D.27 and its neighbours: it stands."""
    orders = {
        "FRANCE": ["A PAR S A MAR - BUR", "A BRE S A PAR", "A MAR H"],
        "GERMANY": ["A PIC - PAR", "A GAS S A PIC - PAR"],
    }
    assert judge(orders, rules(profile))["PAR"].fate == "stands"


@pytest.mark.parametrize("profile", PROFILES)
def test_a_unit_that_tries_to_move_cannot_be_supported_to_hold(profile: str) -> None:
    orders = {
        "FRANCE": ["A PAR - BUR", "A BRE S A PAR"],
        "ITALY": ["A MAR - BUR"],
        "GERMANY": ["A PIC - PAR", "A GAS S A PIC - PAR"],
    }
    result = judge(orders, rules(profile))
    assert result["BRE"].reason is Reason.SUPPORT_UNMATCHED
    assert result["PAR"].fate != "stands"
