"""Draw the pictures of ``docs/concepts/boards-and-peers.md``: parts of our own boards, as they are drawn today."""

import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from legation.contract import read_request
from legation.render.files.fonts import get_fonts
from legation.render.files.picture import Look, make_style
from legation.render.files.png import make_png
from legation.render.files.poster import draw_poster
from legation.render.picture import Situation, open_atlas, show_request, svg_size
from legation.render.picture.board_svg import draw_board
from legation.render.picture.view import make_view, print_scale, whole_view

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "images" / "maps"
POSITIONS = ROOT / "tests" / "render" / "midgame"
Box = tuple[float, float, float, float]


def draw_part(variant: str, box: Box, *, theme: str = "light", scale: float | None = None, middle: bool = False) -> str:
    """A part of a board in board units: its start or, with ``middle``, the results of a phase in mid-game."""
    atlas = open_atlas(variant)
    situation = Situation(atlas.powers, atlas.start, closed=atlas.closed)
    if middle:
        request = read_request(json.loads((POSITIONS / f"{variant}.json").read_text("utf-8")))
        situation = replace(show_request(request, has_results=True), powers=atlas.powers, closed=atlas.closed)
    style = replace(make_style(atlas, Look(theme=theme)), has_frame=False, warning="")
    view = make_view(atlas.shapes, box, scale or print_scale(atlas.shapes))
    return draw_board(atlas.board, atlas.shapes, situation, style=style, view=view)


def draw_sheet(variant: str) -> str:
    """A whole poster in mid-game."""
    atlas = open_atlas(variant)
    request = read_request(json.loads((POSITIONS / f"{variant}.json").read_text("utf-8")))
    situation = replace(show_request(request, has_results=True), powers=atlas.powers, closed=atlas.closed)
    return draw_poster(atlas.board, atlas.shapes, situation, make_style(atlas, Look()))


def crop(svg: str, left: float, top: float, width: float, height: float) -> str:
    """The same drawing, cut to a part in px."""
    head = re.match(r"<svg[^>]*>", svg)
    assert head
    cut = re.sub(r' (width|height|viewBox)="[^"]*"', "", head[0])[:-1]
    return f'{cut} width="{width}" height="{height}" viewBox="{left} {top} {width} {height}">' + svg[len(head[0]) :]


def draw_world(width: float) -> str:
    """The west of Europe, cut from a black-and-white picture of the whole world of this width."""
    scale = width / whole_view(open_atlas("colonia-vii").shapes, 1.0).width
    return draw_part("colonia-vii", (700, 60, 1650, 620), theme="print", scale=scale)


PICTURES: dict[str, tuple[Callable[[], str], int]] = {
    "standard-alps": (lambda: draw_part("standard", (380, 560, 1000, 1000)), 1000),
    "colonia-vii-europe": (lambda: draw_part("colonia-vii", (780, 130, 1360, 540), middle=True), 1000),
    "colonia-iii-asia-dark": (lambda: draw_part("colonia-iii", (1500, 200, 2080, 640), theme="dark"), 1000),
    "colonia-vii-print": (lambda: draw_world(1500.0), 1000),
    "colonia-iii-poster": (lambda: draw_sheet("colonia-iii"), 1300),
}


def main() -> None:
    """Draw all pictures, or only those named."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        draw, width = PICTURES[name]
        svg = draw()
        if name == "colonia-vii-print":
            width = round(svg_size(svg)[0])
        (FOLDER / f"{name}.png").write_bytes(make_png(svg, width=width, fonts=get_fonts(None).folder))


if __name__ == "__main__":
    main()
