"""Marks: canals, crossings and closed straits, which show the rules on the board."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, nearest_points

from legation.errors import DataError
from legation.forge.arcs import Mesh
from legation.forge.chart import Chart
from legation.forge.coasts import Coast
from legation.forge.drawing import Drawing
from legation.forge.gazetteer import Place, PlaceKind
from legation.forge.overrides import Act, Override
from legation.forge.segments import SCALE

Spot = tuple[float, float]
BOX = (92.0, 116.0)
INTO = 5.0
"""How far a crossing extends into each space."""
KINDS = {
    Act.CANAL: "canal",
    Act.CUT: "closed",
    Act.APART: "closed",
    Act.POINT: "closed",
    Act.KEEP: "crossing",
}
"""How an override is drawn."""


def make_marks(
    chart: Chart, drawing: Drawing, places: Mapping[str, Place], overrides: Iterable[Override]
) -> list[dict[str, Any]]:
    """One mark for each override that a player must see."""
    entries = list(overrides)
    straits = [bar for entry in entries if entry.act is Act.CUT and (bar := _strait(drawing, entry.pair))]
    marks: list[dict[str, Any]] = []
    for entry in entries:
        line: list[list[int]] = []
        if entry.act is Act.CANAL:
            line = _canal(chart, drawing, entry.value)
        elif entry.act is Act.JOIN and "crossing" in entry.value.split():
            line = _crossing(drawing, *(end.partition("/")[0] for end in (entry.a, entry.b)))
        elif entry.act is Act.JOIN and "link" in entry.value.split():
            line = _link(drawing, places, entry, chart.size)
        elif entry.act is Act.CUT:
            line = _strait(drawing, entry.pair)
        elif entry.act is Act.KEEP:
            line = _passage(drawing, entry.pair, entry.a)
        elif entry.act in (Act.APART, Act.POINT):
            line = _bar(drawing, *entry.pair, straits)
        if line:
            kind = entry.value.split()[-1] if entry.act is Act.JOIN else KINDS[entry.act]
            spaces = [end.partition("/")[0] for end in (entry.a, entry.b) if end]
            marks.append({"kind": kind, "spaces": spaces, "line": line, "note": entry.reason})
    return marks


def _canal(chart: Chart, drawing: Drawing, value: str) -> list[list[int]]:
    """A canal through points, and along the borders of pairs of spaces such as ``MOS-GEO``."""
    line: list[tuple[float, float]] = []
    for part in value.split(";"):
        ends = part.strip().split("-")
        if len(ends) == 2 and all(end in drawing.mesh.rings for end in ends):
            line += _along(drawing, (min(ends), max(ends)), line)
        else:
            points = np.array([list(map(float, part.split()))])
            line += [(float(x), float(y)) for x, y in chart.to_board(chart.normalise(points))]
    return [[round(x * SCALE), round(y * SCALE)] for x, y in line]


def _along(drawing: Drawing, pair: tuple[str, str], before: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The longest border of a pair, starting from the end nearer to the line so far."""
    arcs = [LineString(arc.keys) for arc in drawing.mesh.arcs if arc.pair == pair]
    if not arcs:
        raise DataError(f"a canal runs along {pair[0]}-{pair[1]}, which is not a border", file="overrides.csv")
    keys = max(arcs, key=lambda arc: arc.length).coords
    course = [(x / SCALE, y / SCALE) for x, y in keys]
    if before and math.dist(before[-1], course[-1]) < math.dist(before[-1], course[0]):
        course.reverse()
    return course[1:] if before and before[-1] == course[0] else course


def _crossing(drawing: Drawing, a: str, b: str) -> list[list[int]]:
    start, end = nearest_points(drawing.shape(a), drawing.shape(b))
    way = np.array([end.x - start.x, end.y - start.y])
    step = way / max(float(np.hypot(*way)), 0.1) * INTO
    return [
        [round((start.x - step[0]) * 10), round((start.y - step[1]) * 10)],
        [round((end.x + step[0]) * 10), round((end.y + step[1]) * 10)],
    ]


def _link(drawing: Drawing, places: Mapping[str, Place], entry: Override, size: tuple[float, float]) -> list[list[int]]:
    """A link from an off-board box round the frame to the edge of the sea to which it leads."""
    boxes = [code for code in (entry.a, entry.b) if places[code].kind is PlaceKind.BOX]
    seas = [code for code in (entry.a, entry.b) if code in drawing.mesh.rings]
    if not boxes or not seas:
        return []
    width, height = size
    x, y = places[boxes[0]].points[0]
    beside = x < 0 or x > width
    edge = min(max(x, 0.0), width) if beside else min(max(y, 0.0), height)
    side = LineString([(edge, 0), (edge, height)] if beside else [(0, edge), (width, edge)])
    shore = drawing.shape(seas[0]).intersection(side)
    near = nearest_points(drawing.shape(seas[0]), Point(x, y))[0] if shore.is_empty else shore.centroid
    start, elbow = _leave_box((x, y), (near.x, near.y), beside=beside)
    line = [[round(a * SCALE), round(b * SCALE)] for a, b in (start, elbow, (near.x, near.y))]
    return line if boxes[0] == entry.a else line[::-1]


def _leave_box(box: Spot, near: Spot, *, beside: bool) -> tuple[Spot, Spot]:
    """The point where a link leaves the rim of its box, and its elbow; a box opposite the sea has a straight link."""
    (x, y), (width, height) = box, BOX
    if beside and abs(near[1] - y) < height / 2:
        start = (x + math.copysign(width / 2, near[0] - x), near[1])
        return start, ((start[0] + near[0]) / 2, near[1])
    if beside:
        return (x, y + math.copysign(height / 2, near[1] - y)), (x, near[1])
    if abs(near[0] - x) < width / 2:
        start = (near[0], y + math.copysign(height / 2, near[1] - y))
        return start, (near[0], (start[1] + near[1]) / 2)
    return (x + math.copysign(width / 2, near[0] - x), y), (near[0], y)


def _strait(drawing: Drawing, pair: tuple[str, str]) -> list[list[int]]:
    """The longest arc that a cut closes."""
    arcs = [arc for arc in drawing.mesh.arcs if arc.pair == pair]
    if not arcs:
        return []
    longest = max(arcs, key=lambda arc: LineString(arc.keys).length)
    return [list(longest.keys[0]), list(longest.keys[-1])]


def _passage(drawing: Drawing, pair: tuple[str, str], first: str) -> list[list[int]]:
    """A line across the middle of the longest arc between two spaces, from the first into the other."""
    arcs = [LineString(arc.keys) for arc in drawing.mesh.arcs if arc.pair == pair]
    if not arcs:
        return []
    longest = max(arcs, key=lambda arc: arc.length)
    middle = longest.interpolate(0.5, normalized=True)
    (x0, y0), (x1, y1) = longest.coords[0], longest.coords[-1]
    line = _across((middle.x, middle.y), (y0 - y1, x1 - x0))
    starts_inside = drawing.shape(first).distance(Point(line[0][0] / SCALE, line[0][1] / SCALE)) == 0
    return line if starts_inside else line[::-1]


def _bar(drawing: Drawing, a: str, b: str, straits: Iterable[list[list[int]]]) -> list[list[int]]:
    """A bar between two spaces that nearly touch, where they are nearest.

    If they meet in a point at the end of a closed strait, its bar serves them too: another would be on land.
    """
    start, end = nearest_points(drawing.shape(a), drawing.shape(b))
    middle = ((start.x + end.x) / 2 * SCALE, (start.y + end.y) / 2 * SCALE)
    if start.distance(end):
        return _across(middle, (start.y - end.y, end.x - start.x))
    corner = [round(middle[0]), round(middle[1])]
    shared = next((line for line in straits if corner in (line[0], line[-1])), None)
    return shared or _across(middle, _part(drawing.shape(a), drawing.shape(b), start))


def _part(one: BaseGeometry, other: BaseGeometry, point: Point) -> tuple[float, float]:
    """The direction of a line that separates two shapes meeting in a point."""
    around = point.buffer(INTO)
    here, there = (shape.intersection(around).centroid for shape in (one, other))
    return here.y - there.y, there.x - here.x


def _across(middle: tuple[float, float], way: tuple[float, float]) -> list[list[int]]:
    """A line of length twice ``INTO`` centred on a point, in tenths."""
    step = np.array(way) / max(float(np.hypot(*way)), 0.001) * INTO * SCALE
    return [
        [round(middle[0] - step[0]), round(middle[1] - step[1])],
        [round(middle[0] + step[0]), round(middle[1] + step[1])],
    ]


def make_boxes(places: Mapping[str, Place]) -> dict[str, list[int]]:
    """Off-board boxes: left, top, width and height, in tenths; a box's point is its middle, in board units."""
    return {
        code: [
            round((place.points[0][0] - BOX[0] / 2) * SCALE),
            round((place.points[0][1] - BOX[1] / 2) * SCALE),
            round(BOX[0] * SCALE),
            round(BOX[1] * SCALE),
        ]
        for code, place in sorted(places.items())
        if place.kind is PlaceKind.BOX
    }


def shores_of(mesh: Mesh, coasts: Iterable[Coast]) -> dict[str, LineString]:
    """The longest stretch of each named coast, in board units."""
    shores: dict[str, LineString] = {}
    for coast in coasts:
        lines = [LineString(np.array(mesh.arcs[number].keys) / SCALE) for number in sorted(coast.arcs)]
        merged = linemerge(lines) if len(lines) > 1 else lines[0]
        shores[coast.name] = max(shapely.get_parts(merged), key=lambda part: part.length)
    return shores
