"""A judged phase in motion, as the board plays it."""

from dataclasses import dataclass
from typing import Literal

from legation.orders import format_order
from legation.render.picture import Keyframe, Motion, Reveal, Span, StageName, Travel, make_motion
from legation.server.base.services import Services
from legation.server.game.loaded_game import load_record
from legation.server.game.visibility import open_visible
from legation.server.identity.viewers import Viewer

StopName = Literal["start", "gate", "near", "end"]


@dataclass(frozen=True, slots=True)
class StageTimes:
    """A part of the motion, in seconds from the start."""

    name: StageName
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class StopTime:
    """When a unit is at the start, before the gate, near the middle of the target or at the end of its line."""

    time: float
    stop: StopName


@dataclass(frozen=True, slots=True)
class LevelTime:
    """The time at which something has a value from 0 to 1."""

    time: float
    value: float


@dataclass(frozen=True, slots=True)
class AboardTimes:
    """The times between which an army is aboard, and its power."""

    start: float
    end: float
    power: str


@dataclass(frozen=True, slots=True)
class UnitTravel:
    """The path of one unit through the whole phase."""

    power: str
    kind: Literal["A", "F", "TF"]
    way: list[str]
    """The places of its order's line; a single place if it stays."""
    knots: list[StopTime]
    starts_aside: bool
    """True if it was dislodged before the phase."""
    tips: list[LevelTime]
    """How far it is pushed aside and tipped over; empty if not at all."""
    shows: list[LevelTime]
    """Its visibility over time; empty if it is always visible."""
    hides: list[AboardTimes]
    """When it is aboard a ship and drawn as a part of it."""
    cargo: list[AboardTimes]
    """The army on its deck, and when."""


@dataclass(frozen=True, slots=True)
class LineTimes:
    """The times at which the line of an order and its head appear."""

    power: str
    order: str
    line: float
    head: float


@dataclass(frozen=True, slots=True)
class MotionPage:
    """The moving parts of a judged phase, and their times."""

    stages: list[StageTimes]
    travels: list[UnitTravel]
    reveals: list[LineTimes]


def read_motion(services: Services, viewer: Viewer, game_id: str, phase: str) -> MotionPage:
    """The motion of a judged phase."""
    with services.store.read() as connection:
        game, _, visible = open_visible(connection, services, game_id, viewer)
        head = visible.get(phase)
        record = load_record(connection, game.id, head.number, head.hash)
    positions = record.before.position, record.after.position
    return describe_motion(make_motion(game.variant.board, *positions, record.outcomes))


def describe_motion(motion: Motion) -> MotionPage:
    """A motion in the form for pages."""
    return MotionPage(
        [StageTimes(stage.name, _round(stage.start), _round(stage.end)) for stage in motion.stages],
        [_describe_travel(travel) for travel in motion.travels],
        [_describe_reveal(reveal) for reveal in motion.reveals],
    )


def _describe_travel(travel: Travel) -> UnitTravel:
    return UnitTravel(
        travel.power,
        travel.kind.value,
        [str(place) for place in travel.way],
        [StopTime(_round(knot.time), knot.stop.value) for knot in travel.knots],
        travel.starts_aside,
        _describe_levels(travel.tips),
        _describe_levels(travel.shows),
        _describe_spans(travel.hides),
        _describe_spans(travel.cargo),
    )


def _describe_reveal(reveal: Reveal) -> LineTimes:
    return LineTimes(reveal.power, format_order(reveal.order), _round(reveal.line), _round(reveal.head))


def _describe_levels(levels: tuple[Keyframe, ...]) -> list[LevelTime]:
    return [LevelTime(_round(level.time), level.value) for level in levels]


def _describe_spans(spans: tuple[Span, ...]) -> list[AboardTimes]:
    return [AboardTimes(_round(span.start), _round(span.end), span.power) for span in spans]


def _round(seconds: float) -> float:
    return round(seconds, 3)
