"""A board and its rules as arrays: everything that a kernel knows of them, so that no board needs compilation."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from legation.batch.compiling import Flags, Longs, Shorts
from legation.batch.words import Words, count_words, pack_words
from legation.board import Board, CentreKind, LocationId, PowerId, SpaceId, Terrain, UnitKind, bits_of
from legation.judge import Rulebook
from legation.variants.rules import ClosedToArmies, IslandRetreats

CENTRES = (
    CentreKind.NONE, CentreKind.HOME, CentreKind.NEUTRAL, CentreKind.COLONIAL, CentreKind.SPECIAL, CentreKind.BUILD_ONLY
)  # fmt: skip
"""The kinds of centre by number."""
HOME, COLONIAL, SPECIAL, BUILD_ONLY = 1, 3, 4, 5


class Tables(NamedTuple):
    """Spaces are numbered as on the board; the location of a space has its number, and separate coasts follow all
    spaces.

    Lists are rows that end with -1 where they are shorter than the longest.
    """

    space_of: Shorts
    """For each location: its space."""
    places: Shorts
    """For each space: its locations, the plain one first."""
    army_steps: Shorts
    """Where an army can go in one step from each location, in ascending order."""
    fleet_steps: Shorts
    army_origins: Shorts
    """For each location: from where an army comes there in one step."""
    fleet_origins: Shorts
    army_near: Flags
    """For each pair of spaces, whether an army walks from the first to the second."""
    links: Shorts
    """For each space: the neighbours where a fleet can convoy."""
    link_words: Words
    """The same as sets."""
    neighbours: Shorts
    """For each space: all neighbours, by any border."""
    is_land: Flags
    """Where an army can stand."""
    is_port: Flags
    """For each location, whether a fleet can stand there."""
    is_sea: Flags
    carries: Flags
    """True if a fleet there can convoy."""
    centre: Flags
    """The kind of centre, by its number in ``CENTRES``."""
    counts: Flags
    named: Longs
    """The powers whose home it is, or that a special or build-only centre names: one bit each."""
    closed: Flags
    """Closed to armies."""
    ferried: Flags
    """An island with a centre, from which a fleet may take a dislodged army."""
    difficult: Flags
    """For each pair of locations, whether the step crosses a difficult border; a single 0 if there are none."""
    by_name: Shorts
    """The rank of a space's name."""
    by_id: Shorts
    """All spaces in the order of their codes."""
    switches: Longs


def make_tables(
    board: Board,
    rulebook: Rulebook,
    powers: tuple[PowerId, ...],
    locations: Sequence[LocationId],
    numbers: Mapping[LocationId, int],
    switches: Longs,
) -> Tables:
    """The arrays of a board, for locations with these numbers."""
    spaces = [board.spaces[space] for space in board.order]
    army = [[numbers[target] for target in board.army_moves[place]] for place in locations]
    fleet = [[numbers[target] for target in board.fleet_moves[place]] for place in locations]
    count = len(spaces)
    has_convoys = rulebook.traits[UnitKind.FLEET].convoys
    names = sorted(range(count), key=lambda number: (spaces[number].name, spaces[number].id))
    return Tables(
        space_of=np.array([board.index[place] for place in locations], np.int16),
        places=_rows([numbers[place] for place in space.locations] for space in spaces),
        army_steps=_rows(army),
        fleet_steps=_rows(fleet),
        army_origins=_rows(_turn_round(army)),
        fleet_origins=_rows(_turn_round(fleet)),
        army_near=_near(army[:count], count),
        links=_rows(list(bits_of(links)) for links in board.convoy_links),
        link_words=np.stack([pack_words(bits_of(links), count_words(len(locations))) for links in board.convoy_links]),
        neighbours=_rows(list(bits_of(links)) for links in board.plain_links),
        is_land=_flags(board.can_stand(LocationId(space.id), sails=False) for space in spaces),
        is_port=_flags(board.can_stand(place, sails=True) for place in locations),
        is_sea=_flags(space.terrain is Terrain.SEA for space in spaces),
        carries=_flags(has_convoys and space.carries_convoys for space in spaces),
        centre=_flags(CENTRES.index(space.centre) for space in spaces),
        counts=_flags(space.centre.is_counted for space in spaces),
        named=np.array([sum(1 << powers.index(power) for power in space.powers) for space in spaces], np.int64),
        closed=_flags(_is_closed(rulebook, space.id) for space in spaces),
        ferried=_flags(_is_ferried(board, rulebook, space.id) for space in spaces),
        difficult=_difficult(board, numbers),
        by_name=np.argsort(np.array(names)).astype(np.int16),
        by_id=np.array(sorted(range(count), key=lambda number: spaces[number].id), np.int16),
        switches=switches,
    )


def _rows(lists: Iterable[Sequence[int]]) -> Shorts:
    """Lists of different lengths as one array; every row ends with at least one -1."""
    kept = [sorted(row) for row in lists]
    rows = np.full((len(kept), max(map(len, kept), default=0) + 1), -1, np.int16)
    for number, row in enumerate(kept):
        rows[number, : len(row)] = row
    return rows


def _turn_round(lists: Sequence[Sequence[int]]) -> list[list[int]]:
    origins: list[list[int]] = [[] for _ in lists]
    for start, targets in enumerate(lists):
        for target in targets:
            origins[target].append(start)
    return origins


def _near(lists: Sequence[Sequence[int]], count: int) -> Flags:
    near = np.zeros((count, count), np.uint8)
    for start, targets in enumerate(lists):
        near[start, targets] = 1
    return near


def _flags(values: Iterable[int]) -> Flags:
    return np.array([int(value) for value in values], np.uint8)


def _is_closed(rulebook: Rulebook, space: SpaceId) -> bool:
    return any(space in module.spaces for module in rulebook.modules if isinstance(module, ClosedToArmies))


def _is_ferried(board: Board, rulebook: Rulebook, space: SpaceId) -> bool:
    return any(
        module.is_island_centre(board, space) for module in rulebook.modules if isinstance(module, IslandRetreats)
    )


def _difficult(board: Board, numbers: Mapping[LocationId, int]) -> Flags:
    size = len(numbers) if board.difficult else 1
    steps = np.zeros((size, size), np.uint8)
    for start, end in board.difficult:
        steps[numbers[start], numbers[end]] = 1
    return steps
