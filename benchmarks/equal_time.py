"""The learned bot against a searcher that thinks as long: who leads, and how long each thinks.

    python -m benchmarks.equal_time standard --pairs 16 --years 10 --first 71001 --replies 96 --climbs 2

More joint moves alone do not use up the searcher's time: it stops when no small change helps. So it gets more replies,
and climbs again from its best orders after some of them were changed at random. No bot watches the clock, so the
same seeds play the same games. The time is the processor's, for all movement phases of the games.

    python -m benchmarks.equal_time colonia-vii --pairs 8 --years 6 --replies 32 --climbs 0 --seconds 0.8

lets both stop after so many seconds of the processor, as they do in play.
Set NUMBA_NUM_THREADS, OPENBLAS_NUM_THREADS and OMP_NUM_THREADS to 1: waiting threads would count as thinking.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from statistics import stdev

from legation.board import PowerId
from legation.bots import Bot
from legation.bots.changes import Orders, list_changes
from legation.bots.draft import Draft
from legation.bots.planner_bot import add_bombs
from legation.bots.searching import Effort, SearchBot
from legation.bots.survey import Survey
from legation.game import GameState, Phase, PhaseKind
from legation.judge import Rulebook
from legation.orders import Order
from legation.sim import get_maker
from legation.sim.arena import Meeting, Pairing, play_pairing
from legation.variants import Variant

JOINT_MOVES = 10_000_000
"""More than a searcher uses until nothing helps."""
CHANGES = 3
"""How many small changes are made at random before the searcher climbs again."""
PATIENT = "patient searcher"


class PatientSearcher(SearchBot):
    """A searcher with more replies, which climbs again and again."""

    def __init__(self, replies: int, climbs: int, seconds: float | None = None) -> None:
        super().__init__(Effort(joint_moves=JOINT_MOVES, replies=replies, seconds=seconds), time.process_time)
        self.climbs = climbs

    def write_moves(self, survey: Survey, phase: Phase, power: PowerId, chance: random.Random) -> list[Order]:
        """The best orders of all climbs."""
        draft = Draft(survey, phase, power, chance)
        if not draft.units:
            return []
        search, drafts = self.study(draft, phase)
        best = search.climb(drafts)
        for _ in range(self.climbs):
            best = max(best, search.climb([change_some(draft, best.orders, chance)]), key=lambda found: found.score)
        return add_bombs(draft, best.orders)


def change_some(draft: Draft, orders: Orders, chance: random.Random) -> Orders:
    """Orders after a few small changes at random."""
    for _ in range(CHANGES):
        changes = list_changes(draft, orders)
        if changes:
            orders = {**orders, **chance.choice(changes)}
    return orders


def make_hurried(name: str, seconds: float | None) -> Bot:
    """A bot by its name; if it searches, it stops after some seconds of the processor."""
    bot = get_maker(name)()
    if seconds is None or not isinstance(bot, SearchBot):
        return bot
    return SearchBot(replace(bot.effort, seconds=seconds), time.process_time, bot.find_sage)


@dataclass
class Stopwatch:
    """The processor's time that a bot took for its moves."""

    seconds: float = 0.0
    turns: int = 0

    @property
    def mean(self) -> float:
        """Seconds for the moves of one power."""
        return self.seconds / max(1, self.turns)


@dataclass
class TimedBot:
    """Plays as another bot does, and times it."""

    bot: Bot
    watch: Stopwatch = field(default_factory=Stopwatch)

    def choose(
        self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
    ) -> list[Order]:
        """The orders of the other bot."""
        began = time.process_time()
        orders = self.bot.choose(variant, rulebook, state, power, chance)
        if state.phase.kind is PhaseKind.MOVES and orders:
            self.watch.seconds += time.process_time() - began
            self.watch.turns += 1
        return orders


@dataclass(frozen=True)
class TimedMeeting:
    """Games between two bots so far, the second of them supposed to be stronger, and the time that both took."""

    meeting: Meeting
    watches: Mapping[str, Stopwatch]

    def tell(self) -> str:
        """The last pair, the lead, and the times, in one line."""
        meeting = self.meeting
        leads = [Meeting(meeting.stronger, meeting.weaker, (pairing,)).lead.middle for pairing in meeting.pairings]
        lead = meeting.lead
        error = stdev(leads) / len(leads) ** 0.5 if len(leads) > 1 else float("nan")
        seconds = ", ".join(f"{name} {watch.mean:.3f}" for name, watch in self.watches.items())
        return (
            f"{2 * len(leads)} games; the last pair {100 * leads[-1]:+.1f}; lead of {meeting.stronger} "
            f"{100 * lead.middle:.1f} ({100 * lead.low:.1f} to {100 * lead.high:.1f}), standard error "
            f"{100 * error:.2f}; processor seconds a turn: {seconds}"
        )


def play_timed(
    variant: str, makers: Mapping[str, Callable[[], Bot]], seeds: range, *, years: int
) -> Iterator[TimedMeeting]:
    """Play pairs of games; after each, what is known so far."""
    weaker, stronger = makers
    watches = {name: Stopwatch() for name in makers}
    timed = {name: with_watch(make, watches[name]) for name, make in makers.items()}
    found: tuple[Pairing, ...] = ()
    for seed in seeds:
        found = (*found, play_pairing(variant, timed, seed=seed, years=years))
        yield TimedMeeting(Meeting(stronger, weaker, found), watches)


def with_watch(make: Callable[[], Bot], watch: Stopwatch) -> Callable[[], Bot]:
    """Makes bots that are timed together."""
    return lambda: TimedBot(make(), watch)


def main() -> None:
    """Play, and print the state of things after each pair."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("--pairs", type=int, default=16)
    parser.add_argument("--years", type=int, default=10)
    parser.add_argument("--first", type=int, default=71001)
    parser.add_argument("--replies", type=int, default=96)
    parser.add_argument("--climbs", type=int, default=2, help="how often the searcher climbs again")
    parser.add_argument("--bot", default="learned", help="the bot that it meets, as legation tournament takes it")
    parser.add_argument("--seconds", type=float, help="the most that either bot may use for a turn")
    options = parser.parse_args()
    makers = {
        PATIENT: lambda: PatientSearcher(options.replies, options.climbs, options.seconds),
        options.bot: lambda: make_hurried(options.bot, options.seconds),
    }
    play_pairing("standard", makers, seed=0, years=1)  # machine code is loaded, or made
    seeds = range(options.first, options.first + options.pairs)
    for state in play_timed(options.variant, makers, seeds, years=options.years):
        print(state.tell(), flush=True)


if __name__ == "__main__":
    main()
