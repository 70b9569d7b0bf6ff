"""Anchors: the places of a space's unit, label and centre mark."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.affinity import scale
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from legation.forge.name_lines import Curve

Coords = NDArray[np.float64]
Spot = tuple[float, float]
SQUEEZE = 0.62
"""Labels are wide: room is measured with x scaled by this."""
DRY = 0.3
"""The cost of a square unit of land under an outside label, relative to a unit of distance."""
LETTER, LINE, GAP = 1.04, 1.6, 0.2
"""Width and height of a letter, and the gap to its neighbours, in half widths of a unit."""


@dataclass(slots=True)
class Anchors:
    """The places of one space, in board units."""

    unit: Spot
    label: Spot
    centre: Spot
    room: float
    """The radius of free space round the unit."""
    span: float
    """The free width at the label."""
    is_outside: bool = False
    """True if the label is outside because it does not fit inside."""
    coasts: dict[str, Spot] = field(default_factory=dict)
    names: list[Curve] = field(default_factory=list)
    """Lines along the shape for the space's name."""


def place_anchors(
    shapes: Mapping[str, MultiPolygon],
    lands: Container[str],
    discs: Iterable[str],
    obstacles: Iterable[BaseGeometry],
    *,
    unit: float,
    frame: Polygon,
) -> dict[str, Anchors]:
    """Place the anchors of all spaces; labels without room inside go beside their space, clear of the others."""
    small = set(discs)
    tree_shapes = [shape for shape in obstacles if shape.area > 12]
    tree = shapely.STRtree(tree_shapes)
    placed: dict[str, Anchors] = {}
    for code, shape in sorted(shapes.items()):
        main = max(shape.geoms, key=lambda part: part.area)
        hits = [tree_shapes[int(hit)] for hit in tree.query(main, predicate="intersects")]
        free = _largest(main.difference(shapely.union_all(hits).buffer(1.0)), main) if hits else main
        placed[code] = _place(code, free, unit, is_disc=code in small)
    _spread_units(shapes, placed, unit)
    taken = [label_box(code, spot.label, unit) for code, spot in placed.items() if not spot.is_outside]
    taken += [Point(spot.unit).buffer(unit) for spot in placed.values()]
    ground = shapely.STRtree([shape for code, shape in sorted(shapes.items()) if code in lands])
    for code, spot in placed.items():
        if spot.is_outside:
            spot.label = _beside(code, ground, spot.unit, taken, frame, unit=unit)
            taken.append(label_box(code, spot.label, unit))
        spot.centre = _centre_spot(shapes[code], spot, unit)
    return placed


def _largest(shape: BaseGeometry, otherwise: Polygon) -> Polygon:
    parts = [part for part in shapely.get_parts(shape) if isinstance(part, Polygon)]
    best = max(parts, key=lambda part: part.area, default=otherwise)
    return best if best.area > otherwise.area / 3 else otherwise


def _candidates(shape: Polygon) -> Coords:
    step = float(np.clip(np.sqrt(shape.area) / 22, 0.8, 9.0))
    low_x, low_y, high_x, high_y = shape.bounds
    grid = np.stack(np.meshgrid(np.arange(low_x, high_x, step), np.arange(low_y, high_y, step)), axis=-1)
    points = grid.reshape(-1, 2)
    inside = points[shapely.contains_xy(shape, points[:, 0], points[:, 1])]
    pole = shapely.maximum_inscribed_circle(shape, tolerance=0.3).coords[0]
    return np.concatenate([inside, np.array([pole])])


def _clearance(shape: Polygon, points: Coords, squeeze: float = 1.0) -> Coords:
    flat = scale(shape, squeeze, 1.0, origin=(0, 0)).boundary
    return np.asarray(shapely.distance(shapely.points(points * [squeeze, 1.0]), flat))


def _place(code: str, shape: Polygon, unit: float, *, is_disc: bool) -> Anchors:
    points = _candidates(shape)
    round_room = _clearance(shape, points)
    best = int(np.argmax(round_room))
    if is_disc:
        x, y = shape.centroid.x, shape.centroid.y
        return Anchors((x, y), (x, y), (x, y), float(round_room[best]), 0.0, is_outside=True)
    shapely.prepare(shape)
    wide = _clearance(shape, points, SQUEEZE)
    half = (len(code) * LETTER / 2 + GAP) * unit
    # First choice: the unit above its label, both inside.
    top, bottom = (2 + GAP) * unit, (LINE + GAP) * unit
    boxes = shapely.box(points[:, 0] - half, points[:, 1] - top, points[:, 0] + half, points[:, 1] + bottom)
    fits = shapely.contains(shape, boxes)
    if fits.any():
        chosen = int(np.argmax(np.where(fits, wide, -1.0)))
        x, y = points[chosen]
        label = (x, y + (LINE / 2 + GAP) * unit)
        return Anchors((x, y - unit), label, (x, y), float(round_room[chosen]), _span(shape, label))
    spot = points[best]
    boxes = shapely.box(
        points[:, 0] - half, points[:, 1] - LINE / 2 * unit, points[:, 0] + half, points[:, 1] + LINE / 2 * unit
    )
    body = Point(spot).buffer(unit)
    fits = shapely.contains(shape, boxes) & ~shapely.intersects(boxes, body)
    if fits.any():
        far = np.hypot(*(points - spot).T)
        chosen = int(np.argmin(np.where(fits, far, np.inf)))
        label = (float(points[chosen][0]), float(points[chosen][1]))
        return Anchors(tuple(spot), label, tuple(spot), float(round_room[best]), _span(shape, label))
    return Anchors(tuple(spot), tuple(spot), tuple(spot), float(round_room[best]), 0.0, is_outside=True)


def _span(shape: Polygon, spot: Spot) -> float:
    low_x, _, high_x, _ = shape.bounds
    chord = LineString([(low_x - 1, spot[1]), (high_x + 1, spot[1])]).intersection(shape)
    for part in shapely.get_parts(chord):
        if part.distance(Point(spot)) < 0.1:
            return float(2 * min(spot[0] - part.bounds[0], part.bounds[2] - spot[0]))
    return 0.0


def label_box(code: str, spot: Spot, unit: float) -> Polygon:
    """The box of a code at a place."""
    half, rise = len(code) * LETTER / 2 * unit, LINE / 2 * unit
    return box(spot[0] - half, spot[1] - rise, spot[0] + half, spot[1] + rise)


def _spread_units(shapes: Mapping[str, MultiPolygon], placed: dict[str, Anchors], unit: float) -> None:
    """Move a unit that would touch another to the nearest free spot of its own space."""
    for code, spot in placed.items():
        others = np.array([other.unit for name, other in placed.items() if name != code]).reshape(-1, 2)
        if np.hypot(*(others - spot.unit).T).min(initial=np.inf) >= 2 * unit:
            continue
        main = max(shapes[code].geoms, key=lambda part: part.area)
        points = _candidates(main)
        apart = np.hypot(points[:, None, 0] - others[None, :, 0], points[:, None, 1] - others[None, :, 1]).min(axis=1)
        room = np.minimum(_clearance(main, points), unit)
        score = room - np.hypot(*(points - spot.unit).T) * 0.05 - np.where(apart < 2 * unit + 0.5, 100.0, 0.0)
        best = points[int(np.argmax(score))]
        spot.unit = (float(best[0]), float(best[1]))
        if label_box(code, spot.label, unit).intersects(Point(spot.unit).buffer(unit)):
            spot.is_outside = True


def _beside(
    code: str, ground: shapely.STRtree, spot: Spot, taken: list[Polygon], frame: Polygon, *, unit: float
) -> Spot:
    """The nearest free place for a label beside its space, over water if possible: on land it would mislead."""
    tree = shapely.STRtree(taken)
    best: tuple[float, Spot] | None = None
    for reach in np.arange(1.6, 12.0, 0.4) * unit:
        for turn in range(24):
            angle = np.pi * turn / 12
            place = (float(spot[0] + reach * 1.3 * np.cos(angle)), float(spot[1] + reach * np.sin(angle)))
            area = label_box(code, place, unit)
            if not frame.contains(area) or len(tree.query(area, predicate="intersects")):
                continue
            covered = sum(
                ground.geometries[hit].intersection(area).area for hit in ground.query(area, predicate="intersects")
            )
            cost = reach + DRY * covered + 3 * abs(np.cos(angle))
            if best is None or cost < best[0]:
                best = (cost, place)
        if best and best[0] < reach:
            break
    return best[1] if best else spot


def _centre_spot(shape: BaseGeometry, spot: Anchors, unit: float) -> Spot:
    x, y = spot.unit
    reach = unit * 1.6
    for dx, dy in ((reach, -unit * 0.6), (-reach, -unit * 0.6), (reach, unit * 0.6), (-reach, unit * 0.6), (0, -reach)):
        if shape.contains(Point(x + dx, y + dy).buffer(unit * 0.4)):
            return (x + dx, y + dy)
    return (x + reach * 0.8, y - reach * 0.6)


def place_coasts(shape: MultiPolygon, shores: Mapping[str, LineString], unit: float) -> dict[str, Spot]:
    """The place of a fleet on each named coast: inside the space, close to the middle of that shore."""
    main = max(shape.geoms, key=lambda part: part.area)
    points = _candidates(main)
    room = np.minimum(_clearance(main, points), unit)
    spots: dict[str, Spot] = {}
    for name, shore in shores.items():
        middle = shore.interpolate(0.5, normalized=True)
        away = np.hypot(points[:, 0] - middle.x, points[:, 1] - middle.y)
        others = [line for other, line in shores.items() if other != name]
        near = sum((np.minimum(shapely.distance(shapely.points(points), line), 12.0) for line in others), np.zeros(1))
        best = points[int(np.argmin(away - 4 * room - near))]
        spots[name] = (float(best[0]), float(best[1]))
    return spots
