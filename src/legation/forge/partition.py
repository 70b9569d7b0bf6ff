"""The partition: coasts and division lines become faces, faces get owners, and loose pieces get new ones."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from legation.forge.chart import Chart
from legation.forge.pieces import Pieces, make_pieces
from legation.forge.segments import SCALE
from legation.forge.sites import Sites
from legation.forge.voronoi import Division, divide

GRID = 1 / SCALE
"""Everything is snapped to this grid when lines are noded; later rounding would make lines cross."""
OVERLAP = 0.25
"""Lines are clipped to their domain enlarged by this, or they stop short of the coast and whole seas merge."""
ROUNDS = 5
SEA = -1
Report = Callable[[str, float], None]


class Region:
    """A part of the board, divided among some points."""

    def __init__(self, chart: Chart, domain: BaseGeometry, division: Division) -> None:
        self.domain = domain
        self.owners = division.owners
        self.shapes = list(chart.draw_cells(division.cells))
        self.tree = shapely.STRtree(self.shapes)
        shapely.prepare(self.domain)
        grown = shapely.buffer(domain, OVERLAP)
        shapely.prepare(grown)
        drawn = chart.draw_lines(division.lines)
        self.lines = list(_lines_of(shapely.intersection(drawn[shapely.intersects(grown, drawn)], grown)))

    def owner(self, point: BaseGeometry) -> str:
        """The owner of the cell that contains a point."""
        hits = self.tree.query(point, predicate="within")
        number = int(hits[0]) if len(hits) else int(self.tree.nearest(point))
        return self.owners[number]


@dataclass(slots=True)
class Partition:
    """The faces of the board and their owners; an owner that begins with ``~`` is scenery."""

    faces: list[Polygon]
    owners: list[str]
    ground: list[int]
    """The number of each face's landmass, or ``SEA``."""
    remarks: list[str] = field(default_factory=list)


def make_partition(chart: Chart, sites: Sites, report: Report) -> Partition:
    """Cut the board into faces and give each an owner."""
    width, height = chart.size
    frame = box(0.0, 0.0, width, height)
    solid = [(number, mass) for number, mass in enumerate(sites.landmasses) if mass.blocks]
    base = [*(mass.shape.boundary for _, mass in solid), *(disc.boundary for disc in sites.discs.values())]
    water = shapely.difference(frame, shapely.union_all([mass.shape for _, mass in solid]))
    regions = {SEA: Region(chart, water, _sea_division(chart, sites))}
    for number, mass in solid:
        if len(set(mass.owners)) > 1:
            points = chart.to_metric(np.array(mass.points))
            regions[number] = Region(chart, mass.shape, divide(mass.owners, points, chart.reach))
    report("dividing land and sea", 0.3)
    repairs: list[tuple[int, Region]] = []
    remarks: list[str] = []
    for attempt in range(ROUNDS + 1):
        lines = [line for region in regions.values() for line in region.lines]
        lines += [line for _, region in repairs for line in region.lines]
        faces = _make_faces([*base, *lines, frame.boundary], frame)
        partition = _own(faces, sites, regions, repairs, remarks)
        report("finding loose pieces", 0.35 + 0.05 * attempt)
        pieces = make_pieces(partition.faces, partition.owners, partition.ground, _anchors(chart, sites), chart.wrap)
        if not pieces.loose:
            break
        if attempt == ROUNDS or not _repair(chart, sites, partition, pieces, repairs):
            pieces.give_to_longest(partition.owners, partition.remarks)
            break
    return partition


def _sea_division(chart: Chart, sites: Sites) -> Division:
    return divide(sites.sea_owners, chart.to_metric(np.array(sites.sea_points)), chart.reach, chart.period)


def _lines_of(geometries: Iterable[BaseGeometry]) -> Iterator[LineString]:
    for geometry in geometries:
        for part in shapely.get_parts(geometry):
            if isinstance(part, LineString) and part.length > 0:
                yield part


def _make_faces(lines: list[BaseGeometry], frame: Polygon) -> list[Polygon]:
    clipped = [shapely.intersection(line, frame) for line in lines[:-1]] + [lines[-1]]
    noded = shapely.unary_union(clipped, grid_size=GRID)
    return list(shapely.get_parts(shapely.polygonize(list(shapely.get_parts(noded)))))


def _own(
    faces: list[Polygon],
    sites: Sites,
    regions: dict[int, Region],
    repairs: list[tuple[int, Region]],
    remarks: list[str],
) -> Partition:
    shapes = [mass.shape if mass.blocks else Polygon() for mass in sites.landmasses]
    land, discs = shapely.STRtree(shapes), list(sites.discs)
    disc_tree = shapely.STRtree(list(sites.discs.values()))
    owners: list[str] = []
    ground: list[int] = []
    for face in faces:
        point = shapely.point_on_surface(face)
        disc = disc_tree.query(point, predicate="within")
        if len(disc):
            owners.append(discs[int(disc[0])])
            ground.append(len(shapes) + int(disc[0]))
            continue
        hits = land.query(point, predicate="within")
        number = int(hits[0]) if len(hits) else SEA
        ground.append(number)
        owners.append(_owner(point, number, sites, regions, repairs))
    return Partition(faces, owners, ground, remarks)


def _owner(
    point: BaseGeometry, number: int, sites: Sites, regions: dict[int, Region], repairs: list[tuple[int, Region]]
) -> str:
    for where, region in reversed(repairs):
        if where == number and region.domain.contains(point):
            return region.owner(point)
    if number in regions:
        return regions[number].owner(point)
    mass = sites.landmasses[number]
    return mass.owners[0] if mass.owners else f"~{number}"


def _anchors(chart: Chart, sites: Sites) -> list[tuple[str, BaseGeometry]]:
    """Every point on the board, plain and roughened: a piece that contains neither is loose."""
    found: list[tuple[str, BaseGeometry]] = []
    groups = [(mass.owners, mass.points) for mass in sites.landmasses] + [(sites.sea_owners, sites.sea_points)]
    for owners, points in groups:
        if owners:
            plain = chart.to_board(np.array(points))
            for coords in (plain, chart.noise.apply(plain)):
                found += zip(owners, map(Point, coords), strict=True)
    return found


def _repair(
    chart: Chart, sites: Sites, partition: Partition, pieces: Pieces, repairs: list[tuple[int, Region]]
) -> bool:
    """Divide each loose piece again among the points of its true neighbours; returns False if none has any."""
    before = len(repairs)
    for piece in pieces.loose:
        owner, number = partition.owners[piece.faces[0]], partition.ground[piece.faces[0]]
        domain = shapely.union_all([partition.faces[face] for face in piece.faces])
        neighbours = sorted(pieces.true_neighbours(piece))
        if number == SEA and pieces.is_landlocked(piece):
            lake = Division(["~lake"], [chart.reach], [])
            repairs.append((number, Region(chart, domain, lake)))
            continue
        if not neighbours:
            continue
        owners, points = _points_of(sites, number, neighbours)
        metric = chart.to_metric(np.array(points))
        period = chart.period if number == SEA else 0.0
        repairs.append((number, Region(chart, domain, divide(owners, metric, chart.reach, period))))
        if domain.area > 25:
            partition.remarks.append(f"{owner}: a piece of {domain.area:.0f} units² went to {' '.join(neighbours)}")
    return len(repairs) > before


def _points_of(sites: Sites, number: int, wanted: list[str]) -> tuple[list[str], list[tuple[float, float]]]:
    if number == SEA:
        pairs = zip(sites.sea_owners, sites.sea_points, strict=True)
    else:
        mass = sites.landmasses[number]
        pairs = zip(mass.owners, mass.points, strict=True)
    kept = [(owner, point) for owner, point in pairs if owner in wanted]
    return [owner for owner, _ in kept], [point for _, point in kept]
