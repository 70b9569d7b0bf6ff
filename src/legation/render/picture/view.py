"""The visible part of a board and its scale: board units to px."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from legation.board import ROUND_BOXES, TENTHS, Line, Shapes, Spot
from legation.render.picture.looks import LOOKS

Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom."""
REPEAT = 150.0
"""The board units that a printed picture of a round world repeats on either side."""


_ZOOM = LOOKS["zoom"]
HAIR = 1e-6
"""Scales are products with rounding errors: a tiny amount below a limit counts as the limit."""
UNIT: float = _ZOOM["unit"]
"""The radius of a unit on the giant boards, by which the levels are measured."""
PRINT_ZOOM = 1.7
"""Units are about 4.5 mm high on a poster of the giant boards, and the smallest letters 6.5 pt."""
PRINT_WIDTH = 4600.0
"""A board that is not a whole world is printed larger, up to this many px or to the next zoom: it has the room."""
MOST_PRINT_ZOOM = 2.1
"""From here on all names have room; beyond, units and letters would only become smaller on the same sheet."""


@dataclass(frozen=True, slots=True)
class Medium:
    """Sizes that depend on where a board is shown; lists go by level. A picture cannot be zoomed, so it holds more."""

    blocks: tuple[float, ...]
    least_block: float
    letters: tuple[tuple[float, ...], ...]
    """For each level the letter sizes of the five classes of names, in px."""
    least_letters: tuple[float, ...]
    least_code: float
    """The smallest letters of the code under the name of a sea."""
    names_from: float
    """The zoom from which names that do not fit into their space are placed beside it; below, codes are."""
    coast_letters: float


MEDIA = {
    name: Medium(
        blocks=tuple(found["blocks"]),
        least_block=found["leastBlock"],
        letters=tuple(tuple(row) for row in found["letters"]),
        least_letters=tuple(found["leastLetters"]),
        least_code=found["leastCode"],
        names_from=found["namesFrom"],
        coast_letters=found["coastLetters"],
    )
    for name, found in LOOKS["media"].items()
}
PICTURE = MEDIA["picture"]


class Level(IntEnum):
    """The level of detail; each level shows more."""

    WORLD = 0
    THEATRE = 1
    REGION = 2
    CLOSE = 3


@dataclass(frozen=True, slots=True)
class View:
    """A window on the board, in board units, with its scale in px per unit and its offset in the picture."""

    window: Bounds
    scale: float
    board_width: float
    wraps: bool
    corner: tuple[float, float] = (0.0, 0.0)
    unit: float = UNIT
    """The radius, in board units, that the board keeps free for a unit."""
    spread: float = 100.0
    """The width, in board units, of a square as large as the board's average space."""
    medium: Medium = PICTURE

    @property
    def width(self) -> float:
        """The width of the window, in px."""
        return (self.window[2] - self.window[0]) * self.scale

    @property
    def height(self) -> float:
        """The height of the window, in px."""
        return (self.window[3] - self.window[1]) * self.scale

    @property
    def level(self) -> Level:
        """The level of detail."""
        return Level(sum(self.zoom >= limit - HAIR for limit in _ZOOM["limits"]))

    @property
    def zoom(self) -> float:
        """Px per board unit, on a board as dense as Colonia: a board with fewer spaces shows more at the same scale."""
        return self.scale * self.unit / UNIT

    @property
    def frame(self) -> Bounds:
        """The window in px."""
        left, top = self.corner
        return left, top, left + self.width, top + self.height

    @property
    def block(self) -> float:
        """The side of an army's block, in px; anchors leave room for it."""
        return float(max(self.medium.least_block, min(self.medium.blocks[self.level], self.zoom * _ZOOM["blockShare"])))

    @property
    def has_labels(self) -> bool:
        """True if an average space has room for a code; otherwise only theatres are named."""
        return bool(self.spread * self.scale >= LOOKS["labels"]["spaceRoom"] - HAIR)

    @property
    def has_names(self) -> bool:
        """True if names are also written if they do not fit into their space."""
        return self.zoom >= self.medium.names_from - HAIR

    @property
    def is_whole(self) -> bool:
        """True if (nearly) all of the board's width is visible."""
        return self.window[2] - self.window[0] > 0.9 * self.board_width

    @property
    def fineness(self) -> float:
        """The scale of bands and marks in a small picture, 1 from Theatre zoom on."""
        return float(max(_ZOOM["leastFine"], min(1.0, self.zoom / _ZOOM["fine"])))

    def pixel(self, spot: tuple[float, float]) -> tuple[float, float]:
        """The pixel of a spot on the board."""
        return (
            self.corner[0] + (spot[0] - self.window[0]) * self.scale,
            self.corner[1] + (spot[1] - self.window[1]) * self.scale,
        )

    def spot(self, point: tuple[float, float]) -> tuple[float, float]:
        """The spot of the board at a place in the picture: the reverse of ``pixel``."""
        return (
            (point[0] - self.corner[0]) / self.scale + self.window[0],
            (point[1] - self.corner[1]) / self.scale + self.window[1],
        )

    def shifts(self, box: Bounds, margin: float = 0.0) -> tuple[float, ...]:
        """Sideways shifts, in board units, at which a box is visible: copies of a round world, otherwise 0 or none."""
        left, top, right, bottom = self.window
        if box[3] < top - margin or box[1] > bottom + margin:
            return ()
        turns = (-self.board_width, 0.0, self.board_width) if self.wraps else (0.0,)
        return tuple(turn for turn in turns if box[2] + turn >= left - margin and box[0] + turn <= right + margin)

    def copies(self, spot: tuple[float, float], margin: float = 0.0) -> list[tuple[float, float]]:
        """The place in px of each visible copy of a spot."""
        box = (spot[0], spot[1], spot[0], spot[1])
        return [self.pixel((spot[0] + shift, spot[1])) for shift in self.shifts(box, margin)]

    @property
    def transform(self) -> str:
        """From tenths of a board unit to px, as an SVG transform."""
        x, y = self.pixel((0.0, 0.0))
        return f"translate({x:.2f} {y:.2f}) scale({self.scale / TENTHS:.5f})"

    def pen(self, width: float) -> float:
        """A width in px, inside a group that has ``transform``."""
        return width * TENTHS / self.scale


def bounds(lines: Iterable[Line]) -> Bounds:
    """The box round some lines, in board units."""
    points = [point for line in lines for point in line]
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    return min(xs) / TENTHS, min(ys) / TENTHS, max(xs) / TENTHS, max(ys) / TENTHS


def whole_view(shapes: Shapes, scale: float, *, repeat: float = REPEAT) -> View:
    """The whole board; a round world repeats a strip on either side."""
    extra = min(repeat, shapes.width / 2) if shapes.wraps else 0.0
    left, top, right, bottom = -extra, 0.0, shapes.width + extra, shapes.height
    for x, y, width, height in shapes.boxes.values():
        left, top = min(left, x - ROUND_BOXES), min(top, y - ROUND_BOXES)
        right, bottom = max(right, x + width + ROUND_BOXES), max(bottom, y + height + ROUND_BOXES)
    return make_view(shapes, (left, top, right, bottom), scale)


def print_scale(shapes: Shapes) -> float:
    """Px per board unit for print and large pictures. Larger ones are this one enlarged, including symbols."""
    zoom = 0.0 if shapes.wraps else PRINT_WIDTH / shapes.width * shapes.unit / UNIT
    return min(max(zoom, PRINT_ZOOM), MOST_PRINT_ZOOM) * UNIT / shapes.unit


def make_view(shapes: Shapes, window: Bounds, scale: float) -> View:
    """A window on a board."""
    spread = math.sqrt(shapes.width * shapes.height / max(1, len(shapes.spaces)))
    return View(window, scale, shapes.width, shapes.wraps, unit=shapes.unit, spread=spread)


def seam_lines(view: View) -> list[float]:
    """The positions of the seam in the window, in board units."""
    if not view.wraps:
        return []
    seams = (-view.board_width, 0.0, view.board_width, 2 * view.board_width)
    return [x for x in seams if view.window[0] < x < view.window[2]]


def middle(box: Bounds) -> Spot:
    """The middle of a box."""
    return Spot((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
