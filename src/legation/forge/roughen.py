"""Roughens the coasts of an invented world, whose outlines were drawn with a broad pen.

A field of displacements in seven octaves moves every point of a coast a little, coarse bays first, then coves and
rocks. A field cannot tear land apart or push islands together, so all contacts stay the same.
"""

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.ndimage import map_coordinates, spline_filter  # type: ignore[import-untyped]
from shapely.geometry import Polygon

from legation.forge.settings import Projection

Coords = NDArray[np.float64]
OCTAVES = ((72.0, 0.35), (40.0, 0.55), (23.0, 0.5), (13.0, 0.4), (7.5, 0.3), (4.5, 0.2), (2.8, 0.12))
"""Wavelength in board units, and share of the amplitude: each moves points by less than a fifth of its wavelength."""
STEP = 1.1
"""The longest piece of a coast, in board units, before it is moved."""
SKERRIES = 26.0
"""Board units of coast for every possible place of a skerry."""
CHANCE = 0.34
"""The share of these places that have one."""
ROCK = 3.6
"""The largest radius of a skerry, in board units."""
OFF = (4.0, 12.0)
"""The distance of skerries from the coast, in board units."""


def roughen_coasts(
    land: list[tuple[Polygon, bool]], view: Projection, *, amplitude: float, seed: int
) -> list[tuple[Polygon, bool]]:
    """The same landmasses with natural coasts, and skerries off them; a skerry is part of no space."""
    chance = np.random.default_rng(seed)
    grids = [_make_grids(chance, view, wave) for wave, _ in OCTAVES]

    def move(coords: Coords) -> Coords:
        moved = coords.copy()
        for (wave, share), pair in zip(OCTAVES, grids, strict=True):
            where = [coords[:, 1] / wave + 2, coords[:, 0] / wave + 2]
            for axis, grid in enumerate(pair):
                shift = map_coordinates(grid, where, order=3, mode="nearest", prefilter=False)
                moved[:, axis] += amplitude * share * shift
        return moved

    rough = [(_clean(shapely.transform(shapely.segmentize(shape, STEP), move)), holds) for shape, holds in land]
    return [*rough, *((rock, False) for rock in _list_skerries(chance, [shape for shape, holds in rough if holds]))]


def _make_grids(chance: np.random.Generator, view: Projection, wave: float) -> list[Coords]:
    size = int(view.height / wave) + 6, int(view.width / wave) + 6
    return [spline_filter(chance.uniform(-1.0, 1.0, size), order=3, mode="nearest") for _ in range(2)]


def _clean(shape: Polygon) -> Polygon:
    """The largest part of a coast that crosses itself."""
    if shape.is_valid:
        return shape
    parts = [part for part in shapely.get_parts(shapely.buffer(shape, 0)) if isinstance(part, Polygon)]
    return max(parts, key=lambda part: part.area)


def _list_skerries(chance: np.random.Generator, lands: list[Polygon]) -> list[Polygon]:
    """Rocks off the coasts, clear of every land and of each other."""
    around = shapely.union_all(lands)
    shapely.prepare(around)
    found: list[Polygon] = []
    for land in lands:
        for at in np.arange(SKERRIES / 2, land.exterior.length, SKERRIES):
            is_there, turn, off, size, lean = chance.uniform(0.0, 1.0, 5)
            if is_there > CHANCE:
                continue
            near = land.exterior.interpolate(at)
            away, angle = OFF[0] + off * (OFF[1] - OFF[0]), turn * 2 * np.pi
            middle = np.array([near.x + away * np.cos(angle), near.y + away * np.sin(angle)])
            rock = _make_rock(chance, middle, 1.2 + size**2 * (ROCK - 1.2), lean * np.pi)
            if around.distance(rock) > 1.6 and all(other.distance(rock) > 1.2 for other in found[-6:]):
                found.append(rock)
    return found


def _make_rock(chance: np.random.Generator, middle: Coords, radius: float, lean: float) -> Polygon:
    angles = np.linspace(0.0, 2 * np.pi, 9)[:-1]
    reach = radius * chance.uniform(0.7, 1.15, 8)
    across, along = reach * np.cos(angles) * 1.5, reach * np.sin(angles) * 0.75
    turned = np.column_stack(
        [across * np.cos(lean) - along * np.sin(lean), across * np.sin(lean) + along * np.cos(lean)]
    )
    return Polygon(middle + turned)
