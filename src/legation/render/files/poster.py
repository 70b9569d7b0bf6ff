"""The sheet of a poster: the map, for a round world a panel beside it, and the legend across the full width."""

from dataclasses import replace

from legation.board import Board, Shapes
from legation.render.files.pdf import EDGE, POSTER
from legation.render.files.poster_panel import (
    GAP,
    draw_cartouche,
    draw_key,
    draw_numbers,
    draw_panel,
    draw_scale,
    draw_table,
    list_powers,
    measure_cartouche,
    most_crowded,
    panel_width,
)
from legation.render.picture.board_svg import Picture, Style
from legation.render.picture.legend import Legend, draw_legend, make_legend
from legation.render.picture.ornament import draw_border
from legation.render.picture.situation import Situation
from legation.render.picture.svg import document, number, tag
from legation.render.picture.theme import SERIF
from legation.render.picture.view import print_scale, whole_view

LEGEND = 1.7
"""Posters on walls are read from farther away."""
LARGEST_LEGEND = 3.0
FOOT = (800.0, 640.0)
"""In px, the cartouche and the table under a flat map."""
FOOT_SIZE = 0.68
"""The letter size of such a cartouche: it is smaller than that beside a world."""
ROW = 34.0
REPEAT = 20.0
"""Board units drawn beyond the seam, so that lines across it are seen on either side."""
SHAPE = (POSTER[0] - 2 * EDGE) / (POSTER[1] - 2 * EDGE)
"""The width of a poster's drawing relative to its height."""


def draw_poster(board: Board, shapes: Shapes, situation: Situation, style: Style) -> str:
    """The drawing of a poster. A flat board has its title and legend below, a round world a panel on its left."""
    styled = replace(style, has_legend=True, has_frame=True, has_compass=True, legend_size=LEGEND, is_legend_apart=True)
    view = whole_view(shapes, print_scale(shapes), repeat=REPEAT if shapes.wraps else 0.0)
    picture = Picture(board, shapes, situation, styled, view)
    return _draw_world(picture) if shapes.wraps else _draw_flat(picture)


def _draw_flat(picture: Picture) -> str:
    """A map with a foot: cartouche, legend, and a table of the powers with a scale of moves."""
    style, situation, theme = picture.style, picture.situation, picture.theme
    powers = list(list_powers(picture))
    width = picture.width
    beside = FOOT[0] + FOOT[1] + 4 * GAP
    least = max(measure_cartouche(style, situation) * FOOT_SIZE, ROW * (len(powers) + 1) + 150)
    legend, size = _fit_legend(picture, width - beside, least - GAP)
    tall = max(least, legend.height * size + GAP)
    foot = picture.height + GAP
    right = width - FOOT[1]
    parts = [
        tag("rect", width=width, height=foot + tall, fill=theme.paper),
        tag(
            "svg", *picture.draw_layers(), width=width, height=picture.height,
            viewBox=f"0 0 {number(width)} {number(picture.height)}",
        ),
        tag(
            "g", draw_cartouche((0.0, 0.0, FOOT[0] / FOOT_SIZE, tall / FOOT_SIZE), style, situation),
            transform=f"translate(0 {number(foot)}) scale({number(FOOT_SIZE)})", font_family=SERIF, fill=theme.ink,
        ),
        tag(
            "g", draw_legend(legend, (width - beside) / size, theme),
            transform=f"translate({number(FOOT[0] + 2 * GAP)} {number(foot)}) scale({number(size)})",
        ),
        tag(
            "g", draw_border((right, foot, width, foot + tall), theme, fill=theme.leaf),
            *draw_table("Powers", powers, (right + 40, foot + 26, width - 40), ROW),
            draw_scale(picture, right + 40, foot + tall - 52, FOOT[1] - 80),
            id="tables", font_family=SERIF, fill=theme.ink,
        ),
    ]  # fmt: skip
    return document(width, foot + tall, parts, title=style.title, defs=picture.list_patterns())


def _draw_world(picture: Picture) -> str:
    board, shapes, style, view = picture.board, picture.shapes, picture.style, picture.view
    window = most_crowded(board, shapes)
    panel = panel_width(view)
    width = panel + GAP + picture.width
    legend, size = _fit_legend(picture, width - 2 * GAP, width / SHAPE - picture.height - GAP)
    foot = picture.height + GAP
    height = max(width / SHAPE, foot + legend.height * size)
    parts = [
        tag("rect", width=width, height=height, fill=style.theme.paper),
        draw_panel(picture, window, panel, picture.height),
        # A nested drawing clips whatever extends beyond the map.
        tag(
            "svg", *picture.draw_layers(draw_key(picture, window) + draw_numbers(picture)), x=panel + GAP,
            width=picture.width, height=picture.height, viewBox=f"0 0 {number(picture.width)} {number(picture.height)}",
        ),
        tag(
            "g", draw_legend(legend, (width - 2 * GAP) / size, style.theme),
            transform=f"translate({number(GAP)} {number(foot)}) scale({number(size)})",
        ),
    ]  # fmt: skip
    return document(width, height, parts, title=style.title, defs=picture.list_patterns())


def _fit_legend(picture: Picture, width: float, room: float) -> tuple[Legend, float]:
    """The legend, as large as the room permits."""
    size = LARGEST_LEGEND
    while True:
        legend = make_legend(
            picture.canvas, "", width / size, names=picture.style.has_names, has_ties=bool(picture.ties)
        )
        if legend.height * size <= room or size <= LEGEND:
            return legend, size
        size -= 0.05
