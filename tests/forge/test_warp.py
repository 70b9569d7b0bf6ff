from pathlib import Path

import numpy as np
import pytest

from legation.forge.warp import WarpGrid, fit_warp, least_stretch, load_warp, save_warp


def bump(rows: int = 60, columns: int = 120) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    y, x = np.mgrid[0:rows, 0:columns]
    return np.asarray(1.0 + 4.0 * np.exp(-((x - 60) ** 2 + (y - 30) ** 2) / 60.0))


@pytest.fixture(params=[True, False], ids=["wraps", "edges"])
def grid(request: pytest.FixtureRequest) -> WarpGrid:
    return fit_warp(bump(), 1200.0, 600.0, wraps=request.param, steps=24)


def test_dense_regions_grow(grid: WarpGrid) -> None:
    bend = grid.make_bend()
    left, right = bend(np.array([[560.0, 300.0], [640.0, 300.0]]))
    assert right[0] - left[0] > 100.0


def test_nothing_folds(grid: WarpGrid) -> None:
    assert least_stretch(grid) > 0.2


def test_the_frame_stays(grid: WarpGrid) -> None:
    bend = grid.make_bend()
    corners = np.array([[0.0, 0.0], [0.0, 600.0], [0.0, 300.0]])
    assert bend(corners) == pytest.approx(corners, abs=1.5)


def test_copies_of_a_world_see_the_same_field() -> None:
    bend = fit_warp(bump(), 1200.0, 600.0, wraps=True, steps=24).make_bend()
    points, turn = np.array([[100.0, 200.0], [1000.0, 400.0]]), np.array([1200.0, 0.0])
    assert bend(points + turn) == pytest.approx(bend(points) + turn)


def test_a_saved_grid_reads_back(grid: WarpGrid, tmp_path: Path) -> None:
    save_warp(grid, tmp_path / "warp.json")
    again = load_warp(tmp_path / "warp.json")
    assert again.dx == pytest.approx(grid.dx)
    assert again.dy == pytest.approx(grid.dy)
