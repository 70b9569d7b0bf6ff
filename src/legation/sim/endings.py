"""The games of a batch that are over after a Fall: by everything that a variant's table ``[victory]`` can define.

The batch engine knows the number of centres that wins and the conditions of rule modules. Other numbers in later years,
lists of spaces to hold, last years and quiet years are checked here, in the order of ``find_ending``.
"""

from functools import reduce
from typing import NamedTuple

import numpy as np

from legation import batch as engine
from legation.batch import Batch, BatchBoard, DeviceArray
from legation.board import LocationId
from legation.variants import AtEnd, Variant

NOBODY = -1


class Endings(NamedTuple):
    """The result of each game of a batch after a Fall."""

    is_over: DeviceArray
    """By game."""
    winner: DeviceArray
    """By game: the sole winner, or -1."""
    parts: DeviceArray
    """By game and power: the share of a victory or draw; zero if the game continues. Where several win at once, as they
    may in the Colonial Variant, they share.
    """


def list_endings(variant: Variant, board: BatchBoard, batch: Batch, years: DeviceArray, quiet: DeviceArray) -> Endings:
    """The endings after a Fall; ``years`` are its years by game, ``quiet`` how many Falls have changed no centre."""
    arrays, victory = board.device.arrays, variant.victory
    is_seat = board.device.put(np.array([power in variant.seats for power in board.powers]))
    counts = np.where(is_seat, engine.count_centres(board, batch), 0)
    is_leader = (counts == counts.max(axis=1, keepdims=True)) & is_seat
    is_alone = is_leader.sum(axis=1) == 1
    if victory.centres_from:
        needed = reduce(
            lambda known, first: np.where(years >= first, victory.centres_from[first], known),
            sorted(victory.centres_from),
            arrays.full(batch.games, victory.centres, np.int64),
        )
        winner = np.where(is_alone & (counts.max(axis=1) >= needed), is_leader.argmax(axis=1), NOBODY)
    else:
        winner = batch.winner.astype(np.int64)
    for holding in victory.holdings:
        held = np.stack([_list_holders(board, batch, LocationId(space)) for space in holding.spaces], axis=1)
        is_held = (held == held[:, :1]).all(axis=1) & (held[:, 0] >= 0) & is_seat[np.maximum(held[:, 0], 0)]
        winner = np.where((winner == NOBODY) & is_held & (years >= holding.from_year), held[:, 0], winner)
    is_joint = winner == engine.codes.SHARED
    winner = np.where(is_joint, NOBODY, winner)
    parts = (winner[:, None] == arrays.arange(len(board.powers))).astype(np.float32)
    if board.colonial is not None:
        victors = engine.mark_victors(board, batch)
        parts = np.where(is_joint[:, None], victors / np.maximum(victors.sum(axis=1, keepdims=True), 1), parts)
    goes_on = (winner == NOBODY) & ~is_joint
    is_last = goes_on & (victory.last_year is not None and years >= victory.last_year)
    is_quiet = goes_on & (victory.quiet_years is not None and quiet >= victory.quiet_years)
    sharers = _mark_alive(board, batch) & is_seat
    if victory.at_end is AtEnd.MOST_CENTRES:
        sharers = np.where(is_last[:, None], is_leader, sharers)
        winner = np.where(is_last & is_alone, is_leader.argmax(axis=1), winner)
    is_shared = (is_last | is_quiet)[:, None]
    parts = np.where(is_shared, sharers / np.maximum(sharers.sum(axis=1, keepdims=True), 1), parts)
    return Endings(is_joint | (winner != NOBODY) | is_last | is_quiet, winner.astype(np.int8), parts.astype(np.float32))


def _list_holders(board: BatchBoard, batch: Batch, space: LocationId) -> DeviceArray:
    """By game: the owner of a centre, or the power of the unit in a space without one."""
    number = board.numbers[space]
    return (batch.owner if board.tables.centre[number] else batch.power)[:, number]


def _mark_alive(board: BatchBoard, batch: Batch) -> DeviceArray:
    """By game and power: whether it has a unit or owns a centre."""
    places = range(len(board.powers))
    return np.stack([((batch.power == power) | (batch.owner == power)).any(axis=1) for power in places], axis=1)
