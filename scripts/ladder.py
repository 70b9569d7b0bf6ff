"""Lets every bot meet every other and prints who is stronger, with 95 % intervals.

    python scripts/ladder.py [--pairs N] [--years N] [--first SEED] [--jobs N] [--rungs A,B,...] [--write] VARIANT

Bots meet by halves of the board; each game is played again with the seats exchanged, so ``--pairs 10`` is twenty games.
Rungs are named as ``legation tournament`` takes bots, the lowest first. No bot watches the clock, so the same seeds
give the same table, by however many processes (all cores by default) it is played. Each pair is told on the error
stream as it ends: what was played until a run is stopped is not lost.
``--write`` puts the table into docs/reference/bots.md.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path

from legation.sim import find_entrant
from legation.sim.arena import Meeting, Pairing, play_pairing
from legation.sim.intervals import Estimate

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "bots.md"
HEAD = (
    "| stronger | weaker | games | centres of its powers, % | of the other's | lead | games led, % | survival, % "
    "| the other's |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
)


def tell(meetings: Sequence[Meeting]) -> list[str]:
    """One line for each meeting."""
    return [*HEAD, *(_tell_one(meeting) for meeting in meetings)]


def _tell_one(meeting: Meeting) -> str:
    better, worse = meeting.showing_of(meeting.stronger), meeting.showing_of(meeting.weaker)
    cells = (
        meeting.stronger,
        meeting.weaker,
        str(2 * len(meeting.pairings)),
        _percent(better.share),
        _percent(worse.share),
        _percent(meeting.lead),
        _percent(better.wins),
        _percent(better.survival),
        _percent(worse.survival),
    )
    return f"| {' | '.join(cells)} |"


def _percent(figure: Estimate) -> str:
    return f"{100 * figure.middle:.1f} ({100 * figure.low:.1f} to {100 * figure.high:.1f})"


def play_meetings(variant: str, rungs: Sequence[str], seeds: Sequence[int], *, years: int, jobs: int) -> list[Meeting]:
    """Every bot meets every other, by the same seeds."""
    found: dict[tuple[str, str], list[Pairing]] = {names: [] for names in combinations(rungs, 2)}
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        tasks = {pool.submit(play, variant, names, seed, years): names for seed in seeds for names in found}
        for task in as_completed(tasks):
            weaker, stronger = names = tasks[task]
            found[names].append(task.result())
            print(_tell_one(Meeting(stronger, weaker, tuple(found[names]))), file=sys.stderr, flush=True)
    return [
        Meeting(stronger, weaker, tuple(sorted(pairings, key=lambda pairing: pairing.seed)))
        for (weaker, stronger), pairings in found.items()
    ]


def play(variant: str, names: Sequence[str], seed: int, years: int) -> Pairing:
    """Two games of two bots."""
    return play_pairing(variant, {name: find_entrant(name) for name in names}, seed=seed, years=years)


def write(variant: str, lines: Sequence[str]) -> None:
    """Put a table into the page, between the marks of its variant."""
    begin, end = f"<!-- ladder of {variant} -->\n", f"<!-- end of {variant} -->\n"
    text = PAGE.read_text()
    before, rest = text.split(begin, 1)
    PAGE.write_text(f"{before}{begin}\n" + "\n".join(lines) + f"\n\n{end}{rest.split(end, 1)[1]}")


def main() -> None:
    """Read the arguments, play, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--years", type=int, default=10)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rungs", default="random,greedy,planner,searcher,learned")
    parser.add_argument("--write", action="store_true")
    wish = parser.parse_args()
    seeds = range(wish.first, wish.first + wish.pairs)
    meetings = play_meetings(wish.variant, wish.rungs.split(","), seeds, years=wish.years, jobs=wish.jobs)
    print("\n".join(tell(meetings)))
    if wish.write:
        write(wish.variant, tell(meetings))


if __name__ == "__main__":
    main()
