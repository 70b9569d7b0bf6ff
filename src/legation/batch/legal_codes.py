"""Legal orders as numbers, and how the list of a unit is put together from them.

Most orders of a unit help others, and everybody near a place may help the same ones there. So whoever can be helped is
noted once for each place, where all units nearby find it. What fleets join are sets, one for each group of fleets: they
tell where armies may go by convoy, and whom others may help to land. What a unit can do by itself is known with the
board. Only orders that no other unit has are written for each unit.
"""

from typing import NamedTuple

import numpy as np

from legation.batch.codes import HOLD, SUPPORT_HOLD, SUPPORT_MOVE, VIA, other_of, pack
from legation.batch.compiling import ZERO, Codes, Longs, Shorts, constant, kernel, known, known_far, part
from legation.batch.words import SIXTEEN, WORD, Words, copy_help, has, lowest

NO_ROW = -1
"""In ``LegalCodes.rows``: all orders of the unit are its own."""
NOTHING = ZERO
"""In ``LegalCodes.joined`` and ``fleets``: no group. The row of that number holds the armies."""
SEVERAL = constant(-1)
"""In place of a row of ``LegalCodes.sets``: several together."""


class LegalCodes(NamedTuple):
    """Legal orders of all units of all games. Units stand one after another by game and column.

    A unit's column is its space; that of an army aboard is its ship's space plus the number of spaces.
    """

    move_codes: Codes
    near_places: Shorts
    rooms: Codes
    walkers: Words
    open_land: Words
    """Of the board, as in ``WordTables``; the last is ``landings`` there."""
    shared: Shorts
    """For each place of a game: those that can be helped to stand there (twice the column) or to go there in one step
    (plus one).
    """
    games: Longs
    """For each game: the start of its part of ``shared``."""
    begins: Shorts
    """By game and location: the start of those that can be helped there, from the start of the game; then the end."""
    sets: Words
    """For each game with fleets: the armies; the shores beside each group of fleets; what several groups together join
    to a shore; and the shores beside each part that is left of a group without one of its fleets.
    """
    firsts: Longs
    """For each game: its first row of ``sets``, from which the following numbers count."""
    groups: Shorts
    """For each game: the row of its last group."""
    joined: Shorts
    """By game and space: the row with all that fleets join to it."""
    units: Longs
    """For each game: the start of its units; they end where those of the next begin."""
    columns: Shorts
    """For each unit: its column."""
    rows: Shorts
    """For each unit: its row of the tables of the board, or ``NO_ROW``."""
    fleets: Shorts
    """For each unit: the row of the group to which it belongs, if it is a fleet that can convoy."""
    part_starts: Shorts
    """For each fleet that can convoy: the first row of the parts that are left of its group without it ..."""
    part_ends: Shorts
    """... and the row after them."""
    own: Longs
    """For each unit: the start in ``codes`` of the orders that no other has; they end where those of the next begin."""
    codes: Codes

    def of(self, game: int, column: int) -> Codes:
        """The legal orders of one unit, in no special sequence; empty if there is no unit."""
        first, end = int(self.units[game]), int(self.units[game + 1])
        unit = first + int(np.searchsorted(self.columns[first:end], column))
        if unit == end or self.columns[unit] != column:
            return np.empty(0, np.int32)
        found = np.empty(count_most_shared_codes(self) + int(self.own[unit + 1] - self.own[unit]), np.int32)
        return found[: write_codes(self, game, unit, found)]

    def make_room(self) -> Codes:
        """Room for the longest list of a unit, for ``write_codes``."""
        return np.empty(count_most_shared_codes(self) + int(np.diff(self.own).max(initial=0)), np.int32)


def count_most_shared_codes(legal: LegalCodes) -> int:
    """The room that ``write_codes`` needs at most for the orders of a unit that are not its own."""
    spaces, places = legal.joined.shape[1], int(legal.near_places[:, 0].max())
    helped = int(np.diff(legal.rooms).max()) + spaces
    return legal.move_codes.shape[1] + places * helped + spaces + SIXTEEN


@kernel
def write_codes(legal: LegalCodes, game: int, unit: int, codes: Codes) -> int:
    """Put together the orders of a unit; returns their number."""
    row, total = legal.rows[unit], ZERO
    if row != NO_ROW:
        total = _write_help(legal, game, unit, row, codes)
        codes[known_far(total)] = HOLD
        total += 1
        for step in range(1, legal.move_codes[row, 0] + 1):
            codes[known_far(total)] = legal.move_codes[row, step]
            total += 1
        for near in range(1, legal.near_places[row, 0] + 1):
            place = known(legal.near_places[row, near])
            if place < legal.joined.shape[1] and legal.joined[game, place] != NOTHING and has(legal.open_land, place):
                total = _write_landings(legal, game, unit, place, codes, total)
        if row < legal.begins.shape[1] - 1 and legal.joined[game, legal.columns[unit]] != NOTHING:
            total = _write_voyages(legal, game, legal.columns[unit], codes, total)
    for number in range(legal.own[unit], legal.own[unit + 1]):
        codes[known_far(total)] = legal.codes[number]
        total += 1
    return total


@part
def _write_help(legal: LegalCodes, game: int, unit: int, row: int, codes: Codes) -> int:
    """Write the orders that help others to stand in a place nearby, or to go there in one step; returns their number.

    A few too many are written, and overwritten by the next. In the end those to help itself are left out.
    """
    first, column, end, total = legal.games[game], legal.columns[unit], ZERO, ZERO
    for near in range(1, legal.near_places[row, 0] + 1):
        place = known(legal.near_places[row, near])
        begin = legal.begins[game, place]
        count = legal.begins[game, place + 1] - begin
        copy_help(codes, end, legal.shared, first + begin, place)
        for more in range(SIXTEEN, count, SIXTEEN):
            copy_help(codes, end + more, legal.shared, first + begin + more, place)
        end += count
    for number in range(end):
        code = codes[known_far(number)]
        codes[known_far(total)] = code
        total += other_of(code) != column
    return total


@part
def pack_help(place: int, helped: int) -> int:
    """The order to help a unit in a place; see ``LegalCodes.shared``."""
    return pack(SUPPORT_MOVE if helped & 1 else SUPPORT_HOLD, place, helped >> 1)


@part
def _write_landings(legal: LegalCodes, game: int, unit: int, shore: int, codes: Codes, total: int) -> int:
    """Write the orders that help armies to land on a shore, except those that could walk."""
    first, column = legal.firsts[game], legal.columns[unit]
    row = _find_only(legal, game, unit, shore)
    if row == NOTHING:
        return total
    for word in range(legal.sets.shape[1]):
        rest = legal.sets[known_far(first), word] & ~legal.walkers[shore, word]
        if row != SEVERAL:
            rest &= legal.sets[known_far(first + row), word]
        elif rest:
            rest &= _join_others(legal, game, unit, shore, word)
        while rest:
            army = known(word * WORD + lowest(rest))
            rest &= rest - 1
            codes[known_far(total)] = pack(SUPPORT_MOVE, shore, army)
            total += (army != column) & (army != shore)
    return total


@part
def _find_only(legal: LegalCodes, game: int, unit: int, shore: int) -> int:
    """The row of ``sets`` with what fleets join to a shore without one unit, or ``NOTHING``, or ``SEVERAL``.

    No fleet helps an army that only this fleet could carry (DATC 6.D.31).
    """
    first, own, joined = legal.firsts[game], legal.fleets[unit], ZERO + legal.joined[game, shore]
    if own == NOTHING or not has(legal.sets[known_far(first + own)], shore):
        return joined
    if joined != own:
        return SEVERAL
    row = NOTHING
    for left in range(legal.part_starts[unit], legal.part_ends[unit]):
        if has(legal.sets[known_far(first + left)], shore):
            row = ZERO + left if row == NOTHING else SEVERAL
    return row


@part
def _join_others(legal: LegalCodes, game: int, unit: int, shore: int, word: int) -> int:
    """One word of what other groups than a fleet's own, and the parts of its own without it, join to a shore."""
    first, found = legal.firsts[game], ZERO
    for group in range(1, legal.groups[game] + 1):
        if group != legal.fleets[unit] and has(legal.sets[known_far(first + group)], shore):
            found |= legal.sets[known_far(first + group), word]
    for left in range(legal.part_starts[unit], legal.part_ends[unit]):
        if has(legal.sets[known_far(first + left)], shore):
            found |= legal.sets[known_far(first + left), word]
    return found


@part
def _write_voyages(legal: LegalCodes, game: int, army: int, codes: Codes, total: int) -> int:
    """Write the moves by convoy of an army."""
    joined = known_far(legal.firsts[game] + legal.joined[game, army])
    for word in range(legal.sets.shape[1]):
        rest = legal.sets[joined, word] & legal.open_land[word]
        while rest:
            shore = known(word * WORD + lowest(rest))
            rest &= rest - 1
            codes[known_far(total)] = pack(VIA, shore, ZERO)
            total += shore != army
    return total
