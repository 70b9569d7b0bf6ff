"""Regret matching finds what the powers should do in small games whose answer is known."""

from collections.abc import Callable

import numpy as np
import pytest

from legation.batch import Codes, Small
from legation.bots.aftermaths import Aftermaths
from legation.bots.searching.outlook import Floats
from legation.bots.searching.regrets import match_regrets


def play(payoff: "list[list[tuple[float, float]]]", rounds: int = 2000) -> list[list[float]]:
    """Two powers; each set of orders is one code, and what the judge gives back is just both codes."""
    rows, columns = len(payoff), len(payoff[0])
    sets = [
        np.array([[1 + row, 0] for row in range(rows)], np.int32),
        np.array([[0, 1 + column] for column in range(columns)], np.int32),
    ]

    def judge(joint: Codes) -> Aftermaths:
        codes = joint.astype(np.int8)
        return Aftermaths(codes, codes, joint.astype(np.int16), codes, codes)

    def value(after: Aftermaths, powers: Small) -> Floats:
        pairs = zip(after.power, powers, strict=True)
        return np.array([payoff[codes[0] - 1][codes[1] - 1][power] for codes, power in pairs])

    late: Callable[[], bool] = lambda: False  # noqa: E731
    chance = np.random.default_rng(1)
    found = match_regrets(judge, value, sets, [0, 1], rounds=rounds, chance=chance, is_late=late)
    return [chances.tolist() for chances in found]


def test_nobody_chooses_what_is_always_worse() -> None:
    """The prisoners' dilemma: both confess."""
    one, other = play([[(3, 3), (0, 5)], [(5, 0), (1, 1)]], rounds=200)
    assert one[1] > 0.95
    assert other[1] > 0.95


def test_matching_pennies_are_mixed_by_halves() -> None:
    one, other = play([[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]])
    assert one == pytest.approx([0.5, 0.5], abs=0.07)
    assert other == pytest.approx([0.5, 0.5], abs=0.07)


def test_a_guess_that_pays_double_is_made_less_often_by_the_one_who_hides() -> None:
    """Where the first side pays 2 when found and the second 1, the hider goes there a third of the time."""
    one, other = play([[(2, -2), (0, 0)], [(0, 0), (1, -1)]])
    assert other == pytest.approx([1 / 3, 2 / 3], abs=0.07)
    assert one == pytest.approx([1 / 3, 2 / 3], abs=0.07)


def test_without_time_all_sets_are_as_likely() -> None:
    sets = [np.array([[1], [2], [3], [4]], np.int32)]
    found = match_regrets(
        lambda joint: pytest.fail("there was no time"),
        lambda after, powers: pytest.fail("there was no time"),
        sets,
        [0],
        rounds=5,
        chance=np.random.default_rng(1),
        is_late=lambda: True,
    )
    assert found[0].tolist() == [0.25] * 4
