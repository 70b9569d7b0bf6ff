"""Audits the drawing, and compares it with the judge's data."""

import math
from collections.abc import Iterator, Mapping

import numpy as np
import shapely
from shapely.affinity import translate
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from legation.board import Board, Terrain, space_of
from legation.forge.anchors import label_box
from legation.forge.finding import Finding, error, note
from legation.forge.name_lines import curve_points
from legation.forge.overrides import Act, Override, pairs_of
from legation.forge.settings import Limits
from legation.forge.shapes_file import Picture

Pair = tuple[str, str]
TOUCH = 0.01
SLACK = 0.6
"""Simplification may shorten a border by this much."""


def drawn_borders(picture: Picture) -> tuple[dict[Pair, float], dict[Pair, BaseGeometry]]:
    """The extent of every border in the drawing, and the meeting points of pairs that meet only in points."""
    codes = sorted(picture.shapes)
    boundaries = [picture.shapes[code].boundary for code in codes]
    shifts = (0.0, picture.width) if picture.table["wrap"] else (0.0,)
    extents: dict[Pair, float] = {}
    points: dict[Pair, BaseGeometry] = {}
    tree = shapely.STRtree(boundaries)
    for shift in shifts:
        moved = [translate(line, shift) for line in boundaries] if shift else boundaries
        for first, second in zip(*tree.query(moved, predicate="intersects"), strict=True):
            if codes[first] == codes[second]:
                continue
            pair = _pair(codes[first], codes[second])
            shared = shapely.intersection(moved[first], boundaries[second])
            extent = _extent(shared)
            if extent:
                extents[pair] = max(extent, extents.get(pair, 0.0))
            else:
                points[pair] = shared
    return extents, {pair: spot for pair, spot in points.items() if pair not in extents}


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


def _extent(shared: BaseGeometry) -> float:
    lines = [part for part in shapely.get_parts(shared) if part.geom_type == "LineString"]
    merged = shapely.line_merge(shapely.union_all(lines))
    boxes = [part.bounds for part in shapely.get_parts(merged) if part.length > TOUCH]
    return max((math.hypot(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes), default=0.0)


def judged_pairs(board: Board) -> set[Pair]:
    """Pairs of spaces between which some unit may pass."""
    return {_pair(space_of(border.start), space_of(border.end)) for border in board.borders}


def check_borders(picture: Picture, board: Board, overrides: list[Override], limits: Limits) -> Iterator[Finding]:
    """Check that picture and judge agree, or an override says why not; short borders must have been decided."""
    extents, _ = drawn_borders(picture)
    closed = {str(code) for code, space in board.spaces.items() if space.terrain is Terrain.IMPASSABLE}
    closed |= set(picture.table["impassable"])
    judged = judged_pairs(board)
    cuts, joins = pairs_of(overrides, Act.CUT), pairs_of(overrides, Act.JOIN)
    points_only = pairs_of(overrides, Act.POINT)
    decided = pairs_of(overrides, Act.CUT, Act.JOIN, Act.KEEP, Act.POINT)
    for pair, extent in sorted(extents.items()):
        name = f"{pair[0]} - {pair[1]}"
        if closed & set(pair):
            continue
        if pair not in judged and pair not in cuts and extent >= limits.border:
            yield error("picture and judge", f"{name} is drawn ({extent:.1f} units) but is not a border", *pair)
        if extent < limits.doubtful and pair not in decided:
            yield error("short border", f"{name} has {extent:.1f} units: move points, or mark it with keep", *pair)
    for pair in sorted(judged):
        if extents.get(pair, 0.0) < limits.border - SLACK and pair not in decided:
            yield error("picture and judge", f"{pair[0]} - {pair[1]} is a border but is not drawn", *pair)
        if pair in points_only and pair not in joins:
            yield error(
                "picture and judge", f"{pair[0]} - {pair[1]} should meet in a point but is still a border", *pair
            )
        if pair in cuts and pair not in joins and _is_whole(cuts[pair]):
            yield error("picture and judge", f"{pair[0]} - {pair[1]} was cut but is still a border", *pair)


def _is_whole(entry: Override) -> bool:
    return entry.for_army and entry.for_fleet


def check_anchors(picture: Picture, board: Board, limits: Limits) -> Iterator[Finding]:
    """Check that every unit and label is in its own space, and that no two units touch at full zoom."""
    units: list[tuple[str, tuple[float, float]]] = []
    for code, entry in picture.table["spaces"].items():
        shape = picture.shapes[code]
        names = ["unit"] if entry.get("outside") else ["unit", "label"]
        for name in names:
            if not shape.contains(Point(picture.spot(code, name))):
                yield error("anchors", f"the {name} of {code} stands outside its space", code)
        units.append((code, picture.spot(code, "unit")))
        coasts = entry.get("coasts", {})
        if set(coasts) != set(board.spaces[space_of(code)].coasts):
            yield error(
                "anchors", f"{code} has coasts {board.spaces[space_of(code)].coasts} but not their anchors", code
            )
        for coast, (x, y) in coasts.items():
            if not shape.contains(Point(x / 10, y / 10)):
                yield error("anchors", f"the fleet on {code}/{coast} stands outside its space", code)
            units.append((code, (x / 10, y / 10)))
    yield from _check_overlaps(units, limits, picture.width if picture.table["wrap"] else 0.0)


ABROAD = 0.1
"""The largest share of a label that may overlap another land."""


def check_labels(picture: Picture, board: Board, limits: Limits) -> Iterator[Finding]:
    """Check that every name runs inside its space, and that a label beside its space enters no other land."""
    lands = {code: picture.shapes[code] for code, space in board.spaces.items() if space.terrain is Terrain.LAND}
    codes, shapes = list(lands), list(lands.values())
    tree = shapely.STRtree(shapes)
    for code, entry in picture.table["spaces"].items():
        for flat in entry.get("names", ()):
            curve = np.array(flat, dtype=np.float64).reshape(4, 2) / 10
            if not picture.shapes[code].contains(LineString(curve_points(curve))):
                yield error("labels", f"the name of {code} runs out of its space", code)
        if not entry.get("outside"):
            continue
        area = label_box(code, picture.spot(code, "label"), limits.unit)
        hits = [int(hit) for hit in tree.query(area) if codes[int(hit)] != code]
        abroad = sum(shapes[hit].intersection(area).area for hit in hits) / area.area
        if abroad > ABROAD:
            yield error("labels", f"the label of {code} stands in another land", code)


def _check_overlaps(units: list[tuple[str, tuple[float, float]]], limits: Limits, wrap: float) -> Iterator[Finding]:
    spots = np.array([spot for _, spot in units])
    across = np.abs(spots[:, None, 0] - spots[None, :, 0])
    if wrap:
        across = np.minimum(across, wrap - across)
    apart = np.hypot(across, spots[:, None, 1] - spots[None, :, 1])
    for first, second in zip(*np.nonzero(np.triu(apart < 2 * limits.unit, 1)), strict=True):
        a, b = units[first][0], units[second][0]
        if a != b:
            yield error("anchors", f"units of {a} and {b} overlap ({apart[first, second]:.1f} units apart)", a, b)


def check_shapes(picture: Picture, names: Mapping[str, str]) -> Iterator[Finding]:
    """Check that every space is drawn with a valid shape."""
    for code in names:
        if code not in picture.shapes and code not in picture.table["boxes"]:
            yield error("listed spaces", f"{code} {names[code]} is not drawn", code)
    for code in picture.invalid:
        yield error("shapes", f"the outline of {code} crosses itself", code)
    for code, shape in picture.shapes.items():
        if len(shape.geoms) > 1:
            yield note("shapes", f"{code} is drawn in {len(shape.geoms)} pieces", code)
