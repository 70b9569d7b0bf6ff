"""The geometry of a board: one set of arcs that judge, picture and page share.

Vertices are whole tenths of a board unit, as in the file; everything else is in board units.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from legation.board.space import LocationId, SpaceId, coast_of, space_of

TENTHS = 10
Vertex = tuple[int, int]
Line = tuple[Vertex, ...]
Refs = tuple[int, ...]
"""A ring as numbers of arcs; ``~n`` runs arc n backwards."""
Rect = tuple[float, float, float, float]
"""Left, top, width and height, in board units."""
Polygons = tuple[tuple[Refs, ...], ...]
"""Polygons, each an outer ring and its holes."""


class Spot(NamedTuple):
    """A place on the board, in board units."""

    x: float
    y: float


Curve = tuple[Spot, Spot, Spot, Spot]
"""A cubic curve: its start, two handles and its end."""


class ArcKind(StrEnum):
    """What a line of the board is."""

    COAST = "coast"
    LAND = "land"
    SEA = "sea"
    SCENERY = "scenery"
    CLOSED = "closed"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class Arc:
    """A line with one owner on each side; an owner is a space, an impassable area, scenery or nothing."""

    line: Line
    light: Line
    """The same with fewer vertices, for low zoom."""
    sides: tuple[str, str]
    kind: ArcKind


@dataclass(frozen=True, slots=True)
class SpaceShape:
    """The outline of one space, and where its unit, label and centre mark stand."""

    polygons: Polygons
    unit: Spot
    label: Spot
    centre: Spot
    room: float
    """Radius of the free space round the unit."""
    span: float
    """Free width at the label."""
    is_outside: bool = False
    """Whether the label stands outside, for want of room."""
    is_disc: bool = False
    coasts: Mapping[str, Spot] = field(default_factory=dict)
    names: tuple[Curve, ...] = ()
    """Lines along the shape for its name; a wide sea has several."""


@dataclass(frozen=True, slots=True)
class Area:
    """Something that is not a space: scenery, or an area closed to all."""

    polygons: Polygons
    kind: str
    """``land``, ``water`` or ``lake``."""
    name: str = ""
    label: Spot | None = None
    """The middle of its name, where there is room for one."""
    span: float = 0.0
    """Free width at the label."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A canal, a crossing or a closed strait."""

    kind: str
    spaces: tuple[SpaceId, ...]
    line: tuple[Spot, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Shapes:
    """The shapes of a whole board."""

    variant: str
    width: float
    height: float
    wraps: bool
    """Whether the right edge is the left edge."""
    unit: float
    """Radius that every unit has for itself."""
    arcs: tuple[Arc, ...]
    spaces: Mapping[SpaceId, SpaceShape]
    impassable: Mapping[str, Area]
    scenery: tuple[Area, ...]
    islets: tuple[Line, ...]
    boxes: Mapping[SpaceId, Rect]
    """Off-board boxes; each is among the spaces too."""
    marks: tuple[Mark, ...]

    def ring(self, refs: Refs, *, light: bool = False) -> Line:
        """The vertices of a ring, closed."""
        ring: list[Vertex] = []
        for ref in refs:
            arc = self.arcs[ref if ref >= 0 else ~ref]
            line = arc.light if light else arc.line
            step = line if ref >= 0 else line[::-1]
            ring += step if not ring else step[1:]
        return tuple(ring)

    def rings(self, polygons: Polygons, *, light: bool = False) -> Iterator[Line]:
        """All rings of some polygons."""
        for polygon in polygons:
            for refs in polygon:
                yield self.ring(refs, light=light)

    def place(self, location: LocationId) -> Spot:
        """Where a unit at a location stands: on its coast, else at the space's anchor."""
        shape = self.spaces[space_of(location)]
        return shape.coasts.get(coast_of(location), shape.unit)

    def step(self, start: Spot, end: Spot) -> Spot:
        """From one spot to another, over the seam where that is shorter."""
        across = end.x - start.x
        if self.wraps:
            across = (across + self.width / 2) % self.width - self.width / 2
        return Spot(across, end.y - start.y)

    def contains(self, space: SpaceId, spot: Spot, *, light: bool = False) -> bool:
        """Whether a spot lies inside a space."""
        rings = self.rings(self.spaces[space].polygons, light=light)
        return is_inside(spot, rings)


def is_inside(spot: Spot, rings: Iterable[Line]) -> bool:
    """Whether a spot lies inside rings (outer ones and holes alike), by counting crossings."""
    x, y = spot.x * TENTHS, spot.y * TENTHS
    inside = False
    for ring in rings:
        last_x, last_y = ring[-1]
        for here_x, here_y in ring:
            if (here_y > y) != (last_y > y) and x < (last_x - here_x) * (y - here_y) / (last_y - here_y) + here_x:
                inside = not inside
            last_x, last_y = here_x, here_y
    return inside
