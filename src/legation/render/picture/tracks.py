"""Tracks: the lines that orders take over the board, as points in px."""

import math
from collections.abc import Sequence
from itertools import pairwise

from legation.render.picture.looks import LOOKS
from legation.render.picture.svg import number

Point = tuple[float, float]
Track = tuple[Point, ...]
_TRACKS = LOOKS["tracks"]
STEPS: int = _TRACKS["steps"]
BEND: float = _TRACKS["bend"]
"""How far a line swings out to its left, as a share of its length: a move and its counter-move keep apart."""
KEPT: float = _TRACKS["kept"]
"""The most of a line that trimming takes, as a share of its length."""
SLACK: float = _TRACKS["slack"]
"""Px round a cut in which a trimmed line keeps no point."""


def bend(start: Point, end: Point, swing: float = BEND) -> Track:
    """A gentle curve from one point to the other."""
    (ax, ay), (bx, by) = start, end
    control = ((ax + bx) / 2 + (by - ay) * swing * 2, (ay + by) / 2 - (bx - ax) * swing * 2)
    shares = [step / STEPS for step in range(STEPS + 1)]
    return tuple(
        (
            (1 - t) ** 2 * ax + 2 * t * (1 - t) * control[0] + t * t * bx,
            (1 - t) ** 2 * ay + 2 * t * (1 - t) * control[1] + t * t * by,
        )
        for t in shares
    )


def through(stops: Sequence[Point]) -> Track:
    """A smooth line through all the stops (Catmull and Rom's spline)."""
    if len(stops) == 2:
        return bend(stops[0], stops[1])
    padded = [stops[0], *stops, stops[-1]]
    points: list[Point] = [stops[0]]
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(1, STEPS + 1):
            points.append(_spline(p0, p1, p2, p3, step / STEPS))
    return tuple(points)


def _spline(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    x, y = (
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(p0, p1, p2, p3, strict=True)
    )
    return x, y


def straight(start: Point, end: Point) -> Track:
    """A straight line."""
    return start, end


def length(track: Track) -> float:
    """Along the line, in px."""
    return sum(math.dist(a, b) for a, b in pairwise(track))


def point_at(track: Track, share: float) -> tuple[Point, Point]:
    """The point at a share of the length, and the direction there."""
    return walk(track, length(track) * share)


def walk(track: Track, way: float) -> tuple[Point, Point]:
    """The point so many px along the line, and the direction there."""
    for a, b in pairwise(track):
        part = math.dist(a, b)
        if way <= part and part > 0:
            t = way / part
            return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), ((b[0] - a[0]) / part, (b[1] - a[1]) / part)
        way -= part
    a, b = track[-2], track[-1]
    part = math.dist(a, b) or 1.0
    return b, ((b[0] - a[0]) / part, (b[1] - a[1]) / part)


def trim(track: Track, head: float, tail: float) -> Track:
    """The line without so many px at its start and end; a short line keeps a third of itself."""
    total = length(track)
    if head + tail > total * KEPT:
        shrink = total * KEPT / (head + tail)
        head, tail = head * shrink, tail * shrink
    first, _ = walk(track, head)
    last, _ = walk(track, total - tail)
    way = 0.0
    inner = []
    for a, b in pairwise(track):
        way += math.dist(a, b)
        if head + SLACK < way < total - tail - SLACK:
            inner.append(b)
    return (first, *inner, last)


def path_of(track: Track) -> str:
    """Path data."""
    return "M" + "L".join(f"{number(round(x, 1))} {number(round(y, 1))}" for x, y in track)


def swing_of(track: Track) -> tuple[float, float, float, float]:
    """The box round a line."""
    xs, ys = [x for x, _ in track], [y for _, y in track]
    return min(xs), min(ys), max(xs), max(ys)
