"""Lines for names: the middle of a shape from end to end, smoothed to one curve."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from scipy.sparse.csgraph import dijkstra  # type: ignore[import-untyped]
from shapely.geometry import MultiPoint, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

Coords = NDArray[np.float64]
Curve = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""A cubic curve: its start, two handles and its end."""
WATERS = ((1400.0, 5.6), (450.0, 3.2), (0.0, 2.0))
LANDS = ((400.0, 2.5), (0.0, 1.65))
"""The height of letters, in radii, from an area on, in squares of a unit's radius: the largest in print."""
LEAST = 1.1
"""The smallest letters, in radii."""
SHRINK = 0.86
EM, CAPITAL = 0.5, 0.9
"""The width of a letter relative to its height; oceans have spaced capitals."""
ROOM = 0.6
"""The free room on either side of the line, relative to the height of the letters."""
FILL = 0.9
"""The most of a line that a name may take."""
STRAIGHT = 0.8
"""A line whose ends are nearer than this share of its length bends too much to be read."""
GENTLE, STEEP = 0.55, 4.0
"""Slopes: a gentle one is as good as level lines, and a name steeper than the second is never readable."""
LEVEL = 0.75
"""Level lines are better than a steep curve, down to this share of the usual letter size."""
SPREAD = 1.15
"""A gentle curve is longer than the name by this factor, so that the name can be spread."""
WIDE = 100.0
"""A sea wider than this, in radii, shows its name several times."""
STRIP = 80.0
REPEATED = 0.75
"""The size of a repeated name's letters, relative to a single one's."""
BLOCK = (1.7, 1.5, 1.1)
"""Half the width and height of a unit, and the height of what may be drawn beneath it, in radii."""


class _Words(NamedTuple):
    """A name measured in ems."""

    ems: float
    longest: float
    """The length of its longest word."""
    lines: int
    extra: float
    """Additional lines for the code of a sea."""


def list_name_lines(
    shape: BaseGeometry,
    name: str,
    units: list[tuple[float, float]],
    obstacles: BaseGeometry,
    *,
    unit: float,
    is_sea: bool,
) -> list[Curve]:
    """Lines for the name of a space, the best first; none if the name is better set level.

    ``units`` are the places of its unit; names keep clear of these and of the obstacles.
    """
    sizes = WATERS if is_sea else LANDS
    area = shape.area / unit**2
    height = next(size for least, size in sizes if area >= least) * unit
    letter = CAPITAL if is_sea and height == WATERS[0][1] * unit else EM
    split = name.split()
    words = _Words(len(name) * letter, max(map(len, split)) * letter, len(split), 0.9 if is_sea else 0.0)
    across, up, under = (share * unit for share in BLOCK)
    blocks = [box(x - across, y - up, x + across, y + up + under) for x, y in units]
    free = shape.difference(shapely.union_all([*blocks, obstacles]))
    parts = [part for part in shapely.get_parts(free) if isinstance(part, Polygon) and part.area > height**2]
    parts.sort(key=lambda part: -part.area)
    if is_sea:
        strips = [strip for part in parts for strip in _cut(part, unit)]
        if len(strips) > len(parts):
            return _repeat(strips, height, words, units[0], unit)
        parts = strips
    for part in parts[:2]:
        found = _find_line(part, height, words, unit)
        if found:
            return [found]
    return []


def _cut(shape: Polygon, unit: float) -> Iterator[Polygon]:
    """Cut a wide sea into strips, each with room for the name."""
    left, top, right, bottom = shape.bounds
    count = round((right - left) / unit / STRIP) if right - left > WIDE * unit else 1
    if count < 2:
        yield shape
        return
    edges = np.linspace(left, right, count + 1)
    for start, end in pairwise(edges):
        parts = shapely.get_parts(shapely.intersection(shape, box(float(start), top, float(end), bottom)))
        polygons = [part for part in parts if isinstance(part, Polygon)]
        if polygons:
            yield max(polygons, key=lambda part: part.area)


def _repeat(strips: list[Polygon], height: float, words: _Words, spot: tuple[float, float], unit: float) -> list[Curve]:
    """The name in every strip with room for it, with the same letters everywhere; nearest to the unit first."""
    middles = [_Middle(strip, unit) for strip in strips]
    for letters in _sizes(height * REPEATED, unit):
        lines = (
            _fit(middle, letters, words.ems, GENTLE) or _find_level(middle.shape, letters, words.ems / FILL)
            for middle in middles
        )
        found = [line for line in lines if line]
        if len(found) > len(strips) / 2:
            return sorted(found, key=lambda line: Point(line[1]).distance(Point(spot)))
    return []


def _find_line(shape: Polygon, height: float, words: _Words, unit: float) -> Curve | None:
    """A gentle curve if it holds the name as large as level lines do; a steep one only if level lines fail."""
    is_small = height == LANDS[-1][1] * unit
    middle = _Middle(shape, unit)
    for letters in _sizes(height, unit):
        if is_small and _has_level_room(shape, letters, words):
            return None
        gentle = _fit(middle, letters, words.ems * SPREAD, GENTLE)
        if gentle:
            return gentle
        if letters >= LEVEL * height and _has_level_room(shape, letters, words):
            return None
        if letters < LEVEL * height:
            break
    for letters in _sizes(height, unit):
        if _has_level_room(shape, letters, words):
            return None
        steep = _fit(middle, letters, words.ems, STEEP)
        if steep:
            return steep
    return None


def _sizes(height: float, unit: float) -> Iterator[float]:
    while height > LEAST * unit:
        yield height
        height *= SHRINK
    yield LEAST * unit


def _has_level_room(shape: Polygon, height: float, words: _Words) -> bool:
    """True if the name fits in one level line, or in one for each word."""
    grid = _grid(shape)
    for ems, rows in ((words.ems, 1 + words.extra), (words.longest, words.lines + words.extra)):
        across, down = height * ems / 2, height * rows / 2
        boxes = shapely.box(grid[:, 0] - across, grid[:, 1] - down, grid[:, 0] + across, grid[:, 1] + down)
        if shapely.contains(shape, boxes).any():
            return True
    return False


def _find_level(shape: Polygon, height: float, ems: float) -> Curve | None:
    """A level line at the place farthest from the edge."""
    grid = _grid(shape)
    across, down = height * ems / 2, height * ROOM
    boxes = shapely.box(grid[:, 0] - across, grid[:, 1] - down, grid[:, 0] + across, grid[:, 1] + down * 2.2)
    fits = shapely.contains(shape, boxes)
    if not fits.any():
        return None
    clear = np.asarray(shapely.distance(boxes, shape.boundary))
    x, y = (float(part) for part in grid[int(np.argmax(np.where(fits, clear, -1.0)))])
    return (x - across, y), (x - across / 3, y), (x + across / 3, y), (x + across, y)


def _grid(shape: Polygon) -> Coords:
    low_x, low_y, high_x, high_y = shape.bounds
    grid = np.stack(np.meshgrid(np.linspace(low_x, high_x, 24), np.linspace(low_y, high_y, 24)), axis=-1)
    return np.asarray(grid.reshape(-1, 2))


def _fit(middle: "_Middle", height: float, ems: float, slope: float) -> Curve | None:
    """A curve in the middle of a shape, with at most this slope, that holds a name of this height and length."""
    length = ems * height / FILL
    room = ROOM * height
    path = middle.find_path(room)
    if path is None:
        return None
    whole = _length(path)
    for start, end in _stretches():
        if (end - start) * whole < length:
            continue
        curve = _smooth(_between(path, start, end))
        points = curve_points(curve)
        if _length(points) < length or not _is_readable(points, slope):
            continue
        clear = np.asarray(shapely.distance(shapely.points(points), middle.shape.boundary))
        if clear.min() >= room * 0.85 and shapely.contains_xy(middle.shape, points[:, 0], points[:, 1]).all():
            return _left_to_right(curve)
    return None


@cache
def _stretches() -> tuple[tuple[float, float], ...]:
    """Parts of a path, the longest first."""
    edges = [number / 10 for number in range(11)]
    found = [(start, end) for start in edges for end in edges if end - start > 0.35]
    return tuple(sorted(found, key=lambda part: (-(part[1] - part[0]), abs(part[0] + part[1] - 1))))


class _Middle:
    """The paths through the middle of a shape: lines equally far from both sides."""

    def __init__(self, shape: Polygon, unit: float) -> None:
        self.shape = shape
        step = max(0.6 * LEAST * unit, shape.length / 400)
        spots = shapely.get_coordinates(shape.simplify(step * 0.3).segmentize(step))
        edges = shapely.voronoi_polygons(MultiPoint(spots), only_edges=True)
        ends = shapely.get_coordinates(edges)
        sizes = shapely.get_num_points(shapely.get_parts(edges))
        first = np.concatenate([[0], sizes.cumsum()[:-1]])
        ends = np.stack([ends[first], ends[first + sizes - 1]], axis=1).reshape(-1, 2)
        self.nodes, index = np.unique(np.round(ends, 3), axis=0, return_inverse=True)
        pairs = index.reshape(-1, 2)
        inside = shapely.contains_xy(shape, self.nodes[:, 0], self.nodes[:, 1])
        self.clear = np.where(inside, np.asarray(shapely.distance(shapely.points(self.nodes), shape.boundary)), 0.0)
        self.pairs = pairs[pairs[:, 0] != pairs[:, 1]]
        self.known: dict[float, Coords | None] = {}

    def find_path(self, room: float) -> Coords | None:
        """The longest path that keeps this distance from the edge."""
        if room not in self.known:
            self.known[room] = self._find_path(room)
        return self.known[room]

    def _find_path(self, room: float) -> Coords | None:
        pairs = self.pairs[(self.clear[self.pairs] >= room).all(axis=1)]
        if not len(pairs):
            return None
        weights = np.hypot(*(self.nodes[pairs[:, 0]] - self.nodes[pairs[:, 1]]).T)
        count = len(self.nodes)
        graph = csr_matrix((weights, (pairs[:, 0], pairs[:, 1])), shape=(count, count))
        best: tuple[float, list[int]] | None = None
        # Several starts, since the graph may have several parts.
        roomy = pairs[np.argsort(-self.clear[pairs[:, 0]], kind="stable")[:3], 0]
        for start in dict.fromkeys(roomy.tolist()):
            first = _farthest(graph, start)
            reach, before = dijkstra(graph, directed=False, indices=first, return_predecessors=True)
            reach[np.isinf(reach)] = -1.0
            last = int(np.argmax(reach))
            if best is None or reach[last] > best[0]:
                way = [last]
                while way[-1] != first:
                    way.append(int(before[way[-1]]))
                best = (float(reach[last]), way)
        return np.asarray(self.nodes[best[1]]) if best and len(best[1]) > 2 else None


def _farthest(graph: csr_matrix, start: int) -> int:
    reach = dijkstra(graph, directed=False, indices=start)
    reach[np.isinf(reach)] = -1.0
    return int(np.argmax(reach))


def _length(points: Coords) -> float:
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


def _between(path: Coords, start: float, end: float) -> Coords:
    """Part of a path in even steps."""
    way = np.concatenate([[0.0], np.hypot(*np.diff(path, axis=0).T).cumsum()])
    at = np.linspace(start, end, 24) * way[-1]
    return np.column_stack([np.interp(at, way, path[:, 0]), np.interp(at, way, path[:, 1])])


def _smooth(path: Coords) -> Curve:
    """The cubic curve nearest to a path, with the same ends."""
    t = np.linspace(0, 1, len(path))
    weights = np.column_stack([3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2])
    rest = path - np.outer((1 - t) ** 3, path[0]) - np.outer(t**3, path[-1])
    first, second = np.asarray(np.linalg.lstsq(weights, rest, rcond=None)[0]).tolist()
    start, end = path[0].tolist(), path[-1].tolist()
    return (start[0], start[1]), (first[0], first[1]), (second[0], second[1]), (end[0], end[1])


def curve_points(curve: Curve | Coords) -> Coords:
    """Points of a curve from end to end."""
    t = np.linspace(0, 1, 25)[:, None]
    a, b, c, d = (np.array(spot) for spot in curve)
    return np.asarray((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d)


def _is_readable(points: Coords, slope: float) -> bool:
    """True if letters on a curve can be read: it neither bends much nor is too steep."""
    across, down = points[-1] - points[0]
    chord = float(np.hypot(across, down))
    steps = np.diff(points, axis=0)
    turns = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
    return bool(
        chord >= STRAIGHT * _length(points) and abs(down) <= slope * abs(across) and turns.max() - turns.min() < 1.5
    )


def _left_to_right(curve: Curve) -> Curve:
    return curve if curve[0][0] <= curve[3][0] else (curve[3], curve[2], curve[1], curve[0])
