"""What legal orders need to know of a board, as words: made once with the board."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np

from legation.batch import switches as rule
from legation.batch.codes import MOVE, PLACE_SHIFT
from legation.batch.compiling import Codes, Shorts
from legation.batch.tables import Tables
from legation.batch.words import SIXTEEN, Words, count_words, pack_words

HELPED_SHIFT: Final = 15
"""The bit in ``WordTables.helped_codes`` that tells a move."""


class WordTables(NamedTuple):
    """By location the rows of armies come first, then those of fleets: ``kind * locations + location``.

    A set of spaces has the bits of their plain locations.
    """

    moves: Words
    """By kind and location: the moves of a unit in one step."""
    near: Words
    """By kind and location: all locations of the spaces in which it may help."""
    move_codes: Codes
    """By kind and location: the number of steps, then their orders, first those to places in ``near``."""
    near_places: Shorts
    """By kind and location: the number of places in ``near``, then these."""
    helped_codes: Shorts
    """By kind and location: in how many ways a unit there can be helped, then these: to hold, and to go to places.

    A way is the place, and the bit ``HELPED_SHIFT`` if it goes there; so a shift leaves what ``LegalCodes.shared`` has.
    """
    rooms: Codes
    """For each location: the start of the room for those that can be helped there; then the end."""
    links: Words
    """For each space: the spaces beside it where a fleet can convoy."""
    neighbours: Shorts
    """The same as a list that ends with -1."""
    shores: Words
    """For each space where a fleet can convoy: the land beside it."""
    walkers: Words
    """For each space: the spaces from which an army walks there."""
    carries: Words
    """The spaces where a fleet can convoy."""
    landings: Words
    """The land that is open to armies."""


def make_word_tables(tables: Tables) -> WordTables:
    """The words of a board."""
    spaces, width = len(tables.is_land), count_words(len(tables.space_of))
    rows = _list_rows(tables)
    near = [_list_near(tables, *row) for row in rows]
    # The steps over difficult borders, which allow no help, come last.
    moves = [sorted(_list_moves(tables, *row), key=lambda place: place not in near[at]) for at, row in enumerate(rows)]
    links = [_cut(row) for row in tables.links]
    land = np.flatnonzero(tables.is_land).tolist()
    shores = [[space for space in land if sea in links[space]] for sea in range(spaces)]
    walkers = [np.flatnonzero(tables.army_near[:, space]).tolist() for space in range(spaces)]
    return WordTables(
        moves=_stack(moves, width),
        near=_stack(near, width),
        move_codes=_counted([[MOVE | place << PLACE_SHIFT for place in row] for row in moves]).astype(np.int32),
        near_places=_counted(near).astype(np.int16),
        helped_codes=_pad(_counted([_list_helped(tables, *row) for row in zip(rows, moves, strict=True)])),
        rooms=make_rooms(tables),
        links=tables.link_words,
        neighbours=tables.links,
        shores=_stack(shores, width),
        walkers=_stack(walkers, width),
        carries=pack_words(np.flatnonzero(tables.carries).tolist(), width),
        landings=pack_words(np.flatnonzero((tables.is_land > 0) & (tables.closed == 0)).tolist(), width),
    )


def _cut(row: Shorts) -> list[int]:
    return [int(place) for place in row if place >= 0]


def _list_moves(tables: Tables, place: int, kind: int) -> list[int]:
    """The moves in one step; an army stays out of spaces that are closed to armies."""
    if kind:
        return _cut(tables.fleet_steps[place])
    return [target for target in _cut(tables.army_steps[place]) if not tables.closed[tables.space_of[target]]]


def _list_near(tables: Tables, place: int, kind: int) -> list[int]:
    """The places where a unit may help: never over a difficult border (DATC 10.1)."""
    is_hard = tables.difficult if len(tables.difficult) > 1 else None
    targets = [target for target in _list_moves(tables, place, kind) if is_hard is None or not is_hard[place, target]]
    spaces = sorted({int(tables.space_of[target]) for target in targets})
    return [location for space in spaces for location in _cut(tables.places[space])]


def _list_helped(tables: Tables, stand: tuple[int, int], moves: Sequence[int]) -> list[int]:
    space = int(tables.space_of[stand[0]])
    return [space, *(place | 1 << HELPED_SHIFT for place in moves)]


def _pad(rows: Codes) -> Shorts:
    """Rows with sixteen more numbers, for code that copies sixteen at once."""
    return np.pad(rows, ((0, 0), (0, SIXTEEN))).astype(np.uint16).view(np.int16)


def _list_rows(tables: Tables) -> list[tuple[int, int]]:
    """The location and the kind of each row."""
    return [(place, kind) for kind in (0, 1) for place in range(len(tables.space_of))]


def make_rooms(tables: Tables) -> Codes:
    """Room at each location for the unit there, and for every space from which a unit can go to any of its coasts.

    Where ships carry armies, the army aboard may go there as well.
    """
    near: list[set[int]] = [set() for _ in tables.is_land]
    for place, kind in _list_rows(tables):
        for target in _list_moves(tables, place, kind):
            near[tables.space_of[target]].add(int(tables.space_of[place]))
    units = 2 if tables.switches[rule.DECKS] else 1
    return np.array([0, *np.cumsum([1 + units * len(near[space]) for space in tables.space_of])], np.int32)


def _stack(rows: Iterable[Sequence[int]], width: int) -> Words:
    return np.stack([pack_words(row, width) for row in rows])


def _counted(rows: Sequence[Sequence[int]]) -> Codes:
    """Lists as rows that start with their length."""
    table = np.zeros((len(rows), max(map(len, rows)) + 1), np.int32)
    for number, row in enumerate(rows):
        table[number, : len(row) + 1] = [len(row), *row]
    return table
