"""Divides a plane among points: cells, and the lines between cells of different owners."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import Voronoi  # type: ignore[import-untyped]
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

Coords = NDArray[np.float64]
FAR = 40.0
"""The distance, in spans, of the four helper points that make every cell finite."""


@dataclass(frozen=True, slots=True)
class Division:
    """Cells and division lines in the metric plane; a line runs from one meeting of three owners to the next."""

    owners: list[str]
    cells: list[BaseGeometry]
    lines: list[BaseGeometry]


def divide(owners: Sequence[str], points: Coords, within: Polygon, period: float = 0.0) -> Division:
    """Nearest-point partition; with a period, the points repeat to the left and to the right.

    Cells and lines are clipped to a box, since anything far outside the board only costs time.
    """
    names = list(owners)
    if period:
        names = names * 3
        shift = np.array([period, 0.0])
        points = np.concatenate([points, points - shift, points + shift])
    points, names = _distinct(points, names)
    low, high = points.min(axis=0), points.max(axis=0)
    span = float(max((high - low).max(), 1.0)) * FAR
    middle = (low + high) / 2
    helpers = middle + span * np.array([[-1.0, -0.03], [1.0, 0.05], [0.02, -1.0], [-0.04, 1.0]])
    graph = Voronoi(np.concatenate([points, helpers]))
    cells = [Polygon(graph.vertices[graph.regions[graph.point_region[index]]]) for index in range(len(points))]
    kept = [number for number, cell in enumerate(cells) if cell.intersects(within)]
    borders: dict[tuple[str, str], list[BaseGeometry]] = defaultdict(list)
    for (first, second), ridge in zip(graph.ridge_points, graph.ridge_vertices, strict=True):
        inside = first < len(points) and second < len(points)
        if inside and -1 not in ridge and names[first] != names[second]:
            pair = (min(names[first], names[second]), max(names[first], names[second]))
            borders[pair].append(LineString(graph.vertices[ridge]).intersection(within))
    clipped = [cells[number].intersection(within) for number in kept]
    return Division([names[number] for number in kept], clipped, list(_chains(borders)))


def _chains(borders: dict[tuple[str, str], list[BaseGeometry]]) -> Iterator[BaseGeometry]:
    """The lines of each pair of owners, joined where only the two of them meet."""
    for pair in sorted(borders):
        lines = [line for line in borders[pair] if line.length > 0]
        yield from shapely.get_parts(shapely.line_merge(shapely.GeometryCollection(lines)))


def _distinct(points: Coords, names: list[str]) -> tuple[Coords, list[str]]:
    """Drop points that coincide with others."""
    _, kept = np.unique(points.round(9), axis=0, return_index=True)
    order = np.sort(kept)
    return points[order], [names[index] for index in order]
