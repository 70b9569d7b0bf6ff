"""Boards after the moves of a phase, as arrays: the input of a searching bot's valuation."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from legation.batch import Shorts, Small
from legation.board import Board, LocationId, Position, PowerId, Unit
from legation.judge import Rulebook


class Aftermaths(NamedTuple):
    """Boards after a phase; by game and space. Powers are numbers, -1 is no power."""

    power: Small
    sails: Small
    place: Shorts
    owner: Small
    routed: Small
    """The power whose unit was dislodged from there."""


def list_locations(board: Board) -> list[LocationId]:
    """Spaces in the board's order, then separate coasts: the numbering of the batch engine."""
    coasts = [place for space in board.spaces.values() for place in space.locations[1:]]
    return [*(LocationId(space) for space in board.order), *coasts]


def enter_boards(
    board: Board, rulebook: Rulebook, powers: Sequence[PowerId], positions: Sequence[Position]
) -> Aftermaths:
    """Positions as arrays, one per row. Armies aboard ships are left out."""
    shape = (len(positions), len(board.order))
    found = Aftermaths(
        power=np.full(shape, -1, np.int8),
        sails=np.zeros(shape, np.int8),
        place=np.zeros(shape, np.int16),
        owner=np.full(shape, -1, np.int8),
        routed=np.full(shape, -1, np.int8),
    )
    places = {place: number for number, place in enumerate(list_locations(board))}
    for row, position in enumerate(positions):
        for unit in position.units.values():
            if not unit.is_aboard:
                number = board.index[unit.location]
                found.power[row, number] = powers.index(unit.power)
                found.sails[row, number] = rulebook.traits[unit.kind].sails
                found.place[row, number] = places[unit.location]
        for space, power in position.owners.items():
            found.owner[row, board.index[LocationId(space)]] = powers.index(power)
        mark_routed(found, row, board, powers, (dislodged.unit for dislodged in position.dislodged))
    return found


def mark_routed(found: Aftermaths, row: int, board: Board, powers: Sequence[PowerId], units: Iterable[Unit]) -> None:
    """Mark units that were dislodged."""
    for unit in units:
        found.routed[row, board.index[unit.location]] = powers.index(unit.power)


def repeat_board(board: Aftermaths, times: int) -> Aftermaths:
    """The same board several times."""
    return Aftermaths._make(np.repeat(array, times, axis=0) for array in board)
