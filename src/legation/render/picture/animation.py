"""A judged phase in motion, frame by frame."""

from dataclasses import replace
from typing import NamedTuple

from legation.board import Board, PowerId, Shapes
from legation.render.picture.arrows import LINE_LOOK, PlacedOrder
from legation.render.picture.board_svg import Picture, Style
from legation.render.picture.glide import Glide, Pose, make_glides
from legation.render.picture.svg import group
from legation.render.picture.symbols import BLOCK, TIP, at, draw_unit
from legation.render.picture.tracks import Point
from legation.render.picture.view import View
from legation.render.picture.watched import WatchedPhase

FADE = 0.2
"""The seconds in which a line fades in."""


class UnitLook(NamedTuple):
    """The properties of a unit's symbol besides its power and kind."""

    cargo: PowerId | None
    is_tipped: bool


def look_of(pose: Pose) -> UnitLook:
    """The look of a unit at a moment."""
    return UnitLook(pose.cargo, pose.tip >= 0.5)


class Animation:
    """A phase on one board and in one view."""

    def __init__(self, board: Board, shapes: Shapes, phase: WatchedPhase, style: Style, view: View) -> None:
        self.motion = phase.motion
        self.after = Picture(board, shapes, phase.after, style, view)
        before = replace(phase.before, powers=self.after.situation.drawn_powers)
        self.before = Picture(board, shapes, before, style, view, labels=self.after.labels)
        self.glides = make_glides(self.motion, shapes, self.after.view)
        self.turn = shapes.turn * self.after.view.scale
        self.reveals = {(found.power, found.order): found for found in self.motion.reveals}

    def draw_outcome(self) -> str:
        """The complete picture after the phase."""
        return self.after.draw()

    def draw_back(self) -> str:
        """The common background of all frames of the motion: the board before the phase, without units."""
        return self.after.write([*self.before.draw_ground(), self.before.draw_centres()])

    def draw_frame(self, time: float) -> str:
        """The layer over the board at a moment of the motion, on a transparent background."""
        lines, heads, over = [], [], []
        for order in self.after.orders.placed:
            line, head = ((time - start) / FADE for start in self.times_of(order))
            if line > 0:
                lines.append(_fade([order.line], line))
                over.append(_fade([order.over], line))
            if head > 0:
                heads.append(_fade([order.head], head))
        units = [self._draw_pose(glide, pose) for glide in self.glides if (pose := glide.pose(time))]
        plate = self.after.draw_warning_plate()
        layers = [group(lines, **LINE_LOOK), *plate, *units, self.after.draw_worn(), self.before.draw_happenings()]
        return self.after.write([*layers, group(heads + over, **LINE_LOOK), *self.after.draw_top()])

    def times_of(self, order: PlacedOrder) -> tuple[float, float]:
        """When the line of an order appears, and when its head; refused orders are shown with the results."""
        reveal = self.reveals.get((order.task.power, order.task.order))
        return (reveal.line, reveal.head) if reveal else (self.motion.settled, self.motion.settled)

    def _draw_pose(self, glide: Glide, pose: Pose) -> str:
        symbol, turn = self.draw_symbol(glide, look_of(pose)), TIP * pose.tip
        copies = [at(x, y, self.size, symbol, turn=turn) for x, y in self.list_copies(pose)]
        return _fade(copies, pose.opacity)

    @property
    def size(self) -> float:
        """The size of symbols relative to their definition."""
        return self.after.view.block / BLOCK

    def draw_symbol(self, glide: Glide, look: UnitLook) -> str:
        """A unit, centred on 0,0."""
        liveries, travel = self.after.liveries, glide.travel
        return draw_unit(
            travel.kind, liveries[travel.power], self.after.theme, block=self.after.view.block, dashed=look.is_tipped,
            turn=TIP if look.is_tipped else 0.0, aboard=liveries[look.cargo] if look.cargo else None,
        )  # fmt: skip

    def list_copies(self, pose: Pose) -> list[Point]:
        """The visible positions of a unit, in every copy of the world."""
        left, top, right, bottom = self.after.view.frame
        room = self.after.view.block
        x, y = pose.place
        places = [(x + shift, y) for shift in ((-self.turn, 0.0, self.turn) if self.turn else (0.0,))]
        return [
            (across, down)
            for across, down in places
            if left - room < across < right + room and top - room < down < bottom + room
        ]


def _fade(parts: list[str], opacity: float) -> str:
    return group(parts, opacity=opacity if opacity < 1 else None)
