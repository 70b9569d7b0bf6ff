"""Parts of an order line: casing, line, head, bar, ring and bracket. Failure is a shape, never a colour."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from legation.render.picture.looks import LOOKS
from legation.render.picture.svg import number, tag
from legation.render.picture.tracks import Point, Track, length, path_of, point_at, trim, walk

_STROKES = LOOKS["strokes"]
CASING: float = _STROKES["casing"]
"""The px of paper on both sides together."""
SOFT: float = _STROKES["casingOpacity"]
HEAD: float = _STROKES["head"]["length"]


@dataclass(frozen=True, slots=True)
class Pen:
    """The colour of a line, the colour of its casing, and the size relative to Region zoom."""

    colour: str
    casing: str
    size: float = 1.0


def draw_line(track: Track, pen: Pen, width: float, *, dashes: str = "", is_round: bool = False) -> str:
    """A cased line."""
    path = path_of(track)
    width *= pen.size
    under = tag("path", d=path, stroke=pen.casing, stroke_width=width + CASING * pen.size, stroke_opacity=SOFT)
    line = tag(
        "path", d=path, stroke=pen.colour, stroke_width=width, stroke_dasharray=_scaled(dashes, pen),
        stroke_linecap="round" if is_round else None,
    )  # fmt: skip
    return under + line


def draw_double(track: Track, pen: Pen, *, dashes: str = "") -> str:
    """A double rule: an army carried by sea."""
    look = _STROKES["double"]
    path = path_of(trim(track, 0, look["back"]))
    return (
        tag("path", d=path, stroke=pen.casing, stroke_width=look["casing"] * pen.size)
        + tag(
            "path", d=path, stroke=pen.colour, stroke_width=look["line"] * pen.size,
            stroke_dasharray=_scaled(dashes, pen), stroke_linecap="round" if dashes else None,
        )
        + tag("path", d=path, stroke=pen.casing, stroke_width=look["inner"] * pen.size)
    )  # fmt: skip


def draw_head(track: Track, pen: Pen, *, is_open: bool = False) -> str:
    """An arrowhead: filled, or open against a bar if the move was beaten."""
    look = _STROKES["head"]
    tip, way = walk(track, length(track))
    grow = pen.size * (look["open"] if is_open else 1.0)
    if is_open:
        tip = off(tip, way, -look["back"] * grow, 0)
    path = path_of(tuple(off(tip, way, along * grow, side * grow) for along, side in look["corners"])) + "Z"
    casing = tag(
        "path", d=path, fill=pen.casing, stroke=pen.casing, stroke_width=CASING * pen.size, stroke_opacity=SOFT
    )
    if not is_open:
        return casing + tag("path", d=path, fill=pen.colour)
    ahead, reach = look["bar"]
    bar = path_of((off(tip, way, ahead * grow, reach * grow), off(tip, way, ahead * grow, -reach * grow)))
    return (
        casing
        + tag("path", d=path, fill=pen.casing, stroke=pen.colour, stroke_width=look["rim"] * pen.size)
        + tag("path", d=bar, stroke=pen.casing, stroke_width=look["barCasing"] * pen.size)
        + tag("path", d=bar, stroke=pen.colour, stroke_width=look["barLine"] * pen.size)
    )


def head_box(track: Track, pen: Pen) -> tuple[float, float, float, float]:
    """The box of an arrowhead: no label may cover it."""
    back, room = (part * pen.size for part in _STROKES["head"]["room"])
    tip, way = walk(track, length(track))
    x, y = off(tip, way, -back, 0)
    return x - room, y - room, x + room, y + room


def shaft_boxes(track: Track, size: float) -> Iterator[tuple[float, float, float, float]]:
    """Boxes along a line with its casing, and a larger one at its end for a ring or a bracket; none for a mark."""
    look = _STROKES["shaft"]
    if length(track) == 0:
        return
    room, end = look["room"] * size, look["end"] * size
    for a, b in pairwise(track):
        count = max(1, math.ceil(math.dist(a, b) / (look["step"] * size)))
        for step in range(count):
            share = (step + 0.5) / count
            x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            yield x - room, y - room, x + room, y + room
    x, y = track[-1]
    yield x - end, y - end, x + end, y + end


def draw_ring(place: Point, pen: Pen) -> str:
    """Where a support joins the move that it helps."""
    look = _STROKES["ring"]
    return tag(
        "circle", cx=place[0], cy=place[1], r=look["radius"] * pen.size, fill=pen.casing, stroke=pen.colour,
        stroke_width=look["width"] * pen.size,
    )  # fmt: skip


def draw_bracket(track: Track, pen: Pen) -> str:
    """Where a support of a hold meets its unit."""
    look = _STROKES["bracket"]
    end, way = walk(track, length(track))
    places = tuple(off(end, way, along * pen.size, side * pen.size) for along, side in look["corners"])
    return _cased(path_of(places), pen, look["width"])


def draw_cut(track: Track, pen: Pen) -> str:
    """Two strokes across a support that was cut."""
    look, size = _STROKES["cut"], pen.size
    middle, way = point_at(track, 0.5)
    lean, reach = look["lean"], look["reach"] * size
    gap = path_of((off(middle, way, -look["gap"] * size, 0), off(middle, way, look["gap"] * size, 0)))
    strokes = "".join(
        path_of((off(middle, way, (at - lean) * size, -reach), off(middle, way, (at + lean) * size, reach)))
        for at in look["at"]
    )
    under = tag("path", d=gap, stroke=pen.casing, stroke_width=look["gapWidth"] * size)
    return under + _cased(strokes, pen, look["width"])


def draw_plinth(place: Point, pen: Pen, block: float) -> str:
    """Under a unit that holds."""
    look = _STROKES["plinth"]
    x, y = place
    wide, low, high = block * look["wide"], y + block * look["low"], y + block * look["high"]
    corners = ((x - wide, high), (x - wide, low), (x + wide, low), (x + wide, high))
    return _cased(path_of(corners), pen, look["width"])


def draw_build(place: Point, pen: Pen, block: float) -> str:
    """A ring round a new unit, and a plus."""
    look = _STROKES["build"]
    x, y = place
    radius, arm = block * look["radius"], look["arm"] * pen.size
    top = y - radius
    plus = path_of(((x - arm, top), (x + arm, top))) + path_of(((x, top - arm), (x, top + arm)))
    return (
        tag("circle", cx=x, cy=y, r=radius, stroke=pen.casing, stroke_width=look["casing"] * pen.size)
        + tag("circle", cx=x, cy=y, r=radius, stroke=pen.colour, stroke_width=look["ring"] * pen.size)
        + _cased(plus, pen, look["plus"])
    )


def build_box(place: Point, pen: Pen, block: float) -> tuple[float, float, float, float]:
    """The box of the ring and the plus: no label may cover them."""
    look = _STROKES["build"]
    x, y = place
    reach = block * look["radius"] + look["casing"] / 2 * pen.size
    return x - reach, y - reach - look["arm"] * pen.size, x + reach, y + reach


def draw_removal(place: Point, pen: Pen, block: float) -> str:
    """A stroke through a removed unit."""
    look = _STROKES["removal"]
    x, y = place
    reach = block * look["reach"]
    return _cased(path_of(((x - reach, y - reach), (x + reach, y + reach))), pen, look["width"])


def removal_box(place: Point, pen: Pen, block: float) -> tuple[float, float, float, float]:
    """The box of the stroke: no label may cover it."""
    look = _STROKES["removal"]
    x, y = place
    reach = block * look["reach"] + (look["width"] + CASING) / 2 * pen.size
    return x - reach, y - reach, x + reach, y + reach


def off(place: Point, way: Point, along: float, side: float) -> Point:
    """A point at a distance along a direction from another, and at a distance to its side."""
    return place[0] + way[0] * along - way[1] * side, place[1] + way[1] * along + way[0] * side


def _scaled(dashes: str, pen: Pen) -> str | None:
    return " ".join(number(float(part) * pen.size) for part in dashes.split()) or None


def _cased(path: str, pen: Pen, width: float) -> str:
    return tag("path", d=path, stroke=pen.casing, stroke_width=(width + CASING) * pen.size) + tag(
        "path", d=path, stroke=pen.colour, stroke_width=width * pen.size
    )
