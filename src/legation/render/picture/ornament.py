"""Ornaments of a wall map: compass and rhumb lines in an empty part of an ocean, and frames."""

import math
from collections.abc import Iterator

from legation.board import TENTHS, Board, SpaceId, Terrain
from legation.render.picture.labels import Taken
from legation.render.picture.looks import LOOKS
from legation.render.picture.svg import group, number, tag, text
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.theme import SERIF, Theme
from legation.render.picture.view import Bounds, View

_ORNAMENT = LOOKS["ornament"]
WINDS = 16
RADII: tuple[float, ...] = tuple(_ORNAMENT["compass"])
"""The radii of a compass in px, the largest first: the first that finds room is drawn."""
STEP = 15.0
"""The px from one tried place to the next."""
Point = tuple[float, float]


def find_compass(board: Board, view: View, terrain: TerrainMap, taken: Taken) -> tuple[Point, float] | None:
    """The middle and the radius of a compass that lies within one sea and touches nothing taken."""
    seas = [space.id for space in board.spaces.values() if space.terrain is Terrain.SEA and space.id in terrain.areas]
    seas.sort(key=lambda code: (-terrain.areas[code], code))
    for radius in RADII:
        for code in seas:
            for middle in _list_middles(view, terrain, code, radius):
                box = (middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius)
                if taken.is_free(box) and terrain.holds(_in_units(view, box), code):
                    return middle, radius
    return None


def _list_middles(view: View, terrain: TerrainMap, code: SpaceId, radius: float) -> Iterator[Point]:
    """Places in the box round a sea, those near its middle first."""
    around = terrain.boxes[code]
    (left, top), (right, bottom) = view.pixel(around[:2]), view.pixel(around[2:])
    frame = view.frame
    room = 1.3 * radius
    left, right = max(left, frame[0]) + room, min(right, frame[2]) - room
    top, bottom = max(top, frame[1]) + room, min(bottom, frame[3]) - room
    if left > right or top > bottom:
        return
    columns = [left + step * STEP for step in range(int((right - left) / STEP) + 1)]
    rows = [top + step * STEP for step in range(int((bottom - top) / STEP) + 1)]
    middle = ((left + right) / 2, (top + bottom) / 2)
    yield from sorted(((x, y) for x in columns for y in rows), key=lambda place: (math.dist(place, middle), place))


def _in_units(view: View, box: Bounds) -> Bounds:
    return (*view.spot((box[0], box[1])), *view.spot((box[2], box[3])))


def draw_rhumbs(middle: Point, radius: float, view: View, theme: Theme) -> str:
    """Sixteen lines from the compass across all seas, for a group in tenths of a unit; lands lie over them."""
    x, y = (part * TENTHS for part in view.spot(middle))
    near, far = view.pen(radius), view.pen(math.hypot(view.width, view.height))
    path = ""
    for wind in range(WINDS):
        angle = 2 * math.pi * wind / WINDS
        across, down = math.sin(angle), -math.cos(angle)
        path += f"M{number(x + across * near)} {number(y + down * near)}"
        path += f"L{number(x + across * far)} {number(y + down * far)}"
    return tag(
        "path", id="rhumbs", d=path, fill="none", stroke=theme.sea_text, stroke_width=view.pen(_ORNAMENT["rhumb"]),
        stroke_opacity=_ORNAMENT["rhumbOpacity"],
    )  # fmt: skip


def draw_compass(middle: Point, radius: float, theme: Theme) -> str:
    """A rose of sixteen points, one half of each dark, with the north labelled."""
    rings = [
        tag("circle", r=radius * share, fill="none", stroke=theme.sea_text, stroke_width=width)
        for share, width in ((0.62, 1.2), (0.56, 0.6), (0.24, 0.8))
    ]
    points = "".join(
        _draw_point(wind, radius * reach, theme)
        for start, every, reach in ((1, 2, 0.54), (2, 4, 0.68), (0, 4, 0.86))
        for wind in range(start, WINDS, every)
    )
    north = text(
        "N", 0, -radius * 0.89, font_family=SERIF, font_weight=600, font_size=radius * 0.2, text_anchor="middle",
        fill=theme.sea_text,
    )  # fmt: skip
    place = f"translate({number(middle[0])} {number(middle[1])})"
    return group([*rings, points, north], id="compass", transform=place, opacity=_ORNAMENT["compassOpacity"])


def _draw_point(wind: int, reach: float, theme: Theme) -> str:
    """A point of the rose: two long triangles from the middle."""
    waist = reach * 0.16
    halves = (
        tag("path", d=f"M0 0L{number(side * waist)} {number(-waist)}L0 {number(-reach)}Z", fill=fill,
            stroke=theme.sea_text, stroke_width=0.7, stroke_linejoin="round")
        for side, fill in ((-1, theme.paper), (1, theme.sea_text))
    )  # fmt: skip
    return tag("g", *halves, transform=f"rotate({number(360 * wind / WINDS)})" if wind else None)


def draw_border(box: Bounds, theme: Theme, *, fill: str) -> str:
    """A double frame with a small square in each corner."""
    left, top, right, bottom = box
    parts = [
        tag("rect", x=left + inset, y=top + inset, width=right - left - 2 * inset, height=bottom - top - 2 * inset,
            fill=fill if not inset else "none", stroke=theme.ink, stroke_width=width)
        for inset, width in ((0.0, 2.2), (8.0, 0.9))
    ]  # fmt: skip
    parts += [
        tag("rect", x=x - 5, y=y - 5, width=10, height=10, fill=theme.paper, stroke=theme.ink, stroke_width=0.9)
        for x in (left + 8, right - 8)
        for y in (top + 8, bottom - 8)
    ]
    return group(parts)
