"""``legation report``: what happened in a game, for the players."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from legation.errors import RequestError
from legation.game import parse_phase
from legation.library import Game
from legation.render.words import WRITERS, report_game, report_theatre


class ReportForm(StrEnum):
    """The format of a report."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"
    BBCODE = "bbcode"
    DISCORD = "discord"


def report(
    folder: Annotated[Path, typer.Argument(help="The game's folder.")],
    power: Annotated[str, typer.Option(help="The power whose view to show; by default what everybody may see.")] = "",
    phase: Annotated[str, typer.Option(help="A phase such as S1901M, or all; by default the last.")] = "",
    theatre: Annotated[str, typer.Option(help="Only one theatre of a large board, such as Europe.")] = "",
    form: Annotated[
        ReportForm, typer.Option("--format", help="Text, Markdown, HTML, the code of forums, or Discord.")
    ] = ReportForm.TEXT,
) -> None:
    """Report the results of a phase with their reasons, and the current board and votes."""
    game = Game.load(folder)
    view = game.view(power or None)
    if phase and phase.lower() != "all" and parse_phase(phase) not in [record.phase for record in view.records]:
        raise RequestError("--phase", f"{phase} was not judged in this game")
    if theatre:
        judged = [record for record in view.records if not phase or record.phase == parse_phase(phase)]
        if not judged:
            raise RequestError("--theatre", "no phase of this game is judged yet")
        print(WRITERS[form.value](report_theatre(game.variant, judged[-1], theatre)), end="")
        return
    print(WRITERS[form.value](report_game(game.variant, view, phase or None)), end="")
