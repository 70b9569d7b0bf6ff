"""``legation draw``: a board, a position or the results of a phase as SVG, PNG or PDF, or in motion."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from legation.cli.drawn_phase import choose_situation, choose_watched
from legation.errors import RequestError
from legation.render.files import Paper, PictureRequest, write_picture
from legation.render.picture import Shown


class Letters(StrEnum):
    """The contents of the labels."""

    NAMES = "names"
    CODES = "codes"


def draw(
    variant: Annotated[
        str,
        typer.Argument(help="A variant such as colonia-iii, the folder of a game, or the folder of a board."),
    ],
    output: Annotated[
        Path | None, typer.Argument(help="A file that ends in .svg, .png or .pdf; with --animate also .gif or .webp.")
    ] = None,
    *,
    position: Annotated[
        Path | None,
        typer.Option("--position", "--game", help="A judge request, or a game as one file: draw its position."),
    ] = None,
    phase: Annotated[str | None, typer.Option(help="A judged phase of the game, such as F1902M.")] = None,
    orders: Annotated[bool, typer.Option("--orders", help="Draw the orders with their results.")] = False,
    given: Annotated[
        bool, typer.Option("--given", help="Draw the orders as they were given, without results.")
    ] = False,
    animate: Annotated[
        bool, typer.Option("--animate", help="Make an animation of a judged phase, for a post in a forum.")
    ] = False,
    power: Annotated[str | None, typer.Option(help="Only the orders of a power and those that concern it.")] = None,
    empty: Annotated[bool, typer.Option("--empty", help="The bare board: no units, no owners.")] = False,
    poster: Annotated[
        bool, typer.Option("--poster", help="A poster of 22 by 45 or 30 by 30 inches with fold marks.")
    ] = False,
    tiles: Annotated[Paper | None, typer.Option(help="The poster on ordinary paper, to be glued together.")] = None,
    plate: Annotated[str | None, typer.Option(help="One region only, such as europe.")] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Light lines on dark paper.")] = False,
    black_and_white: Annotated[bool, typer.Option("--black-and-white", help="Hatching only, no colour.")] = False,
    labels: Annotated[Letters, typer.Option(help="Names where they fit, or codes only.")] = Letters.NAMES,
    size: Annotated[int | None, typer.Option(min=120, max=20000, help="Width of the picture in px.")] = None,
    legend: Annotated[bool, typer.Option("--legend", help="Add title and legend.")] = False,
    doubtful: Annotated[
        bool, typer.Option("--doubtful", help="A dotted line beneath names whose place the sheet leaves open.")
    ] = False,
    fonts: Annotated[Path | None, typer.Option(help="A folder of fonts; by default those of the package.")] = None,
) -> None:
    """Draw a board: for the screen, for a report, or for the wall."""
    if orders and given:
        raise RequestError("given", "draws orders without results; leave out --orders")
    if dark and black_and_white:
        raise RequestError("dark", "a picture is dark or black and white; leave out one of the two")
    situation, watched = None, None
    if animate:
        if given:
            raise RequestError("given", "draws orders without results; leave out --animate")
        board, watched = choose_watched(variant, position, phase, power=power)
    else:
        shown = Shown.RESULTS if orders else Shown.ORDERS if given else Shown.POSITION
        board, situation = choose_situation(variant, position, phase, shown=shown, power=power)
    request = PictureRequest(
        variant=board,
        output=output,
        situation=situation,
        watched=watched,
        is_empty=empty,
        is_poster=poster,
        tiles=tiles.value if tiles else None,
        plate=plate,
        theme="print" if black_and_white else "dark" if dark else "light",
        has_names=labels is Letters.NAMES,
        width=size,
        has_legend=legend,
        has_doubts=doubtful,
        fonts=fonts,
    )
    console = Console(stderr=True, highlight=False)
    with console.status("Drawing ..."):
        written = write_picture(request)
    console.print(f"Fonts: {written.fonts}.", soft_wrap=True)
    print(written.path)
