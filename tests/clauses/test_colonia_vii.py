"""Colonia VII, clause by clause. Places and numbers are those of the sheet."""

from fractions import Fraction

import pytest

from legation.board import CentreKind, PowerId, Terrain
from legation.errors import UnknownNameError
from legation.game import GameState, count_needed, count_whole, parse_places, propose
from legation.judge import Fate, Reason, list_retreats
from legation.orders import Fault
from legation.variants import LeftOut, Subject, Weight, When
from tests.clauses.world import Entry, World, read_sheet
from tests.kit import make_unit

W = World("colonia-vii")
START = {
    "AUSTRIA": {"A Vienna", "A Budapest", "A Florida", "F Trieste", "F Hawaii"},
    "CHINA": {"A Peking", "A Sian", "A Wuhan", "F Amoy"},
    "ENGLAND": {"A Ecuador", "A Nigeria", "A Malaya", "F London", "F Edinburgh"},
    "FRANCE": {"A Paris", "A Toulon", "A Quebec", "A Dakar", "F Bordeaux"},
    "NETHERLANDS": {"A Antwerp", "A Surinam", "A Angola", "A Goa", "F Hague"},
    "OTTOMAN": {"A Izmir", "A Jerusalem", "A Baghdad", "A Brazil", "F Istanbul"},
    "PORTUGAL": {"A Lagos", "A Alaska", "A Cape Colony", "F Lisbon", "F Melbourne"},
    "RUSSIA": {"A Moscow", "A Omsk", "A Kiev", "F St. Petersburg/SC", "F Tahiti", "F Vladivostok"},
    "SPAIN": {"A Madrid", "A Mexico", "A Somalia", "F Valencia", "F Manila"},
}
COLONIES = {
    "Alaska": "PORTUGAL",
    "Quebec": "FRANCE",
    "Florida": "AUSTRIA",
    "Mexico": "SPAIN",
    "Ecuador": "ENGLAND",
    "Surinam": "NETHERLANDS",
    "Brazil": "OTTOMAN",
    "Dakar": "FRANCE",
    "Nigeria": "ENGLAND",
    "Angola": "NETHERLANDS",
    "Cape Colony": "PORTUGAL",
    "Somalia": "SPAIN",
    "Malaya": "ENGLAND",
    "Goa": "NETHERLANDS",
    "Manila": "SPAIN",
    "Hawaii": "AUSTRIA",
    "Melbourne": "PORTUGAL",
    "Tahiti": "RUSSIA",
}
CODES = {
    "Manaus": "MNS",
    "Manila": "MNL",
    "Argentina": "AGT",
    "Antarctic O.": "AAO",
    "Arafura Sea": "AFS",
    "Canaries": "CNS",
    "Norwegian Sea": "NRG",
    "Polynesia": "PYA",
}
"""Codes that the sheet gives twice, or twice but for case."""
SCANNED = {
    "Vor": "YOR",
    "Ni": "NIG",
    "Ula": "VLA",
    "Dre": "ORE",
    "Brn": "BRM",
    "Unz": "VNZ",
    "Sau": "SAV",
    "Kan": "KAM",
    "SOD": "SOO",
}
"""Codes that the scan garbled."""
ISLANDS = {
    "Azores",
    "Borneo",
    "Ceylon",
    "Cuba",
    "Diego Garcia",
    "Fiji",
    "Formosa",
    "Greenland",
    "Hawaii",
    "Ireland",
    "Japan",
    "Java",
    "Line Islands",
    "Manila",
    "Marshall Islands",
    "Madagascar",
    "New Guinea",
    "New Hebrides",
    "New Zealand",
    "Solomon Islands",
    "Sumatra",
    "Tahiti",
    "Wake",
}
ON_NEW_ZEALAND = {"FRANCE": ["F SPO - NWZ", "F TAS S F SPO - NWZ"], "PORTUGAL": ["A NWZ H"]}


@pytest.mark.clause("C7-1")
def test_by_the_rulebook_of_1982_a_convoy_lives_while_one_route_is_whole() -> None:
    orders = {
        "ENGLAND": ["A LON - FLA", "F NTH C A LON - FLA", "F ENG C A LON - FLA"],
        "FRANCE": ["F MAO - ENG", "F BRI S F MAO - ENG"],
    }
    result = W.play(orders)
    assert result["ENG"].fate is Fate.DISLODGED
    assert "A FLA" in result.units("ENGLAND")


@pytest.mark.clause("C7-1")
def test_by_the_rulebook_of_1982_a_convoyed_army_cuts_no_support_into_a_sea_with_a_convoying_fleet() -> None:
    """Brittany supports the attack on the very fleet that carries the army to Brittany."""
    orders = {
        "ENGLAND": ["A LON - BRI", "F ENG C A LON - BRI"],
        "FRANCE": ["F MAO - ENG", "F BRI S F MAO - ENG"],
    }
    result = W.play(orders)
    assert result["BRI"].reason is Reason.SUPPORT_GIVEN
    assert result["ENG"].fate is Fate.DISLODGED


@pytest.mark.clause("C7-1")
def test_by_the_rulebook_of_1982_the_betrayal_paradox_has_an_answer() -> None:
    """DATC 6.F.18: the fleet in Antwerp guards the North Sea, and the army that this sea carries cannot stop it."""
    orders = {
        "ENGLAND": ["A LON - ANT", "F NTH C A LON - ANT", "F FLA S A LON - ANT"],
        "NETHERLANDS": ["F ANT S F NTH"],
        "SPAIN": ["F DEN - NTH", "F NWY S F DEN - NTH"],
    }
    result = W.play(orders)
    assert "A ANT" in result.units("ENGLAND")
    assert result["ANT"].fate is Fate.DISLODGED
    assert result["NTH"].fate is Fate.STANDS


@pytest.mark.clause("C7-2")
def test_nine_powers_start_as_listed() -> None:
    assert W.starts() == START
    assert "CHINA" in W.variant.powers


@pytest.mark.clause("C7-3")
def test_a_fleet_sails_over_the_edge_of_the_map_and_back() -> None:
    assert W.sail("F TAS", "South Pacific Ocean", "CPO") == "F CPO"
    assert W.sail("F CPO", "South Pacific Ocean", "Coral Sea") == "F COR"
    assert not W.meet("South Pacific Ocean", "Peru")


@pytest.mark.clause("C7-4a")
@pytest.mark.parametrize(
    ("army", "seas", "island"),
    [("QLD", ["COR"], "NWZ"), ("MEX", ["GOC", "CPO"], "HAW"), ("NWZ", ["SPO"], "TAH"), ("CAN", ["SCS"], "MNL")],
)
def test_armies_occupy_neutral_islands_and_island_colonies(army: str, seas: list[str], island: str) -> None:
    orders = {"SPAIN": [f"A {army} - {island}", *(f"F {sea} C A {army} - {island}" for sea in seas)]}
    assert f"A {island}" in W.play(orders).units("SPAIN")


@pytest.mark.clause("C7-4d")
def test_no_army_enters_greenland_and_fleets_do() -> None:
    orders = {"ENGLAND": ["A IRE - GLD", "F NAO C A IRE - GLD"]}
    result = W.play(orders)
    assert "A IRE" in result.units("ENGLAND")
    assert result.book.rejections
    assert W.sail("F NAO", "Greenland") == "F GLD"


@pytest.mark.clause("C7-4d")
def test_no_army_is_ferried_to_greenland() -> None:
    """It lies on the North Atlantic as Edinburgh does, where the army may go."""
    position = W.place({"ENGLAND": ["F NAO"], "FRANCE": ["F IRE"]})
    retreats = list_retreats(W.board, position, make_unit("ENGLAND", "A IRE", W.board), None, W.rules)
    assert "EDI" in retreats
    assert "GLD" not in retreats


@pytest.mark.clause("C7-4b")
def test_an_army_is_ferried_to_an_island_or_to_the_mainland() -> None:
    moved = W.play(ON_NEW_ZEALAND, units={"PORTUGAL": ["F COR"]})
    assert {"FIJ", "QLD"} <= set(moved.dislodged["A NWZ"].retreats)
    assert W.retreat(moved, {"PORTUGAL": ["A NwZ - Fij via COR"]}).units("PORTUGAL") == ["F COR", "A FIJ"]
    assert W.retreat(moved, {"PORTUGAL": ["A NWZ R QLD"]}).units("PORTUGAL") == ["F COR", "A QLD"]


@pytest.mark.clause("C7-4b")
def test_an_army_is_ferried_from_an_island_colony() -> None:
    orders = {"FRANCE": ["F SCS - MNL", "F WPO S F SCS - MNL"], "SPAIN": ["A MNL H", "F MLS H"]}
    assert "BOR" in W.play(orders).dislodged["A MNL"].retreats


@pytest.mark.clause("C7-4b")
def test_it_is_not_ferried_by_another_power_or_over_two_seas() -> None:
    assert W.play(ON_NEW_ZEALAND, units={"SPAIN": ["F COR"]})["NWZ"].fate is Fate.DESTROYED
    assert W.play(ON_NEW_ZEALAND)["NWZ"].fate is Fate.DESTROYED
    moved = W.play(ON_NEW_ZEALAND, units={"PORTUGAL": ["F COR", "F MIC"]})
    assert W.fleet("COR", "MIC")
    assert W.fleet("MIC", "Marshall Is.")
    assert "MAR" not in moved.dislodged["A NWZ"].retreats


@pytest.mark.clause("C7-4b")
def test_a_dislodged_fleet_does_not_ferry() -> None:
    orders = {**ON_NEW_ZEALAND, "SPAIN": ["F MIC - COR", "F PYA S F MIC - COR"]}
    assert W.play(orders, units={"PORTUGAL": ["F COR"]})["NWZ"].fate is Fate.DESTROYED


@pytest.mark.clause("C7-4b")
def test_it_is_not_ferried_where_it_could_not_retreat_otherwise() -> None:
    orders = {**ON_NEW_ZEALAND, "SPAIN": ["F AFS - QLD", "F FIJ H"], "ENGLAND": ["A WES - QLD"]}
    retreats = W.play(orders, units={"PORTUGAL": ["F COR"]}).dislodged["A NWZ"].retreats
    assert "SOL" in retreats
    assert not {"QLD", "FIJ", "NWZ"} & set(retreats)


@pytest.mark.clause("C7-4e")
def test_one_fleet_ferries_one_army() -> None:
    orders = {
        "FRANCE": ["F SPO - NWZ", "F TAS S F SPO - NWZ", "F MIC - SOL", "F PYA S F MIC - SOL"],
        "PORTUGAL": ["A NWZ H", "A SOL H", "F COR H"],
    }
    moved = W.play(orders)
    both = W.retreat(moved, {"PORTUGAL": ["A NWZ R QLD VIA COR", "A SOL R FIJ VIA COR"]})
    assert both.units("PORTUGAL") == ["F COR"]
    one = W.retreat(moved, {"PORTUGAL": ["A NWZ D", "A SOL R FIJ VIA COR"]})
    assert one.units("PORTUGAL") == ["F COR", "A FIJ"]


@pytest.mark.clause("C7-4f")
def test_a_fleet_that_convoyed_in_the_moves_does_not_ferry() -> None:
    orders = {**ON_NEW_ZEALAND, "PORTUGAL": ["A NWZ H", "A QLD - SOL", "F COR C A QLD - SOL"]}
    assert W.play(orders)["NWZ"].fate is Fate.DESTROYED
    idle = {**ON_NEW_ZEALAND, "PORTUGAL": ["A NWZ H", "A QLD H", "F COR C A QLD - SOL"]}
    assert "SOL" in W.play(idle).dislodged["A NWZ"].retreats


@pytest.mark.clause("C7-4c")
@pytest.mark.parametrize(
    ("army", "fleet", "orders", "walks"),
    [
        ("MEL", "TAS", ["F SIO - MEL", "A WES S F SIO - MEL"], {"QLD"}),
        ("QLD", "COR", ["F AFS - QLD", "A WES S F AFS - QLD"], {"MEL"}),
        ("LON", "NTH", ["F ENG - LON", "F IRI S F ENG - LON"], {"EDI", "YOR"}),
        ("EDI", "NTH", ["F NAO - EDI", "F IRI S F NAO - EDI"], {"LON", "YOR"}),
    ],
)
def test_britain_and_australia_are_mainland(army: str, fleet: str, orders: list[str], walks: set[str]) -> None:
    moved = W.play({"FRANCE": orders, "ENGLAND": [f"A {army} H", f"F {fleet} H"]})
    assert set(moved.dislodged[f"A {army}"].retreats) == walks


@pytest.mark.clause("C7-4c")
def test_the_islands_are_those_of_the_list() -> None:
    assert {space.name for space in W.board.spaces.values() if space.is_island} == ISLANDS
    assert len(ISLANDS) == 23


@pytest.mark.clause("C7-5a")
@pytest.mark.parametrize("colony", COLONIES)
def test_a_colony_builds_for_whoever_controls_it(colony: str) -> None:
    code = W.space(colony).id
    for power in ("CHINA", COLONIES[colony]):
        assert W.built({power: [code]}, {power: [f"B A {code}"]}) == [f"A {code}"]
        assert W.sites(power, {"OTTOMAN" if power != "OTTOMAN" else "CHINA": [code]}) == set()


@pytest.mark.clause("C7-5a")
def test_the_eighteen_colonies() -> None:
    assert W.centres(CentreKind.COLONIAL) == set(COLONIES)
    assert len(COLONIES) == 18


@pytest.mark.clause("C7-5b")
def test_colonies_begin_with_the_power_whose_unit_stands_there() -> None:
    owners = W.variant.start.owners
    assert {colony: owners.get(W.space(colony).id) for colony in COLONIES} == COLONIES


@pytest.mark.clause("C7-6a")
@pytest.mark.parametrize(
    ("centre", "builders"),
    [("Crimea", {"RUSSIA", "OTTOMAN"}), ("Naples", {"AUSTRIA", "SPAIN"}), ("Canton", {"CHINA"})],
)
def test_special_centres_build_for_the_named_powers(centre: str, builders: set[str]) -> None:
    code = W.space(centre).id
    for power in builders:
        assert W.built({power: [code]}, {power: [f"B F {code}"]}) == [f"F {code}"]
        assert W.sites(power, {}) == set()
    assert code not in W.variant.start.owners


@pytest.mark.clause("C7-6a")
def test_china_takes_canton_in_a_fall_and_then_owns_it() -> None:
    state = W.state("F1751M", W.place({"CHINA": ["A WUH"]}))
    after = W.advance(state, {"CHINA": ["A WUH - CAN"]}).after
    assert after.position.owners == {"CAN": "CHINA"}


@pytest.mark.clause("C7-6b")
@pytest.mark.parametrize(
    ("code", "builders"), [("CRI", {"RUSSIA", "OTTOMAN"}), ("NAP", {"AUSTRIA", "SPAIN"}), ("CAN", {"CHINA"})]
)
def test_for_all_others_they_count_and_do_not_build(code: str, builders: set[str]) -> None:
    for power in START.keys() - builders:
        assert W.due(W.place(centres={power: [code]}), power) == 1
        assert W.sites(power, {power: [code]}) == set()


@pytest.mark.clause("C7-7")
def test_the_arctic_ocean_and_antarctica_are_closed() -> None:
    assert W.space("Arctic Ocean").terrain is Terrain.IMPASSABLE
    assert not [border for border in W.board.borders if "ARC" in (border.start, border.end)]
    with pytest.raises(UnknownNameError):
        W.board.parse_location("Antarctica")


@pytest.mark.clause("C7-7")
def test_the_antarctic_ocean_is_a_sea_of_the_list() -> None:
    assert W.space("Antarctic Ocean").terrain is Terrain.SEA


@pytest.mark.clause("C7-8")
def test_a_fleet_sails_along_the_arctic_coast_of_siberia() -> None:
    assert W.sail("F NPO", "Siberia", "Ural", "Barents Sea") == "F BAR"
    assert W.sail("F NPO", "Siberia", "Ural", "St. Petersburg") == "F STP/NC"
    assert W.sail("F BAR", "Ural", "Siberia", "North Pacific Ocean") == "F NPO"


@pytest.mark.clause("C7-9a")
def test_fifty_centres_win_and_forty_nine_do_not() -> None:
    assert W.winners(CHINA=50, FRANCE=30) == ("CHINA",)
    assert W.winners(CHINA=49, FRANCE=30) is None


@pytest.mark.clause("C7-9d")
def test_of_two_powers_with_fifty_the_larger_wins_and_equals_play_on() -> None:
    assert W.winners(CHINA=50, FRANCE=51) == ("FRANCE",)
    assert W.winners(CHINA=50, FRANCE=50) is None


@pytest.mark.clause("C7-9b")
def test_a_concession_needs_three_quarters_without_neutral_and_disordered_centres() -> None:
    scheme = W.variant.votes
    assert scheme is not None
    assert scheme.threshold == Fraction(3, 4)
    assert scheme.weight is Weight.CENTRES
    assert scheme.left_out == {LeftOut.NEUTRAL, LeftOut.DISORDER}
    start = W.variant.start
    assert count_whole(W.board, start, scheme) == 45
    without_china = start._replace(in_disorder=frozenset({PowerId("CHINA")}))
    assert count_whole(W.board, without_china, scheme) == 41


@pytest.mark.clause("C7-9b")
def test_the_sheets_ninety_nine_votes_are_three_quarters_of_132() -> None:
    scheme = W.variant.votes
    assert scheme is not None
    assert count_needed(scheme, 132) == 99
    assert count_needed(scheme, sum(space.centre.is_counted for space in W.board.spaces.values())) == 101


@pytest.mark.clause("C7-9c")
def test_a_concession_may_be_any_combination_of_draw_win_and_placings() -> None:
    scheme = W.variant.votes
    assert scheme is not None
    assert scheme.subjects == set(Subject)
    assert (scheme.proposed, scheme.counted) == (When.ANY, When.WINTER)
    for text in ("CHINA", "CHINA + RUSSIA", "CHINA > RUSSIA > SPAIN", "CHINA + SPAIN > RUSSIA + FRANCE"):
        places = parse_places(W.variant, text)
        assert isinstance(propose(W.variant, W.start(), PowerId("SPAIN"), places, W.rules), GameState), text


def find_entry(entry: Entry) -> str:
    return CODES.get(entry.printed) or SCANNED.get(entry.code) or entry.code.upper()


@pytest.mark.clause("C7-L")
@pytest.mark.parametrize("entry", read_sheet("colonia_vii"), ids=lambda entry: entry.printed)
def test_every_listed_space_is_there(entry: Entry) -> None:
    space = W.space(entry.printed)
    assert space.id == find_entry(entry)
    is_sea = entry.code.isupper()
    assert space.terrain is (Terrain.SEA if is_sea else Terrain.LAND)
    is_starred = entry.mark == "*" or entry.printed == "Viennna"  # its star is lost with its spelling
    assert space.centre.is_counted == is_starred


@pytest.mark.clause("C7-L")
def test_the_list_and_the_board_agree_in_number() -> None:
    entries = read_sheet("colonia_vii")
    assert {find_entry(entry) for entry in entries} == set(W.board.spaces) - {"ARC"}
    assert sum(entry.mark == "*" for entry in entries) == 133
    kinds = (CentreKind.HOME, CentreKind.COLONIAL, CentreKind.SPECIAL, CentreKind.NEUTRAL)
    counts = [sum(space.centre is kind for space in W.board.spaces.values()) for kind in kinds]
    assert counts == [27, 18, 3, 86]
    assert sum(counts) == 133 + 1


@pytest.mark.clause("C7-4b")
def test_a_convoy_order_names_the_ferry_of_a_retreat() -> None:
    moved = W.play(ON_NEW_ZEALAND, units={"PORTUGAL": ["F COR"]})
    result = W.retreat(moved, {"PORTUGAL": ["F COR C A NWZ - FIJ", "A NWZ R FIJ VIA TAS"]})
    assert result.faults == [Fault.NO_FERRY.value]
    assert result.units("PORTUGAL") == ["F COR", "A FIJ"]


def test_where_no_army_retreats_over_the_sea_a_convoy_is_no_order_of_the_phase() -> None:
    moved = World("colonia-i").play({"FRANCE": ["A BUR - PAR", "A NOR S A BUR - PAR"], "SPAIN": ["A PAR H"]})
    result = World("colonia-i").retreat(moved, {"SPAIN": ["F ENG C A PAR - BRI"]})
    assert result.faults == [Fault.WRONG_PHASE.value]
