from legation import Game
from legation.render.words import draw_position, write_record


def test_the_board_lists_every_power_with_units_and_centres() -> None:
    game = Game.new()
    text = draw_position(game.variant, game.state)
    assert "Spring 1901, moves" in text
    assert "F STP/SC" in text
    assert all(power.name in text for power in game.variant.powers.values())
    assert "12 centres  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN" in text


def test_results_are_told_power_by_power_with_refusals() -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR - MOS"])
    text = write_record(game.variant, game.advance())
    assert "+ A PAR - BUR" in text
    assert "! A MAR - MOS" in text
    assert text.index("Austria") < text.index("France")


def test_units_that_must_retreat_are_listed() -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR"])
    game.set_orders("GERMANY", ["A MUN - BUR"])
    game.advance()
    game.set_orders("GERMANY", ["A MUN - BUR"])
    assert "must retreat" not in game.draw()
