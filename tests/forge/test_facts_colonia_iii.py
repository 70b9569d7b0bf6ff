"""Facts of Colonia III: what the sheet states, and what its rules imply."""

import pytest

from legation.board import CentreKind, SpaceId, Terrain
from tests.forge.facts import adjacent, army, board_of, fleet, lands_of, seas_of, spaces_where

V = "colonia-iii"
ISLANDS = ("AZO BEO CEY CUB DIE FKD FIJ GUA HAW ICE IRE IWO JAP JAV MAL MNL NWG NWZ SAM SUM TAH TAR WAK").split()
PORTS = "TRI LON BTL EDI AUS BOR ANT JAV CNP LIS HAW CAD MNL".split()


@pytest.mark.clause("C3-3")
def test_the_world_is_round() -> None:
    assert fleet(V, "BIS SPC")
    assert fleet(V, "SPC PRU")
    assert not adjacent(V, "BIS PRU")


@pytest.mark.clause("C3-8")
@pytest.mark.parametrize("pair", ["NPC SIB", "SIB URA", "URA BAR", "URA PTD/NC"])
def test_a_fleet_follows_the_coast_of_siberia(pair: str) -> None:
    assert fleet(V, pair)


@pytest.mark.clause("C3-8")
def test_siberia_and_ural_have_one_coast_each() -> None:
    assert not board_of(V).spaces[SpaceId("SIB")].coasts
    assert not board_of(V).spaces[SpaceId("URA")].coasts


def test_the_arctic_ocean_is_closed() -> None:
    board = board_of(V)
    assert board.spaces[SpaceId("ARC")].terrain is Terrain.IMPASSABLE
    assert not any("ARC" in (border.start, border.end) for border in board.borders)


def test_fiji_and_new_zealand_share_the_coral_sea_and_guam_does_not() -> None:
    assert fleet(V, "FIJ COR")
    assert fleet(V, "NWZ COR")
    assert not fleet(V, "GUA COR")


def test_fiji_and_guam_are_two_sea_spaces_apart() -> None:
    assert not seas_of(V, "FIJ") & seas_of(V, "GUA")
    assert any(seas_of(V, sea) & seas_of(V, "GUA") for sea in seas_of(V, "FIJ"))
    assert fleet(V, "BIS MIC")


def test_australia_is_a_continent() -> None:
    assert army(V, "AUS ARN")
    assert army(V, "AUS WDT")
    assert not any(board_of(V).spaces[SpaceId(code)].is_island for code in ("AUS", "ARN", "WDT", "LON", "EDI"))


@pytest.mark.parametrize("code", ISLANDS)
def test_islands_touch_no_land(code: str) -> None:
    assert board_of(V).spaces[SpaceId(code)].is_island
    assert not lands_of(V, code)
    assert seas_of(V, code)


def test_no_other_space_is_an_island() -> None:
    assert sorted(space.id for space in spaces_where(V, is_island=True)) == sorted(ISLANDS)


@pytest.mark.parametrize("code", PORTS)
def test_spaces_that_start_a_fleet_touch_a_sea(code: str) -> None:
    assert seas_of(V, code)


@pytest.mark.parametrize(
    "pair",
    """TRI ADR,BOR BBY,LIS MAT,CAD SOG,CNP BLA,CNP AEG,NAP TYR,NAP ION,ANT ENG,ANT NTH,PTD/SC GOB,PTD/NC BAR,SIB BER,
    BER ALA,GAA ALA,HUD YUK,HUD QUE,HUD ONT,GSL QUE,BAH FLA,GOC MEX,GOM MEX,GOM TEX,GOM FLA,GOM CUB,WIN CUB,GOT MEX,
    GOT HON,CAR VZA,CAN MRC,WAT EAT,EAT GBE,GOG FPO,FPO ANG,TAN SMS,MZC MOZ,MZC MAL,CPC SEA,CPC SIO,DEN SWE,
    DEN NTH,ENG MAT,ESC JAP,ESC KOR,DAV LAB,DAV NAT,DAV DAN,AGT DRP,CAR MEX/EC""".split(","),
)
def test_fleets_pass(pair: str) -> None:
    assert fleet(V, pair)


@pytest.mark.parametrize("pair", ["RUA UGA", "UGA KEN", "DEN SWE", "KAL BEC"])
def test_armies_pass(pair: str) -> None:
    assert army(V, pair)


@pytest.mark.parametrize(
    "pair",
    [
        "BLA AEG",
        "CHI SWA",
        "MAH TIB",
        "MTA UTA",
        "GOM HON",
        "BAL SKA",
        "EMD RED",
        "CAR GOP",
        "SIB ALA",
        "HUD DAV",
        "GAA YUK",
        "HEB SKA",
        "JER RED",
        "BLA KIE",
        "CEL PLP",
        "PLP SOJ",
    ],
)
def test_straits_and_isthmuses_are_closed(pair: str) -> None:
    assert not adjacent(V, pair)


@pytest.mark.parametrize(
    ("code", "coasts"),
    [
        ("PTD", ("NC", "SC")),
        ("YOR", ("EC", "WC")),
        ("EGY", ("EC", "NC")),
        ("ARA", ("EC", "WC")),
        ("MEX", ("EC", "WC")),
        ("HON", ("EC", "WC")),
        ("PAN", ("NC", "SC")),
        ("COL", ("NC", "WC")),
        ("PPS", ("EC", "WC")),
        ("SIA", ("EC", "WC")),
        ("YUK", ("EC", "NC")),
        ("CNP", ()),
        ("DEN", ()),
    ],
)
def test_separate_coasts(code: str, coasts: tuple[str, ...]) -> None:
    assert board_of(V).spaces[SpaceId(code)].coasts == coasts


def test_only_petrograd_north_coast_leads_to_ural() -> None:
    assert not fleet(V, "URA PTD/SC")
    assert fleet(V, "PTD/SC LIT")
    assert fleet(V, "PTD/SC FIN")


@pytest.mark.clause("C3-L")
def test_counts_of_the_list() -> None:
    counts = {kind: len(spaces_where(V, centre=kind)) for kind in CentreKind}
    assert counts[CentreKind.HOME] == 29
    assert counts[CentreKind.NEUTRAL] == 88
    assert counts[CentreKind.COLONIAL] == 19
    assert counts[CentreKind.SPECIAL] == 3
    assert len(spaces_where(V, terrain=Terrain.LAND)) == 206
    assert len(spaces_where(V, terrain=Terrain.SEA)) == 88


def test_special_centres_name_their_powers() -> None:
    found = {space.id: set(space.powers) for space in spaces_where(V, centre=CentreKind.SPECIAL)}
    assert found == {"CRI": {"RUSSIA", "OTTOMAN"}, "NAP": {"AUSTRIA", "SPAIN"}, "AMU": {"RUSSIA"}}
