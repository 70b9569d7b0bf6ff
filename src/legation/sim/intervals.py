"""Estimates from games: a figure, and its margin of error at 95 %."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from legation.sim.statistics import wilson

DRAWS = 2000
"""The number of bootstrap samples."""


class Estimate(NamedTuple):
    """A figure and the bounds around it."""

    middle: float
    low: float
    high: float


def estimate_rate(count: int, total: int) -> Estimate:
    """The rate of an event, with Wilson's bounds."""
    return Estimate(count / total if total else 0.0, *wilson(count, total))


def estimate_mean(values: Sequence[float], seed: int = 0) -> Estimate:
    """The mean of values, with bootstrap bounds. They are too narrow for few values."""
    chance = random.Random(seed)
    count = len(values)
    means = sorted(sum(chance.choices(values, k=count)) / count for _ in range(DRAWS))
    cut = round(DRAWS * 0.025)
    return Estimate(sum(values) / count, means[cut], means[-cut - 1])
