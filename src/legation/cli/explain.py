"""``legation explain``: why one order succeeded or failed."""

from pathlib import Path
from typing import Annotated

import typer

from legation.cli.request_file import load_request
from legation.library import Game
from legation.render.words import write_explanation


def explain(
    order: Annotated[str, typer.Argument(help="The order, or just its unit: 'A PAR - BUR' or 'A PAR'.")],
    file: Annotated[Path | None, typer.Argument(help="A judge request; standard input by default.")] = None,
) -> None:
    """Print the chain behind one order of a judge request, and what would have changed it."""
    request = load_request(file)
    game = Game(request.variant, request.rulebook, request.state)
    game.enter(request.submissions)
    game.advance()
    print(write_explanation(game.trace(order)))
