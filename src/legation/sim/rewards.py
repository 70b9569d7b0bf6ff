"""What a game is worth to each power: several ways to score it, on the arrays of any device.

``gain`` comes as the game continues: the change of one's centres divided by those that win, and 1 for a victory. The
others come when a game is over. A victory is then worth 1 and everything else 0; without one the powers get

- ``share``: their share of all owned centres,
- ``squares``: the square of their centres divided by the sum of all squares,
- ``draw``: equal parts among those who own a centre,
- ``rank``: which part of the others they have left behind, where a tie counts half.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np

from legation.errors import RequestError

Counts: TypeAlias = Any
"""Centres by game and power."""
Scores: TypeAlias = Any
"""Scores by game and power."""
Score: TypeAlias = Callable[[Counts], Scores]
GAIN: Final = "gain"


def _divide(parts: Counts) -> Scores:
    """Parts of a whole; zero if the whole is zero."""
    total = parts.sum(axis=1, keepdims=True)
    return parts / np.maximum(total, 1)


def _rank(centres: Counts) -> Scores:
    mine, theirs = centres[:, :, None], centres[:, None, :]
    beaten = (mine > theirs).sum(axis=2) + ((mine == theirs).sum(axis=2) - 1) / 2
    return beaten / max(1, centres.shape[1] - 1)


SCORES: Final[Mapping[str, Score]] = {
    "share": _divide,
    "squares": lambda centres: _divide(centres * centres),
    "draw": lambda centres: _divide((centres > 0).astype(np.int64)),
    "rank": _rank,
}
REWARDS: Final = (GAIN, *SCORES)


def check_reward(name: str) -> str:
    """The name of a reward. Raises if there is none of that name."""
    if name not in REWARDS:
        raise RequestError("reward", f"there is no reward {name!r}: take one of {', '.join(REWARDS)}")
    return name


def score_games(name: str, centres: Counts, winner: Counts) -> Scores:
    """The scores of finished games; ``winner`` is -1 where no power has won."""
    is_won = (winner >= 0)[:, None]
    is_winner = winner[:, None] == _count_up(centres)
    return np.where(is_won, is_winner, SCORES[name](centres)).astype(np.float32)


def _count_up(centres: Counts) -> Counts:
    """The numbers of the powers, on the device of the counts."""
    return (centres[:1] * 0 + 1).cumsum(axis=1) - 1
