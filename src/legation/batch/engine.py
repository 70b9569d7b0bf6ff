"""The batch engine as a program uses it: batches in, batches out."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.batch.adjustments import judge_all_adjustments
from legation.batch.batch import Batch, Outcomes, follow, make_outcomes
from legation.batch.batch_board import BatchBoard
from legation.batch.carriage_chances import choose_boarding, sample_carriage, sample_clocks, sample_transports
from legation.batch.chances import sample_all_adjustments, sample_all_retreats
from legation.batch.codes import NOBODY, SHARED
from legation.batch.colonial_phases import (
    counted_owners,
    judge_colonial_moves,
    judge_colonial_retreats,
    judge_colonial_winter,
    mark_colonial_victors,
    settle_colonial_ownership,
)
from legation.batch.compiling import Codes, Longs, Small
from legation.batch.convert import make_empty
from legation.batch.field import make_workspace
from legation.batch.moves import judge_all_moves
from legation.batch.retreats import judge_all_retreats
from legation.batch.sampling import sample_all_moves, sample_units
from legation.batch.through_judge import is_laden

Victors: TypeAlias = NDArray[np.bool_]


class WinterOutcomes(NamedTuple):
    """What became of a Winter."""

    result: Small
    """By game, power and line: ``SUCCEEDS``, ``VOID`` if the line was refused, 0 if there was none."""
    fate: Small
    """By game and space: ``STANDS`` or ``DESTROYED``."""


def judge_moves(board: BatchBoard, batch: Batch, orders: Codes) -> tuple[Batch, Outcomes]:
    """Judge a movement phase of every game. The orders must be legal, as those of an order book are."""
    if board.colonial is not None:
        return judge_colonial_moves(board, board.colonial, batch, orders)
    after, outcomes = follow(batch), make_outcomes(batch.games, batch.spaces)
    judge_all_moves(board.tables, make_workspace(board.tables), batch, orders, after, outcomes)
    return after, outcomes


def judge_retreats(board: BatchBoard, batch: Batch, orders: Codes) -> tuple[Batch, Outcomes]:
    """Judge a retreat phase of every game; where nobody was dislodged nothing changes."""
    if board.colonial is not None:
        return judge_colonial_retreats(board, batch, orders)
    after, outcomes = follow(batch), make_outcomes(batch.games, batch.spaces)
    judge_all_retreats(board.tables, make_workspace(board.tables), batch, orders, after, outcomes)
    return after, outcomes


def judge_adjustments(board: BatchBoard, batch: Batch, lines: Codes) -> tuple[Batch, WinterOutcomes]:
    """Judge a Winter of every game; lines by game, power and line, 0 if there is none."""
    if board.colonial is not None:
        settled, result, fate = judge_colonial_winter(board, board.colonial, batch, lines)
        return settled, WinterOutcomes(result, fate)
    after = follow(batch)
    outcomes = WinterOutcomes(np.zeros(lines.shape, np.int8), np.zeros(batch.power.shape, np.int8))
    work = make_workspace(board.tables)
    judge_all_adjustments(board.tables, work, batch, batch.owner, lines, after, outcomes.result, outcomes.fate)
    return after, outcomes


def settle_ownership(board: BatchBoard, batch: Batch) -> Batch:
    """After Fall's retreats: occupied centres change hands, and somebody may have won."""
    if board.colonial is not None:
        after = settle_colonial_ownership(board.colonial, batch)
    else:
        is_taken = (batch.power >= 0) & (board.tables.centre > 0)
        after = batch._replace(owner=np.where(is_taken, batch.power, batch.owner))
    return after._replace(winner=find_winners(board, after))


def count_centres(board: BatchBoard, batch: Batch) -> Longs:
    """For each game and power: the centres that count."""
    counted = np.where(board.tables.counts > 0, _counted_owners(board, batch), NOBODY)
    return np.stack([(counted == power).sum(axis=1) for power in range(len(board.powers))], axis=1).astype(np.int64)


def _counted_owners(board: BatchBoard, batch: Batch) -> Small:
    """The owners, but nobody where a centre does not count yet."""
    return batch.owner if board.colonial is None else counted_owners(board.colonial, batch)


def find_winners(board: BatchBoard, batch: Batch) -> Small:
    """For each game: who has won, or ``NOBODY``; ``SHARED`` where several powers have, see ``mark_victors``."""
    victors = mark_victors(board, batch)
    alone = np.where(victors.any(axis=1), victors.argmax(axis=1), NOBODY)
    return np.where(victors.sum(axis=1) > 1, SHARED, alone).astype(np.int8)


def mark_victors(board: BatchBoard, batch: Batch) -> Victors:
    """For each game and power: whether it has won, alone or with others.

    The power with enough centres, and more than anybody else, has won; but first those that meet a condition of their
    own (Colonial Variant, rules 3 and 22), and these share a draw where they are several.
    """
    leaders = _mark_leaders(board, batch)
    if board.colonial is None:
        return leaders
    victors = mark_colonial_victors(board, board.colonial, batch)
    return np.where(victors.any(axis=1, keepdims=True), victors, leaders)


def _mark_leaders(board: BatchBoard, batch: Batch) -> Victors:
    counts = count_centres(board, batch)
    most = counts.max(axis=1)
    is_alone = (counts == most[:, None]).sum(axis=1) == 1
    has_won = is_alone & (most >= board.victory_centres)
    return np.asarray(has_won[:, None] & (counts == most[:, None]))


def sample_positions(board: BatchBoard, games: int, *, units: int, seed: int) -> Batch:
    """Boards with so many units anywhere on them."""
    batch = make_empty(board, games)
    sample_units(board.tables, batch, len(board.powers), units, seed)
    if board.colonial is not None:
        sample_clocks(board.colonial, batch, seed)
    return batch


def sample_moves(board: BatchBoard, batch: Batch, seed: int, *, carriage: bool = True) -> Codes:
    """Legal movement orders by chance, made so that units meet; where ships carry armies, some go aboard (or none)."""
    orders = np.zeros((batch.games, board.columns), np.int32)
    sample_all_moves(board.tables, board.words, make_workspace(board.tables), batch, orders, seed)
    if board.colonial is not None:
        boarding = choose_boarding(batch, seed) if carriage else np.zeros(batch.games, np.bool_)
        sample_carriage(board, batch, orders, seed, is_laden(batch) | boarding)
    return orders


def sample_retreats(board: BatchBoard, batch: Batch, seed: int) -> Codes:
    """Legal retreats by chance."""
    orders = np.zeros(batch.power.shape, np.int32)
    sample_all_retreats(board.tables, make_workspace(board.tables), batch, orders, seed)
    return orders


def sample_adjustments(board: BatchBoard, batch: Batch, seed: int, *, lines: int = 6, carriage: bool = True) -> Codes:
    """Lines of Winter by chance, so many at most for each power; some cannot be followed.

    In the Colonial Variant some build transport fleets (or none).
    """
    orders = np.zeros((batch.games, len(board.powers), lines), np.int32)
    counted = _counted_owners(board, batch)
    sample_all_adjustments(board.tables, make_workspace(board.tables), batch, counted, orders, seed)
    if board.colonial is not None and carriage:
        sample_transports(batch, orders, seed)
    return orders
