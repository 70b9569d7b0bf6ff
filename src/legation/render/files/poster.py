"""The view of a poster: scale and repeats so chosen that board and legend fill 22 by 45 inches."""

from dataclasses import replace

from legation.board import Board, Shapes
from legation.render.files.pdf import EDGE, POSTER
from legation.render.picture.board_svg import Style, draw_board
from legation.render.picture.situation import Situation
from legation.render.picture.svg import svg_size
from legation.render.picture.view import REPEAT, print_scale, whole_view

LEGEND = 1.7
"""A wall is read from farther off."""


def draw_poster(board: Board, shapes: Shapes, situation: Situation, style: Style) -> str:
    """The drawing of a poster, legend included; a round world repeats as much as fills the sheet."""
    styled = replace(style, has_legend=True, has_frame=True, legend_size=LEGEND)
    scale, repeat = print_scale(shapes), REPEAT
    svg = draw_board(board, shapes, situation, style=styled, view=whole_view(shapes, scale, repeat=repeat))
    if not shapes.wraps:
        return svg
    width, height = svg_size(svg)
    shape = (POSTER[0] - 2 * EDGE) / (POSTER[1] - 2 * EDGE)
    spare = (height * shape - width) / scale / 2
    if spare <= 1:
        return svg
    return draw_board(board, shapes, situation, style=styled, view=whole_view(shapes, scale, repeat=repeat + spare))
