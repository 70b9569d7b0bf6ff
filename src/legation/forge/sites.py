"""Sites: every point of the gazetteer on its land or sea."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from legation.forge.chart import Chart
from legation.forge.gazetteer import Place, PlaceKind
from legation.forge.overrides import Act, Override, point_in
from legation.forge.settings import Limits

Coords = NDArray[np.float64]
DISC_SHARE = 0.85
"""An island with less than this share of a disc's area is drawn as a disc."""
NEAR = 0.6
"""The greatest distance of a land space's point from land, in degrees."""


@dataclass(slots=True)
class Landmass:
    """A piece of land on the board, with the points among which it is divided."""

    world: Polygon
    shape: BaseGeometry
    owners: list[str] = field(default_factory=list)
    points: list[tuple[float, float]] = field(default_factory=list)
    blocks: bool = True

    def add(self, code: str, point: tuple[float, float]) -> None:
        """Add a point of a space."""
        self.owners.append(code)
        self.points.append(point)


@dataclass(slots=True)
class Sites:
    """All land and all points of a board."""

    landmasses: list[Landmass]
    sea_owners: list[str]
    sea_points: list[tuple[float, float]]
    discs: dict[str, Polygon]
    remarks: list[str]


def place_sites(
    chart: Chart,
    land: Iterable[tuple[Polygon, bool]],
    places: Mapping[str, Place],
    overrides: Iterable[Override],
    limits: Limits,
) -> Sites:
    """Put every point on its landmass, turn small islands into discs, and identify blocking scenery."""
    masses = [Landmass(world, world, blocks=solid) for world, solid in land]
    sites = Sites(masses, [], [], {}, [])
    tree = shapely.STRtree([mass.world for mass in masses])
    for place in places.values():
        if place.kind is not PlaceKind.BOX:
            for x, y in chart.normalise(np.array(place.points)):
                _put(sites, tree, place, (float(x), float(y)))
    for mass in masses:
        if all(places[code].kind is PlaceKind.SCENERY for code in mass.owners):
            mass.owners.clear()
            mass.points.clear()
        mass.shape = _clean(chart.board_shape(mass.world))
    _make_discs(chart, sites, places, limits)
    _sort_scenery(sites, overrides, limits)
    sites.landmasses = [mass for mass in sites.landmasses if not mass.shape.is_empty]
    return sites


def _clean(shape: BaseGeometry) -> BaseGeometry:
    return shape if shape.is_valid else shapely.buffer(shape, 0)


def _put(sites: Sites, tree: shapely.STRtree, place: Place, point: tuple[float, float]) -> None:
    hits = [int(hit) for hit in tree.query(Point(point), predicate="within")]
    if place.kind is PlaceKind.SEA and hits:
        sites.remarks.append(f"{place.code}: sea point {point[0]:g} {point[1]:g} stands on land")
    if place.kind is PlaceKind.LAND and not hits and not place.is_island:
        nearest = int(tree.nearest(Point(point)))
        if sites.landmasses[nearest].world.distance(Point(point)) <= NEAR:
            hits = [nearest]
        sites.remarks.append(f"{place.code}: land point {point[0]:g} {point[1]:g} stands in the sea")
    if place.kind is PlaceKind.SEA or (place.kind is not PlaceKind.LAND and not hits):
        sites.sea_owners.append(place.code)
        sites.sea_points.append(point)
    elif hits:
        sites.landmasses[hits[0]].add(place.code, point)
    elif place.is_island:
        sites.discs.setdefault(place.code, Polygon())


def _make_discs(chart: Chart, sites: Sites, places: Mapping[str, Place], limits: Limits) -> None:
    """Turn islands too small to click into discs round their first point."""
    for place in places.values():
        if place.kind is not PlaceKind.LAND or not place.is_island:
            continue
        own = [mass for mass in sites.landmasses if set(mass.owners) == {place.code}]
        shared = any(place.code in mass.owners for mass in sites.landmasses if mass not in own)
        if shared or sum(mass.shape.area for mass in own) >= DISC_SHARE * np.pi * limits.disc**2:
            sites.discs.pop(place.code, None)
            continue
        x, y = chart.to_board(chart.normalise(np.array(place.points[:1])))[0]
        # A disc keeps clear of the frame, so that a seam does not cut it.
        width, height = chart.size
        margin = limits.disc * 1.25
        x, y = min(max(x, margin), width - margin), min(max(y, margin), height - margin)
        sites.discs[place.code] = Point(x, y).buffer(limits.disc, quad_segs=12)
        for mass in own:
            mass.owners.clear()
            mass.points.clear()
    for disc in sites.discs.values():
        for mass in sites.landmasses:
            # Land under a disc, or crumbs beside it, are left out.
            if not mass.owners and mass.shape.intersects(disc.buffer(2.0)) and mass.shape.area < 4 * disc.area:
                mass.shape = Polygon()


def _sort_scenery(sites: Sites, overrides: Iterable[Override], limits: Limits) -> None:
    wanted = [(Point(point_in(entry)), entry.act) for entry in overrides if entry.act in (Act.BLOCK, Act.FLOAT)]
    for mass in sites.landmasses:
        if mass.owners:
            mass.blocks = True
            continue
        mass.blocks = mass.blocks and mass.shape.area >= limits.scenery
        for point, act in wanted:
            if mass.world.contains(point):
                mass.blocks = act is Act.BLOCK
