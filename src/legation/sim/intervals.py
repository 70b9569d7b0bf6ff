"""Estimates from games: a figure, and how far the truth may be from it by chance, at 95 %."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from legation.sim.statistics import wilson

DRAWS = 2000
"""How often the bootstrap draws again."""


class Estimate(NamedTuple):
    """A figure and the bounds around it."""

    middle: float
    low: float
    high: float


def estimate_rate(count: int, total: int) -> Estimate:
    """How often something happens, with Wilson's bounds."""
    return Estimate(count / total if total else 0.0, *wilson(count, total))


def estimate_mean(values: Sequence[float], seed: int = 0) -> Estimate:
    """The mean of values, with bounds by drawing from them again and again. They are too narrow for few values."""
    chance = random.Random(seed)
    count = len(values)
    means = sorted(sum(chance.choices(values, k=count)) / count for _ in range(DRAWS))
    cut = round(DRAWS * 0.025)
    return Estimate(sum(values) / count, means[cut], means[-cut - 1])
