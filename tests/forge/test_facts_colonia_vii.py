"""Facts of Colonia VII: what the sheet states, and what its rules imply."""

import pytest

from legation.board import CentreKind, SpaceId, Terrain
from tests.forge.facts import adjacent, army, board_of, fleet, lands_of, seas_of, spaces_where

V = "colonia-vii"
ISLANDS = ("AZO BOR CEY CUB DIE FIJ FOR GLD HAW IRE JAP JAV LIN MNL MAR MDG NWG NWH NWZ SOL SUM TAH WAK").split()


@pytest.mark.clause("C7-3")
def test_the_world_is_round() -> None:
    assert fleet(V, "SPO CPO")
    assert not adjacent(V, "SPO PER")
    assert any(fleet(V, f"SPO {sea}") for sea in ("PYA", "COR", "TAS"))


@pytest.mark.clause("C7-8")
@pytest.mark.parametrize("pair", ["NPO SIB", "SIB URA", "URA BAR", "URA STP/NC"])
def test_a_fleet_follows_the_coast_of_siberia(pair: str) -> None:
    assert fleet(V, pair)


@pytest.mark.clause("C7-8")
@pytest.mark.parametrize("pair", ["ALA YUK", "SIB OMS", "URA OMS"])
def test_no_other_arctic_shore_is_open(pair: str) -> None:
    assert not fleet(V, pair)


@pytest.mark.clause("C7-2")
def test_st_petersburg_has_two_coasts() -> None:
    assert fleet(V, "STP/SC BAL")
    assert fleet(V, "STP/NC BAR")
    assert not fleet(V, "STP/SC BAR")


def test_coral_sea_touches_fiji_and_new_zealand() -> None:
    assert fleet(V, "COR FIJ")
    assert fleet(V, "COR NWZ")


@pytest.mark.parametrize(
    ("code", "seas"),
    [
        ("WAK", "CPO NPO WPO"),
        ("MAR", "MIC CPO WPO"),
        ("HAW", "CPO NPO"),
        ("TAH", "PYA SPO"),
        ("LIN", "CPO PYA"),
        ("DIE", "ARS WIO EIO"),
        ("SOL", "COR MIC PYA"),
        ("FOR", "ECS SCS WPO"),
        ("CUB", "CAR GOM WAO"),
        ("FIJ", "COR PYA"),
        ("NWH", "COR PYA"),
        ("AZO", "CNS MAO"),
    ],
)
def test_small_islands_lie_where_their_seas_meet(code: str, seas: str) -> None:
    assert set(seas.split()) <= seas_of(V, code)


@pytest.mark.parametrize("code", ISLANDS)
def test_islands_touch_no_land(code: str) -> None:
    assert board_of(V).spaces[SpaceId(code)].is_island
    assert not lands_of(V, code)
    assert seas_of(V, code)


def test_no_other_space_is_an_island() -> None:
    assert sorted(space.id for space in spaces_where(V, is_island=True)) == sorted(ISLANDS)


@pytest.mark.parametrize(
    "pair",
    """NTH BAL,NAO NTH,BLM EAO,CIR ARS,BLA EMS,AND MOR,MAL SUM,ALA SIB,EDI IRE,SOM YEM,PRS OMA,CEY CIR,KOR JAP,
    VLA JAP,BOR JAV,EMS RED,CAR GOP,SPO SWAO""".split(","),
)
def test_straits_and_isthmuses_are_closed(pair: str) -> None:
    assert not adjacent(V, pair)


@pytest.mark.parametrize(
    "pair",
    """IST BLA,IST EMS,DEN SWE,TRI ADR,LIS MAO,SIB SOO,VLA SOJ,MAL MLS,CAP SIO,NAT SIO,REC WAO,WAO SWAO,
    EDI NRG""".split(","),
)
def test_fleets_pass(pair: str) -> None:
    assert fleet(V, pair)


@pytest.mark.parametrize("pair", ["DEN SWE", "MAL SAM", "SWI SAV"])
def test_armies_pass(pair: str) -> None:
    assert army(V, pair)


def test_two_coasts_and_no_more() -> None:
    found = {space.id: space.coasts for space in board_of(V).spaces.values() if space.coasts}
    assert found == {
        "STP": ("NC", "SC"),
        "EGY": ("EC", "NC"),
        "MEX": ("EC", "WC"),
        "HON": ("EC", "WC"),
        "PAN": ("NC", "SC"),
        "COL": ("NC", "WC"),
    }


def test_every_coastal_start_touches_a_sea() -> None:
    for code in "TRI HAW AMO LON EDI BDX HAG IST LIS MEL STP TAH VLA VAL MNL".split():
        assert seas_of(V, code), code


@pytest.mark.clause("C7-L")
def test_counts_of_the_list() -> None:
    counts = {kind: len(spaces_where(V, centre=kind)) for kind in CentreKind}
    assert counts[CentreKind.HOME] == 27
    assert counts[CentreKind.NEUTRAL] == 86
    assert counts[CentreKind.COLONIAL] == 18
    assert counts[CentreKind.SPECIAL] == 3
    assert len(spaces_where(V, terrain=Terrain.LAND)) == 186
    assert len(spaces_where(V, terrain=Terrain.SEA)) == 57


def test_special_centres_name_their_powers() -> None:
    found = {space.id: set(space.powers) for space in spaces_where(V, centre=CentreKind.SPECIAL)}
    assert found == {"CRI": {"RUSSIA", "OTTOMAN"}, "NAP": {"AUSTRIA", "SPAIN"}, "CAN": {"CHINA"}}


def test_nineteen_island_centres_lie_in_the_pacific_and_indian_oceans() -> None:
    centres = [space for space in spaces_where(V, is_island=True) if space.centre is not CentreKind.NONE]
    assert len(centres) - 3 == 19
