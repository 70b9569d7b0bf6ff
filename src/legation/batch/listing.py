"""All legal orders as numbers. Must agree with ``orders.listing``; ``legal_codes`` says in what form.

Whoever can be helped to a place is written down once, for all helpers nearby, and so are the voyages of a group of
fleets, for all armies beside it. Orders that only one unit has are written for it: help from fleets, and convoys.
"""

from typing import NamedTuple

import numpy as np

from legation.batch.batch import Batch
from legation.batch.chart import (
    ARMIES,
    BESIDE,
    CARRIERS,
    GROUP,
    KNOWN,
    UNITS,
    Chart,
    enter_game,
    join_shores,
    look_up_rows,
    make_chart,
    make_groups,
)
from legation.batch.codes import OTHER_SHIFT, SUPPORT_MOVE, TRANSPORT, other_of, pack, place_of
from legation.batch.compiling import ZERO, Codes, Shorts, Small, kernel, known, known_far, part
from legation.batch.convoy_listing import Strands, enter_fleets, list_convoys, make_strands
from legation.batch.legal_codes import LegalCodes
from legation.batch.sea import Sea, make_sea
from legation.batch.tables import Tables
from legation.batch.word_tables import WordTables, make_rooms
from legation.batch.words import ONE, SIXTEEN, WORD, Words, copy_shorts, copy_sixteen, has, lowest

JOINED, JOINED_TWICE, FOUND = range(3)
"""Rows of ``ListRoom.shores``."""


class ListRoom(NamedTuple):
    """Scratch arrays for one game."""

    chart: Chart
    strands: Strands
    sea: Sea
    options: Shorts
    """A list of units or places."""
    steps: Codes
    """The orders that help units in one step, one unit after another."""
    helped: Shorts
    """With room for each location: those that can be helped there without a convoy, as in ``LegalCodes.shared``."""
    counts: Small
    """For each location: their number."""
    shores: Words
    """Sets of spaces: the shores of at least one group, and of two; and a set to work with."""
    group_at: Shorts
    """For each space beside fleets: the last group there."""
    voyages: Codes
    """For each group: the start of the shores beside it in ``LegalCodes.shared``, and of its armies; then the end."""


def make_list_room(tables: Tables) -> ListRoom:
    """Make room for the games of a board."""
    spaces, locations, width = len(tables.is_land), len(tables.space_of), tables.link_words.shape[1]
    steps = max(tables.army_steps.shape[1], tables.fleet_steps.shape[1])
    return ListRoom(
        chart=make_chart(tables),
        strands=make_strands(tables),
        sea=make_sea(tables),
        options=np.zeros(max(locations, 2 * spaces) + 2, np.int16),
        steps=np.zeros(spaces * (1 + steps) + SIXTEEN, np.int32),
        helped=np.zeros(int(make_rooms(tables)[-1]) + SIXTEEN, np.int16),
        counts=np.zeros(locations, np.int8),
        shores=np.zeros((3, width), np.int64),
        group_at=np.zeros(spaces, np.int16),
        voyages=np.zeros(2 * spaces + 1, np.int32),
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
    chart, codes, spaces = room.chart, legal.codes, batch.power.shape[1]
    count = enter_game(words, chart, batch.power[game], batch.kind[game])
    first, start = legal.units[game], legal.games[game]
    total, room_left = legal.own[first], codes.shape[0] - count_most_own(words, count)
    if total > room_left or start + count_most_shared(words, count) > legal.shared.shape[0]:
        return False
    look_up_rows(words, chart, batch.kind[game], batch.place[game], count)
    note_steps(words, room, batch.kind[game], count)
    groups, shared = make_groups(words, chart), legal.shared[start:]
    if groups:
        if convoys:
            enter_fleets(chart, room.sea)
        end = _share_groups(words, room, shared, groups)
        end = _share_landings(words, room, legal, shared, game, end)
    else:
        end = ZERO
        legal.landing_counts[game, :] = 0
    end = share_steps(words, room, legal, shared, game, end)
    for number in range(count):
        unit, row = known(chart.lists[UNITS, number]), known(chart.lists[KNOWN, number])
        place = first + number
        is_carrier = has(chart.sets[CARRIERS], unit)
        enter_unit(legal, place, unit, row, end)
        if groups and has(chart.sets[BESIDE], unit):
            end = _enter_voyages(words, room, legal, shared, place, unit, end)
        elif is_carrier:
            is_ashore = _is_spare(words, room, unit, row)
            legal.is_ashore[place] = is_ashore
            if not is_ashore:
                total = _list_carried(words, room, codes, total, unit, row)
            if convoys and _has_armies(chart, unit):
                if total + spaces * count > room_left:
                    return False
                total = list_convoys(words, chart, room.strands, room.sea, codes, total, unit)
        legal.own[place + 1] = total
    legal.units[game + 1] = first + count
    legal.games[game + 1] = start + end
    return True


@part
def enter_unit(legal: LegalCodes, unit: int, column: int, row: int, end: int) -> None:
    """Enter a unit without voyages."""
    legal.columns[unit] = column
    legal.rows[unit] = row
    legal.is_ashore[unit] = 1
    legal.voyages[unit] = end
    legal.voyage_counts[unit] = 0


@kernel
def count_most_own(words: WordTables, units: int) -> int:
    """An upper bound for what ``units`` units do not share, without convoys."""
    return units * words.near_places.shape[1] * units


@kernel
def count_most_shared(words: WordTables, units: int) -> int:
    """An upper bound for what ``units`` units share."""
    return words.rooms[words.rooms.shape[0] - 1] + SIXTEEN + 4 * units * words.links.shape[0]


@part
def note_steps(words: WordTables, room: ListRoom, kind: Small, count: int) -> None:
    """Note for every place which unit stands or goes there in one step; transport fleets get no help with moves.

    Their orders are overwritten by those of the next unit.
    """
    chart, end = room.chart, ZERO
    for number in range(count):
        row, more = known(chart.lists[KNOWN, number]), known(chart.lists[UNITS, number]) << OTHER_SHIFT
        steps = words.helped_codes[row, 0]
        for first in range(0, steps, SIXTEEN):
            copy_sixteen(room.steps, end + first, words.helped_codes[row], first + 1, more)
        end += steps if kind[known(chart.lists[UNITS, number])] != TRANSPORT else ONE
    room.counts[:] = 0
    for number in range(end):
        code = room.steps[number]
        note_help(words, room, known(place_of(code)), known(other_of(code)), (code >> 2) & ONE)


@part
def note_help(words: WordTables, room: ListRoom, place: int, unit: int, moves: int) -> None:
    """Note a unit that can be helped in a place."""
    written = known(room.counts[place])
    room.helped[known_far(words.rooms[place]) + written] = unit << 1 | moves
    room.counts[place] = written + 1


@part
def share_steps(words: WordTables, room: ListRoom, legal: LegalCodes, shared: Shorts, game: int, end: int) -> int:
    """Write down whom units can help in every place; returns how much was written.

    A few too many are copied, and overwritten by the next.
    """
    for place in range(room.counts.shape[0]):
        begin, count = known_far(words.rooms[place]), known(room.counts[place])
        legal.begins[game, place] = end
        copy_shorts(shared, end, room.helped, begin)
        for first in range(SIXTEEN, count, SIXTEEN):
            copy_shorts(shared, end + first, room.helped, begin + first)
        end += count
    legal.begins[game, room.counts.shape[0]] = end
    return end


@part
def _share_groups(words: WordTables, room: ListRoom, shared: Shorts, groups: int) -> int:
    """Write down the shores and the armies of every group; returns how much was written."""
    chart, shores, end = room.chart, room.shores, ZERO
    for word in range(chart.sets.shape[1]):
        shores[JOINED, word] = ZERO
        shores[JOINED_TWICE, word] = ZERO
    for group in range(groups):
        room.voyages[2 * group] = end
        for word in range(chart.sets.shape[1]):
            rest = chart.groups[group, word]
            shores[JOINED_TWICE, word] |= shores[JOINED, word] & rest
            shores[JOINED, word] |= rest
            landings = words.landings[word]
            while rest:
                low = lowest(rest)
                rest &= rest - 1
                space = known(word * WORD + low)
                room.group_at[space] = group
                shared[known_far(end)] = space
                end += (landings >> low) & ONE
        room.voyages[2 * group + 1] = end
        for word in range(chart.sets.shape[1]):
            end = _share_set(shared, end, word, chart.groups[group, word] & chart.sets[ARMIES, word])
    room.voyages[2 * groups] = end
    return end


@part
def _share_set(shared: Shorts, end: int, word: int, rest: int) -> int:
    """Write down one word of a set of spaces; returns how much was written."""
    while rest:
        shared[known_far(end)] = known(word * WORD + lowest(rest))
        rest &= rest - 1
        end += 1
    return end


@part
def _share_landings(words: WordTables, room: ListRoom, legal: LegalCodes, shared: Shorts, game: int, end: int) -> int:
    """Enter for every shore the armies of the only group beside it, or of several together, which are written down.

    Returns how much was written.
    """
    chart, shores = room.chart, room.shores
    legal.landing_counts[game, :] = 0
    for word in range(chart.sets.shape[1]):
        rest = shores[JOINED, word] & words.landings[word]
        while rest:
            shore = known(word * WORD + lowest(rest))
            rest &= rest - 1
            group = known(room.group_at[shore])
            begin, after = room.voyages[2 * group + 1], room.voyages[2 * group + 2]
            if has(shores[JOINED_TWICE], shore):
                begin = end
                for column in range(chart.sets.shape[1]):
                    armies = join_shores(words, chart, shore, column) & chart.sets[ARMIES, column]
                    end = _share_set(shared, end, column, armies)
                after = end
            legal.landings[game, shore] = begin
            legal.landing_counts[game, shore] = after - begin
    return end


@part
def _enter_voyages(
    words: WordTables, room: ListRoom, legal: LegalCodes, shared: Shorts, unit: int, army: int, end: int
) -> int:
    """Enter the voyages of an army: those of the only group beside it, or of several together, which are written down.

    Returns how much was written.
    """
    chart = room.chart
    if not has(room.shores[JOINED_TWICE], army):
        group = known(room.group_at[army])
        legal.voyages[unit] = room.voyages[2 * group]
        legal.voyage_counts[unit] = room.voyages[2 * group + 1] - room.voyages[2 * group]
        return end
    begin = end
    for word in range(chart.sets.shape[1]):
        end = _share_set(shared, end, word, join_shores(words, chart, army, word) & words.landings[word])
    legal.voyages[unit] = begin
    legal.voyage_counts[unit] = end - begin
    return end


@part
def _is_spare(words: WordTables, room: ListRoom, fleet: int, row: int) -> bool:
    """True if wherever a fleet may help, just the same armies could land without it.

    So it is if what is left of its group is in one piece and touches the same armies, and the same shores nearby.
    """
    chart, missed, group = room.chart, ZERO, known(room.chart.lists[GROUP, fleet])
    first, parts = chart.ends[fleet, 0], chart.ends[fleet, 1] - chart.ends[fleet, 0]
    for word in range(chart.sets.shape[1]):
        asked = chart.sets[ARMIES, word] | (room.shores[JOINED, word] & words.landings[word] & words.near[row, word])
        left = chart.parts[first, word] if parts == 1 else ZERO
        missed |= chart.groups[group, word] & asked & ~left
    return missed == 0


@part
def _has_armies(chart: Chart, fleet: int) -> bool:
    """True if an army is beside a fleet's group."""
    found, group = ZERO, known(chart.lists[GROUP, fleet])
    for word in range(chart.sets.shape[1]):
        found |= chart.groups[group, word] & chart.sets[ARMIES, word]
    return found != 0


@part
def _list_carried(words: WordTables, room: ListRoom, codes: Codes, total: int, fleet: int, row: int) -> int:
    """Supports by a fleet for armies that could be convoyed without it (DATC 6.D.31), except those that could walk."""
    chart, found = room.chart, room.shores[FOUND]
    for word in range(chart.sets.shape[1]):
        near = room.shores[JOINED, word] & words.landings[word] & words.near[row, word]
        while near:
            shore = known(word * WORD + lowest(near))
            near &= near - 1
            if not _collect_armies(words, room, shore, fleet):
                continue
            for column in range(chart.sets.shape[1]):
                rest = found[column] & chart.sets[ARMIES, column] & ~words.walkers[shore, column]
                while rest:
                    army = column * WORD + lowest(rest)
                    rest &= rest - 1
                    codes[known_far(total)] = pack(SUPPORT_MOVE, shore, army)
                    total += army != shore
    return total


@part
def _collect_armies(words: WordTables, room: ListRoom, shore: int, fleet: int) -> bool:
    """Put what fleets join to a shore without one of them into ``FOUND``; returns whether there is anything."""
    chart, found, own = room.chart, room.shores[FOUND], ZERO + room.chart.lists[GROUP, fleet]
    has_found = False
    for column in range(chart.sets.shape[1]):
        found[column] = ZERO
    for number in range(chart.ends[fleet, 0], chart.ends[fleet, 1]):
        if has(chart.parts[number], shore):
            has_found = True
            for column in range(chart.sets.shape[1]):
                found[column] |= chart.parts[number, column]
    if has(room.shores[JOINED_TWICE], shore):
        link = ZERO
        near = ZERO + words.neighbours[shore, link]
        while near >= 0:
            if has(chart.sets[CARRIERS], near) and chart.lists[GROUP, near] != own:
                has_found = True
                group = known(chart.lists[GROUP, near])
                for column in range(chart.sets.shape[1]):
                    found[column] |= chart.groups[group, column]
            link += 1
            near = ZERO + words.neighbours[shore, link]
    return has_found
