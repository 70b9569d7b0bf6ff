"""The bare board: sea with its lining, land, borders, scenery and closed areas."""

from collections.abc import Iterator, Set

from legation.board import Arc, ArcKind, Board, SpaceId, Terrain
from legation.render.picture.looks import LOOKS
from legation.render.picture.paths import Outlines
from legation.render.picture.svg import escape, group, tag
from legation.render.picture.theme import Theme

_BASE = LOOKS["base"]
LINING: tuple[tuple[float, float, float], ...] = tuple(_BASE["lining"])
"""Outer and inner width, in px, and strength of each line of the water lining, from the sea to the shore."""


def draw_sea(outlines: Outlines, board: Board, theme: Theme) -> Iterator[str]:
    """The seas, their lining and their borders."""
    seas = [
        draw_space(outlines, board, code, theme.sea) for code in sorted(outlines.shapes.spaces) if _is_sea(board, code)
    ]
    yield group(seas, id="seas")
    pen, fine = outlines.view.pen, outlines.view.fineness
    shore = outlines.arcs(is_shore)
    if shore:
        yield tag("defs", tag("path", id="shore", d=shore))
        strokes = []
        for outer, inner, strength in LINING[2 - min(outlines.view.level, 2) :]:
            strokes += [
                tag("use", href="#shore", stroke=theme.lining(strength), stroke_width=pen(outer * fine)),
                tag("use", href="#shore", stroke=theme.sea, stroke_width=pen(inner * fine)),
            ]
        yield group(strokes, id="lining", fill="none", stroke_linejoin="round", stroke_linecap="round")
    borders = outlines.arcs(lambda arc: arc.kind is ArcKind.SEA or _is_closed_water(board, arc))
    if borders:
        yield tag(
            "path", id="sea-borders", d=borders, fill="none", stroke=theme.sea_border,
            stroke_width=pen(_BASE["seaBorder"] * fine), stroke_linecap="round",
            stroke_dasharray=" ".join(f"{pen(part * fine):.1f}" for part in _BASE["seaDots"]),
        )  # fmt: skip


def draw_closed(outlines: Outlines, theme: Theme) -> Iterator[str]:
    """Areas closed to all, hatched; scenery; islets."""
    pen = outlines.view.pen
    closed = []
    for code, area in sorted(outlines.shapes.impassable.items()):
        path = outlines.area(area.polygons)
        if path:
            title = tag("title", escape(f"{area.name}: closed"))
            closed.append(tag("path", title, id=f"closed-{code}", d=path, fill=theme.impassable))
            closed.append(tag("path", d=path, fill="url(#closed)"))
    yield group(closed, id="impassable", fill_rule="evenodd")
    lands = "".join(outlines.area(area.polygons) for area in outlines.shapes.scenery if area.kind == "land")
    if lands:
        yield tag("path", id="scenery", d=lands, fill=theme.scenery, fill_rule="evenodd")
    islets = outlines.islets()
    if islets:
        yield tag(
            "path", id="islets", d=islets, fill=theme.scenery, stroke=theme.coast, stroke_width=pen(_BASE["islet"]),
            stroke_linejoin="round",
        )  # fmt: skip


def draw_borders(outlines: Outlines, board: Board, theme: Theme, closed: Set[SpaceId]) -> Iterator[str]:
    """Hairlines between lands, and the coast: dashed round islands that are closed to armies."""
    pen = outlines.view.pen
    thin = max(_BASE["thinnest"], outlines.view.fineness)
    coast = pen(_BASE["coast"] * thin)
    lands = outlines.arcs(lambda arc: arc.kind is ArcKind.LAND)
    barred = outlines.arcs(lambda arc: arc.kind is ArcKind.CLOSED and not _is_closed_water(board, arc))
    lines = [
        tag("path", id="land-borders", d=lands, stroke=theme.border, stroke_width=pen(_BASE["landBorder"] * thin))
        if lands
        else "",
        tag("path", d=barred, stroke=theme.coast, stroke_width=coast) if barred else "",
    ]
    if outlines.arcs(is_shore):
        lines.append(tag("use", href="#shore", stroke=theme.coast, stroke_width=coast))
    dashed = outlines.arcs(lambda arc: is_shore(arc) and any(side in closed for side in arc.sides))
    if dashed:
        gaps = " ".join(f"{pen(part):.1f}" for part in _BASE["closedDashes"])
        lines.append(
            tag(
                "path",
                d=dashed,
                stroke=theme.sea,
                stroke_width=pen(_BASE["closedCoast"] * thin),
                stroke_dasharray=gaps,
                stroke_linecap="butt",
            )
        )
    yield group(lines, id="borders", fill="none", stroke_linejoin="round", stroke_linecap="round")


def draw_space(outlines: Outlines, board: Board, code: SpaceId, fill: str) -> str:
    """One space; nothing when it is out of sight."""
    path = outlines.area(outlines.shapes.spaces[code].polygons)
    if not path:
        return ""
    name = board.spaces[code].name if code in board.spaces else code
    return tag(
        "path", tag("title", escape(f"{name} ({code})")), id=f"space-{code}", d=path, fill=fill, fill_rule="evenodd"
    )


def is_shore(arc: Arc) -> bool:
    """Whether water meets land that is drawn."""
    return arc.kind in (ArcKind.COAST, ArcKind.SCENERY)


def _is_closed_water(board: Board, arc: Arc) -> bool:
    """Whether a line divides the open sea from a closed area."""
    return arc.kind is ArcKind.CLOSED and any(_is_sea(board, SpaceId(side)) for side in arc.sides)


def _is_sea(board: Board, code: SpaceId) -> bool:
    return code in board.spaces and board.spaces[code].terrain is Terrain.SEA
