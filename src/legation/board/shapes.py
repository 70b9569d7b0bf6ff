"""The geometry of a board: one set of arcs shared by judge, picture and page.

Vertices are whole tenths of a board unit, as in the file; everything else is in board units.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from legation.board.space import LocationId, PowerId, SpaceId, coast_of, space_of

TENTHS = 10
ROUND_BOXES = 18.0
"""The board units of paper round off-board boxes."""
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
    """The kind of a line of the board."""

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
    """The outline of one space, and the places of its unit, label and centre mark."""

    polygons: Polygons
    unit: Spot
    label: Spot
    centre: Spot
    room: float
    """The radius of the free space round the unit."""
    span: float
    """The free width at the label."""
    is_outside: bool = False
    """True if the label is outside because it does not fit inside."""
    is_disc: bool = False
    coasts: Mapping[str, Spot] = field(default_factory=dict)
    names: tuple[Curve, ...] = ()
    """Lines along the shape for its name; a wide sea has several."""


@dataclass(frozen=True, slots=True)
class AreaName:
    """The place of an area's name."""

    spot: Spot
    """Its middle."""
    span: float
    """The free width there, in board units."""
    tilt: float = 0.0
    """The clockwise rotation in degrees."""


@dataclass(frozen=True, slots=True)
class Area:
    """Something that is not a space: scenery, or an area closed to all."""

    polygons: Polygons
    kind: str
    """``land``, ``water`` or ``lake``."""
    name: str = ""
    places: tuple[AreaName, ...] = ()
    """The places of its name: none in a narrow area, several in a wide one."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A canal, a crossing or a closed strait."""

    kind: str
    spaces: tuple[SpaceId, ...]
    line: tuple[Spot, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Relief:
    """Mountain ranges and rivers, for decoration only."""

    ranges: tuple[Line, ...] = ()
    rivers: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Shapes:
    """The shapes of a whole board."""

    variant: str
    width: float
    height: float
    wraps: bool
    """True if the right edge is joined to the left edge."""
    unit: float
    """The radius that every unit has for itself."""
    arcs: tuple[Arc, ...]
    spaces: Mapping[SpaceId, SpaceShape]
    impassable: Mapping[str, Area]
    scenery: tuple[Area, ...]
    islets: tuple[Line, ...]
    boxes: Mapping[SpaceId, Rect]
    """Off-board boxes; each is among the spaces too."""
    marks: tuple[Mark, ...]
    gates: Mapping[str, Mapping[str, tuple[Spot, ...]]] = field(default_factory=dict)
    """Stops on the way from one location to a neighbour, entered once for both directions; the middle one is the gate.

    A board that was not forged may have none.
    """
    nations: Mapping[SpaceId, PowerId] = field(default_factory=dict)
    """The power of each home or colony at the start: a boundary runs round each nation."""
    relief: Relief = field(default_factory=Relief)

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
        """The point where a unit at a location is drawn: on its coast, or else at the space's anchor."""
        shape = self.spaces[space_of(location)]
        return shape.coasts.get(coast_of(location), shape.unit)

    @property
    def turn(self) -> float:
        """The number of units after which lines come in again on the other side; 0 if they never do.

        On a round board that is its width. If there are off-board boxes at the sides it is the width of the sheet: a
        line to a box on the far side leaves the sheet and comes in again.
        """
        if self.wraps:
            return self.width
        left = min((x for x, *_ in self.boxes.values()), default=0.0)
        right = max((x + width for x, _, width, _ in self.boxes.values()), default=0.0)
        return right - left + 2 * ROUND_BOXES if left < 0 and right > self.width else 0.0

    def step(self, start: Spot, end: Spot) -> Spot:
        """The vector from one spot to another, across the seam if that is shorter."""
        return _step(start, end, self.width if self.wraps else 0.0)

    def way(self, start: LocationId, end: LocationId) -> tuple[Spot, ...]:
        """From anchor to anchor through the gate, without a jump at the seam; the number of spots is odd.

        Spaces that are not neighbours have their gate halfway.
        """
        here, goal = self.place(start), self.place(end)
        stops = self._stops(start, end)
        if not stops:
            across, down = self.step(here, goal)
            return here, Spot(here.x + across / 2, here.y + down / 2), Spot(here.x + across, here.y + down)
        way = [here]
        for spot in (*stops, goal):
            across, down = _step(way[-1], spot, self.turn)
            way.append(Spot(way[-1].x + across, way[-1].y + down))
        return tuple(way)

    def _stops(self, start: LocationId, end: LocationId) -> tuple[Spot, ...]:
        """By location, or otherwise by space: armies ignore coasts, and supports name none."""
        for a in dict.fromkeys((start, space_of(start))):
            for b in dict.fromkeys((end, space_of(end))):
                if found := self.gates.get(a, {}).get(b):
                    return found
                if found := self.gates.get(b, {}).get(a):
                    return found[::-1]
        return ()

    def contains(self, space: SpaceId, spot: Spot, *, light: bool = False) -> bool:
        """True if a spot lies inside a space."""
        rings = self.rings(self.spaces[space].polygons, light=light)
        return is_inside(spot, rings)


def _step(start: Spot, end: Spot, turn: float) -> Spot:
    across = end.x - start.x
    if turn:
        across = (across + turn / 2) % turn - turn / 2
    return Spot(across, end.y - start.y)


def is_inside(spot: Spot, rings: Iterable[Line]) -> bool:
    """True if a spot lies inside rings (outer ones and holes alike), by counting crossings."""
    x, y = spot.x * TENTHS, spot.y * TENTHS
    inside = False
    for ring in rings:
        last_x, last_y = ring[-1]
        for here_x, here_y in ring:
            if (here_y > y) != (last_y > y) and x < (last_x - here_x) * (y - here_y) / (last_y - here_y) + here_x:
                inside = not inside
            last_x, last_y = here_x, here_y
    return inside
