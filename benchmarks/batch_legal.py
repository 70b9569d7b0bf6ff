"""Legal orders on arrays against judging the same positions."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

import numpy as np

from benchmarks.batch_stages import best_cpu
from legation import batch as engine
from legation.batch import Batch, BatchBoard, LegalCodes
from legation.batch.compiling import Codes, kernel
from legation.batch.legal_codes import write_codes

ROUNDS = 9
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
        "| legal orders, us a position | units | judging | as sets | as a list | with convoys "
        "| written out, list included | orders |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        *(_row(positions) for positions in rows),
    ]


def _row(positions: Positions) -> str:
    name, board, batch, orders = positions
    some = engine.select(batch, slice(0, FEW))
    judging, *others = _measure_by_turns(
        partial(engine.judge_moves, board, batch, orders),
        partial(engine.make_legal_masks, board, batch),
        partial(engine.list_orders, board, batch, convoys=False),
        partial(_list_some, board, some, batch.games),
        partial(_write_out, board, batch),
    )
    listed = _write_out(board, batch) / batch.games
    units = (batch.power >= 0).sum() / batch.games
    costs = [f"{judging.cost / batch.games:.2f}"]
    costs += [f"{other.cost / batch.games:.3g} ({other.ratio:.1f})" for other in others]
    return f"| {name} | {units:.0f} | {' | '.join(costs)} | {listed:,.0f} |"


def _list_some(board: BatchBoard, some: Batch, games: int) -> None:
    """List all orders, convoys included, of as many games."""
    for _ in range(games // some.games):
        engine.list_orders(board, some)


def _write_out(board: BatchBoard, batch: Batch) -> int:
    """List the orders, and put together those of every unit; returns their number."""
    legal = engine.list_orders(board, batch, convoys=False)
    return int(_write_all(legal, legal.make_room()))


@kernel
def _write_all(legal: LegalCodes, room: Codes) -> int:
    total = 0
    for game in range(legal.units.shape[0] - 1):
        for unit in range(legal.units[game], legal.units[game + 1]):
            total += write_codes(legal, game, unit, room)
    return total


class Cost(NamedTuple):
    """Microseconds at their best, and the median ratio to the first action."""

    cost: float
    ratio: float


def _measure_by_turns(*actions: Callable[[], object]) -> list[Cost]:
    """Every round measures all actions, one after the other."""
    for action in actions:
        action()
    rounds = np.array([[best_cpu(1, action) * 1e6 for action in actions] for _ in range(ROUNDS)])
    ratios = np.median(rounds / rounds[:, :1], axis=0)
    return [Cost(*pair) for pair in zip(rounds.min(axis=0).tolist(), ratios.tolist(), strict=True)]
