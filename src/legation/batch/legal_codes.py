"""Legal orders as numbers, and how the list of a unit is put together from them.

Most orders of a unit help others, and everybody near a place may help the same ones there. So whoever can be helped is
noted once for each place, where all units nearby find it. What a unit can do by itself is known with the board. Only
orders that no other unit has are written for each unit.
"""

from typing import NamedTuple

import numpy as np

from legation.batch.codes import HOLD, SUPPORT_HOLD, SUPPORT_MOVE, VIA, pack
from legation.batch.compiling import ZERO, Codes, Flags, Longs, Shorts, kernel, known, known_far, part
from legation.batch.words import Words, has

NO_ROW = -1
"""In ``LegalCodes.rows``: all orders of the unit are its own."""


class LegalCodes(NamedTuple):
    """Legal orders of all units of all games. Units stand one after another by game and column.

    A unit's column is its space; that of an army aboard is its ship's space plus the number of spaces.
    """

    move_codes: Codes
    near_places: Shorts
    walkers: Words
    """Of the board, as in ``WordTables``."""
    shared: Shorts
    """What several units share, game by game. For each group of fleets: the shores and the armies beside it. For each
    place: those that can be helped to stand there (twice the column) or to go there in one step (plus one).
    """
    games: Longs
    """For each game: the start of its part of ``shared``."""
    begins: Codes
    """By game and location: the start of those that can be helped there, from the start of the game; then the end."""
    landings: Codes
    """By game and space: the start of the armies beside the fleets there, from the start of the game."""
    landing_counts: Shorts
    """By game and space: their number, including those that can walk there."""
    units: Longs
    """For each game: the start of its units; they end where those of the next begin."""
    columns: Shorts
    """For each unit: its column."""
    rows: Shorts
    """For each unit: its row of the tables of the board, or ``NO_ROW``."""
    is_ashore: Flags
    """For each unit: whether it helps all armies that need a convoy. Otherwise what it can do for them is its own."""
    voyages: Codes
    """For each unit: the start of the shores where it may go by convoy, from the start of the game; several may share
    them.
    """
    voyage_counts: Shorts
    """For each unit: the number of these shores, which may include its own space."""
    own: Longs
    """For each unit: the start in ``codes`` of the orders that no other has; they end where those of the next begin."""
    codes: Codes

    def of(self, game: int, column: int) -> Codes:
        """The legal orders of one unit, in no special sequence; empty if there is no unit."""
        first, end = int(self.units[game]), int(self.units[game + 1])
        unit = first + int(np.searchsorted(self.columns[first:end], column))
        if unit == end or self.columns[unit] != column:
            return np.empty(0, np.int32)
        found = np.empty(count_codes(self, game, unit), np.int32)
        return found[: write_codes(self, game, unit, found)]

    def make_room(self) -> Codes:
        """Room for the longest list of a unit, for ``write_codes``."""
        return np.empty(count_most_codes(self), np.int32)


@kernel
def count_codes(legal: LegalCodes, game: int, unit: int) -> int:
    """The room that the orders of a unit need in a list."""
    count, row = legal.own[unit + 1] - legal.own[unit], legal.rows[unit]
    if row != NO_ROW:
        count += 1 + legal.move_codes[row, 0] + legal.voyage_counts[unit]
        for near in range(1, legal.near_places[row, 0] + 1):
            place = known(legal.near_places[row, near])
            count += legal.begins[game, place + 1] - legal.begins[game, place]
            if place < legal.landings.shape[1]:
                count += legal.landing_counts[game, place]
    return count


@kernel
def count_most_codes(legal: LegalCodes) -> int:
    """The room that the longest list of a unit needs."""
    most = ZERO
    for game in range(legal.units.shape[0] - 1):
        for unit in range(legal.units[game], legal.units[game + 1]):
            most = max(most, count_codes(legal, game, unit))
    return most


@kernel
def write_codes(legal: LegalCodes, game: int, unit: int, codes: Codes) -> int:
    """Put together the orders of a unit; returns their number."""
    row, column, total = legal.rows[unit], legal.columns[unit], ZERO
    if row != NO_ROW:
        shared = legal.shared[legal.games[game] :]
        codes[total] = HOLD
        total += 1
        for step in range(1, legal.move_codes[row, 0] + 1):
            codes[known_far(total)] = legal.move_codes[row, step]
            total += 1
        for near in range(1, legal.near_places[row, 0] + 1):
            place = known(legal.near_places[row, near])
            for number in range(legal.begins[game, place], legal.begins[game, place + 1]):
                helped = known(shared[known_far(number)])
                codes[known_far(total)] = pack_help(place, helped)
                total += helped >> 1 != column
            if place < legal.landings.shape[1] and legal.is_ashore[unit]:
                first = legal.landings[game, place]
                for number in range(first, first + legal.landing_counts[game, place]):
                    army = known(shared[known_far(number)])
                    codes[known_far(total)] = pack(SUPPORT_MOVE, place, army)
                    total += (army != column) & (army != place) & (not has(legal.walkers[place], army))
        first = legal.voyages[unit]
        for number in range(first, first + legal.voyage_counts[unit]):
            shore = known(shared[known_far(number)])
            codes[known_far(total)] = pack(VIA, shore, ZERO)
            total += shore != column
    for number in range(legal.own[unit], legal.own[unit + 1]):
        codes[known_far(total)] = legal.codes[number]
        total += 1
    return total


@part
def pack_help(place: int, helped: int) -> int:
    """The order to help a unit in a place; see ``LegalCodes.shared``."""
    return pack(SUPPORT_MOVE if helped & 1 else SUPPORT_HOLD, place, helped >> 1)
