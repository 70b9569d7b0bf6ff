"""Arcs: the lines between two owners, each stored once, and every shape as a ring of arcs."""

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from legation.forge.segments import SCALE, Key, keys_of

Segment = tuple[Key, Key]
Pair = tuple[str, str]
EDGE = ""
"""The other side of an arc that lies on the frame."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A line with one owner on each side, from node to node (or closed)."""

    pair: Pair
    keys: tuple[Key, ...]

    @property
    def is_closed(self) -> bool:
        """True if it is a whole ring."""
        return self.keys[0] == self.keys[-1]

    @property
    def extent(self) -> float:
        """The diagonal of its bounding box: the length that a player sees, however rough the coast is."""
        xs, ys = zip(*self.keys, strict=True)
        return math.hypot(max(xs) - min(xs), max(ys) - min(ys)) / SCALE

    def other(self, owner: str) -> str:
        """The owner on the far side."""
        return self.pair[1] if self.pair[0] == owner else self.pair[0]


@dataclass(frozen=True, slots=True)
class Mesh:
    """All arcs, and each owner's polygons as rings of references (``~number`` runs backwards)."""

    arcs: list[Arc]
    rings: dict[str, list[list[list[int]]]]

    def by_pair(self) -> dict[Pair, list[int]]:
        """The numbers of the arcs of each pair of owners."""
        found: dict[Pair, list[int]] = defaultdict(list)
        for number, arc in enumerate(self.arcs):
            found[arc.pair].append(number)
        return dict(found)

    def extents(self) -> dict[Pair, float]:
        """The longest extent of each pair's arcs, without frame and scenery."""
        return {
            pair: max(self.arcs[number].extent for number in numbers)
            for pair, numbers in self.by_pair().items()
            if pair[0] != EDGE and not any(owner.startswith("~") for owner in pair)
        }


def polygons_of(shape: BaseGeometry) -> list[Polygon]:
    """The polygons of a shape, in a fixed order."""
    parts = [part for part in shapely.get_parts(shape) if isinstance(part, Polygon) and not part.is_empty]
    return sorted(parts, key=lambda part: (-round(part.area, 3), part.bounds))


def make_mesh(shapes: Mapping[str, BaseGeometry], *, wrap: float = 0.0) -> Mesh:
    """Find the arcs of shapes that share their vertices exactly; ``wrap`` is the width of a board without edges."""
    rings = {
        owner: [[keys_of(ring) for ring in (part.exterior, *part.interiors)] for part in polygons_of(shape)]
        for owner, shape in sorted(shapes.items())
    }
    rings = {
        owner: [[ring for ring in polygon if len(ring) > 3] for polygon in polygons if len(polygon[0]) > 3]
        for owner, polygons in rings.items()
    }
    pairs = _pairs(rings, round(wrap * SCALE))
    arcs = _walk(pairs)
    where: dict[Segment, tuple[int, bool]] = {}
    for number, arc in enumerate(arcs):
        for a, b in pairwise(arc.keys):
            where[(a, b)] = (number, True)
            where[(b, a)] = (number, False)
    refs = {
        owner: [[_references(ring, where, arcs) for ring in polygon] for polygon in polygons]
        for owner, polygons in rings.items()
    }
    return Mesh(arcs, refs)


def _pairs(rings: Mapping[str, list[list[list[Key]]]], width: int) -> dict[Segment, Pair]:
    sides: dict[Segment, list[str]] = defaultdict(list)
    for owner, polygons in rings.items():
        for polygon in polygons:
            for ring in polygon:
                for a, b in pairwise(ring):
                    sides[(a, b) if a < b else (b, a)].append(owner)
    pairs: dict[Segment, Pair] = {}
    for segment, owners in sides.items():
        low, high = min(owners), max(owners)
        if len(owners) == 1:
            low = EDGE
            (ax, ay), (bx, by) = segment
            if width and ax == bx and ax in (0, width):
                # Across the seam, the neighbour is the owner at the same height on the other edge.
                mirrored = sides.get(((width - ax, ay), (width - bx, by)), [EDGE])[0]
                low, high = (EDGE, high) if mirrored == high else (min(mirrored, high), max(mirrored, high))
        pairs[segment] = (low, high)
    return pairs


def _walk(pairs: Mapping[Segment, Pair]) -> list[Arc]:
    at: dict[Key, list[Segment]] = defaultdict(list)
    for segment in pairs:
        at[segment[0]].append(segment)
        at[segment[1]].append(segment)

    def is_node(key: Key) -> bool:
        around = at[key]
        return len(around) != 2 or pairs[around[0]] != pairs[around[1]]

    arcs: list[Arc] = []
    used: set[Segment] = set()
    nodes = sorted(key for key in at if is_node(key))
    for start in [*nodes, *sorted(at)]:
        for first in sorted(at[start]):
            if first in used:
                continue
            keys, segment = [start], first
            while segment not in used:
                used.add(segment)
                keys.append(segment[1] if segment[0] == keys[-1] else segment[0])
                if is_node(keys[-1]):
                    break
                segment = next((other for other in at[keys[-1]] if other not in used), segment)
            arcs.append(Arc(pairs[first], tuple(keys)))
    return arcs


def _references(ring: list[Key], where: Mapping[Segment, tuple[int, bool]], arcs: list[Arc]) -> list[int]:
    """A ring as arcs, starting where an arc starts."""
    steps = [where[(a, b)] for a, b in pairwise(ring)]
    starts = [
        index
        for index, (number, forward) in enumerate(steps)
        if ring[index] == (arcs[number].keys[0] if forward else arcs[number].keys[-1])
    ]
    begin = starts[0] if starts else 0
    refs: list[int] = []
    left = 0
    for index in range(len(steps)):
        number, forward = steps[(begin + index) % len(steps)]
        if left == 0:
            refs.append(number if forward else ~number)
            left = len(arcs[number].keys) - 1
        left -= 1
    return refs
