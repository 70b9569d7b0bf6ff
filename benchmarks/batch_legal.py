"""Legal orders on arrays against judging the same positions."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

import numpy as np

from benchmarks.batch_stages import best_cpu
from legation import batch as engine
from legation.batch import Batch, BatchBoard
from legation.batch.compiling import Codes

ROUNDS = 7
FEW = 100
"""Games of which all convoys are listed: on a crowded board that takes as long as judging a hundred."""


class Positions(NamedTuple):
    """Games of one board, with orders for judging them."""

    name: str
    board: BatchBoard
    batch: Batch
    orders: Codes


def legal_table(rows: Iterable[Positions]) -> list[str]:
    """Sets and lists of legal orders, and judging, for the same games."""
    return [
        "| legal orders, us a position | units | judging | as sets | as a list | with convoys | orders listed |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        *(_row(positions) for positions in rows),
    ]


def _row(positions: Positions) -> str:
    name, board, batch, orders = positions
    some = engine.select(batch, slice(0, FEW))
    judging = _measure(partial(engine.judge_moves, board, batch, orders), batch.games)
    sets = _measure(partial(engine.make_legal_masks, board, batch), batch.games)
    listing = _measure(partial(engine.list_orders, board, batch, convoys=False), batch.games)
    convoys = _measure(partial(engine.list_orders, board, some), some.games)
    legal = engine.list_orders(board, some, convoys=False)
    listed = sum(len(legal.of(*unit)) for unit in np.argwhere(some.power >= 0)) / some.games
    units = (batch.power >= 0).sum() / batch.games
    return f"| {name} | {units:.0f} | {judging:.2f} | {sets:.2f} | {listing:.1f} | {convoys:.0f} | {listed:,.0f} |"


def _measure(action: Callable[[], object], games: int) -> float:
    action()
    return best_cpu(ROUNDS, action) * 1e6 / games
