"""Audits contacts: too short to see, too near to tell apart, or too few to attack."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import shapely
from shapely.affinity import translate
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from legation.board import Board, CentreKind, Terrain, space_of
from legation.forge.finding import Finding, error
from legation.forge.overrides import Act, Override, pairs_of
from legation.forge.settings import Limits
from legation.forge.shapes_file import Picture

Pair = tuple[str, str]
TOUCH = 0.05
"""Shapes nearer than this touch."""
MARKED = (Act.CUT, Act.APART, Act.POINT, Act.JOIN)
"""Overrides whose mark a player sees where two spaces nearly touch or touch in a point."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Two spaces that are not neighbours, and the distance between them."""

    width: float
    spot: Point


def check_contacts(picture: Picture, board: Board, overrides: list[Override], limits: Limits) -> Iterator[Finding]:
    """Check that spaces that are not neighbours keep their distance, or that a mark separates them."""
    marked = pairs_of(overrides, *MARKED)
    drawn = {_pair(*mark["spaces"]) for mark in picture.table["marks"] if len(mark["spaces"]) == 2}
    for pair, gap in sorted(list_gaps(picture, board, limits.gap).items()):
        if pair in marked and pair in drawn:
            continue
        if pair in marked:
            yield error("no mark", f"{pair[0]} - {pair[1]}: the picture lacks the mark of their override", *pair)
            continue
        name, where = f"{pair[0]} - {pair[1]}", f"at {gap.spot.x:.0f} {gap.spot.y:.0f}"
        if gap.width < TOUCH:
            yield error("point contact", f"{name} meet in a point {where}: move points, or mark it with apart", *pair)
        else:
            text = f"{name} are not neighbours but only {gap.width:.1f} units apart {where}"
            yield error("narrow gap", f"{text}: move points, or mark it with apart", *pair)


def list_gaps(picture: Picture, board: Board, limit: float) -> dict[Pair, Gap]:
    """Pairs of spaces that are not neighbours but nearer than a limit; lands across water are left out."""
    neighbours = {_pair(space_of(border.start), space_of(border.end)) for border in board.borders}
    closed = set(picture.table["impassable"])
    codes = [code for code in sorted(picture.shapes) if code not in closed]
    shapes = [picture.shapes[code] for code in codes]
    lands = {str(code) for code, space in board.spaces.items() if space.terrain is Terrain.LAND}
    water = shapely.union_all([shape for code, shape in zip(codes, shapes, strict=True) if code not in lands])
    tree = shapely.STRtree(shapes)
    found: dict[Pair, Gap] = {}
    # On a board that wraps, the shapes are also compared with those one width further east: that is the seam. Without
    # a shift each pair comes twice, so one of its orders is enough.
    for shift in (0.0, picture.width) if picture.table["wrap"] else (0.0,):
        moved = [translate(shape, shift) for shape in shapes] if shift else shapes
        for first, second in zip(*tree.query(moved, predicate="dwithin", distance=limit), strict=True):
            pair = _pair(codes[first], codes[second])
            if codes[first] == codes[second] or pair in neighbours or (not shift and first > second):
                continue
            gap, line = _measure(moved[first], shapes[second])
            # Two coasts that face each other across a strait are nobody's mistake.
            if lands.issuperset(pair) and gap.width > TOUCH and line.intersection(water).length > TOUCH:
                continue
            if pair not in found or gap.width < found[pair].width:
                found[pair] = gap
    return found


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


def _measure(first: BaseGeometry, second: BaseGeometry) -> tuple[Gap, LineString]:
    a, b = nearest_points(first, second)
    line = LineString([a, b])
    return Gap(a.distance(b), line.interpolate(0.5, normalized=True)), line


def check_pieces(picture: Picture, board: Board) -> Iterator[Finding]:
    """Check that a land in several pieces consists of islands: no piece of it lies inland, cut off from the rest."""
    lands = {str(code) for code, space in board.spaces.items() if space.terrain is Terrain.LAND}
    ground = shapely.union_all([picture.shapes[code] for code in sorted(lands & set(picture.shapes))])
    shore = ground.boundary
    for code in sorted(lands & set(picture.shapes)):
        pieces = picture.shapes[code].geoms
        if len(pieces) > 1 and any(piece.boundary.intersection(shore).length < TOUCH for piece in pieces):
            yield error("shapes", f"{code} has a piece inland that is cut off from the rest", code)


def check_degrees(picture: Picture, board: Board) -> Iterator[Finding]:
    """Check that no space is a dead end, and that a unit on a centre can be dislodged: two spaces lead there."""
    ways: dict[str, set[str]] = defaultdict(set)
    for border in board.borders:
        start, end = str(space_of(border.start)), str(space_of(border.end))
        ways[end].add(start)
        if not border.is_one_way:
            ways[start].add(end)
    for code, space in sorted(board.spaces.items()):
        if space.terrain is Terrain.IMPASSABLE or code in picture.table["boxes"]:
            continue
        if space.centre is not CentreKind.NONE and len(ways[str(code)]) < 2:
            yield error("attack", f"{code} {space.name} is a centre that cannot be attacked with support", str(code))
        elif len(ways[str(code)]) < 2:
            yield error("dead end", f"{code} {space.name} has fewer than two neighbours", str(code))
