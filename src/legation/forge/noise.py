"""Smooth noise that makes straight division lines look like hand-drawn borders."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import map_coordinates, spline_filter  # type: ignore[import-untyped]

Coords = NDArray[np.float64]
OCTAVES = ((64.0, 0.55), (26.0, 0.45), (11.0, 0.2))
"""Wavelength in board units, and share of the amplitude."""


@dataclass(frozen=True, slots=True)
class Noise:
    """A displacement field with the period ``width`` in x, so that a seam stays closed."""

    width: float
    height: float
    amplitude: float
    seed: int
    octaves: tuple[tuple[float, float], ...] = OCTAVES

    def apply(self, coords: Coords) -> Coords:
        """Move points by the field."""
        if not self.amplitude:
            return coords
        moved = coords.copy()
        for (wave, share), grids in zip(self.octaves, self._grids(), strict=True):
            columns = grids[0].shape[1]
            where = [coords[:, 1] / wave + 1.5, coords[:, 0] * columns / self.width]
            for axis, grid in enumerate(grids):
                shift = map_coordinates(grid, where, order=3, mode="grid-wrap", prefilter=False)
                moved[:, axis] += self.amplitude * share * shift
        return moved

    def _grids(self) -> list[list[Coords]]:
        return _make_grids(self.width, self.height, self.seed, tuple(wave for wave, _ in self.octaves))


@lru_cache(maxsize=4)
def _make_grids(width: float, height: float, seed: int, waves: tuple[float, ...]) -> list[list[Coords]]:
    """Two spline grids, for x and y, of each octave."""
    chance = np.random.default_rng(seed)
    found = []
    for wave in waves:
        columns, rows = max(4, round(width / wave)), max(4, round(height / wave) + 4)
        grids = [chance.uniform(-1.0, 1.0, (rows, columns)) for _ in range(2)]
        found.append([spline_filter(grid, order=3, mode="grid-wrap") for grid in grids])
    return found
