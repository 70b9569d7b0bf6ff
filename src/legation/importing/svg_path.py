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
COMMAND = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]")
FLAG = re.compile(r"[01]")
"""A flag of an arc needs no space after it: ``0110`` is two flags and a ten."""
BLANK = re.compile(r"[\s,]*")
STEPS = 8
"""The number of straight pieces of a curve."""
MOST_POINTS = 400_000
TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2}
FORMS = {name: (NUMBER,) * count for name, count in TAKES.items()} | {"a": (*(NUMBER,) * 3, FLAG, FLAG, NUMBER, NUMBER)}
"""The numbers that follow a command."""


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
        case "rotate", [angle, *centre] if math.isfinite(angle):
            cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            x, y = (centre[0], centre[1]) if len(centre) == 2 else (0.0, 0.0)
            return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
        case "skewX", [angle] if math.isfinite(angle):
            return (1, 0, math.tan(math.radians(angle)), 1, 0, 0)
        case "skewY", [angle] if math.isfinite(angle):
            return (1, math.tan(math.radians(angle)), 0, 1, 0, 0)
    return PLAIN


def multiply(first: Matrix, second: Matrix) -> Matrix:
    """The matrix that applies the second, then the first."""
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
    """Follows the commands of one path up to the first invalid one, as a browser does."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.place = 0
        self.read = 0
        """How many numbers were read."""
        self.here: Point = (0.0, 0.0)
        self.begun: Point = (0.0, 0.0)
        self.handle: Point | None = None
        """The last control point, which smooth curves mirror."""
        self.ring: Ring = []

    def draw(self) -> Iterator[Ring]:
        """Every ring; each is closed without repeating its first point."""
        command = ""
        while self.place < len(self.text):
            given = self._take(COMMAND)
            command = given or {"M": "L", "m": "l"}.get(command, command)
            if given in ("Z", "z"):
                yield from self._finish()
                self.here = self.begun
                continue
            form = FORMS.get(command.lower(), ())
            words = [self._take(kind) for kind in form]
            if not form or not all(words):
                break
            if given in ("M", "m"):
                yield from self._finish()
            self._follow(command, [float(word) for word in words])
        yield from self._finish()

    def _take(self, kind: re.Pattern[str]) -> str:
        """Take the next command, number or flag with the spaces after it; empty if there is none."""
        match = kind.match(self.text, self.place)
        if match is None:
            return ""
        self.read += 1
        if self.read > MOST_POINTS:
            raise DataError(f"a path of more than {MOST_POINTS:,} numbers", file="the map")
        self.place = match.end()
        if blanks := BLANK.match(self.text, self.place):
            self.place = blanks.end()
        return match[0]

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
            points = _turn(self.here, (numbers[5] + x, numbers[6] + y), numbers[:5])
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


def _turn(start: Point, end: Point, numbers: list[float]) -> Ring:
    """An arc of an ellipse as straight pieces; the centre follows the appendix of the SVG standard."""
    wide, high, tilt, is_large, is_clockwise = numbers
    wide, high = abs(wide), abs(high)
    if start == end or not (0 < wide <= FARTHEST and 0 < high <= FARTHEST and math.isfinite(tilt)):
        return [end]
    cos, sin = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = (cos * half_x + sin * half_y) / wide, (cos * half_y - sin * half_x) / high
    span = math.hypot(x, y)
    if not span <= FARTHEST:
        return [end]
    if span > 1:  # too small to reach both ends, so it is enlarged until it does
        wide, high, x, y, span = wide * span, high * span, x / span, y / span, 1.0
    away = math.sqrt(max(0.0, 1 / span**2 - 1)) if span else 0.0
    if bool(is_large) == bool(is_clockwise):
        away = -away
    middle = (away * y, -away * x)
    begin = math.atan2(y - middle[1], x - middle[0])
    turn = math.atan2(-y - middle[1], -x - middle[0]) - begin
    if is_clockwise and turn < 0:
        turn += 2 * math.pi
    elif not is_clockwise and turn > 0:
        turn -= 2 * math.pi
    centre = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    ring = []
    for step in range(1, STEPS):
        angle = begin + turn * step / STEPS
        u, v = wide * (math.cos(angle) + middle[0]), high * (math.sin(angle) + middle[1])
        ring.append((centre[0] + cos * u - sin * v, centre[1] + sin * u + cos * v))
    return [*ring, end]


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
