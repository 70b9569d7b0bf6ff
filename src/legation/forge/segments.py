"""Whole-number keys for vertices, so that shared lines are found exactly."""

import math
from typing import Any

import numpy as np

Key = tuple[int, int]
SCALE = 50
"""Keys a board unit: the noding grid of 0.02."""


def keys_of(ring: Any, scale: int = SCALE) -> list[Key]:
    """The vertices of a line as whole numbers, without repeats."""
    numbers = np.rint(np.asarray(ring.coords)[:, :2] * scale).astype(np.int64)
    keep = np.ones(len(numbers), dtype=bool)
    keep[1:] = (numbers[1:] != numbers[:-1]).any(axis=1)
    return [(int(x), int(y)) for x, y in numbers[keep]]


def length_of(a: Key, b: Key, scale: int = SCALE) -> float:
    """The distance of two keys in board units."""
    return math.hypot(a[0] - b[0], a[1] - b[1]) / scale
