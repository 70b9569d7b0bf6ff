"""Convoys by reachability: whether fleets join shores. Must agree with ``board.sea_routes`` and ``judge.convoy``."""

from typing import Final

from legation.batch import switches as rule
from legation.batch.codes import NOBODY
from legation.batch.compiling import ZERO, Shorts, constant, kernel
from legation.batch.field import (
    CONVOYED,
    CONVOYER,
    LINKS,
    MARK,
    NEXT,
    ON_ROUTE,
    RULES,
    STACK,
    STATE,
    TARGET,
    UNROUTED,
    WALKS,
)

FREE: Final = -1
HERE: Final = 1
"""A fleet that may be used."""
PROPER: Final = constant(1)
"""Only fleets on proper routes count."""
LAST: Final = 2
"""The same, beside the goal."""


@kernel
def _reach_goal(field: Shorts, start: int, goal: int) -> bool:
    """Whether the fleets marked ``HERE`` join two shores; it uses up their marks."""
    has_end = False
    link = LINKS
    while field[goal, link] >= 0:
        near = field[goal, link]
        if field[near, MARK] == HERE:
            field[near, MARK] = LAST
            has_end = True
        link += 1
    if not has_end:
        return False
    field[0, STACK] = start
    top = 1
    while top:
        top -= 1
        here = field[top, STACK]
        link = LINKS
        while field[here, link] >= 0:
            near = field[here, link]
            if field[near, MARK] == LAST:
                return True
            if field[near, MARK] == HERE:
                field[near, MARK] = FREE
                field[top, STACK] = near
                top += 1
            link += 1
    return False


@kernel
def has_route(field: Shorts, mover: int, level: int, only_proper: int, without: int) -> bool:
    """Whether fleets ordered to convoy the army join its shores, those settled as lost left out."""
    fleet = field[mover, CONVOYER]
    while fleet >= 0:
        if field[fleet, STATE] >= level and fleet != without and (field[fleet, ON_ROUTE] or not only_proper):
            field[fleet, MARK] = HERE
        fleet = field[fleet, NEXT]
    found = _reach_goal(field, mover, field[mover, TARGET])
    fleet = field[mover, CONVOYER]
    while fleet >= 0:
        field[fleet, MARK] = FREE
        fleet = field[fleet, NEXT]
    return found


@kernel
def has_path(field: Shorts, mover: int, level: int) -> bool:
    """PATH: whether the army's way is open, possibly or for certain."""
    if field[mover, CONVOYED] <= WALKS:
        return True
    if field[mover, CONVOYED] == UNROUTED:
        return False
    is_whole = True
    fleet = field[mover, CONVOYER]
    while fleet >= 0:
        if field[fleet, STATE] < level and field[fleet, ON_ROUTE]:
            is_whole = False
            break
        fleet = field[fleet, NEXT]
    if is_whole:
        return True
    if field[RULES, rule.MULTI_ROUTE]:
        return False
    return has_route(field, mover, level, PROPER, NOBODY)


@kernel
def needs_sea(field: Shorts, mover: int, sea: int, level: int) -> bool:
    """Whether no route of the convoyed army that holds avoids a sea (the printed rule of 2000)."""
    return not has_route(field, mover, level, ZERO, sea)
