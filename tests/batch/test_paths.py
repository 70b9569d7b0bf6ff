"""Convoy routes over few and over many fleets: short chains are words, long ones are searched space by space."""

from types import FunctionType

import numpy as np
import pytest

from legation.batch.codes import NOBODY
from legation.batch.compiling import ZERO, Shorts
from legation.batch.field import (
    ACT,
    AIMED,
    CONVOY_ACT,
    CONVOYER,
    LINKS,
    MARK,
    NEXT,
    NO,
    ON_ROUTE,
    STATE,
    TARGET,
    YES,
)
from legation.batch.layout import _number_convoyers
from legation.batch.paths import MOST_NUMBERED, has_route
from legation.batch.translate import Form, Kernel, translate

ARMY = 0


def _plain(function: FunctionType) -> Kernel:
    return function


FORM = Form(_plain, {}, {}, frozenset())
_has_route = translate(has_route, FORM)
_number = translate(_number_convoyers, FORM)


def line_up(fleets: int) -> Shorts:
    """An army, so many fleets in a line that convoy it, and its goal behind the last."""
    goal = fleets + 1
    field = np.full((goal + 2, LINKS + 3), -1, np.int16)
    for space in range(goal + 1):
        near = [other for other in (space - 1, space + 1) if 0 < other < goal]
        field[space, LINKS : LINKS + len(near)] = near
    field[ARMY, TARGET], field[ARMY, CONVOYER] = goal, 1
    for fleet in range(1, goal):
        field[fleet, [ACT, AIMED, STATE, ON_ROUTE]] = CONVOY_ACT, ARMY, YES, 1
        field[fleet, NEXT] = fleet + 1 if fleet < fleets else NOBODY
    _number(field, ARMY)
    return field


@pytest.mark.parametrize("fleets", [1, 2, MOST_NUMBERED, MOST_NUMBERED + 1, 100])
def test_a_line_of_fleets_is_a_route_until_one_of_them_is_missing(fleets: int) -> None:
    field = line_up(fleets)
    assert _has_route(field, ARMY, YES, ZERO, NOBODY)
    assert _has_route(field, ARMY, YES, ZERO, NOBODY), "asking changes nothing"
    assert not _has_route(field, ARMY, YES, ZERO, (fleets + 1) // 2)
    field[fleets, STATE] = NO
    assert not _has_route(field, ARMY, YES, ZERO, NOBODY)


@pytest.mark.parametrize("fleets", [3, 100])
def test_a_fleet_of_another_army_is_no_link(fleets: int) -> None:
    field = line_up(fleets)
    field[1, NEXT] = 3  # the second fleet convoys somebody else
    field[2, AIMED] = fleets + 1
    _number(field, ARMY)
    field[2, MARK] = 0 if fleets <= MOST_NUMBERED else NOBODY
    assert not _has_route(field, ARMY, YES, ZERO, NOBODY)
