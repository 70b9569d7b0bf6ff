"""Reads the table of a ``shapes.json``: every field is checked, and every error names its field."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from legation.board.shapes import (
    TENTHS,
    Arc,
    ArcKind,
    Area,
    AreaName,
    Curve,
    Line,
    Mark,
    Polygons,
    Rect,
    Relief,
    Shapes,
    SpaceShape,
    Spot,
)
from legation.board.space import PowerId, SpaceId
from legation.errors import DataError

FORMAT = 1
BOX_ANCHOR = 0.24
"""The place of a unit in an off-board box, as a share of the box's height from the top."""
FARTHEST = 1_000_000
"""The greatest distance from the corner of a board, in tenths; our largest is 27,000 wide."""
LONGEST_LINES = 20_000_000
"""The greatest length of all outlines together, in tenths; ours have up to 2.4 million, one of 800 spaces some 5."""


def parse_shapes(table: object, file: str) -> Shapes:
    """Check and unpack the table of a ``shapes.json``; raises a ``DataError`` that names the field."""
    return _Reader(file).read(table)


def parse_relief(table: object, file: str) -> Relief:
    """Check and unpack the table of a ``relief.json``."""
    reader = _Reader(file)
    if not isinstance(table, dict):
        raise reader.error("the file", "an object")
    ranges, rivers = (
        tuple(reader.unpack(flat, name) for flat in reader.items(table, name)) for name in ("ranges", "rivers")
    )
    return Relief(ranges, rivers)


def _is_near(part: object) -> bool:
    return isinstance(part, int) and abs(part) <= FARTHEST


def _measure(line: Line) -> int:
    return sum(abs(x - there[0]) + abs(y - there[1]) for (x, y), there in pairwise(line))


def _box_arc(code: SpaceId, box: Rect) -> Arc:
    """The frame of an off-board box."""
    left, top, right, bottom = (round(edge * TENTHS) for edge in (box[0], box[1], box[0] + box[2], box[1] + box[3]))
    ring = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    return Arc(ring, ring, ("", code), ArcKind.EDGE)


def _box_shape(box: Rect, arc: int) -> SpaceShape:
    """An off-board box is a space like any other: the unit in its upper part, the label below, then where it leads."""
    left, top, width, height = box
    middle = left + width / 2
    unit = Spot(middle, top + height * BOX_ANCHOR)
    return SpaceShape(
        polygons=(((arc,),),),
        unit=unit,
        label=Spot(middle, top + height * 0.52),
        centre=Spot(unit.x + 8, unit.y - 3),
        room=height * 0.24,
        span=width,
    )


class _Reader:
    """Reads one file; knows its name for error messages."""

    def __init__(self, file: str) -> None:
        self.file = file

    def read(self, table: object) -> Shapes:
        if not isinstance(table, dict):
            raise self.error("the file", "an object")
        if table.get("format") != FORMAT:
            raise self.error("format", f"{FORMAT}, not {table.get('format')!r}")
        arcs = self.read_arcs(table)
        self.count, self.drawn = len(arcs), 0
        self.lengths = [_measure(arc.line) for arc in arcs]
        spaces = {SpaceId(code): self.read_space(code, entry) for code, entry in self.entries(table, "spaces")}
        boxes = {SpaceId(code): self.box(entry, f"boxes.{code}") for code, entry in self.pairs(table, "boxes")}
        arcs += tuple(_box_arc(code, box) for code, box in boxes.items())
        spaces |= {code: _box_shape(box, self.count + number) for number, (code, box) in enumerate(boxes.items())}
        return Shapes(
            variant=str(table.get("variant", "")),
            width=self.number(table, "width"),
            height=self.number(table, "height"),
            wraps=table.get("wrap") is True,
            unit=self.number(table, "unit"),
            arcs=arcs,
            spaces=spaces,
            nations={SpaceId(code): PowerId(str(power)) for code, power in self.nations(table)},
            impassable={
                code: self.read_area(entry, f"impassable.{code}", "water")
                for code, entry in self.entries(table, "impassable")
            },
            scenery=tuple(self.read_area(entry, "scenery", "land") for entry in self.objects(table, "scenery")),
            islets=tuple(self.unpack(flat, "islets") for flat in self.items(table, "islets")),
            boxes=boxes,
            marks=tuple(self.read_mark(entry, spaces) for entry in self.objects(table, "marks")),
            gates=self.read_gates(table, spaces),
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
            names=self.curves(entry, field),
        )

    def read_area(self, entry: Mapping[str, object], field: str, kind: str) -> Area:
        """Scenery or a closed area; ``kind`` is its kind in a file without that field."""
        return Area(
            polygons=self.polygons(entry, field),
            kind=str(entry.get("kind", kind)),
            name=str(entry.get("name", "")),
            places=self.area_names(entry, field),
        )

    def read_mark(self, entry: Mapping[str, object], spaces: Mapping[SpaceId, SpaceShape]) -> Mark:
        named = tuple(SpaceId(str(code)) for code in self.items(entry, "spaces"))
        for code in named:
            if code not in spaces:
                raise self.error("marks", f"known spaces, not {code!r}")
        line = tuple(self.spot(place, "marks.line") for place in self.items(entry, "line"))
        return Mark(str(entry.get("kind", "")), named, line, str(entry.get("note", "")))

    def read_gates(
        self, table: Mapping[str, object], spaces: Mapping[SpaceId, SpaceShape]
    ) -> dict[str, dict[str, tuple[Spot, ...]]]:
        if "gates" not in table:
            return {}
        gates: dict[str, dict[str, tuple[Spot, ...]]] = {}
        for start, entry in self.entries(table, "gates"):
            gates[start] = {end: self.read_stops(flat) for end, flat in entry.items()}
            for location in (start, *entry):
                if location not in spaces and SpaceId(location.partition("/")[0]) not in spaces:
                    raise self.error("gates", f"known spaces, not {location!r}")
        return gates

    def read_stops(self, flat: object) -> tuple[Spot, ...]:
        if not isinstance(flat, list) or len(flat) % 4 != 2 or not all(_is_near(part) for part in flat):
            raise self.error("gates", "an odd number of places, each two whole numbers")
        return tuple(Spot(x / TENTHS, y / TENTHS) for x, y in zip(flat[::2], flat[1::2], strict=True))

    def polygons(self, entry: Mapping[str, object], field: str) -> Polygons:
        found = entry.get("rings")
        try:
            polygons = tuple(tuple(tuple(int(ref) for ref in ring) for ring in polygon) for polygon in found)  # type: ignore[attr-defined]
        except (TypeError, ValueError):
            raise self.error(f"{field}.rings", "polygons, each a list of rings of arc numbers") from None
        for ref in (ref for polygon in polygons for ring in polygon for ref in ring):
            if not -self.count <= ref < self.count:
                raise self.error(f"{field}.rings", f"numbers of the {self.count} arcs, not {ref}")
            self.drawn += self.lengths[ref if ref >= 0 else ~ref]
        if self.drawn > LONGEST_LINES:
            raise self.error("rings", f"outlines of at most {LONGEST_LINES:,} tenths in all")
        if not all(polygon and all(polygon) for polygon in polygons):
            raise self.error(f"{field}.rings", "no empty ring")
        return polygons

    def curves(self, entry: Mapping[str, object], field: str) -> tuple[Curve, ...]:
        """Lines along which a name may run; many shapes have none."""
        found = []
        for flat in self.items(entry, "names") if "names" in entry else ():
            if not isinstance(flat, list) or len(flat) != 8:
                raise self.error(f"{field}.names", "curves of four places")
            start, first, second, end = (self.spot(flat[at : at + 2], f"{field}.names") for at in (0, 2, 4, 6))
            found.append((start, first, second, end))
        return tuple(found)

    def area_names(self, entry: Mapping[str, object], field: str) -> tuple[AreaName, ...]:
        """The place of an area's name; many have none."""
        found = []
        for flat in self.items(entry, "places") if "places" in entry else ():
            if not isinstance(flat, list) or len(flat) != 4 or not all(_is_near(part) for part in flat):
                raise self.error(f"{field}.places", "x, y, free width and tilt")
            found.append(AreaName(self.spot(flat[:2], f"{field}.places"), flat[2] / TENTHS, flat[3]))
        return tuple(found)

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
        except (TypeError, ValueError, OverflowError):
            raise self.error(field, "whole numbers") from None
        if not all(abs(x) <= FARTHEST and abs(y) <= FARTHEST for x, y in line):
            raise self.error(field, f"places at most {FARTHEST:,} tenths from the corner")
        return tuple(line)

    def spot(self, value: object, field: str) -> Spot:
        if not isinstance(value, list) or len(value) != 2 or not all(_is_near(part) for part in value):
            raise self.error(field, f"two whole numbers, at most {FARTHEST:,}")
        return Spot(value[0] / TENTHS, value[1] / TENTHS)

    def box(self, value: object, field: str) -> Rect:
        if not isinstance(value, list) or len(value) != 4 or not all(_is_near(part) for part in value):
            raise self.error(field, f"left, top, width and height, at most {FARTHEST:,}")
        left, top, width, height = (part / TENTHS for part in value)
        return left, top, width, height

    def number(self, table: Mapping[str, object], key: str, field: str = "") -> float:
        value = table.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= FARTHEST:
            expected = f"a whole number of tenths up to {FARTHEST:,}, not {str(value)[:40]!r}"
            raise self.error(f"{field}.{key}".strip("."), expected)
        return value / TENTHS

    def items(self, table: Mapping[str, object], key: str) -> Sequence[object]:
        value = table.get(key)
        if not isinstance(value, list):
            raise self.error(key, "a list")
        return value

    def nations(self, table: Mapping[str, object]) -> list[tuple[str, object]]:
        """The spaces of each nation; files of boards without nations leave them out."""
        return self.pairs(table, "nations") if "nations" in table else []

    def objects(self, table: Mapping[str, object], key: str) -> Iterator[Mapping[str, object]]:
        """The entries of a list of objects."""
        for entry in self.items(table, key):
            if not isinstance(entry, dict):
                raise self.error(key, "a list of objects")
            yield entry

    def entries(self, table: Mapping[str, object], key: str) -> Iterator[tuple[str, Mapping[str, object]]]:
        """The entries of an object of objects, sorted."""
        for code, entry in self.pairs(table, key):
            if not isinstance(entry, dict):
                raise self.error(f"{key}.{code}", "an object")
            yield code, entry

    def pairs(self, table: Mapping[str, object], key: str) -> list[tuple[str, object]]:
        """The entries of an object, sorted."""
        value = table.get(key)
        if not isinstance(value, dict):
            raise self.error(key, "an object")
        return sorted(value.items())

    def error(self, field: str, expected: str) -> DataError:
        return DataError(f"{field}: expected {expected}", file=self.file)
