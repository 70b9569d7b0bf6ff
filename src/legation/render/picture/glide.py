"""Moving units in px: each follows the line of its order.

The page does the same calculations in web/src/board/glide.ts; tests/fixtures/motion.json holds the expected results of
both.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from legation.board import PowerId, Shapes
from legation.render.picture.looks import LOOKS
from legation.render.picture.motion import Keyframe, Motion, Stop, Travel, read_level
from legation.render.picture.order_ways import make_way
from legation.render.picture.pieces import displaced_spot
from legation.render.picture.tracks import Point, Track, length, point_at
from legation.render.picture.view import View

_MOTION = LOOKS["motion"]
SHORT: float = _MOTION["short"]
"""The distance in blocks before a gate where an attacker halts, face to face with one from the other side."""
NEAR: float = _MOTION["near"]
"""The distance in blocks before the middle of a space where units meet in a stand-off."""
LEAST: float = _MOTION["least"]
"""The least share of its way that an attacker advances, even if the way is short."""


class Pose(NamedTuple):
    """A unit at a moment."""

    place: Point
    tip: float
    """How far it is tipped over, from 0 to 1."""
    opacity: float
    cargo: PowerId | None
    """The power of the army on its deck."""


@dataclass(frozen=True, slots=True)
class Glide:
    """A unit, its line in the first copy of the world, and the position of each stop along it."""

    travel: Travel
    track: Track
    shares: Mapping[Stop, float]
    aside: Point
    """How far a unit is pushed when it is dislodged, in px."""

    def pose(self, time: float) -> Pose | None:
        """The pose of a unit at a moment; None while it is aboard a ship or gone."""
        travel = self.travel
        opacity = read_level(travel.shows, time) if travel.shows else 1.0
        if opacity <= 0 or any(span.start <= time < span.end for span in travel.hides):
            return None
        tip = read_level(travel.tips, time) if travel.tips else 0.0
        (x, y), _ = point_at(self.track, self._share(time)) if len(self.track) > 1 else (self.track[0], None)
        if not travel.starts_aside:
            x, y = x + self.aside[0] * tip, y + self.aside[1] * tip
        cargo = next((span.power for span in travel.cargo if span.start <= time < span.end), None)
        return Pose((x, y), tip, opacity, cargo)

    def _share(self, time: float) -> float:
        return read_level(tuple(Keyframe(knot.time, self.shares[knot.stop]) for knot in self.travel.knots), time)


def make_glides(motion: Motion, shapes: Shapes, view: View) -> list[Glide]:
    """The units of a motion, in drawing order: moving ones lie over standing ones."""
    found = [make_glide(travel, shapes, view) for travel in motion.travels]
    return sorted(found, key=lambda glide: len(glide.travel.way) > 1)


def make_glide(travel: Travel, shapes: Shapes, view: View) -> Glide:
    """One unit."""
    here = travel.way[0]
    place = view.pixel(shapes.place(here))
    beside = view.pixel(displaced_spot(shapes, view, here))
    aside = (beside[0] - place[0], beside[1] - place[1])
    start = beside if travel.starts_aside else place
    if len(travel.way) == 1:
        return Glide(travel, (start,), dict.fromkeys(Stop, 0.0), aside)
    way = make_way(shapes, view, travel.way, start)
    return Glide(travel, way.track, _list_shares(way.track, way.gate, view.block), aside)


def _list_shares(track: Track, gate: Point, block: float) -> dict[Stop, float]:
    total = length(track) or 1.0
    along, found, nearest = 0.0, 0.0, math.inf
    for last, point in zip((track[0], *track), track, strict=False):
        along += math.dist(last, point)
        far = math.dist(point, gate)
        if far < nearest:
            nearest, found = far, along
    at_gate = max(LEAST, (found - SHORT * block) / total)
    return {Stop.START: 0.0, Stop.GATE: at_gate, Stop.NEAR: max(at_gate, 1 - NEAR * block / total), Stop.END: 1.0}
