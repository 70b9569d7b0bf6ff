"""Draws borders too short to see as points, so that the picture matches the judge's data."""

import math
from collections import defaultdict
from collections.abc import Callable, Mapping
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from legation.forge.arcs import EDGE, Arc, Mesh, Pair, make_mesh
from legation.forge.segments import SCALE, Key, length_of

Coords = NDArray[np.float64]
PASSES = 4
TAPERS = (3.0, 1.0, 0.0)
"""Lines that end at a contracted border bend over this many times its extent; less where they would cross."""


def contract_borders(
    shapes: dict[str, BaseGeometry], is_short: Callable[[Pair, float], bool], *, wrap: float, remarks: list[str]
) -> Mesh:
    """Contract every short border, changing the shapes; returns the new mesh."""
    # Two short borders that meet cannot be moved in one pass: the moves of the first would be lost in those of the
    # second. So each pass moves borders that share no vertex, and the mesh is made again in between.
    failed: set[Pair] = set()
    mesh = make_mesh(shapes, wrap=wrap)
    for _ in range(PASSES):
        short = {pair for pair, extent in mesh.extents().items() if is_short(pair, extent)} - failed
        busy: set[Key] = set()
        changed = False
        for pair in sorted(short):
            # The widest bend looks best. Where it would make lines cross, ``_apply`` refuses it and a narrower one is
            # tried.
            tries = [_moves(mesh, pair, busy, taper) for taper in TAPERS]
            if {} in tries:
                continue  # A neighbouring border moved in this pass: wait for the next.
            done = next((moves for moves in tries if moves and _apply(shapes, moves, mesh)), None)
            if done:
                busy |= set(done)
                changed = True
            else:
                failed.add(pair)
            remarks.append(
                f"{pair[0]} - {pair[1]}: {'drawn as a point' if done else 'short, but not drawn as a point'}"
            )
        if not changed:
            break
        mesh = make_mesh(shapes, wrap=wrap)
    return mesh


def _moves(mesh: Mesh, pair: Pair, busy: set[Key], taper: float) -> dict[Key, Key] | None:
    """The new places of the vertices of a pair's arcs and of the lines that end there; empty if it must wait."""
    # A ring has no ends to pull together: contracting it would make an island vanish.
    arcs = [arc for arc in mesh.arcs if arc.pair == pair]
    if any(arc.is_closed for arc in arcs):
        return None
    on_edge = {key for arc in mesh.arcs if EDGE in arc.pair for key in (arc.keys[0], arc.keys[-1])}
    moves: dict[Key, Key] = {}
    for arc in arcs:
        # A border that ends at the board's edge is contracted to the edge, or the edge would get a dent. If both ends
        # are there, it has no such point.
        ends = [key for key in (arc.keys[0], arc.keys[-1]) if key in on_edge]
        if len(ends) > 1:
            return None
        middle = ends[0] if ends else ((arc.keys[0][0] + arc.keys[-1][0]) // 2, (arc.keys[0][1] + arc.keys[-1][1]) // 2)
        for line in mesh.arcs:
            if line is not arc and not (ends and EDGE in line.pair):
                for node in {arc.keys[0], arc.keys[-1]} & {line.keys[0], line.keys[-1]}:
                    _bend(line, node, middle, taper * arc.extent, moves)
        moves.update(dict.fromkeys(arc.keys, middle))
    return {} if busy & set(moves) else moves


def _bend(line: Arc, node: Key, middle: Key, reach: float, moves: dict[Key, Key]) -> None:
    shift = (middle[0] - node[0], middle[1] - node[1])
    total = sum(length_of(a, b) for a, b in pairwise(line.keys))
    reach = min(reach, total * 0.5)
    for keys in (line.keys, line.keys[::-1]):
        if keys[0] != node or reach <= 0:
            continue
        walked = 0.0
        for before, key in pairwise(keys):
            walked += length_of(before, key)
            if walked >= reach:
                break
            part = 1 - walked / reach  # the whole shift at the node, and less with every step away from it
            moves[key] = (key[0] + round(shift[0] * part), key[1] + round(shift[1] * part))


def _apply(shapes: dict[str, BaseGeometry], moves: Mapping[Key, Key], mesh: Mesh) -> bool:
    """Move the vertices in all shapes that have them, unless a shape would become invalid."""
    owners: dict[str, bool] = defaultdict(bool)
    for arc in mesh.arcs:
        if not moves.keys().isdisjoint(arc.keys):
            owners.update(dict.fromkeys((owner for owner in arc.pair if owner != EDGE), True))

    def shift(coords: Coords) -> Coords:
        keys = np.rint(coords * SCALE).astype(np.int64)
        moved = coords.copy()
        for index, key in enumerate(map(tuple, keys.tolist())):
            if key in moves:
                moved[index] = np.array(moves[key]) / SCALE
        return moved

    changed = {owner: shapely.remove_repeated_points(shapely.transform(shapes[owner], shift)) for owner in owners}
    if not all(shape.is_valid for shape in changed.values()):
        return False
    # Shapes may each be valid and yet overlap or leave a gap; then their areas no longer add up as before.
    before = sum(shapes[owner].area for owner in changed)
    if not math.isclose(before, sum(shape.area for shape in changed.values()), rel_tol=1e-6):
        return False
    shapes.update(changed)
    return True
