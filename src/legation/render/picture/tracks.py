"""Tracks: the lines of orders over the board, as points in px."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise

from legation.board import curve
from legation.render.picture.looks import LOOKS
from legation.render.picture.svg import number

Point = tuple[float, float]
Track = tuple[Point, ...]
_TRACKS = LOOKS["tracks"]
STEPS: int = _TRACKS["steps"]
ASIDE: float = _TRACKS["aside"]
"""The px by which a line passes to the right of its gate: a move and its counter-move stay apart."""
SWINGS: tuple[float, ...] = tuple(_TRACKS["swings"])
"""How far a support may swing out to its left, as a share of its length; the first are best."""
SAMPLE: float = _TRACKS["sample"]
"""The px between the points at which a line is checked."""
GOOD: float = _TRACKS["good"]
"""A line that costs less than this is taken at once."""
TOO_NEAR: float = _TRACKS["tooNear"]
"""The cost of running over the middle of a unit."""
DETOUR: tuple[float, float] = tuple(_TRACKS["detour"])
"""The length up to which a line is free, in straight lines, and the cost of each further straight line."""
KEPT: float = _TRACKS["kept"]
"""The longest part of a line that trimming removes, as a share of its length."""
SLACK: float = _TRACKS["slack"]
"""The px round a cut in which a trimmed line keeps no point."""


def bend(start: Point, end: Point, swing: float) -> Track:
    """A gentle curve from one point to another."""
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


def choose_line(
    stops: Sequence[Point],
    units: Sequence[Point],
    room: float,
    stray: Callable[[Track], float],
    detours: Iterable[Sequence[Point]] = (),
) -> Track:
    """A line from the first stop to the last: through all of them, straight, in a bow from the last but one or the
    first, or along one of the detours, which have other stops between.

    The best line keeps a distance in px from units and stays inside its spaces; ``stray`` gives the share of a line
    that does not. A line much longer than the straight one does not help the eye.
    """
    least, best = math.inf, tuple(stops)
    for line in chain(_list_lines(stops), (curve(way, STEPS) for way in detours)):
        near = min((distance(unit, line) for unit in units), default=room)
        free, price = DETOUR
        longer = length(line) / max(math.dist(line[0], line[-1]), 1.0) - free
        cost = stray(line) + TOO_NEAR * max(0.0, 1 - near / room) + price * max(0.0, longer)
        if cost < GOOD:
            return line
        if cost < least - GOOD / 5:
            least, best = cost, line
    return best


def _list_lines(stops: Sequence[Point]) -> Iterator[Track]:
    start, end = stops[0], stops[-1]
    yield curve(stops, STEPS)
    yield straight(start, end)
    for swing in SWINGS:
        yield curve([*stops[:-1], _aside(stops[-2], end, swing), end], STEPS)
        yield curve([start, _aside(start, end, swing), end], STEPS)


def _aside(start: Point, end: Point, swing: float) -> Point:
    """A point beside the middle of a straight line, to its left."""
    (ax, ay), (bx, by) = start, end
    return (ax + bx) / 2 + (by - ay) * swing, (ay + by) / 2 - (bx - ax) * swing


def sample(track: Track) -> Iterator[Point]:
    """Points along a line, evenly spaced on each of its parts."""
    for a, b in pairwise(track):
        steps = max(1, round(math.dist(a, b) / SAMPLE))
        for step in range(steps):
            share = (step + 0.5) / steps
            yield a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def distance(point: Point, track: Track) -> float:
    """The distance from a point to the nearest part of a line."""
    return min(_distance_to(point, a, b) for a, b in pairwise(track))


def _distance_to(point: Point, a: Point, b: Point) -> float:
    across, down = b[0] - a[0], b[1] - a[1]
    square = across * across + down * down
    share = ((point[0] - a[0]) * across + (point[1] - a[1]) * down) / square if square else 0.0
    share = max(0.0, min(1.0, share))
    return math.dist(point, (a[0] + across * share, a[1] + down * share))


def join_at(track: Track, gate: Point, before: float, after: float) -> Point:
    """Where a support meets a move: at its gate, but at least these px from the start and from the end of its line."""
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
    """The length of a line, in px."""
    return sum(math.dist(a, b) for a, b in pairwise(track))


def point_at(track: Track, share: float) -> tuple[Point, Point]:
    """The point at a share of the length, and the direction there."""
    return walk(track, length(track) * share)


def walk(track: Track, way: float) -> tuple[Point, Point]:
    """The point at a number of px along the line, and the direction there."""
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
    """The line without some px at its start and end; a short line keeps a third of itself."""
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
