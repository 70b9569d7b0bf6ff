"""Ways: the lines of units over the board, from anchor to anchor through the gate of the border."""

import math
from collections.abc import Sequence, Set

Point = tuple[float, float]
Points = tuple[Point, ...]


def curve(points: Sequence[Point], steps: int) -> Points:
    """A smooth line through all the points (Catmull and Rom's spline, centripetal: it makes no loops)."""
    if len(points) < 2:
        return tuple(points)
    padded = [_beyond(points[1], points[0]), *points, _beyond(points[-2], points[-1])]
    found = [points[0]]
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        found += _segment(p0, p1, p2, p3, steps)
    return tuple(found)


def keep_right(points: Sequence[Point], aside: float, fixed: Set[int] = frozenset()) -> list[Point]:
    """The points moved to the right of the way, so that a move and its counter-move part; ends and ``fixed`` stay."""
    moved = []
    for number, (before, here, after) in enumerate(zip(points, points[1:], points[2:], strict=False), start=1):
        if number in fixed:
            moved.append(here)
            continue
        across, down = after[0] - before[0], after[1] - before[1]
        far = math.hypot(across, down) or 1.0
        moved.append((here[0] - down / far * aside, here[1] + across / far * aside))
    return [points[0], *moved, points[-1]]


def _beyond(before: Point, end: Point) -> Point:
    return 2 * end[0] - before[0], 2 * end[1] - before[1]


def _segment(p0: Point, p1: Point, p2: Point, p3: Point, steps: int) -> list[Point]:
    """The part from the second to the third point, as a cubic with the spline's directions at its ends."""
    middle = math.sqrt(math.dist(p1, p2))
    if not middle:
        return [p2]
    before, after = math.sqrt(math.dist(p0, p1)) or middle, math.sqrt(math.dist(p2, p3)) or middle
    start = _direction((p0, p1, p2), before, middle)
    end = _direction((p1, p2, p3), middle, after)
    found = []
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        a, b = u * u * (1 + 2 * t), t * t * (3 - 2 * t)
        c, d = t * u * u * middle, t * t * u * middle
        found.append(
            (
                a * p1[0] + b * p2[0] + c * start[0] - d * end[0],
                a * p1[1] + b * p2[1] + c * start[1] - d * end[1],
            )
        )
    return found


def _direction(points: tuple[Point, Point, Point], first: float, second: float) -> Point:
    """The spline's direction at the second of three points; the numbers are the spline's steps between them."""
    (ax, ay), (bx, by), (cx, cy) = points
    return (
        (bx - ax) / first - (cx - ax) / (first + second) + (cx - bx) / second,
        (by - ay) / first - (cy - ay) / (first + second) + (cy - by) / second,
    )
