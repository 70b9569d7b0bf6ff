"""Machines that share nothing: games go out and come back by value. Ray itself is tried where it is installed."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from legation.sim import ClusterCrew, Commission, LocalCrew, Results, load_results, simulate
from legation.sim.cluster import read_board
from legation.sim.results_table import TABLES, Row

WORKER = "import pickle, sys; f, a = pickle.load(sys.stdin.buffer); pickle.dump(f(*a), sys.stdout.buffer)"
Task = tuple[Callable[..., Any], tuple[Any, ...]]


class Remote:
    """A function that is called elsewhere."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def remote(self, *arguments: Any) -> Task:  # noqa: ANN401 - whatever a task takes
        return self.function, arguments


class Apart:
    """Stands for Ray: every task is a process of its own, with another home and other folders, and the board gone."""

    def __init__(self, board: Path, elsewhere: Path) -> None:
        self.board, self.elsewhere = board, elsewhere

    def remote(self, **_settings: int) -> Callable[[Callable[..., Any]], Any]:
        return Remote

    def put(self, value: Mapping[str, bytes]) -> Mapping[str, bytes]:
        return value

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 1.0}

    def wait(self, tasks: Sequence[Task], num_returns: int) -> tuple[list[Task], list[Task]]:
        return list(tasks[:num_returns]), list(tasks[num_returns:])

    def get(self, task: Task) -> Any:  # noqa: ANN401 - whatever a task gives
        folder = str(self.elsewhere)
        alone = {**os.environ, "HOME": folder, "TMPDIR": folder}
        with self._hide_board():
            done = subprocess.run(
                [sys.executable, "-c", WORKER],
                input=pickle.dumps(task),
                stdout=subprocess.PIPE,
                check=True,
                cwd=folder,
                env=alone,
            )
        return pickle.loads(done.stdout)

    def shutdown(self) -> None:
        """There is nothing to end."""

    @contextmanager
    def _hide_board(self) -> Iterator[None]:
        hidden = self.board.rename(self.board.with_suffix(".hidden"))
        try:
            yield
        finally:
            hidden.rename(self.board)


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A board of one's own."""
    return copytree(Path(str(files("legation.variants"))) / "data" / "standard", tmp_path / "board")


def without_clock(results: Results) -> list[list[Row]]:
    games = [{name: value for name, value in game.items() if name != "seconds"} for game in results.games]
    return [games, *(getattr(results, table) for table in TABLES)]


def test_machines_that_share_no_disk_play_a_board_of_ones_own(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr("legation.sim.cluster.open_ray", lambda *_: Apart(board, elsewhere))
    commission = Commission(str(board), years=2)
    simulate(commission, 2, tmp_path / "far", crew=ClusterCrew("ray://elsewhere:10001"))
    simulate(commission, 2, tmp_path / "here", crew=LocalCrew(1))
    assert without_clock(load_results(tmp_path / "far")) == without_clock(load_results(tmp_path / "here"))
    assert not list(elsewhere.iterdir())


@pytest.mark.parametrize("variant", ["standard", "colonia-i@1"])
def test_what_comes_with_the_program_is_not_sent_to_machines(variant: str) -> None:
    assert read_board(variant) == {}


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning")
def test_a_cluster_plays_the_same_games_as_one_process(board: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'legation[cluster]'")
    commission = Commission(str(board), years=2)
    simulate(commission, 3, tmp_path / "far", crew=ClusterCrew("local", 1))
    simulate(commission, 3, tmp_path / "here", crew=LocalCrew(1))
    assert without_clock(load_results(tmp_path / "far")) == without_clock(load_results(tmp_path / "here"))
