from pathlib import Path

import pytest

from legation.board import Board, Position, PowerId
from legation.judge import (
    AdjustmentVerdict,
    Fate,
    Reason,
    Result,
    Rulebook,
    count_adjustments,
    list_adjustments,
    list_build_sites,
)
from legation.orders import Fault, format_order
from tests.kit import PROFILES, STANDARD, judge_winter, make_position, make_tiny_board, rules, transport_rules

FRANCE = PowerId("FRANCE")
HOMES = ["BRE", "MAR", "PAR"]


def done(verdict: AdjustmentVerdict) -> list[tuple[str, Reason]]:
    return [(format_order(outcome.order), outcome.reason) for outcome in verdict.verdict.outcomes]


def faults(verdict: AdjustmentVerdict) -> list[Fault]:
    return [rejection.fault for rejection in verdict.rejections]


def units(verdict: AdjustmentVerdict) -> list[str]:
    return [str(unit) for unit in verdict.verdict.position.units_of(FRANCE)]


def options(position: Position, rulebook: Rulebook | None = None) -> list[str]:
    return [format_order(order) for order in list_adjustments(STANDARD, position, FRANCE, rulebook or rules())]


def test_the_difference_between_centres_and_units_is_due() -> None:
    three = {"FRANCE": HOMES}
    assert count_adjustments(STANDARD, make_position({"FRANCE": ["A PAR"]}, centres=three), FRANCE) == 2
    assert count_adjustments(STANDARD, make_position({"FRANCE": ["A PAR"]}), FRANCE) == -1
    assert count_adjustments(STANDARD, make_position({}), FRANCE) == 0


def test_builds_are_made_in_free_home_centres_that_one_owns() -> None:
    position = make_position(
        {"FRANCE": ["A PAR"], "GERMANY": ["A MAR"]}, centres={"FRANCE": [*HOMES, "BEL"], "GERMANY": ["MUN"]}
    )
    assert list_build_sites(STANDARD, position, FRANCE, rules()) == ("BRE",)


def test_a_home_centre_that_another_owns_is_no_site() -> None:
    position = make_position({}, centres={"FRANCE": ["BRE"], "GERMANY": ["PAR", "MAR"]})
    assert list_build_sites(STANDARD, position, FRANCE, rules()) == ("BRE",)


@pytest.mark.parametrize(("build_in", "sites"), [("home", ("PAR",)), ("owned", ("BEL", "PAR"))])
def test_the_switch_build_in_opens_every_owned_centre(build_in: str, sites: tuple[str, ...]) -> None:
    position = make_position({}, centres={"FRANCE": ["BEL", "PAR"]})
    assert list_build_sites(STANDARD, position, FRANCE, rules(build_in=build_in)) == sites


def test_under_owned_a_unit_is_built_in_a_conquered_centre() -> None:
    position = make_position({}, centres={"FRANCE": ["BEL"]})
    assert units(judge_winter(position, {"FRANCE": ["B F BEL"]}, rules(build_in="owned"))) == ["F BEL"]
    assert faults(judge_winter(position, {"FRANCE": ["B F BEL"]})) == [Fault.NOT_A_BUILD_SITE]


@pytest.mark.parametrize("profile", PROFILES)
def test_builds_are_made_as_ordered(profile: str) -> None:
    verdict = judge_winter(
        make_position({}, centres={"FRANCE": HOMES}), {"FRANCE": ["B F BRE", "A PAR B"]}, rules(profile)
    )
    assert done(verdict) == [("F BRE B", Reason.BUILT), ("A PAR B", Reason.BUILT)]
    assert units(verdict) == ["F BRE", "A PAR"]


@pytest.mark.parametrize("profile", PROFILES)
def test_of_too_many_builds_the_first_legal_ones_are_made(profile: str) -> None:
    position = make_position({"FRANCE": ["A BUR"]}, centres={"FRANCE": ["PAR", "BRE"]})
    verdict = judge_winter(position, {"FRANCE": ["B A BUR", "B A PAR", "B F BRE"]}, rules(profile))
    assert units(verdict) == ["A BUR", "A PAR"]
    assert faults(verdict) == [Fault.NOT_A_BUILD_SITE, Fault.NO_BUILDS_LEFT]


@pytest.mark.parametrize("profile", PROFILES)
def test_of_two_builds_in_one_space_the_first_is_made(profile: str) -> None:
    verdict = judge_winter(
        make_position({}, centres={"FRANCE": HOMES}), {"FRANCE": ["B A BRE", "B F BRE"]}, rules(profile)
    )
    assert units(verdict) == ["A BRE"]
    assert faults(verdict) == [Fault.ORDERED_ALREADY]


@pytest.mark.parametrize(
    ("text", "built"),
    [
        ("B F STP/NC", "F STP/NC"),
        ("B STP/SC", "F STP/SC"),
        ("B A STP", "A STP"),
        ("B A STP/NC", "A STP"),
        ("B MOS", "A MOS"),
        ("B F SEV", "F SEV"),
    ],
)
def test_a_build_with_one_meaning_is_made(text: str, built: str) -> None:
    position = make_position({}, centres={"RUSSIA": ["STP", "MOS", "SEV"]})
    verdict = judge_winter(position, {"RUSSIA": [text]})
    assert [str(unit) for unit in verdict.verdict.position.units.values()] == [built]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("B F STP", Fault.COAST_NEEDED),
        ("B STP", Fault.KIND_NEEDED),
        ("B SEV", Fault.KIND_NEEDED),
        ("B F MOS", Fault.UNSUITABLE_SPACE),
    ],
)
def test_a_build_with_no_meaning_or_two_fails(text: str, fault: Fault) -> None:
    position = make_position({}, centres={"RUSSIA": ["STP", "MOS", "SEV"]})
    verdict = judge_winter(position, {"RUSSIA": [text]})
    assert faults(verdict) == [fault]
    assert verdict.verdict.position.units == {}


def test_a_waived_build_is_lost() -> None:
    position = make_position({}, centres={"FRANCE": ["BRE", "PAR"]})
    verdict = judge_winter(position, {"FRANCE": ["WAIVE", "B A PAR", "B A BRE"]})
    assert done(verdict) == [("WAIVE", Reason.BUILD_WAIVED), ("A PAR B", Reason.BUILT)]
    assert faults(verdict) == [Fault.NO_BUILDS_LEFT]


@pytest.mark.parametrize("profile", PROFILES)
def test_builds_that_nobody_orders_are_not_made(profile: str) -> None:
    assert units(judge_winter(make_position({}, centres={"FRANCE": HOMES}), {}, rules(profile))) == []


def test_where_builds_may_not_be_declined_they_are_made_all_the_same() -> None:
    position = make_position({}, centres={"FRANCE": ["PAR"]})
    verdict = judge_winter(position, {"FRANCE": ["WAIVE"]}, rules(decline_builds="no"))
    assert faults(verdict) == [Fault.BUILDS_ARE_DUE]
    assert len(units(verdict)) == 1


def test_where_builds_may_not_be_declined_no_more_are_made_than_are_due() -> None:
    position = make_position({"FRANCE": ["A BUR"]}, centres={"FRANCE": HOMES})
    verdict = judge_winter(position, {"FRANCE": ["B F BRE"]}, rules(decline_builds="no"))
    assert len(units(verdict)) == 3
    assert "F BRE" in units(verdict)


@pytest.mark.parametrize("profile", PROFILES)
def test_removals_are_made_as_ordered(profile: str) -> None:
    position = make_position({"FRANCE": ["A PAR", "F BRE", "A GAS"]}, centres={"FRANCE": ["PAR"]})
    verdict = judge_winter(position, {"FRANCE": ["REMOVE A PAR", "F BRE D"]}, rules(profile))
    assert done(verdict) == [("A PAR D", Reason.REMOVED), ("F BRE D", Reason.REMOVED)]
    assert {outcome.fate for outcome in verdict.verdict.outcomes} == {Fate.DESTROYED}
    assert [str(unit) for unit in verdict.verdict.destroyed] == ["A PAR", "F BRE"]
    assert units(verdict) == ["A GAS"]


@pytest.mark.parametrize("profile", PROFILES)
def test_of_too_many_removals_the_first_are_made(profile: str) -> None:
    position = make_position({"FRANCE": ["A PAR", "F BRE"]}, centres={"FRANCE": ["PAR"]})
    verdict = judge_winter(position, {"FRANCE": ["REMOVE F BRE", "REMOVE A PAR"]}, rules(profile))
    assert units(verdict) == ["A PAR"]
    assert faults(verdict) == [Fault.NO_REMOVALS_LEFT]


def test_a_unit_is_removed_only_once() -> None:
    position = make_position({"FRANCE": ["A PAR", "F BRE", "A GAS"]}, centres={"FRANCE": ["PAR"]})
    verdict = judge_winter(position, {"FRANCE": ["REMOVE A PAR", "REMOVE A PAR"]})
    assert faults(verdict) == [Fault.ORDERED_ALREADY]
    assert len(units(verdict)) == 1


@pytest.mark.parametrize("profile", PROFILES)
def test_what_must_go_and_was_not_named_is_removed_by_rule(profile: str) -> None:
    """Gascony touches home, Portugal is two steps away."""
    position = make_position({"FRANCE": ["A PAR", "A GAS", "A POR"]}, centres={"FRANCE": ["PAR"]})
    verdict = judge_winter(position, {"FRANCE": ["REMOVE A PAR"]}, rules(profile))
    assert done(verdict) == [("A PAR D", Reason.REMOVED), ("A POR D", Reason.REMOVED_BY_RULE)]


def test_a_power_without_centres_loses_all_its_units() -> None:
    verdict = judge_winter(make_position({"FRANCE": ["A PAR", "A GAS"]}), {})
    assert units(verdict) == []
    assert {outcome.result for outcome in verdict.verdict.outcomes} == {Result.SUCCEEDS}


def test_a_power_in_disorder_builds_nothing_and_still_loses_units() -> None:
    rich = make_position({}, centres={"FRANCE": HOMES}, disorder=["FRANCE"])
    assert faults(judge_winter(rich, {"FRANCE": ["B A PAR"]})) == [Fault.NO_BUILDS_LEFT]
    poor = make_position({"FRANCE": ["A PAR", "A GAS"]}, centres={"FRANCE": ["PAR"]}, disorder=["FRANCE"])
    assert units(judge_winter(poor, {})) == ["A PAR"]


def test_powers_are_judged_each_for_itself() -> None:
    position = make_position({"GERMANY": ["A PAR"]}, centres={"FRANCE": ["BRE"], "GERMANY": ["MUN", "BER"]})
    verdict = judge_winter(position, {"GERMANY": ["B A MUN"], "FRANCE": ["B F BRE"]})
    assert sorted(str(unit) for unit in verdict.verdict.position.units.values()) == ["A MUN", "A PAR", "F BRE"]


def test_the_legal_adjustments_of_a_power_are_listed() -> None:
    builder = make_position({"FRANCE": ["A PAR"]}, centres={"FRANCE": ["BRE", "PAR"]})
    assert options(builder) == ["A BRE B", "F BRE B", "WAIVE"]
    assert options(builder, rules(decline_builds="no")) == ["A BRE B", "F BRE B"]
    loser = make_position({"FRANCE": ["A PAR", "F BRE"]}, centres={"FRANCE": ["PAR"]})
    assert sorted(options(loser)) == ["A PAR D", "F BRE D"]
    assert options(make_position({"FRANCE": ["A BUR"]}, centres={"FRANCE": ["PAR"]})) == []
    assert options(builder._replace(in_disorder=frozenset({FRANCE}))) == []


def test_a_fleet_may_be_listed_on_either_coast() -> None:
    position = make_position({}, centres={"RUSSIA": ["STP"]})
    listed = list_adjustments(STANDARD, position, PowerId("RUSSIA"), rules())
    assert {format_order(order) for order in listed} == {"A STP B", "F STP/NC B", "F STP/SC B", "WAIVE"}


def test_every_listed_adjustment_is_accepted() -> None:
    position = make_position({}, centres={"FRANCE": HOMES})
    for text in options(position):
        assert judge_winter(position, {"FRANCE": [text]}).rejections == ()


@pytest.fixture
def isles(tmp_path: Path) -> Board:
    spaces = "ISLE,Isle,land,home,FRANCE,,yes\nMAIN,Mainland,land,special,FRANCE;SPAIN\nSEA,Sea,sea"
    return make_tiny_board(tmp_path, spaces, "ISLE,SEA,no,yes\nMAIN,SEA,no,yes")


@pytest.mark.parametrize("kind", ["A", "F"])
def test_armies_and_fleets_may_be_built_on_an_island(isles: Board, kind: str) -> None:
    position = make_position({}, isles, centres={"FRANCE": ["ISLE"]})
    verdict = judge_winter(position, {"FRANCE": [f"B {kind} ISLE"]}, board=isles)
    assert [str(unit) for unit in verdict.verdict.position.units.values()] == [f"{kind} ISLE"]


def test_a_kind_that_the_variant_knows_may_be_built() -> None:
    position = make_position({}, centres={"FRANCE": ["BRE"]})
    assert units(judge_winter(position, {"FRANCE": ["B TF BRE"]}, transport_rules())) == ["TF BRE"]


@pytest.mark.parametrize(
    ("build_in", "owned", "sites"),
    [
        ("any_home", ["PAR", "BEL", "MUN"], ("MUN", "PAR")),
        ("any_home", ["BEL", "MUN"], ("MUN",)),
        ("owned_with_home", ["PAR", "BEL", "MUN"], ("BEL", "MUN", "PAR")),
        ("owned_with_home", ["BEL", "MUN"], ()),
    ],
)
def test_build_rules_of_foreign_boards(build_in: str, owned: list[str], sites: tuple[str, ...]) -> None:
    position = make_position({}, centres={"FRANCE": owned})
    assert list_build_sites(STANDARD, position, FRANCE, rules(build_in=build_in)) == sites
