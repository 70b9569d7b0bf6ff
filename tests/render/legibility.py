"""Figures of legibility on the positions in ``midgame``: ``python -m tests.render.legibility`` prints them."""

import json
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

from legation.board import space_of
from legation.board.ways import curve, keep_right
from legation.contract import read_request
from legation.render.picture.board_svg import Picture, Style
from legation.render.picture.legibility import OVER, Legibility, is_astray, measure_picture
from legation.render.picture.situation import show_request
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.tracks import ASIDE, STEPS, distance
from legation.render.picture.view import print_scale, whole_view
from tests.render.kit_drawing import atlas

POSITIONS = Path(__file__).with_name("midgame")
BOARDS = ("standard", "cline-9-man-vii", "colonia-i", "colonia-iii", "colonia-vii", "colonial-variant")


@cache
def measure(variant: str) -> Legibility:
    """The figures of a board at the size of posters and large pictures, with results."""
    found = atlas(variant)
    request = read_request(json.loads((POSITIONS / f"{variant}.json").read_text(encoding="utf-8")))
    situation = replace(show_request(request, has_results=True), powers=found.powers, closed=found.closed)
    view = whole_view(found.shapes, print_scale(found.shapes))
    return measure_picture(Picture(found.board, found.shapes, situation, Style(), view))


def measure_borders(variant: str) -> tuple[int, int, int]:
    """How many moves over one border there are, how many of their lines are astray, and how many run over an anchor.

    Lines go from anchor to anchor, and an anchor counts whether or not a unit stands there.
    """
    found = atlas(variant)
    board, shapes = found.board, found.shapes
    view = whole_view(shapes, print_scale(shapes))
    terrain = TerrainMap(board, shapes)
    anchors = {code: view.pixel(shape.unit) for code, shape in shapes.spaces.items()}
    pairs = {(border.start, border.end) for border in board.borders}
    pairs |= {(border.end, border.start) for border in board.borders if not border.is_one_way}
    astray = over = 0
    for start, end in pairs:
        points = [view.pixel(spot) for spot in shapes.way(start, end)]
        line = curve(keep_right(points, ASIDE), STEPS)
        named = {space_of(start), space_of(end)}
        astray += is_astray(line, named, terrain, view)
        turn = shapes.turn * view.scale
        others = [
            (x + shift, y)
            for code, (x, y) in anchors.items()
            if code not in named
            for shift in ((0.0, turn, -turn) if turn else (0.0,))
        ]
        over += any(distance(place, line) < OVER * view.block for place in others)
    return len(pairs), astray, over


def _write(variant: str) -> None:
    found = measure(variant)
    moves, astray, over = measure_borders(variant)
    lists = {
        "moves astray": found.astray,
        "supports astray": found.supports_astray,
        "lines over a third unit": found.over_units,
        "heads on a label": found.covered,
    }
    sys.stdout.write(f"{variant}: {found.units} units, {found.moves} moves, {found.supports} supports\n")
    for title, orders in lists.items():
        sys.stdout.write(f"  {title}: {len(orders)} {'; '.join(orders)}\n")
    sys.stdout.write(f"  labels under a line: {len(found.crossed)} of {found.labels}: {' '.join(found.crossed)}\n")
    sys.stdout.write(f"  all {moves} moves over one border: {astray} astray, {over} over a third anchor\n")


if __name__ == "__main__":
    for name in sys.argv[1:] or BOARDS:
        _write(name)
