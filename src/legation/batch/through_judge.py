"""Games that the kernels leave to the reference judge: in the Colonial Variant those with transport fleets, armies
aboard, or orders to go aboard. Such a game is decoded, judged by ``legation.judge``, and encoded again.
"""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.batch import codes
from legation.batch.batch import CARGO, OUT_CARGO, Batch, Outcomes
from legation.batch.batch_board import BatchBoard
from legation.batch.compiling import Codes
from legation.batch.convert import column_of, decode_orders, decode_position, encode_positions
from legation.board import Position
from legation.judge import Fate, Result, judge_moves
from legation.orders import OrderBook

Games: TypeAlias = NDArray[np.bool_]
RESULTS: Final[Mapping[Result, int]] = {
    Result.SUCCEEDS: codes.SUCCEEDS,
    Result.FAILS: codes.FAILS,
    Result.CUT: codes.CUT,
    Result.DISRUPTED: codes.DISRUPTED,
    Result.VOID: codes.VOID,
}
FATES: Final[Mapping[Fate, int]] = {
    Fate.STANDS: codes.STANDS,
    Fate.DISLODGED: codes.DISLODGED,
    Fate.DESTROYED: codes.DESTROYED,
}


def is_laden(batch: Batch) -> Games:
    """For each game, whether a transport fleet stands in it or an army is aboard a ship."""
    has_transport = ((batch.power >= 0) & (batch.kind == codes.TRANSPORT)).any(axis=1)
    return np.asarray(has_transport | (batch.colonial[:, :, CARGO:OUT_CARGO] >= 0).any(axis=(1, 2)))


def is_referred(board: BatchBoard, batch: Batch, orders: Codes) -> Games:
    """For each game, whether it goes through the reference judge with these movement orders; Winters never do."""
    if board.colonial is None or orders.ndim == 3:
        return np.zeros(batch.games, np.bool_)
    kinds = orders & codes.KIND_MASK
    return np.asarray(is_laden(batch) | (kinds == codes.EMBARK).any(axis=1) | _goes_aboard(board, batch, orders))


def _goes_aboard(board: BatchBoard, batch: Batch, orders: Codes) -> Games:
    """Whether an army is to go where it cannot march."""
    here = orders[:, : batch.spaces]
    moves = (batch.power >= 0) & (batch.kind == codes.ARMY) & (here & codes.KIND_MASK == codes.MOVE)
    game, start = np.nonzero(moves)
    target = board.tables.space_of[here[game, start] >> codes.PLACE_SHIFT & codes.PLACE_MASK]
    found = np.zeros(batch.games, np.bool_)
    found[game[board.tables.army_near[start, target] == 0]] = True
    return found


def set_aside(orders: Codes, referred: Games) -> Codes:
    """The orders without those of the games that the kernels must not see."""
    if not referred.any():
        return orders
    kept = orders.copy()
    kept[referred] = 0
    return kept


def refer_moves(
    board: BatchBoard, batch: Batch, orders: Codes, referred: Games, after: Batch, outcomes: Outcomes
) -> None:
    """Judge the movement phase of the games referred to the judge, and write what came of it."""
    positions = []
    for game in _numbers(referred):
        position = decode_position(board, batch, game)
        book = OrderBook(decode_orders(board, batch, orders, game))
        verdict = judge_moves(board.board, position, book, board.rulebook)
        positions.append(verdict.position)
        outcomes.result[game] = outcomes.fate[game] = 0
        for key, outcome in zip(position.units, verdict.outcomes, strict=True):
            column = column_of(board, key)
            outcomes.result[game, column], outcomes.fate[game, column] = RESULTS[outcome.result], FATES[outcome.fate]
    _enter(board, positions, referred, after)


def _numbers(referred: Games) -> Iterator[int]:
    return map(int, np.flatnonzero(referred))


def _enter(board: BatchBoard, positions: list[Position], referred: Games, after: Batch) -> None:
    """Write positions over the games that they came of; nobody wins in this phase."""
    for name, found in encode_positions(board, positions)._replace(winner=after.winner[referred])._asdict().items():
        getattr(after, name)[referred] = found
