"""Convoy routes by reachability.

A route is *proper* (DATC 4.E.1) if it never goes on to a space that an earlier stage of it already touched, so no fleet
of it can be left out. Listing routes is hopeless on a full giant board (a block of 6 x 6 fleets has over a million), so
nothing here lists them: the existence of a route takes one flood over bit masks, and whether a fleet lies on a proper
one takes a few floods (see ``is_on_proper_route``).
"""

from collections.abc import Sequence

from legation.board.board import SpaceMask, bits_of

SEARCH_STEPS = 120
"""The limit of the search in the rare hard case of ``is_on_proper_route``; beyond it the fleet counts as useful."""


def flood(links: Sequence[int], start: int, allowed: int) -> SpaceMask:
    """Every allowed space that can be reached from the allowed ones of ``start``."""
    reached = frontier = start & allowed
    while frontier:
        step = 0
        while frontier:
            low = frontier & -frontier
            step |= links[low.bit_length() - 1]
            frontier ^= low
        frontier = step & allowed & ~reached
        reached |= frontier
    return SpaceMask(reached)


def has_route(links: Sequence[int], start: int, goal: int, fleets: int) -> bool:
    """True if fleets in these spaces join two shores (given by their numbers)."""
    near_goal = links[goal] & fleets
    if not near_goal:
        return False
    near_start = links[start] & fleets
    return bool(near_start & near_goal) or bool(near_start and flood(links, near_start, fleets) & near_goal)


def is_on_proper_route(links: Sequence[int], start: int, goal: int, fleets: int, fleet: int) -> bool:
    """True if the fleet in space ``fleet`` lies on a proper route from ``start`` to ``goal`` through ``fleets``.

    A proper route touches its start with its first fleet alone and its goal with its last fleet alone. So a fleet
    beside the start must be the first, and one flood decides it; likewise beside the goal. Only a fleet beside neither
    needs two arms that do not touch each other.
    """
    me = 1 << fleet
    at_start, at_goal = links[start] & fleets, links[goal] & fleets
    if at_start & me or at_goal & me:
        if at_start & at_goal & me:
            return True
        near, far = (at_start, at_goal) if at_start & me else (at_goal, at_start)
        middle = fleets & ~near & ~far
        return bool(_beside(links, flood(links, me, middle | me)) & far & ~near)
    return _has_two_arms(links, fleet, at_start & ~at_goal, at_goal & ~at_start, fleets & ~at_start & ~at_goal)


def proper_fleets(links: Sequence[int], start: int, goal: int, fleets: int) -> SpaceMask:
    """All fleets that lie on some proper route."""
    found = 0
    for fleet in bits_of(fleets):
        if is_on_proper_route(links, start, goal, fleets, fleet):
            found |= 1 << fleet
    return SpaceMask(found)


def _beside(links: Sequence[int], spaces: int) -> int:
    found = 0
    for number in bits_of(spaces):
        found |= links[number]
    return found


def _has_two_arms(links: Sequence[int], fleet: int, firsts: int, lasts: int, middle: int) -> bool:
    """True if chains run from the fleet to the first and to the last stage without touching each other."""
    for near, far in ((firsts, lasts), (lasts, firsts)):
        arm = _shortest_arm(links, fleet, near, middle)
        if arm is None:
            return False
        if _other_arm_exists(links, fleet, arm, far, middle):
            return True
    return _search_arms(links, fleet, firsts, lasts, middle)


def _shortest_arm(links: Sequence[int], fleet: int, ends: int, middle: int) -> int | None:
    """The spaces of a shortest chain from the fleet (excluded) to one of ``ends``."""
    layers = [1 << fleet]
    seen = layers[0]
    while layers[-1]:
        step = _beside(links, layers[-1]) & ~seen
        hit = step & ends
        if hit:
            return _trace_back(links, layers, hit & -hit)
        layers.append(step & middle)
        seen |= layers[-1]
    return None


def _trace_back(links: Sequence[int], layers: list[int], end: int) -> int:
    arm = current = end
    for layer in reversed(layers[1:]):
        previous = links[current.bit_length() - 1] & layer
        current = previous & -previous
        arm |= current
    return arm


def _other_arm_exists(links: Sequence[int], fleet: int, arm: int, ends: int, middle: int) -> bool:
    me = 1 << fleet
    barred = arm | _beside(links, arm)
    free = (middle & ~barred) | me
    return bool(_beside(links, flood(links, me, free)) & ends & ~barred)


def _search_arms(links: Sequence[int], fleet: int, firsts: int, lasts: int, middle: int) -> bool:
    """Grow the first arm step by step, giving up a start as soon as the second arm is cut off.

    The exact question is hard on graphs in general, so the search is bounded; beyond the bound the fleet counts as
    useful, which makes an order legal that helps no army.
    """
    steps = SEARCH_STEPS
    stack = [(fleet, 0, 0)]
    while stack:
        tip, arm, barred = stack.pop()
        steps -= 1
        if not steps:
            return True
        for number in bits_of(links[tip] & (middle | firsts) & ~barred & ~(1 << fleet)):
            grown = arm | 1 << number
            if not _other_arm_exists(links, fleet, grown, lasts, middle):
                continue
            if firsts >> number & 1:
                return True
            stack.append((number, grown, barred | links[tip] | 1 << number))
    return False
