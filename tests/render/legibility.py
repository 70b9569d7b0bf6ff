"""Figures of legibility on the positions in ``midgame``: ``python -m tests.render.legibility`` prints them."""

import json
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

from legation.board import LocationId, Position, SpaceId, space_of
from legation.board.ways import curve, keep_right
from legation.contract import read_request
from legation.orders import Piece, SupportMove
from legation.render.picture.arrows import draw_orders
from legation.render.picture.board_svg import Picture, Style
from legation.render.picture.canvas import Canvas
from legation.render.picture.legibility import OVER, Legibility, is_astray, measure_picture, name_spaces
from legation.render.picture.palette import make_liveries
from legation.render.picture.situation import Situation, show_request
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.theme import LIGHT
from legation.render.picture.tracks import ASIDE, STEPS, distance
from legation.render.picture.view import print_scale, whole_view
from tests.render.kit_drawing import atlas

POSITIONS = Path(__file__).with_name("midgame")
BOARDS = ("standard", "cline-9-man-vii", "colonia-i", "colonia-iii", "colonia-vii", "colonial-variant")


@cache
def measure(variant: str) -> Legibility:
    """The figures of a board at the size of posters and large pictures, with results."""
    return measure_picture(draw_midgame(variant))


@cache
def draw_midgame(variant: str, scale: float | None = None) -> Picture:
    """The middle of a game at the size of posters and large pictures, or at another scale, with results."""
    found = atlas(variant)
    request = read_request(json.loads((POSITIONS / f"{variant}.json").read_text(encoding="utf-8")))
    situation = replace(show_request(request, has_results=True), powers=found.powers, closed=found.closed)
    view = whole_view(found.shapes, scale or print_scale(found.shapes))
    return Picture(found.board, found.shapes, situation, Style(), view)


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


def measure_supports(variant: str) -> tuple[int, int]:
    """How many supports of a move over one border there are, and how many of their lines are astray; no unit stands."""
    found = atlas(variant)
    pairs = {(border.start, border.end) for border in found.board.borders}
    pairs |= {(border.end, border.start) for border in found.board.borders if not border.is_one_way}
    ways: dict[SpaceId, list[tuple[LocationId, LocationId]]] = {}
    for start, end in sorted(pairs):
        ways.setdefault(space_of(end), []).append((start, end))
    power = found.powers[0]
    orders = tuple(
        (power, SupportMove(Piece(None, helper), Piece(None, start), target))
        for group in ways.values()
        for start, target in group
        for helper in dict.fromkeys(place for place, _ in group)
        if space_of(helper) != space_of(start)
    )
    view = whole_view(found.shapes, print_scale(found.shapes))
    situation = Situation(powers=found.powers, position=Position(), orders=orders)
    terrain = TerrainMap(found.board, found.shapes)
    liveries = make_liveries(found.powers, LIGHT)
    drawn = draw_orders(Canvas(found.board, found.shapes, view, LIGHT, situation, liveries, terrain)).drawn
    astray = sum(is_astray(drawing.extent, name_spaces(task.order), terrain, view) for task, drawing in drawn)
    return len(drawn), astray


def _write(variant: str) -> None:
    found = measure(variant)
    moves, astray, over = measure_borders(variant)
    supports, supports_astray = measure_supports(variant)
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
    sys.stdout.write(f"  stand-offs hidden: {len(found.hidden)} of {found.stand_offs}: {' '.join(found.hidden)}\n")
    sys.stdout.write(f"  marks of centres hidden: {len(found.lost)} of {found.centres}: {' '.join(found.lost)}\n")
    sys.stdout.write(f"  all {moves} moves over one border: {astray} astray, {over} over a third anchor\n")
    sys.stdout.write(f"  all {supports} supports of such a move: {supports_astray} astray\n")


if __name__ == "__main__":
    for name in sys.argv[1:] or BOARDS:
        _write(name)
