"""The density that the warp makes uniform: high where spaces are small."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import cKDTree  # type: ignore[import-untyped]
from shapely.geometry import Polygon

from legation.forge.chart import Chart, unproject
from legation.forge.gazetteer import Place, PlaceKind
from legation.forge.warp import COLUMNS, blur

Grid = NDArray[np.float64]
REST = 45
"""The percentile of density for closed areas: with less they shrink to nothing and squash their neighbours."""
SMALLEST = 5
"""In cells: no space counts as smaller than this, or islets would blow up their sea."""


def make_density(chart: Chart, land: list[Polygon], places: Mapping[str, Place], *, power: float, sigma: float) -> Grid:
    """One value per cell of the board, from a rough nearest-point partition."""
    width, height = chart.size
    rows = round(COLUMNS * height / width / 3) * 3
    x = (np.arange(COLUMNS) + 0.5) * width / COLUMNS
    y = (np.arange(rows) + 0.5) * height / rows
    board = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    world = unproject(chart.view, board)
    dry: Any = shapely.contains_xy(shapely.union_all(land), world[:, 0], world[:, 1])
    owners = np.full(len(world), -1)
    codes = [place for place in places.values() if place.kind is not PlaceKind.BOX]
    for kinds, mask in (((PlaceKind.LAND,), dry), ((PlaceKind.SEA, PlaceKind.IMPASSABLE), ~dry)):
        numbers, points = _points(chart, codes, kinds)
        if len(points):
            _, nearest = cKDTree(points).query(chart.to_metric(world[mask]))
            owners[mask] = numbers[nearest]
    density = np.zeros(len(world))
    for number, place in enumerate(codes):
        cells = owners == number
        if place.kind is not PlaceKind.IMPASSABLE:
            density[cells] = (1.0 / max(SMALLEST, int(cells.sum()))) ** power
    density[density == 0] = np.percentile(density[density > 0], REST)
    cells_per_degree = COLUMNS / (chart.view.east - chart.view.west)
    return blur(density.reshape(rows, COLUMNS), sigma * cells_per_degree, wraps=chart.view.wrap)


def _points(chart: Chart, places: list[Place], kinds: tuple[PlaceKind, ...]) -> tuple[NDArray[np.int64], Grid]:
    numbers, points = [], []
    for number, place in enumerate(places):
        if place.kind in kinds:
            metric = chart.to_metric(chart.normalise(np.array(place.points)))
            for turn in (-chart.period, 0.0, chart.period) if chart.period else (0.0,):
                points.append(metric + np.array([turn, 0.0]))
                numbers += [number] * len(metric)
    return np.array(numbers), np.concatenate(points) if points else np.zeros((0, 2))
