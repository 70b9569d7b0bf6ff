"""Games that were played a little, for tests of what is kept of them."""

import random
from functools import cache

from legation import Game
from legation.bots import RandomBot
from legation.game import SavedGame
from legation.orders import write_submissions


def play(game: Game, phases: int, seed: int = 1) -> Game:
    """Let random bots play some phases."""
    chance = random.Random(seed)
    bot = RandomBot()
    for _ in range(phases):
        if game.state.ending:
            break
        for power in game.variant.powers:
            orders = bot.choose(game.variant, game.rulebook, game.state, power, chance)
            game.enter(write_submissions({power: orders}))
        game.advance()
    return game


@cache
def saved_game(variant: str, phases: int = 12, seed: int = 1) -> SavedGame:
    """A played game as a value, worked out once."""
    return play(Game.new(variant), phases, seed).pack()


def played_game(variant: str = "standard", phases: int = 12, seed: int = 1) -> Game:
    """A game that was played a little."""
    return Game.unpack(saved_game(variant, phases, seed))


def busy_game() -> Game:
    """A short game of Colonia III with votes, an undo, civil disorder, a substitute, and orders on the desk."""
    game = Game.new("colonia-iii", players={"FRANCE": "Ann"})
    play(game, 2)
    game.propose("FRANCE", "FRANCE + SPAIN")
    game.vote("SPAIN", True)
    game.set_orders("FRANCE", ["WAIVE"])
    play(game, 2, seed=2)
    game.back(note="a letter was misread")
    play(game, 1, seed=3)
    game.set_disorder("RUSSIA", True)
    game.seat("FRANCE", "Bob", "Ann is ill")
    game.propose("FRANCE", "FRANCE")
    game.vote("FRANCE", True)
    game.vote("SPAIN", False)
    game.set_orders("FRANCE", ["A PAR - BUR", "nonsense"])
    game.set_orders("SPAIN", ["A MAD H"])
    return game
