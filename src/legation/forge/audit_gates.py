"""Audits gates: each border has one, it lies there, and its line stays inside its spaces."""

from collections.abc import Iterator
from functools import cached_property

import shapely
from shapely.affinity import translate
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from legation.board import Board, SpaceId, curve
from legation.forge.finding import Finding, error
from legation.forge.settings import Limits
from legation.forge.shapes_file import Picture

Spot = tuple[float, float]
STEPS = 12
"""The number of points that are checked on each part of a line."""
ASTRAY = 0.25
"""The largest share of a line that may lie outside the two spaces."""
NEAR = 1.5
"""The greatest distance of a gate from its border, in radii of a unit."""
CLEAR = 2.0
"""The greatest distance at which a way still belongs to the line of a crossing, in radii of a unit."""


class _Ways:
    """The lines of orders, as pictures draw them."""

    def __init__(self, picture: Picture, board: Board) -> None:
        self.picture, self.board = picture, board
        self.turn = picture.width if picture.table["wrap"] else 0.0
        self.areas: dict[str, BaseGeometry] = {}
        spaces = picture.table["spaces"]
        self.places: dict[str, Spot] = {code: picture.spot(code, "unit") for code in spaces}
        for code, entry in spaces.items():
            for coast, (x, y) in entry.get("coasts", {}).items():
                self.places[f"{code}/{coast}"] = x / 10, y / 10

    @cached_property
    def crossings(self) -> dict[frozenset[str], BaseGeometry]:
        """The lines of crossings, by their two spaces."""
        marks = [mark for mark in self.picture.table["marks"] if mark["kind"] == "crossing"]
        return {
            frozenset(mark["spaces"]): LineString([(x / 10, y / 10) for x, y in mark["line"]])
            for mark in marks
            if len(mark["spaces"]) == 2
        }

    def area(self, code: str) -> BaseGeometry:
        """A space with the water between its islands; on a round board with its copies on either side."""
        if code not in self.areas:
            shape: BaseGeometry = self.picture.shapes[code]
            if self.board.spaces[SpaceId(code)].is_island:
                shape = shape.convex_hull
            copies = [translate(shape, shift) for shift in (-self.turn, 0.0, self.turn)] if self.turn else [shape]
            self.areas[code] = shapely.union_all(copies)
        return self.areas[code]

    def near(self, spot: Spot, other: Spot) -> Spot:
        """The copy of a spot that is nearest to another."""
        return (spot[0] - round((spot[0] - other[0]) / self.turn) * self.turn, spot[1]) if self.turn else spot


def check_gates(picture: Picture, board: Board, limits: Limits) -> Iterator[Finding]:
    """Check that every border has a gate on it, and that the line through it does not wander off into other spaces."""
    ways, gates, boxes = _Ways(picture, board), picture.table["gates"], set(picture.table["boxes"])
    for a, b in sorted({_sorted(str(border.start), str(border.end)) for border in board.borders}):
        spaces = (a.partition("/")[0], b.partition("/")[0])
        flat = gates.get(a, {}).get(b)
        if flat is None:
            yield error("gates", f"{a} - {b} has no gate", *spaces)
        elif boxes.isdisjoint(spaces) and {a, b} <= set(ways.places):  # otherwise the anchors are wrong
            yield from _check_way(ways, (a, b), spaces, [(x / 10, y / 10) for x, y in _pairs(flat)], limits)


def _check_way(
    ways: _Ways, ends: tuple[str, str], spaces: tuple[str, str], stops: list[Spot], limits: Limits
) -> Iterator[Finding]:
    start, gate = ways.places[ends[0]], stops[len(stops) // 2]
    end = ways.near(ways.places[ends[1]], start)
    areas = [ways.area(code) for code in spaces]
    crossing = ways.crossings.get(frozenset(spaces))
    away = max(area.distance(Point(gate)) for area in areas)
    if away > NEAR * limits.unit and crossing is None and areas[0].distance(areas[1]) < limits.unit:
        yield error("gates", f"the gate of {ends[0]} - {ends[1]} lies {away:.1f} units from their border", *spaces)
    room = shapely.union_all([*areas, *([crossing.buffer(CLEAR * limits.unit)] if crossing else [])])
    line = LineString(curve([start, *stops, end], STEPS))
    astray = line.difference(room).length / line.length
    if astray > ASTRAY:
        yield error("gates", f"the line {ends[0]} - {ends[1]} runs {astray:.0%} through other spaces", *spaces)


def _pairs(flat: list[int]) -> Iterator[tuple[int, int]]:
    yield from zip(flat[::2], flat[1::2], strict=True)


def _sorted(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)
