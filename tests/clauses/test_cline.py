"""Cline 9-Man VII, clause by clause. Places and numbers are those of the sheet."""

import shutil
from pathlib import Path

import pytest

from legation.board import CentreKind, PowerId, SpaceId, Terrain
from legation.judge import Fate, Reason
from legation.orders import Fault
from legation.variants import load_variant, load_variant_folder
from tests.clauses.world import Entry, World, read_sheet

W = World("cline-9-man-vii")
REGULAR = World("standard")
START = {
    "AUSTRIA": {"A Vienna", "A Budapest", "F Trieste"},
    "BARBARY": {"F Tunis", "F Casablanca", "A Algiers"},
    "ENGLAND": {"F Edinburgh", "F London", "A Liverpool"},
    "FRANCE": {"F Brest", "A Marseilles", "A Paris"},
    "GERMANY": {"A Berlin", "A Munich", "F Kiel"},
    "ITALY": {"A Rome", "F Naples", "A Milan"},
    "PERSIA": {"F Mecca", "A Masqat", "A Tehran"},
    "RUSSIA": {"F St. Petersburg/SC", "A Moscow", "F Sevastopol", "A Arkangel"},
    "TURKEY": {"A Constantinople", "F Ankara", "F Smyrna"},
}
NEW_NEUTRALS = {"Sudan", "Egypt", "Crete", "Corsica", "Canary Islands", "Iceland", "Jordan"}
GONE = {"SPA", "WAR", "NAF", "SYR"}
CUT_OFF = {("PIE", "VEN"), ("BUD", "TRI"), ("SER", "TRI"), ("ALB", "TRI")}
"""Borders between regular spaces that the new ones cut: Milan, Croatia and Zadar lie there now."""


@pytest.mark.clause("N9-1")
def test_by_the_rulebook_of_1971_one_broken_route_stops_a_convoy() -> None:
    orders = {
        "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL", "F ENG C A LON - BEL"],
        "FRANCE": ["F BRE - ENG", "F PIC S F BRE - ENG"],
    }
    result = W.play(orders)
    assert result["LON"].reason is Reason.CONVOY_DISRUPTED
    assert "A LON" in result.units("ENGLAND")


@pytest.mark.clause("N9-2")
def test_the_regular_board_is_unchanged_where_the_sheet_does_not_change_it() -> None:
    kept = [str(space) for space in REGULAR.board.spaces if space not in GONE | {"SWI"}]
    assert not GONE & set(W.board.spaces)
    for first in kept:
        for second in kept:
            if first < second and not {(first, second), (second, first)} & CUT_OFF:
                assert W.army(first, second) == REGULAR.army(first, second), (first, second)
                assert W.fleet(first, second) == REGULAR.fleet(first, second), (first, second)
    assert not any(W.meet(first, second) for first, second in CUT_OFF)


@pytest.mark.clause("N9-2")
def test_75_regular_spaces_less_four_and_45_new_ones() -> None:
    playable = {space.id for space in W.board.spaces.values() if space.terrain is not Terrain.IMPASSABLE}
    regular = {space.id for space in REGULAR.board.spaces.values() if space.terrain is not Terrain.IMPASSABLE}
    assert len(regular) == 75
    assert len(playable & regular) == 71
    assert len(playable - regular) == 45


@pytest.mark.clause("N9-3")
@pytest.mark.parametrize("power", ["BARBARY", "PERSIA"])
def test_the_two_new_powers(power: str) -> None:
    assert W.starts()[power] == START[power]
    assert W.variant.parse_power("Barbary States") == "BARBARY"
    assert W.variant.parse_power("Persia-Arabia") == "PERSIA"
    owned = {W.space(unit[2:]).id for unit in START[power]}
    assert set(W.variant.start.centres_of(PowerId(power))) == owned
    assert all(W.sites(power, {power: [code]}) for code in owned)


@pytest.mark.clause("N9-4")
def test_nine_powers_start_as_the_sheet_says() -> None:
    assert W.starts() == START
    usual = REGULAR.starts()
    for power in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY"):
        assert W.starts()[power] == usual[power]


@pytest.mark.clause("N9-4")
def test_poland_and_venete_are_no_centres() -> None:
    for name in ("Poland", "Venete"):
        assert W.space(name).centre is CentreKind.NONE


@pytest.mark.clause("N9-5a")
def test_russia_builds_in_arkangel_what_it_is_entitled_to() -> None:
    centres = {"RUSSIA": ["MOS", "SEV", "ARK"]}
    for kind in ("A", "F"):
        assert W.built(centres, {"RUSSIA": [f"B {kind} ARK"]}, {"RUSSIA": ["A UKR"]}) == sorted(
            [f"{kind} ARK", "A UKR"]
        )


@pytest.mark.clause("N9-5a")
def test_arkangel_entitles_nobody_to_a_unit() -> None:
    for power in ("RUSSIA", "TURKEY"):
        assert W.due(W.place(centres={power: ["ARK"]}), power) == 0
    full = W.winter({"RUSSIA": ["MOS", "ARK"]}, {"RUSSIA": ["B A ARK"]}, {"RUSSIA": ["A UKR"]})
    assert [rejection.fault for rejection in full.rejections] == [Fault.NO_BUILDS_LEFT]


@pytest.mark.clause("N9-5a")
def test_no_other_power_builds_in_arkangel_and_russia_does_not_while_another_controls_it() -> None:
    assert W.sites("TURKEY", {"TURKEY": ["ARK", "CON"]}) == {"Constantinople"}
    assert W.sites("RUSSIA", {"TURKEY": ["ARK"], "RUSSIA": ["MOS"]}) == {"Moscow"}
    assert W.sites("RUSSIA", {"RUSSIA": ["MOS", "ARK"]}, {"TURKEY": ["A ARK"]}) == {"Moscow"}


@pytest.mark.clause("N9-5a")
def test_control_of_arkangel_passes_in_fall_and_comes_back() -> None:
    state = W.state("F1901M", W.place({"TURKEY": ["A URA"]}, {"RUSSIA": ["MOS", "ARK"], "TURKEY": ["CON"]}))
    taken = W.advance(state, {"TURKEY": ["A URA - ARK"]}).after.position
    assert taken.owners[SpaceId("ARK")] == "TURKEY"
    assert W.due(taken, "TURKEY") == 0
    state = W.state("F1902M", W.place({"RUSSIA": ["A MOS"]}, {"TURKEY": ["ARK"]}))
    back = W.advance(state, {"RUSSIA": ["A MOS - ARK"]}).after.position
    assert back.owners[SpaceId("ARK")] == "RUSSIA"


@pytest.mark.clause("N9-5b")
def test_russia_loses_a_unit_in_the_first_winter_unless_it_won_a_centre() -> None:
    spring = W.start()
    russia = PowerId("RUSSIA")
    assert (len(spring.position.units_of(russia)), len(W.variant.start.centres_of(russia)) - 1) == (4, 3)
    fall = W.advance(spring).after
    assert len(fall.position.units_of(russia)) == 4
    winter = W.advance(fall).after
    assert str(winter.phase) == "W1901A"
    assert W.due(winter.position, "RUSSIA") == -1
    assert [power for power in W.variant.powers if W.due(winter.position, power)] == ["RUSSIA"]
    assert len(W.advance(winter).after.position.units_of(russia)) == 3


@pytest.mark.clause("N9-5b")
def test_a_fourth_centre_saves_the_unit() -> None:
    fall = W.advance(W.start(), {"RUSSIA": ["F STP/SC - BOT"]}).after
    after = W.advance(fall, {"RUSSIA": ["F BOT - SWE"]}).after
    assert W.due(after.position, "RUSSIA") == 0
    assert str(after.phase) == "S1902M"


@pytest.mark.clause("N9-6")
def test_seven_neutral_centres_are_added() -> None:
    regular = REGULAR.centres(CentreKind.HOME, CentreKind.NEUTRAL)
    assert W.centres(CentreKind.NEUTRAL) - regular == NEW_NEUTRALS | {"Castille"}  # Castille has Spain's centre
    assert not {W.space(name).id for name in NEW_NEUTRALS} & set(W.variant.start.owners)


@pytest.mark.clause("N9-6")
def test_the_canaries_take_convoyed_armies_and_fleets() -> None:
    assert "A CAI" in W.play({"FRANCE": ["A POR - CAI", "F MAO C A POR - CAI"]}).units("FRANCE")
    seas = W.seas("CAI")
    assert "Mid-Atlantic Ocean" in seas
    for sea in seas:
        code = W.space(sea).id
        assert W.sail(f"F {code}", "Canary Islands", sea) == f"F {code}"
    assert not W.board.army_moves[W.board.parse_location("CAI")]


@pytest.mark.clause("N9-7")
def test_45_centres_and_23_win() -> None:
    assert sum(space.centre.is_counted for space in W.board.spaces.values()) == 45
    assert W.winners(PERSIA=23, ITALY=22) == ("PERSIA",)
    assert W.winners(PERSIA=22, ITALY=22) is None
    assert W.winners(PERSIA=22, ITALY=10) is None


@pytest.mark.clause("N9-8")
@pytest.mark.parametrize(("first", "second"), [("Ireland", "Clyde"), ("Naples", "Sicily")])
def test_direct_crossings_for_armies_and_fleets(first: str, second: str) -> None:
    start, end = W.space(first).id, W.space(second).id
    for kind in ("A", "F"):
        assert W.sail(f"{kind} {start}", second) == f"{kind} {end}"
        assert W.sail(f"{kind} {end}", first) == f"{kind} {start}"


@pytest.mark.clause("N9-8")
def test_support_goes_over_a_crossing() -> None:
    orders = {"FRANCE": ["F TYS - SIC", "A NAP S F TYS - SIC"], "TURKEY": ["F SIC H"]}
    assert W.play(orders)["SIC"].fate is Fate.DISLODGED


@pytest.mark.clause("N9-8")
def test_the_sea_moves_across_them_still_work() -> None:
    assert W.sail("F NAO", "Lvp") == "F LVP"
    assert W.sail("F TYS", "Ion") == "F ION"
    blocked = W.play({"ENGLAND": ["F NAO - LVP", "A IRE - CLY"]})
    assert blocked.units("ENGLAND") == ["A CLY", "F LVP"]


@pytest.mark.clause("N9-9")
def test_jordan_has_one_coast_and_egypt_does_not_touch_mecca() -> None:
    assert W.seas("Jordan") == {"Southern Mediterranean"}
    assert not W.space("Jordan").coasts
    assert not W.meet("Jordan", "Red Sea")
    assert not W.meet("Egypt", "Mecca")


@pytest.mark.clause("N9-10a")
def test_kiel_constantinople_and_denmark_as_usual() -> None:
    assert W.sail("F BAL", "Kiel", "Helgoland Bight") == "F HEL"
    assert W.sail("F BLA", "Constantinople", "Aegean Sea") == "F AEG"
    assert W.sail("A DEN", "Sweden") == "A SWE"
    assert W.sail("F BAL", "Denmark", "Skagerrak") == "F SKA"
    for first, second in (("BAL", "HEL"), ("BLA", "AEG"), ("BAL", "SKA")):
        assert not W.meet(first, second)


@pytest.mark.clause("N9-10b")
def test_suez_lets_fleets_through_and_does_not_hinder_armies() -> None:
    assert W.sail("F SMS", "Egypt", "Red Sea") == "F RED"
    assert W.sail("F RED", "Egypt", "SMS") == "F SMS"
    assert W.sail("A LIB", "Egypt", "Jordan") == "A JOR"
    assert not W.space("Egypt").coasts
    assert not W.meet("SMS", "RED")


@pytest.mark.clause("N9-10c")
def test_fleets_reach_the_caspian_by_the_volga_canal() -> None:
    assert W.sail("F BLA", "Sevastopol", "Georgia", "Caspian Sea") == "F CSP"
    assert W.sail("F SEV", "Georgia", "Urals", "Caspian Sea") == "F CSP"
    assert W.sail("F CSP", "Georgia", "Sevastopol", "Black Sea") == "F BLA"


@pytest.mark.clause("N9-10c")
def test_armies_cross_the_canal_and_no_fleet_enters_moscow() -> None:
    assert W.sail("A MOS", "Georgia", "Urals", "Moscow", "Sevastopol") == "A SEV"
    assert W.sail("F SEV", "Moscow") == "F SEV"
    assert W.built({"RUSSIA": ["MOS"]}, {"RUSSIA": ["B F MOS"]}) == []


@pytest.mark.clause("N9-10c")
def test_no_convoy_goes_through_the_canal() -> None:
    fleets = [f"F {space} C A ANK - TEH" for space in ("BLA", "SEV", "GEO", "CSP")]
    result = W.play({"TURKEY": ["A ANK - TEH", *fleets]})
    assert "A ANK" in result.units("TURKEY")


@pytest.mark.clause("N9-10d")
def test_the_caspian_itself_carries_convoys() -> None:
    assert not W.army("TEH", "URA")
    assert "A URA" in W.play({"PERSIA": ["A TEH - URA", "F CSP C A TEH - URA"]}).units("PERSIA")


@pytest.mark.clause("N9-11")
def test_a_fleet_sails_round_the_cape() -> None:
    assert W.sail("F WAO", "Antarctic Sea", "Indian Ocean") == "F IND"
    assert W.sail("F IND", "Antarctic Sea", "WAO") == "F WAO"
    assert W.seas("Antarctic Sea") == {"West Atlantic Ocean", "Indian Ocean"}


@pytest.mark.clause("N9-11")
def test_no_convoy_goes_by_the_antarctic_box() -> None:
    orders = {"ENGLAND": ["A MAS - POR", *(f"F {sea} C A MAS - POR" for sea in ("IND", "ANT", "WAO", "MAO"))]}
    result = W.play(orders)
    assert "A MAS" in result.units("ENGLAND")
    refused = {rejection.text: (rejection.fault, rejection.clause) for rejection in result.book.rejections}
    assert refused["F ANT C A MAS - POR"] == (Fault.NO_CONVOYS_HERE, "N9-11")
    assert refused["A MAS - POR"] == (Fault.NO_CONVOY_POSSIBLE, "N9-11")
    without = W.play({"ENGLAND": ["A MAS - POR", *(f"F {sea} C A MAS - POR" for sea in ("IND", "WAO", "MAO"))]})
    assert {rejection.clause for rejection in without.book.rejections} == {""}


@pytest.mark.clause("N9-11")
def test_a_fleet_in_the_box_attacks_supports_and_is_attacked() -> None:
    attack = {"ENGLAND": ["F ANT - IND", "F RED S F ANT - IND"], "PERSIA": ["F IND H"]}
    assert W.play(attack)["IND"].fate is Fate.DISLODGED
    support = {"ENGLAND": ["F RED - IND", "F ANT S F RED - IND"], "PERSIA": ["F IND H"]}
    assert W.play(support)["IND"].fate is Fate.DISLODGED
    attacked = {"PERSIA": ["F IND - ANT", "F WAO S F IND - ANT"], "ENGLAND": ["F ANT H"]}
    assert W.play(attacked)["ANT"].fate is Fate.DESTROYED
    two = W.play({"ENGLAND": ["F WAO - ANT"], "PERSIA": ["F IND - ANT"]})
    assert (two.units("ENGLAND"), two.units("PERSIA")) == (["F WAO"], ["F IND"])


@pytest.mark.clause("N9-11")
def test_there_is_no_other_way_round_africa() -> None:
    """Without the box and without Suez, no fleet gets from the Indian Ocean to the Mediterranean or the Atlantic."""
    seen, frontier = set(), {W.board.parse_location("IND")}
    while frontier:
        seen |= frontier
        frontier = {target for place in frontier for target in W.board.fleet_moves[place]} - seen - {"ANT", "EGY"}
    assert not {"SMS", "WAO", "SAO", "MAO"} & seen


@pytest.mark.clause("N9-10e")
def test_moscow_and_georgia_are_neighbours_and_sevastopol_is_one_space() -> None:
    result = W.play({"RUSSIA": ["A MOS - GEO"]})
    assert (result.units("RUSSIA"), result["MOS"].clause) == (["A GEO"], "N9-10e")
    assert W.play({"RUSSIA": ["A GEO - MOS"]}).units("RUSSIA") == ["A MOS"]
    assert W.board.spaces[SpaceId("SEV")].coasts == ()


@pytest.mark.clause("N9-12")
@pytest.mark.clause("N9-12b")
@pytest.mark.parametrize("entry", read_sheet("cline_9_man_vii"), ids=lambda entry: entry.printed)
def test_every_new_name_and_code_is_there(entry: Entry) -> None:
    space = W.space(entry.printed)
    assert space.id == ("CSP" if entry.printed == "Caspian Sea" else entry.code.upper())  # Castille has CAS
    starred = entry.mark == "*"
    assert space.centre.is_counted == {"Egypt": True, "Zadar": False}.get(entry.printed, starred)
    seas = {"Antarctic Sea", "Caspian Sea", "South Atlantic Ocean", "Southern Mediterranean", "West Atlantic Ocean"}
    seas |= {"Gulf of Sirte", "Indian Ocean", "Persian Gulf"}
    assert space.terrain is (Terrain.SEA if entry.printed in seas else Terrain.LAND)


@pytest.mark.clause("N9-12")
def test_the_red_sea_has_no_code_on_the_sheet_and_red_here() -> None:
    assert W.space("Red Sea").id == "RED"
    assert len(read_sheet("cline_9_man_vii")) == 45


def test_a_gm_may_give_austria_zadar_instead_of_trieste(tmp_path: Path) -> None:
    """The recipe of the variant's page."""
    folder = tmp_path / "cline_zadar"
    shutil.copytree(Path(__file__).parents[2] / "src/legation/variants/data/cline_9_man_vii", folder)
    for name, old, new in (
        ("spaces.csv", "TRI,Trieste,land,home,AUSTRIA,", "TRI,Trieste,land,,,"),
        ("spaces.csv", "ZAD,Zadar,land,,,", "ZAD,Zadar,land,home,AUSTRIA,"),
        ("start.csv", "AUSTRIA,F,TRI", "AUSTRIA,F,ZAD"),
    ):
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    variant = load_variant_folder(folder)
    assert sum(space.centre.is_counted for space in variant.board.spaces.values()) == 45
    assert "ZAD" in variant.start.centres_of(PowerId("AUSTRIA"))
    assert "ZAD" not in load_variant("cline-9-man-vii").start.owners
