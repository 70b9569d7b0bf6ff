"""Facts of Colonia I: what the sheet states, and what its rules imply."""

import pytest

from legation.board import CentreKind, SpaceId, Terrain
from tests.forge.facts import adjacent, army, board_of, fleet, lands_of, seas_of, spaces_where

V = "colonia-i"
ISLANDS = "AZO BEO CEY CUB FIJ HAW ICE JAP JAV MAL MNL NWG NWZ SAM SUM TAH TAR".split()
PORTS = "NAP AUS LPL LON BTL BOR JAV UTR CNP LIS PTD CAD MNL".split()


@pytest.mark.clause("C1-3")
def test_the_world_is_round() -> None:
    assert fleet(V, "GIL SPC")
    assert fleet(V, "SPC PRU")


@pytest.mark.clause("C1-4")
@pytest.mark.parametrize("code", ["TAR", "TAH", "SAM", "FIJ"])
def test_four_islands_are_closed_to_armies(code: str) -> None:
    assert not lands_of(V, code)
    assert seas_of(V, code)


@pytest.mark.clause("C1-2")
@pytest.mark.parametrize("pair", ["LPL/WC IRI", "LPL/EC NTH", "PTD/SC GOB", "PTD/NC BAR"])
def test_starting_fleets_stand_on_named_coasts(pair: str) -> None:
    assert fleet(V, pair)


@pytest.mark.parametrize("pair", ["SCT LON", "SCT WAL"])
def test_liverpool_reaches_from_sea_to_sea(pair: str) -> None:
    assert not adjacent(V, pair)


@pytest.mark.parametrize("code", ISLANDS)
def test_islands_touch_no_land(code: str) -> None:
    assert board_of(V).spaces[SpaceId(code)].is_island
    assert not lands_of(V, code)


def test_no_other_space_is_an_island() -> None:
    assert sorted(space.id for space in spaces_where(V, is_island=True)) == sorted(ISLANDS)


@pytest.mark.parametrize("code", PORTS)
def test_spaces_that_start_a_fleet_touch_a_sea(code: str) -> None:
    assert seas_of(V, code)


@pytest.mark.parametrize(
    "pair",
    """TRI ADR,BOR BBY,LIS MAT,CAD SOG,CNP BLA,CNP AEG,NAP TYR,NAP ION,UTR HEB,ANT ENG,ANT NTH,SIB BER,BER ALA,GAA ALA,
    HUD YUK,HUD QUE,HUD ONT,GSL QUE,GBS VIR,BAH FLA,GOC MEX,GOM MEX,GOM TEX,GOM FLA,GOM CUB,WIN CUB,GOT MEX,GOT HON,
    CAR VZA,CAN MRC,WAT EAT,EAT GBE,NPC SIB,SIB SOO,URA BAR,DEN SWE,
    DEN NTH,ENG MAT,ECS JAP,ECS KOR,DAV LAB,DAV NAT,DAV DAN,AGT DRP,CAR MEX/EC""".split(","),
)
def test_fleets_pass(pair: str) -> None:
    assert fleet(V, pair)


@pytest.mark.parametrize(
    "pair",
    [
        "BLA AEG",
        "CHI SWA",
        "GOM HON",
        "BAL SGK",
        "EMD RED",
        "CAR GOP",
        "SIB ALA",
        "HUD DAV",
        "GAA YUK",
        "IRI NTH",
        "JER RED",
        "BAL HEB",
        "HEB SGK",
        "BLA KIE",
    ],
)
def test_straits_and_isthmuses_are_closed(pair: str) -> None:
    assert not adjacent(V, pair)


def test_no_fleet_follows_the_arctic_shore() -> None:
    assert army(V, "SIB URA")
    assert not fleet(V, "SIB URA")


def test_the_arctic_ocean_is_closed() -> None:
    assert board_of(V).spaces[SpaceId("ARC")].terrain is Terrain.IMPASSABLE


@pytest.mark.clause("C1-L")
def test_counts_of_the_list() -> None:
    counts = {kind: len(spaces_where(V, centre=kind)) for kind in CentreKind}
    assert counts[CentreKind.HOME] == 33
    assert counts[CentreKind.NEUTRAL] == 71
    assert counts[CentreKind.COLONIAL] == 15
    assert counts[CentreKind.SPECIAL] == 2
    assert len(spaces_where(V, terrain=Terrain.LAND)) == 187
    assert len(spaces_where(V, terrain=Terrain.SEA)) == 82


def test_special_centres_name_their_powers() -> None:
    found = {space.id: set(space.powers) for space in spaces_where(V, centre=CentreKind.SPECIAL)}
    assert found == {"CRI": {"RUSSIA", "OTTOMAN"}, "AMU": {"RUSSIA"}}
