"""The kernels as they are put together for a CUDA device give what the processor gives; runs without a GPU."""

from collections.abc import Iterator

import pytest
from benchmarks.gpu import _list_sets, play_choices, play_year

from legation import batch as engine
from legation.batch.devices import put_batch
from legation.sim.vector_environment import VectorEnvironment
from legation.variants import load_variant
from tests.batch.plain_cuda import plain_cuda
from tests.batch.test_cuda import check

GAMES = 4


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with plain_cuda(monkeypatch):
        yield


@pytest.mark.parametrize(("name", "units"), [("standard", 34), ("colonial-variant", 60)])
def test_a_year_by_chance_comes_out_alike(name: str, units: int) -> None:
    """Positions, sets, orders, moves, retreats and Winters."""
    here, there = (engine.make_batch_board(load_variant(name), device=device) for device in ("cpu", "cuda"))
    years = (play_year(board, GAMES, units, 3) for board in (here, there))
    for (step, mine), (same, theirs) in zip(*years, strict=True):
        assert step == same
        check(there, mine, theirs, step)


def test_sets_on_a_crowded_sea_come_out_alike() -> None:
    """Groups of many fleets, which fall into parts."""
    here, there = (engine.make_batch_board(load_variant("colonia-iii"), device=device) for device in ("cpu", "cuda"))
    batch = engine.sample_positions(here, 2, units=200, seed=7)
    mine = engine.make_legal_masks(here, batch)
    theirs = engine.make_legal_masks(there, put_batch(batch, there.device))
    assert (mine.part_ends - mine.part_starts).max() > 1
    check(there, _list_sets(mine), _list_sets(theirs), "sets")


def test_choices_of_an_environment_come_out_alike() -> None:
    here, there = (VectorEnvironment("standard", games=2, years=1, device=device) for device in ("cpu", "cuda"))
    for (step, mine), (same, theirs) in zip(play_choices(here, 5, 1), play_choices(there, 5, 1), strict=True):
        assert step == same
        check(there.board, mine, theirs, step)
