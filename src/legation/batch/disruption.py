"""Disrupted colonial centres (Colonial Variant, rule 6).

Must agree with ``variants.rules.colonial_centres``.
"""

from typing import Final

from legation.batch.batch import AGE, HELD, Batch
from legation.batch.codes import NOBODY, STANDS, TRANSPORT
from legation.batch.compiling import Flags, Small, kernel, known
from legation.batch.field import (
    ACT,
    FACING,
    LOSERS,
    MOVE_ACT,
    STATE,
    TARGET,
    WAY,
    WINNERS,
    YES,
    Workspace,
)

YEARS_TO_PERMANENT: Final = 3
"""As in ``variants.rules.centre_clocks``."""
HAS_ENTERED, WAS_BEATEN = 1, 2
"""The possible results of the moves to a space: one succeeded, or one of a combat unit failed."""


@kernel
def disrupt_centres(
    work: Workspace,
    is_colonial: Flags,
    before: Batch,
    fate: Small,
    after: Batch,
    game: int,
    winners: int,
    losers: int,
) -> None:
    """Disrupted centres lose their owner, and their clocks return to zero."""
    tried, field = work.flags, work.field
    tried[:] = 0
    for place in range(winners):
        tried[known(field[known(work.lists[WINNERS, place]), TARGET])] |= HAS_ENTERED
    for place in range(losers):
        mover = known(work.lists[LOSERS, place])
        # A move without an open way opposed no unit, nor does a transport fleet, nor one that the leaving unit beat. A
        # move that a paradox stopped needs no exception: nobody enters its target. There stands a unit whose order is
        # part of the paradox, so whoever could have dislodged it was stopped too.
        facing = field[mover, FACING]
        has_lost = (facing >= 0) & (field[facing, STATE] == YES)
        is_move = field[mover, ACT] == MOVE_ACT and field[mover, WAY] == YES
        if is_move and not has_lost:
            tried[known(field[mover, TARGET])] |= WAS_BEATEN
    for space in range(is_colonial.shape[0]):
        is_driven_out = fate[space] != STANDS and before.kind[game, space] != TRANSPORT
        is_entered = tried[space] & HAS_ENTERED and (tried[space] & WAS_BEATEN or is_driven_out)
        if (
            is_colonial[space]
            and after.owner[game, space] >= 0
            and after.colonial[game, space, AGE] < YEARS_TO_PERMANENT
            and (after.contested[game, space] or is_entered)
        ):
            after.owner[game, space] = NOBODY
            after.colonial[game, space, HELD] = 0
            after.colonial[game, space, AGE] = 0
