"""All legal orders as numbers. Must agree with ``orders.listing``.

Lists of different lengths stand one after another in one array; a second array says where each begins. Whoever can be
helped to a place is written down once, as the order that helps him, and copied into the list of every helper nearby.
"""

from typing import Final, NamedTuple

import numpy as np

from legation.batch.batch import Batch
from legation.batch.chart import (
    ARMIES,
    BESIDE,
    CARRIERS,
    GROUP,
    KNOWN,
    PLACE,
    UNITS,
    Chart,
    enter_game,
    gather_shores,
    look_up_rows,
    make_groups,
)
from legation.batch.codes import (
    HOLD,
    MOVE,
    OTHER_SHIFT,
    PLACE_SHIFT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    VIA,
    pack,
)
from legation.batch.compiling import ZERO, Codes, Longs, Shorts, kernel, known, part
from legation.batch.convoy_listing import Strands, enter_fleets, list_convoys
from legation.batch.sea import Sea
from legation.batch.word_tables import WordTables
from legation.batch.words import EIGHT, Words, copy_eight, has, lowest

STEPPERS: Final = 0
ALL: Final = 1
AS_SUPPORT: Final = SUPPORT_MOVE - MOVE
"""What makes the order to move somewhere the order to support such a move."""


class Helped(NamedTuple):
    """Who can be helped where, as orders of a helper."""

    codes: Codes
    """For each place first those of the units that go there in one step, then those of the armies
    that could be brought there."""
    counts: Shorts
    """For each place: how many go there in one step, and how many there are in all."""
    at: Shorts
    """For each unit by number and each of its steps: where in the codes of that place it is written down itself."""
    carried: Words
    """For each space: the armies that could be brought there."""
    shores: Words
    """One set to work with."""


def make_helped(words: WordTables) -> Helped:
    """Room for one game."""
    spaces, width = words.links.shape
    places = words.moves.shape[0] // 2
    return Helped(
        np.zeros(places * (spaces + EIGHT), np.int32),
        np.empty((2, places), np.int16),
        np.zeros((spaces, words.move_codes.shape[1]), np.int16),
        np.zeros((spaces, width), np.int64),
        np.zeros(width, np.int64),
    )


@part
def get_stride(helped: Helped) -> int:
    """How many codes there is room for at a place."""
    return helped.carried.shape[0] + EIGHT


@kernel
def list_some_orders(
    words: WordTables,
    chart: Chart,
    helped: Helped,
    strands: Strands,
    sea: Sea,
    batch: Batch,
    codes: Codes,
    starts: Longs,
    game: int,
    convoys: bool,
) -> int:
    """List legal orders from one game on while there is room for them; how many games are listed then.

    ``starts`` says at ``game * spaces + space`` where those of a unit begin.
    """
    games, spaces = batch.power.shape
    total = starts[game * spaces]
    while game < games:
        count = enter_game(words, chart, batch.power[game], batch.kind[game])
        look_up_rows(words, chart, batch.kind[game], batch.place[game], count)
        groups = make_groups(words, chart)
        _write_steppers(words, chart, helped, count)
        if groups:
            _write_landers(words, chart, helped, groups)
            if convoys:
                enter_fleets(chart, sea)
        room = codes.shape[0] - count_most(words, count, convoys)
        space = ZERO
        for number in range(count):
            if total > room:
                return game
            unit = known(chart.lists[UNITS, number])
            while space <= unit:
                starts[game * spaces + space] = total
                space += 1
            total = _list_unit(words, chart, helped, codes, total, number)
            if convoys and chart.lists[PLACE, unit] >= 0:
                total = list_convoys(words, chart, strands, sea, codes, total, unit)
        while space <= spaces:
            starts[game * spaces + space] = total
            space += 1
        game += 1
    return game


@kernel
def count_most(words: WordTables, units: int, convoys: bool) -> int:
    """More legal orders than any of so many units has."""
    spaces = words.links.shape[0]
    most = 1 + words.move_codes.shape[1] + spaces + (words.near_places.shape[1] + 1) * (units + EIGHT + 1)
    return most + spaces * units if convoys else most


@part
def _write_steppers(words: WordTables, chart: Chart, helped: Helped, count: int) -> None:
    """Write down for every place who goes there in one step."""
    stride = get_stride(helped)
    for place in range(helped.counts.shape[1]):
        helped.counts[STEPPERS, place] = 0
    for number in range(count):
        unit = known(chart.lists[UNITS, number])
        helped.codes[unit * stride] = pack(SUPPORT_HOLD, unit, unit)
        helped.counts[STEPPERS, unit] = 1
    for number in range(count):
        row = known(chart.lists[KNOWN, number])
        more = AS_SUPPORT | known(chart.lists[UNITS, number]) << OTHER_SHIFT
        for step in range(1, words.move_codes[row, 0] + 1):
            code = words.move_codes[row, step]
            place = known(code >> PLACE_SHIFT)
            written = known(helped.counts[STEPPERS, place])
            helped.at[number, step] = written
            helped.codes[place * stride + written] = code + more
            helped.counts[STEPPERS, place] = written + 1
    for place in range(helped.counts.shape[1]):
        helped.counts[ALL, place] = helped.counts[STEPPERS, place]


@part
def _write_landers(words: WordTables, chart: Chart, helped: Helped, groups: int) -> None:
    """Write down for every shore which armies need a convoy to get there and could have one."""
    width = helped.shores.shape[0]
    for word in range(width):
        helped.shores[word] = 0
    for group in range(groups):
        armies = ZERO
        for word in range(width):
            armies |= chart.groups[group, word] & chart.sets[ARMIES, word]
        if armies:
            for word in range(width):
                rest = chart.groups[group, word] & words.landings[word]
                helped.shores[word] |= rest
                while rest:
                    space = word * 64 + lowest(rest)
                    rest &= rest - 1
                    for column in range(width):
                        helped.carried[space, column] |= chart.groups[group, column] & chart.sets[ARMIES, column]
    for word in range(width):
        rest = helped.shores[word]
        while rest:
            space = word * 64 + lowest(rest)
            rest &= rest - 1
            first = space * get_stride(helped)
            end = first + helped.counts[STEPPERS, space]
            end = _write_armies(words, helped.carried[space], helped.codes, end, space)
            helped.counts[ALL, space] = end - first
            for column in range(width):
                helped.carried[space, column] = 0


@part
def _write_armies(words: WordTables, armies: Words, codes: Codes, total: int, space: int) -> int:
    """Write down supports of armies that go to a space by convoy, not of any that walks or stands there."""
    for word in range(armies.shape[0]):
        rest = armies[word] & ~words.walkers[space, word]
        while rest:
            army = word * 64 + lowest(rest)
            rest &= rest - 1
            codes[total] = pack(SUPPORT_MOVE, space, army)
            total += army != space
    return total


@part
def _list_unit(words: WordTables, chart: Chart, helped: Helped, codes: Codes, total: int, number: int) -> int:
    """List the orders of one unit: to hold, by sea, over difficult borders, and at each place nearby.

    Where others are helped to a place that the unit can go to, it is among them itself; the order to help itself gives
    way to the order to go there.
    """
    unit, row = known(chart.lists[UNITS, number]), known(chart.lists[KNOWN, number])
    codes[total] = HOLD
    total += 1
    if has(chart.sets[BESIDE], unit):
        gather_shores(words, chart, unit, helped.shores)
        total = _list_voyages(words, helped.shores, codes, total, unit)
    own = ZERO + words.helped_places[row, 1]
    for step in range(own + 1, words.move_codes[row, 0] + 1):
        codes[total] = words.move_codes[row, step]
        total += 1
    is_carrier = has(chart.sets[CARRIERS], unit)
    counts = helped.counts[STEPPERS if is_carrier else ALL]
    stride = get_stride(helped)
    for step in range(1, own + 1):
        place = known(words.helped_places[row, 1 + step])
        _copy_helped(helped.codes, place * stride, codes, total, counts[place])
        codes[total + known(helped.at[number, step])] = MOVE | place << PLACE_SHIFT
        total += known(counts[place])
    for near in range(2 + own, words.helped_places[row, 0] + 1):
        place = known(words.helped_places[row, near])
        _copy_helped(helped.codes, place * stride, codes, total, counts[place])
        total += known(counts[place])
    if is_carrier:
        total = _list_carried(words, chart, helped, codes, total, unit, row)
    return total


@part
def _copy_helped(source: Codes, start: int, codes: Codes, total: int, count: int) -> None:
    """Copy so many codes, and some more that are overwritten by the next."""
    copy_eight(codes, total, source, start)
    for first in range(EIGHT, count, EIGHT):
        copy_eight(codes, total + first, source, start + first)


@part
def _list_voyages(words: WordTables, shores: Words, codes: Codes, total: int, army: int) -> int:
    for word in range(shores.shape[0]):
        rest = shores[word] & words.landings[word]
        while rest:
            space = word * 64 + lowest(rest)
            rest &= rest - 1
            codes[total] = pack(VIA, space, ZERO)
            total += space != army
    return total


@part
def _list_carried(
    words: WordTables, chart: Chart, helped: Helped, codes: Codes, total: int, fleet: int, row: int
) -> int:
    """Supports by a fleet of armies that could be brought without it (DATC 6.D.31)."""
    for number in range(1, words.near_places[row, 0] + 1):
        space = ZERO + words.near_places[row, number]
        if helped.counts[ALL, space] > helped.counts[STEPPERS, space]:
            gather_armies(words, chart, helped.shores, space, fleet)
            total = _write_armies(words, helped.shores, codes, total, space)
    return total


@part
def gather_armies(words: WordTables, chart: Chart, into: Words, space: int, fleet: int) -> None:
    """Put the armies that could be brought to a space without one fleet into a set."""
    width = into.shape[0]
    for word in range(width):
        into[word] = 0
    own = chart.lists[GROUP, fleet]
    link = ZERO
    near = words.neighbours[space, link]
    while near >= 0:
        if chart.lists[PLACE, near] >= 0 and chart.lists[GROUP, near] != own:
            group = chart.lists[GROUP, near]
            for column in range(width):
                into[column] |= chart.groups[group, column] & chart.sets[ARMIES, column]
        link += 1
        near = words.neighbours[space, link]
    for number in range(chart.ends[fleet, 0], chart.ends[fleet, 1]):
        if has(chart.parts[number], space):
            for column in range(width):
                into[column] |= chart.parts[number, column] & chart.sets[ARMIES, column]
