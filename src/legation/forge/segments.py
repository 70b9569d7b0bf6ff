"""Whole-number keys for vertices, so that shared lines are found exactly."""

import math

import numpy as np
from shapely.geometry import LineString

Key = tuple[int, int]
SCALE = 10
"""Keys per board unit: lines are noded on a grid of tenths, and drawn with the same numbers."""


def keys_of(ring: LineString) -> list[Key]:
    """The vertices of a line as whole numbers, without repeats."""
    numbers = np.rint(np.asarray(ring.coords)[:, :2] * SCALE).astype(np.int64)
    keep = np.ones(len(numbers), dtype=bool)
    keep[1:] = (numbers[1:] != numbers[:-1]).any(axis=1)
    return [(int(x), int(y)) for x, y in numbers[keep]]


def length_of(a: Key, b: Key) -> float:
    """The distance of two keys in board units."""
    return math.hypot(a[0] - b[0], a[1] - b[1]) / SCALE
