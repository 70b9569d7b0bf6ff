"""Canals, crossings, closed straits and off-board boxes, which show the rules on the board."""

import math
from collections.abc import Iterator
from dataclasses import replace

from legation.board import Board, LocationId, Mark, Shapes, SpaceId
from legation.render.picture.lettering import text_width
from legation.render.picture.looks import LOOKS
from legation.render.picture.strokes import Pen, draw_head, draw_line, off
from legation.render.picture.svg import escape, group, tag, text
from legation.render.picture.theme import SERIF, Theme
from legation.render.picture.tracks import distance, path_of
from legation.render.picture.view import Level, View

Point = tuple[float, float]
_PASSAGES = LOOKS["passages"]
ONE_BAR = 3.0
"""The board units within which two bars touch."""


def draw_marks(shapes: Shapes, view: View, theme: Theme) -> str:
    """Every visible mark, in each copy of the world; too small to read in a view of the whole world."""
    if view.level is Level.WORLD:
        return ""
    drawn = []
    for mark in list_marks(shapes):
        xs, ys = [spot.x for spot in mark.line], [spot.y for spot in mark.line]
        for shift in view.shifts((min(xs), min(ys), max(xs), max(ys))):
            points = [view.pixel((spot.x + shift, spot.y)) for spot in mark.line]
            title = tag("title", escape(mark.note or mark.kind))
            drawn.append(group([title, draw_passage(mark.kind, points, theme)], class_=f"mark {mark.kind}"))
    return group(drawn, id="marks")


def list_marks(shapes: Shapes) -> list[Mark]:
    """The marks of a board; bars across one strait that touch and share a reason all move to the longest."""
    bars = sorted((mark for mark in shapes.marks if mark.kind == "closed"), key=_length, reverse=True)
    return [
        next((replace(mark, line=bar.line) for bar in bars if mark.kind == "closed" and _is_one(bar, mark)), mark)
        for mark in shapes.marks
    ]


def _length(mark: Mark) -> float:
    return math.dist(mark.line[0], mark.line[-1])


def _is_one(bar: Mark, other: Mark) -> bool:
    touches = min(distance(end, tuple(bar.line)) for end in other.line) < ONE_BAR
    return bar.note == other.note and touches


def draw_passage(kind: str, points: list[Point], theme: Theme) -> str:
    """A canal, a crossing, a closed strait or a link to a box, along a line in px."""
    return group(_draw_passage(kind, points, theme), fill="none", stroke_linejoin="round")


def _draw_passage(kind: str, points: list[Point], theme: Theme) -> Iterator[str]:
    if kind == "closed":
        yield from _draw_bar(points, theme)
        return
    if kind == "link":
        pen = Pen(theme.ink_2, theme.paper)
        line = tuple(points)
        yield draw_line(line, pen, _PASSAGES["link"], dashes=_PASSAGES["linkDashes"])
        yield draw_head(line, pen)
        return
    path = path_of(tuple(points))
    if kind == "canal":
        outer, inner = _PASSAGES["canal"]
        yield tag("path", d=path, stroke=theme.coast, stroke_width=outer, stroke_linecap="round")
        yield tag("path", d=path, stroke=theme.sea, stroke_width=inner, stroke_linecap="round")
    else:
        outer, inner = _PASSAGES["crossing"]
        yield tag("path", d=path, stroke=theme.leaf, stroke_width=outer, stroke_linecap="round")
        yield tag(
            "path", d=path, stroke=theme.ink, stroke_width=inner, stroke_dasharray=_PASSAGES["crossingDots"],
            stroke_linecap="round",
        )  # fmt: skip
    # A double tick at either end shows that units may pass here.
    for end, inner_point in ((points[0], points[1]), (points[-1], points[-2])):
        ticks = _ticks(end, inner_point)
        yield tag("path", d=ticks, stroke=theme.ink, stroke_width=_PASSAGES["tick"], stroke_linecap="round")


def _ticks(end: Point, inner: Point) -> str:
    length = math.dist(end, inner) or 1.0
    way = ((inner[0] - end[0]) / length, (inner[1] - end[1]) / length)
    reach = _PASSAGES["tickReach"]
    return "".join(
        path_of((off(end, way, step, reach), off(end, way, step, -reach))) for step in _PASSAGES["tickSteps"]
    )


def _draw_bar(points: list[Point], theme: Theme) -> Iterator[str]:
    """A barred strait: a solid line from shore to shore."""
    path = path_of((points[0], points[-1]))
    for colour, width in zip((theme.leaf, theme.ink), _PASSAGES["closed"], strict=True):
        yield tag("path", d=path, stroke=colour, stroke_width=width, stroke_linecap="round")


def describe_box(board: Board, code: SpaceId) -> tuple[str, ...]:
    """The lines at the foot of an off-board box: its kind, where it leads, and the seas whose fleets enter it."""
    here = LocationId(code)
    exits: set[str] = set()
    entries: set[str] = set()
    for border in board.borders:
        if border.start == here:
            exits.add(border.end)
        if border.end == here:
            entries.add(border.start)
        if not border.is_one_way and here in (border.start, border.end):
            exits |= {border.start, border.end} - {here}
    lists = sorted(entries - exits, key=_in_order)
    ways = sorted(exits, key=_in_order)
    if not lists:
        return board.spaces[code].name, f"to {' '.join(ways)}"
    return f"box of {' '.join(ways)}", f"lists {' '.join(lists)}"


def _in_order(code: str) -> tuple[int, str]:
    """Sorts PO2 before PO19."""
    return len(code), code


def draw_boxes(board: Board, shapes: Shapes, view: View, theme: Theme) -> str:
    """Off-board boxes: a double frame, and at the foot where they lead; a long line is condensed."""
    look = LOOKS["base"]
    letters = max(look["leastBoxLetters"], min(look["boxLetters"] * view.unit * view.scale, look["mostBoxLetters"]))
    drawn = []
    for code, (left, top, width, height) in sorted(shapes.boxes.items()):
        x, y = view.pixel((left, top))
        for inset, stroke in look["boxes"]:
            drawn.append(
                tag("rect", x=x + inset, y=y + inset, width=width * view.scale - 2 * inset,
                    height=height * view.scale - 2 * inset, fill=None if inset else theme.sea, stroke=theme.ink_2,
                    stroke_width=stroke)
            )  # fmt: skip
        lines = describe_box(board, code) if view.level is not Level.WORLD else ()
        room = width * view.scale - 2 * look["boxEdge"]
        for number, line in enumerate(reversed(lines)):
            base = y + height * view.scale - look["boxFoot"] * letters - number * letters * 1.1
            is_list = line.startswith("lists")
            is_long = text_width(line, letters, bold=is_list) > room
            drawn.append(
                text(
                    escape(line), x + width * view.scale / 2, base, font_family=SERIF, font_style="italic",
                    font_weight=600 if is_list else 500, font_size=letters, text_anchor="middle",
                    textLength=round(room, 1) if is_long else None,
                    lengthAdjust="spacingAndGlyphs" if is_long else None,
                    fill=theme.sea_text,
                )
            )  # fmt: skip
    return group(drawn, id="boxes", fill="none")
