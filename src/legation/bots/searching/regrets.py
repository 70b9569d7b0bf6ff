"""Which of their drafts the powers will choose, if each knows that the others think as well: regret matching.

Every power has some sets of orders. In each round, each power draws one with its present chances. It then sees how much
better every other set of its own would have done against what the others drew, and the chances of a set grow with the
regret for it (Hart and Mas-Colell 2000). Regrets never fall below zero, and later rounds count for more, as in
Tammelin's RM+.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from legation.batch import Codes, Small
from legation.bots.aftermaths import Aftermaths
from legation.bots.searching.outlook import Floats

SAMPLES: Final = 4
"""The number of draws for comparison in each round."""

Valuer = Callable[[Aftermaths, Small], Floats]
"""The value of each board to the power named for it."""


def match_regrets(
    judge: Callable[[Codes], Aftermaths],
    value: Valuer,
    sets: Sequence[Codes],
    numbers: Sequence[int],
    *,
    rounds: int,
    chance: np.random.Generator,
    is_late: Callable[[], bool],
) -> list[Floats]:
    """For each power the chances of its sets of orders; ``sets`` has a row of codes for each of them.

    ``numbers`` are the powers' own. Fewer rounds are played if time runs short.
    """
    regrets = [np.zeros(len(mine)) for mine in sets]
    totals = [np.zeros(len(mine)) for mine in sets]
    powers = np.concatenate(
        [np.full(SAMPLES * len(mine), number, np.int8) for mine, number in zip(sets, numbers, strict=True)]
    )
    ends = np.cumsum([SAMPLES * len(mine) for mine in sets])[:-1]
    for number in range(1, rounds + 1):
        mixtures = [_mix(regret) for regret in regrets]
        totals = [total + number * mixture for total, mixture in zip(totals, mixtures, strict=True)]
        if is_late():
            break
        values = value(judge(_join(sets, mixtures, chance)), powers)
        worths = [part.reshape(SAMPLES, -1).mean(axis=0) for part in np.split(values, ends)]
        regrets = [
            np.maximum(regret + worth - mixture @ worth, 0)
            for regret, mixture, worth in zip(regrets, mixtures, worths, strict=True)
        ]
    return [total / total.sum() if total.sum() else np.full(len(total), 1 / len(total)) for total in totals]


def _mix(regret: Floats) -> Floats:
    """Chances in proportion to the regrets."""
    total = regret.sum()
    return regret / total if total > 0 else np.full(len(regret), 1 / len(regret))


def _join(sets: Sequence[Codes], mixtures: Sequence[Floats], chance: np.random.Generator) -> Codes:
    """Joint orders: for each power and each sample, all of its own sets with the sets that the others drew."""
    drawn = [mine[chance.choice(len(mine), SAMPLES, p=mixture)] for mine, mixture in zip(sets, mixtures, strict=True)]
    # No order is 0, and no unit is in two sets: so sums and differences add and remove orders.
    together = np.sum(drawn, axis=0, dtype=np.int32)
    return np.concatenate(
        [
            ((together - own)[:, None, :] + mine[None, :, :]).reshape(-1, mine.shape[1])
            for mine, own in zip(sets, drawn, strict=True)
        ]
    )
