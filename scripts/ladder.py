"""Lets every bot meet every other and prints who is stronger, with 95 % intervals.

    python -m scripts.ladder [--pairs N] [--years N] [--first SEED] [--jobs N] [--minutes N] [--rungs A,B,...]
        [--powers] [--write] VARIANT

Bots meet by halves of the board; each game is played again with the seats exchanged, so ``--pairs 10`` is twenty games.
Rungs are named as in ``legation tournament``, the lowest first. No bot watches the clock, so the same seeds give the
same table, whatever the number of processes (by default all cores). Each pair is reported on the error stream as it
ends, so that stopping a run loses nothing. After ``--minutes`` the games in progress are dropped, the others count.
``--powers`` also shows how each power fared, whoever played it. ``--write`` puts the table into docs/reference/bots.md
and draws docs/images/ladder.svg again.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations
from multiprocessing import active_children, get_context

from scripts.ladder_plot import PAGE, PICTURE, draw_ladder

from legation.sim import get_maker
from legation.sim.arena import Meeting, Pairing, play_pairing
from legation.sim.intervals import Estimate

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


def tell_powers(meetings: Sequence[Meeting]) -> list[str]:
    """How each power fared in all games together."""
    seats = [seat for meeting in meetings for pairing in meeting.pairings for seat in pairing.seats]
    powers = sorted({seat.power for seat in seats})
    own = {power: [seat for seat in seats if seat.power == power] for power in powers}
    shares = (f"{100 * sum(seat.share for seat in own[power]) / len(own[power]):.1f}" for power in powers)
    return [
        f"| {sum(2 * len(meeting.pairings) for meeting in meetings)} games | {' | '.join(powers)} |",
        "| --- |" + " --- |" * len(powers),
        f"| centres, % | {' | '.join(shares)} |",
        f"| games ahead | {' | '.join(str(sum(seat.has_won for seat in own[power])) for power in powers)} |",
        f"| survived | {' | '.join(str(sum(seat.survives for seat in own[power])) for power in powers)} |",
    ]


Task = tuple[str, tuple[str, str], int, int]


def play_meetings(
    variant: str, rungs: Sequence[str], seeds: Sequence[int], *, years: int, jobs: int, minutes: float
) -> list[Meeting]:
    """Every bot meets every other, by the same seeds, as far as the time goes."""
    found: dict[tuple[str, str], list[Pairing]] = {names: [] for names in combinations(rungs, 2)}
    tasks = [(variant, names, seed, years) for seed in seeds for names in found]
    for names, pairing in _play_until(tasks, jobs, time.monotonic() + 60 * minutes):
        found[names].append(pairing)
        weaker, stronger = names
        print(_tell_one(Meeting(stronger, weaker, tuple(found[names]))), file=sys.stderr, flush=True)
    return [
        Meeting(stronger, weaker, tuple(sorted(pairings, key=lambda pairing: pairing.seed)))
        for (weaker, stronger), pairings in found.items()
        if pairings
    ]


def _play_until(tasks: Sequence[Task], jobs: int, end: float) -> Iterator[tuple[tuple[str, str], Pairing]]:
    """The pairings as they end. When the time is over, the processes that still play are ended."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        played = [pool.submit(play, task) for task in tasks]
        try:
            for done in as_completed(played, timeout=max(0.0, end - time.monotonic())):
                yield done.result()
        except TimeoutError:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.terminate()


def play(task: Task) -> tuple[tuple[str, str], Pairing]:
    """Two games of two bots."""
    variant, names, seed, years = task
    return names, play_pairing(variant, {name: get_maker(name) for name in names}, seed=seed, years=years)


def write(variant: str, lines: Sequence[str]) -> None:
    """Put a table into the page, between the marks of its variant, and draw the page's tables again."""
    begin, end = f"<!-- ladder of {variant} -->\n", f"<!-- end of {variant} -->\n"
    text = PAGE.read_text()
    before, rest = text.split(begin, 1)
    page = f"{before}{begin}\n" + "\n".join(lines) + f"\n\n{end}{rest.split(end, 1)[1]}"
    PAGE.write_text(page)
    PICTURE.write_text(draw_ladder(page))


def main() -> None:
    """Read the arguments, play, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--years", type=int, default=10)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=24 * 60)
    parser.add_argument("--rungs", default="random,greedy,planner,searcher,learned")
    parser.add_argument("--powers", action="store_true")
    parser.add_argument("--write", action="store_true")
    wish = parser.parse_args()
    seeds = range(wish.first, wish.first + wish.pairs)
    rungs = wish.rungs.split(",")
    meetings = play_meetings(wish.variant, rungs, seeds, years=wish.years, jobs=wish.jobs, minutes=wish.minutes)
    if not meetings:
        sys.exit("No pair of games ended in time.")
    print("\n".join(tell(meetings)))
    if wish.powers:
        print("", *tell_powers(meetings), sep="\n")
    if wish.write:
        write(wish.variant, tell(meetings))


if __name__ == "__main__":
    main()
