"""The sheet of a poster: the map, for a round world a panel beside it, and the legend over the full width."""

from dataclasses import replace

from legation.board import Board, Shapes
from legation.render.files.pdf import EDGE, POSTER
from legation.render.files.poster_panel import GAP, draw_key, draw_panel, find_crowd, panel_width
from legation.render.picture.board_svg import Picture, Style, draw_board
from legation.render.picture.legend import Legend, draw_legend, make_legend
from legation.render.picture.situation import Situation
from legation.render.picture.svg import document, number, tag
from legation.render.picture.view import print_scale, whole_view

LEGEND = 1.7
"""A wall is read from farther off."""
LARGEST_LEGEND = 3.0
REPEAT = 20.0
"""Board units beyond the seam, so that lines over it are seen on either side."""
SHAPE = (POSTER[0] - 2 * EDGE) / (POSTER[1] - 2 * EDGE)
"""Width of a poster's drawing to its height."""


def draw_poster(board: Board, shapes: Shapes, situation: Situation, style: Style) -> str:
    """The drawing of a poster. A flat board has its legend under it, a round world a panel on its left too."""
    styled = replace(style, has_legend=True, has_frame=True, has_compass=True, legend_size=LEGEND)
    scale = print_scale(shapes)
    if not shapes.wraps:
        return draw_board(board, shapes, situation, style=styled, view=whole_view(shapes, scale))
    view = whole_view(shapes, scale, repeat=REPEAT)
    picture = Picture(board, shapes, situation, replace(styled, is_legend_apart=True), view)
    window = find_crowd(board, shapes)
    panel = panel_width(view)
    width = panel + GAP + picture.width
    legend, size = _fit_legend(picture, width - 2 * GAP, width / SHAPE - picture.height - GAP)
    foot = picture.height + GAP
    height = max(width / SHAPE, foot + legend.height * size)
    parts = [
        tag("rect", width=width, height=height, fill=style.theme.paper),
        draw_panel(picture, window, panel, picture.height),
        # What juts out of the map is cut off by a drawing of its own.
        tag(
            "svg", *picture.draw_layers(draw_key(picture, window)), x=panel + GAP, width=picture.width,
            height=picture.height, viewBox=f"0 0 {number(picture.width)} {number(picture.height)}",
        ),
        tag(
            "g", draw_legend(legend, (width - 2 * GAP) / size, style.theme),
            transform=f"translate({number(GAP)} {number(foot)}) scale({number(size)})",
        ),
    ]  # fmt: skip
    return document(width, height, parts, title=style.title or shapes.variant, defs=picture.list_patterns())


def _fit_legend(picture: Picture, width: float, room: float) -> tuple[Legend, float]:
    """The legend as large as there is room for."""
    size = LARGEST_LEGEND
    while True:
        legend = make_legend(picture.canvas, "", width / size, names=picture.style.has_names)
        if legend.height * size <= room or size <= LEGEND:
            return legend, size
        size -= 0.05
