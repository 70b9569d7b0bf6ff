"""The map of a foreign board: its own outlines if it has any, or else a map made from points or from the graph."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import LineString, MultiPolygon, box
from shapely.ops import nearest_points

from legation.board import Board, LocationId, SpaceId, Terrain, space_of
from legation.errors import DataError
from legation.forge import Anchors, Drawing, Key, make_drawing, place_anchors, place_coasts
from legation.importing.assemble import Assembled
from legation.importing.layout import lay_out
from legation.importing.model import Point
from legation.importing.pixels import list_touching, paint_pixels, read_pixels, shrink
from legation.importing.raster import (
    NOBODY,
    Cells,
    fill_gaps,
    paint_nearest,
    paint_outlines,
    stamp,
    sweep_crumbs,
    trace_cells,
)

ROOM = 20_000.0
"""Board units of area for each space."""
WIDEST = 5200.0
CELLS = 360_000
UNIT = 7.0
BOX = 84.0
"""Side of a box beside the board."""
VOID = "~void"
SIMPLIFY, LIGHT = 0.5, 2.2
GAP = 0.006
"""Gaps between spaces that are closed, as a share of the map's width."""
THICKEST = 3.0
"""The least number of pixels from the edge of a line to its middle."""
OVER_THE_EDGE, STUB = 0.45, 40.0
"""Ways longer than this share of the width go around the world, and are drawn as stubs of this length."""
LONG = 1.9
"""Ways longer than this multiple of the usual one are drawn as crossings."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The size of a board in units and in cells."""

    width: float
    height: float
    shape: tuple[int, int]

    @property
    def scale(self) -> float:
        """Board units per cell."""
        return self.width / self.shape[1]


@dataclass(frozen=True, slots=True)
class _Original:
    """A foreign map: its size in its own units, and what paints its spaces on a grid, given the cells per unit."""

    width: float
    height: float
    paint: Callable[[tuple[int, int], float], Cells]


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A board before it is written."""

    drawing: Drawing
    anchors: dict[str, Anchors]
    boxed: list[str]
    edges: set[tuple[str, str]]


def draw_plate(made: Assembled, board: Board, folder: Path) -> None:
    """Write ``shapes.json`` for a board, so that it can be seen and clicked."""
    codes = [str(code) for code in board.order]
    ends = [sorted((str(space_of(border.start)), str(space_of(border.end)))) for border in board.borders]
    pairs = {(first, second) for first, second in ends}
    original = _find_original(made, codes, pairs)
    plan = _make_plan(codes, original, made)
    cells, boxed = _paint(made, codes, pairs, plan, original)
    areas = trace_cells(cells, plan.scale)
    shapes = {codes[number]: area for number, area in areas.items() if number >= 0 and not area.is_empty}
    boxed += [code for code in codes if code not in shapes and code not in boxed]
    grounds = dict(shapes)
    if NOBODY in areas and not areas[NOBODY].is_empty:
        grounds[VOID] = areas[NOBODY]
    drawing = make_drawing(grounds, [], tolerance=SIMPLIFY, light=LIGHT, wrap=0.0)
    drawn = {code: drawing.shape(code) for code in shapes}
    lands = {code for code in codes if board.spaces[SpaceId(code)].terrain is Terrain.LAND}
    frame = box(0, 0, plan.width, plan.height)
    anchors = place_anchors(drawn, lands, (), (), unit=UNIT, frame=frame)
    for code, spots in _place_all_coasts(board, drawing, drawn).items():
        anchors[code].coasts.update(spots)
    table = _make_table(made, board, plan, _Drawn(drawing, anchors, boxed, pairs))
    (folder / "shapes.json").write_text(_dump(table), encoding="utf-8")


def _find_original(made: Assembled, codes: list[str], edges: set[tuple[str, str]]) -> _Original | None:
    """The map in the files, if it shows more than half of the spaces beside their neighbours."""
    provinces, keys = made.source.provinces, {code: key for key, code in made.codes.items()}
    sketch, picture = made.source.sketch, made.source.picture
    if sketch is not None and len(sketch.outlines) * 2 > len(codes):
        outlines = [sketch.outlines.get(keys[code], []) for code in codes]
        return _Original(sketch.width, sketch.height, lambda shape, scale: paint_outlines(outlines, shape, scale))
    if picture is not None:
        points = {number: provinces[keys[code]].point for number, code in enumerate(codes)}
        try:
            colours = read_pixels(picture)
        except DataError as error:
            made.source.notes.lose(f"the map: {error}")
            return None
        pixels = paint_pixels(colours, {number: point for number, point in points.items() if point})
        pixels = fill_gaps(pixels, max(THICKEST, GAP * pixels.shape[1]))
        touching = {tuple(sorted((codes[first], codes[second]))) for first, second in list_touching(pixels)}
        if len(np.unique(pixels)) * 2 > len(codes) and len(edges & touching) * 2 > min(len(edges), len(touching)):
            return _Original(pixels.shape[1], pixels.shape[0], lambda shape, scale: shrink(pixels, shape, scale))
        made.source.notes.change("the places of units do not fit the picture, which is left out")
    return None


def _make_plan(codes: list[str], original: _Original | None, made: Assembled) -> Extent:
    """A plan as large as the spaces need, in the shape of the foreign map if there is one."""
    ratio = 0.72
    if original is not None:
        ratio = min(2.0, max(0.3, original.height / original.width))
    else:
        points = [province.point for province in made.source.provinces.values() if province.point]
        if len(points) > 2:
            wide = max(x for x, _ in points) - min(x for x, _ in points)
            high = max(y for _, y in points) - min(y for _, y in points)
            ratio = min(1.6, max(0.4, high / wide)) if wide > 0 else ratio
    width = float(min(WIDEST, max(500.0, round((len(codes) * ROOM / ratio) ** 0.5, -1))))
    columns = int((CELLS / ratio) ** 0.5)
    return Extent(width, round(width * round(columns * ratio) / columns, 1), (round(columns * ratio), columns))


def _paint(
    made: Assembled, codes: list[str], edges: set[tuple[str, str]], plan: Extent, original: _Original | None
) -> tuple[Cells, list[str]]:
    """The cells of every space, and the spaces without a place, which become boxes beside the board."""
    keys = {code: key for key, code in made.codes.items()}
    if original is not None:
        return _paint_original(made, original, codes, keys, plan)
    known = _list_points(made, codes, keys)
    made.source.notes.change("the map is made from the points of units" if len(known) > len(codes) // 2
                             else "there is no map in the files: one is made from the borders")  # fmt: skip
    size = (float(plan.shape[1]), float(plan.shape[0]))
    spots = lay_out(codes, edges, known, size)
    seeds, owners = _spread_seeds(codes, spots, edges)
    everywhere = np.ones(plan.shape, np.bool_)
    return sweep_crumbs(paint_nearest(seeds, owners, plan.shape, within=everywhere), len(codes)), []


def _list_points(made: Assembled, codes: list[str], keys: dict[str, str]) -> dict[str, Point]:
    """The points of units on the foreign map; points shared by several spaces are ignored."""
    points = {code: made.source.provinces[keys[code]].point for code in codes}
    counts = Counter(points.values())
    return {code: point for code, point in points.items() if point and counts[point] == 1}


def _paint_original(
    made: Assembled, original: _Original, codes: list[str], keys: dict[str, str], plan: Extent
) -> tuple[Cells, list[str]]:
    """Paint a foreign map; spaces that it does not show get the remaining cells, or a disc at their point."""
    scale = plan.shape[1] / original.width
    cells = original.paint(plan.shape, scale)
    found = set(np.unique(cells).tolist())
    missing = [number for number in range(len(codes)) if number not in found]
    points = {number: made.source.provinces[keys[codes[number]]].point for number in missing}
    placed = {number: (x * scale, y * scale) for number, point in points.items() if point for x, y in [point]}
    inside = {
        number: spot for number, spot in placed.items() if 0 <= spot[0] < plan.shape[1] and 0 <= spot[1] < plan.shape[0]
    }
    free = {number: spot for number, spot in inside.items() if cells[int(spot[1]), int(spot[0])] == NOBODY}
    cells = fill_gaps(cells, GAP * plan.shape[1])
    if free:
        seeds, owners = np.array(list(free.values())), np.array(list(free), np.int32)
        rest = paint_nearest(seeds, owners, plan.shape, within=cells == NOBODY)
        cells = np.where(cells == NOBODY, rest, cells)
    for number, spot in inside.items():
        if number not in free:
            stamp(cells, number, spot, 0.012 * plan.shape[1])
    boxed = [codes[number] for number in missing if number not in inside]
    if boxed:
        made.source.notes.change(f"the map shows no outline of {', '.join(boxed)}: boxes beside the board")
    made.source.notes.keep(f"outlines of {len(codes) - len(missing)} spaces come from the map")
    return sweep_crumbs(cells, len(codes)), boxed


def _spread_seeds(
    codes: list[str], spots: NDArray[np.float64], edges: set[tuple[str, str]]
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Seeds along the way from each space to the middle of the way to its neighbours.

    Each of two neighbours gets half of the way between them, so they touch there unless another way crosses it. A
    way far longer than most gets no seeds, because it would cut through other spaces; it is drawn as a crossing.
    """
    number = {code: place for place, code in enumerate(codes)}
    seeds, owners = [spots], [np.arange(len(codes), dtype=np.int32)]
    shares = np.linspace(0.08, 0.47, 9)[:, None]
    lengths = [float(np.hypot(*(spots[number[a]] - spots[number[b]]))) for a, b in edges]
    longest = LONG * float(np.median(lengths)) if lengths else 0.0
    for a, b in sorted(edges):
        if np.hypot(*(spots[number[a]] - spots[number[b]])) > longest:
            continue
        for here, there in ((number[a], number[b]), (number[b], number[a])):
            if here != there:
                seeds.append(spots[here] + (spots[there] - spots[here]) * shares)
                owners.append(np.full(len(shares), here, np.int32))
    return np.concatenate(seeds), np.concatenate(owners)


def _place_all_coasts(
    board: Board, drawing: Drawing, shapes: dict[str, MultiPolygon]
) -> dict[str, dict[str, tuple[float, float]]]:
    """The places of fleets on separate coasts, from the shore that each shares with its neighbours."""
    found = {}
    for space in board.spaces.values():
        if not space.coasts or space.id not in shapes:
            continue
        shores = {}
        for coast in space.coasts:
            near = {str(space_of(place)) for place in board.fleet_moves[LocationId(f"{space.id}/{coast}")]}
            others = {
                str(space_of(place))
                for other in space.coasts
                if other != coast
                for place in board.fleet_moves[LocationId(f"{space.id}/{other}")]
            }
            shores[coast] = _shore_of(drawing, shapes[space.id], str(space.id), coast, near - others or near)
        found[str(space.id)] = place_coasts(shapes[space.id], shores, UNIT)
    return found


def _shore_of(drawing: Drawing, shape: MultiPolygon, code: str, coast: str, near: set[str]) -> LineString:
    """The longest line that a space shares with a neighbour, or else a side of its box, by the coast's name."""
    lines = [
        LineString([(x / 10, y / 10) for x, y in arc.keys])
        for arc in drawing.mesh.arcs
        if code in arc.pair and arc.other(code) in near
    ]
    if lines:
        return max(lines, key=lambda line: line.length)
    left, top, right, bottom = shape.bounds
    sides = {
        "NC": [(left, top), (right, top)],
        "SC": [(left, bottom), (right, bottom)],
        "EC": [(right, top), (right, bottom)],
        "WC": [(left, top), (left, bottom)],
    }
    return LineString(sides[coast])


def _make_table(made: Assembled, board: Board, plan: Extent, drawn: _Drawn) -> dict[str, object]:
    drawing, anchors = drawn.drawing, drawn.anchors
    mesh = drawing.mesh
    kinds = {str(code): space.terrain for code, space in board.spaces.items()}
    closed = {code for code, kind in kinds.items() if kind is Terrain.IMPASSABLE}
    boxes = _place_boxes(drawn.boxed, plan)
    return {
        "format": 1,
        "variant": made.source.id,
        "scale": 0.1,
        "width": round(plan.width * 10),
        "height": round(plan.height * 10),
        "wrap": False,
        "unit": round(UNIT * 10),
        "arcs": [_flat(list(arc.keys)) for arc in mesh.arcs],
        "light": [_flat(keys) for keys in drawing.light],
        "sides": [[_side(owner) for owner in arc.pair] for arc in mesh.arcs],
        "kinds": [_kind_of(arc.pair, kinds) for arc in mesh.arcs],
        "spaces": {
            code: {"rings": mesh.rings[code], **_write_anchors(anchors[code])}
            for code in sorted(anchors)
            if code not in closed
        },
        "impassable": {
            code: {
                "rings": mesh.rings[code],
                "kind": "land",
                "name": board.spaces[SpaceId(code)].name,
                "label": _tenths(anchors[code].unit),
                "span": round(anchors[code].span * 10),
            }
            for code in sorted(closed & mesh.rings.keys())
        },
        "scenery": [{"kind": "land", "rings": mesh.rings[VOID]}] if VOID in mesh.rings else [],
        "islets": [],
        "boxes": {code: rectangle for code, rectangle in boxes.items() if code not in closed},
        "marks": _mark_crossings(drawn, boxes, plan.width),
    }


def _side(owner: str) -> str:
    return "" if owner == VOID else owner


def _kind_of(pair: tuple[str, str], kinds: dict[str, Terrain]) -> str:
    if "" in pair:
        return "edge"
    if VOID in pair:
        return "scenery"
    grounds = {kinds[owner] for owner in pair}
    if Terrain.IMPASSABLE in grounds:
        return "closed"
    if grounds == {Terrain.SEA}:
        return "sea"
    return "land" if grounds == {Terrain.LAND} else "coast"


def _write_anchors(spot: Anchors) -> dict[str, object]:
    table: dict[str, object] = {
        "unit": _tenths(spot.unit),
        "label": _tenths(spot.label),
        "centre": _tenths(spot.centre),
        "room": max(0, round(spot.room * 10)),
        "span": max(0, round(spot.span * 10)),
    }
    if spot.is_outside:
        table["outside"] = True
    if spot.coasts:
        table["coasts"] = {name: _tenths(place) for name, place in sorted(spot.coasts.items())}
    return table


def _place_boxes(codes: list[str], plan: Extent) -> dict[str, list[int]]:
    """Boxes in rows below the board."""
    found, per_row = {}, max(1, int(plan.width // (BOX * 1.3)))
    for number, code in enumerate(codes):
        left = (number % per_row) * BOX * 1.3 + BOX * 0.15
        top = plan.height + (number // per_row) * BOX * 1.3 + BOX * 0.3
        found[code] = [round(left * 10), round(top * 10), round(BOX * 10), round(BOX * 10)]
    return found


def _mark_crossings(drawn: _Drawn, boxes: dict[str, list[int]], width: float) -> list[dict[str, object]]:
    """Lines for ways between spaces that do not touch on the map."""
    drawing, anchors, edges = drawn.drawing, drawn.anchors, drawn.edges
    touching: defaultdict[str, set[str]] = defaultdict(set)
    for arc in drawing.mesh.arcs:
        touching[arc.pair[0]].add(arc.pair[1])
        touching[arc.pair[1]].add(arc.pair[0])
    marks: list[dict[str, object]] = []
    for a, b in sorted(edges):
        if b in touching[a] or a in boxes or b in boxes or a not in anchors or b not in anchors:
            continue
        start, end = nearest_points(drawing.shape(a), drawing.shape(b))
        line = [_reach_in(anchors[a].unit, (start.x, start.y)), _reach_in(anchors[b].unit, (end.x, end.y))]
        lines = [line] if abs(end.x - start.x) < OVER_THE_EDGE * width else _point_outwards(line, width)
        marks += [
            {"kind": "crossing", "spaces": [a, b], "line": line, "note": "they do not touch on the map"}
            for line in lines
        ]
    return marks


def _point_outwards(line: list[list[int]], width: float) -> list[list[list[int]]]:
    """Two stubs towards the nearer sides, instead of a line across the whole map, for a way around the world."""
    found = []
    for x, y in line:
        stub = round(STUB * 10)
        found.append([[x, y], [max(0, x - stub) if x < width * 5 else min(round(width * 10), x + stub), y]])
    return found


def _reach_in(unit: Point, rim: Point) -> list[int]:
    """A point a little inside a space, behind its rim."""
    way = np.array(unit) - np.array(rim)
    step = way / max(float(np.hypot(*way)), 0.1) * min(UNIT, float(np.hypot(*way)))
    return _tenths((rim[0] + float(step[0]), rim[1] + float(step[1])))


def _tenths(spot: Point) -> list[int]:
    return [round(spot[0] * 10), round(spot[1] * 10)]


def _flat(keys: list[Key]) -> list[int]:
    flat, last = [], (0, 0)
    for x, y in keys:
        flat += [x - last[0], y - last[1]]
        last = (x, y)
    return flat


def _dump(table: dict[str, object]) -> str:
    """JSON with one entry per line."""
    lines = []
    for name, value in table.items():
        if isinstance(value, list) and value:
            body = "[\n" + ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in value) + "\n]"
        elif isinstance(value, dict) and value:
            entries = [f"{json.dumps(key)}:{json.dumps(entry, separators=(',', ':'))}" for key, entry in value.items()]
            body = "{\n" + ",\n".join(entries) + "\n}"
        else:
            body = json.dumps(value)
        lines.append(f"{json.dumps(name)}:{body}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
