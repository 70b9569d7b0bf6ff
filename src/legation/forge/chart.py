"""The chart: how a point of the world becomes a point of the board.

Three planes: the *world* (longitude and latitude, or board units on an invented board), the *metric* plane in which
nearness is measured (Mercator: it does not depend on the warp), and the *board* (units, y downwards).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from legation.forge.noise import Noise
from legation.forge.settings import Projection

Coords = NDArray[np.float64]
Bend = Callable[[Coords], Coords]
STEP = 0.35
"""Longest piece of a line, in degrees or hundredths of the width, before it is bent."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A projection with its warp and its noise."""

    view: Projection
    bend: Bend
    noise: Noise

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the board."""
        return self.view.width, board_height(self.view)

    @property
    def period(self) -> float:
        """How far the world repeats in the metric plane; 0 where it does not."""
        return 360.0 if self.view.wrap else 0.0

    @property
    def step(self) -> float:
        """Longest piece of a line in the metric plane."""
        return STEP if self.view.kind == "cylinder" else self.view.width / 300

    def to_metric(self, world: Coords) -> Coords:
        """World to metric plane."""
        if self.view.kind == "plane":
            return world
        lat = np.radians(np.clip(world[:, 1], -88.0, 88.0))
        return np.column_stack([world[:, 0], np.degrees(np.arcsinh(np.tan(lat)))])

    def from_metric(self, metric: Coords) -> Coords:
        """Metric plane to world."""
        if self.view.kind == "plane":
            return metric
        lat = np.degrees(np.arctan(np.sinh(np.radians(np.clip(metric[:, 1], -230.0, 230.0)))))
        return np.column_stack([metric[:, 0], lat])

    def to_board(self, world: Coords) -> Coords:
        """World to board, warped."""
        return self.bend(project(self.view, world))

    def draw(self, metric: Coords) -> Coords:
        """Metric plane to board, warped and roughened: for lines that no coast gives."""
        return self.noise.apply(self.to_board(self.from_metric(metric)))

    def draw_shape(self, shape: Any) -> Any:
        """A line or cell of the metric plane, drawn on the board."""
        return shapely.transform(shapely.segmentize(shape, self.step), self.draw)

    def board_shape(self, shape: Any) -> Any:
        """A shape of the world on the board, without noise."""
        longest = 0.5 if self.view.kind == "cylinder" else self.view.width
        return shapely.transform(shapely.segmentize(shape, longest), self.to_board)

    def normalise(self, world: Coords) -> Coords:
        """Bring longitudes into the frame of a world that wraps."""
        if not self.view.wrap:
            return world
        turned = world.copy()
        turned[:, 0] = (turned[:, 0] - self.view.west) % 360.0 + self.view.west
        return turned


def project(view: Projection, world: Coords) -> Coords:
    """The plain projection, without warp."""
    if view.kind == "plane":
        return world.astype(np.float64)
    scale = view.width / (view.east - view.west)
    x = (world[:, 0] - view.west) * scale
    y = (_rise(view, view.north) - _rise(view, world[:, 1])) * scale
    return np.column_stack([x, y])


def unproject(view: Projection, board: Coords) -> Coords:
    """The inverse of ``project``."""
    if view.kind == "plane":
        return board
    scale = view.width / (view.east - view.west)
    cosine = np.cos(np.radians(view.parallel))
    rise = _rise(view, view.north) - board[:, 1] / scale
    lat = 2 * np.degrees(np.arctan(np.radians(rise * cosine) / (1 + cosine)))
    return np.column_stack([board[:, 0] / scale + view.west, lat])


def board_height(view: Projection) -> float:
    """The height of the board, in whole units."""
    if view.kind == "plane":
        return view.height
    scale = view.width / (view.east - view.west)
    return float(round((_rise(view, view.north) - _rise(view, view.south)) * scale))


def _rise(view: Projection, lat: Any) -> Any:
    """Height of a parallel in degrees of the equator's length."""
    cosine = np.cos(np.radians(view.parallel))
    clipped = np.radians(np.clip(lat, -90.0, 90.0))
    return np.degrees((1 + cosine) * np.tan(clipped / 2)) / cosine
