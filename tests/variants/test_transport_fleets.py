"""Allowances for single kinds of unit, beside centres or out of them."""

from dataclasses import replace

import pytest

from legation.board import PowerId
from legation.judge import Rulebook, count_adjustments
from legation.variants.rules import TransportFleets
from tests.kit import STANDARD, judge_winter, make_position, rules, transport_rules

FRANCE = PowerId("FRANCE")
CENTRES = {"FRANCE": ["BRE", "MAR", "PAR", "SPA", "POR", "BEL"]}


def allowed(**settings: object) -> Rulebook:
    return replace(transport_rules(), modules=(TransportFleets(**settings),))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rulebook", "due"), [(allowed(), 5), (allowed(use_up_centres=True), 4), (transport_rules(), 4)]
)
def test_transport_fleets_use_up_centres_only_if_told_to(rulebook: Rulebook, due: int) -> None:
    position = make_position({"FRANCE": ["A GAS", "TF MAO"]}, centres=CENTRES)
    assert count_adjustments(STANDARD, position, FRANCE, rulebook) == due


def test_where_they_use_up_centres_there_is_still_a_limit() -> None:
    position = make_position({"FRANCE": ["TF MAO", "TF WES"]}, centres=CENTRES)
    built = judge_winter(position, {"FRANCE": ["TF BRE B", "F MAR B"]}, allowed(use_up_centres=True)).verdict.position
    assert [str(unit) for unit in built.units_of(FRANCE)] == ["TF MAO", "F MAR", "TF WES"]


def test_those_beyond_the_limit_go_even_if_centres_would_feed_them() -> None:
    position = make_position({"FRANCE": ["TF MAO", "TF WES", "TF ENG"]}, centres=CENTRES)
    left = judge_winter(position, {"FRANCE": ["TF WES D"]}, allowed(use_up_centres=True)).verdict.position
    assert [str(unit) for unit in left.units_of(FRANCE)] == ["TF ENG", "TF MAO"]


def test_where_they_use_up_centres_the_farthest_unit_goes_whatever_its_kind() -> None:
    """One transport fleet is within the limit for three centres, and it is at home; with two, one goes first."""
    position = make_position(
        {"FRANCE": ["A MOS", "TF BRE", "A PAR", "A MAR"]}, centres={"FRANCE": CENTRES["FRANCE"][:3]}
    )
    removed = judge_winter(position, {}, allowed(use_up_centres=True)).verdict.destroyed
    assert [str(unit) for unit in removed] == ["A MOS"]
    position = make_position(
        {"FRANCE": ["A MOS", "TF BRE", "TF MAO", "A PAR", "A MAR"]}, centres={"FRANCE": CENTRES["FRANCE"][:3]}
    )
    removed = judge_winter(position, {}, allowed(use_up_centres=True)).verdict.destroyed
    assert [str(unit) for unit in removed] == ["TF MAO", "A MOS"]


def test_an_extra_unit_is_no_removal_for_want_of_centres() -> None:
    position = make_position(
        {"FRANCE": ["A GAS", "A BUR", "TF MAO", "A PIC", "A SPA"]}, centres={"FRANCE": CENTRES["FRANCE"][:3]}
    )
    verdict = judge_winter(position, {"FRANCE": ["TF MAO D", "A SPA D"]}, allowed())
    assert [str(unit) for unit in verdict.verdict.destroyed] == ["A SPA"]
    assert len(verdict.rejections) == 1


def test_a_waiver_gives_up_a_build_for_centres_first() -> None:
    position = make_position({"FRANCE": ["A GAS", "A BUR"]}, centres={"FRANCE": CENTRES["FRANCE"][:3]})
    verdict = judge_winter(position, {"FRANCE": ["WAIVE", "A PAR B", "TF BRE B"]}, allowed())
    assert [str(unit) for unit in verdict.verdict.position.units_of(FRANCE)] == ["TF BRE", "A BUR", "A GAS"]


def test_without_a_module_there_are_no_allowances() -> None:
    position = make_position({"FRANCE": ["A GAS"]}, centres=CENTRES)
    assert count_adjustments(STANDARD, position, FRANCE, rules()) == 5
