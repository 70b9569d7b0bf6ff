"""How an order line is drawn: casing, line, head, bar, ring and bracket. Failure is a shape, never a colour."""

from dataclasses import dataclass

from legation.render.picture.svg import number, tag
from legation.render.picture.tracks import Point, Track, length, path_of, point_at, trim, walk

CASING = 3.4
"""Px of paper on either side together."""
HEAD = 10.0


@dataclass(frozen=True, slots=True)
class Pen:
    """Colour of a line, colour of its casing, and size against Region zoom."""

    colour: str
    casing: str
    size: float = 1.0


def draw_line(track: Track, pen: Pen, width: float, *, dashes: str = "", is_round: bool = False) -> str:
    """A cased line."""
    path = path_of(track)
    width *= pen.size
    under = tag("path", d=path, stroke=pen.casing, stroke_width=width + CASING * pen.size, stroke_opacity=0.85)
    scaled = " ".join(number(float(part) * pen.size) for part in dashes.split()) or None
    line = tag(
        "path", d=path, stroke=pen.colour, stroke_width=width, stroke_dasharray=scaled,
        stroke_linecap="round" if is_round else "butt",
    )  # fmt: skip
    return under + line


def draw_double(track: Track, pen: Pen, *, dashes: str = "") -> str:
    """A double rule: an army carried by sea."""
    path = path_of(trim(track, 0, 2))
    scaled = " ".join(number(float(part) * pen.size) for part in dashes.split()) or None
    cap = "round" if dashes else "butt"
    return "".join(
        tag("path", d=path, stroke=colour, stroke_width=width * pen.size, stroke_dasharray=dash, stroke_linecap=cap)
        for colour, width, dash in (
            (pen.casing, 9.0, None),
            (pen.colour, 5.6, scaled),
            (pen.casing, 2.6, None),
        )
    )


def draw_head(track: Track, pen: Pen, *, is_open: bool = False) -> str:
    """An arrow's head: filled, or open against a bar where the move was beaten."""
    tip, (dx, dy) = walk(track, length(track))
    grow = pen.size * (0.94 if is_open else 1.0)
    if is_open:
        tip = (tip[0] - dx * 3.4 * grow, tip[1] - dy * 3.4 * grow)
    corners = [
        _off(tip, (dx, dy), along * grow, side * grow) for along, side in ((0, 0), (-12, 5.2), (-9.2, 0), (-12, -5.2))
    ]
    path = path_of(tuple(corners)) + "Z"
    casing = tag(
        "path", d=path, fill=pen.casing, stroke=pen.casing, stroke_width=CASING * pen.size, stroke_opacity=0.85
    )
    if not is_open:
        return casing + tag("path", d=path, fill=pen.colour)
    bar = path_of((_off(tip, (dx, dy), 3 * grow, 7.4 * grow), _off(tip, (dx, dy), 3 * grow, -7.4 * grow)))
    return (
        casing
        + tag("path", d=path, fill=pen.casing, stroke=pen.colour, stroke_width=1.5 * pen.size, stroke_linejoin="round")
        + tag("path", d=bar, stroke=pen.casing, stroke_width=6 * pen.size)
        + tag("path", d=bar, stroke=pen.colour, stroke_width=2.6 * pen.size)
    )


def draw_ring(place: Point, pen: Pen) -> str:
    """Where a support joins the move it helps."""
    return tag(
        "circle",
        cx=place[0],
        cy=place[1],
        r=4 * pen.size,
        fill=pen.casing,
        stroke=pen.colour,
        stroke_width=1.9 * pen.size,
    )


def draw_bracket(track: Track, pen: Pen) -> str:
    """Where a support of a hold meets its unit."""
    end, way = walk(track, length(track))
    corners = [(4, 8.5), (0, 8.5), (0, -8.5), (4, -8.5)]
    places = tuple(_off(end, way, along * pen.size, side * pen.size) for along, side in corners)
    return _cased(path_of(places), pen, 2.1)


def draw_cut(track: Track, pen: Pen) -> str:
    """Two strokes across a support that was cut."""
    middle, way = point_at(track, 0.5)
    size = pen.size
    gap = path_of((_off(middle, way, -5 * size, 0), _off(middle, way, 5 * size, 0)))
    strokes = "".join(
        path_of((_off(middle, way, (at - 2.2) * size, -6.4 * size), _off(middle, way, (at + 2.2) * size, 6.4 * size)))
        for at in (-2.5, 2.5)
    )
    return tag("path", d=gap, stroke=pen.casing, stroke_width=9 * size) + _cased(strokes, pen, 2.1)


def draw_plinth(place: Point, pen: Pen, block: float) -> str:
    """Under a unit that holds."""
    x, y = place
    wide, low, high = block * 0.78, y + block * 0.78, y + block * 0.53
    return _cased(path_of(((x - wide, high), (x - wide, low), (x + wide, low), (x + wide, high))), pen, 2.1)


def draw_build(place: Point, pen: Pen, block: float) -> str:
    """A ring round a new unit, and a plus."""
    x, y = place
    radius, arm = block * 0.98, 4 * pen.size
    top = y - radius
    plus = path_of(((x - arm, top), (x + arm, top))) + path_of(((x, top - arm), (x, top + arm)))
    return (
        tag("circle", cx=x, cy=y, r=radius, stroke=pen.casing, stroke_width=4.6 * pen.size)
        + tag("circle", cx=x, cy=y, r=radius, stroke=pen.colour, stroke_width=1.9 * pen.size)
        + _cased(plus, pen, 2.3)
    )


def draw_removal(place: Point, pen: Pen, block: float) -> str:
    """A stroke through a unit that goes."""
    x, y = place
    reach = block * 0.8
    return _cased(path_of(((x - reach, y - reach), (x + reach, y + reach))), pen, 2.6)


def _cased(path: str, pen: Pen, width: float) -> str:
    return tag("path", d=path, stroke=pen.casing, stroke_width=(width + CASING) * pen.size) + tag(
        "path", d=path, stroke=pen.colour, stroke_width=width * pen.size
    )


def _off(place: Point, way: Point, along: float, side: float) -> Point:
    return place[0] + way[0] * along - way[1] * side, place[1] + way[1] * along + way[0] * side
