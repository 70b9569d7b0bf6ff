"""Makes the machine code of the batch engine, its environments and the searching bots, and stores it on disk.

python scripts/machine_code.py    takes two minutes of one core where there is none yet, and seconds where there is

Otherwise each of several test processes would make all of it at the same time.
"""

import random

from legation import batch as engine
from legation.bots import make_bot
from legation.game import start_state
from legation.sim.vector_environment import VectorEnvironment
from legation.variants import load_variant

BOARDS = ("standard", "colonia-iii", "colonial-variant")
"""Together they use every kernel."""


def play_year(board_id: str) -> None:
    """A year of random orders, with legal orders in every form."""
    board = engine.make_batch_board(load_variant(board_id))
    games = engine.sample_positions(board, 4, units=30, seed=1)
    engine.mask_orders(board, engine.list_orders(board, games))
    engine.make_legal_masks(board, games)
    for seed in (2, 3):
        games, _ = engine.judge_moves(board, games, engine.sample_moves(board, games, seed))
        games, _ = engine.judge_retreats(board, games, engine.sample_retreats(board, games, seed))
    games = engine.settle_ownership(board, games)
    engine.judge_adjustments(board, games, engine.sample_adjustments(board, games, 4))


def play_environment() -> None:
    """A year of random choices in the vector environment."""
    for board_id, convoys in (("standard", False), ("standard", True), ("colonial-variant", False)):
        environment = VectorEnvironment(board_id, games=32, years=1, convoys=convoys)
        for seed in range(6):
            environment.step(environment.sample(seed))


def search() -> None:
    """One search, with what was learned."""
    variant = load_variant("standard")
    bot = make_bot("learned", timed=False)
    power = next(iter(variant.powers))
    bot.choose(variant, variant.rulebook, start_state(variant), power, random.Random(1))


if __name__ == "__main__":
    for board_id in BOARDS:
        play_year(board_id)
    play_environment()
    search()
