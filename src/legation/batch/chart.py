"""The units of one game, and the shores that its fleets join: the basis of legal orders.

Fleets that can convoy and touch each other form a group, and a group joins all shores beside it. A unit cannot support
a landing that it would itself have to carry (DATC 6.D.31), so for every fleet the *parts* are kept as well: the pieces
of its group without it. One walk through each group finds them all, by the lowest place that each branch leads back to
(Hopcroft and Tarjan's articulation points). Must agree with ``orders.listing``.
"""

from typing import Final, NamedTuple

import numpy as np

from legation.batch.codes import ARMY, NOBODY
from legation.batch.compiling import ZERO, Longs, Shorts, Small, constant, known, part
from legation.batch.tables import Tables
from legation.batch.word_tables import WordTables
from legation.batch.words import WORD, Words, has, lowest, mark_above

SETS: Final = 7
OCCUPIED, ARMIES, CARRIERS, BESIDE, ONCE, TWICE, BEFORE = range(SETS)
"""Rows of ``Chart.sets``. ``ONCE`` and ``TWICE``: what occurs at least once or twice, in a walk the shores of a fleet.
``BEFORE``: the shores of the fleets that come before one in its walk.
"""

ROWS: Final = 10
UNITS, KNOWN, NUMBER, PLACE, SEA, LOWEST, PARENT, LINK, END, GROUP = range(ROWS)
"""Rows of ``Chart.lists``.

By unit number: its space, and its row of the tables. By space: the number of the unit there; the place in the walk, and
the group, of the fleet there. By place in the walk: the space, the first place that its branch leads back to, its
parent, the next link to try, and where its branch ends.
"""
BY_STEP, BY_SEA = range(2)
"""Columns of ``Chart.helped``."""
NO_FLEET: Final = constant(-2)
UNSEEN: Final = constant(-1)


class Chart(NamedTuple):
    """Scratch arrays for one game."""

    sets: Words
    lists: Shorts
    branches: Words
    """For each place in the walk: the shores beside its branch."""
    groups: Words
    """The shores beside each group. While a group is processed, the rows after its own hold those of all fleets from
    some place of the walk on.
    """
    parts: Words
    """The shores beside each part that remains of a group without a fleet; those of one fleet are contiguous."""
    ends: Longs
    """For each space with a fleet: where its parts begin and end."""
    helped: Longs
    """For each space: which of its neighbours could be helped there, by land or by sea, as a bit for each rank."""


def make_chart(tables: Tables) -> Chart:
    """Room for the games of a board."""
    spaces, width = tables.link_words.shape
    return Chart(
        sets=np.zeros((SETS, width), np.int64),
        lists=np.zeros((ROWS, spaces + 1), np.int16),
        branches=np.zeros((spaces, width), np.int64),
        groups=np.zeros((spaces, width), np.int64),
        parts=np.zeros((2 * spaces, width), np.int64),
        ends=np.zeros((spaces, 2), np.int64),
        helped=np.zeros((spaces, 2), np.int64),
    )


@part
def enter_game(words: WordTables, chart: Chart, power: Small, kind: Small, place: Shorts) -> int:
    """Put the units of one game into sets and into lists; returns their number. Transport fleets count as fleets."""
    sets, lists, locations = chart.sets, chart.lists, words.moves.shape[0] // 2
    count = ZERO
    for word in range(sets.shape[1]):
        occupied = mark_above(power, word, NOBODY)
        armies = occupied & ~mark_above(kind, word, ARMY)
        sets[OCCUPIED, word] = occupied
        sets[ARMIES, word] = armies
        sets[CARRIERS, word] = occupied & ~armies & words.carries[word]
        while occupied:
            space = known(word * WORD + lowest(occupied))
            occupied &= occupied - 1
            lists[UNITS, count] = space
            lists[NUMBER, space] = count
            lists[KNOWN, count] = (kind[space] != ARMY) * locations + place[space]
            count += 1
    return count


@part
def make_groups(words: WordTables, chart: Chart) -> int:
    """Find the groups of fleets and the parts of each; returns the number of groups."""
    lists, sets, width = chart.lists, chart.sets, chart.sets.shape[1]
    lists[PLACE, :] = NO_FLEET
    for word in range(width):
        sets[BESIDE, word] = 0
        rest = sets[CARRIERS, word]
        while rest:
            lists[PLACE, word * 64 + lowest(rest)] = UNSEEN
            rest &= rest - 1
    groups, seen, parts = ZERO, ZERO, ZERO
    for word in range(width):
        rest = sets[CARRIERS, word]
        while rest:
            root = word * 64 + lowest(rest)
            rest &= rest - 1
            if lists[PLACE, root] == UNSEEN:
                if _is_alone(words, sets, root):
                    _enter_alone(words, chart, root, seen, groups, parts)
                    seen += 1
                else:
                    first = seen
                    for column in range(width):
                        sets[ONCE, column] = 0
                        sets[TWICE, column] = 0
                    seen = _walk(words, chart, root, first, groups)
                    _gather_after(words, chart, first, seen, groups)
                    parts = _part(words, chart, first, seen, parts, groups)
                    for column in range(width):
                        chart.groups[groups, column] = sets[ONCE, column]
                for column in range(width):
                    sets[BESIDE, column] |= chart.groups[groups, column] & sets[ARMIES, column]
                groups += 1
    return groups


@part
def _is_alone(words: WordTables, sets: Words, sea: int) -> bool:
    """True if no other fleet is beside this one."""
    found = ZERO
    for word in range(sets.shape[1]):
        found |= words.links[sea, word] & sets[CARRIERS, word]
    return found == 0


@part
def _enter_alone(words: WordTables, chart: Chart, sea: int, place: int, group: int, parts: int) -> None:
    """Add a group of one: without its fleet, nothing is left."""
    chart.lists[PLACE, sea] = place
    chart.lists[GROUP, sea] = group
    chart.ends[sea, 0] = parts
    chart.ends[sea, 1] = parts
    for word in range(chart.sets.shape[1]):
        chart.groups[group, word] = words.shores[sea, word]


@part
def _see(words: WordTables, chart: Chart, sea: int, place: int, parent: int, group: int) -> None:
    """Add a fleet to the walk."""
    lists, sets = chart.lists, chart.sets
    lists[PLACE, sea] = place
    lists[SEA, place] = sea
    lists[LOWEST, place] = place
    lists[PARENT, place] = parent
    lists[LINK, place] = 0
    lists[GROUP, sea] = group
    for word in range(sets.shape[1]):
        shores = words.shores[sea, word]
        chart.branches[place, word] = shores
        sets[TWICE, word] |= sets[ONCE, word] & shores
        sets[ONCE, word] |= shores


@part
def _walk(words: WordTables, chart: Chart, root: int, first: int, group: int) -> int:
    """Walk through the group of a fleet; returns the number of fleets seen so far in all groups."""
    lists, sets = chart.lists, chart.sets
    _see(words, chart, root, first, UNSEEN, group)
    here, seen = first, first + 1
    while here >= 0:
        near = words.neighbours[lists[SEA, here], lists[LINK, here]]
        if near < 0:
            lists[END, here] = seen
            parent = lists[PARENT, here]
            if parent >= 0:
                lists[LOWEST, parent] = min(lists[LOWEST, parent], lists[LOWEST, here])
                for word in range(sets.shape[1]):
                    chart.branches[parent, word] |= chart.branches[here, word]
            here = ZERO + parent
            continue
        lists[LINK, here] += 1
        place = lists[PLACE, near]
        if place >= 0:
            lists[LOWEST, here] = min(lists[LOWEST, here], place)
        elif place == UNSEEN:
            _see(words, chart, near, seen, here, group)
            here = seen
            seen += 1
    return seen


@part
def _gather_after(words: WordTables, chart: Chart, first: int, end: int, group: int) -> None:
    """Write the shores of all fleets from each place of a walk on, except the first, into the rows after a group's."""
    for back in range(1, end - first):
        row, sea = group + end - first - back, chart.lists[SEA, end - back]
        for word in range(chart.sets.shape[1]):
            after = chart.groups[row + 1, word] if back > 1 else ZERO
            chart.groups[row, word] = words.shores[sea, word] | after


@part
def _part(words: WordTables, chart: Chart, first: int, end: int, parts: int, group: int) -> int:
    """Find what is left of a group without each of its fleets; returns the new number of parts."""
    lists, sets = chart.lists, chart.sets
    for word in range(sets.shape[1]):
        sets[BEFORE, word] = ZERO
    for place in range(first, end):
        sea = lists[SEA, place]
        chart.ends[sea, 0] = parts
        begun = parts
        child = place + 1
        while child < lists[END, place]:
            if lists[LOWEST, child] >= place:
                for word in range(sets.shape[1]):
                    chart.parts[parts, word] = chart.branches[child, word]
                parts += 1
            child = lists[END, child]
        if place > first and parts == begun:
            for word in range(sets.shape[1]):
                chart.parts[parts, word] = sets[TWICE, word] | (sets[ONCE, word] & ~words.shores[sea, word])
            parts += 1
        elif place > first:
            _join_rest(chart, parts, place, end, group - first)
            parts += 1
        chart.ends[sea, 1] = parts
        for word in range(sets.shape[1]):
            sets[BEFORE, word] |= words.shores[sea, word]
    return parts


@part
def _join_rest(chart: Chart, rest: int, place: int, end: int, offset: int) -> None:
    """The part of a group that contains a fleet's parent: all but the fleet and the branches that depend on it.

    Its fleets come before the fleet, after its branches, or in a branch that leads back beyond it.
    """
    beyond = ZERO + chart.lists[END, place]
    for word in range(chart.sets.shape[1]):
        after = chart.groups[offset + beyond, word] if beyond < end else ZERO
        chart.parts[rest, word] = chart.sets[BEFORE, word] | after
    child = place + 1
    while child < beyond:
        if chart.lists[LOWEST, child] < place:
            for word in range(chart.sets.shape[1]):
                chart.parts[rest, word] |= chart.branches[child, word]
        child = ZERO + chart.lists[END, child]


@part
def join_shores(words: WordTables, chart: Chart, space: int, word: int) -> int:
    """One word of the shores that fleets join to a space."""
    found = ZERO
    for column in range(chart.sets.shape[1]):
        rest = words.links[space, column] & chart.sets[CARRIERS, column]
        while rest:
            near = column * WORD + lowest(rest)
            rest &= rest - 1
            found |= chart.groups[known(chart.lists[GROUP, near]), word]
    return found


@part
def join_armies(words: WordTables, chart: Chart, space: int, fleet: int, word: int) -> int:
    """One word of the armies that could be brought to a space without one fleet."""
    found, own = ZERO, chart.lists[GROUP, fleet]
    for column in range(chart.sets.shape[1]):
        rest = words.links[space, column] & chart.sets[CARRIERS, column]
        while rest:
            group = known(chart.lists[GROUP, column * WORD + lowest(rest)])
            rest &= rest - 1
            found |= chart.groups[group, word] if group != own else ZERO
    for number in range(chart.ends[fleet, 0], chart.ends[fleet, 1]):
        if has(chart.parts[number], space):
            found |= chart.parts[number, word]
    return found & chart.sets[ARMIES, word]
