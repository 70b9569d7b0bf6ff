"""The phases of the Colonial Variant: what the kernels of every board do, its centres (rules 3 to 6, 11, 17, 22), and
armies aboard. Must agree with ``variants.rules.colonial_centres`` and, for what a dislodged ship carries,
``judge.retreats``.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from legation.batch import codes
from legation.batch.batch import (
    AGE,
    CARGO,
    HELD,
    MOST_YEARS,
    OUT_CARGO,
    Batch,
    Outcomes,
    follow,
    leave_room,
    leave_told,
    make_outcomes,
)
from legation.batch.batch_board import BatchBoard
from legation.batch.codes import MOVE, NOBODY, STANDS, SUCCEEDS, kind_of, place_of
from legation.batch.colonial_tables import ColonialTables
from legation.batch.colonial_winter import judge_all_colonial_winters, judge_colonial_winter_game
from legation.batch.compiling import Codes, Flags, Small, kernel
from legation.batch.devices import Pass
from legation.batch.field import Workspace, make_workspace
from legation.batch.moves import judge_all_moves
from legation.batch.retreats import judge_all_retreats
from legation.batch.tables import Tables
from legation.batch.through_judge import is_referred, refer_moves, set_aside

YEARS_TO_PERMANENT: Final = 3
"""As in ``variants.rules.centre_clocks``."""
ENTERED, BEATEN = 1, 2
"""What may have come of the moves to a space: one succeeded, one failed."""
COLONIAL_WINTERS: Final = Pass(judge_all_colonial_winters, judge_colonial_winter_game, frozenset({"lists", "far"}))


def counted_owners(colonial: ColonialTables, batch: Batch) -> Small:
    """The owners, but nobody where a colonial centre does not count yet (rule 5)."""
    is_ripe = (batch.colonial[..., HELD] >= 1) | (batch.colonial[..., AGE] >= YEARS_TO_PERMANENT)
    return np.where((colonial.is_colonial > 0) & ~is_ripe, np.int8(NOBODY), batch.owner)


def judge_colonial_moves(
    board: BatchBoard, colonial: ColonialTables, batch: Batch, orders: Codes
) -> tuple[Batch, Outcomes]:
    """Judge a movement phase of every game; behind all spaces is outcomes what became of the armies aboard."""
    after, outcomes = leave_room(batch), leave_told(batch.games, board.columns)
    referred, work = is_referred(board, batch, orders), make_workspace(board.tables)
    plain = set_aside(orders, referred)
    judge_all_moves(board.tables, work, batch, plain, after, outcomes)
    disrupt_centres(board.tables, work, colonial.is_colonial, batch, plain, outcomes, after)
    refer_moves(board, batch, orders, referred, after, outcomes)
    return after, outcomes


@kernel
def disrupt_centres(
    tables: Tables, work: Workspace, is_colonial: Flags, before: Batch, orders: Codes, outcomes: Outcomes, after: Batch
) -> None:
    """Rule 6: what was fought over belongs to nobody, and its clocks are back at nothing."""
    tried = work.flags
    spaces = before.power.shape[1]
    for game in range(before.power.shape[0]):
        tried[:] = 0
        for space in range(spaces):
            if before.power[game, space] >= 0 and kind_of(orders[game, space]) == MOVE:
                goal = tables.space_of[place_of(orders[game, space])]
                tried[goal] |= ENTERED if outcomes.result[game, space] == SUCCEEDS else BEATEN
        for space in range(spaces):
            if (
                is_colonial[space]
                and after.owner[game, space] >= 0
                and after.colonial[game, space, AGE] < YEARS_TO_PERMANENT
                and (
                    after.contested[game, space]
                    or tried[space] == ENTERED | BEATEN
                    or (tried[space] == ENTERED and outcomes.fate[game, space] != STANDS)
                )
            ):
                after.owner[game, space] = NOBODY
                after.colonial[game, space, HELD] = 0
                after.colonial[game, space, AGE] = 0


def judge_colonial_retreats(board: BatchBoard, batch: Batch, orders: Codes) -> tuple[Batch, Outcomes]:
    """Judge a retreat phase of every game; an army goes where its ship goes, or down with it (rule 12)."""
    after, outcomes = follow(batch), make_outcomes(batch.games, board.columns)
    judge_all_retreats(board.tables, make_workspace(board.tables), batch, orders, after, outcomes)
    game, space = np.nonzero(batch.colonial[..., OUT_CARGO] >= 0)
    army = batch.colonial[game, space, OUT_CARGO]
    is_safe = outcomes.fate[game, space] == STANDS
    target = board.tables.space_of[orders[game, space] >> codes.PLACE_SHIFT & codes.PLACE_MASK]
    after.colonial[game[is_safe], target[is_safe], CARGO] = army[is_safe]
    sunk = (game[~is_safe], space[~is_safe] + batch.spaces)
    outcomes.result[sunk], outcomes.fate[sunk] = codes.FAILS, codes.DESTROYED
    return after, outcomes


def judge_colonial_winter(
    board: BatchBoard, colonial: ColonialTables, batch: Batch, lines: Codes
) -> tuple[Batch, Small, Small]:
    """Judge a Winter of every game: the position, the results of the lines, and the fates of units and cargo."""
    after, counted = follow(batch), counted_owners(colonial, batch)
    result, fate = np.zeros(lines.shape, np.int8), np.zeros((batch.games, board.columns), np.int8)
    board.device.run(board.tables, COLONIAL_WINTERS, batch.games, batch, counted, lines, after, result, fate)
    return after, result, fate


def settle_colonial_ownership(colonial: ColonialTables, batch: Batch) -> Batch:
    """After Fall: centres change hands, but what is permanent not to a transport fleet (rule 11); the clocks go on."""
    stands, is_owned, clocks = batch.power >= 0, batch.owner >= 0, batch.colonial
    is_taken = stands & (colonial.takes[batch.kind, np.arange(batch.spaces)] > 0)
    is_safe = is_owned & (colonial.is_colonial > 0) & (clocks[..., AGE] >= YEARS_TO_PERMANENT - 1)
    is_taken &= ~(is_safe & (batch.kind == codes.TRANSPORT))
    owner = np.where(is_taken, batch.power, batch.owner)
    goes_on = is_owned & (colonial.is_colonial > 0)
    after = clocks.copy()
    after[..., HELD] = np.where(goes_on & (owner == batch.owner), np.minimum(clocks[..., HELD] + 1, MOST_YEARS), 0)
    after[..., AGE] = np.where(goes_on, np.minimum(clocks[..., AGE] + 1, YEARS_TO_PERMANENT), 0)
    return batch._replace(owner=owner, colonial=after)


def mark_colonial_victors(board: BatchBoard, colonial: ColonialTables, batch: Batch) -> NDArray[np.bool_]:
    """For each game and power: whether its own condition holds (rule 3); a colonial centre stays one (rule 17)."""
    is_colonial = colonial.is_colonial > 0
    permanent = np.where(is_colonial, np.int8(NOBODY), batch.owner)
    colonies = np.where(is_colonial, counted_owners(colonial, batch), np.int8(NOBODY))
    return np.stack(
        [
            ((permanent == power).sum(axis=1) >= need) & ((colonies == power).sum(axis=1) >= more)
            for power, (need, more) in enumerate(colonial.needs)
        ],
        axis=1,
    )
