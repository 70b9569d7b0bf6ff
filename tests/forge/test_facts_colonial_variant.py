"""Facts of the Colonial Variant: all that the sheet says about its lost board holds on the reconstruction."""

import pytest

from legation.board import CentreKind, LocationId, SpaceId, Terrain
from legation.forge.expected import check_expected
from tests.forge.facts import GAZETTEER, adjacent, army, board_of, fleet, lands_of, seas_of, spaces_where

V = "colonial-variant"
AREAS = {"BI": 7, "MC": 52, "NA": 16, "SA": 13, "CP": 6, "CC": 31, "CA": 2, "PO": 33}
HOMES = {
    "OCEANIA": "BI2 BI4 BI7",
    "KHOUFAX": "MC2 MC3 MC4",
    "ELUNIA": "MC19 MC22 MC24",
    "BERENIA": "MC34 MC40 MC41",
    "GENETTE": "MC45 MC46 MC52",
    "COLONGRAD": "CC1 CC3 CC6",
    "UNION": "CC29 CC30 CC31",
}


def test_every_border_is_as_listed() -> None:
    assert not list(check_expected(GAZETTEER / V, board_of(V)))


@pytest.mark.clause("CV-2")
@pytest.mark.parametrize(("area", "count"), AREAS.items())
def test_areas_are_numbered_without_gaps(area: str, count: int) -> None:
    found = {code for code in board_of(V).spaces if code.startswith(area)}
    assert found == {f"{area}{number}" for number in range(1, count + 1)}


@pytest.mark.clause("CV-2")
@pytest.mark.parametrize(("power", "codes"), HOMES.items())
def test_home_centres(power: str, codes: str) -> None:
    found = {space.id for space in spaces_where(V, centre=CentreKind.HOME) if power in space.powers}
    assert found == set(codes.split())


@pytest.mark.clause("CV-2")
@pytest.mark.parametrize("code", "BI2 BI4 BI7 MC52 MC40 MC2 MC22 CC6 CC31".split())
def test_starting_fleets_stand_on_a_coast(code: str) -> None:
    assert seas_of(V, code)
    assert bool(board_of(V).spaces[SpaceId(code)].coasts) == (code == "BI4")


@pytest.mark.clause("CV-2")
def test_bi4_has_a_north_coast_and_another() -> None:
    assert board_of(V).spaces[SpaceId("BI4")].coasts == ("NC", "SC")


@pytest.mark.clause("CV-21")
def test_both_coasts_of_na11_touch_na14() -> None:
    assert fleet(V, "NA11/EC NA14")
    assert fleet(V, "NA11/WC NA14")
    assert not board_of(V).spaces[SpaceId("NA14")].coasts


@pytest.mark.clause("CV-18")
def test_ca2_is_like_constantinople() -> None:
    seas = sorted(seas_of(V, "CA2"))
    assert len(seas) == 2
    assert not adjacent(V, " ".join(seas))
    assert not board_of(V).spaces[SpaceId("CA2")].coasts
    assert {"CA1", "SA1", "SA2"} <= lands_of(V, "CA2")
    assert army(V, "CA1 CA2")


@pytest.mark.clause("CV-20")
def test_boxes_link_the_edges_one_way() -> None:
    board = board_of(V)
    moves = board.fleet_moves
    assert LocationId("OB5") in moves[LocationId("PO22")]
    assert moves[LocationId("OB5")] == ("PO5",)
    assert LocationId("OB22") in moves[LocationId("PO5")]
    assert moves[LocationId("OB22")] == ("PO22",)
    assert LocationId("OB5") not in moves[LocationId("PO5")]
    boxes = [space for space in board.spaces.values() if space.id.startswith("OB")]
    assert len(boxes) == 9
    assert not any(box.carries_convoys for box in boxes)


@pytest.mark.clause("CV-9")
def test_there_are_islands_and_they_touch_only_sea() -> None:
    islands = spaces_where(V, is_island=True)
    assert len(islands) == 10
    for space in islands:
        assert not lands_of(V, space.id)
        assert seas_of(V, space.id)


@pytest.mark.clause("CV-3")
def test_centres_are_enough_for_every_victory() -> None:
    counts = {kind: len(spaces_where(V, centre=kind)) for kind in CentreKind}
    assert counts[CentreKind.HOME] + counts[CentreKind.NEUTRAL] == 36
    assert counts[CentreKind.COLONIAL] == 20
    assert len(spaces_where(V, terrain=Terrain.LAND)) == 127


@pytest.mark.clause("CV-19")
def test_starting_colonies_are_colonial_centres() -> None:
    colonial = {space.id for space in spaces_where(V, centre=CentreKind.COLONIAL)}
    assert {"NA4", "NA7", "SA6", "SA11", "CP2"} <= colonial
