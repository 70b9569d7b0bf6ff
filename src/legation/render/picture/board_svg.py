"""A board as SVG: base, ownership, labels, order lines, units, marks, heads, frame and legend, in this order."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

from legation.board import Board, CentreKind, LocationId, PowerId, Shapes, SpaceId, Terrain, coast_of
from legation.orders import Build, Convoy, Disband, Hold
from legation.render.picture.arrows import draw_orders
from legation.render.picture.base import draw_borders, draw_closed, draw_closed_names, draw_sea, draw_sea_borders
from legation.render.picture.canvas import Canvas
from legation.render.picture.centres import Crowding, draw_centres, place_centres
from legation.render.picture.coasts import CoastCrowding, coast_box, draw_coasts, place_fleet_coast
from legation.render.picture.frame import MARGIN, draw_frame, draw_seam
from legation.render.picture.label_svg import draw_labels, draw_theatres
from legation.render.picture.labels import Label, Taken, place_labels, touches, unit_box
from legation.render.picture.legend import Legend, draw_legend, make_legend
from legation.render.picture.lettering import text_width
from legation.render.picture.looks import LOOKS
from legation.render.picture.marks import draw_boxes, draw_marks
from legation.render.picture.ornament import draw_compass, draw_rhumbs, find_compass
from legation.render.picture.ownership import (
    draw_homes,
    draw_lands,
    draw_nations,
    draw_realm_borders,
    draw_realms,
    make_realms,
)
from legation.render.picture.palette import Livery, make_liveries
from legation.render.picture.paths import Outlines
from legation.render.picture.pieces import (
    contested_box,
    displaced_spot,
    draw_happenings,
    draw_units,
    place_contested,
)
from legation.render.picture.relief import draw_relief
from legation.render.picture.situation import Situation
from legation.render.picture.svg import document, escape, group, number, tag, text
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.theme import LIGHT, SERIF, Theme
from legation.render.picture.ties import draw_ties, list_ties
from legation.render.picture.tracks import Point
from legation.render.picture.view import Bounds, View, bounds, print_scale, whole_view

WARNING_LETTERS = 13
"""The size of the line with the board's warning; smaller where the picture is too narrow for it."""
WARNING_MARGIN = 8
"""The room between that line and the frame."""
PLATE = 0.85
"""How much the plate beneath it covers of an order line."""
ITALIC = 0.94
"""The width of a line in italics, as a share of the same in upright letters."""
WARNING_STEP = 16.0
"""The px between the places that are tried for the warning."""

_BASE, _HATCHING = LOOKS["base"], LOOKS["hatching"]


@dataclass(frozen=True, slots=True)
class Style:
    """The drawing style of a board."""

    theme: Theme = LIGHT
    has_names: bool = True
    """Names where they fit, otherwise codes; False for codes only."""
    has_theatres: bool = True
    """Names of theatres in a picture of the whole world."""
    is_strong: bool = False
    """Strong hatching instead of tints."""
    has_relief: bool = True
    """Hills and rivers, where the picture is large enough."""
    has_compass: bool = False
    """A compass with its rhumb lines, where an ocean has room for it."""
    has_frame: bool = True
    has_legend: bool = False
    is_legend_apart: bool = False
    """True if the caller that puts the picture on a sheet also draws the legend."""
    centre_marks: Mapping[CentreKind, str] = field(default_factory=dict)
    """The figure of each kind of centre on the variant's sheet."""
    slots: Mapping[PowerId, str] | None = None
    """The palette slot of a power without a usual one."""
    legend_size: float = 1.0
    title: str = ""
    note: str = ""
    """Beside the title of the legend."""
    doubtful: frozenset[SpaceId] = frozenset()
    """Spaces whose names have a dotted line beneath: the sheet leaves their place open."""
    warning: str = ""
    """Shown on every picture: in the legend or, without one, at the foot of the board."""


def draw_board(
    board: Board,
    shapes: Shapes,
    situation: Situation | None = None,
    *,
    style: Style | None = None,
    view: View | None = None,
) -> str:
    """The complete drawing as an SVG file; the whole board at Region zoom if no view is given."""
    return Picture(
        board, shapes, situation or Situation(), style or Style(), view or whole_view(shapes, print_scale(shapes))
    ).draw()


class Picture:
    """One drawing in progress."""

    def __init__(
        self,
        board: Board,
        shapes: Shapes,
        situation: Situation,
        style: Style,
        view: View,
        *,
        labels: list[Label] | None = None,
    ) -> None:
        self.board, self.shapes, self.situation, self.style = board, shapes, situation, style
        self.theme = style.theme
        edge = MARGIN if style.has_frame else 0.0
        self.view = replace(view, corner=(edge, edge))
        self.edge = edge
        self.liveries = make_liveries(situation.drawn_powers, self.theme, wishes=style.slots, strong=style.is_strong)
        self.outlines = Outlines(shapes, self.view)
        self.terrain = TerrainMap(board, shapes)
        self.canvas = Canvas(
            board, shapes, self.view, self.theme, situation, self.liveries, self.terrain, style.centre_marks
        )
        self.warning_box: list[Bounds] = []
        if style.warning and not style.has_legend:
            self.warning_box = [place_warning(shapes, self.view, style.warning)]
        self.orders = draw_orders(self.canvas)
        self.contested = place_contested(self.canvas, self._heads(), self.orders.shafts)
        self.ties = list_ties(board, shapes, self.terrain)
        # Another drawing of the same board lends its labels, so that they keep their places from one to the other.
        self.labels = self._place_labels() if labels is None else labels
        self.coasts = self._place_fleet_coasts()
        self.compass = self._find_compass() if style.has_compass else None
        _, _, right, bottom = self.view.frame
        self.width, self.foot = right + edge, bottom + edge
        self.legend = self._legend((self.width - 2 * edge) / style.legend_size)
        self.height = self.foot + (self.legend.height * style.legend_size if self.legend else 0.0)

    def draw(self) -> str:
        """Combine the layers."""
        return self.write(self.draw_layers())

    def draw_layers(self, over_base: str = "") -> Iterator[str]:
        """All layers, the lowest first; ``over_base`` lies on the lands, under their names."""
        yield from self.draw_ground(over_base)
        yield from self._draw_acts()
        yield from self.draw_top()

    def write(self, parts: Iterable[str]) -> str:
        """A file with the picture's size."""
        title = self.style.title or self.shapes.variant or "Board"
        return document(self.width, self.height, parts, title=title, defs=self.list_patterns())

    def draw_ground(self, over_base: str = "") -> Iterator[str]:
        """Everything under orders and units; ``over_base`` lies on the lands, under their names."""
        yield tag("rect", width=self.width, height=self.height, fill=self.theme.paper)
        yield self._draw_sea()
        yield self.draw_base()
        yield over_base
        yield self._draw_surround()
        yield from self._draw_names()

    def draw_base(self) -> str:
        """Seas, lands and borders."""
        return group(self._base(), id="base", transform=self.view.transform)

    def draw_centres(self) -> str:
        """The marks of centres, beside units or above names."""
        return draw_centres(self.canvas, self.place_centres())

    def place_centres(self) -> dict[SpaceId, tuple[float, float]]:
        """The places of the marks of centres, in px."""
        labels = {label.space: label for label in self.labels if not label.is_repeat}
        return place_centres(self.canvas, labels, self.list_crowding())

    def list_crowding(self) -> Crowding:
        """What the marks of centres avoid."""
        return Crowding(
            tops=[*self.orders.obstacles, *self.orders.ends, *self._tipped_boxes(), *self._contested_boxes()],
            names=[
                *(box for label in self.labels for box in label.boxes),
                *(coast_box(place, self.view) for place in self.coasts.values()),
            ],
            lines=self.orders.shafts,
        )

    def draw_worn(self) -> str:
        """Codes across their units."""
        return self._draw_labels("worn", [label for label in self.labels if label.is_worn])

    def draw_happenings(self) -> str:
        """Stand-offs, bombed spaces, and bombs."""
        return draw_happenings(self.canvas, self.contested)

    def draw_top(self) -> Iterator[str]:
        """Everything over orders and units: the faded repeats, the frame, and the legend below it."""
        yield draw_seam(self.view, self.theme, fade=True)
        if self.style.has_frame:
            yield draw_frame(self.view, self.theme, (self.width, self.height))
        yield from self._draw_warning()
        if self.legend:
            grow = self.style.legend_size
            drawn = draw_legend(self.legend, (self.width - 2 * self.edge) / grow, self.theme)
            yield tag("g", drawn, transform=f"translate({number(self.edge)} {number(self.foot)}) scale({number(grow)})")

    def _draw_warning(self) -> Iterator[str]:
        """A line of small letters at the foot of the board, legible on any background."""
        for left, top, _, bottom in self.warning_box:
            yield text(
                escape(self.style.warning), left + WARNING_MARGIN, bottom - WARNING_MARGIN, id="warning",
                font_family=SERIF, font_style="italic", font_size=bottom - top - WARNING_MARGIN, fill=self.theme.ink,
                stroke=self.theme.paper, stroke_width=3, paint_order="stroke",
            )  # fmt: skip

    def draw_warning_plate(self) -> Iterator[str]:
        """Paper beneath the board's warning: over order lines, under units and arrowheads."""
        for left, top, right, bottom in self.warning_box:
            yield tag(
                "rect", id="warning-plate", x=left, y=top, width=right - left, height=bottom - top,
                fill=self.theme.paper, opacity=PLATE,
            )  # fmt: skip

    def _sheet(self) -> Bounds:
        """The board's own edge within the window, in px; a round world has none at the sides."""
        left, top, right, bottom = self.view.frame
        low, high = self.view.pixel((0.0, 0.0)), self.view.pixel((self.shapes.width, self.shapes.height))
        if not self.view.wraps:
            left, right = max(left, low[0]), min(right, high[0])
        return left, max(top, low[1]), right, min(bottom, high[1])

    def _draw_sea(self) -> str:
        left, top, right, bottom = self._sheet()
        return tag("rect", x=left, y=top, width=right - left, height=bottom - top, fill=self.theme.sea)

    def _draw_surround(self) -> str:
        """Blank paper round the board's edge, with the off-board boxes."""
        if self._sheet() == self.view.frame:
            return ""
        rings = ""
        for (left, top, right, bottom), turn in ((self.view.frame, "H{2}V{3}H{0}z"), (self._sheet(), "V{3}H{2}V{1}z")):
            corners = [number(edge) for edge in (left, top, right, bottom)]
            rings += f"M{corners[0]} {corners[1]}" + turn.format(*corners)
        return tag(
            "path", id="surround", d=rings, fill=self.theme.paper, stroke=self.theme.ink, stroke_width=_BASE["edge"]
        )

    def _place_labels(self) -> list[Label]:
        position = self.situation.position
        orders = [task.order for task, _ in self.orders.drawn]
        lowered = {order.unit.space for order in orders if isinstance(order, Hold | Convoy | Build | Disband)}
        lowered |= {unit.space for unit in position.units.values() if coast_of(unit.location)}
        return place_labels(
            self.board,
            self.shapes,
            self.view,
            names=self.style.has_names,
            lowered=lowered,
            terrain=self.terrain,
            obstacles=[
                *self._tipped_boxes(),
                *self._contested_boxes(),
                *self.orders.obstacles,
                *self.warning_box,
            ],
            lines=self.orders.shafts,
            vacant=self._list_vacant(),
        )

    def _tipped_boxes(self) -> list[Bounds]:
        dislodged = self.situation.position.dislodged
        spots = (displaced_spot(self.shapes, self.view, found.unit.location) for found in dislodged)
        return [unit_box(self.view.pixel(spot), self.view.block) for spot in spots]

    def _contested_boxes(self) -> list[Bounds]:
        return [contested_box(place, self.view) for place in self.contested.values()]

    def _place_fleet_coasts(self) -> dict[LocationId, Point]:
        """The middles of the names of fleets' coasts."""
        view, turn = self.view, self.shapes.turn * self.view.scale
        names = (box for label in self.labels for box in label.boxes)
        around = chain(self._heads(), names, self._tipped_boxes(), self._contested_boxes())
        crowding = CoastCrowding(Taken(turn), Taken(turn), Taken(turn))
        for taken, boxes in zip(crowding, (self._heads(), around, self.orders.shafts), strict=True):
            for box in boxes:
                taken.add(box)
        units = self.situation.position.units.values()
        stands = {unit.location: view.pixel(self.shapes.place(unit.location)) for unit in units if not unit.is_aboard}
        return {
            location: place_fleet_coast(stand, view, crowding)
            for location, stand in stands.items()
            if coast_of(location)
        }

    def _list_vacant(self) -> set[SpaceId]:
        """Spaces with nothing in the place of a unit."""
        situation = self.situation
        busy = {*situation.position.units, *situation.position.contested, *situation.new_units, *situation.bombed}
        return set(self.shapes.spaces) - busy

    def _heads(self) -> list[Bounds]:
        return [drawing.head for _, drawing in self.orders.drawn if drawing.head]

    def _find_compass(self) -> tuple[tuple[float, float], float] | None:
        """Clear of order lines too, though smaller; under lines only if there is no other room."""
        taken = self.list_taken()
        for box in self.orders.shafts:
            taken.add(box)
        around = self.board, self.view, self.terrain
        return find_compass(*around, taken) or find_compass(*around, self.list_taken())

    def list_taken(self) -> Taken:
        """What ornaments avoid: names, units, heads of orders, stand-offs and islets."""
        view = self.view
        taken = Taken(view.board_width * view.scale if view.wraps else 0.0)
        for label in self.labels:
            for box in label.boxes:
                taken.add(box)
        for shape in self.shapes.spaces.values():
            for spot in (shape.unit, *shape.coasts.values()):
                taken.add(unit_box(view.pixel(spot), view.block))
        for box in (*self.orders.obstacles, *self._contested_boxes(), *self.warning_box):
            taken.add(box)
        for line in self.shapes.islets:
            left, top, right, bottom = bounds([line])
            taken.add((*view.pixel((left, top)), *view.pixel((right, bottom))))
        return taken

    def _legend(self, width: float) -> Legend | None:
        if not self.style.has_legend or self.style.is_legend_apart:
            return None
        title = self.style.title or self.shapes.variant
        return make_legend(
            self.canvas,
            title,
            width,
            note=self.style.note,
            warning=self.style.warning,
            names=self.style.has_names,
            has_ties=bool(self.ties),
        )

    def _base(self) -> Iterator[str]:
        owners, outlines, theme = self._owners(), self.outlines, self.theme
        yield from draw_sea(outlines, self.board, theme)
        if self.compass:
            yield draw_rhumbs(*self.compass, self.view, theme)
        yield from draw_closed(outlines, theme)
        yield draw_sea_borders(outlines, self.board, theme)
        yield from draw_lands(outlines, self.board, theme, owners, self.liveries)
        if self.style.has_relief:
            yield draw_relief(outlines, self.terrain, theme)
        if theme.has_colour:
            yield draw_homes(outlines, make_realms(self._homes()), self.liveries)
        yield from draw_realms(outlines, make_realms(owners), make_realms(self._held()), self.liveries)
        yield from draw_borders(outlines, self.board, theme, self.situation.closed)
        yield draw_nations(outlines, theme)
        if not theme.has_colour:
            yield draw_realm_borders(outlines, theme, owners)

    def _draw_names(self) -> Iterator[str]:
        view, theme, shapes = self.view, self.theme, self.shapes
        yield draw_boxes(self.board, shapes, view, theme)
        yield draw_closed_names(shapes, view, theme)
        yield draw_compass(*self.compass, theme) if self.compass else ""
        yield draw_ties(self.ties, view, theme)
        yield draw_marks(shapes, view, theme)
        names = (box for label in self.labels for box in label.boxes)
        yield draw_coasts(self.canvas, chain(self._heads(), names, self.warning_box))
        yield self._draw_labels("labels", [label for label in self.labels if not label.is_worn])
        if not view.has_labels and view.is_whole and self.style.has_theatres:
            yield draw_theatres(self.canvas)

    def _draw_labels(self, name: str, labels: list[Label]) -> str:
        if not labels:
            return ""
        return draw_labels(labels, self.view, self.theme, self._ground, self.style.doubtful, name=name)

    def _draw_acts(self) -> Iterator[str]:
        yield self.orders.lines
        yield from self.draw_warning_plate()
        yield self.draw_centres()
        yield self.orders.ghosts
        yield draw_units(self.canvas, self.coasts)
        yield self.draw_worn()
        yield self.draw_happenings()
        # Heads, bars and rings show the result of an order: nothing may hide them.
        yield self.orders.heads
        yield self.orders.badges

    def _homes(self) -> dict[SpaceId, PowerId]:
        """Home provinces without a centre."""
        spaces = self.board.spaces
        nations = self.shapes.nations.items()
        return {code: power for code, power in nations if code in spaces and not spaces[code].centre}

    def _owners(self) -> dict[SpaceId, PowerId]:
        owners = self.situation.position.owners
        return {code: power for code, power in owners.items() if code in self.shapes.spaces}

    def _held(self) -> dict[SpaceId, PowerId]:
        spaces = self.board.spaces
        return {
            code: power
            for code, power in self.situation.last_held.items()
            if code in self.shapes.spaces and not spaces[code].centre and spaces[code].terrain is Terrain.LAND
        }

    def _ground(self, label: Label) -> str:
        """The colour under a label, for its halo."""
        if label.wording.is_sea or label.leader or self.shapes.spaces[label.space].is_outside:
            return self.theme.sea
        owner = self.situation.position.owners.get(label.space)
        return self.liveries[owner].tint if owner else self.theme.land

    def list_patterns(self) -> Iterator[str]:
        """Hatchings, and the strokes over closed areas; their size is in px, so the base's scale is undone."""
        # Finer in a small picture of the whole world, where it would hide the tints. Without colour there is only
        # hatching, so it stays coarse enough to be distinguished.
        fine = max(_HATCHING["least"] if self.theme.has_colour else 1.0, self.view.fineness)
        for suffix, scale in (("", self.view.pen(fine)), ("-px", 1.0)):
            if suffix and not self.style.has_legend:
                continue
            for livery in self.liveries.values():
                yield _make_pattern(f"{livery.pattern}{suffix}", _draw_hatching(livery), livery.hatching.cell, scale)
            for name, path, colour, width, cell in (
                ("closed-sea", "closedHatching", self.theme.sea_border, "closedWidth", "closedCell"),
                ("closed-land", "stripes", self.theme.closed_stripe, "stripeWidth", "stripeCell"),
            ):
                drawn = tag("path", d=_BASE[path], stroke=colour, stroke_width=_BASE[width], fill="none")
                yield _make_pattern(f"{name}{suffix}", drawn, _BASE[cell], scale)
        if self.theme.sea_ruling:
            cell, path, width = _BASE["ruling"]
            water = tag("rect", width=cell, height=cell, fill=self.theme.sea)
            lines = tag("path", d=path, stroke=self.theme.sea_ruling, stroke_width=width, fill="none")
            yield _make_pattern("ruling", water + lines, cell, self.view.pen(fine))


def place_warning(shapes: Shapes, view: View, warning: str) -> Bounds:
    """The box of a board's warning: at the foot of the board, as far left as it covers no place of a unit.

    In a narrow picture, its letters are so small that it fits between the sides of the frame.
    """
    left, _, right, bottom = view.frame
    ems = ITALIC * text_width(warning, 1.0)
    letters = min(WARNING_LETTERS, (right - left - 2 * WARNING_MARGIN) / ems)
    width, top = 2 * WARNING_MARGIN + letters * ems, bottom - WARNING_MARGIN - letters
    spots = [spot for shape in shapes.spaces.values() for spot in (shape.unit, *shape.coasts.values())]
    stands = [unit_box(place, view.block) for spot in spots for place in view.copies(spot)]
    tries = range(1 + int((right - left - width) / WARNING_STEP))
    boxes = [(left + step * WARNING_STEP, top, left + step * WARNING_STEP + width, bottom) for step in tries]
    return min(boxes, key=lambda box: sum(touches(box, stand) for stand in stands))


def _draw_hatching(livery: Livery) -> str:
    _, path, width = livery.hatching
    if path:
        return tag("path", d=path, fill="none", stroke=livery.hatch, stroke_width=width)
    return "".join(
        tag("circle", cx=place, cy=place, r=_HATCHING["dotRadius"], fill=livery.hatch) for place in _HATCHING["dots"]
    )


def _make_pattern(name: str, drawn: str, cell: float, scale: float) -> str:
    return tag(
        "pattern", drawn, id=name, width=cell, height=cell, patternUnits="userSpaceOnUse",
        patternTransform=f"scale({scale:.4f})" if scale != 1 else None,
    )  # fmt: skip
