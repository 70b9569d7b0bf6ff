"""Ground outside the game: areas closed to all and scenery, land or water, with a place for its name."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import shapely
from shapely.affinity import rotate, scale
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from legation.errors import DataError
from legation.forge.arcs import EDGE
from legation.forge.drawing import Drawing
from legation.forge.gazetteer import Place, PlaceKind
from legation.forge.segments import SCALE
from legation.forge.sites import Sites

SQUEEZE = 0.4
"""Names are wide and low: the place for one is searched with x scaled by this."""
TIGHT = 30.0
"""In board units; a narrower area gets no name."""
LETTER = 5.0
"""In board units, the width of a letter of such a name on a large picture."""
WIDE = 500.0
"""In board units; a wider area repeats its name."""
TILTS = (0, -20, 20, -35, 35, -50, 50, -62, 62, -75, 75)
"""In degrees, the most level first."""
FAR = 1e5


def list_closed(drawing: Drawing, places: Mapping[str, Place], sites: Sites) -> dict[str, Any]:
    """The areas closed to all, by code."""
    return {
        code: {
            "rings": drawing.mesh.rings[code],
            "kind": _ground_of(code, sites),
            **_name_places(_take_islets(drawing, code), places[code].name),
        }
        for code in sorted(drawing.mesh.rings)
        if code in places and places[code].kind is PlaceKind.IMPASSABLE
    }


def list_scenery(drawing: Drawing, places: Mapping[str, Place]) -> list[dict[str, Any]]:
    """Land and lakes that are drawn and belong to no space; lakes in the gazetteer have names."""
    found: list[dict[str, Any]] = []
    for owner, rings in sorted(drawing.mesh.rings.items()):
        if owner.startswith("~"):
            found.append({"kind": "lake" if owner.startswith("~lake") else "land", "rings": rings})
        elif places[owner].kind is PlaceKind.SCENERY:
            is_lake = _is_lake(drawing, owner, places)
            named = _name_places(_take_islets(drawing, owner), places[owner].name) if is_lake else {}
            found.append({"kind": "lake" if is_lake else "land", "rings": rings, **named})
    return found


def _ground_of(code: str, sites: Sites) -> str:
    """Land or water, depending on where its points lie."""
    is_land = any(code in mass.owners for mass in sites.landmasses)
    if is_land == (code in sites.sea_owners):
        raise DataError(
            f"{code} is impassable and has points on land and at sea; give each its own row", file="places.csv"
        )
    return "land" if is_land else "water"


def _is_lake(drawing: Drawing, owner: str, places: Mapping[str, Place]) -> bool:
    """True for scenery that touches only land."""
    others = {arc.other(owner) for arc in drawing.mesh.arcs if owner in arc.pair} - {EDGE}
    return bool(others) and all(
        other in places and places[other].kind in (PlaceKind.LAND, PlaceKind.IMPASSABLE) for other in others
    )


def _take_islets(drawing: Drawing, owner: str) -> BaseGeometry:
    """The shape of an area without the islets drawn over it: no name lies on them."""
    shape = drawing.shape(owner)
    islets = [Polygon([(x / SCALE, y / SCALE) for x, y in ring]).buffer(0) for ring in drawing.islets]
    over = [islet for islet in islets if islet.intersects(shape)]
    return shapely.difference(shape, shapely.union_all(over)) if over else shape


def _name_places(shape: BaseGeometry, name: str) -> dict[str, Any]:
    """The name and its place: x, y, free width and tilt; a wide area repeats it where it fits."""
    left, _, right, _ = shape.bounds
    parts = max(1, round((right - left) / WIDE))
    cuts = [left + (right - left) * step / parts for step in range(parts + 1)]
    strips = [shapely.clip_by_rect(shape, low, -FAR, high, FAR) for low, high in pairwise(cuts)]
    pieces = [_largest(strip) for strip in strips if not strip.is_empty]
    found = [place for piece in pieces if (place := _name_place(piece, name, is_only=parts == 1))]
    return {"name": name, "places": found} if found else {"name": name}


def _largest(shape: BaseGeometry) -> Polygon:
    return max((part for part in shapely.get_parts(shape) if isinstance(part, Polygon)), key=lambda part: part.area)


def _name_place(shape: Polygon, name: str, *, is_only: bool) -> list[int] | None:
    """The place for a name in one piece: level where it fits, otherwise rotated along the piece."""
    found = []
    for tilt in TILTS if is_only else (0,):
        (x, y), span = _widest(rotate(shape, -tilt, origin=(0, 0)))
        spot = rotate(Point(x, y), tilt, origin=(0, 0))
        found.append([round(spot.x * SCALE), round(spot.y * SCALE), round(span * SCALE), tilt])
        if span >= LETTER * len(name):
            return found[-1]
    best = max(found, key=lambda place: place[2])
    return best if is_only and best[2] >= TIGHT * SCALE else None


def _widest(shape: Polygon) -> tuple[tuple[float, float], float]:
    """The roomiest place for level letters, and the free width there."""
    flat = scale(shape, SQUEEZE, 1.0, origin=(0, 0))
    x, y = shapely.maximum_inscribed_circle(flat, tolerance=0.5).coords[0]
    x /= SQUEEZE
    low, _, high, _ = shape.bounds
    line = shapely.intersection(LineString([(low - 1, y), (high + 1, y)]), shape)
    chord = min(shapely.get_parts(line), key=lambda part: part.distance(Point(x, y)))
    return (x, y), 2 * min(x - chord.bounds[0], chord.bounds[2] - x)
