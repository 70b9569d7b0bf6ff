"""``legation watch``: a game between bots, told in the terminal."""

import random
from typing import Annotated

import typer
from rich.console import Console

from legation.bots import GreedyBot
from legation.game import Game
from legation.orders import write_submissions
from legation.render import draw_position, tell_record

SEED = 4


def watch(
    variant: Annotated[str, typer.Argument(help="The variant to play.")] = "standard",
    years: Annotated[int, typer.Option(min=1, max=200, help="How many years to play.")] = 3,
    seed: Annotated[int, typer.Option(help="The same seed plays the same game.")] = SEED,
) -> None:
    """Watch bots play: each turn's board, every order and why it came out so."""
    console = Console(highlight=False, soft_wrap=True)
    game = Game.new(variant)
    chance = random.Random(seed)
    bot = GreedyBot()
    last = game.variant.first_year + years
    while game.state.ending is None and game.state.phase.year < last:
        console.rule(f"[bold]{game.state.phase.title}")
        console.print(draw_position(game.variant, game.state), markup=False)
        for power in game.variant.powers:
            orders = bot.choose(game.variant, game.rulebook, game.state, power, chance)
            game.enter(write_submissions({power: orders}))
        console.print()
        console.print(tell_record(game.variant, game.advance()), markup=False)
    console.rule("[bold]The board now")
    console.print(draw_position(game.variant, game.state), markup=False)
