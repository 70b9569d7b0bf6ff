"""Colonia III, clause by clause. Places and numbers are those of the sheet."""

from dataclasses import replace
from fractions import Fraction

import pytest

from legation.board import CentreKind, PowerId, Terrain
from legation.game import GameState, count_needed, count_votes, count_whole, parse_places, propose
from legation.judge import Fate, Reason
from legation.orders import Fault
from legation.render.words import word_outcome
from legation.variants import LeftOut, Subject, Weight, When
from legation.variants.rules import IslandRetreats
from tests.clauses.world import KINDS, World, read_sheet

W = World("colonia-iii")
START = {
    "AUSTRIA": {"A Prague", "A Vienna", "A Budapest", "A Somalia", "A Ecuador", "F Trieste"},
    "ENGLAND": {"A Nigeria", "A Virginia", "F London", "F Bristol", "F Edinburgh", "F Australia"},
    "FRANCE": {"A Paris", "A Toulon", "A Quebec", "A Dakar", "A Pondicherry", "F Bordeaux"},
    "NETHERLANDS": {"A Hague", "A Utrecht", "A Surinam", "A Cape Colony", "F Antwerp", "F Java"},
    "OTTOMAN": {"A Baghdad", "A Damascus", "A Izmir", "A Jerusalem", "A Sofia", "F Constantinople"},
    "PORTUGAL": {"A Lagos", "A Oporto", "A Macao", "A Angola", "A Brazil", "F Lisbon"},
    "RUSSIA": {"A Petrograd", "A Moscow", "A Kiev", "A Irkutsk", "A Alaska", "F Hawaii"},
    "SPAIN": {"A Madrid", "A Valencia", "A Ifni", "A Mexico", "F Cadiz", "F Manila"},
}
COLONIES = {
    "Alaska": "RUSSIA",
    "Quebec": "FRANCE",
    "Virginia": "ENGLAND",
    "Mexico": "SPAIN",
    "Ecuador": "AUSTRIA",
    "Surinam": "NETHERLANDS",
    "Brazil": "PORTUGAL",
    "Ifni": "SPAIN",
    "Dakar": "FRANCE",
    "Nigeria": "ENGLAND",
    "Angola": "PORTUGAL",
    "Cape Colony": "NETHERLANDS",
    "Somalia": "AUSTRIA",
    "Macao": "PORTUGAL",
    "Pondicherry": "FRANCE",
    "Java": "NETHERLANDS",
    "Manila": "SPAIN",
    "Hawaii": "RUSSIA",
    "Australia": "ENGLAND",
}
SPELT = {
    "Bay of Azeleas": "Bay of Azaleas",
    "Cariola": "Carniola",
    "Huelvas": "Huelva",
    "Maharatta": "Mahratta",
    "Mahila": "Manila",
    "Peishwar": "Peishwa",
    "Phillipine Sea": "Philippine Sea",
    "Romani": "Romania",
    "Taureg": "Tuareg",
}
ON_FIJI = {"FRANCE": ["F MEL - FIJ", "F BIS S F MEL - FIJ"], "ENGLAND": ["A FIJ H"]}
"""An English army is thrown off Fiji from the sea of Melanesia."""


@pytest.mark.clause("C3-1")
def test_by_the_rulebook_of_1971_one_broken_route_stops_a_convoy() -> None:
    orders = {
        "ENGLAND": ["A LON - ANT", "F NTH C A LON - ANT", "F ENG C A LON - ANT"],
        "FRANCE": ["F BRI - ENG", "F NOR S F BRI - ENG"],
    }
    result = W.play(orders)
    assert result["LON"].reason is Reason.CONVOY_DISRUPTED
    assert "A LON" in result.units("ENGLAND")


@pytest.mark.clause("C3-1")
def test_by_the_rulebook_of_1971_a_unit_with_two_orders_holds() -> None:
    result = W.play({"FRANCE": ["A PAR - BUR", "A PAR - NOR"]})
    assert result.units("FRANCE") == ["A PAR"]


@pytest.mark.clause("C3-2")
def test_eight_powers_start_as_listed() -> None:
    assert W.starts() == START


@pytest.mark.clause("C3-2")
def test_every_first_unit_stands_on_a_centre_of_its_own() -> None:
    start = W.variant.start
    assert all(start.owners[unit.space] == unit.power for unit in start.units.values())
    assert len(start.owners) == 48


@pytest.mark.clause("C3-3")
def test_a_fleet_sails_over_the_edge_of_the_map_and_back() -> None:
    assert W.sail("F BIS", "South Pacific", "Peru") == "F PRU"
    assert W.sail("F PRU", "South Pacific", "Bismarck Sea") == "F BIS"


@pytest.mark.clause("C3-4a")
@pytest.mark.parametrize(
    ("army", "sea", "island"), [("NWZ", "COR", "FIJ"), ("JAP", "WPC", "WAK"), ("IRE", "NAT", "ICE")]
)
def test_armies_occupy_islands_that_are_neutral_centres(army: str, sea: str, island: str) -> None:
    orders = {"ENGLAND": [f"A {army} - {island}", f"F {sea} C A {army} - {island}"]}
    position = W.play(orders).after
    after = W.advance(W.state("F1751M", position)).after.position
    assert f"A {island}" in [str(unit) for unit in after.units_of(PowerId("ENGLAND"))]
    assert after.owners[W.space(island).id] == "ENGLAND"


@pytest.mark.clause("C3-4a")
@pytest.mark.parametrize(
    ("army", "sea", "island"), [("SUM", "MLS", "JAV"), ("BEO", "CEL", "MNL"), ("TAH", "PYA", "HAW")]
)
def test_armies_occupy_islands_that_are_colonies(army: str, sea: str, island: str) -> None:
    orders = {"ENGLAND": [f"A {army} - {island}", f"F {sea} C A {army} - {island}"]}
    assert f"A {island}" in W.play(orders).units("ENGLAND")


@pytest.mark.clause("C3-4b")
def test_an_army_is_ferried_from_fiji_to_an_island_or_to_the_mainland() -> None:
    moved = W.play(ON_FIJI, units={"ENGLAND": ["F COR"]})
    retreats = moved.dislodged["A FIJ"].retreats
    assert {"NWZ", "AUS"} <= set(retreats)
    assert W.retreat(moved, {"ENGLAND": ["A FIJ R NWZ VIA COR"]}).units("ENGLAND") == ["F COR", "A NWZ"]
    assert W.retreat(moved, {"ENGLAND": ["A FIJ R AUS VIA COR"]}).units("ENGLAND") == ["A AUS", "F COR"]


@pytest.mark.clause("C3-4b")
def test_the_ferry_need_not_be_named() -> None:
    moved = W.play(ON_FIJI, units={"ENGLAND": ["F COR"]})
    for text in ("A FIJ R NWZ", "A FIJ - NWZ", "A Fiji - New Zealand via Coral Sea"):
        assert W.retreat(moved, {"ENGLAND": [text]}).units("ENGLAND") == ["F COR", "A NWZ"]


@pytest.mark.clause("C3-4b")
@pytest.mark.parametrize(
    "texts",
    [
        ["A FIJ R NWZ via F COR"],
        ["A FIJ R NWZ via fleet convoy"],
        ["A FIJ R NWZ (via COR)"],
        ["F COR C A FIJ - NWZ"],
        ["A FIJ R NWZ", "F COR C A FIJ - NWZ"],
        ["F COR convoys A FIJ - NWZ", "A FIJ - NWZ"],
        ["F COR C A FIJ - NWZ", "A FIJ R NWZ VIA COR"],
    ],
)
def test_the_ferry_is_named_in_whatever_way_the_sheet_suggests(texts: list[str]) -> None:
    """The sheet says "via Fleet convoy", so a convoy order names the ferry too."""
    moved = W.play(ON_FIJI, units={"ENGLAND": ["F COR"]})
    result = W.retreat(moved, {"ENGLAND": texts})
    assert result.faults == []
    assert result.units("ENGLAND") == ["F COR", "A NWZ"]


@pytest.mark.clause("C3-4b")
def test_a_convoy_that_no_ferry_can_make_is_refused() -> None:
    moved = W.play(ON_FIJI, units={"ENGLAND": ["F COR"]})
    assert W.retreat(moved, {"ENGLAND": ["F TAS C A FIJ - NWZ"]}).faults == ["no_ferry"]
    assert W.retreat(moved, {"ENGLAND": ["F COR C A AUS - NWZ"]}).faults == ["no_such_unit"]
    contrary = W.retreat(moved, {"ENGLAND": ["A FIJ R AUS", "F COR C A FIJ - NWZ"]})
    assert len(contrary.faults) >= 1


CONVOY = {**ON_FIJI, "ENGLAND": ["A FIJ H", "A AUS - NWG", "F COR C A AUS - NWG"]}


@pytest.mark.clause("C3-4h")
def test_a_fleet_that_convoyed_in_the_moves_does_not_ferry() -> None:
    assert W.play(CONVOY)["FIJ"].fate is Fate.DESTROYED
    other = W.play({**CONVOY, "ENGLAND": [*CONVOY["ENGLAND"], "F SPC H"]})
    assert "NWZ" in other.dislodged["A FIJ"].retreats
    result = W.retreat(other, {"ENGLAND": ["A FIJ R NWZ VIA COR"]})
    assert result.faults == [Fault.FERRY_HAS_CONVOYED.value]
    result = W.retreat(other, {"ENGLAND": ["A FIJ R AUS"]})
    assert result.faults == [Fault.FERRY_HAS_CONVOYED.value]
    assert "A NWZ" in W.retreat(other, {"ENGLAND": ["A FIJ R NWZ"]}).units("ENGLAND")


@pytest.mark.clause("C3-4h")
def test_an_army_that_is_lost_because_its_ferry_had_convoyed_is_told_so() -> None:
    lost = W.play(CONVOY)["FIJ"]
    assert lost.clause == "C3-4h"
    assert word_outcome(W.board, lost).endswith(
        "and destroyed: the fleet that could have carried it away had convoyed an army in the moves (C3-4h)."
    )
    supporting = W.play({**CONVOY, "ENGLAND": ["A FIJ S A AUS - NWG", *CONVOY["ENGLAND"][1:]]})["FIJ"]
    assert supporting.clause == "C3-4h"
    assert word_outcome(W.board, supporting).count("C3-4h") == 1
    without_fleet = W.play(ON_FIJI)["FIJ"]
    assert without_fleet.clause == ""
    assert "having nowhere to retreat" in word_outcome(W.board, without_fleet)


@pytest.mark.clause("C3-4h")
def test_a_ferry_that_had_convoyed_is_not_to_blame_where_every_shore_was_closed() -> None:
    crowded = W.play({**CONVOY, "SPAIN": ["A NWZ H", "A ARN H", "A WDT - AUS"]})
    assert crowded["FIJ"].fate is Fate.DESTROYED
    assert "having nowhere to retreat" in word_outcome(W.board, crowded["FIJ"])


@pytest.mark.clause("C3-4h")
def test_a_fleet_whose_convoy_did_not_get_through_may_ferry() -> None:
    bounced = W.play({**CONVOY, "SPAIN": ["F SLS - NWG"]})
    assert "A AUS" in bounced.units("ENGLAND")
    assert "NWZ" in bounced.dislodged["A FIJ"].retreats


@pytest.mark.clause("C3-4h")
def test_a_gm_may_let_a_fleet_carry_in_moves_and_retreats() -> None:
    moved = W.play(CONVOY, IslandRetreats(ferry_after_convoy=True))
    assert "NWZ" in moved.dislodged["A FIJ"].retreats


@pytest.mark.clause("C3-4b")
def test_without_a_fleet_the_army_is_lost() -> None:
    assert W.play(ON_FIJI)["FIJ"].fate is Fate.DESTROYED


@pytest.mark.clause("C3-4b")
@pytest.mark.parametrize(
    "order", ["F COR H", "F TAS - COR", "F COR S A FIJ", "F COR C A NWZ - FIJ", "F COR S F SPC", "F COR - NWG"]
)
def test_the_fleet_is_available_whatever_it_was_ordered(order: str) -> None:
    orders = {
        "FRANCE": ["F MEL - FIJ", "F BIS S F MEL - FIJ", "F SPC S F MEL - FIJ", "A NWG H"],
        "ENGLAND": ["A FIJ H", order],
    }
    assert "AUS" in W.play(orders).dislodged["A FIJ"].retreats


@pytest.mark.clause("C3-4b")
def test_a_fleet_that_leaves_the_sea_is_not_available() -> None:
    orders = {**ON_FIJI, "ENGLAND": ["A FIJ H", "F COR - NWZ"]}
    assert W.play(orders)["FIJ"].fate is Fate.DESTROYED


@pytest.mark.clause("C3-4b")
def test_a_fleet_that_is_dislodged_itself_is_not_available() -> None:
    orders = {**ON_FIJI, "SPAIN": ["F TAS - COR", "F SLS S F TAS - COR"]}
    moved = W.play(orders, units={"ENGLAND": ["F COR"]})
    assert moved["COR"].fate is Fate.DISLODGED
    assert moved["FIJ"].fate is Fate.DESTROYED


@pytest.mark.clause("C3-4b")
def test_a_fleet_in_a_land_space_ferries_nobody() -> None:
    assert W.play(ON_FIJI, units={"ENGLAND": ["F NWZ", "F AUS"]})["FIJ"].fate is Fate.DESTROYED


@pytest.mark.clause("C3-4b")
def test_an_army_in_the_way_is_no_ferry() -> None:
    assert W.play(ON_FIJI, units={"ENGLAND": ["A NWZ"]})["FIJ"].fate is Fate.DESTROYED


@pytest.mark.clause("C3-4b")
def test_the_goal_must_be_a_lawful_retreat_otherwise() -> None:
    """Occupied, contested, and where the attacker came from."""
    orders = {
        "FRANCE": ["A NWZ - FIJ", "F SPC C A NWZ - FIJ", "F MEL S A NWZ - FIJ", "F TIM - ARN"],
        "ENGLAND": ["A FIJ H", "F COR H"],
        "SPAIN": ["A WDT - ARN", "F AUS H"],
    }
    moved = W.play(orders)
    retreats = set(moved.dislodged["A FIJ"].retreats)
    assert "NWG" in retreats
    assert not retreats & {"NWZ", "ARN", "AUS", "FIJ"}


@pytest.mark.clause("C3-4b")
def test_a_sea_without_a_ferry_is_refused() -> None:
    moved = W.play(ON_FIJI, units={"ENGLAND": ["F COR"]})
    result = W.retreat(moved, {"ENGLAND": ["A FIJ R NWZ VIA SPC"]})
    assert result.faults == [Fault.NO_FERRY.value]
    assert result.units("ENGLAND") == ["F COR"]


@pytest.mark.clause("C3-4b")
def test_two_retreats_to_one_space_destroy_each_other() -> None:
    orders = {
        "FRANCE": ["F MEL - FIJ", "F BIS S F MEL - FIJ", "F MLS - JAV", "F EIO S F MLS - JAV"],
        "ENGLAND": ["A FIJ H", "F COR H", "A JAV H", "F TIM H"],
    }
    moved = W.play(orders)
    result = W.retreat(moved, {"ENGLAND": ["A FIJ R ARN VIA COR", "A JAV R ARN VIA TIM"]})
    assert result.reasons == [Reason.RETREATS_COLLIDED.value] * 2
    assert result.units("ENGLAND") == ["F COR", "F TIM"]


@pytest.mark.clause("C3-4b")
def test_a_whole_phase_of_a_game_ferries_the_army() -> None:
    position = W.place({"ENGLAND": ["A FIJ", "F COR"], "FRANCE": ["F MEL", "F BIS"]})
    state = W.advance(W.state("S1751M", position), {"FRANCE": ON_FIJI["FRANCE"]}).after
    assert str(state.phase) == "S1751R"
    after = W.advance(state, {"ENGLAND": ["A FIJ R NWZ VIA COR"]}).after
    assert [str(unit) for unit in after.position.units_of(PowerId("ENGLAND"))] == ["F COR", "A NWZ"]


@pytest.mark.clause("C3-4c")
def test_the_sheets_example_new_zealand_is_one_sea_away_and_guam_two() -> None:
    moved = W.play(ON_FIJI, units={"ENGLAND": ["F COR", "F MIC", "F PLP"]})
    retreats = moved.dislodged["A FIJ"].retreats
    assert "NWZ" in retreats
    assert "GUA" not in retreats


@pytest.mark.clause("C3-4c")
def test_a_chain_of_two_fleets_does_not_help() -> None:
    """Bismarck Sea touches Fiji, Micronesia touches Guam, and the two seas touch."""
    orders = {"FRANCE": ["F MEL - FIJ", "F COR S F MEL - FIJ"], "ENGLAND": ["A FIJ H", "F BIS H", "F MIC H"]}
    moved = W.play(orders)
    assert W.fleet("BIS", "MIC")
    assert W.fleet("MIC", "GUA")
    assert "GUA" not in moved.dislodged["A FIJ"].retreats
    assert W.retreat(moved, {"ENGLAND": ["A FIJ R GUA"]}).units("ENGLAND") == ["F BIS", "F MIC"]


@pytest.mark.clause("C3-4d")
def test_the_fleet_of_another_power_does_not_ferry() -> None:
    for power in ("SPAIN", "FRANCE"):
        assert W.play(ON_FIJI, units={power: ["F COR"]})["FIJ"].fate is Fate.DESTROYED


@pytest.mark.clause("C3-4d")
def test_a_distant_sea_with_an_ally_in_it_holds_no_fleet_of_the_same_power() -> None:
    moved = W.play(ON_FIJI, units={"ENGLAND": ["F COR"], "SPAIN": ["F TIM"]})
    (refused,) = W.retreat(moved, {"ENGLAND": ["A FIJ R ARN VIA TIM"]}).book.rejections
    assert (refused.fault, refused.clause) == (Fault.NO_FERRY, "C3-4d")


@pytest.mark.clause("C3-4c")
def test_a_distant_sea_with_an_own_fleet_in_it_is_not_on_the_way() -> None:
    moved = W.play(ON_FIJI, units={"ENGLAND": ["F COR", "F TIM"]})
    (refused,) = W.retreat(moved, {"ENGLAND": ["A FIJ R ARN VIA TIM"]}).book.rejections
    assert (refused.fault, refused.clause) == (Fault.CONVOY_OFF_ROUTE, "C3-4c")


@pytest.mark.clause("C3-4e")
@pytest.mark.parametrize(
    ("army", "fleet", "attack", "support", "walks"),
    [
        ("AUS", "COR", "GTA", "TAS", {"ARN", "WDT"}),
        ("ARN", "COR", "AFS", "TIM", {"AUS", "WDT"}),
        ("WDT", "TIM", "EIO", "GTA", {"ARN", "AUS"}),
    ],
)
def test_no_army_is_ferried_from_australia(army: str, fleet: str, attack: str, support: str, walks: set[str]) -> None:
    orders = {"FRANCE": [f"F {attack} - {army}", f"F {support} S F {attack} - {army}"], "ENGLAND": [f"A {army} H"]}
    moved = W.play(orders, units={"ENGLAND": [f"F {fleet}"]})
    assert set(moved.dislodged[f"A {army}"].retreats) == walks


@pytest.mark.clause("C3-4g")
@pytest.mark.parametrize(
    ("army", "fleet", "attack", "over_sea", "not_reached"),
    [
        ("LON", "NTH", "F ENG - LON; F BTL S F ENG - LON", {"YOR", "ANT", "NWY"}, "NOR"),
        ("EDI", "NTH", "F IRI - EDI; F NAT S F IRI - EDI", {"YOR", "LON", "ANT"}, "ICE"),
        ("BTL", "ENG", "F IRI - BTL; F LON S F IRI - BTL", {"YOR", "BRI", "NOR"}, "IRE"),
    ],
)
def test_an_army_is_ferried_from_a_centre_of_great_britain(
    army: str, fleet: str, attack: str, over_sea: set[str], not_reached: str
) -> None:
    orders = {"FRANCE": attack.split("; "), "ENGLAND": [f"A {army} H"]}
    moved = W.play(orders, units={"ENGLAND": [f"F {fleet}"]})
    retreats = set(moved.dislodged[f"A {army}"].retreats)
    assert over_sea <= retreats
    assert not_reached not in retreats
    goal = sorted(over_sea - {"YOR"})[0]
    assert f"A {goal}" in W.retreat(moved, {"ENGLAND": [f"A {army} R {goal} VIA {fleet}"]}).units("ENGLAND")


@pytest.mark.clause("C3-4g")
def test_without_a_fleet_an_army_thrown_out_of_london_only_walks() -> None:
    orders = {"FRANCE": ["F ENG - LON", "F BTL S F ENG - LON"], "ENGLAND": ["A LON H"]}
    assert W.play(orders).dislodged["A LON"].retreats == ("YOR",)


@pytest.mark.clause("C3-4g")
def test_yorkshire_is_no_centre_so_no_army_is_ferried_from_it() -> None:
    orders = {"FRANCE": ["A LON - YOR", "F IRI S A LON - YOR"], "ENGLAND": ["A YOR H"]}
    moved = W.play(orders, units={"ENGLAND": ["F NTH"]})
    assert set(moved.dislodged["A YOR"].retreats) == {"BTL", "EDI"}


@pytest.mark.clause("C3-4e")
def test_no_army_is_ferried_from_the_mainland() -> None:
    orders = {"FRANCE": ["A OPO - LIS", "A LAG S A OPO - LIS"], "PORTUGAL": ["A LIS H", "F MAT H"]}
    assert W.play(orders).dislodged["A LIS"].retreats == ("HUE",)


@pytest.mark.clause("C3-4e")
def test_a_fleet_dislodged_from_an_island_retreats_as_usual() -> None:
    orders = {**ON_FIJI, "ENGLAND": ["F FIJ H"]}
    moved = W.play(orders, units={"ENGLAND": ["F COR"]})
    assert set(moved.dislodged["F FIJ"].retreats) == {"SPC"}
    assert W.retreat(moved, {"ENGLAND": ["F FIJ R SPC"]}).units("ENGLAND") == ["F COR", "F SPC"]


@pytest.mark.clause("C3-4f")
def test_one_fleet_ferries_one_army() -> None:
    """Fiji and New Guinea both lie on the Coral Sea."""
    orders = {
        "FRANCE": ["F MEL - FIJ", "F SPC S F MEL - FIJ", "F SLS - NWG", "F BIS S F SLS - NWG"],
        "ENGLAND": ["A FIJ H", "A NWG H"],
    }
    moved = W.play(orders, units={"ENGLAND": ["F COR"]})
    result = W.retreat(moved, {"ENGLAND": ["A FIJ R NWZ VIA COR", "A NWG R AUS"]})
    assert result.units("ENGLAND") == ["F COR"]
    assert sorted(result.reasons) == [Reason.RETREAT_STOPPED.value] * 2
    alone = W.retreat(moved, {"ENGLAND": ["A FIJ R NWZ VIA COR", "A NWG D"]})
    assert alone.units("ENGLAND") == ["F COR", "A NWZ"]


@pytest.mark.clause("C3-4f")
def test_armies_that_name_no_ferry_take_those_that_are_free() -> None:
    orders = {
        "FRANCE": ["F MEL - FIJ", "F SPC S F MEL - FIJ", "F SLS - NWG", "F BIS S F SLS - NWG"],
        "ENGLAND": ["A FIJ H", "A NWG H"],
    }
    moved = W.play(orders, units={"ENGLAND": ["F COR", "F AFS"]})
    for lines in (["A FIJ R NWZ", "A NWG R ARN"], ["A FIJ R NWZ VIA COR", "A NWG R ARN VIA AFS"]):
        assert W.retreat(moved, {"ENGLAND": lines}).units("ENGLAND") == ["F AFS", "A ARN", "F COR", "A NWZ"]


@pytest.mark.clause("C3-5a")
def test_the_nineteen_colonies() -> None:
    assert W.centres(CentreKind.COLONIAL) == set(COLONIES)
    assert len(COLONIES) == 19


@pytest.mark.clause("C3-5b")
@pytest.mark.parametrize("colony", COLONIES)
def test_a_colony_builds_for_whoever_controls_it(colony: str) -> None:
    code = W.space(colony).id
    for power in ("OTTOMAN", COLONIES[colony]):
        assert colony in W.sites(power, {power: [code]})
        assert W.built({power: [code]}, {power: [f"B A {code}"]}) == [f"A {code}"]


@pytest.mark.clause("C3-5b")
def test_the_old_owner_of_a_colony_loses_the_right() -> None:
    assert W.sites("NETHERLANDS", {"SPAIN": ["JAV"], "NETHERLANDS": ["HAG"]}) == {"Hague"}


@pytest.mark.clause("C3-5b")
def test_neither_a_neutral_centre_nor_another_powers_home_builds() -> None:
    assert W.sites("SPAIN", {"SPAIN": ["SUM", "HAG", "MAD"]}) == {"Madrid"}


@pytest.mark.clause("C3-5c")
def test_colonies_begin_with_the_power_whose_unit_stands_there() -> None:
    owners = W.variant.start.owners
    assert {W.space(colony).name: owners.get(W.space(colony).id) for colony in COLONIES} == COLONIES


@pytest.mark.clause("C3-6a")
@pytest.mark.parametrize(
    ("centre", "builders"),
    [("Crimea", {"RUSSIA", "OTTOMAN"}), ("Naples", {"AUSTRIA", "SPAIN"}), ("Amur", {"RUSSIA"})],
)
def test_special_centres_build_for_the_named_powers_only(centre: str, builders: set[str]) -> None:
    code = W.space(centre).id
    assert {power for power in START if W.sites(power, {power: [code]})} == builders
    assert len(W.centres(CentreKind.SPECIAL)) == 3


@pytest.mark.clause("C3-6a")
def test_a_special_centre_counts_for_everybody() -> None:
    assert W.due(W.place(centres={"FRANCE": ["CRI"]}), "FRANCE") == 1


@pytest.mark.clause("C3-6b")
def test_special_centres_build_only_once_they_were_occupied() -> None:
    assert not {"CRI", "NAP", "AMU"} & set(W.variant.start.owners)
    assert W.sites("RUSSIA", {"RUSSIA": ["MOS"]}) == {"Moscow"}
    assert W.sites("RUSSIA", {"OTTOMAN": ["CRI"]}) == set()


@pytest.mark.clause("C3-6b")
def test_russia_takes_crimea_in_a_fall_and_builds_there_when_it_is_vacant() -> None:
    state = W.state("F1751M", W.place({"RUSSIA": ["A KIE"]}, {"RUSSIA": ["MOS"]}))
    winter = W.advance(state, {"RUSSIA": ["A KIE - CRI"]}).after
    assert W.sites("RUSSIA", {"RUSSIA": ["MOS", "CRI"]}, {"RUSSIA": ["A CRI"]}) == {"Moscow"}
    assert winter.position.owners[W.space("CRI").id] == "RUSSIA"
    assert W.built({"RUSSIA": ["CRI"]}, {"RUSSIA": ["B F CRI"]}) == ["F CRI"]


@pytest.mark.clause("C3-7a")
def test_fifty_centres_win_and_forty_nine_do_not() -> None:
    assert W.winners(SPAIN=50, FRANCE=30) == ("SPAIN",)
    assert W.winners(SPAIN=49, FRANCE=30) is None


@pytest.mark.clause("C3-7d")
def test_of_two_powers_with_fifty_the_larger_wins_and_equals_play_on() -> None:
    assert W.winners(SPAIN=50, FRANCE=51) == ("FRANCE",)
    assert W.winners(SPAIN=50, FRANCE=50) is None


@pytest.mark.clause("C3-7b")
def test_a_concession_needs_two_thirds_of_the_owned_centres() -> None:
    scheme = W.variant.votes
    assert scheme is not None
    assert scheme.threshold == Fraction(2, 3)
    assert scheme.weight is Weight.CENTRES
    assert scheme.left_out == {LeftOut.NEUTRAL}
    start = W.variant.start
    assert count_whole(W.board, start, scheme) == 48
    assert count_needed(scheme, 48) == 32


@pytest.mark.clause("C3-7b")
def test_the_sheets_ninety_votes_are_two_thirds_of_the_list_before_four_centres_were_added() -> None:
    scheme = W.variant.votes
    assert scheme is not None
    late = {"Borneo", "Sudan", "Utah", "Venezuela"}
    centres = W.centres(CentreKind.HOME, CentreKind.NEUTRAL, CentreKind.COLONIAL, CentreKind.SPECIAL)
    assert late <= centres
    assert (len(centres - late), count_needed(scheme, len(centres - late))) == (135, 90)
    assert (len(centres), count_needed(scheme, len(centres))) == (139, 93)


@pytest.mark.clause("C3-7c")
def test_a_concession_is_proposed_at_any_time_and_counted_in_winter() -> None:
    scheme = W.variant.votes
    assert scheme is not None
    assert (scheme.proposed, scheme.counted) == (When.ANY, When.WINTER)
    assert Subject.WIN in scheme.subjects
    spain = PowerId("SPAIN")
    state = propose(W.variant, W.start(), spain, parse_places(W.variant, "SPAIN"), W.rules)
    assert isinstance(state, GameState)
    votes = dict.fromkeys((PowerId(power) for power in START), True)
    game = replace(state, proposals=tuple(replace(proposal, votes=votes) for proposal in state.proposals))
    assert count_votes(W.variant, game.position, game.proposals[0]).is_carried
    phases = []
    while game.ending is None:
        phases.append(str(game.phase))
        game = W.advance(game).after
    assert phases == ["S1751M", "F1751M", "W1751A"]
    assert game.ending.powers == ("SPAIN",)


@pytest.mark.clause("C3-8")
def test_a_fleet_sails_along_the_arctic_coast_of_siberia() -> None:
    assert W.sail("F NPC", "Siberia", "Ural", "Barent Sea") == "F BAR"
    assert W.sail("F NPC", "Siberia", "Ural", "Petrograd") == "F PTD/NC"
    assert W.sail("F BAR", "Ural", "Siberia", "North Pacific") == "F NPC"


@pytest.mark.clause("C3-8")
def test_no_convoy_runs_along_that_coast() -> None:
    orders = {"RUSSIA": ["A PTD - ALA", "F URA C A PTD - ALA", "F SIB C A PTD - ALA"]}
    result = W.play(orders)
    assert "A PTD" in result.units("RUSSIA")
    assert {rejection.fault for rejection in result.book.rejections} >= {Fault.NOT_A_CONVOYER}


@pytest.mark.clause("C3-L")
@pytest.mark.parametrize("entry", read_sheet("colonia_iii"), ids=lambda entry: entry.code)
def test_every_listed_space_is_there(entry: tuple[str, str, str]) -> None:
    printed, code, mark = entry
    space = W.space(code)
    assert W.space(printed) is space
    assert space.id == code
    assert space.name == SPELT.get(printed, printed)
    is_sea = mark == "s" or printed in {"Gulf of Alaska", "Gulf of Belem"}  # typed without their mark
    land_or_sea = Terrain.SEA if is_sea else Terrain.LAND
    assert space.terrain is (Terrain.IMPASSABLE if printed == "Arctic Ocean" else land_or_sea)
    assert space.centre is KINDS.get(mark, CentreKind.NONE)


@pytest.mark.clause("C3-L")
def test_the_board_has_no_other_spaces() -> None:
    assert set(W.board.spaces) == {entry.code for entry in read_sheet("colonia_iii")}


@pytest.mark.clause("C3-L")
def test_the_printed_totals_and_the_list_differ_where_we_know_why() -> None:
    marks = [entry.mark for entry in read_sheet("colonia_iii")]
    assert (marks.count("hsc"), marks.count("csc"), marks.count("ssc")) == (29, 19, 3)
    assert marks.count("nsc") == 86 + 2
    assert marks.count("s") == 86
    assert len(marks) - marks.count("s") - 1 == 208  # printed as land; the Arctic Ocean is not counted
    assert len(marks) - 1 == 294
    spaces = list(W.board.spaces.values())
    assert sum(space.terrain is Terrain.SEA for space in spaces) == 86 + 2
    assert sum(space.terrain is Terrain.LAND for space in spaces) == 208 - 2
    assert sum(space.centre.is_counted for space in spaces) == 139


@pytest.mark.clause("C3-L")
def test_the_arctic_ocean_touches_nothing() -> None:
    assert not [border for border in W.board.borders if "ARC" in (border.start, border.end)]
