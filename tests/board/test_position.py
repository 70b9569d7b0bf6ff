import pytest

from legation.board import Position, PowerId, SpaceId, make_units
from tests.kit import make_position, make_unit

FRANCE = PowerId("FRANCE")


def test_the_units_of_a_power_come_sorted_by_space() -> None:
    position = make_position({"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN"]})
    assert [str(unit) for unit in position.units_of(FRANCE)] == ["F BRE", "A PAR"]


def test_the_centres_of_a_power_come_sorted() -> None:
    position = make_position({}, centres={"FRANCE": ["PAR", "BRE"], "GERMANY": ["MUN"]})
    assert position.centres_of(FRANCE) == ("BRE", "PAR")


def test_a_power_without_anything_has_no_units_and_no_centres() -> None:
    assert Position().units_of(FRANCE) == ()
    assert Position().centres_of(FRANCE) == ()


def test_units_are_indexed_by_space_and_not_by_coast() -> None:
    fleet = make_unit("RUSSIA", "F STP/SC")
    assert make_units([fleet]) == {"STP": fleet}


def test_a_position_cannot_be_changed() -> None:
    position = Position()
    with pytest.raises(AttributeError):
        position.contested = frozenset({SpaceId("PAR")})  # type: ignore[misc]
