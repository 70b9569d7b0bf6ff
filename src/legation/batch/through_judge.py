"""Movement phases that the kernels leave to the reference judge: those of a Colonial Variant with other rules for
transport fleets than the sheet's, or with difficult borders. They are decoded, judged, and encoded again.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.batch import codes
from legation.batch.batch import Batch, Outcomes
from legation.batch.batch_board import BatchBoard
from legation.batch.compiling import Codes
from legation.batch.convert import column_of, decode_orders, decode_position, encode_positions
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


def is_referred(board: BatchBoard, batch: Batch, orders: Codes) -> Games:
    """For each game, whether it goes through the reference judge with these movement orders; Winters never do."""
    is_other = board.colonial is not None and board.colonial.has_other_rules
    return np.full(batch.games, is_other and orders.ndim == 2)


def refer_moves(board: BatchBoard, batch: Batch, orders: Codes, after: Batch, outcomes: Outcomes) -> None:
    """Judge the movement phase of every game with the reference judge, and write the results."""
    positions = []
    for game in range(batch.games):
        position = decode_position(board, batch, game)
        book = OrderBook(decode_orders(board, batch, orders, game))
        verdict = judge_moves(board.board, position, book, board.rulebook)
        positions.append(verdict.position)
        outcomes.result[game] = outcomes.fate[game] = 0
        for key, outcome in zip(position.units, verdict.outcomes, strict=True):
            column = column_of(board, key)
            outcomes.result[game, column], outcomes.fate[game, column] = RESULTS[outcome.result], FATES[outcome.fate]
    # There is no winner in this phase.
    for name, found in encode_positions(board, positions)._replace(winner=after.winner)._asdict().items():
        getattr(after, name)[:] = found
