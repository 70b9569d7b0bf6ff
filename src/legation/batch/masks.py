"""Legal orders as sets that combine, made straight from the position. Must agree with ``orders.listing``.

The moves of a unit, the units that it may support and the places where it may help are sets of places. Most of them are
known with the board and are only looked up; a position adds the units and the shores that its fleets join. So little is
stored for a unit, and a question about it is a few operations on words.
"""

from typing import NamedTuple

import numpy as np

from legation.batch.batch import Batch
from legation.batch.chart import (
    ARMIES,
    BESIDE,
    GROUP,
    KNOWN,
    OCCUPIED,
    PLACE,
    UNITS,
    Chart,
    enter_game,
    join_shores,
    make_groups,
)
from legation.batch.codes import NOBODY
from legation.batch.compiling import ZERO, ArrayModule, Codes, DeviceArray, Longs, Shorts, kernel, part
from legation.batch.tables import Tables
from legation.batch.word_tables import WordTables
from legation.batch.words import Words, has, pack_words
from legation.errors import RequestError

NOTHING = ZERO
"""The empty row of ``LegalMasks.shores``."""


class LegalMasks(NamedTuple):
    """Rows are units: games one after another, the units of a game by the number of their space.

    Sets are words, as in ``words``; a set of spaces has the bits of their plain locations.
    """

    words: WordTables
    starts: Longs
    """For each game: the start of its rows; they end where those of the next begin."""
    spaces: Shorts
    """For each row: the space of the unit."""
    known: Shorts
    """For each row: the row of ``words.moves`` and ``words.near``."""
    occupied: Words
    """For each game: where units stand."""
    armies: Words
    joined: Codes
    """For each row: the row of ``shores`` with all that fleets join to an army's space; ``NOTHING`` for a fleet."""
    group: Codes
    """For each row: the row of ``shores`` with the fleet's group; ``NOTHING`` for a unit that cannot convoy."""
    group_starts: Longs
    """For each game: the rows of ``shores`` for its groups begin there ..."""
    group_ends: Longs
    """... and end there."""
    shores: Words
    part_starts: Codes
    """For each row: the start of the parts that its fleet leaves of its group ..."""
    part_ends: Codes
    """... and their end; other units have none."""
    parts: Words
    """For each part: the shores beside it."""

    def rows(self, game: int) -> slice:
        """The rows of one game."""
        return slice(int(self.starts[game]), int(self.starts[game + 1]))

    def row(self, game: int, space: int) -> int:
        """The row of the unit in a space. Raises if there is none."""
        rows = self.rows(game)
        row = rows.start + int(np.searchsorted(self.spaces[rows], space))
        if row == rows.stop or self.spaces[row] != space:
            raise RequestError("space", f"no unit stands in space {space} of game {game}")
        return row

    def moves(self, game: int) -> Words:
        """For each unit of a game: its moves in one step; locations."""
        return self.words.moves[self.known[self.rows(game)]]

    def voyages(self, game: int) -> Words:
        """For each unit of a game: its moves by convoy; spaces."""
        rows = self.rows(game)
        reached = self.shores[self.joined[rows]] & self.words.landings
        own = self.spaces[rows].astype(np.int64)
        reached[np.arange(len(own)), own >> 6] &= ~(np.int64(1) << (own & 63))
        return reached

    def holds(self, game: int) -> Words:
        """For each unit of a game: the units that it may support to hold; spaces."""
        return self.near(game) & self.occupied[game]

    def near(self, game: int) -> Words:
        """For each unit of a game: the locations of the spaces in which it may help."""
        return self.words.near[self.known[self.rows(game)]]

    def helps(self, game: int, helper: int, mover: int) -> Words:
        """The places to which the unit in one space may support a move of the unit in another; locations."""
        row, moving = self.row(game, helper), self.row(game, mover)
        if row == moving:
            return np.zeros_like(self.words.landings)
        steps = self.words.moves[self.known[moving]]
        return self.words.near[self.known[row]] & (steps | self._get_landings(game, row, moving))

    def _get_landings(self, game: int, row: int, moving: int) -> Words:
        """The places where a unit could be convoyed without the help of another (DATC 6.D.31)."""
        shores = self._get_other_shores(game, row) if self.group[row] else self.shores[[self.joined[moving]]]
        if not self.joined[moving]:
            shores = shores[:0]
        start = pack_words([int(self.spaces[moving])], self.shores.shape[1])
        beside = shores[(shores & start).any(axis=1)]
        return np.bitwise_or.reduce(beside, axis=0) & self.words.landings & ~start

    def _get_other_shores(self, game: int, row: int) -> Words:
        """The shores of every group of a game; a fleet's own group is replaced by what is left without the fleet."""
        groups = np.arange(self.group_starts[game], self.group_ends[game])
        others = self.shores[groups[groups != self.group[row]]]
        return np.concatenate([others, self.parts[self.part_starts[row] : self.part_ends[row]]])

    def convoys(self, game: int, fleet: int) -> tuple[Words, Words]:
        """The armies and the shores that a fleet's group joins: its convoys are among their pairs.

        For some of the pairs it may lie on no proper route. ``list_orders`` decides for which: that is the expensive
        part.
        """
        row = self.row(game, fleet)
        shores = self.shores[self.group[row]]
        own = pack_words([fleet], self.shores.shape[1])
        return shores & self.armies[game], shores & self.words.landings & ~own


def make_room(words: WordTables, power: DeviceArray, arrays: ArrayModule) -> LegalMasks:
    """Make room for the masks of all units. Each game has a fixed share, so games are independent of each other."""
    games, width = power.shape[0], words.moves.shape[1]
    starts = arrays.zeros(games + 1, np.int64)
    starts[1:] = (power >= 0).sum(axis=1).cumsum()
    units = int(starts[-1])
    return LegalMasks(
        words=words,
        starts=starts,
        spaces=arrays.empty(units, np.int16),
        known=arrays.empty(units, np.int16),
        occupied=arrays.empty((games, width), np.int64),
        armies=arrays.empty((games, width), np.int64),
        joined=arrays.empty(units, np.int32),
        group=arrays.empty(units, np.int32),
        group_starts=arrays.empty(games, np.int64),
        group_ends=arrays.empty(games, np.int64),
        shores=arrays.zeros((units + 1, width), np.int64),
        part_starts=arrays.empty(units, np.int32),
        part_ends=arrays.empty(units, np.int32),
        parts=arrays.empty((2 * units, width), np.int64),
    )


@kernel
def mask_all_orders(tables: Tables, chart: Chart, batch: Batch, masks: LegalMasks) -> None:
    """Fill in the masks of every game."""
    for game in range(batch.power.shape[0]):
        mask_game_orders(tables, chart, batch, masks, game)


@part
def mask_game_orders(_tables: Tables, chart: Chart, batch: Batch, masks: LegalMasks, game: int) -> None:
    """Fill in the masks of one game. A game has no more groups and sets of groups than units, and twice the parts."""
    words = masks.words
    first = masks.starts[game]
    shores, parts = first + 1, 2 * first
    count = enter_game(words, chart, batch.power[game], batch.kind[game], batch.place[game])
    groups = make_groups(words, chart)
    for word in range(chart.sets.shape[1]):
        masks.occupied[game, word] = chart.sets[OCCUPIED, word]
        masks.armies[game, word] = chart.sets[ARMIES, word]
    for group in range(groups):
        _copy(chart.groups, group, masks.shores, shores + group)
    masks.group_starts[game] = shores
    masks.group_ends[game] = shores + groups
    _mask_units(chart, masks, first, count, shores, parts)
    _mask_voyages(chart, masks, first, count, shores, groups)


@part
def _copy(source: Words, row: int, target: Words, goal: int) -> None:
    for word in range(target.shape[1]):
        target[goal, word] = source[row, word]


@part
def _mask_units(chart: Chart, masks: LegalMasks, first: int, count: int, shores: int, parts: int) -> None:
    """Fill in the sets of each unit, and the group of a fleet with what is left of it."""
    for number in range(count):
        row, space = first + number, chart.lists[UNITS, number]
        masks.spaces[row] = space
        masks.known[row] = chart.lists[KNOWN, number]
        masks.group[row] = NOTHING
        masks.joined[row] = NOTHING
        masks.part_starts[row] = parts
        if chart.lists[PLACE, space] >= 0:
            masks.group[row] = shores + chart.lists[GROUP, space]
            for number_left in range(chart.ends[space, 0], chart.ends[space, 1]):
                _copy(chart.parts, number_left, masks.parts, parts)
                parts += 1
        masks.part_ends[row] = parts


@part
def _mask_voyages(chart: Chart, masks: LegalMasks, first: int, count: int, shores: int, groups: int) -> None:
    """Fill in what fleets join to each army: the shores of one group, or of several in a row of their own."""
    end = shores + groups
    if groups:
        for number in range(count):
            space = chart.lists[UNITS, number]
            if has(chart.sets[BESIDE], space):
                group = _find_only_group(masks.words.neighbours, chart.lists, space)
                masks.joined[first + number] = shores + group
                if group == NOBODY:
                    for word in range(masks.shores.shape[1]):
                        masks.shores[end, word] = join_shores(masks.words, chart, space, word)
                    masks.joined[first + number] = end
                    end += 1


@part
def _find_only_group(neighbours: Shorts, lists: Shorts, space: int) -> int:
    """The group beside a space, or ``NOBODY`` if there are several."""
    found = NOBODY
    is_only = True
    link = ZERO
    near = neighbours[space, link]
    while near >= 0:
        if lists[PLACE, near] >= 0:
            is_only &= (found == NOBODY) | (found == lists[GROUP, near])
            found = ZERO + lists[GROUP, near]
        link += 1
        near = neighbours[space, link]
    return found if is_only else NOBODY
