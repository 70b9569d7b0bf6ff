"""Dotted hairlines that tie outlying islands to the main piece of their space."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from legation.board import TENTHS, Board, Line, Shapes, SpaceId, Spot, Terrain
from legation.render.picture.looks import LOOKS
from legation.render.picture.svg import group, number, tag
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.theme import Theme
from legation.render.picture.view import View

_BASE = LOOKS["base"]
LEAST_PIECE: float = _BASE["tieIsland"]
"""In squares of a unit's radius: smaller islands are not tied."""
LEAST_GAP: float = _BASE["tieGap"]
"""In board units: a small piece nearer than this is clear without a tie."""
LARGE_PIECE: float = _BASE["tieLarge"]
"""In squares as above: an island this large could look like a separate space, however narrow its strait is."""
LEAST_STRAIT: float = _BASE["tieStrait"]
"""In board units: a narrower strait, such as a river mouth, does not separate an island from the mainland."""
INLAND: float = _BASE["tieInland"]
"""Board units by which a tie across a narrow strait extends inland at both ends, so that it can be seen."""
LEAST_LENGTH: float = _BASE["tieLength"]
"""In px: a shorter line would be only a dot or two."""
MARKED = 60.0
"""Board units round a tie in which a mark makes it unnecessary."""
STEPS = 24


class Tie(NamedTuple):
    """A line from the shore of one piece of a space to that of another."""

    space: SpaceId
    start: Spot
    end: Spot


def list_ties(board: Board, shapes: Shapes, terrain: TerrainMap) -> list[Tie]:
    """All ties of a board. Each piece is tied to the nearest one that is connected with the main piece."""
    return [
        tie
        for code, shape in sorted(shapes.spaces.items())
        if code in board.spaces and board.spaces[code].terrain is Terrain.LAND and len(shape.polygons) > 1
        for tie in _tie(code, shapes, terrain)
    ]


def _tie(code: SpaceId, shapes: Shapes, terrain: TerrainMap) -> Iterator[Tie]:
    least = LEAST_PIECE * (shapes.unit * TENTHS) ** 2
    rings = [shapes.ring(polygon[0]) for polygon in shapes.spaces[code].polygons]
    pieces = sorted((ring for ring in rings if _area(ring) >= least), key=_area, reverse=True)
    if len(pieces) < 2:
        return
    turn = round(shapes.width * TENTHS) if shapes.wraps else 0
    main, *loose = (_near(piece, pieces[0], turn) for piece in pieces)
    tied = [main]
    while loose:
        gap, start, end, piece = min((*_gap(one, other), other) for other in loose for one in tied)
        loose.remove(piece)
        tied.append(piece)
        tie = Tie(code, Spot(start[0] / TENTHS, start[1] / TENTHS), Spot(end[0] / TENTHS, end[1] / TENTHS))
        if gap < LEAST_GAP * TENTHS:
            is_large = _area(piece) >= LARGE_PIECE * (shapes.unit * TENTHS) ** 2
            if not is_large or gap < LEAST_STRAIT * TENTHS or _is_marked(tie, shapes, terrain):
                continue
            tie = _reach_inland(tie)
        if _is_clear(tie, terrain):
            yield tie


def _is_marked(tie: Tie, shapes: Shapes, terrain: TerrainMap) -> bool:
    """True if the bar of a closed strait is nearby on the space: it crosses the strait and ties its shores."""
    return any(
        math.dist(tie.start, mark.line[0]) < MARKED
        and any(terrain.owner_at(spot.x, spot.y) == tie.space for spot in (mark.line[0], mark.line[-1]))
        for mark in shapes.marks
        if mark.kind == "closed"
    )


def _reach_inland(tie: Tie) -> Tie:
    """The same line, longer at both ends."""
    share = INLAND / math.dist(tie.start, tie.end)
    across, down = (tie.end.x - tie.start.x) * share, (tie.end.y - tie.start.y) * share
    start = Spot(tie.start.x - across, tie.start.y - down)
    return Tie(tie.space, start, Spot(tie.end.x + across, tie.end.y + down))


def _gap(one: Line, other: Line) -> tuple[float, tuple[int, int], tuple[int, int]]:
    """The shortest line between two pieces, from vertex to vertex."""
    return min((math.dist(start, end), start, end) for start in one for end in other)


def _near(piece: Line, main: Line, turn: int) -> Line:
    """A piece in the copy of a round world in which it is nearest to the main one."""
    if not turn:
        return piece
    away = sum(x for x, _ in main) / len(main) - sum(x for x, _ in piece) / len(piece)
    shift = round(away / turn) * turn
    return tuple((x + shift, y) for x, y in piece) if shift else piece


def _is_clear(tie: Tie, terrain: TerrainMap) -> bool:
    """True if a tie crosses no land of another space."""
    (x, y), (end_x, end_y) = tie.start, tie.end
    for step in range(1, STEPS):
        share = step / STEPS
        owner = terrain.owner_at(x + (end_x - x) * share, y + (end_y - y) * share)
        if owner in terrain.lands and owner != tie.space:
            return False
    return True


def _area(ring: Line) -> float:
    return abs(sum(x * after_y - after_x * y for (x, y), (after_x, after_y) in pairwise(ring))) / 2


def draw_ties(ties: list[Tie], view: View, theme: Theme) -> str:
    """The visible ties that are long enough to be seen."""
    path = ""
    for tie in ties:
        if math.dist(tie.start, tie.end) * view.scale < LEAST_LENGTH:
            continue
        left, right = sorted((tie.start.x, tie.end.x))
        top, bottom = sorted((tie.start.y, tie.end.y))
        for shift in view.shifts((left, top, right, bottom)):
            (x, y), (end_x, end_y) = (view.pixel((spot.x + shift, spot.y)) for spot in (tie.start, tie.end))
            path += f"M{number(x)} {number(y)}L{number(end_x)} {number(end_y)}"
    if not path:
        return ""
    dots = " ".join(map(str, _BASE["tieDots"]))
    strokes = ((theme.paper, _BASE["tieHalo"]), (theme.coast, _BASE["tie"]))
    return group(
        [tag("path", d=path, stroke=colour, stroke_width=width, stroke_dasharray=dots) for colour, width in strokes],
        id="ties", fill="none", stroke_linecap="round",
    )  # fmt: skip
