"""Units on the board, and what happened to them."""

from collections.abc import Iterable, Iterator, Mapping

from legation.board import LocationId, Shapes, SpaceId, Spot, Unit, aboard, coast_of
from legation.render.picture.canvas import Canvas
from legation.render.picture.centres import centre_side
from legation.render.picture.coasts import coast_letters, under_fleet
from legation.render.picture.labels import Taken, unit_box
from legation.render.picture.looks import LOOKS
from legation.render.picture.svg import group, text
from legation.render.picture.symbols import (
    BLOCK,
    SET_OFF,
    SET_OFF_WAY,
    TIP,
    at,
    draw_bomb,
    draw_burst,
    draw_contested,
    draw_unit,
)
from legation.render.picture.theme import SERIF
from legation.render.picture.tracks import Point
from legation.render.picture.view import Bounds, Level, View

_MARKS, _LINES, _LABELS = LOOKS["marks"], LOOKS["lines"], LOOKS["labels"]
BOMB_ASIDE: float = _MARKS["bombAside"]
"""The distance of bombs beside their unit, in blocks; the mark of the centre is on the other side."""
CONTESTED_AT: list[tuple[float, float]] = _MARKS["contestedAt"]
"""The possible places of a stand-off mark, in blocks from the place of a unit: above it first."""


def mark_size(view: View) -> float:
    """The size of order lines, badges and marks, relative to Region zoom."""
    return float(max(_LINES["leastSize"], min(_LINES["mostSize"], view.block / BLOCK)))


def draw_units(canvas: Canvas, coasts: Mapping[LocationId, Point]) -> str:
    """Units, dislodged ones tipped over beside their victors, and the names of their fleets' coasts at these places."""
    shapes, position = canvas.shapes, canvas.situation.position
    drawn: list[str] = []
    for _, unit in sorted(position.units.items()):
        if not unit.is_aboard:
            army = position.units.get(aboard(unit.space))
            drawn += _draw(canvas, unit, shapes.place(unit.location), army=army, name=coasts.get(unit.location))
    for found in position.dislodged:
        spot = displaced_spot(shapes, canvas.view, found.unit.location)
        drawn += _draw(canvas, found.unit, spot, army=found.cargo, is_dislodged=True)
    return group(drawn, id="units")


def displaced_spot(shapes: Shapes, view: View, location: LocationId) -> Spot:
    """The place beside the victor: to the lower right, 26 px away."""
    spot = shapes.place(location)
    away = SET_OFF * view.block / BLOCK / view.scale
    return Spot(spot.x + away * SET_OFF_WAY[0], spot.y + away * SET_OFF_WAY[1])


def _draw(
    canvas: Canvas,
    unit: Unit,
    spot: Spot,
    *,
    army: Unit | None = None,
    name: Point | None = None,
    is_dislodged: bool = False,
) -> Iterator[str]:
    view, theme, liveries = canvas.view, canvas.theme, canvas.liveries
    turn = TIP if is_dislodged else 0.0
    symbol = draw_unit(
        unit.kind, liveries[unit.power], theme, block=view.block, dashed=is_dislodged, turn=turn,
        aboard=liveries[army.power] if army else None,
    )  # fmt: skip
    coast, letters, stand = coast_of(unit.location), coast_letters(view), view.pixel(spot)
    right, below = name or under_fleet(stand, view)
    for x, y in view.copies(spot, 12):
        size = view.block / BLOCK
        yield at(x, y, size, symbol, turn=turn)
        if coast and view.level >= Level.THEATRE:
            yield text(
                coast.lower(), x + right - stand[0], y + below - stand[1] + _LABELS["bentBase"] * letters,
                font_family=SERIF, font_style="italic", font_weight=500, font_size=letters, text_anchor="middle",
                fill=theme.ink, stroke=theme.land, stroke_width=_LABELS["noteHalo"], paint_order="stroke",
            )  # fmt: skip


def contested_box(middle: tuple[float, float], view: View) -> Bounds:
    """The box of a stand-off mark."""
    across, down = (part * mark_size(view) for part in _MARKS["contestedRoom"])
    return middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down


def place_contested(
    canvas: Canvas, heads: Iterable[Bounds], shafts: Iterable[Bounds]
) -> dict[SpaceId, tuple[float, float]]:
    """The places of stand-off marks: clear of the heads that meet there and of units, and of lines if possible."""
    view, shapes, position = canvas.view, canvas.shapes, canvas.situation.position
    if not position.contested:
        return {}
    turn = shapes.turn * view.scale
    taken, crossed = Taken(turn), Taken(turn)
    for box in heads:
        taken.add(box)
    for unit in position.units.values():
        taken.add(unit_box(view.pixel(shapes.place(unit.location)), view.block))
    for box in shafts:
        crossed.add(box)
    found = {}
    for code in sorted(position.contested):
        x, y = view.pixel(shapes.spaces[code].unit)
        spots = [(x + across * view.block, y + down * view.block) for across, down in CONTESTED_AT]
        free = [spot for spot in spots if taken.is_free(contested_box(spot, view))]
        clear = (spot for spot in free if crossed.is_free(contested_box(spot, view)))
        found[code] = next(clear, (free or spots)[0])
    return found


def draw_happenings(canvas: Canvas, contested: Mapping[SpaceId, tuple[float, float]]) -> str:
    """Contested and bombed spaces, and bombs that are ready."""
    view, situation = canvas.view, canvas.situation
    drawn = []
    for place in contested.values():
        for x, y in view.copies(view.spot(place), 10):
            drawn.append(at(x, y, mark_size(view), draw_contested(canvas.theme)))
    for code in sorted(situation.bombed):
        for x, y in view.copies(canvas.shapes.spaces[code].unit, 10):
            drawn.append(at(x, y, mark_size(view), draw_burst(canvas.theme)))
    for code, count in sorted(situation.bombs.items()):
        shape = canvas.shapes.spaces[code]
        aside = -centre_side(shape) * view.block * BOMB_ASIDE
        for x, y in view.copies(shape.unit, 10):
            drawn.append(at(x + aside, y, mark_size(view), draw_bomb(canvas.theme, count)))
    return group(drawn, id="happenings")
