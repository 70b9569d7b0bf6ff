"""Smooth noise that gives straight division lines the look of a hand-drawn border."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import map_coordinates  # type: ignore[import-untyped]

Coords = NDArray[np.float64]
OCTAVES = ((64.0, 0.62), (26.0, 0.38))
"""Wavelength in board units, and share of the amplitude."""


@dataclass(frozen=True, slots=True)
class Noise:
    """A displacement field; it repeats every ``width`` in x, so that a seam stays closed."""

    width: float
    height: float
    amplitude: float
    seed: int

    def apply(self, coords: Coords) -> Coords:
        """Move points by the field."""
        if not self.amplitude:
            return coords
        moved = coords.copy()
        chance = np.random.default_rng(self.seed)
        for wave, share in OCTAVES:
            columns, rows = max(4, round(self.width / wave)), max(4, round(self.height / wave) + 4)
            for axis in (0, 1):
                grid = chance.uniform(-1.0, 1.0, (rows, columns))
                where = [coords[:, 1] / wave + 1.5, coords[:, 0] * columns / self.width]
                moved[:, axis] += self.amplitude * share * map_coordinates(grid, where, order=3, mode="grid-wrap")
        return moved
