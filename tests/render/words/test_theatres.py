from legation.board import PowerId
from legation.library import Game
from legation.render.words import (
    describe_space,
    draw_position,
    draw_theatres,
    is_big,
    list_theatres,
    word_standings,
)

CHINA = PowerId("CHINA")


def test_a_big_board_is_drawn_by_theatre() -> None:
    game = Game.new("colonia-vii")
    told = draw_theatres(game.variant, game.rulebook, game.state, power=CHINA)
    assert is_big(game.variant)
    assert "China (you) 4" in told
    assert "\nAsia\n  China           F AMO, A PEK, A SAN, A WUH\n" in told
    assert "free centres" in told
    assert "Atlantic" in list_theatres(game.variant)


def test_every_unit_and_centre_of_a_big_board_is_shown() -> None:
    game = Game.new("colonia-vii")
    told = draw_theatres(game.variant, game.rulebook, game.state)
    position = game.state.position
    assert all(str(unit) in told for unit in position.units.values())
    assert all(str(space) in told for space in position.owners)


def test_a_small_board_is_drawn_as_one_table() -> None:
    game = Game.new()
    assert not is_big(game.variant)
    assert draw_theatres(game.variant, game.rulebook, game.state) == draw_position(
        game.variant, game.rulebook, game.state
    )


def test_a_space_is_described_with_its_neighbours() -> None:
    game = Game.new()
    told = describe_space(game.variant, game.facts("SPA"))
    assert told.startswith("SPA  Spain, South: land, centre.")
    assert "It has no owner." in told
    assert "Armies can move to GAS Gascony, MAR Marseilles, POR Portugal." in told
    assert "Fleets can move from SPA/NC to GAS Gascony" in told
    told = describe_space(game.variant, game.facts("paris"))
    assert told.startswith("PAR  Paris, West: land, home centre of France.")
    assert "It has belonged to France from the beginning." in told
    assert "France has A PAR there." in told
    assert "France could defend it with a strength of 1." in told


def test_standings_are_ranked() -> None:
    game = Game.new()
    assert word_standings(game.variant, game.rulebook, game.state, PowerId("ITALY")).startswith("Russia 4, Austria 3")
