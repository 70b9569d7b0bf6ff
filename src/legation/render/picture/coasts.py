"""Split coasts: their names on the map, and a notch on the shore where two of them meet."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from legation.board import TENTHS, Arc, ArcKind, Board, Shapes, Space, SpaceId, Spot, Vertex, space_of
from legation.render.picture.canvas import Canvas
from legation.render.picture.labels import Taken
from legation.render.picture.looks import LOOKS
from legation.render.picture.svg import group, number, tag, text
from legation.render.picture.symbols import BLOCK
from legation.render.picture.theme import SERIF
from legation.render.picture.tracks import Point
from legation.render.picture.view import Bounds, Level, View

_LABELS = LOOKS["labels"]
NOTCH: float = _LABELS["notch"]
"""How far a notch extends to either side of the shore, in px."""


class Parting(NamedTuple):
    """The meeting point of two coasts of a space, and the direction across the shore there."""

    space: SpaceId
    spot: Spot
    across: tuple[float, float]


def list_partings(board: Board, shapes: Shapes) -> list[Parting]:
    """All places where one named coast changes into another."""
    return [
        parting
        for code in sorted(shapes.spaces)
        if code in board.spaces and len(board.spaces[code].coasts) > 1
        for parting in _part(board, board.spaces[code], shapes)
    ]


def _part(board: Board, space: Space, shapes: Shapes) -> Iterator[Parting]:
    """A shore belongs to the coasts reached from its sea; seas that two coasts share separate nothing."""
    seas: dict[str, set[str]] = defaultdict(set)
    for location in space.locations[1:]:
        for target in board.fleet_moves[location]:
            seas[space_of(target)].add(location)
    ends: dict[Vertex, list[tuple[set[str], Vertex]]] = defaultdict(list)
    for arc in shapes.arcs:
        if arc.kind is ArcKind.COAST and space.id in arc.sides and len(arc.line) > 1:
            coasts = seas.get(_other(arc, space.id), set())
            ends[arc.line[0]].append((coasts, arc.line[1]))
            ends[arc.line[-1]].append((coasts, arc.line[-2]))
    for spot, meeting in sorted(ends.items()):
        if len(meeting) == 2 and meeting[0][0] and meeting[1][0] and not meeting[0][0] & meeting[1][0]:
            (x, y), (next_x, next_y) = meeting[0][1], meeting[1][1]
            length = math.hypot(next_x - x, next_y - y) or 1.0
            across = ((y - next_y) / length, (next_x - x) / length)
            yield Parting(space.id, Spot(spot[0] / TENTHS, spot[1] / TENTHS), across)


def _other(arc: Arc, code: str) -> str:
    return arc.sides[1] if arc.sides[0] == code else arc.sides[0]


def coast_letters(view: View) -> float:
    """The letter size of coast names, in px."""
    grown = view.medium.coast_letters * min(1.0, view.block / BLOCK)
    return max(view.medium.least_letters[view.level], grown)


def place_coast(spot: Point, view: View, taken: Taken) -> Point:
    """The middle of a coast's name: where a fleet would stand or, if that place is taken, beside it."""
    places = [(spot[0] + right * view.block, spot[1] + below * view.block) for right, below in _LABELS["coastAside"]]
    return next((place for place in places if taken.is_free(coast_box(place, view))), spot)


class CoastCrowding(NamedTuple):
    """What the name of a fleet's coast avoids: heads; beside the fleet also what is taken, and lines if possible."""

    heads: Taken
    taken: Taken
    lines: Taken


def place_fleet_coast(unit: Point, view: View, crowding: CoastCrowding) -> Point:
    """The middle of the name of a fleet's coast: under the fleet or, if an arrowhead is there, beside it."""
    under = under_fleet(unit, view)
    if crowding.heads.is_free(coast_box(under, view)):
        return under
    places = [(unit[0] + right * view.block, unit[1] + below * view.block) for right, below in _LABELS["coastBeside"]]
    free = [place for place in places if crowding.taken.is_free(coast_box(place, view))]
    clear = (place for place in free if crowding.lines.is_free(coast_box(place, view)))
    return next(clear, (free or [under])[0])


def under_fleet(unit: Point, view: View) -> Point:
    """The usual middle of the name of a fleet's coast."""
    letters = coast_letters(view)
    return unit[0], unit[1] + _LABELS["coastBelow"] * view.block + (_LABELS["baseLine"] - _LABELS["bentBase"]) * letters


def coast_box(middle: Point, view: View) -> Bounds:
    """The box of the name of a coast."""
    across, down = (share * coast_letters(view) for share in _LABELS["coastBox"])
    return middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down


def draw_coasts(canvas: Canvas, obstacles: Iterable[Bounds] = ()) -> str:
    """The names of coasts without a fleet, clear of obstacles if possible, and the notches between coasts."""
    view, theme, board = canvas.view, canvas.theme, canvas.board
    if not view.has_labels or view.level is Level.WORLD:
        return ""
    manned = {unit.location for unit in canvas.situation.position.units.values()}
    letters = coast_letters(view)
    taken = Taken(canvas.shapes.turn * view.scale)
    for box in obstacles:
        taken.add(box)
    drawn = []
    for parting in list_partings(board, canvas.shapes):
        wide, high = (share * NOTCH for share in parting.across)
        for x, y in view.copies(parting.spot):
            line = f"M{number(x - wide)} {number(y - high)}L{number(x + wide)} {number(y + high)}"
            drawn.append(tag("path", d=line, stroke=theme.coast, stroke_width=_LABELS["notchWidth"]))
    for code, shape in sorted(canvas.shapes.spaces.items()):
        for coast, spot in shape.coasts.items():
            if f"{code}/{coast}" in manned:
                continue
            owner = canvas.situation.position.owners.get(code)
            ground = canvas.liveries[owner].tint if owner else theme.land
            for place in view.copies(spot):
                x, y = place_coast(place, view, taken)
                drawn.append(text(coast.lower(), x, y + letters * _LABELS["bentBase"], fill=theme.ink_2, stroke=ground))
    return group(
        drawn, id="coasts", font_family=SERIF, font_style="italic", font_weight=500, font_size=round(letters, 1),
        text_anchor="middle", stroke_width=_LABELS["noteHalo"], paint_order="stroke",
    )  # fmt: skip
