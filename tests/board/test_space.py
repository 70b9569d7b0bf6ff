import pytest

from legation.board import CentreKind, LocationId, Space, SpaceId, Terrain, coast_of, space_of


def test_a_space_with_coasts_lists_itself_and_then_each_coast() -> None:
    spain = Space(SpaceId("SPA"), "Spain", Terrain.LAND, coasts=("NC", "SC"))
    assert spain.locations == ("SPA", "SPA/NC", "SPA/SC")


def test_a_space_without_coasts_is_its_only_location() -> None:
    assert Space(SpaceId("PAR"), "Paris", Terrain.LAND).locations == ("PAR",)


@pytest.mark.parametrize(("location", "space", "coast"), [("STP/SC", "STP", "SC"), ("PAR", "PAR", "")])
def test_a_location_names_its_space_and_its_coast(location: str, space: str, coast: str) -> None:
    assert (space_of(LocationId(location)), coast_of(LocationId(location))) == (space, coast)


@pytest.mark.parametrize("kind", [CentreKind.HOME, CentreKind.NEUTRAL, CentreKind.COLONIAL, CentreKind.SPECIAL])
def test_a_centre_of_any_ordinary_kind_is_counted(kind: CentreKind) -> None:
    assert kind.is_counted


@pytest.mark.parametrize("kind", [CentreKind.NONE, CentreKind.BUILD_ONLY])
def test_no_centre_and_a_build_only_centre_are_not_counted(kind: CentreKind) -> None:
    assert not kind.is_counted
