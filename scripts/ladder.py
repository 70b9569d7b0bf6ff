"""Lets every bot meet every other and prints who is stronger, with 95 % intervals.

    python scripts/ladder.py [--pairs N] [--years N] [--first SEED] [--seconds S] [--rungs A,B,...] [--write] VARIANT

Bots meet by halves of the board; each game is played again with the seats exchanged, so ``--pairs 10`` is twenty games.
``--write`` puts the table into docs/reference/bots.md. Without ``--seconds`` the searching bot has no clock, and the
same seeds give the same table.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from legation.bots import GreedyBot, PlannerBot, RandomBot, WhimBot
from legation.bots.learned import find_sage
from legation.bots.levels import WHIMS
from legation.bots.searching import Effort, SearchBot
from legation.sim.arena import Maker, Meeting, play_round_robin
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


def make_ladder(seconds: float | None) -> Mapping[str, Maker]:
    """The rungs, the lowest first."""
    effort = Effort(seconds=seconds)
    return {
        "random": RandomBot,
        "easy": lambda: WhimBot(GreedyBot(), WHIMS),
        "greedy": GreedyBot,
        "planner": PlannerBot,
        "searcher": lambda: SearchBot(effort),
        "learned": lambda: SearchBot(effort, find_sage=find_sage),
    }


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
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--rungs", default="random,greedy,planner,searcher,learned")
    parser.add_argument("--write", action="store_true")
    wish = parser.parse_args()
    makers = make_ladder(wish.seconds)
    rungs = {name: makers[name] for name in wish.rungs.split(",")}
    seeds = range(wish.first, wish.first + wish.pairs)
    meetings: list[Meeting] = []
    for meeting in play_round_robin(wish.variant, rungs, seeds, years=wish.years):
        print(_tell_one(meeting), flush=True)
        meetings.append(meeting)
    if wish.write:
        write(wish.variant, tell(meetings))


if __name__ == "__main__":
    main()
