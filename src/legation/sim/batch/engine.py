"""The batch engine as a program uses it: batches in, batches out."""

from typing import NamedTuple

import numpy as np

from legation.sim.batch.adjustments import judge_all_adjustments
from legation.sim.batch.batch import Batch, Telling, follow, make_batch, make_telling
from legation.sim.batch.batch_board import BatchBoard
from legation.sim.batch.chances import sample_all_adjustments, sample_all_retreats
from legation.sim.batch.codes import NOBODY
from legation.sim.batch.compiling import Codes, Longs, Small
from legation.sim.batch.field import make_desk
from legation.sim.batch.moves import judge_all_moves
from legation.sim.batch.retreats import judge_all_retreats
from legation.sim.batch.sampling import sample_all_moves, sample_units


class WinterTelling(NamedTuple):
    """What became of a Winter."""

    result: Small
    """Of each line, by game, power and line: ``SUCCEEDS``, ``VOID`` where it was refused, 0 where there was none."""
    fate: Small
    """Of each unit, by game and space: ``STANDS`` or ``DESTROYED``."""


def judge_moves(board: BatchBoard, batch: Batch, orders: Codes) -> tuple[Batch, Telling]:
    """Judge a movement phase of every game. The orders must be legal, as those of an order book are."""
    after, told = follow(batch), make_telling(batch.games, batch.spaces)
    judge_all_moves(board.tables, make_desk(board.tables), batch, orders, after, told)
    return after, told


def judge_retreats(board: BatchBoard, batch: Batch, orders: Codes) -> tuple[Batch, Telling]:
    """Judge a retreat phase of every game; where nobody was dislodged nothing changes."""
    after, told = follow(batch), make_telling(batch.games, batch.spaces)
    judge_all_retreats(board.tables, make_desk(board.tables), batch, orders, after, told)
    return after, told


def judge_adjustments(board: BatchBoard, batch: Batch, lines: Codes) -> tuple[Batch, WinterTelling]:
    """Judge a Winter of every game; lines by game, power and line, 0 where there is none."""
    after = follow(batch)
    told = WinterTelling(np.zeros(lines.shape, np.int8), np.zeros(batch.power.shape, np.int8))
    judge_all_adjustments(board.tables, make_desk(board.tables), batch, lines, after, told.result, told.fate)
    return after, told


def settle_ownership(board: BatchBoard, batch: Batch) -> Batch:
    """After Fall's retreats: occupied centres change hands, and somebody may have won."""
    is_taken = (batch.power >= 0) & (board.tables.centre > 0)
    after = batch._replace(owner=np.where(is_taken, batch.power, batch.owner))
    return after._replace(winner=find_winners(board, after))


def count_centres(board: BatchBoard, batch: Batch) -> Longs:
    """Of each game and power: the centres that count."""
    counted = np.where(board.tables.counts > 0, batch.owner, NOBODY)
    return np.stack([(counted == power).sum(axis=1) for power in range(len(board.powers))], axis=1).astype(np.int64)


def find_winners(board: BatchBoard, batch: Batch) -> Small:
    """Of each game: the power with enough centres, and more than anybody else, or nobody."""
    counts = count_centres(board, batch)
    most = counts.max(axis=1)
    is_alone = (counts == most[:, None]).sum(axis=1) == 1
    has_won = is_alone & (most >= board.victory_centres)
    return np.where(has_won, counts.argmax(axis=1), NOBODY).astype(np.int8)


def sample_positions(board: BatchBoard, games: int, *, units: int, seed: int) -> Batch:
    """Boards with so many units anywhere on them."""
    batch = make_batch(games, board.space_count)
    sample_units(board.tables, batch, len(board.powers), units, seed)
    return batch


def sample_moves(board: BatchBoard, batch: Batch, seed: int) -> Codes:
    """Legal movement orders by chance, made so that units meet."""
    orders = np.zeros(batch.power.shape, np.int32)
    sample_all_moves(board.tables, make_desk(board.tables), batch, orders, seed)
    return orders


def sample_retreats(board: BatchBoard, batch: Batch, seed: int) -> Codes:
    """Legal retreats by chance."""
    orders = np.zeros(batch.power.shape, np.int32)
    sample_all_retreats(board.tables, make_desk(board.tables), batch, orders, seed)
    return orders


def sample_adjustments(board: BatchBoard, batch: Batch, seed: int, *, lines: int = 6) -> Codes:
    """Lines of Winter by chance, so many at most for each power; some cannot be followed."""
    orders = np.zeros((batch.games, len(board.powers), lines), np.int32)
    sample_all_adjustments(board.tables, make_desk(board.tables), batch, orders, seed)
    return orders
