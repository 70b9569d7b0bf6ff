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
ASIDE: float = _TRACKS["aside"]
"""Px by which a line passes to the right of its gate: a move and its counter-move keep apart."""
SWINGS: tuple[float, ...] = tuple(_TRACKS["swings"])
"""How far a support may swing out to its left, as a share of its length, to keep clear of units; the first is best."""
LONGEST: float = _TRACKS["longest"]
"""How long a support may be, as a share of the straight line, to keep inside its spaces."""
KEPT: float = _TRACKS["kept"]
"""The most of a line that trimming takes, as a share of its length."""
SLACK: float = _TRACKS["slack"]
"""Px round a cut in which a trimmed line keeps no point."""


def bend(start: Point, end: Point, swing: float) -> Track:
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


def clear_line(wished: Track, units: Sequence[Point], room: float) -> Track:
    """A line that keeps so many px from units: the one wished if it is, else straight, else a gentle curve round them.

    A line that is much longer than the straight one is no help to the eye.
    """
    start, end = wished[0], wished[-1]
    lines = [wished] if length(wished) < LONGEST * math.dist(start, end) else []
    lines += [bend(start, end, swing) if swing else straight(start, end) for swing in SWINGS]
    best: tuple[float, Track] = (-1.0, wished)
    for line in lines:
        clearance = min((distance(unit, line) for unit in units), default=room)
        if clearance >= room:
            return line
        if clearance > best[0] + SLACK:
            best = (clearance, line)
    return best[1]


def distance(point: Point, track: Track) -> float:
    """From a point to the nearest part of a line."""
    return min(_distance_to(point, a, b) for a, b in pairwise(track))


def _distance_to(point: Point, a: Point, b: Point) -> float:
    across, down = b[0] - a[0], b[1] - a[1]
    square = across * across + down * down
    share = ((point[0] - a[0]) * across + (point[1] - a[1]) * down) / square if square else 0.0
    share = max(0.0, min(1.0, share))
    return math.dist(point, (a[0] + across * share, a[1] + down * share))


def join_at(track: Track, gate: Point, before: float, after: float) -> Point:
    """Where a support meets a move: at its gate, but so many px from the start and from the end of its line."""
    total = length(track)
    way = along = 0.0
    nearest = math.inf
    for last, point in zip((track[0], *track), track, strict=False):
        along += math.dist(last, point)
        far = math.dist(point, gate)
        if far < nearest:
            nearest, way = far, along
    low, high = (before, total - after) if before + after < total else (total / 2, total / 2)
    place, _ = walk(track, max(low, min(high, way)))
    return place


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
