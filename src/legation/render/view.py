"""The part of a board that a picture shows, and how large: board units to px."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from legation.board.shapes import TENTHS, Line, Shapes, Spot

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
REPEAT = 150.0
"""Board units that a printed picture of a round world repeats on either side."""


class Level(IntEnum):
    """How near one looks; more is shown from level to level."""

    WORLD = 0
    THEATRE = 1
    REGION = 2
    CLOSE = 3


@dataclass(frozen=True, slots=True)
class View:
    """A window on the board, in board units, drawn at so many px a unit, so far from the picture's corner."""

    window: Box
    scale: float
    board_width: float
    wraps: bool
    corner: tuple[float, float] = (0.0, 0.0)

    @property
    def width(self) -> float:
        """Of the window, in px."""
        return (self.window[2] - self.window[0]) * self.scale

    @property
    def height(self) -> float:
        """Of the window, in px."""
        return (self.window[3] - self.window[1]) * self.scale

    @property
    def level(self) -> Level:
        """How much to show."""
        return Level(sum(self.scale >= limit for limit in (0.8, 1.5, 3.0)))

    @property
    def frame(self) -> Box:
        """The window in px."""
        left, top = self.corner
        return left, top, left + self.width, top + self.height

    @property
    def block(self) -> float:
        """Side of an army's block, in px; anchors stand apart for it."""
        ceiling = (10.0, 16.0, 18.0, 21.0)[self.level]
        return max(3.0, min(ceiling, self.scale * 17))

    def pixel(self, spot: tuple[float, float]) -> tuple[float, float]:
        """Where a spot of the board comes to lie."""
        return (
            self.corner[0] + (spot[0] - self.window[0]) * self.scale,
            self.corner[1] + (spot[1] - self.window[1]) * self.scale,
        )

    def shifts(self, box: Box, margin: float = 0.0) -> tuple[float, ...]:
        """Sideways shifts, in board units, at which a box is in sight: copies of a round world, else 0 or none."""
        left, top, right, bottom = self.window
        if box[3] < top - margin or box[1] > bottom + margin:
            return ()
        turns = (-self.board_width, 0.0, self.board_width) if self.wraps else (0.0,)
        return tuple(turn for turn in turns if box[2] + turn >= left - margin and box[0] + turn <= right + margin)

    def copies(self, spot: tuple[float, float], margin: float = 0.0) -> list[tuple[float, float]]:
        """Where each copy of a spot in sight lies, in px."""
        box = (spot[0], spot[1], spot[0], spot[1])
        return [self.pixel((spot[0] + shift, spot[1])) for shift in self.shifts(box, margin)]

    @property
    def transform(self) -> str:
        """From tenths of a board unit to px, as SVG writes it."""
        x, y = self.pixel((0.0, 0.0))
        return f"translate({x:.2f} {y:.2f}) scale({self.scale / TENTHS:.5f})"

    def pen(self, width: float) -> float:
        """A width in px, inside a group that has ``transform``."""
        return width * TENTHS / self.scale


def bounds(lines: Iterable[Line]) -> Box:
    """The box round some lines, in board units."""
    points = [point for line in lines for point in line]
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    return min(xs) / TENTHS, min(ys) / TENTHS, max(xs) / TENTHS, max(ys) / TENTHS


def whole_view(shapes: Shapes, scale: float, *, repeat: float = REPEAT) -> View:
    """The whole board; a round world repeats a strip on either side."""
    extra = min(repeat, shapes.width / 2) if shapes.wraps else 0.0
    return View((-extra, 0.0, shapes.width + extra, shapes.height), scale, shapes.width, shapes.wraps)


def seam_lines(view: View) -> list[float]:
    """Where the seam runs through the window, in board units."""
    if not view.wraps:
        return []
    seams = (-view.board_width, 0.0, view.board_width, 2 * view.board_width)
    return [x for x in seams if view.window[0] < x < view.window[2]]


def middle(box: Box) -> Spot:
    """The middle of a box."""
    return Spot((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
