"""``legation game stats``: turning points and figures of a game."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from legation.game import Statistics, write_value
from legation.library import Game
from legation.render.words import WRITERS, report_statistics


class StatisticsForm(StrEnum):
    """The format of the statistics."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"
    BBCODE = "bbcode"
    DISCORD = "discord"
    JSON = "json"


def stats(
    folder: Annotated[Path, typer.Argument(help="The game's folder.")],
    form: Annotated[
        StatisticsForm, typer.Option("--format", help="Text, Markdown, HTML, the code of forums, Discord, or JSON.")
    ] = StatisticsForm.TEXT,
) -> None:
    """Print turning points and figures: orders, supports, stabs, who fought whom where, idle units, centres."""
    game = Game.load(folder)
    if form is StatisticsForm.JSON:
        print(json.dumps(write_value(game.statistics, Statistics), indent=2))
        return
    report = report_statistics(game.variant, game.statistics, game.turning_points, game.state.ending)
    print(WRITERS[form.value](report), end="")
