"""Coastlines of the real world, unrolled and cut to the board's frame."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from legation.errors import DataError
from legation.forge.roughen import roughen_coasts
from legation.forge.settings import Settings

Coords = NDArray[np.float64]
ATLAS = Path(__file__).parent / "world_atlas"
"""Natural Earth's coastlines from the npm package world-atlas; copied here when the pages are built."""


def load_landmasses(settings: Settings, folder: Path, atlas: Path = ATLAS) -> list[tuple[Polygon, bool]]:
    """The land within the frame, one polygon each, and whether it may hold spaces."""
    if settings.coastline.endswith(".geojson"):
        land = _read_geojson(folder / settings.coastline)
        if not settings.limits.coast:
            return land
        limits = settings.limits
        return roughen_coasts(land, settings.projection, amplitude=limits.coast, seed=limits.coast_seed)
    polygons = _read_topojson(get_atlas_path(settings.coastline, folder, atlas))
    view = settings.projection
    frame = box(view.west, view.south, view.east, view.north)
    found: list[Polygon] = []
    for polygon in polygons:
        for turn in (-360.0, 0.0, 360.0):
            moved = shapely.transform(polygon, _shift(turn))
            if moved.intersects(frame):
                found += _parts(moved.intersection(frame))
    found.sort(key=lambda part: (-part.area, part.bounds))
    return [(part, True) for part in found]


def get_atlas_path(name: str, folder: Path, atlas: Path = ATLAS) -> Path:
    """The path of a coastline named in a folder's settings."""
    path = atlas / f"{name}.json"
    if path.is_file():
        return path
    known = sorted(found.stem for found in atlas.glob("*.json"))
    if known:
        problem = f"there is no coastline {name!r}; there is {', '.join(known)}, or name a GeoJSON file of your own"
    else:
        problem = "the coastlines are missing from this copy of Legation; in a clone, make web adds them"
    raise DataError(problem, file=f"{folder.name}/board.toml")


def _shift(turn: float) -> Callable[[Coords], Coords]:
    return lambda coords: coords + np.array([turn, 0.0])


def _parts(geometry: BaseGeometry) -> list[Polygon]:
    if isinstance(geometry, Polygon):
        return [geometry] if geometry.area > 0 else []
    return [part for piece in getattr(geometry, "geoms", ()) for part in _parts(piece)]


def _read_geojson(path: Path) -> list[tuple[Polygon, bool]]:
    if not path.is_file():
        raise DataError("the file is missing", file=f"{path.parent.name}/{path.name}")
    table = json.loads(path.read_text(encoding="utf-8"))
    return [
        (Polygon(feature["geometry"]["coordinates"][0], feature["geometry"]["coordinates"][1:]), role == "land")
        for feature in table["features"]
        for role in (feature["properties"].get("role", "land"),)
    ]


def _read_topojson(path: Path) -> list[Polygon]:
    table = json.loads(path.read_text(encoding="utf-8"))
    scale, move = np.array(table["transform"]["scale"]), np.array(table["transform"]["translate"])
    arcs = [np.cumsum(np.array(arc, dtype=np.float64), axis=0) * scale + move for arc in table["arcs"]]
    rings = [
        [_ring(arcs, references) for references in polygon]
        for geometry in table["objects"]["land"]["geometries"]
        for polygon in geometry["arcs"]
    ]
    return [part for outline in rings for part in _polygon(outline)]


def _ring(arcs: list[Coords], references: list[int]) -> Coords:
    """Join a ring's arcs and unroll it: world-atlas crosses 180 degrees without a cut."""
    steps = [arcs[number] if number >= 0 else arcs[~number][::-1] for number in references]
    ring = np.concatenate([step if index == 0 else step[1:] for index, step in enumerate(steps)])
    ring[:, 0] = np.unwrap(ring[:, 0], period=360.0)
    return ring


def _polygon(rings: list[Coords]) -> list[Polygon]:
    shell = rings[0]
    if abs(shell[-1, 0] - shell[0, 0]) > 180:
        # Antarctica's ring goes once round the pole: close it along the south edge of the world.
        pole = np.array([[shell[-1, 0], -90.0], [shell[0, 0], -90.0]])
        shell = np.concatenate([shell, pole])
    holes = []
    for hole in rings[1:]:
        turns = round((shell[:, 0].mean() - hole[:, 0].mean()) / 360.0)
        holes.append(hole + np.array([360.0 * turns, 0.0]))
    made = shapely.make_valid(Polygon(shell, holes))
    return _parts(made if isinstance(made, Polygon | MultiPolygon) else shapely.buffer(made, 0))
