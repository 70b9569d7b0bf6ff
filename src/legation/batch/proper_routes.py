"""Proper routes: whether a fleet lies on one. Must agree with ``board.sea_routes.is_on_proper_route``.

Sets of spaces are rows of words here, named in ``sea``; ``FLEETS`` is given, the others are computed.
"""

from legation.batch.compiling import Shorts, kernel, part
from legation.batch.sea import (
    ARM,
    ARMS,
    AT_GOAL,
    AT_START,
    BARRED,
    FIRSTS,
    FLEETS,
    LASTS,
    MIDDLE,
    REACHED,
    SEARCH_STEPS,
    Sea,
)
from legation.batch.words import Words, bit, has, lowest


@kernel
def is_on_proper_route(sea: Sea, neighbours: Shorts, start: int, goal: int, fleet: int) -> bool:
    """True if the fleet in a space lies on a proper route through the spaces of ``FLEETS``."""
    at_start, at_goal = has(sea.links[start], fleet), has(sea.links[goal], fleet)
    if at_start and at_goal:
        return True
    _set_ends(sea.links, sea.sets, start, goal)
    if at_start or at_goal:
        near, far = (AT_START, AT_GOAL) if at_start else (AT_GOAL, AT_START)
        return _meets(sea.links, sea.sets, sea.stack, fleet, far, near)
    return _has_two_arms(sea, neighbours, fleet)


@part
def _set_ends(links: Words, sets: Words, start: int, goal: int) -> None:
    for word in range(sets.shape[1]):
        fleets = sets[FLEETS, word]
        first, last = links[start, word] & fleets, links[goal, word] & fleets
        sets[AT_START, word] = first
        sets[AT_GOAL, word] = last
        sets[MIDDLE, word] = fleets & ~first & ~last
        sets[FIRSTS, word] = first & ~last
        sets[LASTS, word] = last & ~first


@kernel
def _meets(links: Words, sets: Words, stack: Shorts, fleet: int, ends: int, barred: int) -> bool:
    """True if a flood from the fleet through ``MIDDLE``, without the barred spaces, arrives beside one of the ends."""
    for word in range(sets.shape[1]):
        sets[REACHED, word] = 0
    sets[REACHED, fleet >> 6] = bit(fleet)
    stack[0] = fleet
    top = 1
    while top:
        top -= 1
        here = stack[top]
        for word in range(sets.shape[1]):
            near = links[here, word] & ~sets[barred, word]
            if near & sets[ends, word]:
                return True
            fresh = near & sets[MIDDLE, word] & ~sets[REACHED, word]
            sets[REACHED, word] |= fresh
            while fresh:
                stack[top] = word * 64 + lowest(fresh)
                fresh &= fresh - 1
                top += 1
    return False


@kernel
def _bar(links: Words, sets: Words) -> None:
    """Bar the arm and everything beside it."""
    for word in range(sets.shape[1]):
        sets[BARRED, word] = sets[ARM, word]
    for word in range(sets.shape[1]):
        rest = sets[ARM, word]
        while rest:
            space = word * 64 + lowest(rest)
            rest &= rest - 1
            for column in range(sets.shape[1]):
                sets[BARRED, column] |= links[space, column]


@kernel
def _has_two_arms(sea: Sea, neighbours: Shorts, fleet: int) -> bool:
    """True if chains run from the fleet to the first and to the last stage without touching each other."""
    for near, far in ((FIRSTS, LASTS), (LASTS, FIRSTS)):
        if not _mark_arm(neighbours, sea.sets, sea.depth, sea.stack, fleet, near):
            return False
        _bar(sea.links, sea.sets)
        if _meets(sea.links, sea.sets, sea.stack, fleet, far, BARRED):
            return True
    return _search_arms(sea, neighbours, fleet)


@kernel
def _mark_arm(neighbours: Shorts, sets: Words, depth: Shorts, stack: Shorts, fleet: int, ends: int) -> bool:
    """Put the spaces of a shortest chain from the fleet (left out) to one of the ends into ``ARM``."""
    depth[:] = -1
    depth[fleet] = 0
    stack[0] = fleet
    head, tail = 0, 1
    end, end_depth = -1, -1
    while head < tail:
        here = stack[head]
        head += 1
        if end >= 0 and depth[here] >= end_depth:
            break
        for place in range(neighbours.shape[1]):
            near = neighbours[here, place]
            if near < 0:
                break
            if has(sets[ends], near) and (end < 0 or near < end):
                end, end_depth = near, depth[here] + 1
            if has(sets[MIDDLE], near) and depth[near] < 0:
                depth[near] = depth[here] + 1
                stack[tail] = near
                tail += 1
    if end < 0:
        return False
    _trace_back(neighbours, sets, depth, end, end_depth)
    return True


@kernel
def _trace_back(neighbours: Shorts, sets: Words, depth: Shorts, end: int, steps: int) -> None:
    for word in range(sets.shape[1]):
        sets[ARM, word] = 0
    sets[ARM, end >> 6] |= bit(end)
    here = end
    for step in range(steps - 1, 0, -1):
        for place in range(neighbours.shape[1]):
            near = neighbours[here, place]
            if near < 0:
                break
            if depth[near] == step:
                here = near
                break
        sets[ARM, here >> 6] |= bit(here)


@kernel
def _copy(source: Words, target: Words) -> None:
    for word in range(source.shape[0]):
        target[word] = source[word]


@kernel
def _search_arms(sea: Sea, neighbours: Shorts, fleet: int) -> bool:
    """Grow the first arm step by step, giving up a start as soon as the second arm is cut off; bounded."""
    sets, arms = sea.sets, sea.arms
    steps = SEARCH_STEPS
    sea.tips[0] = fleet
    arms[0, :, :] = 0
    top = 1
    while top:
        top -= 1
        steps -= 1
        if not steps:
            return True
        tip = sea.tips[top]
        arm, barred = arms[ARMS, 0], arms[ARMS, 1]
        _copy(arms[top, 0], arm)
        _copy(arms[top, 1], barred)
        for place in range(neighbours.shape[1]):
            near = neighbours[tip, place]
            if near < 0:
                break
            if has(barred, near) or near == fleet or not (has(sets[MIDDLE], near) or has(sets[FIRSTS], near)):
                continue
            _copy(arm, sets[ARM])
            sets[ARM, near >> 6] |= bit(near)
            _bar(sea.links, sets)
            if not _meets(sea.links, sets, sea.stack, fleet, LASTS, BARRED):
                continue
            if has(sets[FIRSTS], near):
                return True
            sea.tips[top] = near
            _grow(sea.links[tip], arm, barred, arms[top], near)
            top += 1
    return False


@kernel
def _grow(beside: Words, arm: Words, barred: Words, grown: Words, near: int) -> None:
    """The arm with one more space, and the spaces that it then bars: also everything beside its former end."""
    for word in range(beside.shape[0]):
        grown[0, word] = arm[word]
        grown[1, word] = barred[word] | beside[word]
    grown[0, near >> 6] |= bit(near)
    grown[1, near >> 6] |= bit(near)
