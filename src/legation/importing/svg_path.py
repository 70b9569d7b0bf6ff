"""Outlines of SVG shapes as rings of points: paths, polygons, rectangles, circles and ellipses."""

import math
import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element

from legation.errors import DataError
from legation.importing.model import FARTHEST, Point, Ring
from legation.importing.xml_text import local_name

Matrix = tuple[float, float, float, float, float, float]
PLAIN: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")
TOKEN = re.compile(rf"[MmLlHhVvCcSsQqTtAaZz]|{NUMBER.pattern}")
STEPS = 8
"""Straight pieces of a curve."""
MOST_POINTS = 400_000
TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7}


def read_rings(element: Element, matrix: Matrix) -> list[Ring]:
    """The rings of a shape, moved as its transforms say; a group has those of all its shapes."""
    matrix = multiply(matrix, read_transform(element.get("transform", "")))
    name = local_name(element)
    if name == "g":
        return [ring for child in element for ring in read_rings(child, matrix)]
    rings = _SHAPES[name](element) if name in _SHAPES else []
    moved = [[_move(point, matrix) for point in ring] for ring in rings]
    if any(not (abs(x) <= FARTHEST and abs(y) <= FARTHEST) for ring in moved for x, y in ring):
        raise DataError("an outline leaves the map", file="the map")
    return [ring for ring in moved if len(ring) > 2]


def read_transform(text: str) -> Matrix:
    """The matrix of a ``transform`` attribute."""
    matrix = PLAIN
    for name, arguments in re.findall(r"([a-zA-Z]{1,10})\s*\(([^()]{0,200})\)", text[:2000]):
        matrix = multiply(matrix, _read_step(name, [float(number) for number in NUMBER.findall(arguments)]))
    return matrix


def _read_step(name: str, numbers: list[float]) -> Matrix:
    match name, numbers:
        case "translate", [x]:
            return (1, 0, 0, 1, x, 0)
        case "translate", [x, y]:
            return (1, 0, 0, 1, x, y)
        case "scale", [x]:
            return (x, 0, 0, x, 0, 0)
        case "scale", [x, y]:
            return (x, 0, 0, y, 0, 0)
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "rotate", [angle, *centre]:
            cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            x, y = (centre[0], centre[1]) if len(centre) == 2 else (0.0, 0.0)
            return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
    return PLAIN


def multiply(first: Matrix, second: Matrix) -> Matrix:
    """The matrix that does the second, then the first."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def _move(point: Point, matrix: Matrix) -> Point:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def _number(element: Element, name: str) -> float:
    match = NUMBER.match(str(element.get(name, "0")).strip())
    return float(match[0]) if match else 0.0


def _read_polygon(element: Element) -> list[Ring]:
    numbers = [float(number) for number in NUMBER.findall(element.get("points", ""))[: 2 * MOST_POINTS]]
    return [list(zip(numbers[::2], numbers[1::2], strict=False))]


def _read_rectangle(element: Element) -> list[Ring]:
    x, y, wide, high = (_number(element, name) for name in ("x", "y", "width", "height"))
    return [[(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]]


def _read_round(element: Element) -> list[Ring]:
    x, y, radius = (_number(element, name) for name in ("cx", "cy", "r"))
    wide, high = radius or _number(element, "rx"), radius or _number(element, "ry")
    turns = [2 * math.pi * step / 24 for step in range(24)]
    return [[(x + wide * math.cos(turn), y + high * math.sin(turn)) for turn in turns]]


def _read_path(element: Element) -> list[Ring]:
    return list(_Pen(element.get("d", "")).draw())


_SHAPES = {
    "path": _read_path,
    "polygon": _read_polygon,
    "polyline": _read_polygon,
    "rect": _read_rectangle,
    "circle": _read_round,
    "ellipse": _read_round,
}


class _Pen:
    """Follows the commands of one path."""

    def __init__(self, text: str) -> None:
        self.tokens = TOKEN.findall(text)
        if len(self.tokens) > MOST_POINTS:
            raise DataError(f"a path of more than {MOST_POINTS:,} numbers", file="the map")
        self.here: Point = (0.0, 0.0)
        self.begun: Point = (0.0, 0.0)
        self.handle: Point | None = None
        """The last control point, which smooth curves mirror."""
        self.ring: Ring = []

    def draw(self) -> Iterator[Ring]:
        """Every ring; each is closed without repeating its first point."""
        place, command = 0, ""
        while place < len(self.tokens):
            if self.tokens[place].isalpha() and len(self.tokens[place]) == 1:
                command = self.tokens[place]
                place += 1
                if command in "Zz":
                    yield from self._finish()
                    self.here = self.begun
                    continue
            if not command or command in "Zz":
                return
            count = TAKES[command.lower()]
            numbers = self.tokens[place : place + count]
            if len(numbers) < count or any(number.isalpha() for number in numbers):
                break
            place += count
            if command in "Mm":
                yield from self._finish()
            self._follow(command, [float(number) for number in numbers])
            command = {"M": "L", "m": "l"}.get(command, command)
        yield from self._finish()

    def _finish(self) -> Iterator[Ring]:
        if len(self.ring) > 2:
            yield self.ring
        self.ring, self.handle = [], None

    def _follow(self, command: str, numbers: list[float]) -> None:
        x, y = self.here if command.islower() else (0.0, 0.0)
        kind = command.lower()
        if kind == "h":
            points = [(numbers[0] + x, self.here[1])]
        elif kind == "v":
            points = [(self.here[0], numbers[0] + y)]
        elif kind == "a":
            points = [(numbers[5] + x, numbers[6] + y)]  # arcs are short on maps: their chord will do
        else:
            points = [(numbers[i] + x, numbers[i + 1] + y) for i in range(0, len(numbers), 2)]
        if kind == "m":
            self.begun = points[0]
        if not self.ring:
            self.ring = [self.here] if kind != "m" else []
        if kind in "st":
            mirror = self.handle or self.here
            points = [(2 * self.here[0] - mirror[0], 2 * self.here[1] - mirror[1]), *points]
        self.handle = points[-2] if kind in "csqt" else None
        self.ring += _bend(self.here, points) if kind in "csqt" else points
        self.here = points[-1]


def _bend(start: Point, points: list[Point]) -> Ring:
    """A curve of Bezier as straight pieces."""
    controls = [start, *points]
    ring = []
    for step in range(1, STEPS + 1):
        part, left = step / STEPS, controls
        while len(left) > 1:
            left = [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for a, b in pairwise(left)]
        ring.append(left[0])
    return ring
