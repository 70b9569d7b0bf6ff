"""The drawing: shapes simplified together and rounded, so that neighbours still share every line."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from legation.forge.arcs import Mesh, make_mesh
from legation.forge.segments import SCALE, Key

CRUMB = 2.0
"""Islets with a smaller area are left out."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The geometry of a picture, in tenths of a unit."""

    mesh: Mesh
    light: list[list[Key]]
    """The same arcs with fewer vertices, for low zoom."""
    islets: list[list[Key]]
    """Rings of land that is drawn over the sea and has no owner."""

    def shape(self, owner: str) -> MultiPolygon:
        """An owner's polygons in board units."""
        polygons = []
        for rings in self.mesh.rings[owner]:
            loops = [[(x / SCALE, y / SCALE) for x, y in trace(self.mesh, ring)] for ring in rings]
            made = Polygon(loops[0], loops[1:])
            polygons += list(shapely.get_parts(made if made.is_valid else shapely.buffer(made, 0)))
        return MultiPolygon([part for part in polygons if isinstance(part, Polygon) and not part.is_empty])


def trace(mesh: Mesh, ring: list[int]) -> list[Key]:
    """The vertices of a ring of references."""
    keys: list[Key] = []
    for ref in ring:
        step = mesh.arcs[ref].keys if ref >= 0 else mesh.arcs[~ref].keys[::-1]
        keys += step if not keys else step[1:]
    return keys


def make_drawing(
    shapes: Mapping[str, BaseGeometry], islets: list[BaseGeometry], *, tolerance: float, light: float, wrap: float
) -> Drawing:
    """Simplify all shapes as one coverage, then find the arcs again."""
    owners = sorted(shapes)
    simple = shapely.coverage_simplify([shapes[owner] for owner in owners], tolerance)
    mesh = make_mesh(dict(zip(owners, simple, strict=True)), wrap=wrap)
    return Drawing(
        mesh,
        [_lighten(list(arc.keys), light) for arc in mesh.arcs],
        [ring for islet in islets for ring in _islet_rings(islet, tolerance)],
    )


def _lighten(keys: list[Key], tolerance: float) -> list[Key]:
    simple = LineString(keys).simplify(tolerance * SCALE)
    kept = [(int(x), int(y)) for x, y in np.rint(np.asarray(simple.coords))]
    if keys[0] == keys[-1] and len(kept) < 5:
        step = max(1, len(keys) // 6)
        kept = [*keys[:-1:step], keys[-1]]
    return kept


def _islet_rings(islet: BaseGeometry, tolerance: float) -> list[list[Key]]:
    rings = []
    for part in shapely.get_parts(shapely.simplify(islet, tolerance)):
        if isinstance(part, Polygon) and part.area >= CRUMB:
            rings.append([(round(x * SCALE), round(y * SCALE)) for x, y in part.exterior.coords])
    return rings
