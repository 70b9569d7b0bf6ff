"""Proper routes: whether a fleet lies on one. Must agree with ``board.sea_routes.is_on_proper_route``.

Sets of spaces are rows of flags here. The rows of ``sets`` are named in ``field``; ``FLEETS`` is given, the others are
worked out.
"""

from legation.sim.batch.compiling import Flags, Shorts, kernel
from legation.sim.batch.field import (
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
)


@kernel
def is_on_proper_route(
    links: Shorts,
    sets: Flags,
    depth: Shorts,
    stack: Shorts,
    tips: Shorts,
    arms: Flags,
    start: int,
    goal: int,
    fleet: int,
) -> bool:
    """Whether the fleet in a space lies on a proper route through the spaces flagged in ``FLEETS``."""
    if _is_beside(links, start, fleet) and _is_beside(links, goal, fleet):
        return True
    _set_ends(links, sets, start, goal)
    if sets[AT_START, fleet] or sets[AT_GOAL, fleet]:
        near, far = (AT_START, AT_GOAL) if sets[AT_START, fleet] else (AT_GOAL, AT_START)
        return _meets(links, sets, stack, fleet, far, near)
    return _has_two_arms(links, sets, depth, stack, tips, arms, fleet)


@kernel
def _is_beside(links: Shorts, space: int, sea: int) -> bool:
    for place in range(links.shape[1]):
        if links[space, place] == sea:
            return True
    return False


@kernel
def _set_ends(links: Shorts, sets: Flags, start: int, goal: int) -> None:
    sets[AT_START, :] = 0
    sets[AT_GOAL, :] = 0
    for place in range(links.shape[1]):
        near = links[start, place]
        if near < 0:
            break
        sets[AT_START, near] = sets[FLEETS, near]
    for place in range(links.shape[1]):
        near = links[goal, place]
        if near < 0:
            break
        sets[AT_GOAL, near] = sets[FLEETS, near]
    for space in range(sets.shape[1]):
        first, last = sets[AT_START, space], sets[AT_GOAL, space]
        sets[MIDDLE, space] = 1 if sets[FLEETS, space] and not first and not last else 0
        sets[FIRSTS, space] = 1 if first and not last else 0
        sets[LASTS, space] = 1 if last and not first else 0
        sets[BARRED, space] = 0


@kernel
def _meets(links: Shorts, sets: Flags, stack: Shorts, fleet: int, ends: int, barred: int) -> bool:
    """Whether a flood from the fleet through ``MIDDLE``, less what is barred, comes beside one of the ends."""
    sets[REACHED, :] = 0
    sets[REACHED, fleet] = 1
    stack[0] = fleet
    top = 1
    while top:
        top -= 1
        here = stack[top]
        for place in range(links.shape[1]):
            near = links[here, place]
            if near < 0:
                break
            if sets[barred, near]:
                continue
            if sets[ends, near]:
                return True
            if sets[MIDDLE, near] and not sets[REACHED, near]:
                sets[REACHED, near] = 1
                stack[top] = near
                top += 1
    return False


@kernel
def _bar(links: Shorts, sets: Flags) -> None:
    """Bar the arm and all that is beside it."""
    for space in range(sets.shape[1]):
        sets[BARRED, space] = sets[ARM, space]
    for space in range(sets.shape[1]):
        if sets[ARM, space]:
            for place in range(links.shape[1]):
                near = links[space, place]
                if near < 0:
                    break
                sets[BARRED, near] = 1


@kernel
def _has_two_arms(
    links: Shorts, sets: Flags, depth: Shorts, stack: Shorts, tips: Shorts, arms: Flags, fleet: int
) -> bool:
    """Whether chains run from the fleet to the first and to the last stage without touching each other."""
    for near, far in ((FIRSTS, LASTS), (LASTS, FIRSTS)):
        if not _find_arm(links, sets, depth, stack, fleet, near):
            return False
        _bar(links, sets)
        if _meets(links, sets, stack, fleet, far, BARRED):
            return True
    return _search_arms(links, sets, stack, tips, arms, fleet)


@kernel
def _find_arm(links: Shorts, sets: Flags, depth: Shorts, stack: Shorts, fleet: int, ends: int) -> bool:
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
        for place in range(links.shape[1]):
            near = links[here, place]
            if near < 0:
                break
            if sets[ends, near] and (end < 0 or near < end):
                end, end_depth = near, depth[here] + 1
            if sets[MIDDLE, near] and depth[near] < 0:
                depth[near] = depth[here] + 1
                stack[tail] = near
                tail += 1
    if end < 0:
        return False
    _trace_back(links, sets, depth, end, end_depth)
    return True


@kernel
def _trace_back(links: Shorts, sets: Flags, depth: Shorts, end: int, steps: int) -> None:
    sets[ARM, :] = 0
    sets[ARM, end] = 1
    here = end
    for step in range(steps - 1, 0, -1):
        for place in range(links.shape[1]):
            near = links[here, place]
            if near < 0:
                break
            if depth[near] == step:
                here = near
                break
        sets[ARM, here] = 1


@kernel
def _copy(source: Flags, target: Flags) -> None:
    for space in range(source.shape[0]):
        target[space] = source[space]


@kernel
def _search_arms(links: Shorts, sets: Flags, stack: Shorts, tips: Shorts, arms: Flags, fleet: int) -> bool:
    """Grow the first arm step by step, giving up a start as soon as the second arm is cut off; bounded."""
    steps = SEARCH_STEPS
    tips[0] = fleet
    arms[0, :, :] = 0
    top = 1
    while top:
        top -= 1
        steps -= 1
        if not steps:
            return True
        tip = tips[top]
        arm, barred = arms[ARMS, 0], arms[ARMS, 1]
        _copy(arms[top, 0], arm)
        _copy(arms[top, 1], barred)
        for place in range(links.shape[1]):
            near = links[tip, place]
            if near < 0:
                break
            if barred[near] or near == fleet or not (sets[MIDDLE, near] or sets[FIRSTS, near]):
                continue
            _copy(arm, sets[ARM])
            sets[ARM, near] = 1
            _bar(links, sets)
            if not _meets(links, sets, stack, fleet, LASTS, BARRED):
                continue
            if sets[FIRSTS, near]:
                return True
            _push(links, tips, arms, top, tip, near, arm, barred)
            top += 1
    return False


@kernel
def _push(links: Shorts, tips: Shorts, arms: Flags, top: int, tip: int, near: int, arm: Flags, barred: Flags) -> None:
    tips[top] = near
    _copy(arm, arms[top, 0])
    _copy(barred, arms[top, 1])
    arms[top, 0, near] = 1
    arms[top, 1, near] = 1
    for place in range(links.shape[1]):
        beside = links[tip, place]
        if beside < 0:
            break
        arms[top, 1, beside] = 1
