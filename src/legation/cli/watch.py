"""``legation watch``: a game between bots, shown in the terminal."""

import random
from typing import Annotated

import typer
from rich.console import Console

from legation.bots import deal_bots, play_phase
from legation.cli.rule_options import Levels, Modules, Rules, Switches, read_levels, read_switches
from legation.library import Game
from legation.render.words import draw_position, report_phase, word_phase, word_placings, write_text

SEED = 4


def watch(
    variant: Annotated[str, typer.Argument(help="The variant to play, or the folder of one.")] = "standard",
    *,
    years: Annotated[int, typer.Option(min=1, max=200, help="How many years to play.")] = 3,
    seed: Annotated[int, typer.Option(help="The same seed plays the same game.")] = SEED,
    bots: Levels = "greedy",
    rules: Rules = "",
    option: Switches = None,
    module: Modules = None,
) -> None:
    """Watch bots play: the board of each turn, and every order with its reason."""
    console = Console(highlight=False, soft_wrap=True)
    game = Game.new(variant, rules or None, modules=module or (), **read_switches(option))
    chance = random.Random(seed)
    players = deal_bots(read_levels(bots), game.variant.seats)
    last = game.variant.first_year + years * game.variant.calendar.round_years
    while game.state.ending is None and game.state.phase.year < last:
        console.rule(f"[bold]{word_phase(game.state.phase)}")
        console.print(draw_position(game.variant, game.rulebook, game.state), markup=False)
        record = play_phase(game, players, chance)
        console.print()
        console.print(write_text(report_phase(game.variant, game.rulebook, record), is_titled=False), markup=False)
    console.rule("[bold]The board now")
    console.print(draw_position(game.variant, game.rulebook, game.state), markup=False)
    if game.state.ending:
        console.print(word_placings(game.variant, game.places), markup=False)
