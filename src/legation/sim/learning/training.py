"""A course of training in stages: each plays games and fits the networks again. It can be stopped at any time."""

import json
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from legation.bots.learned import HELD, Sage, save_sage
from legation.errors import RequestError
from legation.sim.learning.examples import Examples, join, load_examples, save_examples
from legation.sim.learning.fitting import Fit, fit_network
from legation.sim.learning.games import LEARNING, STARTING, BotMix, play_examples
from legation.sim.simulate import count_cores
from legation.variants import load_variant

PART: Final = 16
"""The number of games per file."""
JOURNAL: Final = "journal.json"
FEWEST: Final = 5
"""With fewer examples of a season there is none to hold out."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """The plan of the training. Quick bots play the first stage; later ones are mostly played by the learning bot."""

    variant: str
    folder: Path
    games: int = 400
    stages: int = 2
    years: int = 13
    jobs: int = 0
    seconds: float | None = None
    """The time limit for playing a stage; learning uses the games played by then."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The results of one stage."""

    number: int
    games: int
    examples: int
    seconds: float
    spring: float
    """R² on held-out games, after Spring moves."""
    fall: float
    plain_spring: float
    plain_fall: float


Teller = Callable[[str], None]


def train(course: TrainingPlan, tell: Teller = lambda line: None) -> Iterator[Stage]:
    """Play and fit, stage by stage; games already in the folder are not played again."""
    load_variant(course.variant)  # an unknown one is reported before anything is made
    try:
        course.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RequestError("out", f"{course.folder} cannot be made: {error.strerror}") from error
    for number in range(course.stages):
        began = time.monotonic()
        table = make_table(course, number)
        examples = play_stage(course, table, number, tell)
        spring, fall = fit_both(join([load_examples(file) for file in list_parts(course.folder)]))
        save_sage(make_sage(course, spring, fall), name_weights(course, number))
        stage = Stage(
            number,
            len(set(examples.game.tolist())),
            spring.examples + fall.examples,
            round(time.monotonic() - began, 1),
            round(spring.explained, 4),
            round(fall.explained, 4),
            round(spring.plain, 4),
            round(fall.plain, 4),
        )
        _write_journal(course.folder, stage)
        yield stage


def make_table(course: TrainingPlan, number: int) -> BotMix:
    """The players of a stage."""
    if number == 0:
        return BotMix(course.variant, course.years, seats=STARTING)
    return BotMix(course.variant, course.years, seats=LEARNING, sage=name_weights(course, number - 1))


def name_weights(course: TrainingPlan, number: int) -> Path:
    """The file for the weights of a stage."""
    return course.folder / f"weights-{number}.npz"


def list_parts(folder: Path) -> list[Path]:
    """All files of examples."""
    return sorted(folder.glob("examples-*.npz"))


def play_stage(course: TrainingPlan, table: BotMix, number: int, tell: Teller) -> Examples:
    """Play the missing games of a stage and keep them in the folder."""
    have = sorted(course.folder.glob(f"examples-{number}-*.npz"))
    parts = [load_examples(file) for file in have]
    done = {int(seed) for part in parts for seed in part.game}
    seeds = [seed for seed in range(number * 1_000_000, number * 1_000_000 + course.games) if seed not in done]
    waiting: list[Examples] = []
    files = len(have)
    for count, found in enumerate(_play(course, table, seeds), 1):
        waiting.append(found)
        if len(waiting) == PART or count == len(seeds):
            save_examples(join(waiting), course.folder / f"examples-{number}-{files:05d}.npz")
            files += 1
            parts += waiting
            waiting = []
            tell(f"stage {number}: {len(done) + count} of {course.games} games")
    if waiting:
        save_examples(join(waiting), course.folder / f"examples-{number}-{files:05d}.npz")
    return join([*parts, *waiting])


def _play(course: TrainingPlan, table: BotMix, seeds: list[int]) -> Iterator[Examples]:
    """Play the games with these seeds on all cores, while there is time."""
    end = math.inf if course.seconds is None else time.monotonic() + course.seconds
    jobs = course.jobs or count_cores()
    if jobs == 1:
        for seed in seeds:
            yield play_examples(table, seed)
            if time.monotonic() > end:
                return
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(play_examples, table, seed) for seed in seeds]
        for task in as_completed(waiting):
            yield task.result()
            if time.monotonic() > end:
                pool.shutdown(wait=True, cancel_futures=True)
                return


def fit_both(examples: Examples) -> tuple[Fit, Fit]:
    """The networks for Spring and for Fall."""
    found = []
    for is_fall in (False, True):
        chosen = examples.is_fall == is_fall
        if chosen.sum() < FEWEST:
            raise RequestError(
                "games", f"{len(examples.game)} examples are too few to learn from; play more or longer games"
            )
        found.append(fit_network(examples.features[chosen], examples.target[chosen], examples.game[chosen], held=HELD))
    return found[0], found[1]


def make_sage(course: TrainingPlan, spring: Fit, fall: Fit) -> Sage:
    """Both networks, with the board for which they were fitted."""
    return Sage(course.variant, load_variant(course.variant).version, spring.network, fall.network)


def _write_journal(folder: Path, stage: Stage) -> None:
    file = folder / JOURNAL
    stages = json.loads(file.read_text("utf-8")) if file.exists() else []
    kept = [entry for entry in stages if entry["number"] != stage.number]
    file.write_text(json.dumps([*kept, asdict(stage)], indent=2) + "\n", encoding="utf-8")
