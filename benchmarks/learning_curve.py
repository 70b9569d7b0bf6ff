"""How much the learned bot gains from how many games.

    python -m benchmarks.learning_curve standard FOLDER --games 6,24,96,384 --tests 96 --pairs 10 --write

Plays games of quick bots as the first stage of ``legation train`` does, and other games for testing. For each number
a network is fitted to that many of the first games. The output is the share of the variance of centres three years
later that it explains in the games for testing, and its lead over the searcher. Games and results are kept in the
folder, so that a stopped run can be continued. ``--write`` puts the table into
docs/reference/bots.md and draws docs/images/learning-curve.svg.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.learning_plot import Curve, Point, draw_curve
from legation.bots.learned import HELD, Network, save_sage
from legation.sim.intervals import Estimate
from legation.sim.learning import Examples, TrainingPlan, join, load_examples, meet_searcher
from legation.sim.learning.training import fit_both, list_parts, make_sage, make_table, play_stage

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "reference" / "bots.md"
PICTURE = DOCS / "images" / "learning-curve.svg"
BEGIN, END = "<!-- learning curve -->\n", "<!-- end of learning curve -->\n"
TESTS = 9
"""The number of the stage whose seeds the games for testing have; no course has as many stages."""

Floats = NDArray[np.float32]


def measure(course: TrainingPlan, tests: TrainingPlan, sizes: Sequence[int], pairs: int) -> Iterator[Curve]:
    """Fit networks to more and more games; after each, what is known so far."""
    play_stage(course, make_table(course, 0), 0, print)
    play_stage(tests, make_table(tests, 0), TESTS, print)
    seen, unseen = load_all(course.folder), load_all(tests.folder)
    plain = [explain_by_counting(seen, unseen, is_fall=is_fall) for is_fall in (False, True)]
    points: tuple[Point, ...] = ()
    for games in sizes:
        points = (*points, measure_one(course, select(seen, games), unseen, games, pairs))
        yield Curve(course.variant, pairs, plain[0], plain[1], points)


def load_all(folder: Path) -> Examples:
    """The examples of all games in a folder."""
    return join([load_examples(file) for file in list_parts(folder)])


def select(examples: Examples, games: int) -> Examples:
    """The examples of the first games."""
    chosen = examples.game < games
    return Examples(examples.features[chosen], examples.target[chosen], examples.is_fall[chosen], examples.game[chosen])


def measure_one(course: TrainingPlan, seen: Examples, unseen: Examples, games: int, pairs: int) -> Point:
    """Fit, test and play, or read what an earlier run found."""
    known = course.folder / f"after-{games}-games-{pairs}-pairs.json"
    if known.exists():
        kept = json.loads(known.read_text("utf-8"))
        return Point(**{**kept, "lead": Estimate(*kept["lead"])})
    spring, fall = fit_both(seen)
    weights = course.folder / f"weights-after-{games}.npz"
    save_sage(make_sage(course, spring, fall), weights)
    of_spring = explain(spring.network, unseen, is_fall=False)
    of_fall = explain(fall.network, unseen, is_fall=True)
    lead = meet_searcher(course.variant, weights, pairs)
    point = Point(games, spring.examples + fall.examples, of_spring, of_fall, lead)
    known.write_text(json.dumps(asdict(point)) + "\n", "utf-8")
    return point


def explain(network: Network, unseen: Examples, *, is_fall: bool) -> float:
    """The share of the variance that a network explains."""
    chosen = unseen.is_fall == is_fall
    return share_explained(network.predict(unseen.features[chosen]), unseen.target[chosen])


def explain_by_counting(seen: Examples, unseen: Examples, *, is_fall: bool) -> float:
    """The share that the best line through the centres held now explains."""
    learned, asked = seen.is_fall == is_fall, unseen.is_fall == is_fall
    slope, base = np.polyfit(seen.features[learned, HELD], seen.target[learned], 1)
    return share_explained(slope * unseen.features[asked, HELD] + base, unseen.target[asked])


def share_explained(said: Floats, true: Floats) -> float:
    """One less the mean squared error, in parts of the variance."""
    return 1 - float(((said - true) ** 2).mean()) / float(true.var())


def tell(curve: Curve) -> str:
    """The table for the page."""
    rows = [
        "| games | examples | explained in Spring | in Fall | lead over the searcher |",
        "| --- | --- | --- | --- | --- |",
        f"| none: centres are counted | | {curve.plain_spring:.1%} | {curve.plain_fall:.1%} | |",
    ]
    for point in curve.points:
        middle, low, high = (f"{100 * figure:.1f}" for figure in point.lead)
        lead = f"{middle} ({low} to {high})"
        rows.append(f"| {point.games} | {point.examples:,} | {point.spring:.1%} | {point.fall:.1%} | {lead} |")
    return "\n".join(rows) + "\n"


def write(curve: Curve) -> None:
    """Put the table into the page, and draw the picture."""
    before, rest = PAGE.read_text("utf-8").split(BEGIN, 1)
    PAGE.write_text(f"{before}{BEGIN}\n{tell(curve)}\n{END}{rest.split(END, 1)[1]}", "utf-8")
    PICTURE.write_text(draw_curve(curve), "utf-8")


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", default="6,24,96,384")
    parser.add_argument("--tests", type=int, default=96)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true")
    wish = parser.parse_args()
    sizes = [int(size) for size in wish.games.split(",")]
    course = TrainingPlan(wish.variant, wish.folder / "games", games=max(sizes), jobs=wish.jobs)
    tests = TrainingPlan(wish.variant, wish.folder / "tests", games=wish.tests, jobs=wish.jobs)
    for each in (course, tests):
        each.folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    for curve in measure(course, tests, sizes, wish.pairs):
        print(f"{tell(curve)}after {time.monotonic() - began:.0f} seconds", flush=True)
        if wish.write:
            write(curve)


if __name__ == "__main__":
    main()
