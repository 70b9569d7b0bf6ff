"""Facts of Cline 9-Man VII: what the sheet states, and the list of borders that was written down from it."""

import pytest

from legation.board import CentreKind, SpaceId, Terrain
from legation.forge.expected import check_expected
from tests.forge.facts import GAZETTEER, adjacent, army, board_of, fleet, seas_of, spaces_where

V = "cline-9-man-vii"


def test_every_border_is_as_listed() -> None:
    assert not list(check_expected(GAZETTEER / V, board_of(V)))


@pytest.mark.clause("N9-8")
@pytest.mark.parametrize("pair", ["IRE CLY", "NAP SIC"])
def test_moses_crossings(pair: str) -> None:
    assert army(V, pair)
    assert fleet(V, pair)


@pytest.mark.clause("N9-8")
@pytest.mark.parametrize("pair", ["NAO LVP", "NAO IRI", "TYS ION"])
def test_crossings_block_nothing(pair: str) -> None:
    assert fleet(V, pair)


@pytest.mark.clause("N9-9")
def test_jordan_has_one_sea() -> None:
    assert seas_of(V, "JOR") == {"SMS"}
    assert not adjacent(V, "JOR RED")
    assert not adjacent(V, "EGY MEC")


@pytest.mark.clause("N9-10b")
def test_a_fleet_passes_suez() -> None:
    assert fleet(V, "SMS EGY")
    assert fleet(V, "EGY RED")
    assert not adjacent(V, "SMS RED")
    assert not board_of(V).spaces[SpaceId("EGY")].coasts


@pytest.mark.clause("N9-10c")
def test_the_volga_canal() -> None:
    for pair in ("BLA SEV", "SEV GEO", "GEO CSP", "GEO URA", "URA CSP"):
        assert fleet(V, pair), pair
    assert army(V, "MOS GEO")
    assert not seas_of(V, "MOS")
    assert not adjacent(V, "SEV CSP")
    assert not adjacent(V, "BLA CSP")


@pytest.mark.clause("N9-11")
def test_the_antarctic_box_links_two_oceans() -> None:
    board = board_of(V)
    assert set(board.fleet_moves[board.parse_location("ANT")]) == {"WAO", "IND"}
    assert not board.spaces[SpaceId("ANT")].carries_convoys


@pytest.mark.clause("N9-6")
def test_the_canaries_touch_sea_only() -> None:
    assert seas_of(V, "CAI") == {"MAO", "SAO"}
    assert not board_of(V).army_moves[board_of(V).parse_location("CAI")]


@pytest.mark.parametrize("pair", ["POL WHR", "WHR MOS", "MIL VEN", "CAS CAT", "DEN SWE", "KIE DEN"])
def test_armies_pass(pair: str) -> None:
    assert army(V, pair)


@pytest.mark.parametrize(
    "pair", ["BAL SKA", "AEG BLA", "IRN MAS", "CAB CAS", "BER DEN", "ADR NAP", "POL MOS", "IRE LVP"]
)
def test_no_way(pair: str) -> None:
    assert not adjacent(V, pair)


@pytest.mark.parametrize("pair", ["ARK BAR", "STP/NC ARK", "CAS/NC GAS", "CAS/SC CAT", "POR CAS/NC", "POR CAS/SC"])
def test_fleets_pass(pair: str) -> None:
    assert fleet(V, pair)


def test_three_spaces_have_two_coasts() -> None:
    found = {space.id: space.coasts for space in board_of(V).spaces.values() if space.coasts}
    assert found == {"BUL": ("EC", "SC"), "STP": ("NC", "SC"), "CAS": ("NC", "SC")}


@pytest.mark.clause("N9-7")
def test_forty_five_centres() -> None:
    counts = {kind: len(spaces_where(V, centre=kind)) for kind in CentreKind}
    assert counts[CentreKind.HOME] == 27
    assert counts[CentreKind.NEUTRAL] == 18
    assert len(spaces_where(V, terrain=Terrain.LAND)) == 88
    assert len(spaces_where(V, terrain=Terrain.SEA)) == 28


@pytest.mark.clause("N9-5a")
def test_arkangel_only_builds() -> None:
    space = board_of(V).spaces[SpaceId("ARK")]
    assert space.centre is CentreKind.BUILD_ONLY
    assert space.powers == ("RUSSIA",)
