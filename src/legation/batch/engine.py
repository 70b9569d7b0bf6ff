"""The batch engine's interface for programs: batches in, batches out."""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.batch.adjustments import judge_all_adjustments, judge_game_adjustments
from legation.batch.batch import Batch, Outcomes, follow, leave_room, leave_told, make_outcomes
from legation.batch.batch_board import BatchBoard
from legation.batch.chances import (
    sample_all_adjustments,
    sample_all_retreats,
    sample_game_adjustments,
    sample_game_retreats,
)
from legation.batch.codes import NOBODY, SHARED
from legation.batch.colonial_phases import (
    counted_owners,
    judge_colonial_moves,
    judge_colonial_retreats,
    judge_colonial_winter,
    mark_colonial_victors,
    sample_carriage,
    sample_colonies,
    sample_transports,
    settle_colonial_ownership,
)
from legation.batch.compiling import Codes, Longs, Small
from legation.batch.convert import make_empty
from legation.batch.devices import Pass
from legation.batch.moves import STEPS, judge_all_moves, judge_game_moves
from legation.batch.retreats import judge_all_retreats, judge_game_retreats
from legation.batch.sampling import sample_all_moves, sample_game_moves, sample_game_units, sample_units
from legation.batch.switches import UNPLAYED

Victors: TypeAlias = NDArray[np.bool_]
_ROUTES: Final = frozenset({"field", "lists", "sets", "depth", "stack", "tips", "arms"})
MOVES: Final = Pass(judge_all_moves, judge_game_moves, _ROUTES | {"guesses"}, steps=STEPS)
RETREATS: Final = Pass(judge_all_retreats, judge_game_retreats, frozenset({"lists", "flags", "seas"}))
WINTERS: Final = Pass(judge_all_adjustments, judge_game_adjustments, frozenset({"lists", "far"}))
UNITS_BY_CHANCE: Final = Pass(sample_units, sample_game_units, frozenset({"draws"}))
MOVES_BY_CHANCE: Final = Pass(sample_all_moves, sample_game_moves, _ROUTES | {"draws"})
RETREATS_BY_CHANCE: Final = Pass(sample_all_retreats, sample_game_retreats, frozenset({"lists", "draws"}))
LINES_BY_CHANCE: Final = Pass(sample_all_adjustments, sample_game_adjustments, frozenset({"lists", "draws"}))


class WinterOutcomes(NamedTuple):
    """The outcomes of a Winter."""

    result: Small
    """By game, power and line: ``SUCCEEDS``, ``VOID`` if the line was refused, 0 if there was none."""
    fate: Small
    """By game and space: ``STANDS`` or ``DESTROYED``."""


def judge_moves(board: BatchBoard, batch: Batch, orders: Codes) -> tuple[Batch, Outcomes]:
    """Judge a movement phase of every game. The orders must be legal, like those of an order book."""
    orders = let_unplayed_hold(board, orders, batch.power)
    if board.colonial is not None:
        return judge_colonial_moves(board, board.colonial, batch, orders)
    after, outcomes = leave_room(batch), leave_told(batch.games, batch.spaces, board.device.arrays)
    board.device.run(board.tables, MOVES, batch.games, batch, orders, after, outcomes)
    return after, outcomes


def let_unplayed_hold(board: BatchBoard, orders: Codes, power: Small) -> Codes:
    """The orders without those of powers without a player: such units hold, and disband when dislodged."""
    unplayed = int(board.tables.switches[UNPLAYED])
    if not unplayed:
        return orders
    arrays = board.device.arrays
    is_idle = (power >= 0) & ((unplayed >> arrays.maximum(power, 0).astype(np.int64)) & 1 == 1)
    kept: Codes = orders.copy()
    kept[:, : power.shape[1]][is_idle] = 0
    return kept


def judge_retreats(board: BatchBoard, batch: Batch, orders: Codes) -> tuple[Batch, Outcomes]:
    """Judge a retreat phase of every game; games without dislodged units do not change."""
    orders = let_unplayed_hold(board, orders, batch.out_power)
    if board.colonial is not None:
        return judge_colonial_retreats(board, batch, orders)
    after, outcomes = follow(batch), make_outcomes(batch.games, batch.spaces, board.device.arrays)
    board.device.run(board.tables, RETREATS, batch.games, batch, orders, after, outcomes)
    return after, outcomes


def judge_adjustments(board: BatchBoard, batch: Batch, lines: Codes) -> tuple[Batch, WinterOutcomes]:
    """Judge a Winter of every game; lines by game, power and line, 0 if there is none."""
    if board.colonial is not None:
        settled, result, fate = judge_colonial_winter(board, board.colonial, batch, lines)
        return settled, WinterOutcomes(result, fate)
    after, arrays = follow(batch), board.device.arrays
    outcomes = WinterOutcomes(arrays.zeros(lines.shape, np.int8), arrays.zeros(batch.power.shape, np.int8))
    board.device.run(board.tables, WINTERS, batch.games, batch, batch.owner, lines, after, *outcomes)
    return after, outcomes


def settle_ownership(board: BatchBoard, batch: Batch) -> Batch:
    """After Fall's retreats: occupied centres change hands, and a power may have won."""
    if board.colonial is not None:
        after = settle_colonial_ownership(board, board.colonial, batch)
    else:
        is_taken = (batch.power >= 0) & (board.device.put(board.tables.centre) > 0)
        after = batch._replace(owner=np.where(is_taken, batch.power, batch.owner))
    return after._replace(winner=list_winners(board, after))


def count_centres(board: BatchBoard, batch: Batch) -> Longs:
    """For each game and power: the number of centres that count."""
    counted = np.where(board.device.put(board.tables.counts) > 0, _counted_owners(board, batch), NOBODY)
    return np.stack([(counted == power).sum(axis=1) for power in range(len(board.powers))], axis=1).astype(np.int64)


def _counted_owners(board: BatchBoard, batch: Batch) -> Small:
    """The owners, but ``NOBODY`` where a centre does not count yet."""
    return batch.owner if board.colonial is None else counted_owners(board, board.colonial, batch)


def list_winners(board: BatchBoard, batch: Batch) -> Small:
    """For each game: the winner, or ``NOBODY``; ``SHARED`` where several powers have won, see ``mark_victors``."""
    victors = mark_victors(board, batch)
    alone = np.where(victors.any(axis=1), victors.argmax(axis=1), NOBODY)
    return np.where(victors.sum(axis=1) > 1, SHARED, alone).astype(np.int8)


def mark_victors(board: BatchBoard, batch: Batch) -> Victors:
    """For each game and power: whether it has won, alone or with others.

    Powers that meet a condition of their own win first (Colonial Variant, rules 3 and 22), and share a draw if there
    are several. Otherwise the power with enough centres, and more than any other, wins.
    """
    leaders = _mark_leaders(board, batch)
    if board.colonial is None:
        return leaders
    victors = mark_colonial_victors(board, board.colonial, batch)
    return np.where(victors.any(axis=1, keepdims=True), victors, leaders)


def _mark_leaders(board: BatchBoard, batch: Batch) -> Victors:
    counts = count_centres(board, batch)
    for number, power in enumerate(board.powers):
        if power in board.rulebook.unplayed:
            counts[:, number] = 0
    most = counts.max(axis=1)
    is_alone = (counts == most[:, None]).sum(axis=1) == 1
    has_won = is_alone & (most >= board.victory_centres)
    leaders: Victors = has_won[:, None] & (counts == most[:, None])
    return leaders


def sample_positions(board: BatchBoard, games: int, *, units: int, seed: int, laden: bool = False) -> Batch:
    """Make boards with a number of units anywhere on them.

    In the Colonial Variant, if they are laden, half of the ships are transport fleets and half have an army aboard.
    """
    batch = make_empty(board, games, board.device.arrays)
    board.device.run(board.tables, UNITS_BY_CHANCE, games, batch, len(board.powers), units, seed)
    if board.colonial is not None:
        sample_colonies(board, board.colonial, batch, seed, is_laden=laden)
    return batch


def sample_moves(board: BatchBoard, batch: Batch, seed: int, *, carriage: bool = True) -> Codes:
    """Random legal movement orders, made so that units meet; where ships carry armies, some go aboard (or none)."""
    orders: Codes = board.device.arrays.zeros((batch.games, board.columns), np.int32)
    if board.colonial is None:
        board.device.run(board.tables, MOVES_BY_CHANCE, batch.games, board.words, batch, orders, seed)
    else:
        sample_carriage(board, board.colonial, batch, orders, seed, may_embark=carriage)
    return orders


def sample_retreats(board: BatchBoard, batch: Batch, seed: int) -> Codes:
    """Random legal retreats."""
    orders: Codes = board.device.arrays.zeros(batch.power.shape, np.int32)
    board.device.run(board.tables, RETREATS_BY_CHANCE, batch.games, batch, orders, seed)
    return orders


def sample_adjustments(board: BatchBoard, batch: Batch, seed: int, *, lines: int = 6, carriage: bool = True) -> Codes:
    """Random Winter lines, up to a maximum for each power; some cannot be followed.

    In the Colonial Variant some build transport fleets (or none).
    """
    orders: Codes = board.device.arrays.zeros((batch.games, len(board.powers), lines), np.int32)
    counted = _counted_owners(board, batch)
    board.device.run(board.tables, LINES_BY_CHANCE, batch.games, batch, counted, orders, seed)
    if board.colonial is not None and carriage:
        sample_transports(board, batch, orders, seed)
    return orders
