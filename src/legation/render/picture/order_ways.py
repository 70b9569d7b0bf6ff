"""The way of a unit over the board in px: order lines are drawn along it, and moving units follow it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from legation.board import LocationId, Shapes, curve, keep_right
from legation.render.picture.looks import LOOKS
from legation.render.picture.pieces import mark_size
from legation.render.picture.tracks import ASIDE, STEPS, Point, Track
from legation.render.picture.view import View

BELOW_FLEETS: float = LOOKS["lines"]["belowFleets"]
FRAME_ROOM: float = LOOKS["lines"]["frameRoom"]


class OrderWay(NamedTuple):
    """The line of an order in px, and its point at the last gate."""

    track: Track
    gate: Point


def make_way(shapes: Shapes, view: View, stops: Sequence[LocationId], start: Point | None = None) -> OrderWay:
    """The line from stop to stop through the gates; below fleets on the way, so that their hulls stay visible."""
    here = view.pixel(shapes.place(stops[0]))
    points = [start or here]
    fleets: set[int] = set()
    gate = 0
    is_on_board = True
    for last, stop in pairwise(stops):
        spots = shapes.way(last, stop)
        is_on_board &= all(0 <= spot.y <= shapes.height for spot in spots)
        way = [view.pixel(spot) for spot in spots]
        # Each way starts in the first copy of the world.
        shift = here[0] - way[0][0]
        if last != stops[0]:
            fleets.add(len(points))
            points.append((here[0], here[1] + view.block * BELOW_FLEETS))
        gate = len(points) + (len(way) - 3) // 2
        points += [(x + shift, y) for x, y in way[1:-1]]
        here = (way[-1][0] + shift, way[-1][1])
    size = mark_size(view)
    points = keep_right([*points, here], ASIDE * size, fleets)
    track = curve(points, STEPS)
    # A line to a box leaves the board and runs beside its link.
    return OrderWay(_keep_off_frame(track, shapes, view, FRAME_ROOM * size) if is_on_board else track, points[gate])


def _keep_off_frame(track: Track, shapes: Shapes, view: View, room: float) -> Track:
    """A line at least this many px from the upper and the lower edge of the board; its ends stay."""
    top, bottom = view.pixel((0.0, 0.0))[1] + room, view.pixel((0.0, shapes.height))[1] - room
    return track[0], *((x, max(top, min(bottom, y))) for x, y in track[1:-1]), track[-1]
