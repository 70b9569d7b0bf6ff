"""Additional tables for the Colonial Variant. Must agree with ``orders.carriage``."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from legation.batch.compiling import Flags, Longs, Shorts
from legation.batch.switches import get_colonial_centres
from legation.batch.words import Words, count_words, pack_words
from legation.board import Board, CentreKind, LocationId, PowerId, Space, UnitKey, UnitKind, UnitTraits, aboard
from legation.judge import Rulebook
from legation.variants.rules import ColonialCentres

KINDS: Final = (UnitKind.ARMY, UnitKind.FLEET, UnitKind.TRANSPORT)
"""The kinds of unit by their number."""
OUT_OF_REACH: Final = 10_000
"""An unreachable number of centres, for a power without a condition of its own."""


class ColonialArrays(NamedTuple):
    """Arrays over the spaces and powers of the Colonial Variant, in the form that kernels take."""

    is_colonial: Flags
    """For each space, whether its centre ages."""
    takes: Flags
    """For each kind of unit and space, whether such a unit captures the centre there."""
    needs: Longs
    """Rule 3: for each power, the permanent and the colonial centres needed to win."""
    beside: Shorts
    """For each space: the spaces where a ship could take an army aboard from there; then -1."""
    boards: Flags
    """For each space and location, whether a ship at the location could take aboard an army in the space."""
    beside_ship: Shorts
    """For each location of a ship: the spaces where another could take its army aboard; then -1."""
    changes: Flags
    """For each pair of locations, whether an army aboard a ship at the first could change to one at the second."""
    landings: Shorts
    """For each location of a ship: the spaces where its army may land; then -1."""
    lands: Flags
    """The same as flags, one for each space."""
    landing_words: Words
    """The same as sets."""


class ColonialTables(NamedTuple):
    """Additional tables for the Colonial Variant."""

    rules: ColonialCentres
    has_other_rules: bool
    """True if transport fleets differ from rules 12 to 16, or borders are difficult: then only the reference judge
    judges moves.
    """
    arrays: ColonialArrays
    column: Mapping[UnitKey, int]
    """For each key of an order book: the column of that unit's orders."""


def make_colonial_tables(
    board: Board, rulebook: Rulebook, powers: Sequence[PowerId], locations: Sequence[LocationId]
) -> ColonialTables:
    """The tables of a board under the rules of the Colonial Variant."""
    rules = get_colonial_centres(rulebook)
    spaces = [board.spaces[space] for space in board.order]
    space_of = [board.index[place] for place in locations]
    boards = np.array([_list_berths(board, space, locations) for space in spaces], np.uint8)
    changes = np.array([_mark_berths(board, set(board.fleet_moves[place]), locations) for place in locations], np.uint8)
    shores = np.array([_list_landings(board, place) for place in locations], np.uint8)
    out = (OUT_OF_REACH, OUT_OF_REACH)
    arrays = ColonialArrays(
        is_colonial=np.array([space.centre is CentreKind.COLONIAL for space in spaces], np.uint8),
        takes=np.array([[_takes(rulebook, kind, space) for space in spaces] for kind in KINDS], np.uint8),
        needs=np.array([rules.needs.get(power, out) for power in powers], np.int64),
        beside=_list_spaces(boards, space_of),
        boards=boards,
        beside_ship=_list_spaces(changes, space_of),
        changes=changes,
        landings=_list_spaces(shores),
        lands=shores,
        landing_words=np.stack([pack_words(np.flatnonzero(row), count_words(len(locations))) for row in shores]),
    )
    return ColonialTables(
        rules=rules,
        has_other_rules=bool(board.difficult) or _has_other_traits(rulebook.traits[UnitKind.TRANSPORT]),
        arrays=arrays,
        column={
            **{space: number for number, space in enumerate(board.order)},
            **{aboard(space): number for number, space in enumerate(board.order, len(board.order))},
        },
    )


def _has_other_traits(traits: UnitTraits) -> bool:
    """True if transport fleets fight differently from the kernels' rules; their captures are in a table."""
    return traits.stands_off or traits.cuts_support or traits.is_supported_in_attack or traits.supports_attacks


def _takes(rulebook: Rulebook, kind: UnitKind, space: Space) -> bool:
    return space.centre is not CentreKind.NONE and space.centre in rulebook.traits[kind].captures


def _list_berths(board: Board, space: Space, locations: Sequence[LocationId]) -> list[bool]:
    """For every location: whether a ship there is beside an army in the space, as in ``carriage.list_ships``."""
    places = set(board.army_moves[LocationId(space.id)])
    places |= {place for start in space.locations for place in board.fleet_moves[start]}
    return _mark_berths(board, places, locations)


def _mark_berths(board: Board, places: Collection[LocationId], locations: Sequence[LocationId]) -> list[bool]:
    return [place in places or LocationId(board.space_ids[place]) in places for place in locations]


def _list_landings(board: Board, ship: LocationId) -> list[bool]:
    """For every space: whether an army may land there from a ship, as in ``carriage.list_landings``."""
    shores = {board.space_ids[place] for place in board.fleet_moves[ship]}
    shores |= {board.space_ids[place] for place in board.army_moves[LocationId(board.space_ids[ship])]}
    return [space in shores and board.can_stand(LocationId(space), sails=False) for space in board.order]


def _list_spaces(flags: Flags, space_of: Sequence[int] | None = None) -> Shorts:
    """Rows of flags as lists of spaces; ``space_of`` maps columns to spaces where they differ."""
    rows = [np.flatnonzero(row).tolist() for row in flags]
    if space_of is not None:
        rows = [sorted({space_of[place] for place in row}) for row in rows]
    lists = np.full((len(rows), max(map(len, rows)) + 1), -1, np.int16)
    for number, row in enumerate(rows):
        lists[number, : len(row)] = row
    return lists
