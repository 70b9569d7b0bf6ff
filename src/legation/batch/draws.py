"""Random numbers for kernels: the same draws on every device, and separate draws for each game.

A state is one number, which each draw advances (splitmix64: Steele, Lea and Flood, 2014). It begins with the seed and
the number of the game, so a game has the same draws in a batch of any size and on any processor.
"""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.batch.compiling import kernel

State: TypeAlias = NDArray[np.uint64]
"""One number in an array, since kernels cannot return changed numbers."""

# Numba turns an unsigned number and a plain one into a float, so every constant is unsigned.
STEP: Final = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR: Final = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR: Final = np.uint64(0x94D049BB133111EB)
FIRST_SHIFT: Final = np.uint64(30)
SECOND_SHIFT: Final = np.uint64(27)
THIRD_SHIFT: Final = np.uint64(31)
FRACTION_SHIFT: Final = np.uint64(11)
FRACTION: Final = 2.0**-53


@kernel
def _mix(number: np.uint64) -> np.uint64:
    number = (number ^ (number >> FIRST_SHIFT)) * FIRST_FACTOR
    number = (number ^ (number >> SECOND_SHIFT)) * SECOND_FACTOR
    return number ^ (number >> THIRD_SHIFT)


@kernel
def begin_draws(state: State, seed: int, game: int) -> None:
    """Begin the draws of a game."""
    state[0] = _mix(_mix(np.uint64(seed)) + np.uint64(game) * STEP)


@kernel
def draw(state: State) -> float:
    """A number from 0 up to, but not including, 1."""
    state[0] += STEP
    return (_mix(state[0]) >> FRACTION_SHIFT) * FRACTION


@kernel
def draw_below(state: State, end: int) -> int:
    """A whole number from 0 up to, but not including, ``end``."""
    return int(draw(state) * end)
