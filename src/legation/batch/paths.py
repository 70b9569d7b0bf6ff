"""Convoys by reachability: whether fleets join shores. Must agree with ``board.sea_routes`` and ``judge.convoy``."""

from typing import Final

from legation.batch import switches as rule
from legation.batch.codes import NOBODY
from legation.batch.compiling import ZERO, Shorts, constant, kernel, part
from legation.batch.field import (
    ACT,
    AIMED,
    CERTAIN,
    CONVOY_ACT,
    CONVOYER,
    LINKS,
    MARK,
    NEXT,
    NO,
    ON_ROUTE,
    POSSIBLE,
    RULES,
    STACK,
    STATE,
    TARGET,
    UNKNOWN,
    VOYAGERS,
    WAY,
    YES,
)
from legation.batch.lanes import lane, lanes, meet

MOST_NUMBERED: Final = 60
"""The most convoyers of an army that have numbers: these fit into a word."""
FIRST: Final = constant(1)
FREE: Final = -1
HERE: Final = 1
"""A fleet that may be used."""
PROPER: Final = constant(1)
"""Only fleets on proper routes count."""
LAST: Final = 2
"""The same, beside the goal."""


@part
def beside(field: Shorts, space: int, link: int) -> int:
    """A neighbour of a space where a fleet can convoy, or -1 behind the last of them."""
    return field[space, LINKS + link]


@kernel
def _reach_goal(field: Shorts, start: int, goal: int) -> bool:
    """True if the fleets marked ``HERE`` join two shores; clears their marks."""
    has_end = False
    link = 0
    while beside(field, goal, link) >= 0:
        near = beside(field, goal, link)
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
        link = 0
        while beside(field, here, link) >= 0:
            near = beside(field, here, link)
            if field[near, MARK] == LAST:
                return True
            if field[near, MARK] == HERE:
                field[near, MARK] = FREE
                field[top, STACK] = near
                top += 1
            link += 1
    return False


@kernel
def _search_many(field: Shorts, mover: int, level: int, only_proper: int, without: int) -> bool:
    """The same for a chain with more fleets than a word has bits."""
    fleet = field[mover, CONVOYER]
    while fleet >= 0:
        if field[fleet, STATE] >= level and fleet != without and (field[fleet, ON_ROUTE] or not only_proper):
            field[fleet, MARK] = HERE
        fleet = field[fleet, NEXT]
    found = _reach_goal(field, mover, field[mover, TARGET])
    free_marks(field, mover)
    return found


@kernel
def free_marks(field: Shorts, mover: int) -> None:
    """Remove the marks of an army's convoyers."""
    fleet = field[mover, CONVOYER]
    while fleet >= 0:
        field[fleet, MARK] = FREE
        fleet = field[fleet, NEXT]


@kernel
def _list_beside(field: Shorts, space: int, mover: int) -> int:
    """The fleets beside a space that are ordered to convoy the army, as a set of their numbers."""
    found = ZERO
    link = 0
    while beside(field, space, link) >= 0:
        near = beside(field, space, link)
        if field[near, ACT] == CONVOY_ACT and field[near, AIMED] == mover:
            found |= FIRST << field[near, MARK]
        link += 1
    return found


@kernel
def has_route(field: Shorts, mover: int, level: int, only_proper: int, without: int) -> bool:
    """True if fleets ordered to convoy the army join its shores, without those settled as lost.

    It writes nothing, so several lanes may ask at once: the fleets of a chain have numbers, and sets are words.
    """
    if field[mover, MARK] > MOST_NUMBERED:
        return _search_many(field, mover, level, only_proper, without)
    usable = ZERO
    fleet = field[mover, CONVOYER]
    while fleet >= 0:
        if field[fleet, STATE] >= level and fleet != without and (field[fleet, ON_ROUTE] or not only_proper):
            usable |= FIRST << field[fleet, MARK]
        fleet = field[fleet, NEXT]
    if not usable:
        return False
    last = usable & _list_beside(field, field[mover, TARGET], mover)
    fresh = usable & _list_beside(field, mover, mover)
    reached = fresh
    while fresh and last and not reached & last:
        beside = ZERO
        fleet = field[mover, CONVOYER]
        while fleet >= 0:
            if fresh >> field[fleet, MARK] & 1:
                beside |= _list_beside(field, fleet, mover)
            fleet = field[fleet, NEXT]
        fresh = beside & usable & ~reached
        reached |= fresh
    return (reached & last) != 0


@kernel
def _is_open(field: Shorts, mover: int, level: int) -> bool:
    """PATH of an army that goes by sea: whether its way is open, possibly or for certain."""
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


@part
def renew_ways(field: Shorts, lists: Shorts) -> None:
    """Note for every army that goes by sea whether its way is open, as far as its fleets are settled."""
    count = lists[VOYAGERS, 0]
    if count == 0:
        return
    for place in range(lane(), count, lanes()):
        mover = lists[VOYAGERS, place + 1]
        way = NO
        if _is_open(field, mover, POSSIBLE):
            way = YES if _is_open(field, mover, CERTAIN) else UNKNOWN
        field[mover, WAY] = way
    meet()


@kernel
def can_avoid(field: Shorts, mover: int, sea: int, level: int) -> bool:
    """True if a route of the convoyed army that holds avoids a sea (the printed rule of 2000)."""
    return has_route(field, mover, level, ZERO, sea)
