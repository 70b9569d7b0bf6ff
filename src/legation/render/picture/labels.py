"""Where labels stand: under the unit where there is room, inside their space, never over one another."""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from legation.board import TENTHS, Board, Line, Shapes, Space, SpaceId, SpaceShape, Spot, Terrain, is_inside
from legation.render.picture.label_text import Wording, word_space
from legation.render.picture.looks import LOOKS
from legation.render.picture.view import Bounds, Level, View, bounds

CELL = 80.0
_LABELS = LOOKS["labels"]
DETOUR: int = _LABELS["detour"]
"""Spots that are tried for one without islets."""
GAP: float = _LABELS["gap"]
"""Px kept free round a label."""
DROP: float = _LABELS["drop"]
"""Px by which a label gives way to a plinth, a wave or the name of a coast."""
CENTRE_ROOM: float = _LABELS["centreRoom"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Label:
    """A label with its place: the middle of its lines, in px, in the copy of the world that is not shifted."""

    space: SpaceId
    wording: Wording
    x: float
    y: float
    size: float

    @property
    def box(self) -> Bounds:
        """The room it takes."""
        return make_box((self.x, self.y), self.wording, self.size)


class Taken:
    """Boxes that are taken, in cells, so that a look-up is quick; a round world's boxes are entered in each copy."""

    def __init__(self, turn: float = 0.0) -> None:
        self.turn = turn
        self.cells: dict[tuple[int, int], list[Bounds]] = {}

    def add(self, box: Bounds) -> None:
        """Take a box."""
        for shift in (0.0, self.turn, -self.turn) if self.turn else (0.0,):
            moved = (box[0] + shift, box[1], box[2] + shift, box[3])
            for cell in self._cells(moved):
                self.cells.setdefault(cell, []).append(moved)

    def is_free(self, box: Bounds) -> bool:
        """Whether a box touches nothing."""
        return not any(touches(box, other) for cell in self._cells(box) for other in self.cells.get(cell, ()))

    @staticmethod
    def _cells(box: Bounds) -> Iterator[tuple[int, int]]:
        for column in range(int(box[0] // CELL), int(box[2] // CELL) + 1):
            for row in range(int(box[1] // CELL), int(box[3] // CELL) + 1):
                yield column, row


def touches(box: Bounds, other: Bounds) -> bool:
    """Whether two boxes overlap."""
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def make_box(middle: Point, wording: Wording, size: float) -> Bounds:
    """The box of a label round its middle."""
    across, down = wording.width(size) / 2 + GAP, wording.height(size) / 2 + GAP
    return middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down


def unit_box(middle: Point, block: float) -> Bounds:
    """The room of a unit: an army or the longer hull of a fleet."""
    across, down = (share * block for share in _LABELS["unitRoom"])
    return middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down


def place_labels(
    board: Board,
    shapes: Shapes,
    view: View,
    *,
    names: bool,
    lowered: Set[SpaceId] = frozenset(),
    obstacles: Iterable[Bounds] = (),
) -> list[Label]:
    """A label for every space in sight; tight spaces choose first.

    ``lowered`` are spaces with something under the unit; ``obstacles`` are boxes that nothing may cover.
    """
    if view.level is Level.WORLD:
        return []
    taken = Taken(view.board_width * view.scale if view.wraps else 0.0)
    for box in obstacles:
        taken.add(box)
    seen = {code: shape for code, shape in shapes.spaces.items() if code in board.spaces and _is_seen(view, shape)}
    for code, shape in seen.items():
        for spot in (shape.unit, *shape.coasts.values()):
            left, top, right, bottom = unit_box(view.pixel(spot), view.block)
            taken.add((left, top, right, bottom + (DROP if code in lowered else 0.0)))
        if board.spaces[code].centre:
            x, y = view.pixel(shape.centre)
            taken.add((x - CENTRE_ROOM, y - CENTRE_ROOM, x + CENTRE_ROOM, y + CENTRE_ROOM))
    islets = _islets(shapes, view)
    placed = []
    for code in sorted(seen, key=lambda code: (seen[code].room, code)):
        label = _Placer(board.spaces[code], shapes, view, (taken, islets), DROP if code in lowered else 0.0).place(
            names=names
        )
        taken.add(label.box)
        placed.append(label)
    return sorted(placed, key=lambda label: label.space)


def _islets(shapes: Shapes, view: View) -> Taken:
    """Islets large enough to be seen under a label."""
    taken = Taken()
    for line in shapes.islets:
        left, top, right, bottom = bounds([line])
        if max(right - left, bottom - top) * view.scale > 8:
            taken.add((*view.pixel((left, top)), *view.pixel((right, bottom))))
    return taken


def _is_seen(view: View, shape: SpaceShape) -> bool:
    box = (shape.unit.x, shape.unit.y, shape.unit.x, shape.unit.y)
    return bool(view.shifts(box, 0.0))


def label_size(view: View, space: Space, shape: SpaceShape) -> float:
    """Letters in px: larger where there is room, as on an engraved map."""
    base: float = view.medium.letters[view.level]
    least, more = _LABELS["room"]
    spare = max(0.0, min(shape.room * view.scale - least, more)) / more
    return float(base + spare * _LABELS["seaGrowth" if space.terrain is Terrain.SEA else "landGrowth"])


class _Placer:
    """Finds the place of one label."""

    def __init__(self, space: Space, shapes: Shapes, view: View, taken: tuple[Taken, Taken], drop: float) -> None:
        self.space = space
        self.shape = shapes.spaces[space.id]
        self.rings: list[Line] = list(shapes.rings(self.shape.polygons, light=True))
        self.outline: list[Line] = list(shapes.rings(self.shape.polygons))
        self.view = view
        self.taken, self.islets = taken
        self.drop = drop
        self.size = label_size(view, space, self.shape)

    def place(self, *, names: bool) -> Label:
        """The first wording that fits inside, else the code beside the space."""
        wordings = word_space(self.space, self.view.medium.least_code)
        if not names or not self.view.has_names:
            wordings = wordings[-1:]
        smaller = max(self.size - _LABELS["smaller"], self.view.medium.least_letters[self.view.level])
        if not self.shape.is_outside:
            for wording in wordings:
                for size in sorted({self.size, smaller}, reverse=True):
                    middle = self._find(self._inside_spots(wording, size), wording, size, inside=True)
                    if middle:
                        return Label(self.space.id, wording, *middle, size)
        is_named = self.shape.is_disc or self.view.level is Level.CLOSE
        for wording in wordings if is_named else wordings[-1:]:
            middle = self._find(self._outside_spots(wording, smaller), wording, smaller, inside=False)
            if middle:
                return Label(self.space.id, wording, *middle, smaller)
        x, y = self.view.pixel(self.shape.label)
        return Label(self.space.id, wordings[-1], x, y, smaller)

    def _find(self, spots: Iterable[Point], wording: Wording, size: float, *, inside: bool) -> Point | None:
        """The first free spot; one that leaves the islets bare is worth a small detour."""
        second: Point | None = None
        across, down = wording.width(size) / 2 + GAP, wording.height(size) / 2 + GAP
        for number, (x, y) in enumerate(spots):
            spot, box = (x, y), (x - across, y - down, x + across, y + down)
            if not (self.taken.is_free(box) and self._is_on_paper(box) and (not inside or self._holds(box))):
                continue
            if not wording.is_sea or self.islets.is_free(box):
                return spot
            second = second or spot
            if number > DETOUR:
                break
        return second

    def _inside_spots(self, wording: Wording, size: float) -> Iterator[Point]:
        view, block = self.view, self.view.block
        x, y = view.pixel(self.shape.unit)
        wide, high = wording.width(size), wording.height(size)
        under = y + 0.72 * block + GAP + self.drop + high / 2
        yield x, under
        yield view.pixel(self.shape.label)
        # Clear of the sails, and of the frame that the page draws round a unit in hand.
        above = y - 0.86 * block - GAP - high / 2
        for slide in (-0.2, 0.2, -0.4, 0.4):
            yield x + slide * wide, under
        for slide in (0.0, -0.3, 0.3):
            yield x + slide * wide, above
        aside = 0.78 * block + GAP + wide / 2
        for drop in (0.0, 0.35, -0.35):
            yield x + aside, y + drop * block
            yield x - aside, y + drop * block
        yield from self._grid(x, y, wide, high)

    def _grid(self, x: float, y: float, wide: float, high: float) -> Iterator[Point]:
        """Spots round the unit, nearest first, as far as the space may reach."""
        steps = [(column, row) for column in range(-6, 7) for row in range(-8, 9) if (column, row) != (0, 0)]
        for column, row in sorted(steps, key=lambda step: (step[0] ** 2 + step[1] ** 2, step)):
            yield x + column * max(wide * 0.3, 8), y + row * max(high * 0.6, 7)

    def _outside_spots(self, wording: Wording, size: float) -> Iterator[Point]:
        """Under and round the unit, then further out; small islands have their names beside them."""
        view, block = self.view, self.view.block
        x, y = view.pixel(self.shape.unit)
        wide, high = wording.width(size), wording.height(size)
        disc = 10.5 * view.scale if self.shape.is_disc else 0.0
        under = max(0.72 * block, disc) + GAP + 1 + self.drop + high / 2
        aside = max(0.8 * block, disc) + GAP + 1 + wide / 2
        yield from ((x, y + under), (x, y - under - 0.1 * block), (x + aside, y), (x - aside, y))
        for reach in range(1, 9):
            for across, down in ((0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (0, -1)):
                yield x + across * (aside * 0.5 + 5 * reach), y + down * (under * 0.7 + 4 * reach)

    def _is_on_paper(self, box: Bounds) -> bool:
        """Whether a copy of the box lies wholly in the window."""
        left, top, right, bottom = self.view.frame
        turn = self.view.board_width * self.view.scale if self.view.wraps else 0.0
        is_across = any(box[0] + shift >= left and box[2] + shift <= right for shift in (0.0, turn, -turn))
        return is_across and box[1] >= top and box[3] <= bottom

    def _holds(self, box: Bounds) -> bool:
        """Whether the space holds the whole box: ten points lie inside, and no outline runs through it."""
        left, top = self.view.spot((box[0], box[1]))
        right, bottom = self.view.spot((box[2], box[3]))
        across = (right - left) / 4
        points = (Spot(left + across * step, edge) for step in (0, 4, 2, 1, 3) for edge in (top, bottom))
        if not all(is_inside(point, self.rings) for point in points):
            return False
        low_x, low_y, high_x, high_y = (edge * TENTHS for edge in (left, top, right, bottom))
        return not any(low_x < x < high_x and low_y < y < high_y for ring in self.outline for x, y in ring)


def overlapping(labels: Sequence[Label]) -> list[tuple[SpaceId, SpaceId]]:
    """Pairs of labels that touch: none, if all is well."""
    return [
        (label.space, other.space)
        for number, label in enumerate(labels)
        for other in labels[:number]
        if touches(label.box, other.box)
    ]
