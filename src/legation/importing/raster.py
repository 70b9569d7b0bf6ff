"""Converts boards to grids of cells, each with the number of its space, and back to outlines that share every line.

Foreign outlines overlap, leave gaps and cross themselves. On a grid none of that can happen, because a cell has one
owner. So outlines, pixels and points first become cells, and lines are drawn around the cells afterwards.
"""

from collections import defaultdict

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage  # type: ignore[import-untyped]
from scipy.spatial import cKDTree  # type: ignore[import-untyped]
from shapely.geometry import MultiPolygon, Polygon

from legation.importing.model import Ring

Cells = NDArray[np.int32]
Spots = NDArray[np.float64]
NOBODY = -1
CRUMB = 6
"""Parts of a space with fewer cells go to their neighbours."""
MOST_CROSSINGS = 2_000_000
"""The greatest number of crossings of rows and ring lines computed at a time."""
Node = tuple[int, int]
Window = tuple[slice, slice]


def paint_outlines(outlines: list[list[Ring]], shape: tuple[int, int], scale: float) -> Cells:
    """The cells inside each outline; where outlines overlap, the smallest gets the cell, like an island in a sea."""
    cells = np.full(shape, NOBODY, np.int32)
    sizes = [np.count_nonzero(fill_rings(rings, shape, scale)[1]) for rings in outlines]
    for number in sorted(range(len(outlines)), key=lambda number: -sizes[number]):
        window, inside = fill_rings(outlines[number], shape, scale)
        cells[window][inside] = number
    return cells


def fill_rings(rings: list[Ring], shape: tuple[int, int], scale: float) -> tuple[Window, NDArray[np.bool_]]:
    """The cells whose middle lies within an odd number of rings, even if these cross themselves and each other.

    The middles of some rows cross each line of a ring: every crossing switches between inside and outside.
    """
    parts = [np.array(ring, np.float64) * scale for ring in rings if len(ring) > 2]
    points = np.concatenate(parts) if parts else np.zeros((1, 2))
    left, top = (max(0, int(edge)) for edge in points.min(axis=0))
    right, bottom = (int(edge) + 2 for edge in points.max(axis=0))
    height, width = max(0, min(shape[0], bottom) - top), max(0, min(shape[1], right) - left)
    turns = np.zeros((height, width + 1), np.uint32)
    for ring in parts:
        here = ring - (left, top)
        there = np.roll(here, -1, axis=0)
        low, high = np.minimum(here[:, 1], there[:, 1]), np.maximum(here[:, 1], there[:, 1])
        first = np.clip(np.ceil(low - 0.5), 0, height).astype(np.int64)
        counts = np.clip(np.ceil(high - 0.5), 0, height).astype(np.int64) - first
        for part in np.array_split(np.arange(len(here)), max(1, int(counts.sum()) // MOST_CROSSINGS)):
            line = np.repeat(part, counts[part])
            begin = np.repeat(np.cumsum(counts[part]) - counts[part], counts[part])
            row = first[line] + np.arange(len(line)) - begin
            share = (row + 0.5 - here[line, 1]) / (there[line, 1] - here[line, 1])
            x = here[line, 0] + share * (there[line, 0] - here[line, 0])
            np.add.at(turns, (row, np.clip(np.ceil(x - 0.5), 0, width).astype(np.int64)), 1)
    inside = np.cumsum(turns, axis=1, dtype=np.uint32)[:, :width] % 2 == 1
    return (slice(top, top + height), slice(left, left + width)), np.asarray(inside)


def fill_gaps(cells: Cells, reach: float) -> Cells:
    """Give unowned cells to the nearest space if it is near enough; small holes are always filled."""
    is_free = cells == NOBODY
    if not is_free.any() or is_free.all():
        return cells
    far, (rows, columns) = ndimage.distance_transform_edt(is_free, return_indices=True)
    parts, count = ndimage.label(is_free)
    sizes = ndimage.sum_labels(np.ones_like(cells), parts, np.arange(1, count + 1))
    is_small = np.concatenate([[False], sizes < cells.size * 0.004])[parts]
    taken = is_free & ((far <= reach) | is_small)
    filled = cells.copy()
    filled[taken] = cells[rows[taken], columns[taken]]
    return filled


def sweep_crumbs(cells: Cells, count: int) -> Cells:
    """Give tiny parts of a space to their neighbours; the largest part of a space always stays."""
    swept = cells.copy()
    for number in range(count):
        parts, found = ndimage.label(cells == number)
        if found < 2:
            continue
        sizes = ndimage.sum_labels(np.ones_like(cells), parts, np.arange(1, found + 1))
        small = [part + 1 for part in range(found) if sizes[part] < CRUMB and part != int(sizes.argmax())]
        swept[np.isin(parts, small)] = NOBODY
    return fill_gaps(swept, 3.0) if (swept != cells).any() else swept


def paint_nearest(
    seeds: Spots, owners: NDArray[np.int32], shape: tuple[int, int], *, within: NDArray[np.bool_]
) -> Cells:
    """Give every cell of a region to the owner of the nearest seed; slow waves bend the straight lines a little."""
    cells = np.full(shape, NOBODY, np.int32)
    rows, columns = np.nonzero(within)
    if not len(rows) or not len(seeds):
        return cells
    x, y = columns + 0.5, rows + 0.5
    wave = 0.012 * shape[1]
    bent = np.stack([
        x + wave * (np.sin(y / wave / 2.3) * 0.5 + np.sin(y / wave / 0.9 + x / wave / 1.7) * 0.28),
        y + wave * (np.cos(x / wave / 2.1) * 0.5 + np.cos(x / wave / 0.8 - y / wave / 1.9) * 0.28),
    ], axis=1)  # fmt: skip
    _, nearest = cKDTree(seeds).query(bent)
    cells[rows, columns] = owners[nearest]
    return cells


def stamp(cells: Cells, number: int, spot: tuple[float, float], radius: float) -> None:
    """Give a disc of cells to a space that has none."""
    rows, columns = np.ogrid[: cells.shape[0], : cells.shape[1]]
    cells[(columns + 0.5 - spot[0]) ** 2 + (rows + 0.5 - spot[1]) ** 2 <= radius**2] = number


def trace_cells(cells: Cells, scale: float) -> dict[int, MultiPolygon]:
    """The outline of every space; neighbours share every vertex. ``scale`` turns cells into board units."""
    lines = [_smooth(chain) for chain in _walk(cells)]
    flat = [np.rint(line * scale * 10) / 10 for line in lines]
    made = [
        shapely.LineString(line) for line in flat if len(line) > 3 or (len(line) > 1 and (line[0] != line[-1]).any())
    ]
    union = shapely.union_all(made, grid_size=0.1)
    faces = shapely.get_parts(shapely.polygonize([union]))
    by_owner: defaultdict[int, list[Polygon]] = defaultdict(list)
    for face in faces:
        inner = face.representative_point()
        row = min(cells.shape[0] - 1, max(0, int(inner.y / scale)))
        column = min(cells.shape[1] - 1, max(0, int(inner.x / scale)))
        by_owner[_owner_of(cells, face, row, column, scale)].append(face)
    return {
        owner: MultiPolygon([part for part in shapely.get_parts(shapely.union_all(parts)) if part.area > 1.0])
        for owner, parts in by_owner.items()
    }


def _owner_of(cells: Cells, face: Polygon, row: int, column: int, scale: float) -> int:
    """The owner of a face. Smoothing may have moved its middle into a neighbour's cell, so it checks several points."""
    left, top, right, bottom = (edge / scale for edge in face.bounds)
    rows = np.arange(max(0, int(top)), min(cells.shape[0], int(bottom) + 1))
    columns = np.arange(max(0, int(left)), min(cells.shape[1], int(right) + 1))
    if len(rows) * len(columns) > 4000 or not len(rows) or not len(columns):
        return int(cells[row, column])
    x, y = np.meshgrid((columns + 0.5) * scale, (rows + 0.5) * scale)
    inside = shapely.contains_xy(face, x, y)
    if not inside.any():
        return int(cells[row, column])
    owners, counts = np.unique(cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1][inside], return_counts=True)
    return int(owners[counts.argmax()])


def _walk(cells: Cells) -> list[list[Node]]:
    """The lines between cells of different owners, from one meeting of three owners to the next, or as a ring."""
    padded = np.pad(cells, 1, constant_values=-2)
    links: defaultdict[Node, list[Node]] = defaultdict(list)
    rows, columns = np.nonzero(padded[:, 1:] != padded[:, :-1])
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        _link(links, (column, row - 1), (column, row))
    rows, columns = np.nonzero(padded[1:, :] != padded[:-1, :])
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        _link(links, (column - 1, row), (column, row))
    height, width = cells.shape
    corners = {(0, 0), (width, 0), (0, height), (width, height)}
    nodes = {node for node, near in links.items() if len(near) != 2 or node in corners}
    chains: list[list[Node]] = []
    seen: set[tuple[Node, Node]] = set()
    starts = sorted(nodes) + sorted(links.keys() - nodes)
    for start in starts:
        for first in links[start]:
            if (start, first) in seen:
                continue
            chain = [start, first]
            seen |= {(start, first), (first, start)}
            while chain[-1] not in nodes and chain[-1] != start:
                ahead = next(node for node in links[chain[-1]] if node != chain[-2])
                seen |= {(chain[-1], ahead), (ahead, chain[-1])}
                chain.append(ahead)
            chains.append(chain)
    return chains


def _link(links: defaultdict[Node, list[Node]], start: Node, end: Node) -> None:
    links[start].append(end)
    links[end].append(start)


def _smooth(chain: list[Node]) -> Spots:
    """Smooth a staircase of cells: the ends stay, the steps are averaged."""
    line = np.array(chain, np.float64)
    is_ring = chain[0] == chain[-1]
    if len(line) < 4 or len({x for x, _ in chain}) == 1 or len({y for _, y in chain}) == 1:
        return line[[0, -1]] if not is_ring else line
    for _ in range(4):
        if is_ring:
            ring = line[:-1]
            ring = (np.roll(ring, 1, axis=0) + 2 * ring + np.roll(ring, -1, axis=0)) / 4
            line = np.concatenate([ring, ring[:1]])
        else:
            line[1:-1] = (line[:-2] + 2 * line[1:-1] + line[2:]) / 4
    return line
