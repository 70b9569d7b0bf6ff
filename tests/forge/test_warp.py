from pathlib import Path

import numpy as np
import pytest

from legation.forge.warp import WarpGrid, fit_warp, least_stretch, load_warp, save_warp


def bump(rows: int = 60, columns: int = 120) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    y, x = np.mgrid[0:rows, 0:columns]
    return np.asarray(1.0 + 4.0 * np.exp(-((x - 60) ** 2 + (y - 30) ** 2) / 60.0))


@pytest.fixture(params=[True, False], ids=["wraps", "edges"])
def wraps(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def grid(*, wraps: bool) -> WarpGrid:
    return fit_warp(bump(), 1200.0, 600.0, wraps=wraps, steps=24)


def test_dense_regions_grow(grid: WarpGrid, *, wraps: bool) -> None:
    bend = grid.make_bend(wraps=wraps)
    left, right = bend(np.array([[560.0, 300.0], [640.0, 300.0]]))
    assert right[0] - left[0] > 100.0


def test_nothing_folds(grid: WarpGrid) -> None:
    assert least_stretch(grid) > 0.2


def test_the_frame_stays(grid: WarpGrid, *, wraps: bool) -> None:
    bend = grid.make_bend(wraps=wraps)
    corners = np.array([[0.0, 0.0], [0.0, 600.0], [0.0, 300.0]])
    assert bend(corners) == pytest.approx(corners, abs=1.5)


def test_copies_of_a_world_see_the_same_field() -> None:
    bend = fit_warp(bump(), 1200.0, 600.0, wraps=True, steps=24).make_bend(wraps=True)
    points, turn = np.array([[100.0, 200.0], [1000.0, 400.0]]), np.array([1200.0, 0.0])
    assert bend(points + turn) == pytest.approx(bend(points) + turn)


def test_beyond_the_edge_of_a_flat_board_the_shift_of_that_edge_goes_on() -> None:
    # Its density lies to the left, so the two edges shift by different amounts.
    lopsided = np.roll(bump(), -45, axis=1)
    bend = fit_warp(lopsided, 1200.0, 600.0, wraps=False, steps=24).make_bend(wraps=False)
    for edge, beyond in ((0.0, -40.0), (1200.0, 1240.0)):
        heights = np.linspace(50.0, 550.0, 11)
        inside, outside = (bend(np.column_stack([np.full(11, x), heights])) for x in (edge, beyond))
        assert outside[:, 1] == pytest.approx(inside[:, 1])
        assert outside[:, 0] - inside[:, 0] == pytest.approx(beyond - edge)


def test_a_saved_grid_reads_back(grid: WarpGrid, tmp_path: Path) -> None:
    save_warp(grid, tmp_path / "warp.json")
    again = load_warp(tmp_path / "warp.json")
    assert again.dx == pytest.approx(grid.dx)
    assert again.dy == pytest.approx(grid.dy)
