"""Units and centre marks on the board."""

from collections.abc import Callable, Iterator, Mapping

from legation.board import CentreKind, LocationId, Shapes, SpaceId, Spot, Unit, aboard
from legation.render.picture.canvas import Canvas
from legation.render.picture.labels import Label
from legation.render.picture.svg import group, text
from legation.render.picture.symbols import (
    BLOCK,
    READABLE,
    SET_OFF,
    TIP,
    at,
    draw_bomb,
    draw_burst,
    draw_centre,
    draw_contested,
    draw_unit,
)
from legation.render.picture.theme import SERIF, Theme
from legation.render.picture.view import Level, View

BOMB_ASIDE = -1.25
"""How far beside a unit its bombs lie, in blocks: to the left, since the centre is marked to the right."""


def draw_centres(canvas: Canvas, labels: Mapping[SpaceId, Label]) -> str:
    """A mark for every centre: at the upper right of a unit, else above the name."""
    shapes, view, theme, situation = canvas.shapes, canvas.view, canvas.theme, canvas.situation
    drawn = []
    colonies = situation.colonies
    size = max(0.32, min(1.0, view.block / BLOCK * (0.75 if view.level is Level.WORLD else 1.0)))
    for code, shape in sorted(shapes.spaces.items()):
        space = canvas.board.spaces.get(code)
        if not space or space.centre is CentreKind.NONE or code in situation.bombed:
            continue
        mark = draw_centre(space.centre, theme, colonies.get(code))
        unit = situation.position.units.get(code)
        for shift in view.shifts((shape.unit.x, shape.unit.y, shape.unit.x, shape.unit.y), 10):
            x, y = view.pixel((shape.unit.x + shift, shape.unit.y))
            if unit:
                stand = shapes.place(unit.location)
                side = -1.0 if shape.centre.x < shape.unit.x else 1.0
                x, y = view.pixel((stand.x + shift, stand.y))
                x, y = x + side * (view.block / 2 + 5.4 * size), y - view.block / 2 - 0.6 * size
            elif code in labels and not shape.is_disc:
                x, y = _above(labels[code], shift * view.scale, (x, y), view)
            drawn.append(at(x, y, size, mark))
    return group(drawn, id="centres")


def _above(label: Label, shift: float, unit: tuple[float, float], view: View) -> tuple[float, float]:
    """Above the name when the name stands under the unit, else where the unit would stand."""
    is_under = abs(label.x + shift - unit[0]) < view.block and 0 < label.y - unit[1] < 2.2 * view.block
    return (unit[0], label.box[1] - 4.5) if is_under else unit


def draw_units(canvas: Canvas) -> str:
    """Units, the dislodged tipped over beside their victors, coasts named under their fleets."""
    shapes, position = canvas.shapes, canvas.situation.position
    drawn: list[str] = []
    for _, unit in sorted(position.units.items()):
        if not unit.is_aboard:
            army = position.units.get(aboard(unit.space))
            drawn += _draw(canvas, unit, shapes.place(unit.location), army=army)
    for found in position.dislodged:
        spot = displaced_spot(shapes, canvas.view, found.unit.location)
        drawn += _draw(canvas, found.unit, spot, army=found.cargo, is_dislodged=True)
    return group(drawn, id="units")


def displaced_spot(shapes: Shapes, view: View, location: LocationId) -> Spot:
    """Beside the victor: to the lower right, 26 px away."""
    spot = shapes.place(location)
    away = SET_OFF * view.block / BLOCK / view.scale
    return Spot(spot.x + away * 0.86, spot.y + away * 0.5)


def _draw(
    canvas: Canvas, unit: Unit, spot: Spot, *, army: Unit | None = None, is_dislodged: bool = False
) -> Iterator[str]:
    view, theme, liveries = canvas.view, canvas.theme, canvas.liveries
    letters = view.block >= READABLE
    symbol = draw_unit(
        unit.kind, liveries[unit.power], theme, dashed=is_dislodged, letters=letters,
        aboard=liveries[army.power] if army else None,
    )  # fmt: skip
    coast = unit.location.partition("/")[2]
    for x, y in view.copies(spot, 12):
        size = view.block / BLOCK
        yield at(x, y, size, symbol, turn=TIP if is_dislodged else 0.0)
        if coast and view.level >= Level.REGION:
            yield text(
                coast.lower(), x, y + 0.66 * view.block + 8, font_family=SERIF, font_style="italic", font_size=11.5,
                text_anchor="middle", fill=theme.ink, stroke=theme.land, stroke_width=2.4, paint_order="stroke",
            )  # fmt: skip


def draw_happenings(canvas: Canvas) -> str:
    """Contested and bombed spaces, and bombs that lie ready."""
    view, situation = canvas.view, canvas.situation
    drawn = []
    marks: list[tuple[SpaceId, Callable[[Theme], str]]] = [
        *((code, draw_contested) for code in sorted(situation.position.contested)),
        *((code, draw_burst) for code in sorted(situation.bombed)),
    ]
    for code, draw in marks:
        for x, y in view.copies(canvas.shapes.spaces[code].unit, 10):
            raised = view.block * 0.9 if draw is draw_contested else 0.0
            drawn.append(at(x, y - raised, view.block / BLOCK, draw(canvas.theme)))
    for code, count in sorted(situation.bombs.items()):
        for x, y in view.copies(canvas.shapes.spaces[code].unit, 10):
            drawn.append(at(x + view.block * BOMB_ASIDE, y, view.block / BLOCK, draw_bomb(canvas.theme, count)))
    return group(drawn, id="happenings")
