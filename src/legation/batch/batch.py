"""Many games at one moment, as arrays."""

from typing import Final, NamedTuple

import numpy as np

from legation.batch.codes import NOBODY
from legation.batch.compiling import ArrayModule, Flags, Longs, Shorts, Small

COLONIAL_COLUMNS: Final = 4
HELD, AGE, CARGO, OUT_CARGO = range(COLONIAL_COLUMNS)
"""Columns of ``Batch.colonial``."""
MOST_YEARS: Final = 30_000
"""The highest clock value that can be stored."""


class Batch(NamedTuple):
    """Games by row, spaces by column. A power is an index into ``BatchBoard.powers``; -1 is no power.

    All games are in the same phase. In a retreat phase, a game without dislodged units is left unchanged.
    """

    power: Small
    """The power of the unit in a space."""
    kind: Small
    """``ARMY``, ``FLEET`` or ``TRANSPORT``, where there is a unit."""
    place: Shorts
    """The location of the unit in a space."""
    owner: Small
    """The owner of the centre in a space."""
    out_power: Small
    """The power of the unit dislodged from a space, which must retreat."""
    out_kind: Small
    out_place: Shorts
    out_origin: Shorts
    """Where its attacker came from; with ``OPEN`` added, the unit may retreat there even so."""
    contested: Flags
    """``STOOD_OFF``: left empty by a stand-off. ``HAS_CONVOYED``: a sea whose fleet convoyed an army in the moves."""
    winner: Small
    """For each game: the winner, or ``NOBODY``; ``SHARED`` where several won at once."""
    colonial: Shorts
    """For each space in the Colonial Variant: the years for which a colonial centre has been held by its owner and by
    any power, the power of the army aboard the ship there, and that of the army aboard the ship dislodged from there.
    Other boards have no columns here.
    """

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.winner)

    @property
    def spaces(self) -> int:
        """How many spaces the board has."""
        return int(self.power.shape[1])


class Outcomes(NamedTuple):
    """What happened to every order and every unit, indexed by the space where the unit stood."""

    result: Small
    """A code such as ``SUCCEEDS``; 0 where there was no order."""
    fate: Small
    """``STANDS``, ``DISLODGED`` or ``DESTROYED``."""


def make_batch(games: int, spaces: int, columns: int = 0, arrays: ArrayModule = np) -> Batch:
    """Make empty boards; ``columns`` is ``COLONIAL_COLUMNS`` for the Colonial Variant, ``arrays`` a device's module."""
    shape = (games, spaces)
    return Batch(
        power=arrays.full(shape, NOBODY, np.int8),
        kind=arrays.zeros(shape, np.int8),
        place=arrays.zeros(shape, np.int16),
        owner=arrays.full(shape, NOBODY, np.int8),
        out_power=arrays.full(shape, NOBODY, np.int8),
        out_kind=arrays.zeros(shape, np.int8),
        out_place=arrays.zeros(shape, np.int16),
        out_origin=arrays.zeros(shape, np.int16),
        contested=arrays.zeros(shape, np.uint8),
        winner=arrays.full(games, NOBODY, np.int8),
        colonial=_no_clocks(games, spaces, columns, arrays),
    )


def _no_clocks(games: int, spaces: int, columns: int, arrays: ArrayModule) -> Shorts:
    colonial: Shorts = arrays.zeros((games, spaces, columns), np.int16)
    colonial[..., CARGO:] = NOBODY
    return colonial


def leave_room(batch: Batch) -> Batch:
    """Make room for the position after the moves: the winners are copied, and the kernel fills in the rest."""
    return Batch(
        power=np.empty_like(batch.power),
        kind=np.empty_like(batch.kind),
        place=np.empty_like(batch.place),
        owner=np.empty_like(batch.owner),
        out_power=np.empty_like(batch.out_power),
        out_kind=np.empty_like(batch.out_kind),
        out_place=np.empty_like(batch.out_place),
        out_origin=np.empty_like(batch.out_origin),
        contested=np.empty_like(batch.contested),
        winner=batch.winner.copy(),
        colonial=np.empty_like(batch.colonial),
    )


def leave_told(games: int, spaces: int, arrays: ArrayModule = np) -> Outcomes:
    """Make room for the outcomes of the moves, for the kernel to fill in."""
    return Outcomes(arrays.empty((games, spaces), np.int8), arrays.empty((games, spaces), np.int8))


def make_outcomes(games: int, spaces: int, arrays: ArrayModule = np) -> Outcomes:
    """Make the outcomes of a phase, with nothing recorded yet."""
    return Outcomes(arrays.zeros((games, spaces), np.int8), arrays.zeros((games, spaces), np.int8))


def repeat(batch: Batch, times: int) -> Batch:
    """Repeat the games in sequence: game 0, 1, 2 ... and then from the start again."""
    return Batch._make(np.tile(array, (times, *[1] * (array.ndim - 1))) for array in batch)


def select(batch: Batch, games: slice | Small | Longs) -> Batch:
    """Copy some of the games."""
    return Batch._make(array[games].copy() for array in batch)


def line_up(batch: Batch, arrays: ArrayModule = np) -> Batch:
    """The same games, with the units of each in contiguous memory, so that they can be read as words."""
    return batch._replace(power=arrays.ascontiguousarray(batch.power), kind=arrays.ascontiguousarray(batch.kind))


def follow(batch: Batch) -> Batch:
    """The same units and owners, with no unit dislodged and nothing contested, as a phase begins."""
    return Batch(
        power=batch.power.copy(),
        kind=batch.kind.copy(),
        place=batch.place.copy(),
        owner=batch.owner.copy(),
        out_power=np.full_like(batch.out_power, NOBODY),
        out_kind=np.zeros_like(batch.out_kind),
        out_place=np.zeros_like(batch.out_place),
        out_origin=np.zeros_like(batch.out_origin),
        contested=np.zeros_like(batch.contested),
        winner=batch.winner.copy(),
        colonial=_unload(batch.colonial),
    )


def _unload(colonial: Shorts) -> Shorts:
    """The same without armies aboard dislodged ships; unchanged where there are no columns."""
    if not colonial.shape[2]:
        return colonial
    kept = colonial.copy()
    kept[..., OUT_CARGO] = NOBODY
    return kept
