"""Which moves go by sea, and whether their way holds; one test for each value of the switches about it."""

import pytest

from legation.judge import Reason, Result
from tests.kit import PROFILES, judge, rules

SWAP_WITH_OWN_FLEET = {"ENGLAND": ["A NWY - SWE", "F SKA C A NWY - SWE"], "RUSSIA": ["A SWE - NWY"]}
SWAP_WITH_FOREIGN_FLEET = {"ENGLAND": ["A NWY - SWE"], "GERMANY": ["F SKA C A NWY - SWE"], "RUSSIA": ["A SWE - NWY"]}
SWAP_OF_OWN_ARMIES = {"ENGLAND": ["A NWY - SWE", "A SWE - NWY"], "GERMANY": ["F SKA C A NWY - SWE"]}
TWO_ROUTES = {
    "ENGLAND": ["F ENG C A LON - BEL", "F NTH C A LON - BEL", "A LON - BEL"],
    "FRANCE": ["F BRE S F MAO - ENG", "F MAO - ENG"],
}
CHANNEL_LOST = ["F MAO - ENG", "F BRE S F MAO - ENG"]
OFFERED_AND_LOST = {"ENGLAND": ["A PIC - BEL"], "GERMANY": ["F ENG C A PIC - BEL"], "FRANCE": CHANNEL_LOST}
TAGGED_AND_LOST = {"ENGLAND": ["A PIC - BEL VIA", "F ENG C A PIC - BEL"], "FRANCE": CHANNEL_LOST}
TAGGED_WITHOUT_CONVOY = {"ENGLAND": ["A PIC - BEL VIA", "F ENG H"]}


@pytest.mark.parametrize("profile", PROFILES)
def test_a_chain_of_fleets_carries_an_army(profile: str) -> None:
    fleets = [f"F {sea} C A LON - STP" for sea in ("NTH", "NWG", "BAR")]
    result = judge({"ENGLAND": ["A LON - STP", *fleets]}, rules(profile))
    assert "A STP" in result.units("ENGLAND")
    assert {result[sea].reason for sea in ("NTH", "NWG", "BAR")} == {Reason.CONVOY_AVAILABLE}


@pytest.mark.parametrize("profile", PROFILES)
def test_a_gap_in_the_chain_is_no_route(profile: str) -> None:
    orders = ["A LON - STP", "F NTH C A LON - STP", "F NWG H", "F BAR C A LON - STP"]
    result = judge({"ENGLAND": orders}, rules(profile))
    assert (result["LON"].result, result["LON"].reason) == (Result.VOID, Reason.NO_CONVOY_ORDERED)


def test_under_any_one_broken_route_stops_the_army() -> None:
    result = judge(TWO_ROUTES, rules(multi_route="any"))
    assert result["LON"].reason is Reason.CONVOY_DISRUPTED
    assert result.because("LON") == ["F ENG C A LON - BEL"]


def test_under_all_one_open_route_is_enough() -> None:
    assert judge(TWO_ROUTES, rules(multi_route="all"))["LON"].reason is Reason.MOVED


@pytest.mark.parametrize("multi_route", ["any", "all"])
def test_with_every_route_broken_the_army_stays(multi_route: str) -> None:
    north_sea = {"GERMANY": ["F HOL S F DEN - NTH", "F DEN - NTH"]}
    result = judge({**TWO_ROUTES, **north_sea}, rules(multi_route=multi_route))
    assert result["LON"].reason is Reason.CONVOY_DISRUPTED
    assert sorted(result.because("LON")) == ["F ENG C A LON - BEL", "F NTH C A LON - BEL"]


@pytest.mark.parametrize("multi_route", ["any", "all"])
def test_with_no_route_broken_the_army_goes(multi_route: str) -> None:
    orders = {"ENGLAND": TWO_ROUTES["ENGLAND"], "FRANCE": ["F MAO - ENG"]}
    assert judge(orders, rules(multi_route=multi_route))["LON"].reason is Reason.MOVED


def test_under_own_or_tag_an_own_fleet_means_a_convoy() -> None:
    result = judge(SWAP_WITH_OWN_FLEET, rules(adjacent_convoy="own_or_tag"))
    assert (result["NWY"].reason, result["SWE"].reason) == (Reason.MOVED, Reason.MOVED)


def test_under_own_or_tag_a_foreign_fleet_kidnaps_nobody() -> None:
    result = judge(SWAP_WITH_FOREIGN_FLEET, rules(adjacent_convoy="own_or_tag"))
    assert (result["NWY"].reason, result["SWE"].reason) == (Reason.MET_HEAD_ON, Reason.MET_HEAD_ON)


def test_under_own_or_tag_a_tag_takes_a_foreign_fleet() -> None:
    orders = {**SWAP_WITH_FOREIGN_FLEET, "ENGLAND": ["A NWY - SWE VIA"]}
    assert judge(orders, rules(adjacent_convoy="own_or_tag"))["NWY"].reason is Reason.MOVED


def test_under_explicit_an_own_fleet_is_not_enough() -> None:
    result = judge(SWAP_WITH_OWN_FLEET, rules(adjacent_convoy="explicit"))
    assert (result["NWY"].reason, result["SWE"].reason) == (Reason.MET_HEAD_ON, Reason.MET_HEAD_ON)


def test_under_explicit_a_tag_is_needed_and_enough() -> None:
    orders = {**SWAP_WITH_OWN_FLEET, "ENGLAND": ["A NWY - SWE VIA", "F SKA C A NWY - SWE"]}
    assert judge(orders, rules(adjacent_convoy="explicit"))["NWY"].reason is Reason.MOVED


def test_under_r1971_a_foreign_fleet_kidnaps_an_army_that_meets_another() -> None:
    result = judge(SWAP_WITH_FOREIGN_FLEET, rules(adjacent_convoy="r1971"))
    assert (result["NWY"].reason, result["SWE"].reason) == (Reason.MOVED, Reason.MOVED)


def test_under_r1971_an_army_that_meets_nobody_walks() -> None:
    assert judge(OFFERED_AND_LOST, rules(adjacent_convoy="r1971"))["PIC"].reason is Reason.MOVED


def test_under_r1971_strict_an_offered_convoy_cannot_be_refused() -> None:
    result = judge(OFFERED_AND_LOST, rules(adjacent_convoy="r1971_strict"))
    assert result["PIC"].reason is Reason.CONVOY_DISRUPTED


def test_r1971_strict_stops_the_move_in_the_1971_profile_too() -> None:
    """Section 4.A.3: with the option, the disruption of an offered convoy stops the move."""
    result = judge(OFFERED_AND_LOST, rules("1971", adjacent_convoy="r1971_strict"))
    assert result["PIC"].reason is Reason.CONVOY_DISRUPTED


def test_under_intent1982_own_armies_change_places_with_foreign_help() -> None:
    result = judge(SWAP_OF_OWN_ARMIES, rules(adjacent_convoy="intent1982"))
    assert (result["NWY"].reason, result["SWE"].reason) == (Reason.MOVED, Reason.MOVED)


def test_under_own_or_tag_own_armies_do_not_change_places_with_foreign_help() -> None:
    result = judge(SWAP_OF_OWN_ARMIES, rules(adjacent_convoy="own_or_tag"))
    assert (result["NWY"].reason, result["SWE"].reason) == (Reason.OWN_UNIT_IN_WAY, Reason.OWN_UNIT_IN_WAY)


def test_under_intent1982_a_foreign_fleet_kidnaps_nobody() -> None:
    result = judge(SWAP_WITH_FOREIGN_FLEET, rules(adjacent_convoy="intent1982"))
    assert result["NWY"].reason is Reason.MET_HEAD_ON


@pytest.mark.parametrize(
    ("land_fallback", "reason"),
    [("never", Reason.CONVOY_DISRUPTED), ("no_route_only", Reason.CONVOY_DISRUPTED), ("always", Reason.MOVED)],
)
def test_an_army_whose_convoy_was_broken_walks_only_under_always(land_fallback: str, reason: Reason) -> None:
    assert judge(TAGGED_AND_LOST, rules(land_fallback=land_fallback))["PIC"].reason is reason


@pytest.mark.parametrize(
    ("land_fallback", "reason"),
    [("never", Reason.NO_CONVOY_ORDERED), ("no_route_only", Reason.MOVED), ("always", Reason.MOVED)],
)
def test_an_army_whose_convoy_was_never_ordered_walks_unless_told_never(land_fallback: str, reason: Reason) -> None:
    assert judge(TAGGED_WITHOUT_CONVOY, rules(land_fallback=land_fallback))["PIC"].reason is reason


ROUTE_WRITTEN = {**TWO_ROUTES, "ENGLAND": ["F ENG C A LON - BEL", "F NTH C A LON - BEL", "A LON - BEL VIA ENG"]}
NO_ROUTE_WRITTEN = {"ENGLAND": ["F NTH C A LON - BEL", "A LON - BEL"]}


def test_under_ignore_a_written_route_does_not_matter() -> None:
    assert judge(ROUTE_WRITTEN, rules(convoy_path_in_order="ignore"))["LON"].reason is Reason.MOVED


@pytest.mark.parametrize("policy", ["honour", "require"])
def test_under_honour_and_require_only_the_written_fleets_carry(policy: str) -> None:
    result = judge(ROUTE_WRITTEN, rules(convoy_path_in_order=policy))
    assert result["LON"].reason is Reason.CONVOY_DISRUPTED
    assert (result["NTH"].result, result["NTH"].reason) == (Result.VOID, Reason.CONVOY_UNMATCHED)


@pytest.mark.parametrize("policy", ["ignore", "honour"])
def test_under_ignore_and_honour_no_route_need_be_written(policy: str) -> None:
    assert judge(NO_ROUTE_WRITTEN, rules(convoy_path_in_order=policy))["LON"].reason is Reason.MOVED


def test_under_require_an_army_without_a_written_route_is_not_carried() -> None:
    result = judge(NO_ROUTE_WRITTEN, rules(convoy_path_in_order="require"))
    assert result["LON"].reason is Reason.NO_CONVOY_ORDERED


@pytest.mark.parametrize("profile", PROFILES)
def test_an_army_whose_convoy_was_broken_has_no_effect_on_its_target(profile: str) -> None:
    """It neither cuts support in Belgium nor keeps a walker out of it (DATC 6.F.6, 6.F.7)."""
    orders = {"ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL"], "FRANCE": CHANNEL_LOST, "GERMANY": ["A HOL - BEL"]}
    result = judge(orders, rules(profile))
    assert result["HOL"].reason is Reason.MOVED
    assert result.after.contested == frozenset()


@pytest.mark.parametrize("profile", PROFILES)
def test_a_fleet_that_was_attacked_in_vain_still_carries(profile: str) -> None:
    orders = {"ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL"], "FRANCE": ["F MAO - ENG"]}
    assert judge(orders, rules(profile))["LON"].reason is Reason.MOVED
