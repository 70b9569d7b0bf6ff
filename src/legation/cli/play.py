"""``legation play``: a person against bots in the terminal."""

import random
import sys
from pathlib import Path
from typing import Annotated

import typer

from legation.bots import make_bot
from legation.cli.picture import write_picture
from legation.cli.play_session import PlaySession, Terminal
from legation.cli.rule_options import Modules, Rules, Switches, read_switches
from legation.library import Game

SEED = 1
YEARS = 200


def play(
    variant: Annotated[str, typer.Argument(help="The variant to play, or the folder of one.")] = "standard",
    *,
    power: Annotated[str, typer.Option(help="The power you play; random by default.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed and the same orders play the same game.")] = SEED,
    years: Annotated[int, typer.Option(min=1, max=YEARS, help="The maximum number of years.")] = YEARS,
    bot: Annotated[
        str, typer.Option(help="The bot that plays the other powers: greedy, easy, steady, strong or master.")
    ] = "greedy",
    rules: Rules = "",
    option: Switches = None,
    module: Modules = None,
    picture: Annotated[Path | None, typer.Option(help="An SVG file, redrawn before each phase.")] = None,
) -> None:
    """Play against bots: orders line by line, with help, and the reasons for every result."""
    game = Game.new(variant, rules or None, modules=module or (), **read_switches(option))
    powers = list(game.variant.seats)
    seat = game.variant.parse_power(power) if power else random.Random(seed).choice(powers)
    session = PlaySession(game, seat, _make_terminal(), seed=seed, bot=make_bot(bot, timed=False))
    if picture is not None:
        session.on_phase = lambda now: write_picture(now, picture)
    session.run(game.variant.first_year + years * game.variant.calendar.round_years)


def _make_terminal() -> Terminal:
    return Terminal(print) if sys.stdin.isatty() else Terminal(print, lines=iter(sys.stdin))
