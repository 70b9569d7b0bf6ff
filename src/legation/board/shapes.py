"""The geometry of a board: one set of arcs that judge, picture and page share.

Vertices are whole tenths of a board unit, as in the file; everything else is in board units.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from legation.board.space import LocationId, SpaceId, coast_of, space_of
from legation.errors import DataError

FORMAT = 1
TENTHS = 10
Vertex = tuple[int, int]
Line = tuple[Vertex, ...]
Refs = tuple[int, ...]
"""A ring as numbers of arcs; ``~n`` runs arc n backwards."""
Polygons = tuple[tuple[Refs, ...], ...]
"""Polygons, each an outer ring and its holes."""


class Spot(NamedTuple):
    """A place on the board, in board units."""

    x: float
    y: float


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


@dataclass(frozen=True, slots=True)
class Area:
    """Something that is no space: scenery, or an area closed to all."""

    polygons: Polygons
    kind: str
    """``land``, ``lake`` or ``impassable``."""
    name: str = ""


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
    boxes: Mapping[SpaceId, tuple[float, float, float, float]]
    """Off-board boxes: left, top, width, height."""
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


def parse_shapes(table: object, file: str) -> Shapes:
    """Check and unpack the table of a ``shapes.json``; raises a ``DataError`` that names the field."""
    return _Reader(file).read(table)


class _Reader:
    """Reads one file; knows its name for the errors."""

    def __init__(self, file: str) -> None:
        self.file = file

    def read(self, table: object) -> Shapes:
        if not isinstance(table, dict):
            raise self.error("the file", "an object")
        if table.get("format") != FORMAT:
            raise self.error("format", f"{FORMAT}, not {table.get('format')!r}")
        arcs = self.read_arcs(table)
        self.count = len(arcs)
        spaces = {SpaceId(code): self.read_space(code, entry) for code, entry in self.entries(table, "spaces")}
        return Shapes(
            variant=str(table.get("variant", "")),
            width=self.number(table, "width"),
            height=self.number(table, "height"),
            wraps=table.get("wrap") is True,
            unit=self.number(table, "unit"),
            arcs=arcs,
            spaces=spaces,
            impassable={
                code: Area(self.polygons(entry, f"impassable.{code}"), "impassable", str(entry.get("name", "")))
                for code, entry in self.entries(table, "impassable")
            },
            scenery=tuple(
                Area(self.polygons(entry, "scenery"), str(entry["kind"])) for entry in self.items(table, "scenery")
            ),
            islets=tuple(self.unpack(flat, "islets") for flat in self.items(table, "islets")),
            boxes={SpaceId(code): self.box(entry, f"boxes.{code}") for code, entry in self.entries(table, "boxes")},
            marks=tuple(self.read_mark(entry, spaces) for entry in self.items(table, "marks")),
        )

    def read_arcs(self, table: Mapping[str, object]) -> tuple[Arc, ...]:
        columns = [self.items(table, name) for name in ("arcs", "light", "sides", "kinds")]
        if len({len(column) for column in columns}) != 1:
            raise self.error("arcs, light, sides, kinds", "lists of one length")
        found = []
        for flat, light, sides, kind in zip(*columns, strict=True):
            if kind not in list(ArcKind):
                raise self.error("kinds", f"one of {', '.join(ArcKind)}, not {kind!r}")
            if not isinstance(sides, list) or len(sides) != 2:
                raise self.error("sides", "pairs of owners")
            pair = (str(sides[0]), str(sides[1]))
            found.append(Arc(self.unpack(flat, "arcs"), self.unpack(light, "light"), pair, ArcKind(kind)))
        return tuple(found)

    def read_space(self, code: str, entry: Mapping[str, object]) -> SpaceShape:
        field = f"spaces.{code}"
        coasts = entry.get("coasts", {})
        if not isinstance(coasts, dict):
            raise self.error(f"{field}.coasts", "an object of places")
        return SpaceShape(
            polygons=self.polygons(entry, field),
            unit=self.spot(entry.get("unit"), f"{field}.unit"),
            label=self.spot(entry.get("label"), f"{field}.label"),
            centre=self.spot(entry.get("centre"), f"{field}.centre"),
            room=self.number(entry, "room", field),
            span=self.number(entry, "span", field),
            is_outside=entry.get("outside") is True,
            is_disc=entry.get("disc") is True,
            coasts={name: self.spot(place, f"{field}.coasts.{name}") for name, place in sorted(coasts.items())},
        )

    def read_mark(self, entry: Mapping[str, object], spaces: Mapping[SpaceId, SpaceShape]) -> Mark:
        named = tuple(SpaceId(str(code)) for code in self.items(entry, "spaces"))
        for code in named:
            if code not in spaces:
                raise self.error("marks", f"known spaces, not {code!r}")
        line = tuple(self.spot(place, "marks.line") for place in self.items(entry, "line"))
        return Mark(str(entry.get("kind", "")), named, line, str(entry.get("note", "")))

    def polygons(self, entry: Mapping[str, object], field: str) -> Polygons:
        found = entry.get("rings")
        try:
            polygons = tuple(tuple(tuple(int(ref) for ref in ring) for ring in polygon) for polygon in found)  # type: ignore[attr-defined]
        except (TypeError, ValueError):
            raise self.error(f"{field}.rings", "polygons, each a list of rings of arc numbers") from None
        for ref in (ref for polygon in polygons for ring in polygon for ref in ring):
            if not -self.count <= ref < self.count:
                raise self.error(f"{field}.rings", f"numbers of the {self.count} arcs, not {ref}")
        if not all(polygon and all(polygon) for polygon in polygons):
            raise self.error(f"{field}.rings", "no empty ring")
        return polygons

    def unpack(self, flat: object, field: str) -> Line:
        if not isinstance(flat, list) or len(flat) < 4 or len(flat) % 2:
            raise self.error(field, "flat lists of at least two vertices")
        x = y = 0
        line = []
        try:
            for dx, dy in zip(flat[::2], flat[1::2], strict=True):
                x += int(dx)
                y += int(dy)
                line.append((x, y))
        except (TypeError, ValueError):
            raise self.error(field, "whole numbers") from None
        return tuple(line)

    def spot(self, value: object, field: str) -> Spot:
        if not isinstance(value, list) or len(value) != 2 or not all(isinstance(part, int) for part in value):
            raise self.error(field, "two whole numbers")
        return Spot(value[0] / TENTHS, value[1] / TENTHS)

    def box(self, value: object, field: str) -> tuple[float, float, float, float]:
        if not isinstance(value, list) or len(value) != 4 or not all(isinstance(part, int) for part in value):
            raise self.error(field, "left, top, width and height")
        left, top, width, height = (part / TENTHS for part in value)
        return left, top, width, height

    def number(self, table: Mapping[str, object], key: str, field: str = "") -> float:
        value = table.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.error(f"{field}.{key}".strip("."), f"a whole number of tenths, not {value!r}")
        return value / TENTHS

    def items(self, table: Mapping[str, object], key: str) -> Sequence[object]:
        value = table.get(key)
        if not isinstance(value, list):
            raise self.error(key, "a list")
        return value

    def entries(self, table: Mapping[str, object], key: str) -> Iterator[tuple[str, Mapping[str, object]]]:
        value = table.get(key)
        if not isinstance(value, dict):
            raise self.error(key, "an object")
        for code, entry in sorted(value.items()):
            yield code, entry

    def error(self, field: str, expected: str) -> DataError:
        return DataError(f"{field}: expected {expected}", file=self.file)
