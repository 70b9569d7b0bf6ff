from legation.game import Game, GameState
from legation.judge import Reason
from tests.kit import make_position


def make_game() -> Game:
    game = Game.new()
    position = make_position({"FRANCE": ["A PAR", "A MAR"], "ITALY": ["A PIE"], "GERMANY": ["A BUR"]})
    game.state = GameState(game.state.phase, position)
    return game


def test_the_chain_leads_from_the_order_to_what_decided_it() -> None:
    game = make_game()
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR"])
    game.set_orders("ITALY", ["A PIE - MAR"])
    game.set_orders("GERMANY", ["A BUR H"])
    game.advance()
    explanation = game.trace("A PAR")
    assert [(link.depth, link.outcome.reason) for link in explanation.chain] == [
        (0, Reason.REPELLED),
        (1, Reason.HELD),
        (1, Reason.SUPPORT_CUT),
        (2, Reason.REPELLED),
    ]
    support = game.trace("A MAR")
    assert [link.outcome.reason for link in support.chain][:2] == [Reason.SUPPORT_CUT, Reason.REPELLED]


def test_one_change_that_would_have_helped_is_found() -> None:
    game = make_game()
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR H"])
    game.set_orders("GERMANY", ["A BUR H"])
    game.advance()
    remedies = game.trace("A PAR").remedies
    own = [remedy for remedy in remedies if remedy.is_own]
    assert len(own) == 1
    assert str(own[0].instead.unit) == "A MAR"
