"""The legend: title, powers with colour, initial and hatching, and only the marks used in the picture."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from legation.board import CentreKind, PowerId, UnitKind
from legation.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove
from legation.render.picture import strokes
from legation.render.picture.canvas import Canvas
from legation.render.picture.lettering import text_width
from legation.render.picture.looks import LOOKS
from legation.render.picture.marks import draw_passage
from legation.render.picture.ownership import NATION_DASHES
from legation.render.picture.palette import Livery
from legation.render.picture.situation import Situation
from legation.render.picture.strokes import Pen
from legation.render.picture.svg import escape, group, tag, text
from legation.render.picture.symbols import (
    TIP,
    at,
    draw_bomb,
    draw_burst,
    draw_centre,
    draw_contested,
    draw_symbol,
    draw_unit,
    draw_wave,
    make_paints,
)
from legation.render.picture.theme import SANS, SERIF, Theme
from legation.render.picture.tracks import straight, trim
from legation.render.picture.view import Level

ROW = 27.0
TITLE = 40.0
LETTERS = 14.0
SPACE = 22.0
_LINES = LOOKS["lines"]
DASHES: str = _LINES["dashes"]

CENTRES = {
    CentreKind.HOME: "home centre",
    CentreKind.COLONIAL: "colonial centre",
    CentreKind.SPECIAL: "special centre",
    CentreKind.NEUTRAL: "neutral centre",
    CentreKind.BUILD_ONLY: "builds, does not count",
}
PASSAGES: Mapping[str, tuple[str, list[tuple[float, float]]]] = {
    "closed": ("closed strait", [(-9, 4), (9, -4)]),
    "crossing": ("crossing", [(-11, 0), (11, 0)]),
    "canal": ("canal", [(-10, 0), (10, 0)]),
    "link": ("leads to a box", [(-12, 0), (12, 0)]),
}
UNITS = {UnitKind.ARMY: "army", UnitKind.FLEET: "fleet", UnitKind.TRANSPORT: "transport fleet"}


@dataclass(frozen=True, slots=True)
class Item:
    """A symbol, centred on 0,0, and its meaning."""

    name: str
    symbol: str
    room: float = 22.0

    @property
    def width(self) -> float:
        """The width, including the space after it."""
        # Source Sans is a little wider than Garamond.
        return self.room + 6 + text_width(self.name, LETTERS) * 1.08 + SPACE


@dataclass(frozen=True, slots=True)
class Legend:
    """Rows of items under a title."""

    title: str
    caption: str
    note: str
    rows: tuple[tuple[Item, ...], ...]

    @property
    def height(self) -> float:
        """In px."""
        return (TITLE if self.title else 8.0) + ROW * len(self.rows) + 6


def make_legend(
    canvas: Canvas,
    title: str,
    width: float,
    *,
    note: str = "",
    warning: str = "",
    names: bool = True,
    has_ties: bool = False,
) -> Legend:
    """The legend of one picture, broken into rows of at most this width."""
    theme, situation = canvas.theme, canvas.situation
    marks = [
        *_centres(canvas, theme),
        *_units(situation, canvas.liveries, theme),
        *_closed(canvas, theme),
        *([_tie(theme)] if has_ties else []),
        *_happenings(situation, theme),
    ]
    if names and canvas.view.has_names:
        marks.append(Item("The bold letters of a name are its code.", "", 0))
    if warning:
        marks.append(Item(warning, "", 0))
    sections = [list(_powers(canvas.liveries, theme)), marks, list(_orders(situation, theme))]
    rows: list[tuple[Item, ...]] = []
    for section in sections:
        rows += _break(section, width)
    return Legend(title, situation.caption, note if _fits(title, note, situation.caption, width) else "", tuple(rows))


def draw_legend(legend: Legend, width: float, theme: Theme) -> str:
    """The legend, with its top left corner at the origin."""
    parts = []
    y = 8.0
    if legend.title:
        parts.append(text(escape(legend.title), 0, 28, font_family=SERIF, font_size=27, font_weight=500))
        if legend.caption:
            parts.append(
                text(escape(legend.caption), width, 28, font_family=SERIF, font_size=21, font_style="italic",
                     text_anchor="end")
            )  # fmt: skip
        if legend.note:
            x = text_width(legend.title, 27) + 26
            parts.append(text(escape(legend.note), x, 28, font_family=SERIF, font_size=17, font_style="italic"))
        y = TITLE
    for row in legend.rows:
        x = 0.0
        for item in row:
            if item.symbol:
                parts.append(at(x + item.room / 2, y + ROW / 2, 1, item.symbol))
            parts.append(text(escape(item.name), x + item.room + 6, y + ROW / 2 + 4.8))
            x += item.width
        y += ROW
    return group(parts, id="legend", font_family=SANS, font_size=LETTERS, fill=theme.ink)


def _fits(title: str, note: str, caption: str, width: float) -> bool:
    """True if title, note and season fit on one line."""
    return text_width(title, 27) + text_width(note, 17) + text_width(caption, 21) + 60 < width


def _break(items: list[Item], width: float) -> Iterator[tuple[Item, ...]]:
    row: list[Item] = []
    used = 0.0
    for item in items:
        if row and used + item.width - SPACE > width:
            yield tuple(row)
            row, used = [], 0.0
        row.append(item)
        used += item.width
    if row:
        yield tuple(row)


def _powers(liveries: Mapping[PowerId, Livery], theme: Theme) -> Iterator[Item]:
    for power, livery in liveries.items():
        swatch = tag(
            "rect",
            x=-25,
            y=-9,
            width=30,
            height=18,
            fill=livery.tint,
            stroke=livery.unit if theme.has_colour else theme.ink,
        )
        hatch = tag(
            "rect",
            x=-25,
            y=-9,
            width=30,
            height=18,
            fill=f"url(#{livery.pattern}-px)",
            fill_opacity=livery.hatch_opacity,
        )
        badge = at(16, 0, 1, draw_unit(UnitKind.ARMY, livery, theme))
        yield Item(power.title(), swatch + hatch + badge, 52)


def _centres(canvas: Canvas, theme: Theme) -> Iterator[Item]:
    kinds = {space.centre for space in canvas.board.spaces.values()}
    first = next(iter(canvas.liveries.values()), None)
    initial = first.initial if first and canvas.view.level >= Level.REGION else ""
    for kind, name in CENTRES.items():
        if kind in kinds:
            words = f"{name}, its power builds there" if kind is CentreKind.HOME and initial else name
            mark = draw_centre(kind, theme, figures=canvas.centre_marks, initial=initial)
            yield Item(words, at(0, 0, 1.2, mark), 14)
    colonies = canvas.situation.colonies.values()
    ageing = next((mark for mark in colonies if mark.age and not mark.is_permanent), None)
    if ageing:
        young = ageing._replace(age=1)
        yield Item("ageing, a third a year", at(0, 0, 1.2, draw_centre(CentreKind.COLONIAL, theme, young)), 14)
    permanent = next((mark for mark in colonies if mark.is_permanent), None)
    if permanent:
        yield Item("permanent colony", at(0, 0, 1.2, draw_centre(CentreKind.COLONIAL, theme, permanent)), 14)


def _tie(theme: Theme) -> Item:
    """The dots that tie islands to the main piece of their space."""
    base = LOOKS["base"]
    dots = " ".join(map(str, base["tieDots"]))
    line = tag(
        "path", d="M-12,0H12", stroke=theme.coast, stroke_width=base["tie"], stroke_dasharray=dots,
        stroke_linecap="round",
    )  # fmt: skip
    return Item("pieces of one space", line, 26)


def _units(situation: Situation, liveries: Mapping[PowerId, Livery], theme: Theme) -> Iterator[Item]:
    kinds = {unit.kind for unit in situation.position.units.values()}
    livery = next(iter(liveries.values()), None)
    if livery is None:
        return
    for kind, name in UNITS.items():
        if kind in kinds:
            yield Item(name, draw_unit(kind, livery, theme), 30)
    if situation.position.armies_aboard:
        yield Item("army aboard", draw_unit(UnitKind.TRANSPORT, livery, theme, aboard=livery), 30)
    if situation.position.dislodged:
        tipped = at(0, 0, 0.9, draw_unit(UnitKind.ARMY, livery, theme, dashed=True, turn=TIP), turn=TIP)
        yield Item("dislodged", tipped, 26)


def _closed(canvas: Canvas, theme: Theme) -> Iterator[Item]:
    shapes = canvas.shapes
    closed = {area.kind for area in shapes.impassable.values()}
    closed |= {"water" for area in shapes.scenery if area.kind == "lake" and area.name}
    box = {"x": -14.0, "y": -8.0, "width": 28.0, "height": 16.0}
    for kind, name, ground, hatching in (
        ("land", "closed land", theme.closed_land, "closed-land"),
        ("water", "closed sea", theme.closed_sea, "closed-sea"),
    ):
        if kind in closed:
            swatch = tag("rect", **box, fill=ground, stroke=theme.rule)
            yield Item(name, swatch + tag("rect", **box, fill=f"url(#{hatching}-px)"), 30)
    if shapes.islets or any(area.kind == "land" for area in shapes.scenery):
        yield Item("scenery, in no space", tag("rect", **box, fill=theme.scenery, stroke=theme.coast), 30)
    if shapes.nations:
        boundary = tag(
            "path",
            d="M-12,0H12",
            stroke=theme.coast,
            stroke_width=LOOKS["base"]["nation"],
            stroke_dasharray=None if theme.has_colour else " ".join(map(str, NATION_DASHES)),
        )
        yield Item("national and colonial boundary", boundary, 26)
    if canvas.situation.closed:
        yield Item("closed to armies", tag("path", d="M-11,0H11", stroke=theme.coast, stroke_dasharray="4 3"), 24)
    kinds = {mark.kind for mark in shapes.marks}
    for kind, (name, line) in PASSAGES.items():
        if kind in kinds:
            yield Item(name, draw_passage(kind, line, theme), 26)


def _happenings(situation: Situation, theme: Theme) -> Iterator[Item]:
    if situation.position.contested:
        yield Item("contested", draw_contested(theme), 34)
    if situation.bombs:
        yield Item("bomb, or how many", draw_bomb(theme), 18)
    if situation.bombed:
        yield Item("bombed, closed to all", draw_burst(theme), 24)


def _orders(situation: Situation, theme: Theme) -> Iterator[Item]:
    given = [outcome.order for outcome in situation.outcomes] + [order for _, order in situation.orders]
    if not given:
        return
    pen = Pen(theme.ink, theme.paper)
    if not any(isinstance(order, Hold | Move | SupportHold | SupportMove | Convoy) for order in given):
        yield from _adjustments(given, situation, pen, theme)
        return
    track = straight((-20, 0), (20, 0))
    body = trim(track, 0, 8)

    def line(draw: Callable[[], str]) -> str:
        return group([draw()], fill="none", stroke_linejoin="round")

    yield Item("move", line(lambda: strokes.draw_line(body, pen, _LINES["move"]) + strokes.draw_head(track, pen)), 44)
    if situation.outcomes:
        yield Item(
            "beaten",
            line(lambda: strokes.draw_line(body, pen, _LINES["move"]) + strokes.draw_head(track, pen, is_open=True)),
            46,
        )
    yield Item(
        "support",
        line(lambda: strokes.draw_line(body, pen, _LINES["support"], dashes=DASHES) + strokes.draw_ring((16, 0), pen)),
        44,
    )
    if situation.outcomes:
        yield Item(
            "cut",
            line(lambda: strokes.draw_line(body, pen, _LINES["support"], dashes=DASHES) + strokes.draw_cut(body, pen)),
            44,
        )
    yield Item("holds", line(lambda: strokes.draw_plinth((0, -5), pen, 14)), 26)
    yield Item("by convoy", line(lambda: strokes.draw_double(body, pen) + strokes.draw_head(track, pen)), 44)
    yield Item("convoys", draw_wave(theme.ink, theme.paper), 26)
    if situation.outcomes:
        for mark, name in (("void", "void"), ("illegal", "illegal"), ("destroyed", "destroyed")):
            yield Item(name, draw_symbol(mark, make_paints(theme)), 20)


def _adjustments(given: list[Order], situation: Situation, pen: Pen, theme: Theme) -> Iterator[Item]:
    """The signs of retreats and of Winter that the picture uses."""

    def line(drawn: str) -> str:
        return group([drawn], fill="none", stroke_linejoin="round")

    kinds = {type(order) for order in given}
    if Retreat in kinds:
        track = straight((-20, 0), (20, 0))
        dots = strokes.draw_line(trim(track, 0, 8), pen, _LINES["move"], dashes=_LINES["dots"], is_round=True)
        yield Item("retreat", line(dots + strokes.draw_head(track, pen)), 44)
    if Build in kinds:
        yield Item("build", line(strokes.draw_build((0, 0), pen, 14)), 26)
    if Disband in kinds:
        yield Item("removal", line(strokes.draw_removal((0, 0), pen, 14)), 26)
    if situation.outcomes:
        for mark, name in (("void", "void"), ("illegal", "illegal")):
            yield Item(name, draw_symbol(mark, make_paints(theme)), 20)
