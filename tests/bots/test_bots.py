import random

import pytest

from legation.bots import Bot, GreedyBot, RandomBot
from legation.game import Game
from legation.orders import write_submissions


def play(bot: Bot, seed: int, years: int) -> Game:
    game = Game.new()
    chance = random.Random(seed)
    while game.state.ending is None and game.state.phase.year < game.variant.first_year + years:
        for power in game.variant.powers:
            orders = bot.choose(game.variant, game.rulebook, game.state, power, chance)
            game.enter(write_submissions({power: orders}))
        record = game.advance()
        assert record.rejections == ()
        assert len(record.outcomes) >= len(record.before.position.dislodged)
    return game


@pytest.mark.parametrize("bot", [RandomBot(), GreedyBot()], ids=["random", "greedy"])
@pytest.mark.parametrize("seed", range(3))
def test_a_bot_orders_nothing_illegal_over_a_whole_game(bot: Bot, seed: int) -> None:
    assert len(play(bot, seed, years=15).records) > 20


def test_the_same_seed_plays_the_same_game() -> None:
    assert play(GreedyBot(), 5, years=4).units == play(GreedyBot(), 5, years=4).units


def test_greedy_bots_take_centres() -> None:
    game = play(GreedyBot(), 1, years=4)
    assert len(game.state.position.owners) >= 30
