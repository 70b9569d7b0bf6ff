"""The bare board: seas with their lining, lands, borders, scenery and closed areas."""

from collections.abc import Iterator, Sequence, Set

from legation.board import Arc, ArcKind, AreaName, Board, Shapes, SpaceId, Terrain
from legation.render.picture.lettering import text_width
from legation.render.picture.looks import LOOKS
from legation.render.picture.paths import Outlines
from legation.render.picture.svg import escape, group, number, tag, text
from legation.render.picture.theme import SERIF, Theme
from legation.render.picture.view import Bounds, Level, View, bounds

_BASE = LOOKS["base"]
LINING: tuple[tuple[float, float, float], ...] = tuple(_BASE["lining"])
"""The outer and inner width, in px, and the strength of each line of the water lining, from the sea to the shore."""


def draw_sea(outlines: Outlines, board: Board, theme: Theme) -> Iterator[str]:
    """The seas, their lining and their borders."""
    seas = [
        draw_space(outlines, board, code, theme.water)
        for code in sorted(outlines.shapes.spaces)
        if _is_sea(board, code)
    ]
    yield group(seas, id="seas")
    pen, fine = outlines.view.pen, outlines.view.fineness
    shore = outlines.arcs(lambda arc: _is_lined(board, outlines.shapes, arc))
    if shore:
        yield tag("defs", tag("path", id="shore", d=shore))
        strokes = []
        for outer, inner, strength in LINING[2 - min(outlines.view.level, 2) :]:
            strokes += [
                tag("use", href="#shore", stroke=theme.lining(strength), stroke_width=pen(outer * fine)),
                tag("use", href="#shore", stroke=theme.sea, stroke_width=pen(inner * fine)),
            ]
        yield group(strokes, id="lining", fill="none", stroke_linejoin="round", stroke_linecap="round")


def draw_sea_borders(outlines: Outlines, board: Board, theme: Theme) -> str:
    """Dashes between seas, and along closed water."""
    borders = outlines.arcs(lambda arc: arc.kind is ArcKind.SEA or _is_closed_water(board, outlines.shapes, arc))
    if not borders:
        return ""
    pen, fine = outlines.view.pen, outlines.view.fineness
    return tag(
        "path", id="sea-borders", d=borders, fill="none", stroke=theme.sea_border,
        stroke_width=pen(_BASE["seaBorder"] * max(_BASE["thinnest"], fine)),
        stroke_dasharray=" ".join(f"{pen(part * fine):.1f}" for part in _BASE["seaDots"]),
    )  # fmt: skip


def draw_closed(outlines: Outlines, theme: Theme) -> Iterator[str]:
    """Areas closed to all: land striped in tones of land, water hatched in tones of the sea; scenery; islets."""
    pen = outlines.view.pen
    lakes = [("", area) for area in outlines.shapes.scenery if area.kind == "lake"]
    closed = []
    for code, area in [*sorted(outlines.shapes.impassable.items()), *lakes]:
        path = outlines.area(area.polygons)
        if path:
            title = tag("title", escape(f"{area.name}: closed")) if area.name else ""
            ground, hatching = (
                (theme.closed_land, "closed-land") if area.kind == "land" else (theme.closed_sea, "closed-sea")
            )
            closed.append(tag("path", title, id=f"closed-{code}" if code else None, d=path, fill=ground))
            closed.append(tag("path", d=path, fill=f"url(#{hatching})"))
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


def draw_closed_names(shapes: Shapes, view: View, theme: Theme) -> str:
    """The names of closed areas and lakes in grey, where they fit; they are not spaces, so they have no code.

    A level name does not lie on an island if the same water is named elsewhere.
    """
    if view.level is Level.WORLD:
        return ""
    islets = [bounds([line]) for line in shapes.islets]
    least, most = _BASE["closedLetters"]
    names = []
    for area in (*shapes.impassable.values(), *shapes.scenery):
        width = text_width(area.name, 1.0) * (1 + 2 * _BASE["closedSpacing"])
        for place in area.places:
            letters = min(most, 0.8 * place.span * view.scale / width)
            may_skip = len(area.places) > 1 and not place.tilt
            if letters < least or (may_skip and _is_ashore(place, letters / view.scale, width, islets)):
                continue
            for x, y in view.copies(place.spot):
                turned = f"rotate({number(place.tilt)} {number(x)} {number(y)})" if place.tilt else None
                names.append(
                    text(
                        escape(area.name), x, y + letters * 0.35, font_size=letters,
                        letter_spacing=letters * _BASE["closedSpacing"], transform=turned,
                        font_style=None if area.kind == "land" else "italic",
                        stroke=theme.closed_land if area.kind == "land" else theme.closed_sea, stroke_width=3.2,
                    )
                )  # fmt: skip
    return group(
        names, id="closed-names", font_family=SERIF, font_weight=500, text_anchor="middle", fill=theme.ink_2,
        paint_order="stroke",
    )  # fmt: skip


def _is_ashore(place: AreaName, letters: float, width: float, islets: Sequence[Bounds]) -> bool:
    """True if letters of this width in board units lie on an islet that is longer than they are high."""
    (x, y), far, high = place.spot, letters * width / 2, letters / 2
    return any(
        max(right - left, bottom - top) > letters
        and left < x + far and right > x - far and top < y + high and bottom > y - high
        for left, top, right, bottom in islets
    )  # fmt: skip


def draw_borders(outlines: Outlines, board: Board, theme: Theme, closed: Set[SpaceId]) -> Iterator[str]:
    """Hairlines between lands, and the coast: dashed round islands that are closed to armies."""
    pen, shapes = outlines.view.pen, outlines.shapes
    thin = max(_BASE["thinnest"], outlines.view.fineness)
    coast = pen(_BASE["coast"] * thin)
    lands = outlines.arcs(lambda arc: arc.kind is ArcKind.LAND)
    barred = outlines.arcs(lambda arc: _is_barred(board, shapes, arc))
    bare = outlines.arcs(lambda arc: arc.kind is ArcKind.SCENERY and not _is_lined(board, shapes, arc))
    lines = [
        tag("path", id="land-borders", d=lands, stroke=theme.border, stroke_width=pen(_BASE["landBorder"] * thin))
        if lands
        else "",
        tag("path", d=barred, stroke=theme.coast, stroke_width=coast) if barred else "",
        tag("path", d=bare, stroke=theme.coast, stroke_width=pen(_BASE["islet"])) if bare else "",
    ]
    if outlines.arcs(lambda arc: _is_lined(board, shapes, arc)):
        lines.append(tag("use", href="#shore", stroke=theme.coast, stroke_width=coast))
    dashed = outlines.arcs(lambda arc: arc.kind is ArcKind.COAST and any(side in closed for side in arc.sides))
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
    """One space; nothing if it is out of sight."""
    path = outlines.area(outlines.shapes.spaces[code].polygons)
    if not path:
        return ""
    name = board.spaces[code].name if code in board.spaces else code
    return tag(
        "path", tag("title", escape(f"{name} ({code})")), id=f"space-{code}", d=path, fill=fill, fill_rule="evenodd"
    )


def _is_lined(board: Board, shapes: Shapes, arc: Arc) -> bool:
    """True for a real coast with water lining: where water meets playable or closed land, not scenery."""
    if arc.kind is ArcKind.SCENERY:
        return any(_is_land(board, side) for side in arc.sides)
    if arc.kind is ArcKind.CLOSED:
        return sum(_is_dry(board, shapes, side) for side in arc.sides) == 1
    return arc.kind is ArcKind.COAST


def _is_closed_water(board: Board, shapes: Shapes, arc: Arc) -> bool:
    """True if a line divides open sea from closed water."""
    return arc.kind is ArcKind.CLOSED and not any(_is_dry(board, shapes, side) for side in arc.sides)


def _is_barred(board: Board, shapes: Shapes, arc: Arc) -> bool:
    """True if a line divides land from closed land; two closed lands have no line between them."""
    return (
        arc.kind is ArcKind.CLOSED
        and all(_is_dry(board, shapes, side) for side in arc.sides)
        and any(side not in shapes.impassable for side in arc.sides)
    )


def _is_dry(board: Board, shapes: Shapes, side: str) -> bool:
    """True if a side of a line is land: a space, closed, or scenery."""
    if side in shapes.impassable:
        return shapes.impassable[side].kind == "land"
    return not _is_sea(board, SpaceId(side))


def _is_land(board: Board, side: str) -> bool:
    code = SpaceId(side)
    return code in board.spaces and board.spaces[code].terrain is Terrain.LAND


def _is_sea(board: Board, code: SpaceId) -> bool:
    return code in board.spaces and board.spaces[code].terrain is Terrain.SEA
