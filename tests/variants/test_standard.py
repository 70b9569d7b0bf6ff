"""The regular board: its well-known numbers, and every border against the map of the PyPI ``diplomacy`` engine."""

import importlib
import itertools
import warnings
from typing import Any

import pytest

from legation.board import CentreKind, LocationId, PowerId, Terrain, coast_of, space_of
from legation.orders import format_order, list_orders, parse_order
from legation.variants import load_variant
from tests.kit import STANDARD, Letters

LOCATIONS = tuple(location for space in STANDARD.spaces.values() for location in space.locations)
SPACES = tuple(STANDARD.spaces.values())
VARIANT = load_variant("standard")


def load_engine() -> Any:  # noqa: ANN401 - the engine has no types
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it leaves a file open
        return importlib.import_module("diplomacy")


@pytest.fixture(scope="module")
def peer() -> Any:  # noqa: ANN401
    return load_engine().Map()


def test_there_are_75_spaces_56_of_land_and_19_of_sea() -> None:
    terrains = [space.terrain for space in SPACES]
    assert len(terrains) == 75
    assert (terrains.count(Terrain.LAND), terrains.count(Terrain.SEA)) == (56, 19)


def test_there_are_81_locations_because_three_spaces_have_two_coasts() -> None:
    assert len(LOCATIONS) == 81
    assert {location for location in LOCATIONS if coast_of(location)} == {
        "BUL/EC",
        "BUL/SC",
        "SPA/NC",
        "SPA/SC",
        "STP/NC",
        "STP/SC",
    }


def test_there_are_34_centres_22_of_them_home_centres() -> None:
    centres = [space.centre for space in SPACES if space.centre is not CentreKind.NONE]
    assert len(centres) == 34
    assert (centres.count(CentreKind.HOME), centres.count(CentreKind.NEUTRAL)) == (22, 12)


def test_14_spaces_are_inland() -> None:
    inland = [
        space.id
        for space in SPACES
        if space.terrain is Terrain.LAND and not STANDARD.is_coastal(STANDARD.index[LocationId(space.id)])
    ]
    assert sorted(inland) == [
        "BOH", "BUD", "BUR", "GAL", "MOS", "MUN", "PAR", "RUH", "SER", "SIL", "TYR", "UKR", "VIE", "WAR",
    ]  # fmt: skip


def test_there_are_7_powers_with_22_units_on_their_home_centres() -> None:
    assert set(VARIANT.powers) == {"AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"}
    assert len(VARIANT.start.units) == 22
    for power in VARIANT.powers:
        assert len(VARIANT.start.units_of(power)) == (4 if power == "RUSSIA" else 3)
    assert all(STANDARD.space(unit.location).powers == (unit.power,) for unit in VARIANT.start.units.values())


def test_every_power_owns_its_home_centres_at_the_start() -> None:
    homes = {space.id: space.powers[0] for space in SPACES if space.centre is CentreKind.HOME}
    assert VARIANT.start.owners == homes


def test_the_units_and_centres_are_those_of_the_peer(peer: Any) -> None:  # noqa: ANN401
    for power in VARIANT.powers:
        assert sorted(str(unit) for unit in VARIANT.start.units_of(power)) == sorted(peer.units[power])
        assert sorted(VARIANT.start.centres_of(power)) == sorted(peer.homes[power])
    assert {space.id for space in SPACES if space.centre is not CentreKind.NONE} == set(peer.scs)


def test_the_locations_are_those_of_the_peer(peer: Any) -> None:  # noqa: ANN401
    assert {location.upper() for location in peer.locs} - {"SWI"} == set(LOCATIONS)


def test_the_terrain_is_that_of_the_peer(peer: Any) -> None:  # noqa: ANN401
    seas = {space.id for space in SPACES if space.terrain is Terrain.SEA}
    assert {location for location, kind in peer.loc_type.items() if kind == "WATER"} == seas


@pytest.mark.parametrize(("letter", "sails"), [("A", False), ("F", True)])
def test_every_border_is_that_of_the_peer_in_both_directions(peer: Any, letter: str, sails: bool) -> None:  # noqa: ANN401
    places = [location for location in LOCATIONS if _may_stand(location, sails=sails)]
    pairs = [pair for pair in itertools.permutations(places, 2) if space_of(pair[0]) != space_of(pair[1])]
    ours = {(start, end) for start, end in pairs if end in STANDARD.moves(start, sails=sails)}
    theirs = {(start, end) for start, end in pairs if peer.abuts(letter, start, "-", end)}
    assert ours == theirs
    assert len(ours) > 200


def test_no_unit_steps_where_it_cannot_stand() -> None:
    for sails in (False, True):
        for start in LOCATIONS:
            targets = STANDARD.moves(start, sails=sails)
            assert all(_may_stand(place, sails=sails) for place in (*targets, *([start] if targets else ())))


def _may_stand(location: LocationId, *, sails: bool) -> bool:
    space = STANDARD.space(location)
    if not sails:
        return space.terrain is Terrain.LAND and not coast_of(location)
    return bool(coast_of(location)) == bool(space.coasts)


def test_every_border_runs_both_ways_and_without_conditions() -> None:
    assert all(not border.is_one_way for border in STANDARD.borders)
    assert STANDARD.conditional == ()


def test_every_sea_and_no_land_carries_convoys() -> None:
    assert STANDARD.convoy_spaces == STANDARD.sea_spaces


def test_every_code_name_and_alias_finds_its_space() -> None:
    for space in SPACES:
        for name in (space.id, space.name, *space.aliases):
            assert str(STANDARD.parse_location(name)) == space.id, name


@pytest.mark.parametrize(
    ("name", "power"), [("France", "FRANCE"), ("AH", "AUSTRIA"), ("great britain", "ENGLAND"), ("tur", "TURKEY")]
)
def test_a_power_is_found_by_any_of_its_names(name: str, power: str) -> None:
    assert VARIANT.parse_power(name) == PowerId(power)


def test_the_game_begins_in_1901_is_won_with_18_centres_and_played_by_the_rules_of_2000() -> None:
    assert (VARIANT.first_year, VARIANT.victory_centres, VARIANT.rulebook_id) == (1901, 18, "2000")


def list_peer_orders(units: Letters | None = None) -> set[str]:
    """Every order that the peer thinks possible, at the start or with other units."""
    game = load_engine().Game()
    if units is not None:
        game.clear_units()
        for power, texts in units.items():
            game.set_units(power, list(texts))
    return {text for texts in game.get_all_possible_orders().values() for text in texts}


def test_the_legal_orders_at_the_start_are_those_of_the_peer_word_for_word() -> None:
    ours = {format_order(order) for order in list_orders(STANDARD, VARIANT.start, None, VARIANT.rulebook.order_rules)}
    assert ours == list_peer_orders()


def test_every_order_that_the_peer_writes_is_read_and_written_the_same() -> None:
    units = {"ENGLAND": ["A LON", "F NTH", "F ENG", "F STP/NC"], "FRANCE": ["A BRE", "F MAO", "F SPA/SC", "A GAS"]}
    for text in list_peer_orders(units):
        assert format_order(parse_order(text, STANDARD.names)) == text
