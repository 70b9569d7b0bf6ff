"""Order lines: every kind of order, and its result."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from legation.board import LocationId, PowerId, SpaceId, Spot, UnitKind, space_of
from legation.judge import Fate, Outcome, Result
from legation.orders import (
    Bomb,
    Build,
    Convoy,
    Disband,
    Embark,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    format_order,
    group_carriers,
    list_route_seas,
)
from legation.render.picture import strokes
from legation.render.picture.canvas import Canvas
from legation.render.picture.looks import LOOKS
from legation.render.picture.order_ways import OrderWay, make_way
from legation.render.picture.pieces import displaced_spot, mark_size
from legation.render.picture.situation import Situation
from legation.render.picture.strokes import Pen
from legation.render.picture.svg import escape, group, number, tag
from legation.render.picture.symbols import BLOCK, SYMBOLS, TIP, at, draw_badge, draw_unit, draw_wave
from legation.render.picture.tracks import (
    Point,
    Track,
    bend,
    choose_line,
    join_at,
    sample,
    straight,
    swing_of,
    trim,
)
from legation.render.picture.view import Bounds

_LINES = LOOKS["lines"]
DASHES: str = _LINES["dashes"]
BADGE_ASIDE: float = LOOKS["marks"]["badgeAside"]
BADGE_SHARE: float = LOOKS["marks"]["badgeShare"]
WAVE_BELOW: float = LOOKS["strokes"]["waveBelow"]
GHOST: float = LOOKS["units"]["ghost"]
RING: float = LOOKS["strokes"]["ring"]["radius"]
LINE_LOOK = {"fill": "none", "stroke_linejoin": "round"}
"""Attributes shared by all lines and heads."""


@dataclass(frozen=True, slots=True)
class Task:
    """An order to draw; without a result if it is not judged yet."""

    power: PowerId
    order: Order
    result: Result | None = None
    fate: Fate = Fate.STANDS
    is_refused: bool = False
    """True if the order was illegal: it is drawn beside its intended unit, and never helped."""

    @property
    def is_beaten(self) -> bool:
        """True if it was judged and did not succeed."""
        return self.is_refused or self.result not in (None, Result.SUCCEEDS)

    @property
    def location(self) -> LocationId | None:
        """The location of its unit; None for an order without a unit."""
        return None if isinstance(self.order, Bomb | Waive) else self.order.unit.location


def tasks_of(situation: Situation) -> list[Task]:
    """Every order of a situation."""
    judged = [_task_of(outcome) for outcome in situation.outcomes]
    refused = [Task(found.power, found.order, is_refused=True) for found in situation.rejections if found.order]
    drawn = [task for task in refused if _is_drawn(task, situation)]
    return [*judged, *drawn, *(Task(power, order) for power, order in situation.orders)]


def _is_drawn(task: Task, situation: Situation) -> bool:
    """True if a refused order has a unit beside which it can be drawn."""
    position = situation.position
    standing = {unit.location for unit in position.units.values()}
    standing |= {found.unit.location for found in position.dislodged}
    return isinstance(task.order, Build) or task.location in standing


def _task_of(outcome: Outcome) -> Task:
    return Task(outcome.power, outcome.order, outcome.result, outcome.fate)


class OrderLayers(NamedTuple):
    """The orders of a situation, by layer."""

    lines: str
    """Over the labels, under the units."""
    heads: str
    """Heads, rings and cuts are over the units: they show what the order does."""
    ghosts: str
    """Under the units."""
    badges: str
    """Over the units."""
    obstacles: tuple[Bounds, ...]
    """Round heads, builds and removals, which no label may cover, and round badges, which would cover labels."""
    shafts: tuple[Bounds, ...]
    """Along the lines: labels avoid them if possible."""
    ends: tuple[Bounds, ...]
    """Round the ends of lines, where heads, rings and brackets are."""
    drawn: "tuple[tuple[Task, Drawing], ...]"
    """Each order with its line in the first copy of the world."""
    placed: "tuple[PlacedOrder, ...]"
    """Each order separately, in every copy of the world."""


class PlacedOrder(NamedTuple):
    """One order in the layer of lines, or over the units, and in the layer of heads."""

    task: Task
    line: str
    over: str
    head: str


class Drawing(NamedTuple):
    """One order in px: its parts under and over the units, and the line that it follows."""

    extent: Track
    lines: str
    heads: str = ""
    head: Bounds | None = None
    """Round the head, or round the sign of a build or a removal: no label may cover it."""


def draw_orders(canvas: Canvas) -> OrderLayers:
    """Every order of a situation."""
    tasks = tasks_of(canvas.situation)
    drawer = _Drawer(canvas, tasks)
    # Rings, brackets and waves lie on the arrows, so their orders are drawn later.
    rank: dict[type, int] = {Hold: 1, SupportHold: 2, SupportMove: 3, Convoy: 4}
    ranked = sorted(tasks, key=lambda task: rank.get(type(task.order), 0))
    drawn = [(task, found) for task in ranked if (found := drawer.draw(task))]
    placed = tuple(drawer.place(task, found) for task, found in drawn)
    over = group([order.over for order in placed], **LINE_LOOK)
    boxes = [list(strokes.shaft_boxes(found.extent, drawer.size)) for _, found in drawn]
    return OrderLayers(
        lines=group([order.line for order in placed], id="orders", **LINE_LOOK),
        heads=group([order.head for order in placed], id="heads", **LINE_LOOK),
        ghosts=group(drawer.ghosts(tasks), id="ghosts"),
        badges=group([over, *drawer.badges(tasks)], id="badges"),
        obstacles=(*(found.head for _, found in drawn if found.head), *drawer.badge_boxes(tasks)),
        shafts=tuple(box for shaft in boxes for box in shaft),
        ends=tuple(shaft[-1] for shaft in boxes if shaft),
        drawn=tuple(drawn),
        placed=placed,
    )


class _Drawer:
    """Draws the orders of one situation."""

    def __init__(self, canvas: Canvas, tasks: list[Task]) -> None:
        self.board, self.shapes, self.view, self.theme = canvas.board, canvas.shapes, canvas.view, canvas.theme
        self.situation, self.liveries, self.terrain = canvas.situation, canvas.liveries, canvas.terrain
        self.size = mark_size(canvas.view)
        # Two units may leave one space, a ship and the army aboard; a support names the target of its own.
        self.moves = {
            (task.order.unit.space, space_of(task.order.target)): task.order
            for task in tasks
            if isinstance(task.order, Move) and not task.is_refused
        }
        self.carriers = group_carriers(task.order for task in tasks if not task.is_refused)

    def place(self, task: Task, drawing: Drawing) -> PlacedOrder:
        """An order in its layers."""
        line, head = self._place_lines(task, drawing), self._place_heads(task, drawing) if drawing.heads else ""
        return (
            PlacedOrder(task, "", line, head) if isinstance(task.order, Disband) else PlacedOrder(task, line, "", head)
        )

    def _place_lines(self, task: Task, drawing: Drawing) -> str:
        """The line of an order in each copy of the world that shows it."""
        copies = self._copies(drawing.extent, drawing.lines)
        title = tag("title", escape(format_order(task.order)))
        kind = type(task.order).__name__.lower()
        result = f" {task.result.value}" if task.result else " illegal" if task.is_refused else ""
        return group([title, *copies], class_=f"order {kind}{result}") if copies else ""

    def _place_heads(self, task: Task, drawing: Drawing) -> str:
        """The parts of an order over the units, in each copy of the world that shows it."""
        copies = self._copies(drawing.extent, drawing.heads)
        return group(copies, class_="head", data_order=format_order(task.order)) if copies else ""

    def _copies(self, extent: Track, parts: str) -> list[str]:
        left, top, right, bottom = self.view.frame
        box = swing_of(extent)
        turn = self.shapes.turn * self.view.scale
        copies = []
        for shift in (-turn, 0.0, turn) if turn else (0.0,):
            if box[2] + shift > left and box[0] + shift < right and box[3] > top and box[1] < bottom:
                copies.append(group([parts], transform=f"translate({number(shift)} 0)" if shift else None))
        return copies

    def draw(self, task: Task) -> Drawing | None:
        """One order in the first copy of the world; a waived build has no line."""
        pen, order = self._pen(task), task.order
        match order:
            case Move():
                return self._draw_move(task, order, pen)
            case SupportMove():
                return self._draw_support_move(task, order, pen)
            case SupportHold():
                return self._draw_support_hold(task, order, pen)
            case Convoy() | Hold():
                return self._draw_standing(task, order.unit.location, pen)
            case Embark():
                way = self._way([order.army.location, order.unit.location])
                track = trim(way.track, self._unit_gap(), self._unit_gap())
                return self._headed(task, track, strokes.draw_double(track, pen), pen)
            case Retreat():
                return self._draw_retreat(task, order, pen)
            case Disband():
                place = self._stand(task, order.unit.location)
                box = strokes.removal_box(place, pen, self.view.block)
                return Drawing(straight(place, place), strokes.draw_removal(place, pen, self.view.block), head=box)
            case Build():
                place = self._place(order.unit.location)
                box = strokes.build_box(place, pen, self.view.block)
                return Drawing(straight(place, place), strokes.draw_build(place, pen, self.view.block), head=box)
            case Bomb():
                return self._draw_bomb(order, pen)
            case Waive():
                return None

    def _pen(self, task: Task) -> Pen:
        colour = self.liveries[task.power].line if task.result or task.is_refused else self.theme.ink
        return Pen(colour, self.theme.paper, self.size)

    def _headed(self, task: Task, track: Track, line: str, pen: Pen) -> Drawing:
        """A line with an arrowhead at its end."""
        head = strokes.draw_head(track, pen, is_open=task.is_beaten)
        return Drawing(track, line, head, strokes.head_box(track, pen))

    def move_line(self, order: Move) -> OrderWay:
        """The line of a move, through its fleets if it goes by convoy."""
        way = self._way([order.unit.location, *map(LocationId, self._route(order)), order.target])
        return way._replace(track=trim(way.track, self._gap(order.unit.space), self._gap(space_of(order.target))))

    def _route(self, order: Move) -> tuple[SpaceId, ...]:
        return list_route_seas(self.board, order, self.carriers)

    def _draw_move(self, task: Task, order: Move, pen: Pen) -> Drawing:
        track = self.move_line(order).track
        is_carried = order.via_convoy or bool(self._route(order))
        body = trim(track, 0, strokes.HEAD * _LINES["moveBack"] * pen.size)
        line = strokes.draw_double(body, pen) if is_carried else strokes.draw_line(body, pen, _LINES["move"])
        return self._headed(task, track, line, pen)

    def _draw_support_move(self, task: Task, order: SupportMove, pen: Pen) -> Drawing:
        helped = self.moves.get((order.supported.space, space_of(order.target)))
        line = self.move_line(helped) if helped else self._way([order.supported.location, order.target])
        before, after = (px * pen.size for px in _LINES["joinGap"])
        start = self._stand(task, order.unit.location)
        goal = self._near(join_at(line.track, line.gate, before, after), start)
        track = trim(self._support_line(order, start, goal), self._unit_gap(), RING * pen.size)
        return Drawing((*track, goal), self._dashed(track, pen), _cut(track, task, pen) + strokes.draw_ring(goal, pen))

    def _support_line(self, order: SupportMove, start: Point, goal: Point) -> Track:
        """From a helper to the move, by its own gate to the target if possible, avoiding units and other lands."""
        way = [self.view.pixel(spot) for spot in self.shapes.way(order.unit.location, order.target)]
        gates = way[1 : len(way) // 2 + 1]
        detours = ([start, *stops, goal] for stops in self._list_detours(order, way, start))
        room = self.view.block * _LINES["unitRoom"]
        others = (self._near(place, start) for place in self._list_stands(space_of(order.target)))
        units = [place for place in others if math.dist(place, start) > room]
        named = {order.unit.space, order.supported.space, space_of(order.target)}
        return choose_line([start, *gates, goal], units, room, lambda line: self._stray(line, named), detours)

    def _list_detours(self, order: SupportMove, way: Sequence[Point], start: Point) -> Iterator[list[Point]]:
        """Stops between a helper and the move: on through the target, then back along the way of the helped unit, or
        through the space of the helped unit.
        """
        half = len(way) // 2
        helped, over = (
            [self._near(self.view.pixel(spot), start) for spot in self.shapes.way(one, other)]
            for one, other in (
                (order.supported.location, order.target),
                (order.unit.location, order.supported.location),
            )
        )
        back = helped[-2 : len(helped) // 2 : -1]
        yield [*way[1:-1], *back]
        yield [*way[1:], *back]
        yield [*way[1 : half + 1], way[-1]]
        yield over[1 : len(over) // 2 + 1]

    def _stray(self, line: Track, named: set[SpaceId]) -> float:
        return self.terrain.share_outside(map(self.view.spot, sample(line)), named)

    def _list_stands(self, target: SpaceId) -> Iterator[Point]:
        """What a support must avoid: units, and islands that are only discs, unless it leads there."""
        for unit in self.situation.position.units.values():
            yield self._place(unit.location)
        for code, shape in self.shapes.spaces.items():
            if shape.is_disc and code != target:
                yield self.view.pixel(shape.unit)

    def _draw_support_hold(self, task: Task, order: SupportHold, pen: Pen) -> Drawing:
        way = self._way([order.unit.location, order.supported.location], self._stand(task, order.unit.location))
        track = trim(way.track, self._unit_gap(), self._unit_gap() * _LINES["bracketGap"])
        return Drawing(track, self._dashed(track, pen), _cut(track, task, pen) + strokes.draw_bracket(track, pen))

    def _near(self, goal: Point, start: Point) -> Point:
        """The copy of a point nearest to the start: the helped arrow may be drawn from the other side of the seam."""
        turn = self.view.board_width * self.view.scale
        if not self.view.wraps:
            return goal
        return start[0] + (goal[0] - start[0] + turn / 2) % turn - turn / 2, goal[1]

    def _dashed(self, track: Track, pen: Pen) -> str:
        return strokes.draw_line(track, pen, _LINES["support"], dashes=DASHES)

    def _draw_standing(self, task: Task, location: LocationId, pen: Pen) -> Drawing:
        place = self._stand(task, location)
        here = straight(place, place)
        if isinstance(task.order, Hold):
            return Drawing(here, strokes.draw_plinth(place, pen, self.view.block))
        wave = draw_wave(pen.colour, pen.casing, is_broken=task.is_beaten)
        return Drawing(here, at(place[0], place[1] + self.view.block * WAVE_BELOW, pen.size, wave))

    def _draw_retreat(self, task: Task, order: Retreat, pen: Pen) -> Drawing:
        steps = [LocationId(order.via), order.target] if order.via else [order.target]
        way = self._way([order.unit.location, *steps], self._stand(task, order.unit.location))
        track = trim(way.track, self._unit_gap() * _LINES["retreatGap"], self._gap(space_of(order.target)))
        body = trim(track, 0, strokes.HEAD * pen.size)
        if order.via:
            line = strokes.draw_double(body, pen, dashes=_LINES["carriedDots"])
        else:
            line = strokes.draw_line(body, pen, _LINES["move"], dashes=_LINES["dots"], is_round=True)
        return self._headed(task, track, line, pen)

    def _draw_bomb(self, order: Bomb, pen: Pen) -> Drawing:
        """A long dash with a burst, which is larger around a unit so that the unit does not hide it."""
        start, end = self._stops([LocationId(order.origin), LocationId(order.target)])
        is_held = order.target in self.situation.position.units
        gap = self._unit_gap() * _LINES["burstGap"][is_held]
        track = trim(bend(start, end, _LINES["bombSwing"]), self._unit_gap(), gap)
        size = pen.size * (_LINES["heldBurst"] if is_held else 1.0)
        (shape,) = SYMBOLS["burst"]
        burst = tag(
            "path", d=shape["d"], fill=pen.casing, stroke=pen.colour, stroke_width=shape["width"] * pen.size / size,
            stroke_linejoin="round",
        )  # fmt: skip
        line = strokes.draw_line(track, pen, _LINES["bomb"], dashes=_LINES["bombDashes"])
        return Drawing((*track, end), line, at(end[0], end[1], size, burst))

    def badges(self, tasks: list[Task]) -> Iterator[str]:
        """Void and illegal orders, left of the unit; a dagger where a unit was destroyed."""
        for mark, spot, aside in self._list_badges(tasks):
            for x, y in self.view.copies(spot, 10):
                yield at(x - aside, y, self.size * BADGE_SHARE, draw_badge(mark, self.theme))

    def badge_boxes(self, tasks: list[Task]) -> Iterator[Bounds]:
        """The boxes of the badges."""
        room = LOOKS["marks"]["badgeRoom"] * self.size * BADGE_SHARE
        for _, spot, aside in self._list_badges(tasks):
            x, y = self.view.pixel(spot)
            yield x - aside - room, y - room, x - aside + room, y + room

    def _list_badges(self, tasks: list[Task]) -> Iterator[tuple[str, Spot, float]]:
        """Each badge with its spot, and its distance in px to the left of it."""
        for task in tasks:
            if task.location and (task.is_refused or task.result is Result.VOID):
                mark = "illegal" if task.is_refused else "void"
                yield mark, self._spot(task, task.location), self.view.block * BADGE_ASIDE
        for unit in self.situation.destroyed:
            yield "destroyed", self._beside_victor(unit.power, unit.location), 0.0

    def _way(self, stops: list[LocationId], start: Point | None = None) -> OrderWay:
        return make_way(self.shapes, self.view, stops, start)

    def _stops(self, stops: list[LocationId]) -> list[Point]:
        """The places of some locations in px, each reached from the previous one by the short way."""
        here = self.shapes.place(stops[0])
        points = [self.view.pixel(here)]
        for last, stop in pairwise(stops):
            step = self.shapes.step(self.shapes.place(last), self.shapes.place(stop))
            here = Spot(here.x + step.x, here.y + step.y)
            points.append(self.view.pixel(here))
        return points

    def _place(self, location: LocationId) -> Point:
        return self.view.pixel(self.shapes.place(location))

    def _stand(self, task: Task, location: LocationId) -> Point:
        """Where the unit of an order is drawn: beside its victor if it was dislodged."""
        return self.view.pixel(self._spot(task, location))

    def _spot(self, task: Task, location: LocationId) -> Spot:
        is_out = task.fate is not Fate.STANDS or isinstance(task.order, Retreat | Disband)
        return self._beside_victor(task.power, location) if is_out else self.shapes.place(location)

    def _beside_victor(self, power: PowerId, location: LocationId) -> Spot:
        """The place where a unit stood, or beside the unit that has taken it."""
        if self._has_victor(power, location):
            return displaced_spot(self.shapes, self.view, location)
        return self.shapes.place(location)

    def _has_victor(self, power: PowerId, location: LocationId) -> bool:
        holder = self.situation.position.units.get(space_of(location))
        return holder is not None and holder.power != power

    def ghosts(self, tasks: list[Task]) -> Iterator[str]:
        """Units that are not in the position: removed ones, pale under their stroke, and new ones in their ring."""
        for task in tasks:
            order = task.order
            if isinstance(order, Disband) and order.unit.kind and self._is_gone(task.power, order.unit.space):
                is_tipped = self._has_victor(task.power, order.unit.location)
                spot = self._spot(task, order.unit.location)
                yield from self._ghost(task.power, order.unit.kind, spot, opacity=GHOST, is_tipped=is_tipped)
            elif isinstance(order, Build) and order.unit.kind and order.unit.space not in self.situation.position.units:
                spot = self.shapes.place(order.unit.location)
                yield from self._ghost(task.power, order.unit.kind, spot, opacity=GHOST if task.is_beaten else None)

    def _is_gone(self, power: PowerId, space: SpaceId) -> bool:
        """True if a removed unit is no longer on the board."""
        position = self.situation.position
        if space in {found.unit.space for found in position.dislodged}:
            return False
        return space not in position.units or position.units[space].power != power

    def _ghost(
        self, power: PowerId, kind: UnitKind, spot: Spot, *, opacity: float | None, is_tipped: bool = False
    ) -> Iterator[str]:
        block, turn = self.view.block, TIP if is_tipped else 0.0
        symbol = draw_unit(kind, self.liveries[power], self.theme, block=block, dashed=is_tipped, turn=turn)
        for x, y in self.view.copies(spot, 12):
            yield group([at(x, y, block / BLOCK, symbol, turn=turn)], opacity=opacity)

    def _gap(self, space: SpaceId) -> float:
        """The distance in px from the middle of a space: larger where there is a unit."""
        return self._unit_gap() if space in self.situation.position.units else _LINES["emptyGap"] * self.size

    def _unit_gap(self) -> float:
        share, more = _LINES["unitGap"]
        return float(self.view.block * share + more)


def _cut(track: Track, task: Task, pen: Pen) -> str:
    return strokes.draw_cut(track, pen) if task.result is Result.CUT else ""
