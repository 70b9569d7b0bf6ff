"""Measures the strength of what was learned: games against the searching bot that values boards by rules of thumb."""

from pathlib import Path
from typing import Final

from legation.bots.learned import load_sage
from legation.bots.searching import Effort, SearchBot
from legation.sim.arena import play_meeting
from legation.sim.intervals import Estimate

EFFORT: Final = Effort(joint_moves=4000, judged_one_by_one=60, replies=16, seconds=None)
"""The same for both: less than in normal play, so that games do not take long."""
FIRST_SEED: Final = 5_000_000
YEARS: Final = 10


def meet_searcher(variant: str, weights: Path, pairs: int) -> Estimate:
    """The lead of a power of the learned bot over one of the searcher's, in share of centres, over pairs of games."""
    sage = load_sage(weights)
    makers = {
        "searcher": lambda: SearchBot(EFFORT),
        "learned": lambda: SearchBot(EFFORT, find_sage=lambda _: sage),
    }
    return play_meeting(variant, makers, range(FIRST_SEED, FIRST_SEED + pairs), years=YEARS).lead
