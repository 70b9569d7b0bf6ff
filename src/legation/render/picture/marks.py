"""Canals, crossings, closed straits and off-board boxes, so that a player sees the rule."""

import math
from collections.abc import Iterator

from legation.board import Mark, Shapes
from legation.render.picture.strokes import Pen, draw_head, draw_line
from legation.render.picture.svg import escape, group, tag
from legation.render.picture.theme import Theme
from legation.render.picture.tracks import path_of
from legation.render.picture.view import Level, View

Point = tuple[float, float]


def draw_marks(shapes: Shapes, view: View, theme: Theme) -> str:
    """Every mark in sight, in each copy of the world; too small to read in a look at the whole world."""
    if view.level is Level.WORLD:
        return ""
    drawn = []
    for mark in shapes.marks:
        xs, ys = [spot.x for spot in mark.line], [spot.y for spot in mark.line]
        for shift in view.shifts((min(xs), min(ys), max(xs), max(ys))):
            points = [view.pixel((spot.x + shift, spot.y)) for spot in mark.line]
            title = tag("title", escape(mark.note or mark.kind))
            drawn.append(group([title, *_draw_mark(mark, points, theme)], class_=f"mark {mark.kind}"))
    return group(drawn, id="marks", fill="none", stroke_linecap="round", stroke_linejoin="round")


def _draw_mark(mark: Mark, points: list[Point], theme: Theme) -> Iterator[str]:
    if mark.kind == "closed":
        yield from _draw_bar(points, theme)
        return
    if mark.kind == "link":
        pen = Pen(theme.ink_2, theme.paper)
        line = tuple(points)
        yield draw_line(line, pen, 1.6, dashes="6 4")
        yield draw_head(line, pen)
        return
    path = path_of(tuple(points))
    if mark.kind == "canal":
        yield tag("path", d=path, stroke=theme.coast, stroke_width=5)
        yield tag("path", d=path, stroke=theme.sea, stroke_width=2.6)
    else:
        yield tag("path", d=path, stroke=theme.leaf, stroke_width=4.4)
        yield tag("path", d=path, stroke=theme.ink, stroke_width=1.8, stroke_dasharray="0.1 3.6")
    # A double tick at either end: here one passes.
    for end, inner in ((points[0], points[1]), (points[-1], points[-2])):
        yield tag("path", d=_ticks(end, inner), stroke=theme.ink, stroke_width=1.3)


def _ticks(end: Point, inner: Point) -> str:
    length = math.dist(end, inner) or 1.0
    along = ((inner[0] - end[0]) / length, (inner[1] - end[1]) / length)
    parts = []
    for step in (0.0, 2.6):
        x, y = end[0] + along[0] * step, end[1] + along[1] * step
        parts.append(path_of(((x - along[1] * 3.6, y + along[0] * 3.6), (x + along[1] * 3.6, y - along[0] * 3.6))))
    return "".join(parts)


def _draw_bar(points: list[Point], theme: Theme) -> Iterator[str]:
    """A barred strait: a firm line from shore to shore."""
    path = path_of((points[0], points[-1]))
    yield tag("path", d=path, stroke=theme.leaf, stroke_width=4.6)
    yield tag("path", d=path, stroke=theme.ink, stroke_width=2)


def draw_boxes(shapes: Shapes, view: View, theme: Theme) -> str:
    """Off-board boxes: a double frame."""
    drawn = []
    for _, (left, top, width, height) in sorted(shapes.boxes.items()):
        x, y = view.pixel((left, top))
        for inset, stroke in ((0.0, 1.6), (3.0, 0.7)):
            drawn.append(
                tag("rect", x=x + inset, y=y + inset, width=width * view.scale - 2 * inset,
                    height=height * view.scale - 2 * inset, fill=None if inset else theme.sea, stroke=theme.ink_2,
                    stroke_width=stroke)
            )  # fmt: skip
    return group(drawn, id="boxes", fill="none")
