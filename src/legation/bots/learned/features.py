"""The features of a board for a power, as numbers: the same ones on every board, and for every power.

They describe how many centres it has and could lose or gain, which units could arrive in what strength, and how near
its units are to possible gains. No number names a space or a power, so what is learned for one seat holds for all.
"""

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.batch import Longs, Shorts, Small, kernel
from legation.board import Board, CentreKind, PowerId, bits_of
from legation.bots.aftermaths import Aftermaths, list_locations
from legation.bots.atlas import atlas_of

Floats: TypeAlias = NDArray[np.float32]

FADE: Final = 0.55
"""The share of its pull that a centre keeps with every step of distance."""
FAR: Final = 6
"""The number of steps at which the pull ends."""
BINS: Final = 5
"""A margin of strength is counted as -2 or less, -1, 0, 1, or 2 and more."""

# The index of each number. Groups of bins take BINS places each.
OWNED, HELD, UNITS, SURPLUS, ROUTED, ROUTING, FREE_HOMES, ALIVE = range(8)
GUARDED: Final = 8
"""Own centres with a unit there: the strongest attack of one power minus all possible defenders."""
UNGUARDED: Final = GUARDED + BINS
"""The same for empty own centres."""
SAFE_GUARDED: Final = UNGUARDED + BINS
SAFE_EMPTY: Final = SAFE_GUARDED + 1
"""Own centres that no other power could enter."""
NEUTRAL: Final = SAFE_EMPTY + 1
"""Neutral centres within reach: own strength minus the strongest rival's."""
DEFENDED: Final = NEUTRAL + BINS
"""Other powers' centres within reach with a unit there: own strength minus their owner's."""
OPEN: Final = DEFENDED + BINS
"""The same for empty ones."""
PULL_NEUTRAL: Final = OPEN + BINS
PULL_OTHERS: Final = PULL_NEUTRAL + 1
PULL_THREATENED: Final = PULL_NEUTRAL + 2
PRESSURE: Final = PULL_NEUTRAL + 3
"""How near all others' units are to the power's centres; then the same for the nearest power, and the next."""
NEAREST: Final = PRESSURE + 1
NEXT: Final = PRESSURE + 2
NEAREST_SIZE: Final = PRESSURE + 3
NEXT_SIZE: Final = PRESSURE + 4
LARGEST: Final = PRESSURE + 5
SECOND: Final = PRESSURE + 6
SQUARES: Final = PRESSURE + 7
"""The sum of the squares of the others' centres."""
ARMIES: Final = PRESSURE + 8
FLEETS: Final = PRESSURE + 9
COHESION: Final = PRESSURE + 10
"""How often own units are adjacent to own units."""
EXPOSED: Final = PRESSURE + 11
"""Own units that one power could attack with more strength than they could be held with."""
CHANCES: Final = PRESSURE + 12
"""Units of others that could be attacked with more strength than their power could hold them with."""
WEIGHED_THREATS: Final = PRESSURE + 13
"""Attackers of own centres, weighted by the size of their power."""
WEIGHED_CHANCES: Final = PRESSURE + 14
"""Own attackers of others' centres, divided by the size of the owner."""
NEUTRALS: Final = PRESSURE + 15
FEATURES: Final = PRESSURE + 16
"""The number of features."""


class BoardFeatures(NamedTuple):
    """What features need to know of a board; locations have the numbers of the batch engine."""

    reach_from: Longs
    """By kind (army, fleet) and location: the start of its list of spaces within one step in ``reach``."""
    reach: Shorts
    pull: Floats
    """By kind and location, and by centre as listed in ``centres``: the pull of the centre; 0 if it is far away."""
    centres: Shorts
    """The spaces with a centre."""
    is_centre: Small
    counts: Small
    """By space and power: whether the centre counts for it."""
    homes: Small
    """By space and power: whether the power may build there."""


@lru_cache(maxsize=16)
def make_board_features(board: Board, powers: tuple[PowerId, ...]) -> BoardFeatures:
    """The arrays of a board, with the powers in the order of their numbers."""
    locations = list_locations(board)
    reach_from, reach = [0], []
    spaces = [board.spaces[space] for space in board.order]
    centres = [number for number, space in enumerate(spaces) if space.centre is not CentreKind.NONE]
    pull = np.zeros((2 * len(locations), len(centres)), np.float32)
    for sails in (False, True):
        for location in locations:
            reach += list(bits_of(board.reach(location, sails=sails)))
            reach_from.append(len(reach))
        first = len(locations) if sails else 0
        rows = {location: first + number for number, location in enumerate(locations)}
        for column, number in enumerate(centres):
            for location, steps in atlas_of(board).steps(board.order[number], sails=sails).items():
                if steps < FAR and location in rows:
                    pull[rows[location], column] = FADE**steps
    return BoardFeatures(
        np.array(reach_from, np.int64),
        np.array(reach, np.int16),
        pull,
        np.array(centres, np.int16),
        np.array([space.centre is not CentreKind.NONE for space in spaces], np.int8),
        np.array([[space.centre.is_counted or power in space.powers for power in powers] for space in spaces], np.int8),
        np.array([[power in space.powers for power in powers] for space in spaces], np.int8),
    )


class Work(NamedTuple):
    """Scratch arrays and results, reused for one board after another."""

    strength: Shorts
    """By power and space: how many units could move in."""
    tallies: Floats
    """By power: the rows named below."""
    own: Shorts
    """The power's own centres, by their places in the list of centres, after their number."""
    found: Floats


SIZES, PRESSES, PRESENT = range(3)
"""Rows of the tallies: the power's centres, its pressure on the observing power, and whether it is on the board."""


def describe(terrain: BoardFeatures, after: Aftermaths, powers: Small) -> Floats:
    """The features of each board for one power each; one row per board."""
    spaces, count = terrain.counts.shape
    work = Work(
        np.zeros((count, spaces), np.int16),
        np.zeros((3, count), np.float32),
        np.zeros(1 + len(terrain.centres), np.int16),
        np.zeros((len(powers), FEATURES), np.float32),
    )
    _describe_all(terrain, after, powers, work)
    return work.found


@kernel
def _describe_all(terrain: BoardFeatures, after: Aftermaths, powers: Small, work: Work) -> None:
    for row in range(len(powers)):
        me = powers[row]
        _survey(terrain, after, work, row)
        _size_up(terrain, after, work, row)
        _count_units(after, work, row, me)
        for space in range(len(terrain.is_centre)):
            if terrain.is_centre[space]:
                if _holder(after, row, space) == me:
                    _count_own(terrain, after, work, row, space, me)
                else:
                    _count_other(terrain, after, work, row, space, me)
        _feel_pulls(terrain, after, work, row, me)
        _rank_others(work, row, me)


@kernel
def _survey(terrain: BoardFeatures, after: Aftermaths, work: Work, row: int) -> None:
    """Count for each power and space the units that could move in."""
    work.strength[:] = 0
    half = (len(terrain.reach_from) - 1) // 2
    for space in range(len(terrain.is_centre)):
        who = after.power[row, space]
        if who >= 0:
            at = after.place[row, space] + (half if after.sails[row, space] else 0)
            for index in range(terrain.reach_from[at], terrain.reach_from[at + 1]):
                work.strength[who, terrain.reach[index]] += 1


@kernel
def _holder(after: Aftermaths, row: int, space: int) -> int:
    """The owner of a centre if all units stay where they are."""
    stands: int = after.power[row, space]
    owns: int = after.owner[row, space]
    return stands if stands >= 0 else owns


@kernel
def _size_up(terrain: BoardFeatures, after: Aftermaths, work: Work, row: int) -> None:
    """Count every power's centres."""
    work.tallies[:] = 0
    for space in range(len(terrain.is_centre)):
        who = after.power[row, space]
        if who >= 0:
            work.tallies[PRESENT, who] = 1
        holder = _holder(after, row, space)
        if terrain.is_centre[space] and holder >= 0 and terrain.counts[space, holder]:
            work.tallies[SIZES, holder] += 1
            work.tallies[PRESENT, holder] = 1


@kernel
def _strongest(strength: Shorts, space: int, me: int) -> int:
    """The most units that any one other power could send to a space."""
    most = 0
    for who in range(strength.shape[0]):
        if who != me and strength[who, space] > most:
            most = strength[who, space]
    return most


@kernel
def _count_units(after: Aftermaths, work: Work, row: int, me: int) -> None:
    strength, found = work.strength, work.found
    for space in range(strength.shape[1]):
        who, routed = after.power[row, space], after.routed[row, space]
        if routed >= 0:
            found[row, ROUTED if routed == me else ROUTING] += 1
        if who == me:
            found[row, UNITS] += 1
            found[row, FLEETS if after.sails[row, space] else ARMIES] += 1
            found[row, COHESION] += strength[me, space]
            if _strongest(strength, space, me) > 1 + strength[me, space]:
                found[row, EXPOSED] += 1
        elif who >= 0 and strength[me, space] > 1 + strength[who, space]:
            found[row, CHANCES] += 1


@kernel
def _bin(margin: int) -> int:
    return min(2, max(-2, margin)) + 2


@kernel
def _count_own(terrain: BoardFeatures, after: Aftermaths, work: Work, row: int, space: int, me: int) -> None:  # noqa: PLR0917
    """Count a centre of the power: whether it counts, is a home to build in, and which units could come there."""
    if not terrain.counts[space, me]:
        return
    strength, found = work.strength, work.found
    rival = _strongest(strength, space, me)
    stands = 1 if after.power[row, space] == me else 0
    found[row, HELD] += 1
    if after.owner[row, space] == me:
        found[row, OWNED] += 1
    if terrain.homes[space, me] and not stands:
        found[row, FREE_HOMES] += 1
    if rival == 0:
        found[row, SAFE_GUARDED if stands else SAFE_EMPTY] += 1
        return
    found[row, (GUARDED if stands else UNGUARDED) + _bin(rival - strength[me, space] - stands)] += 1
    for who in range(strength.shape[0]):
        if who != me:
            found[row, WEIGHED_THREATS] += strength[who, space] * work.tallies[SIZES, who]


@kernel
def _count_other(terrain: BoardFeatures, after: Aftermaths, work: Work, row: int, space: int, me: int) -> None:  # noqa: PLR0917
    """Count a neutral centre or another power's: whether it can be reached, and how well it is defended."""
    strength, found = work.strength, work.found
    if after.owner[row, space] == me and terrain.counts[space, me]:
        found[row, OWNED] += 1
    holder, mine = _holder(after, row, space), strength[me, space]
    if holder < 0:
        found[row, NEUTRALS] += 1
        if mine:
            found[row, NEUTRAL + _bin(mine - _strongest(strength, space, me))] += 1
    elif mine:
        stands = 1 if after.power[row, space] >= 0 else 0
        found[row, (DEFENDED if stands else OPEN) + _bin(mine - strength[holder, space] - stands)] += 1
        found[row, WEIGHED_CHANCES] += mine / (1 + work.tallies[SIZES, holder])


@kernel
def _feel_pulls(terrain: BoardFeatures, after: Aftermaths, work: Work, row: int, me: int) -> None:
    """Measure how near own units are to others' centres and to own ones in danger, and others' units to own centres."""
    half = len(terrain.pull) // 2
    own = work.own
    own[0] = 0
    for number in range(len(terrain.centres)):
        if _holder(after, row, terrain.centres[number]) == me:
            own[0] += 1
            own[own[0]] = number
    for space in range(len(terrain.is_centre)):
        who = after.power[row, space]
        if who < 0:
            continue
        at = after.place[row, space] + (half if after.sails[row, space] else 0)
        if who == me:
            _feel_own(terrain, after, work, row, me, at)
        else:
            for number in range(1, own[0] + 1):
                work.tallies[PRESSES, who] += terrain.pull[at, own[number]]


@kernel
def _feel_own(terrain: BoardFeatures, after: Aftermaths, work: Work, row: int, me: int, at: int) -> None:  # noqa: PLR0917
    """Measure what one own unit is near to."""
    found = work.found
    for number in range(len(terrain.centres)):
        pull = terrain.pull[at, number]
        if pull == 0:
            continue
        centre = terrain.centres[number]
        holder = _holder(after, row, centre)
        if holder < 0:
            found[row, PULL_NEUTRAL] += pull
        elif holder != me:
            found[row, PULL_OTHERS] += pull
        elif _strongest(work.strength, centre, me) > 0:
            found[row, PULL_THREATENED] += pull


@kernel
def _rank_others(work: Work, row: int, me: int) -> None:
    """Rank the largest of the others, and those with the most pressure."""
    found = work.found
    found[row, SURPLUS] = found[row, UNITS] - found[row, HELD]
    for who in range(work.tallies.shape[1]):
        found[row, ALIVE] += work.tallies[PRESENT, who]
        if who == me:
            continue
        size, presses = work.tallies[SIZES, who], work.tallies[PRESSES, who]
        found[row, PRESSURE] += presses
        found[row, SQUARES] += size * size
        if size > found[row, LARGEST]:
            found[row, SECOND] = found[row, LARGEST]
            found[row, LARGEST] = size
        elif size > found[row, SECOND]:
            found[row, SECOND] = size
        if presses > found[row, NEAREST]:
            found[row, NEXT], found[row, NEXT_SIZE] = found[row, NEAREST], found[row, NEAREST_SIZE]
            found[row, NEAREST], found[row, NEAREST_SIZE] = presses, size
        elif presses > found[row, NEXT]:
            found[row, NEXT], found[row, NEXT_SIZE] = presses, size
