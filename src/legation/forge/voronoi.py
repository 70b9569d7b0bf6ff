"""Sharing out a plane among points: cells, and the lines between cells of different owners."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import Voronoi  # type: ignore[import-untyped]
from shapely.geometry import LineString, Polygon

Coords = NDArray[np.float64]
FAR = 40.0
"""How many spans away the four helper points stand that make every cell finite."""


@dataclass(frozen=True, slots=True)
class Division:
    """Cells and division lines in the metric plane."""

    owners: list[str]
    cells: list[Polygon]
    lines: list[LineString]


def divide(owners: Sequence[str], points: Coords, period: float = 0.0) -> Division:
    """Nearest-point partition; with a period, the points repeat to the left and to the right."""
    names = list(owners)
    if period:
        names = names * 3
        points = np.concatenate([points, points - [period, 0.0], points + [period, 0.0]])
    points, names = _distinct(points, names)
    low, high = points.min(axis=0), points.max(axis=0)
    span = float(max((high - low).max(), 1.0)) * FAR
    middle = (low + high) / 2
    helpers = middle + span * np.array([[-1.0, -0.03], [1.0, 0.05], [0.02, -1.0], [-0.04, 1.0]])
    graph = Voronoi(np.concatenate([points, helpers]))
    cells = [Polygon(graph.vertices[graph.regions[graph.point_region[index]]]) for index in range(len(points))]
    lines = []
    for (first, second), ridge in zip(graph.ridge_points, graph.ridge_vertices, strict=True):
        inside = first < len(points) and second < len(points)
        if inside and -1 not in ridge and names[first] != names[second]:
            lines.append(LineString(graph.vertices[ridge]))
    return Division(names, cells, lines)


def _distinct(points: Coords, names: list[str]) -> tuple[Coords, list[str]]:
    """Drop a point that stands where another does."""
    _, kept = np.unique(points.round(9), axis=0, return_index=True)
    order = np.sort(kept)
    return points[order], [names[index] for index in order]
