from legation import Game
from legation.render.words import draw_position


def test_the_board_lists_every_power_with_units_and_centres() -> None:
    game = Game.new()
    text = draw_position(game.variant, game.rulebook, game.state)
    assert "Spring 1901, orders" in text
    assert "F STP/SC" in text
    assert all(power.name in text for power in game.variant.powers.values())
    assert "12 centres  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN" in text


def test_units_that_must_retreat_are_listed() -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR"])
    game.set_orders("GERMANY", ["A MUN - BUR"])
    game.advance()
    game.set_orders("GERMANY", ["A MUN - BUR"])
    assert "must retreat" not in game.draw()
