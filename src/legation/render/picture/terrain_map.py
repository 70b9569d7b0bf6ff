"""The ground under a part of a picture: for every row of the board, the stretches of each owner."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Set
from typing import NamedTuple

from legation.board import TENTHS, Board, Line, Shapes, Terrain
from legation.render.picture.view import Bounds


class Shares(NamedTuple):
    """The share of a box in a space, and the share on other land."""

    own: float
    foreign: float


class TerrainMap:
    """The board in rows, one board unit high, so that a box is measured without cutting polygons.

    Owners are spaces, closed areas and scenery. A row is measured along its middle, where there are no vertices.
    """

    def __init__(self, board: Board, shapes: Shapes) -> None:
        self.turn = shapes.width if shapes.wraps else 0.0
        self.areas: dict[str, float] = {}
        """The area of every owner, in square units."""
        self.boxes: dict[str, Bounds] = {}
        """The box round every owner."""
        self.lands = {str(code) for code, space in board.spaces.items() if space.terrain is Terrain.LAND}
        self.lands |= {code for code, area in shapes.impassable.items() if area.kind == "land"}
        found: dict[int, list[tuple[float, float, str]]] = {}
        for owner, rings in self._list_owners(shapes):
            area = 0.0
            left, right = float("inf"), float("-inf")
            crossed = _cross_rows(rings)
            for row, crossings in crossed.items():
                crossings.sort()
                left, right = min(left, crossings[0]), max(right, crossings[-1])
                stretches = found.setdefault(row, [])
                for start, end in zip(crossings[::2], crossings[1::2], strict=True):
                    stretches.append((start, end, owner))
                    area += end - start
            self.areas[owner] = area
            self.boxes[owner] = (left, min(crossed, default=0), right, max(crossed, default=0) + 1.0)
        self.rows = {row: sorted(stretches) for row, stretches in found.items()}
        self.starts = {row: [start for start, _, _ in stretches] for row, stretches in self.rows.items()}

    def _list_owners(self, shapes: Shapes) -> Iterator[tuple[str, Iterable[Line]]]:
        for code, shape in shapes.spaces.items():
            yield code, shapes.rings(shape.polygons)
        for name, area in shapes.impassable.items():
            if name not in shapes.spaces:
                yield name, shapes.rings(area.polygons)
        for number, area in enumerate(shapes.scenery):
            owner = f"~{number}"
            if area.kind == "land":
                self.lands.add(owner)
            yield owner, shapes.rings(area.polygons)

    def holds(self, box: Bounds, owner: str) -> bool:
        """True if a box, in board units, lies completely in a space."""
        for part in self._unfold(box):
            for row in _rows_of(part):
                stretches = self.rows.get(row)
                if not stretches:
                    return False
                place = bisect_right(self.starts[row], part[0]) - 1
                if place < 0 or stretches[place][2] != owner or stretches[place][1] < part[2]:
                    return False
        return True

    def owner_at(self, x: float, y: float) -> str | None:
        """The owner of a spot, in board units; None for open water without an owner."""
        if self.turn:
            x %= self.turn
        stretches = self.rows.get(int(y // 1), [])
        place = bisect_right(self.starts.get(int(y // 1), []), x) - 1
        return stretches[place][2] if place >= 0 and x <= stretches[place][1] else None

    def share_outside(self, spots: Iterable[tuple[float, float]], named: Set[str]) -> float:
        """The share of some spots in other spaces; beyond the edge of the board there are none."""
        owners = [self.owner_at(x, y) for x, y in spots]
        return sum(owner is not None and owner not in named for owner in owners) / len(owners)

    def weigh(self, box: Bounds, owner: str) -> Shares:
        """The share of a box, in board units, in a space, and the share on other land."""
        own = foreign = whole = 0.0
        for part in self._unfold(box):
            left, _, right, _ = part
            for row in _rows_of(part):
                whole += right - left
                stretches = self.rows.get(row, [])
                for place in range(max(0, bisect_right(self.starts.get(row, []), left) - 1), len(stretches)):
                    start, end, here = stretches[place]
                    if start >= right:
                        break
                    length = min(end, right) - max(start, left)
                    if length > 0 and here == owner:
                        own += length
                    elif length > 0 and here in self.lands:
                        foreign += length
        return Shares(own / whole, foreign / whole) if whole else Shares(0.0, 0.0)

    def _unfold(self, box: Bounds) -> Iterable[Bounds]:
        """A box of a round world in its first copy, in two parts if it lies across the seam."""
        if not self.turn:
            return (box,)
        left, top, right, bottom = box
        shift = -(left // self.turn) * self.turn
        left, right = left + shift, right + shift
        if right <= self.turn:
            return ((left, top, right, bottom),)
        return (left, top, self.turn, bottom), (0.0, top, right - self.turn, bottom)


def _rows_of(box: Bounds) -> range:
    """Rows whose middle lies in a box; at least one."""
    first, last = int(box[1] + 0.45), int(box[3] - 0.55)
    return range(first, max(first, last) + 1)


def _cross_rows(rings: Iterable[Line]) -> dict[int, list[float]]:
    """Where outlines cross the middles of rows."""
    crossings: dict[int, list[float]] = {}
    for ring in rings:
        last_x, last_y = ring[-1]
        last_row = (last_y - 6) // TENTHS
        for x, y in ring:
            row = (y - 6) // TENTHS
            if row != last_row:
                slope = (x - last_x) / (y - last_y)
                for between in range(min(row, last_row) + 1, max(row, last_row) + 1):
                    at = last_x + (between * TENTHS + 5.5 - last_y) * slope
                    crossings.setdefault(between, []).append(at / TENTHS)
            last_x, last_y, last_row = x, y, row
    return crossings
