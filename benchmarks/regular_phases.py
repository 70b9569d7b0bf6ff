"""Movement phases of the regular board: from games between bots, and from games of random legal orders."""

import random
from dataclasses import dataclass

from legation.board import Position, PowerId
from legation.bots import Bot, GreedyBot, RandomBot
from legation.game import PhaseKind
from legation.library import Game
from legation.orders import format_order, write_submissions


@dataclass(frozen=True, slots=True)
class RegularPhase:
    """A position and every power's orders as text."""

    position: Position
    orders: dict[PowerId, list[str]]


def play_phases(bot: Bot, count: int, seed: int) -> list[RegularPhase]:
    """Movement phases of games that a bot plays against itself, new games until there are enough."""
    chance = random.Random(seed)
    phases: list[RegularPhase] = []
    while len(phases) < count:
        game = Game.new("standard")
        while game.state.ending is None and game.state.phase.year < 1912 and len(phases) < count:
            orders = {
                power: bot.choose(game.variant, game.rulebook, game.state, power, chance)
                for power in game.variant.powers
            }
            if game.state.phase.kind is PhaseKind.MOVES:
                texts = {power: [format_order(order) for order in given] for power, given in orders.items()}
                phases.append(RegularPhase(game.state.position, texts))
            game.enter(write_submissions(orders))
            game.advance()
    return phases


def make_workloads(count: int) -> dict[str, list[RegularPhase]]:
    """The phases to measure, by name."""
    return {
        "games between greedy bots": play_phases(GreedyBot(), count, seed=11),
        "games of random legal orders": play_phases(RandomBot(), count, seed=12),
    }
