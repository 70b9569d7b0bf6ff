"""Order lines: every kind of order, and what became of it."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from legation.board import Board, LocationId, PowerId, SpaceId, Spot, UnitKind, bits_of, space_of
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
)
from legation.render.picture import strokes
from legation.render.picture.canvas import Canvas
from legation.render.picture.pieces import displaced_spot
from legation.render.picture.situation import Situation
from legation.render.picture.strokes import Pen
from legation.render.picture.svg import escape, group, number, tag
from legation.render.picture.symbols import BLOCK, at, draw_burst, draw_outcome, draw_unit, draw_wave
from legation.render.picture.tracks import Point, Track, bend, point_at, straight, swing_of, through, trim

DASHES = "7 4"
DOTS = "0.1 5.4"
BOMB_DASHES = "14 5"


@dataclass(frozen=True, slots=True)
class Task:
    """An order to draw; no result where it is not judged yet."""

    power: PowerId
    order: Order
    result: Result | None = None
    fate: Fate = Fate.STANDS

    @property
    def is_beaten(self) -> bool:
        """Whether it was judged and did not succeed."""
        return self.result not in (None, Result.SUCCEEDS)


def tasks_of(situation: Situation) -> list[Task]:
    """Every order of a situation."""
    judged = [_task_of(outcome) for outcome in situation.outcomes]
    return [*judged, *(Task(power, order) for power, order in situation.orders)]


def _task_of(outcome: Outcome) -> Task:
    return Task(outcome.power, outcome.order, outcome.result, outcome.fate)


def draw_orders(canvas: Canvas) -> tuple[str, str]:
    """Lines (under labels and units), and badges (over them)."""
    tasks = tasks_of(canvas.situation)
    drawer = _Drawer(canvas, tasks)
    # Rings, brackets and waves lie on the arrows, so what has them is drawn later.
    rank: dict[type, int] = {Hold: 1, SupportHold: 2, SupportMove: 3, Convoy: 4}
    ranked = sorted(tasks, key=lambda task: rank.get(type(task.order), 0))
    lines = [drawer.draw(task) for task in ranked if not isinstance(task.order, Disband)]
    over = [drawer.draw(task) for task in ranked if isinstance(task.order, Disband)]
    look = {"fill": "none", "stroke_linejoin": "round"}
    badges = [*drawer.ghosts(tasks), group(over, **look), *drawer.badges(tasks)]
    return group(lines, id="orders", **look), group(badges, id="badges")


class _Drawer:
    """Draws the orders of one situation."""

    def __init__(self, canvas: Canvas, tasks: list[Task]) -> None:
        self.board, self.shapes, self.view, self.theme = canvas.board, canvas.shapes, canvas.view, canvas.theme
        self.situation, self.liveries = canvas.situation, canvas.liveries
        self.size = max(0.45, min(1.1, canvas.view.block / BLOCK))
        self.moves = {task.order.unit.space: task for task in tasks if isinstance(task.order, Move)}
        self.carriers: dict[tuple[SpaceId, SpaceId], list[SpaceId]] = {}
        for task in tasks:
            if isinstance(task.order, Convoy):
                journey = (task.order.army.space, space_of(task.order.target))
                self.carriers.setdefault(journey, []).append(task.order.unit.space)

    def draw(self, task: Task) -> str:
        """One order, in each copy of the world that shows it."""
        extent, parts = self._draw(task)
        if not parts:
            return ""
        left, top, right, bottom = self.view.frame
        box = swing_of(extent)
        turn = self.view.board_width * self.view.scale
        copies = []
        for shift in (-turn, 0.0, turn) if self.view.wraps else (0.0,):
            if box[2] + shift > left and box[0] + shift < right and box[3] > top and box[1] < bottom:
                copies.append(group(parts, transform=f"translate({number(shift)} 0)" if shift else None))
        title = tag("title", escape(format_order(task.order)))
        kind = type(task.order).__name__.lower()
        result = f" {task.result.value}" if task.result else ""
        return group([title, *copies], class_=f"order {kind}{result}") if copies else ""

    def _draw(self, task: Task) -> tuple[Track, list[str]]:
        pen, order = self._pen(task), task.order
        match order:
            case Move():
                track = self.move_track(order)
                return track, self._draw_move(task, order, track, pen)
            case SupportMove():
                return self._draw_support_move(task, order, pen)
            case SupportHold():
                track = trim(
                    self._line(order.unit.location, order.supported.location), self._unit_gap(), self._unit_gap() * 1.35
                )
                ends = [self._dashed(track, task, pen), strokes.draw_bracket(track, pen)]
                return track, ends
            case Convoy() | Hold():
                return self._draw_standing(task, order.unit.location, pen)
            case Embark():
                track = trim(self._line(order.army.location, order.unit.location), self._unit_gap(), self._unit_gap())
                return track, [strokes.draw_double(track, pen), strokes.draw_head(track, pen, is_open=task.is_beaten)]
            case Retreat():
                return self._draw_retreat(task, order, pen)
            case Disband():
                place = self._stand(task, order.unit.location)
                return straight(place, place), [strokes.draw_removal(place, pen, self.view.block)]
            case Build():
                place = self._place(order.unit.location)
                return straight(place, place), [strokes.draw_build(place, pen, self.view.block)]
            case Bomb():
                return self._draw_bomb(order, pen)
            case Waive():
                return (), []

    def _pen(self, task: Task) -> Pen:
        colour = self.liveries[task.power].line if task.result else self.theme.ink
        return Pen(colour, self.theme.leaf, self.size)

    def move_track(self, order: Move) -> Track:
        """The line of a move, through its fleets if it goes by convoy."""
        stops = [order.unit.location, *map(LocationId, self.route(order)), order.target]
        points = self._stops(stops)
        if len(stops) > 2:
            # Beneath the fleets, so that their hulls stay clear.
            low = self.view.block * 0.62
            points = [points[0], *((x, y + low) for x, y in points[1:-1]), points[-1]]
        return trim(through(points), self._gap(order.unit.space), self._gap(space_of(order.target)))

    def route(self, order: Move) -> list[SpaceId]:
        """The seas of a convoyed move, by the shortest way over fleets that were ordered to carry it."""
        journey = (order.unit.space, space_of(order.target))
        carriers = self.carriers.get(journey, [])
        if order.path:
            return list(order.path)
        is_beside = order.target in self.board.army_moves.get(order.unit.location, ())
        if not carriers or order.unit.kind is UnitKind.FLEET or (is_beside and not order.via_convoy):
            return []
        return find_route(self.board, journey[0], journey[1], carriers)

    def _draw_move(self, task: Task, order: Move, track: Track, pen: Pen) -> list[str]:
        is_carried = order.via_convoy or bool(self.route(order))
        body = trim(track, 0, strokes.HEAD * 0.8 * pen.size)
        line = strokes.draw_double(body, pen) if is_carried else strokes.draw_line(body, pen, 3.0)
        return [line, strokes.draw_head(track, pen, is_open=task.is_beaten)]

    def _draw_support_move(self, task: Task, order: SupportMove, pen: Pen) -> tuple[Track, list[str]]:
        helped = self.moves.get(order.supported.space)
        if helped and isinstance(helped.order, Move) and space_of(helped.order.target) == space_of(order.target):
            goal, _ = point_at(self.move_track(helped.order), 0.5)
        else:
            goal, _ = point_at(self._line(order.supported.location, order.target), 0.5)
        start = self._stand(task, order.unit.location)
        turn = self.view.board_width * self.view.scale
        if self.view.wraps:
            # The helped arrow may have been drawn from the other side of the seam.
            goal = (start[0] + (goal[0] - start[0] + turn / 2) % turn - turn / 2, goal[1])
        track = trim(straight(start, goal), self._unit_gap(), 4 * pen.size)
        return track, [self._dashed(track, task, pen), strokes.draw_ring(goal, pen)]

    def _dashed(self, track: Track, task: Task, pen: Pen) -> str:
        line = strokes.draw_line(track, pen, 2.2, dashes=DASHES)
        return line + (strokes.draw_cut(track, pen) if task.result is Result.CUT else "")

    def _draw_standing(self, task: Task, location: LocationId, pen: Pen) -> tuple[Track, list[str]]:
        place = self._stand(task, location)
        here = straight(place, place)
        if isinstance(task.order, Hold):
            return here, [strokes.draw_plinth(place, pen, self.view.block)]
        wave = draw_wave(pen.colour, pen.casing, is_broken=task.is_beaten)
        return here, [at(place[0], place[1] + self.view.block * 0.86, pen.size, wave)]

    def _draw_retreat(self, task: Task, order: Retreat, pen: Pen) -> tuple[Track, list[str]]:
        start = self._stand(task, order.unit.location)
        steps = [LocationId(order.via), order.target] if order.via else [order.target]
        track = through([start, *self._stops([order.unit.location, *steps])[1:]])
        track = trim(track, self._unit_gap() * 0.8, self._gap(space_of(order.target)))
        body = trim(track, 0, strokes.HEAD * pen.size)
        if order.via:
            line = strokes.draw_double(body, pen, dashes="1.2 6")
        else:
            line = strokes.draw_line(body, pen, 3.0, dashes=DOTS, is_round=True)
        return track, [line, strokes.draw_head(track, pen, is_open=task.is_beaten)]

    def _draw_bomb(self, order: Bomb, pen: Pen) -> tuple[Track, list[str]]:
        ends = self._stops([LocationId(order.origin), LocationId(order.target)])
        track = trim(bend(ends[0], ends[1], 0.2), self._unit_gap(), self._unit_gap())
        burst = at(ends[1][0], ends[1][1], pen.size, draw_burst(self.theme))
        return track, [strokes.draw_line(track, pen, 2.4, dashes=BOMB_DASHES), burst]

    def badges(self, tasks: list[Task]) -> Iterator[str]:
        """Void and illegal orders, left of the unit; a dagger where a unit was destroyed."""
        for task in tasks:
            if task.result is Result.VOID and not isinstance(task.order, Bomb | Waive):
                yield from self._badge("void", self.shapes.place(task.order.unit.location), left=True)
        for rejection in self.situation.rejections:
            order = rejection.order
            if order and not isinstance(order, Bomb | Waive) and order.unit.space in self.shapes.spaces:
                yield from self._badge("illegal", self.shapes.place(order.unit.location), left=True)
        for unit in self.situation.destroyed:
            yield from self._badge("destroyed", displaced_spot(self.shapes, self.view, unit.location), left=False)

    def _badge(self, mark: str, spot: Spot, *, left: bool) -> Iterator[str]:
        aside = self.view.block * 1.2 if left else 0.0
        for x, y in self.view.copies(spot, 10):
            ground = tag("circle", r=11, fill=self.theme.leaf)
            yield at(x - aside, y, self.size * 0.85, ground, draw_outcome(mark, self.theme))

    def _line(self, start: LocationId, end: LocationId) -> Track:
        ends = self._stops([start, end])
        return straight(ends[0], ends[1])

    def _stops(self, stops: list[LocationId]) -> list[Point]:
        """Places of some locations in px, each reached from the one before by the short way."""
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
        """Where the unit of an order is drawn: its victor has taken its place if it was dislodged."""
        return self.view.pixel(self._spot(task, location))

    def _spot(self, task: Task, location: LocationId) -> Spot:
        space = space_of(location)
        holder = self.situation.position.units.get(space)
        is_out = task.fate is not Fate.STANDS or isinstance(task.order, Retreat | Disband)
        if is_out and holder and holder.power != task.power:
            return displaced_spot(self.shapes, self.view, location)
        return self.shapes.place(location)

    def ghosts(self, tasks: list[Task]) -> Iterator[str]:
        """Units that are given up and no longer in the position: pale, under their stroke."""
        position = self.situation.position
        waiting = {found.unit.space for found in position.dislodged}
        for task in tasks:
            order = task.order
            if not isinstance(order, Disband) or order.unit.space in waiting or order.unit.kind is None:
                continue
            holder = position.units.get(order.unit.space)
            if holder is None or holder.power != task.power:
                symbol = draw_unit(order.unit.kind, self.liveries[task.power], self.theme, dashed=True)
                for x, y in self.view.copies(self._spot(task, order.unit.location), 12):
                    yield group([at(x, y, self.view.block / BLOCK, symbol)], opacity=0.6)

    def _gap(self, space: SpaceId) -> float:
        """Px to keep from the middle of a space: more where a unit stands."""
        return self._unit_gap() if space in self.situation.position.units else 5 * self.size

    def _unit_gap(self) -> float:
        return self.view.block * 0.72 + 2


def find_route(board: Board, start: SpaceId, end: SpaceId, carriers: list[SpaceId]) -> list[SpaceId]:
    """The fewest carriers that link two shores, by number; empty where they do not."""
    allowed = {board.index[LocationId(code)] for code in carriers}
    goal, first = board.index[LocationId(end)], board.index[LocationId(start)]
    came: dict[int, int] = {first: first}
    queue = deque([first])
    while queue:
        here = queue.popleft()
        for other in bits_of(board.plain_links[here]):
            if other == goal and here != first:
                way = [here]
                while came[way[-1]] != first:
                    way.append(came[way[-1]])
                return [board.order[step] for step in reversed(way)]
            if other in allowed and other not in came:
                came[other] = here
                queue.append(other)
    return []
