"""The legal convoys of one fleet as numbers. Must agree with ``orders.scene.Scene.is_of_use``.

A fleet beside the army or beside the goal is the first or the last of a proper route, and one flood tells for all ends
at once what it can be joined to (see ``board.sea_routes``). Only a fleet beside neither needs a search for each pair.
"""

from typing import NamedTuple

import numpy as np

from legation.batch.chart import ARMIES, CARRIERS, GROUP, Chart
from legation.batch.codes import CONVOY, pack
from legation.batch.compiling import ZERO, Codes, Shorts, kernel, part
from legation.batch.proper_routes import is_on_proper_route
from legation.batch.sea import FLEETS, Sea
from legation.batch.word_tables import WordTables
from legation.batch.words import Words, bit, has, lowest


class Strands(NamedTuple):
    """Room to work in."""

    shores: Words
    """For each space beside the fleet: all shores joined to it by routes that begin with the fleet."""
    goals: Words
    """Where the fleet may convoy an army."""
    reached: Words
    stack: Shorts


def make_strands(words: WordTables) -> Strands:
    """Room for the fleets of a board."""
    spaces, width = words.links.shape
    return Strands(
        np.zeros((spaces, width), np.int64),
        np.zeros(width, np.int64),
        np.zeros(width, np.int64),
        np.zeros(spaces + 1, np.int16),
    )


@part
def enter_fleets(chart: Chart, sea: Sea) -> None:
    """Enter the fleets of a game for the search for proper routes."""
    for word in range(sea.sets.shape[1]):
        sea.sets[FLEETS, word] = chart.sets[CARRIERS, word]


@kernel
def list_convoys(
    words: WordTables, chart: Chart, strands: Strands, sea: Sea, codes: Codes, total: int, fleet: int
) -> int:
    """List the armies and shores of which the fleet lies on a proper route; how many orders there are then."""
    shores = chart.groups[chart.lists[GROUP, fleet]]
    _follow_strands(words, chart.sets, strands, fleet)
    is_between = _is_between(words, chart.sets, fleet)
    for word in range(shores.shape[0]):
        rest = shores[word] & chart.sets[ARMIES, word]
        while rest:
            army = word * 64 + lowest(rest)
            rest &= rest - 1
            _find_goals(words, chart, strands, sea, fleet, army, is_between)
            for column in range(shores.shape[0]):
                goals = strands.goals[column]
                while goals:
                    codes[total] = pack(CONVOY, column * 64 + lowest(goals), army)
                    goals &= goals - 1
                    total += 1
    return total


@kernel
def _is_between(words: WordTables, sets: Words, fleet: int) -> bool:
    """Whether a fleet has two others beside it, as one in the middle of a route must."""
    count = ZERO
    for word in range(sets.shape[1]):
        rest = words.links[fleet, word] & sets[CARRIERS, word]
        while rest:
            rest &= rest - 1
            count += 1
    return count > 1


@kernel
def _follow_strands(words: WordTables, sets: Words, strands: Strands, fleet: int) -> None:
    """For every shore beside the fleet: what is joined to it by routes that touch it with the fleet alone."""
    for word in range(sets.shape[1]):
        rest = words.shores[fleet, word] & (words.landings[word] | sets[ARMIES, word])
        while rest:
            space = word * 64 + lowest(rest)
            rest &= rest - 1
            _follow_strand(words, sets, strands, fleet, space)


@kernel
def _follow_strand(words: WordTables, sets: Words, strands: Strands, fleet: int, space: int) -> None:
    reached, stack = strands.reached, strands.stack
    for word in range(sets.shape[1]):
        reached[word] = words.links[space, word]
        strands.shores[space, word] = words.shores[fleet, word]
    stack[0] = fleet
    top = 1
    while top:
        top -= 1
        here = stack[top]
        link = ZERO
        near = words.neighbours[here, link]
        while near >= 0:
            if has(sets[CARRIERS], near) and not has(reached, near):
                reached[near >> 6] |= bit(near)
                stack[top] = near
                top += 1
                for word in range(sets.shape[1]):
                    strands.shores[space, word] |= words.shores[near, word]
            link += 1
            near = words.neighbours[here, link]


@kernel
def _find_goals(
    words: WordTables, chart: Chart, strands: Strands, sea: Sea, fleet: int, army: int, is_between: bool
) -> None:
    """Put the spaces to which the fleet may convoy an army into a set."""
    group = chart.lists[GROUP, fleet]
    is_first = has(words.shores[fleet], army)
    for word in range(chart.sets.shape[1]):
        goals = ZERO
        rest = chart.groups[group, word] & words.landings[word]
        fleets = chart.sets[CARRIERS, word]
        if is_first:
            goals = rest & strands.shores[army, word] & ~fleets
            rest &= fleets
        elif not is_between:
            rest &= words.shores[fleet, word] | fleets
        while rest:
            goal = word * 64 + lowest(rest)
            rest &= rest - 1
            if goal not in (army, fleet) and _may_convoy(words, chart, strands, sea, fleet, army, goal):
                goals |= bit(goal)
        strands.goals[word] = goals
    strands.goals[army >> 6] &= ~bit(army)


@kernel
def _may_convoy(words: WordTables, chart: Chart, strands: Strands, sea: Sea, fleet: int, army: int, goal: int) -> bool:
    """Whether the fleet lies on a proper route; no fleet carries an army into its own space (DATC 2.4, 9.A)."""
    is_taken = has(chart.sets[CARRIERS], goal)
    if not is_taken and has(words.shores[fleet], goal):
        return has(strands.shores[goal], army)
    if not is_taken and _is_cut(chart, fleet, army, goal):
        return True
    sea.sets[FLEETS, goal >> 6] &= ~bit(goal)
    found = is_on_proper_route(sea, words.neighbours, army, goal, fleet)
    if is_taken:
        sea.sets[FLEETS, goal >> 6] |= bit(goal)
    return found


@kernel
def _is_cut(chart: Chart, fleet: int, army: int, goal: int) -> bool:
    """Whether army and goal are beside different parts only of the group without the fleet: every route needs it."""
    has_army, has_goal = False, False
    for number in range(chart.ends[fleet, 0], chart.ends[fleet, 1]):
        at_army, at_goal = has(chart.parts[number], army), has(chart.parts[number], goal)
        if at_army and at_goal:
            return False
        has_army |= at_army
        has_goal |= at_goal
    return has_army and has_goal
