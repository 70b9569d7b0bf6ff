"""Measures the legibility of a picture with orders: stray lines, lines over units, heads on letters."""

from dataclasses import dataclass, field

from legation.board import SpaceId, space_of
from legation.orders import (
    Embark,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    format_order,
    group_carriers,
    list_route_seas,
)
from legation.render.picture.board_svg import Picture
from legation.render.picture.centres import centre_box
from legation.render.picture.labels import Taken, unit_box
from legation.render.picture.pieces import contested_box
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.tracks import Track, distance, length, sample, walk
from legation.render.picture.view import View

QUARTER = 0.25
"""The share of a line in third spaces from which it counts as stray."""
SHORT = 20.0
"""Board units in third spaces that never make a line stray: a step across a headland misleads no reader."""
OVER = 0.6
"""A line this near to a third unit, in blocks, runs over it."""
HEAD = (0.0, 3.0, 6.0, 9.0)
"""The px behind the tip at which a head is checked; it is covered if half of these points are."""


@dataclass(slots=True)
class Legibility:
    """The counts; the lists name the orders."""

    units: int = 0
    moves: int = 0
    """Lines with a head: moves, retreats and armies going aboard."""
    supports: int = 0
    astray: list[str] = field(default_factory=list)
    supports_astray: list[str] = field(default_factory=list)
    over_units: list[str] = field(default_factory=list)
    covered: list[str] = field(default_factory=list)
    """Heads at least half of which lie on a label or under a badge."""
    labels: int = 0
    crossed: list[SpaceId] = field(default_factory=list)
    """Labels with letters under an order line."""
    stand_offs: int = 0
    hidden: list[SpaceId] = field(default_factory=list)
    """Spaces whose stand-off mark is under the head of an order, or under a unit."""
    centres: int = 0
    lost: list[SpaceId] = field(default_factory=list)
    """Centres whose mark is under a head, a bar, a bracket or a badge."""


def measure_picture(picture: Picture) -> Legibility:
    """Measure every order line of a picture; convoys count with the moves that they carry."""
    found = Legibility(units=len(picture.situation.position.units))
    carriers = group_carriers(task.order for task, _ in picture.orders.drawn if not task.is_refused)
    for task, drawing in picture.orders.drawn:
        named = name_spaces(task.order)
        if not named or task.is_refused:
            continue
        text = format_order(task.order)
        is_support = isinstance(task.order, SupportHold | SupportMove)
        found.supports += is_support
        found.moves += not is_support
        if isinstance(task.order, Move):
            # A carried army may pass through its fleets' spaces.
            named |= set(list_route_seas(picture.board, task.order, carriers))
        if is_astray(drawing.extent, named, picture.terrain, picture.view):
            (found.supports_astray if is_support else found.astray).append(text)
        if _is_over_unit(picture, drawing.extent, named):
            found.over_units.append(text)
        if drawing.head and _is_covered(picture, drawing.extent):
            found.covered.append(text)
    found.labels = len(picture.labels)
    found.crossed = _list_crossed(picture)
    found.stand_offs = len(picture.contested)
    found.hidden = _list_hidden(picture)
    places = picture.place_centres()
    tops = Taken(picture.shapes.turn * picture.view.scale)
    for box in picture.list_crowding().tops:
        tops.add(box)
    found.centres = len(places)
    found.lost = [code for code, place in places.items() if not tops.is_free(centre_box(place, picture.view))]
    return found


def _list_hidden(picture: Picture) -> list[SpaceId]:
    view = picture.view
    over = Taken(picture.shapes.turn * view.scale)
    for _, drawing in picture.orders.drawn:
        if drawing.head:
            over.add(drawing.head)
    for unit in picture.situation.position.units.values():
        over.add(unit_box(view.pixel(picture.shapes.place(unit.location)), view.block))
    return [code for code, place in picture.contested.items() if not over.is_free(contested_box(place, view))]


def _list_crossed(picture: Picture) -> list[SpaceId]:
    view = picture.view
    lines = Taken(picture.shapes.turn * view.scale)
    for _, drawing in picture.orders.drawn:
        for x, y in sample(drawing.extent) if length(drawing.extent) else ():
            lines.add((x, y, x, y))
    return [label.space for label in picture.labels if not all(map(lines.is_free, label.boxes))]


def name_spaces(order: Order) -> set[SpaceId]:
    """The spaces that an order names; empty for one without a line."""
    match order:
        case Move():
            return {order.unit.space, space_of(order.target)}
        case Retreat():
            via = {order.via} if order.via else set()
            return {order.unit.space, space_of(order.target), *via}
        case SupportMove():
            return {order.unit.space, order.supported.space, space_of(order.target)}
        case SupportHold():
            return {order.unit.space, order.supported.space}
        case Embark():
            return {order.unit.space, space_of(order.army.location)}
    return set()


def is_astray(track: Track, named: set[SpaceId], terrain: TerrainMap, view: View) -> bool:
    """True if more than a quarter of a line lies in spaces that its order does not name."""
    share = terrain.share_outside(map(view.spot, sample(track)), named)
    return share > QUARTER and share * length(track) / view.scale > SHORT


def _is_over_unit(picture: Picture, track: Track, named: set[SpaceId]) -> bool:
    view, shapes = picture.view, picture.shapes
    turn = shapes.turn * view.scale
    for unit in picture.situation.position.units.values():
        if space_of(unit.location) in named:
            continue
        x, y = view.pixel(shapes.place(unit.location))
        for shift in (0.0, turn, -turn) if turn else (0.0,):
            if distance((x + shift, y), track) < OVER * view.block:
                return True
    return False


def _is_covered(picture: Picture, track: Track) -> bool:
    turn = picture.shapes.turn * picture.view.scale
    tip, way = walk(track, length(track))
    boxes = [box for label in picture.labels for box in label.boxes]
    hits = 0
    for back in HEAD:
        x, y = tip[0] - way[0] * back, tip[1] - way[1] * back
        hits += any(
            left < x + shift < right and top < y < bottom
            for left, top, right, bottom in boxes
            for shift in ((0.0, turn, -turn) if turn else (0.0,))
        )
    return hits >= len(HEAD) / 2
