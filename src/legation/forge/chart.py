"""The chart: transforms points of the world into points of the board.

There are three planes: the *world* (longitude and latitude, or board units on an invented board), the *metric* plane in
which distance is measured (Mercator: independent of the warp), and the *board* (units, y downwards).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d  # type: ignore[import-untyped]
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from legation.forge.noise import Noise
from legation.forge.settings import Projection

Coords = NDArray[np.float64]
Shapes = NDArray[np.object_]
Bend = Callable[[Coords], Coords]
PACE = 1.5
BEND = 4
"""Corners are rounded over about this many steps."""
STEP = 0.35
"""The longest piece of a line, in degrees or hundredths of the width, before it is bent."""


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
    def wrap(self) -> float:
        """The width of a board without edges; 0 for a board with edges."""
        return self.view.width if self.view.wrap else 0.0

    @property
    def period(self) -> float:
        """The distance after which the world repeats in the metric plane; 0 if it does not."""
        return 360.0 if self.view.wrap else 0.0

    @property
    def step(self) -> float:
        """The longest piece of a line in the metric plane."""
        return STEP if self.view.kind == "cylinder" else self.view.width / 300

    @property
    def reach(self) -> Polygon:
        """The whole part of the metric plane that can appear on the board."""
        view = self.view
        if view.kind == "plane":
            return box(-view.width / 5, -view.height / 5, view.width * 1.2, view.height * 1.2)
        south, north = self.to_metric(np.array([[0.0, view.south - 6], [0.0, min(view.north + 3, 88.0)]]))[:, 1]
        return box(view.west - 25, south, view.east + 25, north)

    def to_metric(self, world: Coords) -> Coords:
        """From world to metric plane."""
        if self.view.kind == "plane":
            return world
        lat = np.radians(np.clip(world[:, 1], -88.0, 88.0))
        return np.column_stack([world[:, 0], np.degrees(np.arcsinh(np.tan(lat)))])

    def from_metric(self, metric: Coords) -> Coords:
        """From metric plane to world."""
        if self.view.kind == "plane":
            return metric
        lat = np.degrees(np.arctan(np.sinh(np.radians(np.clip(metric[:, 1], -230.0, 230.0)))))
        return np.column_stack([metric[:, 0], lat])

    def to_board(self, world: Coords) -> Coords:
        """From world to board, warped."""
        return self.bend(project(self.view, world))

    def draw(self, metric: Coords) -> Coords:
        """From metric plane to board, warped and roughened: for lines that are not coasts."""
        return self.noise.apply(self.to_board(self.from_metric(metric)))

    def draw_cells(self, cells: Sequence[BaseGeometry]) -> Shapes:
        """Cells of the metric plane, drawn on the board."""
        return np.asarray(shapely.transform(shapely.segmentize(np.array(cells), self.step), self.draw))

    def draw_lines(self, lines: Sequence[BaseGeometry]) -> Shapes:
        """Division lines on the board with rounded corners; their ends stay fixed, so that they still meet."""
        cut = shapely.segmentize(np.array(lines), self.step)
        bent = shapely.transform(cut, lambda metric: self.to_board(self.from_metric(metric)))
        return np.asarray(shapely.transform(np.array([round_corners(line) for line in bent]), self.noise.apply))

    def board_shape(self, shape: BaseGeometry) -> BaseGeometry:
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


def round_corners(line: LineString) -> LineString:
    """Smooth a line over a few units without moving its ends."""
    count = max(2, round(line.length / PACE))
    points = shapely.get_coordinates(line.interpolate(np.linspace(0.0, 1.0, count + 1), normalized=True))
    # Reflecting the line in its end points keeps them in place.
    reach = min(count, 4 * BEND)
    before = 2 * points[0] - points[reach:0:-1]
    after = 2 * points[-1] - points[-2 : -reach - 2 : -1]
    even: Coords = gaussian_filter1d(np.concatenate([before, points, after]), min(BEND, count / 4), axis=0)
    middle = even[reach : reach + count + 1]
    middle[0], middle[-1] = points[0], points[-1]
    return LineString(middle)


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
    return float(np.rint((_rise(view, view.north) - _rise(view, view.south)) * scale))


def _rise(view: Projection, lat: float | Coords) -> Coords:
    """The height of a parallel, in degrees of the equator's length."""
    cosine = np.cos(np.radians(view.parallel))
    clipped = np.radians(np.clip(lat, -90.0, 90.0))
    return np.asarray(np.degrees((1 + cosine) * np.tan(clipped / 2)) / cosine)
