import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

FILE = Path(__file__).parents[2] / "examples" / "train_small.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_small", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_short_training_beats_random_play(example: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--generations", "2", "--population", "6", "--games", "7", "--years", "4", "--trials", "42"]
    assert example.main(options)
    assert "it beats random play" in capsys.readouterr().out


def test_distances_are_the_same_both_ways(example: ModuleType) -> None:
    ground = example.make_ground(example.VectorEnvironment(games=1))
    names = ground.environment.board.board.order
    paris, burgundy, moscow = (names.index(code) for code in ("PAR", "BUR", "MOS"))
    assert ground.distance[paris, burgundy] == 1
    assert ground.distance[paris, moscow] == ground.distance[moscow, paris] == 5
    assert np.array_equal(ground.distance, ground.distance.T)
