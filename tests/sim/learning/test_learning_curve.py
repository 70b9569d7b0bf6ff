"""The learning curve: what a network explains in games it never saw, and its lead, for more and more games."""

from pathlib import Path

import numpy as np
import pytest
from benchmarks import learning_curve
from benchmarks.learning_curve import explain_by_counting, measure, select, share_explained, tell, write
from benchmarks.learning_plot import Curve, Point, draw_curve

from legation.bots.learned import FEATURES, HELD
from legation.sim.intervals import Estimate
from legation.sim.learning import Examples, TrainingPlan

LEAD = Estimate(0.05, 0.01, 0.09)
CURVE = Curve(
    "standard",
    10,
    0.7,
    0.8,
    (Point(6, 500, 0.61, 0.72, Estimate(-0.02, -0.05, 0.01)), Point(96, 8000, 0.8, 0.85, LEAD)),
)


def make_examples(held: list[float], later: list[float], games: list[int]) -> Examples:
    features = np.zeros((len(held), FEATURES), np.float32)
    features[:, HELD] = held
    return Examples(features, np.array(later, np.float32), np.ones(len(held), np.bool_), np.array(games))


def test_a_perfect_foresight_explains_all_and_the_mean_explains_nothing() -> None:
    true = np.array([1, 2, 3, 6], np.float32)
    assert share_explained(true, true) == 1
    assert share_explained(np.full(4, 3, np.float32), true) == 0
    # Errors of 1 each: a mean square of 1, and the variance of 1, 2, 3, 6 is 3.5.
    assert share_explained(true + 1, true) == pytest.approx(1 - 1 / 3.5)


def test_the_first_games_are_those_with_the_lowest_seeds() -> None:
    chosen = select(make_examples([1, 2, 3], [4, 5, 6], [0, 7, 1]), 2)
    assert chosen.target.tolist() == [4, 6]
    assert chosen.game.tolist() == [0, 1]


def test_counting_centres_is_learned_from_some_games_and_tried_on_others() -> None:
    seen = make_examples([1, 2, 3], [3, 5, 7], [0, 1, 2])  # two for each and one
    assert explain_by_counting(seen, make_examples([4, 6], [9, 13], [9, 9]), is_fall=True) == pytest.approx(1)
    assert explain_by_counting(seen, make_examples([4, 6], [13, 9], [9, 9]), is_fall=True) == pytest.approx(-3)


def test_a_run_that_was_stopped_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[str] = []

    def meet(variant: str, weights: Path, pairs: int) -> Estimate:
        assert (variant, pairs) == ("standard", 1)
        met.append(weights.name)
        return LEAD

    monkeypatch.setattr(learning_curve, "meet_searcher", meet)
    course = TrainingPlan("standard", tmp_path / "games", games=3, years=4, jobs=1)
    tests = TrainingPlan("standard", tmp_path / "tests", games=1, years=4, jobs=1)
    for each in (course, tests):
        each.folder.mkdir()
    first = next(measure(course, tests, [2, 3], 1))
    *_, last = measure(course, tests, [2, 3], 1)
    assert met == ["weights-after-2.npz", "weights-after-3.npz"]
    assert [point.games for point in last.points] == [2, 3]
    assert last.points[0] == first.points[0]
    assert last.points[0].examples < last.points[1].examples


def test_the_table_stands_on_the_page_and_the_picture_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, picture = tmp_path / "page.md", tmp_path / "curve.svg"
    page.write_text(f"before\n{learning_curve.BEGIN}old\n{learning_curve.END}after\n")
    monkeypatch.setattr(learning_curve, "PAGE", page)
    monkeypatch.setattr(learning_curve, "PICTURE", picture)
    write(CURVE)
    written = page.read_text()
    assert written.startswith("before\n")
    assert written.endswith("after\n")
    assert "old" not in written
    assert "| 96 | 8,000 | 80.0% | 85.0% | 5.0 (1.0 to 9.0) |" in tell(CURVE)
    assert tell(CURVE) in written
    assert picture.read_text() == draw_curve(CURVE)
    assert draw_curve(CURVE).count("<circle") == 6  # Spring, Fall and lead at both sizes
