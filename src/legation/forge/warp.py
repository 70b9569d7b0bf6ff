"""The warp: a flow that gives crowded regions room, fitted once and then committed as a grid.

Density is (1 / area of the space) ** power, blurred. One Poisson solve gives a flux that evens out the density
(Gastner, Seguy and More's cartogram); points are carried along it. Refitting moves the whole picture, so a board reads
its committed grid and fits a new one only if there is none.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.fft import dctn, idctn  # type: ignore[import-untyped]
from scipy.interpolate import RectBivariateSpline  # type: ignore[import-untyped]
from scipy.ndimage import gaussian_filter, map_coordinates  # type: ignore[import-untyped]

Grid = NDArray[np.float64]
COLUMNS = 360
SPARSE = 3
"""Every third node of the fitting grid is kept."""


@dataclass(frozen=True, slots=True)
class WarpGrid:
    """Displacements at the nodes of a regular grid over the board."""

    x: Grid
    y: Grid
    dx: Grid
    dy: Grid

    def make_bend(self, *, wraps: bool) -> Callable[[Grid], Grid]:
        """A function that moves board points smoothly by the grid.

        Beyond the frame a world that wraps begins again; a flat board keeps the shift of its edge.
        """
        moves = [RectBivariateSpline(self.y, self.x, values, kx=3, ky=3) for values in (self.dx, self.dy)]
        left, right, top, bottom = self.x[0], self.x[-1], self.y[0], self.y[-1]

        def bend(coords: Grid) -> Grid:
            if wraps:
                x = left + (coords[:, 0] - left) % (right - left)
                x = np.where(coords[:, 0] == right, right, x)
            else:
                x = np.clip(coords[:, 0], left, right)
            y = np.clip(coords[:, 1], top, bottom)
            shift = np.column_stack([move.ev(y, x) for move in moves])
            moved: Grid = coords + shift
            return moved

        return bend


def fit_warp(density: Grid, width: float, height: float, *, wraps: bool, steps: int) -> WarpGrid:
    """Let the density flow until it is uniform."""
    rows, columns = density.shape
    cell = np.array([width / columns, height / rows])
    rho = density / density.mean()
    flux = _flux(rho, cell, wraps=wraps)
    x = np.linspace(0.0, width, columns // SPARSE + 1)
    y = np.linspace(0.0, height, rows // SPARSE + 1)
    start = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    points = start.copy()
    for step in range(steps):
        time = (step + 0.5) / steps
        half = points + 0.5 / steps * _speed(points, rho, flux, time, cell, wraps=wraps)
        points = points + _speed(half, rho, flux, time, cell, wraps=wraps) / steps
    moved = (points - start).reshape(len(y), len(x), 2)
    dx, dy = moved[..., 0], moved[..., 1]
    dy[0, :] = dy[-1, :] = 0.0
    if wraps:
        _straighten(dx, dy, x, width)
    else:
        dx[:, 0] = dx[:, -1] = 0.0
    return WarpGrid(x, y, np.round(dx, 2), np.round(dy, 2))


def _flux(rho: Grid, cell: Grid, *, wraps: bool) -> tuple[Grid, Grid]:
    """The gradient of the potential whose Laplacian is the excess of density."""
    surplus = np.concatenate([rho, rho[:, ::-1]], axis=1) if not wraps else rho
    surplus = surplus - surplus.mean()
    rows, columns = surplus.shape
    spectrum = dctn(np.fft.fft(surplus, axis=1).real, axes=[0]) + 1j * dctn(np.fft.fft(surplus, axis=1).imag, axes=[0])
    kx = 2 * np.pi * np.fft.fftfreq(columns, cell[0])
    ky = np.pi * np.arange(rows) / (rows * cell[1])
    size = kx[None, :] ** 2 + ky[:, None] ** 2
    size[0, 0] = 1.0
    spectrum = -spectrum / size
    spectrum[0, 0] = 0.0
    phi = np.fft.ifft(idctn(spectrum.real, axes=[0]) + 1j * idctn(spectrum.imag, axes=[0]), axis=1).real
    along = (np.roll(phi, -1, axis=1) - np.roll(phi, 1, axis=1)) / (2 * cell[0])
    down = np.gradient(phi, cell[1], axis=0)
    kept = rho.shape[1]
    return along[:, :kept], down[:, :kept]


def _speed(points: Grid, rho: Grid, flux: tuple[Grid, Grid], time: float, cell: Grid, *, wraps: bool) -> Grid:
    where = [points[:, 1] / cell[1] - 0.5, points[:, 0] / cell[0] - 0.5]
    pad = 2
    mode: Literal["wrap", "edge"] = "wrap" if wraps else "edge"
    if wraps:
        where[1] = where[1] % rho.shape[1]
    at = [where[0] + pad, where[1] + pad]

    def sample(values: Grid) -> Grid:
        padded = np.pad(np.pad(values, ((pad, pad), (0, 0)), mode="edge"), ((0, 0), (pad, pad)), mode=mode)
        sampled: Grid = map_coordinates(padded, at, order=1, mode="nearest")
        return sampled

    now = (1 - time) * sample(rho) + time
    return np.column_stack([sample(flux[0]), sample(flux[1])]) / now[:, None]


def _straighten(dx: Grid, dy: Grid, x: Grid, width: float) -> None:
    """Keep the cut meridian straight: subtract its mean shift everywhere and the rest near the seam."""
    dx[:, -1], dy[:, -1] = dx[:, 0], dy[:, 0]
    dx -= dx[:, 0].mean()
    reach = width / 6
    near = np.clip(1 - np.minimum(x, width - x) / reach, 0.0, 1.0)
    taper = near * near * (3 - 2 * near)
    dx -= dx[:, :1] * taper[None, :]


def blur(values: Grid, sigma: float, *, wraps: bool) -> Grid:
    """Smooth a raster."""
    blurred: Grid = gaussian_filter(values, sigma, mode=("nearest", "wrap" if wraps else "nearest"))
    return blurred


def least_stretch(grid: WarpGrid) -> float:
    """The least area factor inside the grid; negative where the warp folds."""
    across = 1 + np.gradient(grid.dx, grid.x, axis=1)
    down = 1 + np.gradient(grid.dy, grid.y, axis=0)
    sheer = np.gradient(grid.dx, grid.y, axis=0) * np.gradient(grid.dy, grid.x, axis=1)
    margin = max(1, len(grid.y) // 25)
    return float((across * down - sheer)[margin:-margin].min())


def save_warp(grid: WarpGrid, path: Path) -> None:
    """Write the grid, one row of nodes per line."""
    lines = ["{", f'"x": {json.dumps(grid.x.round(3).tolist())},', f'"y": {json.dumps(grid.y.round(3).tolist())},']
    for name, values, comma in (("dx", grid.dx, ","), ("dy", grid.dy, "")):
        rows = ",\n".join(json.dumps((np.round(row, 2) + 0.0).tolist(), separators=(",", ":")) for row in values)
        lines.append(f'"{name}": [\n{rows}\n]{comma}')
    path.write_text("\n".join([*lines, "}"]) + "\n", encoding="utf-8")


def load_warp(path: Path) -> WarpGrid:
    """Read a committed grid."""
    table = json.loads(path.read_text(encoding="utf-8"))
    return WarpGrid(*(np.array(table[name], dtype=np.float64) for name in ("x", "y", "dx", "dy")))
