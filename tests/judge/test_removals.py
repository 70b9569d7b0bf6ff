"""Who comes off when a power does not choose (rulebooks section 2.4). Distances are counted on the map by hand."""

from pathlib import Path

import pytest

from legation.board import Position, PowerId
from legation.judge import Rulebook, choose_removals
from tests.kit import PROFILES, STANDARD, make_position, make_tiny_board, rules


def ranked(position: Position, power: str, rulebook: Rulebook) -> list[str]:
    count = len(position.units)
    return [str(unit) for unit in choose_removals(STANDARD, position, PowerId(power), count, rulebook)]


@pytest.mark.parametrize("profile", PROFILES)
def test_the_unit_farthest_from_home_goes_first(profile: str) -> None:
    """Ukraine is three steps from Berlin, Burgundy one from Munich."""
    position = make_position({"GERMANY": ["A BUR", "A UKR", "A BER"]}, centres={"GERMANY": ["BER", "KIE", "MUN"]})
    assert ranked(position, "GERMANY", rules(profile)) == ["A UKR", "A BUR", "A BER"]


@pytest.mark.parametrize("profile", PROFILES)
def test_at_equal_distance_a_fleet_goes_before_an_army(profile: str) -> None:
    position = make_position({"FRANCE": ["A GAS", "F MAO"]}, centres={"FRANCE": ["BRE", "MAR", "PAR"]})
    assert ranked(position, "FRANCE", rules(profile)) == ["F MAO", "A GAS"]


@pytest.mark.parametrize("profile", PROFILES)
def test_then_the_name_of_the_space_decides(profile: str) -> None:
    """By name and not by code: Finland (FIN) comes before the Gulf of Bothnia (BOT)."""
    position = make_position({"RUSSIA": ["F BOT", "F FIN"]}, centres={"RUSSIA": ["MOS", "SEV", "STP", "WAR"]})
    assert ranked(position, "RUSSIA", rules(profile)) == ["F FIN", "F BOT"]


def test_no_more_units_are_chosen_than_asked_for() -> None:
    position = make_position({"FRANCE": ["A GAS", "A BUR"], "GERMANY": ["A MUN"]})
    assert len(choose_removals(STANDARD, position, PowerId("FRANCE"), 1, rules())) == 1


# France owns Spain alone. Portugal: two steps from home (Marseilles), one from Spain. Paris: home, two from Spain.
EXILE = make_position({"FRANCE": ["A PAR", "A POR"]}, centres={"FRANCE": ["SPA"]})


def test_under_home_distance_is_counted_to_home_centres_whoever_owns_them() -> None:
    assert ranked(EXILE, "FRANCE", rules(removal_target="home")) == ["A POR", "A PAR"]


def test_under_owned_distance_is_counted_to_the_centres_that_are_left() -> None:
    assert ranked(EXILE, "FRANCE", rules(removal_target="owned")) == ["A PAR", "A POR"]


# Rome: three plain steps from Munich (Venice, Tyrolia); a fleet must sail round Spain. Portugal: four plain steps.
FAR_SOUTH = make_position({"GERMANY": ["F ROM", "A POR"]}, centres={"GERMANY": ["BER", "KIE", "MUN"]})


def test_under_army_any_fleet_legal_a_fleet_counts_its_own_moves() -> None:
    assert ranked(FAR_SOUTH, "GERMANY", rules(removal_steps="army_any_fleet_legal")) == ["F ROM", "A POR"]


def test_under_plain_every_unit_counts_every_border() -> None:
    assert ranked(FAR_SOUTH, "GERMANY", rules(removal_steps="plain")) == ["A POR", "F ROM"]


@pytest.mark.parametrize("removal_steps", ["army_any_fleet_legal", "plain"])
def test_an_army_counts_over_seas_as_if_convoyed(removal_steps: str) -> None:
    """Norway is two steps from London over the North Sea, Portugal three from Liverpool (Mid-Atlantic, Irish Sea)."""
    position = make_position({"ENGLAND": ["A NWY", "A POR"]}, centres={"ENGLAND": ["EDI", "LON", "LVP"]})
    assert ranked(position, "ENGLAND", rules(removal_steps=removal_steps)) == ["A POR", "A NWY"]


@pytest.mark.parametrize(("fleet", "first"), [("F STP/NC", "F STP/NC"), ("F STP/SC", "A SEV")])
def test_a_fleet_counts_from_the_coast_it_is_on(fleet: str, first: str) -> None:
    """To Germany: four moves from the north coast, three from the south coast; Sevastopol is four steps away."""
    assert ranked(make_position({"GERMANY": [fleet, "A SEV"]}), "GERMANY", rules())[0] == first


def test_a_fleet_that_cannot_sail_home_is_farthest(tmp_path: Path) -> None:
    spaces = "PAR,Paris,land,home,FRANCE\nBRE,Brest,land\nPIC,Picardy,land\nSEA,Sea,sea"
    board = make_tiny_board(tmp_path, spaces, "PAR,BRE,yes\nBRE,PIC,yes\nBRE,SEA,no,yes")
    position = make_position({"FRANCE": ["F SEA", "A PIC"]}, board)
    (first, _) = choose_removals(board, position, PowerId("FRANCE"), 2, rules())
    assert str(first) == "F SEA"
