"""Fits a network to examples: plain gradient steps in NumPy, since the network is small."""

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.bots.learned import Network

Floats = NDArray[np.float32]
HIDDEN: Final = (64, 32)
HELD_OUT: Final = 5
"""Every fifth game is held out, to measure the judgement of unseen boards."""
PACE: Final = np.float32(2e-3)
DECAY: Final = np.float32(1e-5)
SMALLEST, LARGEST = 32, 512
"""The batch size of a step; smaller where there are few rows, so that there are enough steps."""
MOMENTUM: Final = np.float32(0.9)
SPREAD: Final = np.float32(0.999)
TINY: Final = np.float32(1e-8)


class Fit(NamedTuple):
    """A network, and how well it predicts games that it was not fitted to."""

    network: Network
    explained: float
    """The part of the variance that it explains (R²)."""
    plain: float
    """The same for counting the centres under units now."""
    examples: int


@dataclass(slots=True)
class _Weights:
    """The weights to fit, with the running means of Adam."""

    arrays: list[Floats]
    means: list[Floats]
    squares: list[Floats]
    steps: int = 0

    def step(self, slopes: list[Floats], pace: np.float32) -> None:
        self.steps += 1
        for at, slope in enumerate(slopes):
            self.means[at] = MOMENTUM * self.means[at] + (1 - MOMENTUM) * slope
            self.squares[at] = SPREAD * self.squares[at] + (1 - SPREAD) * slope * slope
            # Both start at zero, so the first ones are too small by a known factor.
            mean = self.means[at] / (1 - MOMENTUM**self.steps)
            square = self.squares[at] / (1 - SPREAD**self.steps)
            self.arrays[at] = self.arrays[at] - pace * (mean / (np.sqrt(square) + TINY) + DECAY * self.arrays[at])


def fit_network(
    features: Floats, target: Floats, games: NDArray[np.int64], *, held: int, epochs: int = 20, seed: int = 0
) -> Fit:
    """Fit a network; ``held`` is the feature that counts the centres held now, the baseline for comparison."""
    is_test = games % HELD_OUT == 0
    if is_test.all() or not is_test.any():
        is_test = np.arange(len(games)) % HELD_OUT == 0
    seen, goal = features[~is_test], target[~is_test]
    mean = seen.mean(axis=0)
    scale = 1 / np.maximum(seen.std(axis=0), 1e-3)
    rows = ((seen - mean) * scale).astype(np.float32)
    weights = _start(rows.shape[1], float(goal.mean()), seed)
    chance = np.random.default_rng(seed)
    size = max(SMALLEST, min(LARGEST, len(rows) // 64))
    total = epochs * max(1, len(rows) // size)
    for _ in range(epochs):
        order = chance.permutation(len(rows))
        for begin in range(0, max(1, len(rows) - size + 1), size):
            chosen = order[begin : begin + size]
            pace = PACE * np.float32(0.5 + 0.5 * math.cos(math.pi * weights.steps / (total + 1)))
            weights.step(_slopes(weights.arrays, rows[chosen], goal[chosen]), pace)
    network = Network(mean.astype(np.float32), scale.astype(np.float32), *weights.arrays)
    tested = features[is_test], target[is_test]
    return Fit(
        network,
        _explained(network.predict(tested[0]), tested[1]),
        _explained(_line(seen[:, held], goal, tested[0][:, held]), tested[1]),
        len(rows),
    )


def _start(inputs: int, middle: float, seed: int) -> _Weights:
    chance = np.random.default_rng(seed + 1)
    arrays: list[Floats] = []
    for begin, end in zip((inputs, *HIDDEN), (*HIDDEN, 1), strict=True):
        arrays.append((chance.standard_normal((begin, end)) * np.sqrt(2 / begin)).astype(np.float32))
        arrays.append(np.zeros(end, np.float32))
    arrays[-2] *= 0.1
    arrays[-1] += np.float32(middle)
    return _Weights(arrays, [np.zeros_like(a) for a in arrays], [np.zeros_like(a) for a in arrays])


def _slopes(arrays: list[Floats], rows: Floats, goal: Floats) -> list[Floats]:
    """The gradient of the mean squared error for each weight."""
    first, first_bias, second, second_bias, last, last_bias = arrays
    one = np.maximum(rows @ first + first_bias, 0)
    two = np.maximum(one @ second + second_bias, 0)
    error = ((two @ last + last_bias)[:, 0] - goal)[:, None] / np.float32(len(goal))
    back_two = (error @ last.T) * (two > 0)
    back_one = (back_two @ second.T) * (one > 0)
    return [
        rows.T @ back_one,
        back_one.sum(axis=0),
        one.T @ back_two,
        back_two.sum(axis=0),
        two.T @ error,
        error.sum(axis=0),
    ]


def _explained(said: Floats, true: Floats) -> float:
    spread = float(((true - true.mean()) ** 2).mean())
    return 1 - float(((said - true) ** 2).mean()) / spread if spread else 0.0


def _line(known: Floats, goal: Floats, asked: Floats) -> Floats:
    """The least-squares line through the known values."""
    slope, base = np.polyfit(known, goal, 1)
    return np.asarray(slope * asked + base, np.float32)
