"""Names along a curve: the positions of their letters."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from legation.render.picture.label_text import Wording
from legation.render.picture.looks import LOOKS
from legation.render.picture.view import Bounds

_LABELS = LOOKS["labels"]
Point = tuple[float, float]
PARTS = 24
"""The number of straight pieces for measuring a curve."""


@dataclass(frozen=True, slots=True)
class Bent:
    """The line of a name along its shape, in px."""

    ends: tuple[Point, Point, Point, Point]
    """Start, two handles and end of a cubic curve."""
    spacing: float
    """Added after each letter, in ems."""


def walk_curve(ends: tuple[Point, Point, Point, Point]) -> list[tuple[float, float, float]]:
    """Points of a cubic curve, each with the distance from the start."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = ends
    found: list[tuple[float, float, float]] = []
    way = 0.0
    for number in range(PARTS + 1):
        t = number / PARTS
        s = 1 - t
        weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        x = weights[0] * ax + weights[1] * bx + weights[2] * cx + weights[3] * dx
        y = weights[0] * ay + weights[1] * by + weights[2] * cy + weights[3] * dy
        if found:
            way += math.dist((x, y), found[-1][:2])
        found.append((x, y, way))
    return found


def point_at(walk: Sequence[tuple[float, float, float]], way: float) -> tuple[float, float, float]:
    """The point at a distance along a curve, and the direction there, in radians."""
    for (x, y, before), (next_x, next_y, after) in pairwise(walk):
        if after >= way or (next_x, next_y, after) == walk[-1]:
            share = (way - before) / (after - before or 1.0)
            return x + (next_x - x) * share, y + (next_y - y) * share, math.atan2(next_y - y, next_x - x)
    x, y, _ = walk[0]
    return x, y, 0.0


def code_spot(bent: Bent, wording: Wording, size: float) -> tuple[float, float, float]:
    """The middle of the code under a curved name, and its rotation in radians."""
    walk = walk_curve(bent.ends)
    x, y, turn = point_at(walk, walk[-1][2] / 2)
    away = size * 0.5 + wording.code_size(size) * 0.62
    return x - math.sin(turn) * away, y + math.cos(turn) * away, turn


def bent_boxes(bent: Bent, wording: Wording, size: float) -> Iterator[Bounds]:
    """Boxes that follow a name along its curve, and one for the code beneath."""
    walk = walk_curve(bent.ends)
    line = wording.along
    width = line.width(size) + bent.spacing * size * line.count
    half = size * _LABELS["bentHalf"]
    count = max(2, math.ceil(width / (1.2 * half)))
    start = (walk[-1][2] - width) / 2 + half * 0.6
    for number in range(count):
        x, y, _ = point_at(walk, start + (width - 1.2 * half) * number / (count - 1))
        yield x - half, y - half, x + half, y + half
    if wording.has_code_line:
        letters = wording.code_size(size)
        x, y, turn = code_spot(bent, wording, size)
        wide = wording.code_width(size) / 2
        across = abs(math.cos(turn)) * wide + abs(math.sin(turn)) * letters / 2
        down = abs(math.sin(turn)) * wide + abs(math.cos(turn)) * letters * 0.42
        yield x - across, y - down, x + across, y + down
