"""All legal orders as numbers. Must agree with ``orders.listing``.

Lists of different lengths follow one another in one array; a second array gives the start of each. For every unit that
can be helped to a place, the order that helps it is written once, and copied into the list of every helper nearby. So
the list of a unit is assembled from *pieces*: holding, and one for each place nearby. Orders that only few units have
(voyages, and help from fleets) are added at the end.
"""

from typing import Final, NamedTuple

import numpy as np

from legation.batch.batch import Batch
from legation.batch.chart import (
    ARMIES,
    BESIDE,
    GROUP,
    KNOWN,
    PLACE,
    UNITS,
    Chart,
    enter_game,
    join_armies,
    join_shores,
    look_up_rows,
    make_chart,
    make_groups,
)
from legation.batch.codes import HOLD, MOVE, OTHER_SHIFT, PLACE_SHIFT, SUPPORT_MOVE, TRANSPORT, VIA, pack, place_of
from legation.batch.compiling import ZERO, Codes, Longs, Shorts, Small, kernel, known, known_far, part
from legation.batch.convoy_listing import Strands, enter_fleets, list_convoys, make_strands
from legation.batch.sea import Sea, make_sea
from legation.batch.tables import Tables
from legation.batch.word_tables import ALL, EXTRA, FAR, HOLDING, STEPPERS, WordTables
from legation.batch.words import EIGHT, ONE, SIXTEEN, WORD, Words, bit, copy_sixteen, has, help_eight, lowest

PIECE_MASK: Final = 0xFFFF
UNIT_SHIFT: Final = 16
"""A piece of a unit's list: the number of the piece, and the unit."""


LANDED, JOINED, JOINED_TWICE = range(3)
"""Rows of ``ListRoom.shores``."""


class Pieces(NamedTuple):
    """The pieces from which the lists of one game are assembled."""

    codes: Codes
    """Orders, with fixed room for every location. At a location, the help for units that go there in one step comes
    first, then that for armies that could be convoyed there.
    """
    begins: Codes
    """For each piece: its start."""
    counts: Shorts
    """For each piece: the number of its orders."""
    wanted: Codes
    """The pieces of all units, one unit after another."""
    totals: Longs
    """For each of these: the number of orders listed before it."""
    firsts: Shorts
    """For each unit by number: its first."""
    helped: Codes
    """The orders that help units in one step, one unit after another."""


class ListRoom(NamedTuple):
    """Scratch arrays for one game."""

    chart: Chart
    pieces: Pieces
    strands: Strands
    sea: Sea
    options: Shorts
    """A list of units or places."""
    shores: Words
    """Sets of spaces: where an army could come by convoy, and the shores of at least one group and of two."""


def make_list_room(tables: Tables) -> ListRoom:
    """Make room for the games of a board."""
    spaces, locations, width = len(tables.is_land), len(tables.space_of), tables.link_words.shape[1]
    steps = max(tables.army_steps.shape[1], tables.fleet_steps.shape[1])
    stride, most = spaces + EIGHT, spaces * (2 + steps * tables.places.shape[1]) + SIXTEEN
    begins, counts = np.zeros(HOLDING * locations + 1, np.int32), np.ones(HOLDING * locations + 1, np.int16)
    by_place = np.arange(locations, dtype=np.int32)
    begins[STEPPERS * locations : FAR * locations] = np.tile(by_place * stride, 2)
    begins[EXTRA * locations : EXTRA * locations + spaces] = (locations + np.arange(spaces)) * stride
    begins[FAR * locations : EXTRA * locations] = (locations + spaces) * stride + by_place
    begins[HOLDING * locations] = (locations + spaces) * stride + locations
    codes = np.full((locations + spaces + 1) * stride + locations, HOLD, np.int32)
    codes[begins[FAR * locations : EXTRA * locations]] = MOVE | by_place << PLACE_SHIFT
    return ListRoom(
        chart=make_chart(tables),
        pieces=Pieces(
            codes,
            begins,
            counts,
            wanted=np.zeros(most, np.int32),
            totals=np.zeros(most, np.int64),
            firsts=np.zeros(spaces + 1, np.int16),
            helped=np.zeros(most, np.int32),
        ),
        strands=make_strands(tables),
        sea=make_sea(tables),
        options=np.zeros(max(locations, 2 * spaces) + 2, np.int16),
        shores=np.zeros((3, width), np.int64),
    )


@kernel
def list_some_orders(
    words: WordTables, room: ListRoom, batch: Batch, codes: Codes, starts: Longs, game: int, convoys: bool
) -> int:
    """List legal orders starting with one game, while there is room for them; returns the number of games listed.

    ``starts`` holds the start of a unit's orders at ``game * spaces + space``.
    """
    games, spaces = batch.power.shape
    total = starts[game * spaces]
    while game < games:
        total = list_game_orders(words, room, batch, codes, starts, total, game, convoys)
        if total < 0:
            return game
        game += 1
    return game


@part
def list_game_orders(
    words: WordTables, room: ListRoom, batch: Batch, codes: Codes, starts: Longs, total: int, game: int, convoys: bool
) -> int:
    """The same for one game; returns the new number of orders, or -1 if there is no room."""
    chart, pieces = room.chart, room.pieces
    spaces = batch.power.shape[1]
    count = enter_game(words, chart, batch.power[game], batch.kind[game])
    room_left = codes.shape[0] - count_most(words, count, False)
    if total > room_left:
        return ZERO - 1
    look_up_rows(words, chart, batch.kind[game], batch.place[game], count)
    groups = make_groups(words, chart)
    write_steppers(words, chart, pieces, batch.kind[game], count)
    has_landers = False
    if groups:
        has_landers = _write_landers(words, room, groups)
        if convoys:
            enter_fleets(chart, room.sea)
    done, end = ZERO, ZERO
    for number in range(count):
        pieces.firsts[number] = end
        end = want_pieces(words, chart, pieces, end, number)
        unit = known(chart.lists[UNITS, number])
        if has_landers and chart.lists[PLACE, unit] >= 0 and _has_more(words, room, number, convoys):
            total = put_together(pieces, codes, total, done, end)
            done = end
            total = _list_carried(words, room, codes, total, unit, known(chart.lists[KNOWN, number]))
            if convoys:
                if total + spaces * count > room_left:
                    return ZERO - 1
                total = list_convoys(words, chart, room.strands, room.sea, codes, total, unit)
    total = put_together(pieces, codes, total, done, end)
    write_starts(pieces, batch.power[game], starts, game * spaces, end, count, total)
    return total


@kernel
def count_most(words: WordTables, units: int, convoys: bool) -> int:
    """An upper bound for the legal orders of ``units`` units."""
    spaces = words.links.shape[0]
    most = 1 + words.move_codes.shape[1] + spaces + (words.near_places.shape[1] + 1) * (units + EIGHT + 1)
    return most * units + EIGHT + (spaces * units if convoys else ZERO)


@part
def write_steppers(words: WordTables, chart: Chart, pieces: Pieces, kind: Small, count: int) -> None:
    """Write down for every place which unit stands or goes there in one step; transport fleets get no help with moves.

    Their orders are overwritten by those of the next unit.
    """
    locations, end = words.moves.shape[0] // 2, ZERO
    for number in range(count):
        row, more = known(chart.lists[KNOWN, number]), known(chart.lists[UNITS, number]) << OTHER_SHIFT
        helped = words.helped_codes[row, 0]
        for first in range(0, helped, SIXTEEN):
            copy_sixteen(pieces.helped, end + first, words.helped_codes[row], first + 1, more)
        end += helped if kind[known(chart.lists[UNITS, number])] != TRANSPORT else ONE
    for place in range(locations):
        pieces.counts[place] = 0
    for number in range(end):
        code = pieces.helped[number]
        write_help(pieces, STEPPERS * locations, known(place_of(code)), code)
    for place in range(locations):
        pieces.counts[ALL * locations + place] = pieces.counts[place]


@part
def write_help(pieces: Pieces, first: int, place: int, code: int) -> None:
    """Add an order to the piece of a place."""
    written = known(pieces.counts[first + place])
    pieces.codes[known_far(pieces.begins[place]) + written] = code
    pieces.counts[first + place] = written + 1


@part
def _write_landers(words: WordTables, room: ListRoom, groups: int) -> bool:
    """Write down for every shore which armies need a convoy to get there and could have one; returns whether there are
    any.

    An army's own orders by sea are its extra piece.
    """
    chart, pieces, locations = room.chart, room.pieces, words.moves.shape[0] // 2
    for word in range(chart.sets.shape[1]):
        once, twice = ZERO, ZERO
        for group in range(groups):
            twice |= once & chart.groups[group, word]
            once |= chart.groups[group, word]
        room.shores[LANDED, word] = ZERO
        room.shores[JOINED, word] = once
        room.shores[JOINED_TWICE, word] = twice
    has_landers = False
    for word in range(chart.sets.shape[1]):
        rest = chart.sets[BESIDE, word]
        while rest:
            army = known(word * WORD + lowest(rest))
            rest &= rest - 1
            has_landers = True
            total = begin = known_far(pieces.begins[EXTRA * locations + army])
            for column in range(chart.sets.shape[1]):
                goals = join_shores(words, chart, army, column) & words.landings[column]
                goals &= ~bit(army) if column == army >> 6 else ZERO - 1
                walks = words.moves[army, column]
                room.shores[LANDED, column] |= goals & ~walks
                while goals:
                    low = lowest(goals)
                    space = known(column * WORD + low)
                    goals &= goals - 1
                    pieces.codes[known_far(total)] = pack(VIA, space, ZERO)
                    total += 1
                    written = known(pieces.counts[ALL * locations + space])
                    pieces.codes[known_far(pieces.begins[space]) + written] = pack(SUPPORT_MOVE, space, army)
                    pieces.counts[ALL * locations + space] = written + 1 - ((walks >> low) & ONE)
            pieces.counts[EXTRA * locations + army] = total - begin
    return has_landers


@part
def want_pieces(words: WordTables, chart: Chart, pieces: Pieces, end: int, number: int) -> int:
    """Note the pieces of a unit's list; returns the new number of pieces."""
    row, unit = known(chart.lists[KNOWN, number]), known(chart.lists[UNITS, number])
    count, more = words.pieces[row, 0], unit << UNIT_SHIFT
    for first in range(0, count, SIXTEEN):
        copy_sixteen(pieces.wanted, end + first, words.pieces[row], first + 1, more)
    pieces.wanted[known(end + count)] = (EXTRA * (words.moves.shape[0] // 2) + unit) | more
    return end + count + has(chart.sets[BESIDE], unit)


@part
def want_nothing(words: WordTables, pieces: Pieces, end: int, unit: int) -> int:
    """Note a piece without orders for a unit, to mark the start of its list."""
    piece = EXTRA * (words.moves.shape[0] // 2) + unit
    pieces.counts[piece] = 0
    pieces.wanted[known(end)] = piece | unit << UNIT_SHIFT
    return end + 1


@part
def put_together(pieces: Pieces, codes: Codes, total: int, done: int, end: int) -> int:
    """Copy the orders of some of the pieces noted; returns the new number of orders.

    A few too many are copied, and overwritten by the next. Where others are helped to a place that the unit can go to,
    the unit itself is among them; its order to help itself becomes the order to go there.
    """
    for number in range(done, end):
        wanted = pieces.wanted[known(number)]
        piece, own = wanted & PIECE_MASK, SUPPORT_MOVE | (wanted >> UNIT_SHIFT) << OTHER_SHIFT
        begin, count = known_far(pieces.begins[piece]), known(pieces.counts[piece])
        pieces.totals[known(number)] = total
        help_eight(codes, total, pieces.codes, begin, own)
        for first in range(EIGHT, count, EIGHT):
            help_eight(codes, total + first, pieces.codes, begin + first, own)
        total += count
    return total


@part
def write_starts(pieces: Pieces, power: Small, starts: Longs, first: int, end: int, count: int, total: int) -> None:
    """Write the start of each space's list; spaces without a unit start with the next one."""
    pieces.firsts[count] = end
    pieces.totals[known(end)] = total
    number = ZERO
    for space in range(power.shape[0]):
        starts[known_far(first + space)] = pieces.totals[known(pieces.firsts[known(number)])]
        number += power[space] >= 0
    starts[first + power.shape[0]] = total


@part
def _has_more(words: WordTables, room: ListRoom, number: int, convoys: bool) -> bool:
    """True if a fleet may help a landing, or convoy."""
    chart, found = room.chart, ZERO
    unit, row = known(chart.lists[UNITS, number]), known(chart.lists[KNOWN, number])
    group = known(chart.lists[GROUP, unit])
    for word in range(chart.sets.shape[1]):
        found |= _find_landed(words, room, unit, row, word)
        if convoys:
            found |= chart.groups[group, word] & chart.sets[ARMIES, word]
    return found != 0


@part
def _find_landed(words: WordTables, room: ListRoom, fleet: int, row: int, word: int) -> int:
    """One word of the spaces where a fleet may help, and an army may come by convoy without it."""
    chart, group = room.chart, known(room.chart.lists[GROUP, fleet])
    joined = room.shores[JOINED_TWICE, word] | (room.shores[JOINED, word] & ~chart.groups[group, word])
    for number in range(chart.ends[fleet, 0], chart.ends[fleet, 1]):
        joined |= chart.parts[number, word]
    return joined & room.shores[LANDED, word] & words.near[row, word]


@part
def _list_carried(words: WordTables, room: ListRoom, codes: Codes, total: int, fleet: int, row: int) -> int:
    """Supports by a fleet for armies that could be convoyed without it (DATC 6.D.31), except those that could walk."""
    for word in range(room.shores.shape[1]):
        near = _find_landed(words, room, fleet, row, word)
        while near:
            space = known(word * WORD + lowest(near))
            near &= near - 1
            for column in range(room.shores.shape[1]):
                rest = join_armies(words, room.chart, space, fleet, column) & ~words.walkers[space, column]
                while rest:
                    army = column * WORD + lowest(rest)
                    rest &= rest - 1
                    codes[known_far(total)] = pack(SUPPORT_MOVE, space, army)
                    total += army != space
    return total
