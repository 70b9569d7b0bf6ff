"""Colonia I, clause by clause. Places and numbers are those of the sheet."""

import pytest

from legation.board import CentreKind, PowerId, Terrain
from legation.judge import Fate, Reason, make_rulebook
from legation.orders import Fault, Move
from legation.variants.rules import IslandRetreats
from tests.clauses.world import KINDS, World, read_sheet
from tests.kit import judge_winter

W = World("colonia-i")
START = {
    "AUSTRIA": {"A Budapest", "A Cluj", "A Prague", "A Trieste", "A Vienna", "F Naples"},
    "ENGLAND": {"A Nigeria", "A Virginia", "F Australia", "F Liverpool/WC", "F London", "F Bristol"},
    "FRANCE": {"A Dakar", "A Paris", "A Pondicherry", "A Quebec", "A Toulon", "F Bordeaux"},
    "NETHERLANDS": {"A Antwerp", "A Cape Colony", "A Hague", "A Surinam", "F Java", "F Utrecht"},
    "OTTOMAN": {"A Baghdad", "A Damascus", "A Izmir", "A Jerusalem", "A Sofia", "F Constantinople"},
    "PORTUGAL": {"A Angola", "A Brazil", "A Lagos", "A Macao", "A Oporto", "F Lisbon"},
    "RUSSIA": {"A Irkutsk", "A Kiev", "A Moscow", "A Omsk", "A Smolensk", "F Petrograd/SC"},
    "SPAIN": {"A Ifni", "A Madrid", "A Mexico", "A Valencia", "F Cadiz", "F Manila"},
}
COLONIES = {
    "Angola": "PORTUGAL",
    "Australia": "ENGLAND",
    "Brazil": "PORTUGAL",
    "Cape Colony": "NETHERLANDS",
    "Dakar": "FRANCE",
    "Ifni": "SPAIN",
    "Java": "NETHERLANDS",
    "Macao": "PORTUGAL",
    "Manila": "SPAIN",
    "Mexico": "SPAIN",
    "Nigeria": "ENGLAND",
    "Pondicherry": "FRANCE",
    "Quebec": "FRANCE",
    "Surinam": "NETHERLANDS",
    "Virginia": "ENGLAND",
}
SPELT = {
    "Amazones": "Amazonas",
    "Cariola": "Carniola",
    "Britany": "Brittany",
    "Gulf of St Lawrence": "Gulf of St. Lawrence",
    "Huelvas": "Huelva",
    "Kameron": "Kameroun",
    "Kazakstan": "Kazakhstan",
    "Liguarian Sea": "Ligurian Sea",
    "Numedia": "Numidia",
    "Phillipine Sea": "Philippine Sea",
    "Romani": "Romania",
    "Runelia": "Rumelia",
    "Somlensk": "Smolensk",
    "Tanganyiki": "Tanganyika",
    "Tyrrehenian Sea": "Tyrrhenian Sea",
    "Utretch": "Utrecht",
    "Veroe Passage": "Verde Passage",
}
CLOSED = [("TAR", "GIL"), ("TAH", "SPC"), ("SAM", "SPC"), ("FIJ", "COR")]
"""The four islands, each with a sea beside it."""


@pytest.mark.clause("C1-1")
def test_by_the_rulebook_of_1971_one_broken_route_stops_a_convoy() -> None:
    orders = {
        "ENGLAND": ["A LON - ANT", "F NTH C A LON - ANT", "F ENG C A LON - ANT"],
        "FRANCE": ["F BRI - ENG", "F NOR S F BRI - ENG"],
    }
    result = W.play(orders)
    assert result["LON"].reason is Reason.CONVOY_DISRUPTED
    assert "A LON" in result.units("ENGLAND")


@pytest.mark.clause("C1-1")
def test_by_the_rulebook_of_1971_a_unit_with_two_orders_holds() -> None:
    assert W.play({"FRANCE": ["A PAR - BUR", "A PAR - NOR"]}).units("FRANCE") == ["A PAR"]


@pytest.mark.clause("C1-2")
def test_eight_powers_start_as_listed() -> None:
    assert W.starts() == START


@pytest.mark.clause("C1-2")
def test_turkey_and_the_ottoman_empire_are_one_power() -> None:
    assert W.variant.parse_power("Turkey") == W.variant.parse_power("Ottoman Empire") == "OTTOMAN"


@pytest.mark.clause("C1-2")
def test_liverpool_and_petrograd_have_the_coasts_that_the_sheet_names() -> None:
    assert W.sail("F LPL/WC", "Irish Sea") == "F IRI"
    assert W.sail("F LPL/WC", "North Sea") == "F LPL/WC"
    assert W.sail("F PTD/SC", "Gulf of Bothnia") == "F GOB"
    assert W.sail("F PTD/SC", "Barents Sea") == "F PTD/SC"


@pytest.mark.clause("C1-3")
def test_a_fleet_sails_over_the_edge_of_the_map_and_back() -> None:
    assert W.sail("F GIL", "South Pacific", "Peru") == "F PRU"
    assert W.sail("F PRU", "South Pacific", "Gilberts") == "F GIL"


@pytest.mark.clause("C1-4")
@pytest.mark.parametrize(("island", "sea"), CLOSED)
def test_no_army_is_convoyed_to_the_four_islands(island: str, sea: str) -> None:
    orders = {"ENGLAND": [f"A NWZ - {island}", "F COR C A NWZ - FIJ", f"F SPC C A NWZ - {island}"]}
    result = W.play(orders, units={"ENGLAND": [f"F {sea}"]} if sea not in ("COR", "SPC") else None)
    assert "A NWZ" in result.units("ENGLAND")
    faults = {(rejection.order, rejection.fault, rejection.clause) for rejection in result.book.rejections}
    assert {(fault, clause) for order, fault, clause in faults if isinstance(order, Move)} == {
        (Fault.CLOSED_TO_ARMIES, "C1-4")
    }


@pytest.mark.clause("C1-4")
@pytest.mark.parametrize(("island", "sea"), CLOSED)
def test_no_army_retreats_to_them_even_where_retreats_are_ferried(island: str, sea: str) -> None:
    orders = {"FRANCE": ["F TAS - NWZ", "F COR S F TAS - NWZ"], "ENGLAND": ["A NWZ H", "F SPC H"]}
    if sea == "COR":
        orders = {"FRANCE": ["F TAS - NWZ", "F SPC S F TAS - NWZ"], "ENGLAND": ["A NWZ H", "F COR H"]}
    moved = W.play(orders, IslandRetreats())
    assert moved["NWZ"].fate is Fate.DISLODGED
    assert island not in moved.dislodged["A NWZ"].retreats


@pytest.mark.clause("C1-4")
@pytest.mark.parametrize(("island", "sea"), CLOSED)
def test_a_fleet_enters_them_and_takes_the_centre(island: str, sea: str) -> None:
    state = W.state("F1751M", W.place({"SPAIN": [f"F {sea}"]}))
    after = W.advance(state, {"SPAIN": [f"F {sea} - {island}"]}).after
    assert after.position.owners == {island: "SPAIN"}


@pytest.mark.clause("C1-4")
@pytest.mark.parametrize(("island", "sea"), CLOSED)
def test_where_they_may_build_only_fleets_are_built(island: str, sea: str) -> None:
    rules = make_rulebook({"build_in": "owned"}, W.rules)
    for kind, units in (("A", []), ("F", [f"F {island}"])):
        position = W.place(centres={"SPAIN": [island]})
        result = judge_winter(position, {"SPAIN": [f"B {kind} {island}"]}, rules, board=W.board)
        assert [str(unit) for unit in result.verdict.position.units.values()] == units


@pytest.mark.clause("C1-4")
def test_other_islands_take_armies() -> None:
    result = W.play({"ENGLAND": ["A AUS - NWZ", "F COR C A AUS - NWZ"]})
    assert "A NWZ" in result.units("ENGLAND")


@pytest.mark.clause("C1-5a")
@pytest.mark.parametrize("colony", COLONIES)
def test_a_colony_builds_for_whoever_controls_it(colony: str) -> None:
    code = W.space(colony).id
    for power in ("RUSSIA", COLONIES[colony]):
        assert W.sites(power, {power: [code]}) == {colony}
        assert W.sites(power, {"OTTOMAN": [code]}) == set()


@pytest.mark.clause("C1-5a")
def test_a_colony_is_a_home_when_removals_are_forced() -> None:
    """Angola is Austria's colony now: the army beside it is at home, the one in Peru is not."""
    units = {"AUSTRIA": ["A ANG", "A PRU", "A VIE"]}
    assert W.built({"AUSTRIA": ["ANG", "VIE"]}, {}, units) == ["A ANG", "A VIE"]
    after = W.built({"AUSTRIA": ["ANG"], "SPAIN": ["VIE"]}, {}, {"AUSTRIA": ["A ANG", "A VEN"]})
    assert after == ["A ANG"]


@pytest.mark.clause("C1-5b")
def test_colonies_begin_with_the_power_whose_unit_stands_there() -> None:
    owners = W.variant.start.owners
    assert W.centres(CentreKind.COLONIAL) == set(COLONIES)
    assert {colony: owners.get(W.space(colony).id) for colony in COLONIES} == COLONIES


@pytest.mark.clause("C1-6a")
@pytest.mark.parametrize("centre", ["Amur", "Crimea"])
def test_russia_builds_in_amur_and_crimea_when_it_owns_them(centre: str) -> None:
    code = W.space(centre).id
    assert W.built({"RUSSIA": [code]}, {"RUSSIA": [f"B F {code}"]}) == [f"F {code}"]
    assert W.sites("RUSSIA", {"OTTOMAN": [code]}) == set()


@pytest.mark.clause("C1-6b")
def test_turkey_builds_in_crimea_when_it_owns_it() -> None:
    assert W.built({"OTTOMAN": ["CRI"]}, {"OTTOMAN": ["B A CRI"]}) == ["A CRI"]
    assert W.sites("OTTOMAN", {"RUSSIA": ["CRI"]}) == set()


@pytest.mark.clause("C1-6c")
@pytest.mark.parametrize("power", START)
def test_for_others_a_special_centre_counts_and_does_not_build(power: str) -> None:
    for code, builders in (("AMU", {"RUSSIA"}), ("CRI", {"RUSSIA", "OTTOMAN"})):
        assert W.due(W.place(centres={power: [code]}), power) == 1
        assert bool(W.sites(power, {power: [code]})) == (power in builders)


@pytest.mark.clause("C1-6c")
def test_special_centres_begin_neutral() -> None:
    assert W.centres(CentreKind.SPECIAL) == {"Amur", "Crimea"}
    assert not {"AMU", "CRI"} & set(W.variant.start.owners)


@pytest.mark.clause("C1-9")
def test_fifty_centres_win_and_forty_nine_do_not() -> None:
    assert W.winners(RUSSIA=50, FRANCE=20) == ("RUSSIA",)
    assert W.winners(RUSSIA=49, FRANCE=20) is None


@pytest.mark.clause("C1-9b")
def test_of_two_powers_with_fifty_the_larger_wins_and_equals_play_on() -> None:
    assert W.winners(RUSSIA=50, FRANCE=51) == ("FRANCE",)
    assert W.winners(RUSSIA=50, FRANCE=50) is None


@pytest.mark.clause("C1-L")
@pytest.mark.parametrize("entry", read_sheet("colonia_i"), ids=lambda entry: f"{entry.code} {entry.printed}")
def test_every_listed_space_is_there(entry: tuple[str, str, str]) -> None:
    printed, code, mark = entry
    space = W.space(printed)
    assert space.id == ("AGT" if printed == "Argentina" else code)  # Aragon has ARG too
    assert space.name == SPELT.get(printed, printed)
    if printed == "Arctic Ocean":
        assert space.terrain is Terrain.IMPASSABLE
    else:
        assert space.terrain is (Terrain.SEA if mark == "s" else Terrain.LAND)
    marked = KINDS.get(mark.partition("(")[0], CentreKind.NONE)
    assert space.centre is {"Manila": CentreKind.COLONIAL, "Bristol": CentreKind.HOME}.get(printed, marked)


@pytest.mark.clause("C1-L")
def test_the_printed_totals_and_the_list_differ_where_we_know_why() -> None:
    marks = [entry.mark.removesuffix("(i)") for entry in read_sheet("colonia_i")]
    assert (marks.count("hsc"), marks.count("nsc"), marks.count("csc"), marks.count("ssc")) == (32, 72, 15 - 1, 2)
    assert len(marks) - 1 == 269  # Bristol is added, the Arctic Ocean is not counted
    spaces = list(W.board.spaces.values())
    counts = [sum(space.centre is kind for space in spaces) for kind in KINDS.values()]
    assert counts == [32 + 1, 72 - 1, 15, 2]
    assert sum(counts) == 32 + 72 + 15 + 2
    assert sum(space.terrain is Terrain.SEA for space in spaces) == 81 + 1
    assert sum(space.terrain is Terrain.LAND for space in spaces) == 188 - 1
    assert len(spaces) == 270


@pytest.mark.clause("C1-L")
def test_the_arctic_ocean_touches_nothing() -> None:
    assert not [border for border in W.board.borders if "ARC" in (border.start, border.end)]


@pytest.mark.clause("C1-N")
def test_an_army_dislodged_from_an_island_is_lost_whatever_fleets_are_near() -> None:
    orders = {"FRANCE": ["F TAS - NWZ", "F SPC S F TAS - NWZ"], "ENGLAND": ["A NWZ H", "F COR H"]}
    assert W.play(orders)["NWZ"].fate is Fate.DESTROYED


@pytest.mark.clause("C1-N")
def test_no_fleet_passes_arctic_siberia() -> None:
    assert W.sail("F NPC", "Siberia") == "F SIB"
    assert not W.fleet("Siberia", "Ural")
    assert W.army("Siberia", "Ural")
    assert W.fleet("Ural", "Barents Sea")


@pytest.mark.clause("C1-N")
@pytest.mark.parametrize("order", ["F SIB - URA", "F SIB S A OMS - URA"])
def test_a_fleet_is_told_why_it_does_not_pass(order: str) -> None:
    (refused,) = W.play({"RUSSIA": [order, "A OMS - URA"]}, units={"RUSSIA": ["F SIB"]}).book.rejections
    assert refused.clause == "C1-N"


@pytest.mark.clause("C1-N")
def test_there_is_no_concession_vote() -> None:
    assert W.variant.votes is None


def test_a_game_begins_in_1751() -> None:
    assert str(W.start().phase) == "S1751M"
    assert len(W.start().position.units_of(PowerId("AUSTRIA"))) == 6
