"""Each thing that must never happen is noticed when it does."""

import pytest

from legation.board import DislodgedUnit, LocationId, Position, PowerId, SpaceId, Unit, UnitKind, make_units
from legation.variants import load_variant
from legation.variants.check import check_position
from tests.carriage import put_aboard
from tests.kit import make_owners, make_position, make_unit

VARIANT = load_variant("standard")
FRANCE = PowerId("FRANCE")


def only_problem(position: Position, *, after_winter: bool = False) -> str:
    (problem,) = check_position(VARIANT, position, after_winter=after_winter)
    return problem


def place(kind: UnitKind, location: str, *, key: str = "", power: str = "FRANCE") -> Position:
    unit = Unit(PowerId(power), kind, LocationId(location))
    return Position({SpaceId(key or str(unit.space)): unit})


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (place(UnitKind.ARMY, "NTH"), "cannot stand"),
        (place(UnitKind.FLEET, "PAR"), "cannot stand"),
        (place(UnitKind.FLEET, "STP"), "names no coast"),
        (place(UnitKind.ARMY, "PAR", key="BUR"), "kept under BUR"),
        (place(UnitKind.ARMY, "PAR", power="MARS"), "not a power"),
        (place(UnitKind.TRANSPORT, "NTH"), "no such units"),
        (Position(owners=make_owners({"FRANCE": ["BUR"]})), "not a centre"),
        (Position(owners=make_owners({"MARS": ["PAR"]})), "not a power"),
        (Position(memory={"rule": object()}), "JSON"),
        (Position(memory={"rule": (1, 2)}), "does not come back"),
    ],
)
def test_what_must_not_be_is_named(position: Position, words: str) -> None:
    assert words in only_problem(position)


def test_a_sound_position_has_no_problem() -> None:
    assert check_position(VARIANT, VARIANT.start, after_winter=True) == []


def test_more_units_than_rights_after_winter() -> None:
    position = make_position({"FRANCE": ["A PAR", "A BUR"]}, centres={"FRANCE": ["PAR"]})
    assert check_position(VARIANT, position) == []
    assert only_problem(position, after_winter=True) == "FRANCE has 1 more units than rights"


def dislodge(*retreats: str, attacker: str = "MUN") -> Position:
    waiting = DislodgedUnit(make_unit("FRANCE", "A BUR"), SpaceId(attacker), tuple(map(LocationId, retreats)))
    return make_position({"GERMANY": ["A BUR"], "FRANCE": ["A PAR"]})._replace(dislodged=(waiting,))


@pytest.mark.parametrize(("retreat", "words"), [("PAR", "not open"), ("BUR", "not open"), ("MUN", "from where")])
def test_retreats_that_are_not_open(retreat: str, words: str) -> None:
    assert words in only_problem(dislodge(retreat))
    assert check_position(VARIANT, dislodge("GAS")) == []


def test_contested_spaces_are_empty() -> None:
    position = make_position({"FRANCE": ["A PAR"]})._replace(contested=frozenset({SpaceId("PAR")}))
    assert "contested" in only_problem(position)


def test_cargo_needs_a_ship() -> None:
    army = put_aboard(make_unit("FRANCE", "A BRE"))
    assert "no ship" in only_problem(Position(make_units([army])))
    fleet = put_aboard(make_unit("FRANCE", "F BRE"))
    ship = make_unit("FRANCE", "F BRE")
    assert "cannot be aboard" in only_problem(Position(make_units([ship, fleet])))
    assert "kept under" in only_problem(Position({SpaceId("BRE"): ship, SpaceId("ENG"): army}))


def test_closed_spaces_are_minded() -> None:
    variant = load_variant("colonia-i")
    army = Unit(FRANCE, UnitKind.ARMY, LocationId("FIJ"))
    (problem,) = check_position(variant, Position({SpaceId("FIJ"): army}))
    assert "closed_to_armies" in problem
