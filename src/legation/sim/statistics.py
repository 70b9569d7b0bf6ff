"""Statistics: intervals, a test of equal chances, quantiles."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

Z: Final = 1.959964
"""The normal quantile for 95 %."""
DRAWS: Final = 20_000
ENOUGH: Final = 5.0
"""Expected wins per power from which the chi-square distribution is accurate enough (Cochran's rule)."""


class Interval(NamedTuple):
    """The interval of a share, with 95 % confidence."""

    low: float
    high: float


class Equality(NamedTuple):
    """A test of whether all had the same chance."""

    statistic: float
    degrees: int
    p_value: float
    is_exact: bool
    """True if computed by drawing games with equal chances, where there are too few for the chi-square distribution."""


def wilson(successes: int, trials: int) -> Interval:
    """Wilson's interval for a share, which is valid for few trials and for shares near 0 and 1."""
    if not trials:
        return Interval(0.0, 1.0)
    share, square = successes / trials, Z * Z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    half = Z / (1 + square / trials) * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    return Interval(low, 1.0 if successes == trials else min(1.0, middle + half))


class ShareDifference(NamedTuple):
    """The difference of a second share from a first, with 95 % confidence."""

    middle: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """True if the interval excludes 0."""
        return self.low > 0 or self.high < 0


def compare_shares(first: tuple[int, int], second: tuple[int, int]) -> ShareDifference:
    """The difference of two shares, each given as successes and trials, after Newcombe: with Wilson's intervals."""
    one, other = (successes / trials if trials else 0.0 for successes, trials in (first, second))
    around_one, around_other = wilson(*first), wilson(*second)
    middle = other - one
    down = math.hypot(other - around_other.low, around_one.high - one)
    up = math.hypot(around_other.high - other, one - around_one.low)
    return ShareDifference(middle, max(-1.0, middle - down), min(1.0, middle + up))


def check_equality(counts: Sequence[int], seed: int = 1) -> Equality:
    """Test whether all had the same chance: with Pearson's chi-square, or with random draws where counts are few."""
    total, cells = sum(counts), len(counts)
    statistic = chi_square(counts)
    if total and total / cells < ENOUGH:
        chance = np.random.default_rng(seed)
        drawn = chance.multinomial(total, [1 / cells] * cells, DRAWS)
        found = ((drawn - total / cells) ** 2).sum(axis=1) * cells / total
        reached = int((found >= statistic - 1e-9).sum())
        return Equality(statistic, cells - 1, (reached + 1) / (DRAWS + 1), is_exact=True)
    return Equality(statistic, cells - 1, chi_square_tail(statistic, cells - 1), is_exact=False)


def chi_square(counts: Sequence[int]) -> float:
    """Pearson's statistic against equal chances."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def chi_square_tail(statistic: float, degrees: int) -> float:
    """The chance of a statistic at least this large, by the closed form for whole degrees of freedom."""
    half = statistic / 2
    if degrees % 2:
        tail, term, first = math.erfc(math.sqrt(half)), math.sqrt(half / math.pi) * math.exp(-half) * 2, 3
    else:
        tail, term, first = math.exp(-half), half * math.exp(-half), 4
    for step in range(first, degrees + 1, 2):
        tail += term
        term *= statistic / step
    return min(1.0, tail)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies, interpolated where it falls between two of them."""
    ranked = sorted(values)
    place = share * (len(ranked) - 1)
    low = int(place)
    high = min(low + 1, len(ranked) - 1)
    return ranked[low] + (ranked[high] - ranked[low]) * (place - low)
