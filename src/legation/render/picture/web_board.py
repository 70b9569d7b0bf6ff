"""The board file of the web page: shapes, anchors, names and palette in one JSON."""

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import pairwise
from typing import Any

from legation.board import (
    TENTHS,
    Arc,
    Area,
    Board,
    CentreKind,
    Curve,
    Line,
    PowerId,
    Shapes,
    Space,
    SpaceId,
    SpaceShape,
    Spot,
)
from legation.render.picture.coasts import list_partings
from legation.render.picture.marks import describe_box, list_marks
from legation.render.picture.palette import CELL, Livery, make_liveries
from legation.render.picture.symbols import FIGURES
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.theme import DARK, LIGHT
from legation.render.picture.ties import list_ties

FORMAT = 2


def make_web_board(
    board: Board,
    shapes: Shapes,
    powers: Sequence[PowerId] = (),
    slots: Mapping[PowerId, str] | None = None,
    *,
    closed: Set[SpaceId] = frozenset(),
    centre_marks: Mapping[CentreKind, str] | None = None,
    note: str = "",
) -> str:
    """JSON for the page; numbers are tenths of a board unit, lines are packed as in ``shapes.json``.

    ``light`` lists the vertices of each arc that are enough at low zoom: the step from each to the next, from the
    first. ``closed`` are islands closed to armies; their coast is dashed. ``centre_marks`` are the figures of the
    variant's sheet; ``note`` says that the board is a reconstruction, and whose.
    """
    table: dict[str, Any] = {
        "format": FORMAT,
        "variant": shapes.variant,
        "width": _tenths(shapes.width),
        "height": _tenths(shapes.height),
        "wrap": shapes.wraps,
        "unit": _tenths(shapes.unit),
        "arcs": [_pack(arc.line) for arc in shapes.arcs],
        "light": [_list_kept(arc) for arc in shapes.arcs],
        "sides": [list(arc.sides) for arc in shapes.arcs],
        "kinds": [arc.kind.value for arc in shapes.arcs],
        "spaces": {
            code: _space_table(board.spaces[code], shape)
            for code, shape in sorted(shapes.spaces.items())
            if code in board.spaces
        },
        "impassable": {code: _area_table(area) for code, area in shapes.impassable.items()},
        "scenery": [_area_table(area) for area in shapes.scenery],
        "islets": [_pack(line) for line in shapes.islets],
        "boxes": {code: [_tenths(part) for part in box] for code, box in sorted(shapes.boxes.items())},
        "marks": [
            {"kind": mark.kind, "spaces": mark.spaces, "line": [_spot(spot) for spot in mark.line], "note": mark.note}
            for mark in list_marks(shapes)
        ],
        "gates": {
            start: {end: [_tenths(part) for spot in stops for part in spot] for end, stops in ends.items()}
            for start, ends in shapes.gates.items()
        },
        "partings": [
            [part.space, *_spot(part.spot), *(round(share * 100) for share in part.across)]
            for part in list_partings(board, shapes)
        ],
        "ties": [[*_spot(tie.start), *_spot(tie.end)] for tie in list_ties(board, shapes, TerrainMap(board, shapes))],
        "nations": dict(shapes.nations),
        "boxNotes": {code: describe_box(board, code) for code in sorted(shapes.boxes)},
        "centreMarks": {**FIGURES, **(centre_marks or {})},
        "note": note,
        "powers": _power_table(powers, slots),
        "closed": sorted(closed),
    }
    return json.dumps(table, ensure_ascii=False, separators=(",", ":"))


def _space_table(space: Space, shape: SpaceShape) -> dict[str, Any]:
    table: dict[str, Any] = {
        "name": space.name,
        "terrain": space.terrain.value,
        "theatre": space.theatre,
        "rings": shape.polygons,
        "unit": _spot(shape.unit),
        "label": _spot(shape.label),
        "mark": _spot(shape.centre),
        "room": _tenths(shape.room),
        "span": _tenths(shape.span),
    }
    extra: Mapping[str, Any] = {
        "centre": space.centre.value,
        "powers": space.powers,
        "coasts": {name: _spot(spot) for name, spot in shape.coasts.items()},
        "island": space.is_island,
        "outside": shape.is_outside,
        "disc": shape.is_disc,
        "names": [_curve(curve) for curve in shape.names],
    }
    return table | {key: value for key, value in extra.items() if value}


def _area_table(area: Area) -> dict[str, Any]:
    table: dict[str, Any] = {"kind": area.kind, "rings": area.polygons}
    if area.name:
        table["name"] = area.name
    if area.places:
        table["places"] = [[*_spot(place.spot), _tenths(place.span), place.tilt] for place in area.places]
    return table


def _power_table(powers: Sequence[PowerId], slots: Mapping[PowerId, str] | None) -> dict[str, Any]:
    light, dark = (make_liveries(powers, theme, wishes=slots) for theme in (LIGHT, DARK))
    return {
        power: {
            "initial": livery.initial,
            "slot": livery.slot.id,
            "hatching": livery.slot.hatching,
            "cell": CELL,
            "light": _look(livery),
            "dark": _look(dark[power]),
        }
        for power, livery in light.items()
    }


def _look(livery: Livery) -> dict[str, Any]:
    return {
        "unit": livery.unit,
        "tint": livery.tint,
        "hatch": livery.hatch,
        "opacity": livery.hatch_opacity,
        "line": livery.line,
        "letter": livery.letter,
    }


def _list_kept(arc: Arc) -> list[int]:
    """All vertices of an arc if its light line is not made of them."""
    numbers = {vertex: number for number, vertex in reversed(list(enumerate(arc.line[:-1])))}
    found = [0, *(numbers.get(vertex, -1) for vertex in arc.light[1:-1]), len(arc.line) - 1]
    steps = [after - before for before, after in pairwise(found)]
    return steps if -1 not in found and min(steps) > 0 else [1] * (len(arc.line) - 1)


def _tenths(value: float) -> int:
    return round(value * TENTHS)


def _spot(spot: Spot) -> list[int]:
    return [_tenths(spot.x), _tenths(spot.y)]


def _curve(curve: Curve) -> list[int]:
    return [part for spot in curve for part in _spot(spot)]


def _pack(line: Line | Iterable[tuple[int, int]]) -> list[int]:
    flat: list[int] = []
    last_x = last_y = 0
    for x, y in line:
        flat += [x - last_x, y - last_y]
        last_x, last_y = x, y
    return flat
