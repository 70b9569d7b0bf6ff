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
from legation.batch.carriage import judge_all_carriage, judge_game_carriage
from legation.batch.codes import NOBODY, STANDS
from legation.batch.colonial_tables import ColonialTables
from legation.batch.colonial_winter import judge_all_colonial_winters, judge_colonial_winter_game
from legation.batch.compiling import Codes, Small
from legation.batch.devices import Pass
from legation.batch.disruption import YEARS_TO_PERMANENT
from legation.batch.field import make_workspace
from legation.batch.retreats import judge_all_retreats
from legation.batch.through_judge import refer_moves

CARRIAGE: Final = Pass(judge_all_carriage, judge_game_carriage, frozenset({"field", "lists", "flags", "guesses"}))
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
    if orders.shape[1] < board.columns:  # armies aboard without orders stay there
        orders = np.pad(orders, ((0, 0), (0, board.columns - orders.shape[1])))
    if colonial.has_other_rules:
        refer_moves(board, batch, orders, after, outcomes)
    else:
        board.device.run(board.tables, CARRIAGE, batch.games, colonial.is_colonial, batch, orders, after, outcomes)
    return after, outcomes


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
