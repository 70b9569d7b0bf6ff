"""``legation explain``: why one order came out as it did."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from legation.errors import RequestError
from legation.game import Game, read_request
from legation.render import tell_explanation


def explain(
    order: Annotated[str, typer.Argument(help="The order, or just its unit: 'A PAR - BUR' or 'A PAR'.")],
    file: Annotated[Path | None, typer.Argument(help="A judge request; standard input where none is named.")] = None,
) -> None:
    """Print the chain behind one order of a judge request, and what would have changed it."""
    request = read_request(_read(file))
    game = Game(request.variant, request.rulebook, request.state)
    game.enter(request.submissions)
    game.advance()
    print(tell_explanation(game.trace(order)))


def _read(file: Path | None) -> object:
    name = "standard input" if file is None else str(file)
    try:
        return json.loads(sys.stdin.read() if file is None else file.read_text(encoding="utf-8"))
    except OSError as error:
        raise RequestError(name, error.strerror or "cannot be read") from None
    except (ValueError, RecursionError) as error:
        raise RequestError(name, f"not JSON: {error}") from None
