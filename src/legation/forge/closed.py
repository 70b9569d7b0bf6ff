"""Ground that is no space: areas closed to all and scenery, each land or water, with a place for its name."""

from collections.abc import Mapping
from typing import Any

import shapely
from shapely.affinity import scale
from shapely.geometry import MultiPolygon

from legation.errors import DataError
from legation.forge.arcs import EDGE
from legation.forge.drawing import Drawing
from legation.forge.gazetteer import Place, PlaceKind
from legation.forge.segments import SCALE
from legation.forge.sites import Sites

SQUEEZE = 0.4
"""Names are wide and low: the place for one is sought with x scaled by this."""
TIGHT = 30.0
"""Board units; a narrower area has its name nowhere."""


def list_closed(drawing: Drawing, places: Mapping[str, Place], sites: Sites) -> dict[str, Any]:
    """The areas closed to all, by code."""
    return {
        code: {
            "rings": drawing.mesh.rings[code],
            "name": places[code].name,
            "kind": _ground_of(code, sites),
            **_name_spot(drawing.shape(code)),
        }
        for code in sorted(drawing.mesh.rings)
        if code in places and places[code].kind is PlaceKind.IMPASSABLE
    }


def list_scenery(drawing: Drawing, places: Mapping[str, Place]) -> list[dict[str, Any]]:
    """Land and lakes that are drawn and belong to no space; a lake that the gazetteer names has a name."""
    found: list[dict[str, Any]] = []
    for owner, rings in sorted(drawing.mesh.rings.items()):
        if owner.startswith("~"):
            found.append({"kind": "lake" if owner.startswith("~lake") else "land", "rings": rings})
        elif places[owner].kind is PlaceKind.SCENERY:
            is_lake = _is_lake(drawing, owner, places)
            named = {"name": places[owner].name, **_name_spot(drawing.shape(owner))} if is_lake else {}
            found.append({"kind": "lake" if is_lake else "land", "rings": rings, **named})
    return found


def _ground_of(code: str, sites: Sites) -> str:
    """Land or water, by where its points lie."""
    is_land = any(code in mass.owners for mass in sites.landmasses)
    if is_land == (code in sites.sea_owners):
        raise DataError(
            f"{code} is impassable and has points on land and at sea; give each its own row", file="places.csv"
        )
    return "land" if is_land else "water"


def _is_lake(drawing: Drawing, owner: str, places: Mapping[str, Place]) -> bool:
    """Scenery that touches only land is a lake."""
    others = {arc.other(owner) for arc in drawing.mesh.arcs if owner in arc.pair} - {EDGE}
    return bool(others) and all(
        other in places and places[other].kind in (PlaceKind.LAND, PlaceKind.IMPASSABLE) for other in others
    )


def _name_spot(shape: MultiPolygon) -> dict[str, Any]:
    """Where its name stands, and how much room there is on the line; nothing where there is too little."""
    main = max(shape.geoms, key=lambda part: part.area)
    flat = scale(main, SQUEEZE, 1.0, origin=(0, 0))
    x, y = shapely.maximum_inscribed_circle(flat, tolerance=0.5).coords[0]
    x /= SQUEEZE
    low, _, high, _ = main.bounds
    line = shapely.intersection(shapely.LineString([(low - 1, y), (high + 1, y)]), main)
    chord = min(shapely.get_parts(line), key=lambda part: part.distance(shapely.Point(x, y)))
    span = 2 * min(x - chord.bounds[0], chord.bounds[2] - x)
    if span < TIGHT:
        return {}
    return {"label": [round(x * SCALE), round(y * SCALE)], "span": round(span * SCALE)}
