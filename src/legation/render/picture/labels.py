"""The places of labels. A label shows which space it names: it never enters another land, and never overlaps another
label.

Each space tries one way after another: its name along its shape, then in one line or two, smaller, half out at sea, at
sea with a leader line; then its code, in the same ways, and last across its unit. If nothing fits, a small picture
leaves the label out.

A name also avoids order lines, if its space has room for that in letters that are not much smaller.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import chain
from typing import Literal

from legation.board import Board, Curve, Shapes, Space, SpaceId, SpaceShape, Terrain
from legation.render.picture.bent import Bent, Point, bent_boxes, point_at, walk_curve
from legation.render.picture.label_text import Wording, word_space
from legation.render.picture.looks import LOOKS
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.view import Bounds, Level, View, bounds

CELL = 80.0
_LABELS = LOOKS["labels"]
GAP: float = _LABELS["gap"]
"""The free px round a label."""
DROP: float = _LABELS["drop"]
"""The px by which a label gives way to a plinth, a wave or the name of a coast, at Region zoom."""
_BLOCK: float = LOOKS["units"]["block"]
CENTRE_ROOM: float = _LABELS["centreRoom"]
FOREIGN: float = _LABELS["foreign"]
"""The largest share of a label that may overlap another land."""
ASTRIDE: float = _LABELS["astride"]
"""The least share of a label on its own land if it extends out to sea."""
SHRINK: float = _LABELS["shrink"]
OVER_LAND: float = _LABELS["overLand"]
"""The px of a leader line from which on it may not run over the land of other spaces: it may cut a corner."""
FAR_OVER_LAND: float = _LABELS["farOverLand"]
"""The same for a code without any other place."""
SQUEEZE: float = _LABELS["squeeze"]
"""The px between the spots at which a narrow sea tries its code."""
TIGHT: float = _LABELS["tight"]
"""How much smaller than the least letters those of a code may be as a last resort."""
WORN_DOWN: list[float] = _LABELS["wornDown"]
WORN_ASIDE: list[float] = _LABELS["wornAside"]
"""The possible places of a code across its unit: how far down its upper edge and aside its middle is, in blocks."""
WORN_FAR: int = _LABELS["wornFar"]
"""At World zoom only the first of them: there the colour of a unit says more than a code."""
CLEAR: int = _LABELS["clearSteps"]
"""The number of letter sizes at which a name tries to avoid order lines; after that it lies under them."""
CLEAR_WATERS: int = _LABELS["clearWaters"]
"""The same for a sea, which has larger letters to begin with."""
HALF = 0.5
"""The least share of its curves along which a wide sea shows its name."""


class Class(IntEnum):
    """The size of letters, by the area of a space."""

    OCEAN = 0
    SEA = 1
    GULF = 2
    COUNTRY = 3
    PROVINCE = 4


@dataclass(frozen=True, slots=True)
class Label:
    """A label with its place: the middle of its lines, in px, in the unshifted copy of the world."""

    space: SpaceId
    wording: Wording
    x: float
    y: float
    size: float
    leader: Point | None = None
    """The end of the line that ties a label at sea to its space."""
    bent: Bent | None = None
    is_repeat: bool = False
    """True if the same sea also has its name elsewhere."""
    is_worn: bool = False
    """True if it lies across its own unit, which is drawn first then."""

    @property
    def boxes(self) -> tuple[Bounds, ...]:
        """Its boxes: one, or one for every few letters along a curve."""
        if self.bent:
            return tuple(bent_boxes(self.bent, self.wording, self.size))
        return (make_box((self.x, self.y), self.wording, self.size),)

    @property
    def box(self) -> Bounds:
        """One box around everything."""
        found = self.boxes
        return (
            min(box[0] for box in found),
            min(box[1] for box in found),
            max(box[2] for box in found),
            max(box[3] for box in found),
        )


class Taken:
    """Taken boxes, in cells for quick look-up; boxes of a round world are entered in each copy."""

    def __init__(self, turn: float = 0.0) -> None:
        self.turn = turn
        self.cells: dict[tuple[int, int], list[Bounds]] = {}

    def add(self, box: Bounds) -> None:
        """Mark a box as taken."""
        for shift in (0.0, self.turn, -self.turn) if self.turn else (0.0,):
            moved = (box[0] + shift, box[1], box[2] + shift, box[3])
            for cell in self._cells(moved):
                self.cells.setdefault(cell, []).append(moved)

    def is_free(self, box: Bounds, apart_from: Bounds | None = None) -> bool:
        """True if a box touches nothing, or only the given one."""
        left, top, right, bottom = box
        for cell in self._cells(box):
            for other in self.cells.get(cell, ()):
                is_met = left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
                if is_met and other != apart_from:
                    return False
        return True

    @staticmethod
    def _cells(box: Bounds) -> Iterator[tuple[int, int]]:
        for column in range(int(box[0] // CELL), int(box[2] // CELL) + 1):
            for row in range(int(box[1] // CELL), int(box[3] // CELL) + 1):
                yield column, row


def touches(box: Bounds, other: Bounds) -> bool:
    """True if two boxes overlap."""
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def make_box(middle: Point, wording: Wording, size: float) -> Bounds:
    """The box of a label round its middle."""
    across, down = wording.width(size) / 2 + GAP, wording.height(size) / 2 + GAP
    return middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down


def unit_box(middle: Point, block: float) -> Bounds:
    """The box of a unit: an army or the longer hull of a fleet."""
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
    lines: Iterable[Bounds] = (),
    vacant: Set[SpaceId] = frozenset(),
    terrain: TerrainMap | None = None,
) -> list[Label]:
    """Labels for the visible spaces; tight spaces choose first.

    ``lowered`` are spaces with something under the unit; ``obstacles`` are boxes that nothing may cover, and ``lines``
    boxes along order lines that labels avoid if possible. ``vacant`` spaces have no unit: if there is no room beside
    its place, a code takes it.
    """
    if not view.has_labels:
        return []
    # Lines to a box on the far side come in again there, so heads lie one world width away from the labels beside
    # them.
    turn = shapes.turn * view.scale
    taken, standing, crossed = Taken(turn), Taken(turn), Taken(turn)
    drop = DROP * min(1.0, view.block / _BLOCK)
    for box in obstacles:
        taken.add(box)
        standing.add(box)
    for box in lines:
        crossed.add(box)
    seen = {code: shape for code, shape in shapes.spaces.items() if code in board.spaces and _is_seen(view, shape)}
    for code, shape in seen.items():
        for spot in (shape.unit, *shape.coasts.values()):
            left, top, right, bottom = unit_box(view.pixel(spot), view.block)
            taken.add((left, top, right, bottom + (drop if code in lowered else 0.0)))
            if code not in vacant:
                standing.add((left, top, right, bottom + drop))
        if board.spaces[code].centre:
            x, y = view.pixel(shape.centre)
            half = CENTRE_ROOM * view.fineness
            taken.add((x - half, y - half, x + half, y + half))
    under = terrain or TerrainMap(board, shapes)
    room = _Room(view, under, taken, standing, crossed, _islets(shapes, view, "islet"), _islets(shapes, view, "speck"))
    placed: list[Label] = []
    for code in sorted(seen, key=lambda code: (seen[code].room, code)):
        placer = _Placer(
            board.spaces[code], seen[code], room, drop if code in lowered else 0.0, is_vacant=code in vacant
        )
        # A box shows its code alone: its description is at its foot.
        for label in placer.place(names=names and code not in shapes.boxes):
            room.take(label)
            placed.append(label)
    return sorted(placed, key=lambda label: (label.space, label.is_repeat, label.x))


def _islets(shapes: Shapes, view: View, least: Literal["islet", "speck"]) -> Taken:
    """Islets of more than this size."""
    taken = Taken()
    for line in shapes.islets:
        left, top, right, bottom = bounds([line])
        if max(right - left, bottom - top) * view.scale > _LABELS[least]:
            taken.add((*view.pixel((left, top)), *view.pixel((right, bottom))))
    return taken


def _is_seen(view: View, shape: SpaceShape) -> bool:
    box = (shape.unit.x, shape.unit.y, shape.unit.x, shape.unit.y)
    return bool(view.shifts(box, 0.0))


def class_of(space: Space, area: float, unit: float) -> Class:
    """The class of a space by its area, measured in squares of a unit's radius."""
    share = area / unit**2
    if space.terrain is Terrain.SEA:
        ocean, sea = _LABELS["waters"]
        return Class.OCEAN if share >= ocean else Class.SEA if share >= sea else Class.GULF
    return Class.COUNTRY if share >= _LABELS["countries"] else Class.PROVINCE


@dataclass(frozen=True, slots=True)
class _Room:
    """The input of a placer: the window, the ground, and what is taken."""

    view: View
    terrain: TerrainMap
    taken: Taken
    standing: Taken
    """What is taken even if the places of units are not kept free where there is no unit."""
    lines: Taken
    islets: Taken
    """Islets on which no name may lie."""
    specks: Taken
    """These and smaller ones, which names avoid if there is other room for letters as large."""

    def is_free(self, box: Bounds, *, is_clear: bool) -> bool:
        """True if a box contains nothing and, if it must be clear, no order line crosses it."""
        return self.taken.is_free(box) and not (is_clear and not self.lines.is_free(box))

    def take(self, label: Label) -> None:
        """Keep everything else off a label's place and its leader line."""
        boxes = list(label.boxes)
        if label.leader:
            steps = _steps(_near(label.boxes[0], label.leader), label.leader, 6.0)
            boxes += [(x - 1.5, y - 1.5, x + 1.5, y + 1.5) for x, y in steps]
        for box in boxes:
            self.taken.add(box)
            self.standing.add(box)

    def is_on_paper(self, box: Bounds) -> bool:
        """True if a copy of the box lies completely in the window."""
        left, top, right, bottom = self.view.frame
        turn = self.view.board_width * self.view.scale if self.view.wraps else 0.0
        is_across = any(box[0] + shift >= left and box[2] + shift <= right for shift in (0.0, turn, -turn))
        return is_across and box[1] >= top and box[3] <= bottom

    def units(self, box: Bounds) -> Bounds:
        """A box in board units."""
        return (*self.view.spot((box[0], box[1])), *self.view.spot((box[2], box[3])))


class _Placer:
    """Finds the places of one space's labels."""

    def __init__(self, space: Space, shape: SpaceShape, room: _Room, drop: float, *, is_vacant: bool) -> None:
        self.space, self.shape, self.room, self.drop, self.is_vacant = space, shape, room, drop, is_vacant
        self.view = room.view
        self.area = room.terrain.areas[space.id]
        self.size_class = class_of(space, self.area, self.view.unit)
        medium, level = self.view.medium, self.view.level
        self.least = min(medium.least_letters[level], medium.letters[level][self.size_class])
        self.sizes = _shrink(medium.letters[level][self.size_class], self.least)

    def place(self, *, names: bool) -> list[Label]:
        """The label, and its repeats in a wide sea; empty if nothing fits."""
        wordings = word_space(self.space, self.view.medium.least_code, is_ocean=self.size_class is Class.OCEAN)
        named = [wording for wording in wordings if wording.is_name] if names else []
        code = wordings[-1]
        tries = self._try_code(code) if not named else chain(self._try_named(named, code), self._try_code(code))
        return next((labels for labels in tries if labels), [])

    def _try_named(self, named: Sequence[Wording], code: Wording) -> Iterator[list[Label]]:
        if not self.shape.is_outside:
            yield self._place_clear(named, code)
        if self.view.has_names or self.shape.is_disc:
            if self.room.lines.cells:
                yield from self._try_outside(named, is_clear=True)
            yield from self._try_outside(named)

    def _place_clear(self, named: Sequence[Wording], code: Wording) -> list[Label]:
        """The name in its space, clear of order lines; if it would be much smaller then, beside it.

        Otherwise the code of a land or a gulf, clear of them; otherwise the name lies under them.
        """
        found = self._place_inside(named, self.sizes)
        if all(self.room.lines.is_free(box) for label in found for box in label.boxes):
            return found
        largest = self.sizes.index(found[0].size)
        is_sea = self.space.terrain is Terrain.SEA
        sizes = self.sizes[largest : largest + (CLEAR_WATERS if is_sea else CLEAR)]
        if clear := self._place_inside(named, sizes, is_clear=True):
            return clear
        beside = [] if is_sea else self._place_off_lines(named, sizes)
        if not beside and self.size_class >= Class.GULF:
            beside = self._place_clear_code(code)
        return beside or found

    def _place_off_lines(self, named: Sequence[Wording], sizes: Sequence[float]) -> list[Label]:
        """The name of a land half out at sea or tied to it by a line, if an order line would cross it inside."""
        if not self.view.has_names:
            return []
        reach = _LABELS["nameReach"]
        tries = chain(
            (self._astride(wording, size, is_clear=True) for size in sizes for wording in named),
            (self._at_sea(wording, sizes[-1], reach, is_clear=True) for wording in named),
        )
        return next((labels for labels in tries if labels), [])

    def _place_inside(self, named: Sequence[Wording], sizes: Sequence[float], *, is_clear: bool = False) -> list[Label]:
        """The name as large as it fits; if it would lie on an islet along its shape, then smaller or in level lines."""
        found = self._place_largest(named, sizes, is_clear=is_clear)
        if not any(map(self._is_on_islet, found)):
            return found
        line = named[-1] if self.space.terrain is Terrain.SEA else named[0]
        largest = self.sizes.index(found[0].size)
        smaller = self.sizes[largest : largest + CLEAR]
        for size in smaller if len(found) > 1 else []:
            if labels := self._place_bent(line, size, least=1.0, is_clear=is_clear, is_off_islets=True):
                return labels
        for size in smaller:
            if labels := self._place_bent(line, size, is_clear=is_clear, is_off_islets=True):
                return labels
            for wording in named:
                if labels := self._inside(wording, size, is_clear=is_clear):
                    return labels
        return found

    def _place_largest(self, named: Sequence[Wording], sizes: Sequence[float], *, is_clear: bool) -> list[Label]:
        """The name along the shape or in level lines, as large as it fits; a wide sea tries its shape first."""
        line = named[-1] if self.space.terrain is Terrain.SEA else named[0]
        if len(self.shape.names) > 1:
            # In a small picture two names of one sea would be side by side.
            near = self.sizes[:CLEAR] if self.view.level >= Level.REGION else []
            for least, tried in ((1.0, near), (HALF, self.sizes)):
                for size in tried:
                    if labels := self._place_bent(line, size, least=least, is_clear=is_clear):
                        return labels
        for size in sizes:
            if labels := self._place_bent(line, size, is_clear=is_clear):
                return labels
            for wording in named:
                if labels := self._inside(wording, size, is_clear=is_clear):
                    return labels
        return []

    def _try_outside(self, named: Sequence[Wording], *, is_clear: bool = False) -> Iterator[list[Label]]:
        """Half out at sea or beside an island; at sea with a leader line in the smallest letters only."""
        for size in self.sizes[:-1] if self.shape.is_outside else ():
            for wording in named:
                yield self._astride(wording, size, is_clear=is_clear)
            for wording in named:
                yield self._at_sea(wording, size, 0, is_clear=is_clear, is_tied=False)
        for wording in named:
            yield self._astride(wording, self.least, is_clear=is_clear)
        for wording in named:
            yield self._at_sea(wording, self.least, _LABELS["nameReach"], is_clear=is_clear)

    def _place_clear_code(self, code: Wording) -> list[Label]:
        """The code in its space, clear of order lines."""
        tries = (self._inside(code, size, is_clear=True) for size in self._small()[:CLEAR])
        return next((labels for labels in tries if labels), [])

    def _small(self) -> list[float]:
        """The letter sizes of codes."""
        return _shrink(self.view.medium.letters[self.view.level][Class.PROVINCE], self.least)

    def _try_code(self, code: Wording) -> Iterator[list[Label]]:
        small = self._small()
        if self.room.lines.cells:
            yield self._place_clear_code(code)
            yield self._astride(code, self.least, is_clear=True)
            yield self._place_for_unit(code, is_clear=True)
            if self.space.terrain is not Terrain.SEA:
                yield self._at_sea(code, self.least, _LABELS["nameReach"], is_clear=True)
        for size in small:
            yield self._inside(code, size)
        for size in small:
            yield self._astride(code, size)
        yield self._inside(code, self.least, over_islets=True)
        if self.size_class is Class.GULF:
            yield self._place_bent(replace(code, has_code_line=False), self.least)
            yield self._squeeze(code, self.least)
        yield self._place_for_unit(code)
        reach = _LABELS["codeReach"][self.view.level]
        yield self._at_sea(code, self.least, reach)
        if self.space.terrain is Terrain.LAND:
            yield self._squeeze(code, self.least)
        yield self._wear(replace(code, has_code_line=False), self.least, WORN_DOWN[:1])
        if self.space.terrain is Terrain.LAND:
            yield self._squeeze(code, TIGHT * self.least)
        yield self._at_sea(code, self.least, reach, over_land=FAR_OVER_LAND)
        yield from self._try_last(code)

    # Along the shape

    def _place_bent(
        self, wording: Wording, size: float, *, least: float = HALF, is_clear: bool = False, is_off_islets: bool = False
    ) -> list[Label]:
        """The name along the shape; a wide sea has it several times, along at least this share of its curves."""
        bent = (self._bend(curve, wording, size, is_clear=is_clear) for curve in self.shape.names)
        labels = [label for label in bent if label and not (is_off_islets and self._is_on_islet(label))]
        if len(labels) < least * len(self.shape.names):
            return []
        return [replace(label, is_repeat=number > 0) for number, label in enumerate(labels)]

    def _is_on_islet(self, label: Label) -> bool:
        return not all(map(self.room.islets.is_free, label.boxes))

    def _bend(self, curve: Curve, wording: Wording, size: float, *, is_clear: bool) -> Label | None:
        start, first, second, end = (self.view.pixel(spot) for spot in curve)
        ends = (start, first, second, end)
        length = walk_curve(ends)[-1][2]
        line = wording.along
        width = line.width(size)
        if width > _LABELS["bentMost"] * length:
            return None
        most = _LABELS["bentSpacing"][self.size_class]
        spare = max(0.0, _LABELS["bentShare"] * length - width) / max(1, line.count * size)
        bent = Bent(ends, round(min(most, spare), 3))
        for box in bent_boxes(bent, wording, size):
            if not (self.room.is_free(box, is_clear=is_clear) and self.room.is_on_paper(box)):
                return None
            under = self.room.units(box)
            if self.room.terrain.holds(under, self.space.id):
                continue
            # A name lies completely in its space; letters of a lone code may touch a shore.
            if wording.is_name or self.room.terrain.weigh(under, self.space.id).own < 1 - FOREIGN:
                return None
        x, y, _ = point_at(walk_curve(ends), length / 2)
        return Label(self.space.id, wording, x, y, size, bent=bent)

    # In straight lines

    def _inside(
        self, wording: Wording, size: float, *, is_clear: bool = False, over_islets: bool = False
    ) -> list[Label]:
        """Completely within the space, clear of islets; of the smallest ones too, if there is such a spot."""
        second = list[Label]()
        wide, high = wording.width(size), wording.height(size)
        scale, room = self.view.scale, self.room
        if wide * high > self.area * scale * scale:
            return []
        across, down = wide / 2 + GAP, high / 2 + GAP
        around = room.terrain.boxes[self.space.id]
        (left, top), (right, bottom) = self.view.pixel(around[:2]), self.view.pixel(around[2:])
        for x, y in self._inside_spots(wide, high):
            box = (x - across, y - down, x + across, y + down)
            if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
                continue
            if not (room.is_free(box, is_clear=is_clear) and room.terrain.holds(room.units(box), self.space.id)):
                continue
            if room.is_on_paper(box) and (over_islets or room.islets.is_free(box)):
                label = Label(self.space.id, wording, x, y, size)
                if over_islets or room.specks.is_free(box):
                    return [label]
                second = second or [label]
        return second

    def _squeeze(self, code: Wording, size: float) -> list[Label]:
        """The code anywhere in a narrow sea or a small land, at worst with its edge over a shore or a border."""
        best, least = list[Label](), FOREIGN
        across, down = code.width(size) / 2 + GAP, code.height(size) / 2 + GAP
        around = self.room.terrain.boxes[self.space.id]
        (left, top), (right, bottom) = self.view.pixel(around[:2]), self.view.pixel(around[2:])
        for row in range(int((bottom - top) / SQUEEZE)):
            for column in range(int((right - left) / SQUEEZE)):
                x, y = left + column * SQUEEZE, top + row * SQUEEZE
                box = (x - across, y - down, x + across, y + down)
                if not (self.room.is_free(box, is_clear=False) and self.room.is_on_paper(box)):
                    continue
                shares = self.room.terrain.weigh(self.room.units(box), self.space.id)
                if shares.foreign < least and shares.own > 1 - FOREIGN:
                    best, least = [Label(self.space.id, code, x, y, size)], shares.foreign
        return best

    def _try_last(self, code: Wording) -> Iterator[list[Label]]:
        """When there is no other room: the code over the foot of the unit, then in letters below the smallest size.

        A sea's code is not spaced here.
        """
        plain = replace(code, has_code_line=False)
        yield self._wear(plain, self.least)
        size = TIGHT * self.least
        if self.size_class is Class.GULF:
            yield self._place_bent(plain, size)
        yield self._squeeze(plain, size)
        yield self._wear(plain, size)

    def _wear(self, code: Wording, size: float, downs: Sequence[float] = WORN_DOWN) -> list[Label]:
        """The code across the unit: right under it if possible, else over its foot; last, from near, its middle."""
        x, y = self.view.pixel(self.shape.unit)
        left, top, right, bottom = unit_box((x, y), self.view.block)
        unit = (left, top, right, bottom + self.drop)
        for down in downs[: WORN_FAR if self.view.level is Level.WORLD else None]:
            for aside in WORN_ASIDE:
                spot = (x + aside * self.view.block, y + down * self.view.block + code.height(size) / 2)
                box = make_box(spot, code, size)
                if not (self.room.taken.is_free(box, apart_from=unit) and self.room.is_on_paper(box)):
                    continue
                shares = self.room.terrain.weigh(self.room.units(box), self.space.id)
                if shares.foreign <= FOREIGN and shares.own > 1 - FOREIGN:
                    return [Label(self.space.id, code, *spot, size, is_worn=True)]
        return []

    def _place_for_unit(self, code: Wording, *, is_clear: bool = False) -> list[Label]:
        """The code in place of a missing unit, under the mark of a centre."""
        x, y = self.view.pixel(self.shape.unit)
        high = code.height(self.least)
        for down in (high / 2, high, 0.0) if self.is_vacant else ():
            box = make_box((x, y + down), code, self.least)
            if not (self.room.standing.is_free(box) and self.room.is_on_paper(box)):
                continue
            if is_clear and not self.room.lines.is_free(box):
                continue
            shares = self.room.terrain.weigh(self.room.units(box), self.space.id)
            if shares.foreign <= FOREIGN and shares.own > 1 - FOREIGN:
                return [Label(self.space.id, code, x, y + down, self.least)]
        return []

    def _astride(self, wording: Wording, size: float, *, is_clear: bool = False) -> list[Label]:
        """Beside the unit, partly out at sea, like names of coastal towns."""
        if self.space.terrain is Terrain.SEA:
            return []
        across, down = wording.width(size) / 2 + GAP, wording.height(size) / 2 + GAP
        for x, y in self._beside_spots(2 * across, 2 * down):
            box = (x - across, y - down, x + across, y + down)
            if self.room.is_free(box, is_clear=is_clear) and self.room.is_on_paper(box):
                shares = self.room.terrain.weigh(self.room.units(box), self.space.id)
                if shares.own >= ASTRIDE and shares.foreign <= FOREIGN / 4:
                    return [Label(self.space.id, wording, x, y, size)]
        return []

    def _at_sea(
        self,
        wording: Wording,
        size: float,
        reach: float,
        *,
        is_clear: bool = False,
        is_tied: bool = True,
        over_land: float = OVER_LAND,
    ) -> list[Label]:
        """Off the space, at sea, tied to it by a line; without a line only right beside a small island.

        The nearest spot whose line crosses nothing; if there is none, the one with the least land of others.
        """
        best, least = list[Label](), over_land
        across, down = wording.width(size) / 2 + GAP, wording.height(size) / 2 + GAP
        anchor = self.view.pixel(self.shape.unit)
        for x, y in self._outside_spots(2 * across, 2 * down, reach):
            box = (x - across, y - down, x + across, y + down)
            if not (self.room.is_free(box, is_clear=is_clear) and self.room.is_on_paper(box)):
                continue
            if self.room.terrain.weigh(self.room.units(box), self.space.id).foreign > FOREIGN:
                continue
            leader = None if self._is_beside(box) else anchor
            label = Label(self.space.id, wording, x, y, size, leader=leader)
            if leader is None:
                return [label]
            if not is_tied:
                continue
            start = _near(box, leader)
            crossed = self._cross_land(start, leader) if self._is_clear(start, leader) else over_land
            if crossed == 0:
                return [label]
            if crossed < least:
                best, least = [label], crossed
        return best

    def _cross_land(self, start: Point, end: Point) -> float:
        """The px of a leader line on the land of other spaces."""
        step = 4.0
        return step * sum(
            self.room.terrain.weigh(self.room.units((x - 1, y - 1, x + 1, y + 1)), self.space.id).foreign > 0
            for x, y in _steps(start, end, step)
        )

    def _is_beside(self, box: Bounds) -> bool:
        """True if a label is far enough on its space, or close enough to a small island, to need no line."""
        x, y = self.view.pixel(self.shape.unit)
        near = _near(box, (x, y))
        room = self.view.block * 0.76 + 2 * GAP + self.drop
        if not self.shape.is_disc:
            own = self.room.terrain.weigh(self.room.units(box), self.space.id).own
            if own < 0.2 or own >= ASTRIDE:
                return own >= ASTRIDE
        return math.dist(near, (x, y)) <= max(room, self._disc() + 3 * GAP)

    def _is_clear(self, start: Point, end: Point) -> bool:
        """True if a leader line crosses no label and no unit of another space."""
        coasts = map(self.view.pixel, self.shape.coasts.values())
        own = [unit_box(place, self.view.block) for place in (end, *coasts)]
        for x, y in _steps(start, end, 4.0):
            if any(left <= x <= right and top <= y <= bottom + self.drop for left, top, right, bottom in own):
                continue
            if not self.room.taken.is_free((x - 0.5, y - 0.5, x + 0.5, y + 0.5)):
                return False
        return True

    def _disc(self) -> float:
        return _LABELS["disc"] * self.view.scale if self.shape.is_disc else 0.0

    def _inside_spots(self, wide: float, high: float) -> Iterator[Point]:
        view, block = self.view, self.view.block
        x, y = view.pixel(self.shape.unit)
        under = y + 0.72 * block + GAP + self.drop + high / 2
        yield x, under
        yield view.pixel(self.shape.label)
        # Clear of the sails, and of the frame that the page draws round a selected unit.
        above = y - 0.86 * block - GAP - high / 2
        for slide in (-0.2, 0.2, -0.4, 0.4):
            yield x + slide * wide, under
        for slide in (0.0, -0.3, 0.3):
            yield x + slide * wide, above
        aside = 0.78 * block + GAP + wide / 2
        for drop in (0.0, 0.35, -0.35):
            yield x + aside, y + drop * block
            yield x - aside, y + drop * block
        across, down = max(wide * 0.3, 8), max(high * 0.6, 7)
        for column, row in STEPS:
            yield x + column * across, y + row * down

    def _beside_spots(self, wide: float, high: float) -> Iterator[Point]:
        block = self.view.block
        x, y = self.view.pixel(self.shape.unit)
        under = 0.72 * block + self.drop + high / 2
        above = -0.8 * block - high / 2
        aside = 0.8 * block + wide / 2
        yield x, y + under
        for drop in (0.0, 0.35, -0.35):
            yield x + aside, y + drop * block
            yield x - aside, y + drop * block
        for share in (0.25, -0.25, 0.5, -0.5):
            yield x + share * wide, y + under
        for share in (0.0, 0.25, -0.25, 0.5, -0.5):
            yield x + share * wide, y + above
        for drop in (0.8, -0.8, 1.2, -1.2):
            yield x + aside, y + drop * block
            yield x - aside, y + drop * block

    def _outside_spots(self, wide: float, high: float, reach: float) -> Iterator[Point]:
        """Round the unit, farther and farther out; beside and below before above."""
        block = self.view.block
        x, y = self.view.pixel(self.shape.unit)
        start = max(0.72 * block, self._disc()) + 1
        for step in range(int(reach) + 1):
            away = start + step * _LABELS["reachStep"]
            for across, down in ROUND:
                drop = self.drop if down > 0 else 0.0
                yield x + across * (away + wide / 2), y + down * (away + high / 2) + drop


STEPS = sorted(
    ((column, row) for column in range(-5, 6) for row in range(-7, 8) if (column, row) != (0, 0)),
    key=lambda step: (step[0] ** 2 + step[1] ** 2, step),
)
ROUND = (
    (0.0, 1.0), (1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.9, 0.45), (-0.9, 0.45), (0.9, -0.45), (-0.9, -0.45),
    (0.5, 0.87), (-0.5, 0.87), (0.5, -0.87), (-0.5, -0.87),
)  # fmt: skip


def _shrink(size: float, least: float) -> list[float]:
    """Smaller and smaller letters, down to the least."""
    sizes = []
    while size > least:
        sizes.append(size)
        size *= SHRINK
    return [*sizes, least]


def _near(box: Bounds, point: Point) -> Point:
    """The spot of a box nearest to a point."""
    return min(max(point[0], box[0]), box[2]), min(max(point[1], box[1]), box[3])


def leader_start(label: Label) -> Point:
    """The start of a label's leader line: at the edge of its box."""
    return _near(label.boxes[0], label.leader or (label.x, label.y))


def _steps(start: Point, end: Point, length: float) -> Iterator[Point]:
    count = max(1, int(math.dist(start, end) / length))
    for number in range(1, count):
        share = number / count
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def overlapping(labels: Sequence[Label]) -> list[SpaceId]:
    """Labels that touch an earlier one; empty if all is well."""
    taken, found = Taken(), []
    for label in labels:
        boxes = label.boxes
        if not all(map(taken.is_free, boxes)):
            found.append(label.space)
        for box in boxes:
            taken.add(box)
    return found


def straying(labels: Sequence[Label], view: View, terrain: TerrainMap) -> Mapping[SpaceId, float]:
    """Labels with more than a tenth on a land that they do not name, with that share."""
    found: dict[SpaceId, float] = {}
    for label in labels:
        for box in label.boxes:
            units = (*view.spot((box[0], box[1])), *view.spot((box[2], box[3])))
            foreign = terrain.weigh(units, label.space).foreign
            if foreign > FOREIGN:
                found[label.space] = max(foreign, found.get(label.space, 0.0))
    return found
