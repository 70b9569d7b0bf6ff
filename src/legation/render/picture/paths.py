"""Outlines as path data, clipped to a view."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from legation.board import TENTHS, Arc, Line, Polygons, Shapes
from legation.render.picture.looks import LOOKS
from legation.render.picture.svg import line_path, ring_path
from legation.render.picture.view import Level, View, bounds

BLEED = 12.0
"""The board units drawn beyond the window, so that lines near the edge are complete."""


@dataclass(frozen=True, slots=True)
class Outlines:
    """Path data for one view, in tenths of a board unit."""

    shapes: Shapes
    view: View

    @property
    def is_light(self) -> bool:
        """True if fewer vertices are enough."""
        return self.view.level is Level.WORLD

    def area(self, polygons: Polygons) -> str:
        """Polygons as one path; empty if out of sight."""
        return "".join(
            self._copies([self.shapes.ring(refs, light=self.is_light) for refs in polygon], ring_path)
            for polygon in polygons
        )

    def arcs(self, chosen: Callable[[Arc], bool]) -> str:
        """The lines that satisfy a test, as one path."""
        found = (arc.light if self.is_light else arc.line for arc in self.shapes.arcs if chosen(arc))
        return "".join(self._copies([line], line_path) for line in found)

    def line(self, line: Line) -> str:
        """One line in each copy of the world that shows it; empty if out of sight."""
        return self._copies([line], line_path)

    def islets(self) -> str:
        """The islets, as one path."""
        return "".join(self._copies([line], ring_path) for line in self._kept_islets())

    def _kept_islets(self) -> Iterable[Line]:
        least = LOOKS["base"]["leastIslet"] / self.view.scale
        for line in self.shapes.islets:
            left, top, right, bottom = bounds([line])
            if max(right - left, bottom - top) >= least:
                yield line

    def _copies(self, lines: list[Line], write: Callable[[Line, int], str]) -> str:
        shifts = self.view.shifts(bounds(lines), BLEED)
        return "".join(write(line, round(shift * TENTHS)) for shift in shifts for line in lines)
