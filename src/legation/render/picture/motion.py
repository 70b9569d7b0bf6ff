"""The motion of a judged phase: one timeline that pictures draw and the pages play.

It names places of the board, not px: each side converts them into the line that it draws for the order anyway.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from legation.board import Board, LocationId, Position, PowerId, SpaceId, Unit, UnitKind, space_of
from legation.judge import Outcome, Result
from legation.orders import (
    Bomb,
    Build,
    Carriers,
    Disband,
    Move,
    Order,
    Retreat,
    Waive,
    group_carriers,
    list_route_seas,
)

HELP, ADVANCE, CLASH, CHANGE, REST = 0.8, 1.1, 0.9, 1.4, 1.2
"""The seconds of each stage; the last is the rest at the end, when all results are shown. Two to four in all."""
PAUSE = 0.2
"""The seconds for which attackers face each other."""
FADE = 0.3
"""The seconds in which a unit appears or disappears."""


class StageName(StrEnum):
    """A part of the motion; playback can stop at its end."""

    HELP = "help"
    """Supports and convoys appear."""
    ADVANCE = "advance"
    """Units move; attackers advance as far as the border."""
    CLASH = "clash"
    """Attacks are decided: winners enter, beaten units go back, dislodged ones are pushed aside."""
    RETREATS = "retreats"
    REMOVALS = "removals"
    BUILDS = "builds"
    RESULTS = "results"
    """Everything is where the judge put it."""


class Stage(NamedTuple):
    """A stage, in seconds from the start."""

    name: StageName
    start: float
    end: float


class Stop(StrEnum):
    """A point on a unit's line."""

    START = "start"
    GATE = "gate"
    """Before the border of the target: here two attackers meet head on."""
    NEAR = "near"
    """Before the middle of a target that stays empty: here units meet in a stand-off."""
    END = "end"


class Knot(NamedTuple):
    """The position of a unit on its line at a time."""

    time: float
    stop: Stop


class Keyframe(NamedTuple):
    """The value of something between 0 and 1 at a time."""

    time: float
    value: float


class Span(NamedTuple):
    """The time for which an army is aboard a ship, and its power."""

    start: float
    end: float
    power: PowerId


@dataclass(frozen=True, slots=True)
class Travel:
    """One unit through the whole phase."""

    power: PowerId
    kind: UnitKind
    way: tuple[LocationId, ...]
    """Its place, the seas over which it is carried, and its target: the places of its order's line."""
    knots: tuple[Knot, ...] = (Knot(0.0, Stop.START),)
    starts_aside: bool = False
    """True if it stands beside its victor at the start."""
    tips: tuple[Keyframe, ...] = ()
    """How far it is pushed aside and tipped over; empty if not at all."""
    shows: tuple[Keyframe, ...] = ()
    """How visible it is; empty if completely."""
    hides: tuple[Span, ...] = ()
    """When it is aboard a ship and drawn as a part of it."""
    cargo: tuple[Span, ...] = ()
    """The armies on its deck, with their times."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """When the line of an order appears, and when its head or ring, which may show the result."""

    power: PowerId
    order: Order
    line: float
    head: float


@dataclass(frozen=True, slots=True)
class Motion:
    """A judged phase as a timeline."""

    stages: tuple[Stage, ...]
    travels: tuple[Travel, ...]
    reveals: tuple[Reveal, ...]

    @property
    def settled(self) -> float:
        """The time in seconds from which everything is as after the phase."""
        return self.stages[-1].start

    @property
    def seconds(self) -> float:
        """The duration, including the rest at the end."""
        return self.stages[-1].end


def make_motion(board: Board, before: Position, after: Position, outcomes: Iterable[Outcome]) -> Motion:
    """The motion of a phase, from the positions before and after it and the results of its orders."""
    return _Maker(board, before, after, tuple(outcomes)).make()


@dataclass(frozen=True, slots=True)
class _Course:
    """The course of a unit."""

    unit: Unit
    order: Order | None
    result: Result | None
    end: Unit | None
    """The unit after the phase; None if it is gone."""
    is_out: bool = False
    """True if it is dislodged after the phase."""
    was_out: bool = False
    ship: Unit | None = None
    """The ship that it is aboard at the start."""

    @property
    def target(self) -> LocationId | None:
        """The target of its move."""
        if isinstance(self.order, Move) and self.result in (Result.SUCCEEDS, Result.FAILS):
            return self.order.target
        return self.order.target if isinstance(self.order, Retreat) else None

    @property
    def has_arrived(self) -> bool:
        """True if it has reached its target."""
        return self.target is not None and self.result is Result.SUCCEEDS and self.end is not None


@dataclass(slots=True)
class _Maker:
    board: Board
    before: Position
    after: Position
    outcomes: tuple[Outcome, ...]
    courses: list[_Course] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    carriers: Carriers = field(default_factory=dict)

    def make(self) -> Motion:
        self.carriers = group_carriers(outcome.order for outcome in self.outcomes)
        self.courses = self._trace()
        self._lay_stages()
        travels = [self._travel(course) for course in self.courses]
        travels += [self._appear(unit) for unit in self._list_new()]
        return Motion(tuple(self.stages), self._load(travels), tuple(map(self._reveal, self.outcomes)))

    # Courses.

    def _trace(self) -> list[_Course]:
        """Every unit of the position before, and what happened to it."""
        given: dict[Unit, Outcome] = {}
        for outcome in self.outcomes:
            if isinstance(outcome.order, Bomb | Waive | Build):
                continue
            piece = outcome.order.unit
            standing = [found.unit for found in self.before.dislodged if found.unit.power == outcome.power]
            driven = [unit for unit in standing if unit.space == piece.space]
            unit = driven[0] if driven else self.before.find_unit(piece.kind, piece.space, outcome.power)
            if unit is not None and unit.power == outcome.power:
                given[unit] = outcome
        courses = {
            unit: self._course(unit, given.get(unit), was_out=False)
            for unit in self.before.units.values()
            if not unit.is_aboard
        }
        for found in self.before.dislodged:
            courses[found.unit] = self._course(found.unit, given.get(found.unit), was_out=True)
        decks = [(self.before.units[army.space], army) for army in self.before.armies_aboard]
        decks += [(found.unit, found.cargo) for found in self.before.dislodged if found.cargo]
        return [*courses.values(), *(self._course_aboard(army, given.get(army), courses[ship]) for ship, army in decks)]

    def _course(self, unit: Unit, outcome: Outcome | None, *, was_out: bool) -> _Course:
        order, result = (outcome.order, outcome.result) if outcome else (None, None)
        course = _Course(unit, order, result, None, was_out=was_out)
        if course.target is not None and result is Result.SUCCEEDS:
            return replace(course, end=self._find_after(unit, space_of(course.target)))
        if was_out:
            return course
        if any(found.unit == unit for found in self.after.dislodged):
            return replace(course, end=unit, is_out=True)
        return replace(course, end=self._find_after(unit, unit.space))

    def _find_after(self, unit: Unit, space: SpaceId) -> Unit | None:
        """The same unit after the phase, if it is in a space or aboard the ship there."""
        for found in (self.after.units.get(space), *(army for army in self.after.armies_aboard if army.space == space)):
            if found and found.power == unit.power and found.kind is unit.kind:
                return found
        return None

    def _course_aboard(self, army: Unit, outcome: Outcome | None, ship: _Course) -> _Course:
        """An army aboard goes ashore or to another ship by its own order, otherwise where its ship goes."""
        course = replace(self._course(army, outcome, was_out=False), ship=ship.unit)
        if course.has_arrived:
            return course
        if ship.is_out:
            return replace(course, end=army, is_out=True)
        return replace(course, end=self._find_after(army, ship.end.space) if ship.end else None)

    def _list_new(self) -> list[Unit]:
        known = {course.end for course in self.courses}
        return [unit for _, unit in sorted(self.after.units.items()) if unit not in known]

    # Times.

    def _lay_stages(self) -> None:
        orders = [outcome.order for outcome in self.outcomes]
        is_moves = not any(isinstance(order, Retreat | Disband | Build | Waive) for order in orders)
        has_help = any(not isinstance(order, Move | Bomb) for order in orders)
        parts = {
            StageName.HELP: HELP if is_moves and has_help else 0.0,
            StageName.ADVANCE: ADVANCE if any(course.target for course in self.courses) and is_moves else 0.0,
            StageName.CLASH: CLASH if is_moves and any(map(self._is_decided_late, self.courses)) else 0.0,
            StageName.RETREATS: CHANGE if any(isinstance(order, Retreat) for order in orders) else 0.0,
            StageName.REMOVALS: CHANGE if any(isinstance(order, Disband) for order in orders) else 0.0,
            StageName.BUILDS: CHANGE if any(isinstance(order, Build) for order in orders) else 0.0,
        }
        now = 0.0
        for name, seconds in parts.items():
            if seconds:
                end = round(now + seconds, 2)
                self.stages.append(Stage(name, now, end))
                now = end
        # Units may be gone although no order says so, because of a bomb or a rule.
        if not self.stages:
            self.stages.append(Stage(StageName.CLASH, now, now + CLASH))
            now += CLASH
        self.stages.append(Stage(StageName.RESULTS, now, round(now + REST, 2)))

    def _choose_stage(self, *names: StageName) -> Stage:
        """The first of some stages that this phase has; otherwise the last stage in which something happens."""
        found = {stage.name: stage for stage in self.stages}
        return next((found[name] for name in names if name in found), self.stages[-2])

    def _is_decided_late(self, course: _Course) -> bool:
        return course.is_out or course.end is None or (course.target is not None and self._is_opposed(course))

    def _is_opposed(self, course: _Course) -> bool:
        """True if a move meets another, or a unit that does not leave."""
        if not course.has_arrived:
            return True
        target = space_of(course.target or course.unit.location)
        for other in self.courses:
            if other is course:
                continue
            if other.target is not None and space_of(other.target) == target:
                return True
            if other.unit.space == target and not other.unit.is_aboard and not other.has_arrived:
                return course.end is None or not course.end.is_aboard
        return False

    def _turn(self, course: _Course) -> Stop:
        """Where an attacker halts: well inside a space that stays empty, otherwise at its border."""
        target = space_of(course.target or course.unit.location)
        return Stop.GATE if target in self.after.units or self._is_met(course, target) else Stop.NEAR

    def _is_met(self, course: _Course, target: SpaceId) -> bool:
        """True if a unit in the target is lost, or comes the other way."""
        here = [other for other in self.courses if other.unit.space == target and not other.was_out]
        return any(
            other.end is None or (other.target and space_of(other.target) == course.unit.space) for other in here
        )

    # What is visible.

    def _travel(self, course: _Course) -> Travel:
        unit = course.unit
        travel = Travel(
            unit.power, unit.kind, (_place(unit),), starts_aside=course.was_out, tips=self._tips(course),
            shows=self._shows(course),
        )  # fmt: skip
        if course.target is None:
            return travel
        return replace(travel, way=(_place(unit), *self._seas(course), self._goal(course)), knots=self._knots(course))

    def _seas(self, course: _Course) -> tuple[LocationId, ...]:
        if isinstance(course.order, Move):
            return tuple(LocationId(sea) for sea in list_route_seas(self.board, course.order, self.carriers))
        via = course.order.via if isinstance(course.order, Retreat) else None
        return (LocationId(via),) if via else ()

    def _goal(self, course: _Course) -> LocationId:
        """The end of the line, on the coast where the judge put the unit."""
        return _place(course.end) if course.has_arrived and course.end else (course.target or course.unit.location)

    def _knots(self, course: _Course) -> tuple[Knot, ...]:
        if course.was_out:
            stage = self._choose_stage(StageName.RETREATS)
            goal = Stop.END if course.has_arrived else Stop.GATE
            return Knot(stage.start, Stop.START), Knot(stage.end - FADE, goal)
        advance = self._choose_stage(StageName.ADVANCE)
        if not self._is_opposed(course):
            return Knot(advance.start, Stop.START), Knot(advance.end, Stop.END)
        clash, halt = self._choose_stage(StageName.CLASH), self._turn(course)
        # A unit that is beaten and dislodged is back in time to be pushed aside.
        back = clash.end - FADE if course.is_out or course.end is None else clash.end
        return (
            Knot(advance.start, Stop.START),
            Knot(advance.end, halt),
            Knot(clash.start + PAUSE, halt),
            Knot(back, Stop.END if course.has_arrived else Stop.START),
        )

    def _tips(self, course: _Course) -> tuple[Keyframe, ...]:
        if course.was_out:
            stage = self._choose_stage(StageName.RETREATS, StageName.REMOVALS)
            if course.has_arrived:
                return Keyframe(stage.start, 1.0), Keyframe(stage.end - FADE, 0.0)
            return (Keyframe(0.0, 1.0),)
        if not course.is_out:
            return ()
        clash = self._choose_stage(StageName.CLASH)
        return Keyframe(clash.end - 2 * FADE, 0.0), Keyframe(clash.end, 1.0)

    def _shows(self, course: _Course) -> tuple[Keyframe, ...]:
        if course.end is not None:
            return ()
        name = StageName.RETREATS if isinstance(course.order, Retreat) else StageName.REMOVALS
        stage = self._choose_stage(StageName.CLASH, name)
        return Keyframe(stage.end - FADE, 1.0), Keyframe(stage.end, 0.0)

    def _appear(self, unit: Unit) -> Travel:
        stage = self._choose_stage(StageName.BUILDS)
        shows = Keyframe(stage.start, 0.0), Keyframe(stage.start + FADE, 1.0)
        return Travel(unit.power, unit.kind, (_place(unit),), shows=shows)

    def _load(self, travels: list[Travel]) -> tuple[Travel, ...]:
        """Put armies on the decks of their ships while they are aboard."""
        numbers = {course.unit: number for number, course in enumerate(self.courses)}
        arrived = {course.end.space: number for course, number in zip(self.courses, numbers.values(), strict=True)
                   if course.end and not course.end.is_aboard and not course.is_out}  # fmt: skip
        cargo: dict[int, list[Span]] = {}
        for number, course in enumerate(self.courses):
            knots, power = travels[number].knots, course.unit.power
            spans: list[tuple[int, Span]] = []
            if course.ship:
                deck = numbers[course.ship]
                spans.append((deck, Span(0.0, knots[0].time if course.target else self._end, power)))
                if course.target and not course.has_arrived:
                    spans.append((deck, Span(knots[-1].time, self._end, power)))
            if course.has_arrived and course.end and course.end.is_aboard:
                spans.append((arrived[course.end.space], Span(knots[-1].time, self._end, power)))
            for deck, span in spans:
                cargo.setdefault(deck, []).append(span)
            travels[number] = replace(travels[number], hides=tuple(span for _, span in spans))
        return tuple(replace(travel, cargo=tuple(cargo.get(number, ()))) for number, travel in enumerate(travels))

    @property
    def _end(self) -> float:
        """The end of everything visible."""
        return self.stages[-1].end + 1

    def _reveal(self, outcome: Outcome) -> Reveal:
        """Lines appear with their stage. Signs that an order was beaten wait until that is visible."""
        order = outcome.order
        settled = self.stages[-1].start
        match order:
            case Retreat():
                stage = self._choose_stage(StageName.RETREATS)
            case Disband():
                stage = self._choose_stage(StageName.REMOVALS)
            case Build():
                stage = self._choose_stage(StageName.BUILDS)
            case Move() | Bomb():
                stage = self._choose_stage(StageName.ADVANCE)
            case _:
                stage = self._choose_stage(StageName.HELP)
        head = stage.start if outcome.result is Result.SUCCEEDS else settled
        return Reveal(outcome.power, order, stage.start, head)


def _place(unit: Unit) -> LocationId:
    """Where a unit is drawn when it stands on its own: an army aboard in the space of its ship."""
    return LocationId(unit.space) if unit.is_aboard else unit.location


def read_level(levels: tuple[Keyframe, ...], time: float) -> float:
    """The value at a moment, interpolated smoothly."""
    before = [level for level in levels if level.time <= time]
    after = [level for level in levels if level.time > time]
    if not before or not after:
        return (before or after[:1])[-1].value
    share = ease((time - before[-1].time) / (after[0].time - before[-1].time))
    return before[-1].value + (after[0].value - before[-1].value) * share


def ease(share: float) -> float:
    """Slow at both ends."""
    return share * share * (3 - 2 * share)
