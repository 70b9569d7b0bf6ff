"""The search for a line between two neighbours that stays inside them and avoids the places of other units."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array  # type: ignore[import-untyped]
from scipy.sparse.csgraph import dijkstra  # type: ignore[import-untyped]
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from legation.board import ROUND_BOXES, curve, keep_right

Spot = tuple[float, float]
Way = list[Spot]
"""Stops between two anchors; their number is odd, and the middle one is the gate."""
ASIDE = 0.35
"""The distance of a line from its gate, to the right, as a share of a unit's radius."""
BERTH = 1.5
"""The distance of a line from the place of a third unit, in radii of a unit."""
GOOD = 0.05
"""If a gate alone costs no more than this, no winding way is searched."""
POOR = 0.15
"""If a way with a few stops costs more than this, one with many is tried, for example along the belt of an ocean."""
FEW = ((), (1 / 2,), (1 / 3, 2 / 3))
MANY = ((1 / 4, 1 / 2, 3 / 4), (1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6))
"""The places of a winding way's stops, as shares of the path before its gate and after it."""
DETOUR = (1.05, 0.1)
"""The length up to which a way is free, in straight lines, and the cost of each further straight line."""
STEPS = 12
SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
"""The possible places of a gate along an arc; the middle is the first choice."""
ARCS = 3
NEAREST = 5
CELLS = 48
"""The number of cells along the longer side of the search grid."""
WIDEST = 1.6
"""The widest cells, in radii of a unit."""
OUTSIDE = 30.0
"""The cost of a step outside the two spaces, in steps inside them."""
SHY = 1.5
"""The additional cost of a step beside the rim of the two spaces."""


@dataclass(frozen=True, slots=True)
class GateSearchInput:
    """The input of the search, in board units."""

    areas: Mapping[str, BaseGeometry]
    """Each space; on a round board with its copies on either side."""
    places: Mapping[str, Spot]
    """The place of a unit, by location."""
    arcs: Mapping[tuple[str, str], Sequence[LineString]]
    """The lines between two spaces, longest first."""
    shores: Mapping[str, Mapping[str, LineString]]
    """The shore of each named coast, by space."""
    links: Mapping[tuple[str, str], LineString]
    boxes: frozenset[str]
    unit: float
    turn: float
    """The width of a round board, otherwise 0."""
    width: float


def choose_way(ground: GateSearchInput, start: str, end: str) -> Way:
    """The gate alone where that is enough, otherwise with stops before and after it."""
    search = _Search(ground, start, end)
    tries = [(search.cost(way), way) for way in search.list_plain()]
    for limit, shares in ((GOOD, FEW), (POOR, MANY)):
        if min(tries)[0] > limit and not search.has_box:
            tries += [(search.cost(way), way) for way in search.list_winding(shares)]
    # Tiny differences of cost do not count: take the gate nearest to the middle, with the fewest stops.
    return min(tries, key=lambda found: (round(found[0], 2), len(found[1])))[1]


class _Search:
    def __init__(self, ground: GateSearchInput, start: str, end: str) -> None:
        self.ground = ground
        self.locations = (start, end)
        self.spaces = (start.partition("/")[0], end.partition("/")[0])
        self.has_box = not ground.boxes.isdisjoint(self.spaces)
        self.a = ground.places[start]
        self.b = self._near(ground.places[end])
        self.link = ground.links.get(self.spaces)
        self.arcs = self._list_arcs()
        self.window = self._make_window()
        # Oceans are large: only the surroundings of the line matter.
        self.areas = [shapely.clip_by_rect(ground.areas[code], *self.window) for code in self.spaces]
        # Room to cross beside the line of a mark.
        extra = [self.link.buffer(2 * ground.unit)] if self.link else []
        self.both = shapely.union_all([*self.areas, *extra])
        shapely.prepare(self.both)
        self.thirds = self._list_thirds()

    def _make_window(self) -> tuple[float, float, float, float]:
        middles = (arc.interpolate(0.5, normalized=True) for arc in self.arcs[:ARCS])
        spots = [self.a, self.b, *(self._near((spot.x, spot.y)) for spot in middles)]
        low, high = np.min(spots, axis=0), np.max(spots, axis=0)
        margin = max(8 * self.ground.unit, 0.5 * float(np.max(high - low)))
        return float(low[0] - margin), float(low[1] - margin), float(high[0] + margin), float(high[1] + margin)

    def _near(self, spot: Spot) -> Spot:
        """The copy of a spot that is nearest to the start."""
        turn = self.ground.turn
        return (spot[0] - round((spot[0] - self.a[0]) / turn) * turn, spot[1]) if turn else spot

    def _list_thirds(self) -> NDArray[Any]:
        """The possible places of other spaces' units."""
        turn = self.ground.turn
        left, top, right, bottom = self.window
        spots = [
            (x + shift, y)
            for place, (x, y) in self.ground.places.items()
            for shift in ((0.0, turn, -turn) if turn else (0.0,))
            if left < x + shift < right and top < y < bottom and place.partition("/")[0] not in self.spaces
        ]
        return np.asarray(shapely.points(np.reshape(spots, (-1, 2))))

    def cost(self, way: Way) -> float:
        """The faults of a way, in both directions: the share outside the two spaces, and more where a unit is near."""
        points = [self.a, *((float(round(x)), float(round(y))) for x, y in way), self.b]
        aside = ASIDE * self.ground.unit
        return max(self._cost(points, aside), self._cost(points, -aside))

    def _cost(self, points: list[Spot], aside: float) -> float:
        line = LineString(curve(keep_right(points, aside), STEPS))
        astray = 0.0 if self.both.contains(line) else line.difference(self.both).length / line.length
        berth = BERTH * self.ground.unit
        near = float(shapely.distance(line, self.thirds).min(initial=berth))
        free, price = DETOUR
        longer = line.length / max(math.dist(self.a, self.b), 1.0) - free
        return astray + 4 * max(0.0, 1 - near / berth) + price * max(0.0, longer)

    def list_plain(self) -> Iterator[Way]:
        """Ways with a gate alone: on the line of a mark, otherwise on the border."""
        if self.link:
            yield self._along_link(self.link)
            return
        if self.has_box:
            yield self._round_the_sheet()
            return
        spots = [arc.interpolate(share, normalized=True) for share in SHARES for arc in self.arcs[:ARCS]]
        gates = [self._near((spot.x, spot.y)) for spot in spots]
        # The middle of the longest arc, and a few places nearer to the straight line.
        yield from ([gate] for gate in gates[:1])
        gates.sort(key=lambda gate: round(math.dist(self.a, gate) + math.dist(gate, self.b), 1))
        yield from ([gate] for gate in gates[:NEAREST])
        if not gates:
            one, two = nearest_points(*(self.ground.areas[code] for code in self.spaces))
            yield [self._near(((one.x + two.x) / 2, (one.y + two.y) / 2))]

    def _along_link(self, link: LineString) -> Way:
        """Across the middle of a crossing; along a link to the edge of its sea, round any elbow outside the box."""
        if not self.has_box:
            middle = link.interpolate(0.5, normalized=True)
            return [self._near((middle.x, middle.y))]
        box_first = self.spaces[0] in self.ground.boxes
        box = self.ground.areas[self.spaces[0 if box_first else 1]]
        turns = [(float(x), float(y)) for x, y in link.coords if not box.contains(Point(x, y))]
        edge = turns[-1] if box_first else turns[0]
        if len(turns) == 1:
            return [edge]
        sea = self.b if box_first else self.a
        way = [turns[-2], edge, _between(edge, sea)]
        return way if box_first else [_between(edge, sea), edge, turns[1]]

    def _round_the_sheet(self) -> Way:
        """To a box on the far side: out between the boxes of the near side, and into the box from outside."""
        box_first = self.spaces[0] in self.ground.boxes
        sea, box = (self.b, self.a) if box_first else (self.a, self.b)
        is_left = sea[0] < self.ground.width / 2
        sides = [self.ground.areas[code].bounds for code in sorted(self.ground.boxes)]
        near = [bounds for bounds in sides if (bounds[0] < 0) == is_left]
        clear = 2 * ROUND_BOXES
        lanes = [y for bounds in near for y in (bounds[1] - clear, bounds[3] + clear)]
        free = [y for y in lanes if all(not low - clear < y < high + clear for _, low, _, high in near)]
        lane = min(free or [sea[1]], key=lambda y: (abs(y - sea[1]), y))
        left, right = (edge(found[side] for found in sides) for edge, side in ((min, 0), (max, 2)))
        left, right = left - ROUND_BOXES, right + ROUND_BOXES
        edge_x, inner = (left, 0.0) if is_left else (right, self.ground.width)
        copy = (box[0] + (left - right if is_left else right - left), box[1])
        way = [(inner, lane), (edge_x, lane), _between((edge_x, lane), copy)]
        if not box_first:
            return way
        # The stops lie in the box's copy.
        return [(x + box[0] - copy[0], y) for x, y in reversed(way)]

    def _list_arcs(self) -> list[LineString]:
        """The border's arcs; for a named coast, those on that coast."""
        pair = tuple(sorted(self.spaces))
        arcs = list(self.ground.arcs.get((pair[0], pair[1]), ()))
        for location in self.locations:
            code, _, coast = location.partition("/")
            shores = self.ground.shores.get(code, {})
            if coast in shores:
                own = [arc for arc in arcs if _nearest_shore(arc, shores) == coast]
                arcs = own or sorted(arcs, key=lambda arc: arc.distance(shores[coast]))
        return arcs

    def list_winding(self, stops: Sequence[Sequence[float]]) -> Iterator[Way]:
        """Ways along the shortest path over a grid, with a gate and stops before and after it."""
        path = self._shortest_path()
        first, second = self.areas
        inside = [number for number, spot in enumerate(path) if second.contains(Point(spot)) or number == len(path) - 1]
        over = next((number for number in inside if number > 0), len(path) - 1)
        before = max((number for number in range(over) if first.contains(Point(path[number]))), default=0)
        gate = _between(path[before], path[over])
        one, two = [*path[: before + 1], gate], [gate, *path[over:]]
        for shares in stops:
            yield [*_at_shares(one, shares), gate, *_at_shares(two, shares)]

    def _shortest_path(self) -> list[Spot]:
        left, top, right, bottom = self.window
        step = min(max(max(right - left, bottom - top) / CELLS, 0.25 * self.ground.unit), WIDEST * self.ground.unit)
        xs, ys = np.arange(left, right, step), np.arange(top, bottom, step)
        grid = np.stack(np.meshgrid(xs, ys), axis=-1)
        costs = self._cell_costs(grid.reshape(-1, 2)).reshape(len(ys), len(xs))
        start, end = (
            int(np.argmin(np.hypot(*(grid.reshape(-1, 2) - spot).T))) for spot in (np.array(self.a), np.array(self.b))
        )
        _, before = dijkstra(_connect(costs), indices=start, return_predecessors=True)
        cells = [end]
        while cells[-1] != start:
            cells.append(int(before[cells[-1]]))
        middle = [(float(x), float(y)) for x, y in grid.reshape(-1, 2)[cells[::-1]]]
        return [self.a, *middle[1:-1], self.b]

    def _cell_costs(self, points: NDArray[Any]) -> NDArray[Any]:
        unit = self.ground.unit
        made = shapely.points(points)
        inside = shapely.contains_xy(self.both, points[:, 0], points[:, 1])
        rim = shapely.distance(made, self.both.boundary)
        costs = np.where(inside, 1 + SHY * np.maximum(0.0, 1 - rim / (1.2 * unit)), OUTSIDE)
        if len(self.thirds):
            tree = shapely.STRtree(self.thirds)
            near = np.full(len(points), np.inf)
            found, distances = tree.query_nearest(made, return_distance=True, all_matches=False)
            near[found[0]] = distances
            costs += OUTSIDE * np.maximum(0.0, 1 - near / (BERTH * unit))
        return np.asarray(costs)


def _between(a: Spot, b: Spot) -> Spot:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _nearest_shore(arc: LineString, shores: Mapping[str, LineString]) -> str:
    middle = arc.interpolate(0.5, normalized=True)
    return min(sorted(shores), key=lambda name: shores[name].distance(middle))


def _at_shares(path: Sequence[Spot], shares: Sequence[float]) -> list[Spot]:
    line = LineString(path)
    return [(spot.x, spot.y) for spot in (line.interpolate(share, normalized=True) for share in shares)]


def _connect(costs: NDArray[Any]) -> csr_array:
    """The grid as a graph: each cell with its eight neighbours."""
    height, width = costs.shape
    numbers = np.arange(height * width).reshape(height, width)
    rows, columns, weights = [], [], []
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        here = (slice(0, height - down), slice(max(0, -across), width - max(0, across)))
        there = (slice(down, height), slice(max(0, across), width + min(0, across)))
        far = float(np.hypot(down, across))
        rows.append(numbers[here].ravel())
        columns.append(numbers[there].ravel())
        weights.append(far * (costs[here] + costs[there]).ravel() / 2)
    made = (np.concatenate(weights), (np.concatenate(rows), np.concatenate(columns)))
    size = height * width
    graph = coo_array(made, shape=(size, size)).tocsr()
    return graph + graph.T
