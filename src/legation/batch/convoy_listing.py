"""The legal convoys of one fleet as numbers. Must agree with ``orders.scene.Scene.is_of_use``.

A fleet beside the army or beside the goal is the first or the last of a proper route, and one flood finds everything
that it joins for all ends at once (see ``board.sea_routes``). Only a fleet beside neither needs a search for each pair.
"""

from typing import NamedTuple

import numpy as np

from legation.batch.chart import ARMIES, CARRIERS, GROUP, Chart
from legation.batch.codes import CONVOY, pack
from legation.batch.compiling import ZERO, Codes, Shorts, known, part
from legation.batch.proper_routes import is_on_proper_route
from legation.batch.sea import FLEETS, Sea
from legation.batch.tables import Tables
from legation.batch.word_tables import WordTables
from legation.batch.words import Words, bit, has, lowest


class Strands(NamedTuple):
    """Scratch arrays."""

    shores: Words
    """For each space beside the fleet: all shores joined to it by routes that begin with the fleet."""
    goals: Words
    """Where the fleet may convoy an army."""
    reached: Words
    stack: Shorts


def make_strands(tables: Tables) -> Strands:
    """Room for the fleets of a board."""
    spaces, width = tables.link_words.shape
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


@part
def list_convoys(
    words: WordTables, chart: Chart, strands: Strands, sea: Sea, codes: Codes, total: int, fleet: int
) -> int:
    """List the convoys on whose proper routes the fleet lies, by army and shore; returns the new number of orders."""
    group = known(chart.lists[GROUP, fleet])
    is_alone = chart.ends[fleet, 0] == chart.ends[fleet, 1]
    is_between = False
    if not is_alone:
        is_between = _is_between(words, chart.sets, fleet)
        _follow_strands(words, chart, strands, group, fleet)
    for word in range(chart.sets.shape[1]):
        rest = chart.groups[group, word] & chart.sets[ARMIES, word]
        while rest:
            army = word * 64 + lowest(rest)
            rest &= rest - 1
            if is_alone:
                for column in range(chart.sets.shape[1]):
                    strands.goals[column] = chart.groups[group, column] & words.landings[column]
                strands.goals[army >> 6] &= ~bit(army)
            else:
                _find_goals(words, chart, strands, sea, fleet, army, is_between)
            for column in range(chart.sets.shape[1]):
                goals = strands.goals[column]
                while goals:
                    codes[total] = pack(CONVOY, column * 64 + lowest(goals), army)
                    goals &= goals - 1
                    total += 1
    return total


@part
def _is_between(words: WordTables, sets: Words, fleet: int) -> bool:
    """True if a fleet has two others beside it, as one in the middle of a route must."""
    count = ZERO
    for word in range(sets.shape[1]):
        rest = words.links[fleet, word] & sets[CARRIERS, word]
        while rest:
            rest &= rest - 1
            count += 1
    return count > 1


@part
def _follow_strands(words: WordTables, chart: Chart, strands: Strands, group: int, fleet: int) -> None:
    """For the shores beside the fleet that matter: find what is joined to each by routes that touch it with this fleet
    alone.

    Shores with armies matter and, if an army of the group is elsewhere, all shores where it might land.
    """
    sets, is_other = chart.sets, ZERO
    for word in range(sets.shape[1]):
        is_other |= chart.groups[group, word] & sets[ARMIES, word] & ~words.shores[fleet, word]
    for word in range(sets.shape[1]):
        asked = sets[ARMIES, word] | words.landings[word] if is_other else sets[ARMIES, word]
        rest = words.shores[fleet, word] & asked
        while rest:
            space = word * 64 + lowest(rest)
            rest &= rest - 1
            _follow_strand(words, sets, strands, fleet, space)


@part
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


@part
def _find_goals(
    words: WordTables, chart: Chart, strands: Strands, sea: Sea, fleet: int, army: int, is_between: bool
) -> None:
    """Find the set of spaces to which the fleet may convoy an army."""
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


@part
def _may_convoy(words: WordTables, chart: Chart, strands: Strands, sea: Sea, fleet: int, army: int, goal: int) -> bool:
    """True if the fleet lies on a proper route; no fleet carries an army into its own space (DATC 2.4, 9.A)."""
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


@part
def _is_cut(chart: Chart, fleet: int, army: int, goal: int) -> bool:
    """True if army and goal are beside different parts only of the group without the fleet: every route needs it."""
    has_army, has_goal = False, False
    for number in range(chart.ends[fleet, 0], chart.ends[fleet, 1]):
        at_army, at_goal = has(chart.parts[number], army), has(chart.parts[number], goal)
        if at_army and at_goal:
            return False
        has_army |= at_army
        has_goal |= at_goal
    return has_army and has_goal
