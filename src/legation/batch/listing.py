"""All legal orders as numbers. Must agree with ``orders.listing``; ``legal_codes`` says in what form.

Whoever can be helped to a place is written down once, for all helpers nearby, and what fleets join once for each group
of fleets. Convoys, which only one unit can order, are written for it.
"""

from typing import NamedTuple

import numpy as np

from legation.batch.batch import Batch
from legation.batch.chart import (
    ARMIES,
    CARRIERS,
    GROUP,
    KNOWN,
    NUMBER,
    ONCE,
    UNITS,
    Chart,
    enter_game,
    make_chart,
    make_groups,
)
from legation.batch.codes import TRANSPORT
from legation.batch.compiling import ZERO, Codes, Shorts, Small, kernel, known, known_far, part
from legation.batch.convoy_listing import Strands, enter_fleets, list_convoys, make_strands
from legation.batch.legal_codes import NOTHING, LegalCodes
from legation.batch.sea import Sea, make_sea
from legation.batch.tables import Tables
from legation.batch.word_tables import HELPED_SHIFT, WordTables, make_rooms
from legation.batch.words import ONE, SIXTEEN, WORD, Words, copy_shorts, copy_sixteen, has, lowest


class ListRoom(NamedTuple):
    """Scratch arrays for one game."""

    chart: Chart
    strands: Strands
    sea: Sea
    options: Shorts
    """A list of units or places."""
    steps: Codes
    """Where units can be helped in one step, one unit after another, as in ``WordTables.helped_codes``."""
    helped: Shorts
    """With room for each location: those that can be helped there without a convoy, as in ``LegalCodes.shared``."""
    ends: Codes
    """For each location: where those noted so far end."""


def make_list_room(tables: Tables) -> ListRoom:
    """Make room for the games of a board."""
    spaces, locations = len(tables.is_land), len(tables.space_of)
    steps = max(tables.army_steps.shape[1], tables.fleet_steps.shape[1])
    return ListRoom(
        chart=make_chart(tables),
        strands=make_strands(tables),
        sea=make_sea(tables),
        options=np.zeros(max(locations, 2 * spaces) + 2, np.int16),
        steps=np.zeros(spaces * (1 + steps) + SIXTEEN, np.int32),
        helped=np.zeros(int(make_rooms(tables)[-1]) + SIXTEEN, np.int16),
        ends=np.zeros(locations, np.int32),
    )


@kernel
def list_some_orders(
    words: WordTables, room: ListRoom, batch: Batch, legal: LegalCodes, game: int, convoys: bool
) -> int:
    """List legal orders from one game on, while there is room for them; returns the number of games listed."""
    while game < batch.power.shape[0] and _list_game(words, room, batch, legal, game, convoys):
        game += 1
    return game


@part
def _list_game(words: WordTables, room: ListRoom, batch: Batch, legal: LegalCodes, game: int, convoys: bool) -> bool:
    """The same for one game; returns whether there was room."""
    chart = room.chart
    count = enter_game(words, chart, batch.power[game], batch.kind[game], batch.place[game])
    first, start, row = legal.units[game], legal.games[game], legal.firsts[game]
    if (
        start + count_most_shared(words) > legal.shared.shape[0]
        or row + count_most_sets(words, count) > legal.sets.shape[0]
    ):
        return False
    note_steps(words, room, batch.kind[game], count)
    legal.games[game + 1] = start + share_steps(words, room, legal, legal.shared[start:], game)
    groups = make_groups(words, chart)
    parts = share_groups(chart, legal, legal.sets[row:], game, groups)
    own = ZERO + legal.own[first]
    for number in range(count):
        enter_unit(legal, first + number, known(chart.lists[UNITS, number]), known(chart.lists[KNOWN, number]))
        legal.own[first + number + 1] = own
    if groups:
        parts = _share_parts(chart, legal, legal.sets[row:], first, parts)
    legal.firsts[game + 1] = row + parts
    legal.units[game + 1] = first + count
    return not (convoys and groups) or _list_convoys(words, room, legal, first, count)


@part
def enter_unit(legal: LegalCodes, unit: int, column: int, row: int) -> None:
    """Enter a unit; no fleet that can convoy."""
    legal.columns[unit] = column
    legal.rows[unit] = row
    legal.fleets[unit] = NOTHING


@part
def _list_convoys(words: WordTables, room: ListRoom, legal: LegalCodes, first: int, count: int) -> bool:
    """List the convoys of every fleet of a game; returns whether there was room."""
    chart, total, most = room.chart, ZERO + legal.own[first], count * words.links.shape[0]
    enter_fleets(chart, room.sea)
    for number in range(count):
        unit = known(chart.lists[UNITS, number])
        if has(chart.sets[CARRIERS], unit) and _has_armies(chart, unit):
            if total + most > legal.codes.shape[0]:
                return False
            total = list_convoys(words, chart, room.strands, room.sea, legal.codes, total, unit)
        legal.own[first + number + 1] = total
    return True


@kernel
def count_most_shared(words: WordTables) -> int:
    """An upper bound for what the units of a game share."""
    return words.rooms[words.rooms.shape[0] - 1] + SIXTEEN


@kernel
def count_most_sets(words: WordTables, units: int) -> int:
    """An upper bound for the sets of a game: a group for each unit, twice as many parts, and one for each shore."""
    return 1 + 3 * units + words.links.shape[0]


@part
def note_steps(words: WordTables, room: ListRoom, kind: Small, count: int) -> None:
    """Note for every place which unit stands or goes there in one step; transport fleets get no help with moves.

    Their moves are overwritten by the next unit.
    """
    chart, end = room.chart, ZERO
    for number in range(count):
        row, more = known(chart.lists[KNOWN, number]), known(chart.lists[UNITS, number]) << HELPED_SHIFT + 1
        steps = words.helped_codes[row, 0]
        for first in range(0, steps, SIXTEEN):
            copy_sixteen(room.steps, end + first, words.helped_codes[row], first + 1, more)
        end += steps if kind[known(chart.lists[UNITS, number])] != TRANSPORT else ONE
    for place in range(room.ends.shape[0]):
        room.ends[place] = words.rooms[place]
    for number in range(end):
        code = room.steps[known_far(number)]
        note_help(room, known(code), code >> HELPED_SHIFT)


@part
def note_help(room: ListRoom, place: int, helped: int) -> None:
    """Note who can be helped in a place, as in ``LegalCodes.shared``."""
    end = known_far(room.ends[place])
    room.helped[end] = helped
    room.ends[place] = end + 1


@part
def share_steps(words: WordTables, room: ListRoom, legal: LegalCodes, shared: Shorts, game: int) -> int:
    """Write down whom units can help in every place; returns how much was written.

    A few too many are copied, and overwritten by the next.
    """
    end = ZERO
    for place in range(room.ends.shape[0]):
        begin = known_far(words.rooms[place])
        count = room.ends[place] - begin
        legal.begins[game, place] = end
        copy_shorts(shared, end, room.helped, begin)
        for first in range(SIXTEEN, count, SIXTEEN):
            copy_shorts(shared, end + first, room.helped, begin + first)
        end += count
    legal.begins[game, room.ends.shape[0]] = end
    return end


@part
def share_groups(chart: Chart, legal: LegalCodes, sets: Words, game: int, groups: int) -> int:
    """Write down the armies, the shores of each group of fleets, and what several groups join to a shore.

    Returns the number of rows written.
    """
    legal.groups[game] = groups
    legal.joined[game, :] = NOTHING
    if not groups:
        return ZERO
    for word in range(sets.shape[1]):
        sets[NOTHING, word] = chart.sets[ARMIES, word]
        chart.sets[ONCE, word] = 0
    end = groups + 1
    for group in range(groups):
        _copy(chart.groups, group, sets, group + 1)
        end = _join_group(chart, legal, sets, game, group + 1, groups, end)
    return end


@part
def _join_group(chart: Chart, legal: LegalCodes, sets: Words, game: int, group: int, groups: int, end: int) -> int:
    """Join the shores of a group with each other; a shore that others have joined gets a row of its own."""
    for word in range(sets.shape[1]):
        again = sets[group, word] & chart.sets[ONCE, word]
        fresh = sets[group, word] ^ again
        chart.sets[ONCE, word] |= fresh
        while fresh:
            legal.joined[game, known(word * WORD + lowest(fresh))] = group
            fresh &= fresh - 1
        while again:
            shore = known(word * WORD + lowest(again))
            again &= again - 1
            before = known(legal.joined[game, shore])
            if before <= groups:
                _copy(sets, before, sets, end)
                legal.joined[game, shore] = before = known(end)
                end += 1
            for column in range(sets.shape[1]):
                sets[before, column] |= sets[group, column]
    return end


@part
def _copy(source: Words, row: int, target: Words, goal: int) -> None:
    for word in range(target.shape[1]):
        target[goal, word] = source[row, word]


@part
def _share_parts(chart: Chart, legal: LegalCodes, sets: Words, first: int, end: int) -> int:
    """Enter the group of every fleet, and write down what is left of it without the fleet; returns the next row."""
    parts = ZERO
    for word in range(chart.sets.shape[1]):
        rest = chart.sets[CARRIERS, word]
        while rest:
            fleet = known(word * WORD + lowest(rest))
            rest &= rest - 1
            unit, parts = first + known(chart.lists[NUMBER, fleet]), max(parts, chart.ends[fleet, 1])
            legal.fleets[unit] = chart.lists[GROUP, fleet] + 1
            legal.part_starts[unit] = end + chart.ends[fleet, 0]
            legal.part_ends[unit] = end + chart.ends[fleet, 1]
    for number in range(parts):
        _copy(chart.parts, number, sets, end + number)
    return end + parts


@part
def _has_armies(chart: Chart, fleet: int) -> bool:
    """True if an army is beside a fleet's group."""
    found, group = ZERO, known(chart.lists[GROUP, fleet])
    for word in range(chart.sets.shape[1]):
        found |= chart.groups[group, word] & chart.sets[ARMIES, word]
    return found != 0
