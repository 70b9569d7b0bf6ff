"""Borders that look surveyed: without teeth; on land they follow nearby rivers and ridges, and wander in detail.

The ends of a border stay fixed, and no border comes nearer to a line that it did not touch before. So all contacts, and
their clarity, stay as determined by the points of the gazetteer.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d  # type: ignore[import-untyped]
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from legation.forge.arcs import Arc, Mesh
from legation.forge.drawing import trace
from legation.forge.noise import Noise
from legation.forge.segments import SCALE

Coords = NDArray[np.float64]
Line = NDArray[np.float64]
DETAIL = ((15.0, 0.5), (7.0, 0.36), (3.6, 0.24))
"""Wavelength in board units of a border's detail, and share of the amplitude."""
STEP = 0.9
"""Board units between the points of a surveyed border."""
SHORTEST = 14.0
"""In board units: a shorter border stays as it is, since it must be plain to see."""
REACH = 15.0
"""The greatest detour in board units for following a river or a ridge."""
SHARE = 0.3
"""The farthest that a border moves, relative to the smaller neighbour's size, or small spaces would lose their room."""
ALONG = 0.6
"""Cosine of the widest angle between a border and a line that it follows."""
RUN = 16.0
"""In board units: the shortest stretch for which a border follows a line."""
FADE = 9.0
"""Board units over which a border leaves its course for a river, and increases its detail away from a node."""
GAP = 9.6
"""The distance in board units of a border from other lines, unless it was nearer before."""
HOOK = -0.2
"""The cosine of the sharpest turn within ten units: a sharper one is a hook that no surveyor would draw."""
TRIES = ((1.0, 1.0), (0.0, 1.0), (0.0, 0.5))
"""How much of a line is followed, and how much of the detail is drawn: the first that disturbs nothing is used."""
CALM = 22.0
"""In board units: bends of a border that are shorter than six times this fade away."""
CALM_SHARE = 0.14
"""The same for a short border, as a share of its length."""
CUTS = (1.0, 0.8, 0.6, 0.4, 0.2, 0.0)
"""How much of the teeth is cut: as much as disturbs nothing."""
CUT = 28.0
"""The farthest in board units that a border moves when its teeth are cut."""
ROOMY = 40.0
"""In board units, the square root of an area: a smaller space needs its room, and its borders keep their teeth."""
MARGIN = 40.0
"""Within this distance in board units of its end on the frame or the seam, a border gradually keeps its course."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What borders may follow, and where they may go."""

    guides: Sequence[LineString]
    """Rivers and ridges on the board."""
    detail: Noise
    size: tuple[float, float]


def survey_borders(
    shapes: dict[str, BaseGeometry], mesh: Mesh, lands: Iterable[str], seas: Iterable[str], survey: Survey
) -> tuple[dict[str, BaseGeometry], Mesh]:
    """Redraw every border between two lands or two seas; returns the new shapes and mesh."""
    inland, offshore = set(lands), set(seas)
    lines = [LineString(np.array(arc.keys) / SCALE) for arc in mesh.arcs]
    arcs = list(mesh.arcs)
    for number, arc in enumerate(mesh.arcs):
        is_land = inland.issuperset(arc.pair)
        if not (is_land or offshore.issuperset(arc.pair)) or arc.is_closed or lines[number].length < SHORTEST:
            continue
        room = min(shapes[owner].area for owner in arc.pair) ** 0.5
        around = _list_near(lines, number)
        for drawn in _list_courses(lines[number], survey, room, is_land=is_land):
            keys = _round(drawn, arc)
            line = LineString(np.array(keys) / SCALE)
            if _is_free(line, lines[number], around, survey.size):
                arcs[number], lines[number] = Arc(arc.pair, keys), line
                break
    surveyed = Mesh(arcs, mesh.rings)
    return {owner: _rebuild(surveyed, rings) for owner, rings in surveyed.rings.items()}, surveyed


def _list_near(lines: Sequence[LineString], number: int) -> list[LineString]:
    """The other lines near a border."""
    own = lines[number]
    around = own.buffer(CUT + REACH + 2 * GAP)
    tree = shapely.STRtree(lines)
    return [lines[int(hit)] for hit in tree.query(around) if int(hit) != number]


def _list_courses(line: LineString, survey: Survey, room: float, *, is_land: bool) -> Iterator[Coords]:
    """Possible courses for a border, the best first."""
    count = max(4, round(line.length / STEP))
    points = shapely.get_coordinates(line.interpolate(np.linspace(0.0, 1.0, count + 1), normalized=True))
    cut = _cut_teeth(points, line.length, survey.size, min(CUT, max(0.0, room - ROOMY) / 2)) - points
    for share in CUTS if cut.any() else CUTS[-1:]:
        calm = points + share * cut
        if is_land:
            yield from _list_details(calm, survey, min(REACH, SHARE * room))
        elif share:
            yield calm


def _cut_teeth(points: Coords, length: float, size: tuple[float, float], reach: float) -> Coords:
    """A border without its shorter bends; no point moves farther than the reach, and the ends not at all."""
    chord = points[0] + np.linspace(0.0, 1.0, len(points))[:, None] * (points[-1] - points[0])
    bends = points - chord
    # Mirrored through its ends, a line has no bend there, so they stay in place.
    mirrored = np.concatenate([-bends[:0:-1], bends, -bends[-2::-1]])
    calm = gaussian_filter1d(mirrored, min(CALM, CALM_SHARE * length) / STEP, axis=0)
    away: Coords = calm[len(points) - 1 : 2 * len(points) - 1] + chord - points
    free = _keep_near_frame(points, length, size)
    share = free * reach / np.maximum(np.hypot(reach, np.hypot(*away.T)), 1e-9)
    return np.asarray(points + away * share[:, None])


def _keep_near_frame(points: Coords, length: float, size: tuple[float, float]) -> Line:
    """How freely each point moves: not at all at an end on the frame or the seam, where lines go straight out."""
    walked = np.linspace(0.0, length, len(points))
    free: Line = np.ones(len(points))
    for end, away in ((points[0], walked), (points[-1], length - walked)):
        if np.minimum(end, np.array(size) - end).min() < 1.0:
            free *= _ease(np.clip(away / MARGIN, 0.0, 1.0))
    return free


def _list_details(points: Coords, survey: Survey, reach: float) -> Iterator[Coords]:
    """Courses of a land border near a calm one: along rivers and ridges, with detail elsewhere."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    walked = np.concatenate([[0.0], np.cumsum(steps)])
    length = float(walked[-1])
    ends = np.clip(np.minimum(walked, length - walked) / FADE, 0.0, 1.0)
    followed, weight = _follow(points, walked, length, survey.guides, reach)
    for share, strength in TRIES:
        if share and not weight.any():
            continue
        bent = points + share * weight[:, None] * (followed - points)
        astray = survey.detail.apply(bent) - bent
        loose = ends * (1.0 - share * weight) * strength
        yield bent + loose[:, None] * astray


def _follow(
    points: Coords, walked: Line, length: float, guides: Sequence[LineString], reach: float
) -> tuple[Coords, Line]:
    """The place of each point of a border on the line that it follows, and how closely it follows."""
    target, total = points.copy(), np.zeros(len(points))
    if length < RUN + 2 * FADE:
        return target, total
    course = np.gradient(gaussian_filter1d(points, 4.0, axis=0), axis=0)
    course /= np.maximum(np.hypot(*course.T), 1e-9)[:, None]
    whole = LineString(points)
    for guide in guides:
        if not shapely.dwithin(guide, whole, reach):
            continue
        at = np.asarray(shapely.line_locate_point(guide, shapely.points(points)))
        near = shapely.get_coordinates(shapely.line_interpolate_point(guide, at))
        ahead = shapely.get_coordinates(shapely.line_interpolate_point(guide, np.minimum(at + 2.0, guide.length)))
        way = ahead - near
        way /= np.maximum(np.hypot(*way.T), 1e-9)[:, None]
        fits = (np.hypot(*(near - points).T) < reach) & (np.abs((way * course).sum(axis=1)) > ALONG)
        # Points beyond an end of the line have that end as their nearest point: they do not follow it.
        fits &= (at > 0.01) & (at < guide.length - 0.01)
        fits &= (walked > FADE / 2) & (walked < length - FADE / 2) & (total == 0)
        for start, end in _list_runs(fits):
            if walked[end - 1] - walked[start] < RUN:
                continue
            part = slice(start, end)
            inside = np.minimum(walked[part] - walked[start], walked[end - 1] - walked[part])
            total[part] = _ease(np.clip(inside / FADE, 0.0, 1.0))
            target[part] = _run_along(guide, at[part])
    return target, total


def _list_runs(fits: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Runs of true values, by their first place and the place after their last."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], fits, [False]]).astype(np.int8)))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)


def _run_along(guide: LineString, at: Line) -> Coords:
    """Points of a guide that never turn back on it."""
    forward = at if at[-1] >= at[0] else at[::-1]
    steady = np.maximum.accumulate(forward)
    placed = steady if at[-1] >= at[0] else steady[::-1]
    return np.asarray(shapely.get_coordinates(shapely.line_interpolate_point(guide, placed)))


def _ease(share: Line) -> Line:
    return share * share * (3.0 - 2.0 * share)


def _round(drawn: Coords, arc: Arc) -> tuple[tuple[int, int], ...]:
    """The vertices of a course in whole tenths, without repeats; the ends are those of the arc."""
    keys = [arc.keys[0]]
    for x, y in np.rint(drawn[1:-1] * SCALE).astype(np.int64).tolist():
        if (x, y) not in (keys[-1], arc.keys[-1]):
            keys.append((x, y))
    return (*keys, arc.keys[-1])


def _is_free(line: LineString, before: LineString, around: list[LineString], size: tuple[float, float]) -> bool:
    """True if a border crosses nothing, and comes no nearer to others than allowed."""
    left, top, right, bottom = line.bounds
    if not line.is_simple or left < 0 or top < 0 or right > size[0] or bottom > size[1]:
        return False
    if _sharpest_turn(line) < min(HOOK, _sharpest_turn(before) - 0.3):
        return False
    for other in around:
        old = before.distance(other)
        if old > 0:
            if line.distance(other) < min(old, GAP):
                return False
        else:
            # They meet at a node, and must not meet again: points a little away from the node keep their distance.
            shared = shapely.boundary(before).intersection(other)
            if not line.intersection(other).equals(shared.intersection(line)):
                return False
            far, was = line.difference(shared.buffer(GAP)), before.difference(shared.buffer(GAP))
            if not far.is_empty and far.distance(other) < min(was.distance(other) * 0.8, GAP):
                return False
    return True


def _sharpest_turn(line: LineString) -> float:
    """The least cosine between the directions of a line at two places ten units apart."""
    points = shapely.get_coordinates(line.interpolate(np.arange(0.0, line.length, 1.0)))
    ways = points[5:] - points[:-5]
    ways /= np.maximum(np.hypot(*ways.T), 1e-9)[:, None]
    return float((ways[:-10] * ways[10:]).sum(axis=1).min()) if len(ways) > 10 else 1.0


def _rebuild(mesh: Mesh, polygons: list[list[list[int]]]) -> BaseGeometry:
    """An owner's shape in board units."""
    made = []
    for rings in polygons:
        loops = [[(x / SCALE, y / SCALE) for x, y in trace(mesh, ring)] for ring in rings]
        made.append(Polygon(loops[0], loops[1:]))
    return made[0] if len(made) == 1 else MultiPolygon(made)
