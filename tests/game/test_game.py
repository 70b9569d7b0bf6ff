import pytest

from legation import Game
from legation.errors import RequestError, UnknownNameError
from legation.game import Ending, GameState, parse_phase


def test_orders_handed_in_later_replace_earlier_ones() -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    game.set_orders("FRANCE", ["A PAR - PIC"])
    game.advance()
    assert "A PIC" in game.units[game.variant.parse_power("FRANCE")]


def test_missing_orders_hold() -> None:
    game = Game.new()
    before = game.units
    game.advance()
    assert game.units == before


def test_an_unknown_power_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError) as caught:
        Game.new().set_orders("Prussia", ["A BER H"])
    assert "GERMANY" in caught.value.candidates


def test_a_game_can_be_played_by_another_rulebook_and_with_single_switches() -> None:
    game = Game.new("standard", rules="1971", removal_target="owned")
    assert game.rulebook.multi_route.value == "any"
    assert game.rulebook.removal_target.value == "owned"


def test_a_finished_game_does_not_go_on() -> None:
    game = Game.new()
    ending = Ending("victory", (game.variant.parse_power("France"),), parse_phase("F1901M"))
    game.state = GameState(game.state.phase, game.state.position, ending)
    with pytest.raises(RequestError, match="over"):
        game.advance()


def test_explain_finds_an_order_by_its_text_or_its_unit() -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    game.set_orders("GERMANY", ["A MUN - BUR"])
    game.advance()
    assert game.explain("par - bur") == game.explain("A PAR") == game.explain("PAR")
    text = game.explain("A PAR")
    assert "stood off from Burgundy by the army from Munich" in text
    assert "A MAR S A PAR - BUR instead of A MAR H" in text


def test_explain_takes_a_phase_as_it_may_be_written_and_says_when_it_was_not_judged() -> None:
    game = Game.new()
    game.advance()
    assert game.explain("A PAR", "s1901m") == game.explain("A PAR", "S1901M") == game.explain("A PAR")
    for phase, problem in (("F1901M", "was not judged in this game"), ("x", "is not a phase")):
        with pytest.raises(RequestError, match=problem):
            game.explain("A PAR", phase)


def test_a_single_text_is_one_letter() -> None:
    game = Game.new()
    assert game.set_orders("FRANCE", "A PAR - BUR; A MAR H").texts == ("A MAR H", "A PAR - BUR")
    assert game.review("FRANCE", "A PAR H").texts == ("A PAR H",)
    assert game.add_orders("FRANCE", "F BRE - MAO").texts == ("F BRE - MAO", "A MAR H", "A PAR - BUR")


def test_explain_says_when_there_was_no_such_order() -> None:
    game = Game.new()
    game.advance()
    with pytest.raises(UnknownNameError):
        game.explain("A PAR - BUR")
