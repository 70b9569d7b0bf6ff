"""What is to be known about one space."""

import pytest

from legation.board import SpaceId
from legation.game import Neighbour, read_changes
from legation.library import Game
from legation.orders import ClauseId
from legation.render.words import describe_space

POSITION = """Spring 1901
England: A Lon, F NTH
Centres: Lon
France: F ENG
Centres: Bre
"""


def test_neighbours_tell_who_passes_and_from_which_coast() -> None:
    """Spain has two coasts: the Mid-Atlantic touches both, Gascony only the north."""
    found = {neighbour.space: neighbour for neighbour in Game.new().facts("spain").neighbours}
    assert found[SpaceId("GAS")] == Neighbour(SpaceId("GAS"), by_army=True, by_fleet=True, coasts=("NC",))
    assert found[SpaceId("MAO")] == Neighbour(SpaceId("MAO"), by_army=False, by_fleet=True, coasts=("NC", "SC"))
    assert set(found) == {SpaceId(code) for code in ("GAS", "LYO", "MAO", "MAR", "POR", "WES")}
    bulgaria = {neighbour.space: neighbour for neighbour in Game.new().facts("CON").neighbours}[SpaceId("BUL")]
    assert bulgaria.their_coasts == ("EC", "SC")


def test_owner_is_told_since_when() -> None:
    """A centre that was taken in Fall 1901 has its owner since then; one of the beginning since no phase."""
    game = Game.new()
    for orders in (["A PAR - GAS"], ["A GAS - SPA"]):
        game.set_orders("FRANCE", orders)
        game.advance()
    spain, paris = game.facts("SPA"), game.facts("PAR")
    assert (spain.owner, str(spain.since)) == ("FRANCE", "F1901M")
    assert (paris.owner, paris.since) == ("FRANCE", None)
    assert "It has belonged to France since Fall 1901, orders." in describe_space(game.variant, spain)


def test_forces_of_both_sides_are_told() -> None:
    """Burgundy at the beginning: France could come with two, Germany with one."""
    game = Game.new()
    told = describe_space(game.variant, game.facts("BUR"))
    assert "France could attack with a strength of 2: A MAR, A PAR. Support there: A MAR, A PAR." in told
    assert "Germany could attack with a strength of 1: A MUN. Support there: A MUN." in told


def test_reach_of_a_unit_has_convoys_apart() -> None:
    """London's army goes overseas by its own fleet; what only a French fleet reaches is told apart."""
    game = Game.new(position=POSITION)
    (reach,) = game.facts("LON").units
    assert set(reach.moves) == {"WAL", "YOR"}
    assert {"BEL", "HOL", "NWY"} <= set(reach.convoyed)
    assert {"BRE", "PIC"} <= set(reach.convoyed_by_others)
    assert not set(reach.convoyed) & set(reach.convoyed_by_others)


@pytest.mark.clause("C7-5a")
def test_clauses_that_name_a_space_are_cited() -> None:
    """Each clause of the sheet that decides something of a space is among its facts."""
    game = Game.new("colonia-vii")
    named = [(scope.split("-")[0], clause) for (_, scope), clause in game.variant.clauses.decides.items() if scope]
    spaces = [(space, clause) for space, clause in named if space in game.variant.board.spaces]
    assert spaces
    for space, clause in spaces:
        assert clause in {ClauseId(found.id) for found in game.facts(space).clauses}


def test_bombs_and_what_rules_remember_are_facts() -> None:
    """With bombs every space could be struck, and the space says what lies in it."""
    game = Game.new(modules=["gigaton-bomb"])
    facts = game.facts("PAR")
    assert {power for power, _ in facts.bombs} == set(game.variant.powers)
    assert [mark.space for mark in facts.marks] == ["PAR"]
    assert Game.new().facts("PAR").bombs == ()


@pytest.mark.parametrize("name", ["colonia-i", "colonia-iii", "colonia-vii", "cline-9-man-vii", "colonial-variant"])
def test_every_space_of_every_board_has_facts(name: str) -> None:
    """None of them fails, and a unit's space is defended by its own power."""
    game = Game.new(name)
    for space in [*game.variant.board.spaces][::9]:
        facts = game.facts(space)
        assert describe_space(game.variant, facts).startswith(f"{space}  ")
        for reach in facts.units:
            assert any(force.holds and force.power == reach.unit.power for force in facts.forces)


def test_struck_spaces_are_told_once_and_nobody_is_said_to_move_there() -> None:
    game = Game.new(modules=["gigaton-bomb"])
    game.correct(read_changes(game.variant, game.state, game.rulebook, take=["A MAR"], centres=["MAR=none"]), "ruins")
    game.set_orders("FRANCE", ["BOMB PAR - MUN", "BOMB MAR - NTH"])
    game.advance()
    ruin = describe_space(game.variant, game.facts("MUN"))
    assert ruin.count("Struck by a bomb") == 1
    assert "owner" not in ruin
    assert "MUN" not in describe_space(game.variant, game.facts("BUR")).partition("\n")[2]
    assert "NTH" not in describe_space(game.variant, game.facts("BEL"))


def test_a_power_that_has_nothing_but_bombs_could_still_strike() -> None:
    game = Game.new(modules=["gigaton-bomb"])
    units, centres = ["A VEN", "A ROM", "F NAP"], ["VEN=none", "ROM=none", "NAP=none"]
    game.correct(read_changes(game.variant, game.state, game.rulebook, take=units, centres=centres), "Italy is out")
    assert "Italy could strike it with 3 bombs." in describe_space(game.variant, game.facts("PAR"))


def test_the_army_aboard_a_ship_that_must_retreat_is_told() -> None:
    game = Game.new("colonial-variant")
    put = ["OCEANIA F PO7", "GENETTE A PO7 aboard", "KHOUFAX F PO9", "KHOUFAX F PO10"]
    game.correct(read_changes(game.variant, game.state, game.rulebook, put=put), "to try")
    game.set_orders("KHOUFAX", ["F PO9 - PO7", "F PO10 S F PO9 - PO7"])
    game.advance()
    told = describe_space(game.variant, game.facts("PO7"))
    assert "  Oceania has F PO7 there, dislodged.\n  Genette Land has A PO7 aboard it.\n" in told
