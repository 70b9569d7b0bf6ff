"""Marks of supply centres: beside a unit or above a name, and clear of the results shown there."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from legation.board import SpaceId, SpaceShape
from legation.render.picture.canvas import Canvas
from legation.render.picture.labels import FOREIGN, Label, Taken
from legation.render.picture.looks import LOOKS
from legation.render.picture.svg import group
from legation.render.picture.symbols import BLOCK, at, draw_centre
from legation.render.picture.tracks import Point
from legation.render.picture.view import Bounds, Level, View

_MARKS = LOOKS["marks"]
BESIDE_UNIT: list[tuple[float, float]] = _MARKS["centreBesideUnit"]
"""The possible places of a mark round a unit, as shares of the usual distance from its middle: upper corner first."""
BESIDE_NAME: list[tuple[float, float]] = _MARKS["centreBesideName"]
"""The possible places of a mark in a space without a unit, in blocks from its usual place."""


class Crowding(NamedTuple):
    """What marks of centres avoid: they must not lie under ``tops`` nor on names, and preferably not on lines."""

    tops: Iterable[Bounds] = ()
    """Heads, bars, brackets, badges, stand-offs, and dislodged units."""
    names: Iterable[Bounds] = ()
    lines: Iterable[Bounds] = ()


def place_centres(canvas: Canvas, labels: Mapping[SpaceId, Label], crowding: Crowding) -> dict[SpaceId, Point]:
    """The place of every centre's mark, in px: at the upper right of a unit, otherwise above the name, or aside."""
    placer = _Placer(canvas, labels, crowding)
    return {
        code: placer.choose(code, shape)
        for code, shape in sorted(canvas.shapes.spaces.items())
        if code in canvas.board.spaces and canvas.board.spaces[code].centre and code not in canvas.situation.bombed
    }


def draw_centres(canvas: Canvas, places: Mapping[SpaceId, Point]) -> str:
    """The mark of every centre, in each copy of the world that shows it."""
    view, theme = canvas.view, canvas.theme
    size = centre_size(view)
    drawn = []
    for code, (x, y) in places.items():
        space, unit = canvas.board.spaces[code], canvas.shapes.spaces[code].unit
        home = canvas.liveries.get(space.powers[0]) if space.powers and view.level >= Level.REGION else None
        initial = home.initial if home else ""
        colony = canvas.situation.colonies.get(code)
        mark = draw_centre(space.centre, theme, colony, figures=canvas.centre_marks, initial=initial)
        for shift in view.shifts((unit.x, unit.y, unit.x, unit.y), 10):
            drawn.append(at(x + shift * view.scale, y, size, mark))
    return group(drawn, id="centres")


def centre_box(spot: Point, view: View) -> Bounds:
    """The box of a centre's mark."""
    half = _MARKS["centreRoom"] * centre_size(view)
    return spot[0] - half, spot[1] - half, spot[0] + half, spot[1] + half


def centre_size(view: View) -> float:
    """The size of a centre's mark relative to Region zoom."""
    share = _MARKS["centreWorld"] if view.level is Level.WORLD else 1.0
    return float(max(_MARKS["centreLeast"], min(1.0, view.block / BLOCK * share)))


def centre_side(shape: SpaceShape) -> float:
    """The side of its unit on which a centre is marked: 1 for the right, -1 for the left."""
    return -1.0 if shape.centre.x < shape.unit.x else 1.0


class _Placer:
    """Finds the places of marks in the first copy of the world, in px."""

    def __init__(self, canvas: Canvas, labels: Mapping[SpaceId, Label], crowding: Crowding) -> None:
        self.canvas, self.labels = canvas, labels
        turn = canvas.shapes.turn * canvas.view.scale
        self.tops, self.names, self.lines = Taken(turn), Taken(turn), Taken(turn)
        for taken, boxes in zip((self.tops, self.names, self.lines), crowding, strict=True):
            for box in boxes:
                taken.add(box)
        situation = canvas.situation
        self.standing = {space: unit.location for space, unit in situation.position.units.items()}
        self.standing |= {space: unit.location for space, unit in situation.new_units.items()}

    def choose(self, code: SpaceId, shape: SpaceShape) -> Point:
        """The place of a space's mark: its usual place unless that is taken."""
        usual, *others = self._list_spots(code, shape)
        if self.tops.is_free(centre_box(usual, self.canvas.view)):
            return usual
        free = [spot for spot in others if self._is_free(code, centre_box(spot, self.canvas.view))]
        clear = (spot for spot in free if self.lines.is_free(centre_box(spot, self.canvas.view)))
        return next(clear, (free or [usual])[0])

    def _is_free(self, code: SpaceId, box: Bounds) -> bool:
        if not (self.tops.is_free(box) and self.names.is_free(box)):
            return False
        view = self.canvas.view
        spots = (*view.spot(box[:2]), *view.spot(box[2:]))
        return self.canvas.terrain.weigh(spots, code).foreign <= FOREIGN

    def _list_spots(self, code: SpaceId, shape: SpaceShape) -> list[Point]:
        view, shapes = self.canvas.view, self.canvas.shapes
        aside, above = (part * centre_size(view) for part in _MARKS["centre"])
        if location := self.standing.get(code):
            x, y = view.pixel(shapes.place(location))
            across = centre_side(shape) * (view.block / 2 + aside)
            down = view.block / 2 + above
            return [(x + right * across, y + below * down) for right, below in BESIDE_UNIT]
        x, y = view.pixel(shape.unit)
        if code in self.labels and not shape.is_disc:
            x, y = _above(self.labels[code], (x, y), view)
        return [(x + right * view.block, y + below * view.block) for right, below in BESIDE_NAME]


def _above(label: Label, unit: Point, view: View) -> Point:
    """Above the name if the name is under the unit, otherwise where the unit would stand."""
    reach, above = _MARKS["aboveName"]
    is_under = abs(label.x - unit[0]) < view.block and 0 < label.y - unit[1] < reach * view.block
    return (unit[0], label.box[1] - above) if is_under else unit
