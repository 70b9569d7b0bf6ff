"""Where the time of a phase goes: the steps of the movement kernel, each measured as what it adds."""

import gc
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

from numba import njit

from legation.batch import Batch, BatchBoard, moves
from legation.batch.batch import Outcomes, leave_room, leave_told
from legation.batch.compiling import OPTIONS, Codes
from legation.batch.cycles import resolve_cycles
from legation.batch.field import Workspace, make_workspace
from legation.batch.layout import choose_paths, enter_moves, match_helpers
from legation.batch.solver import settle, start
from legation.batch.tables import Tables

F = TypeVar("F", bound=Callable[..., Any])
ROUNDS = 7
STEPS = ("units and moves", "supports and convoys", "ways", "plain cases", "settling", "cycles", "results")


def uncached(function: F) -> F:
    """Compile anew in every run: Numba does not notice when a step changes that is kept elsewhere."""
    return cast("F", njit(**{**OPTIONS, "cache": False})(function))


def best_cpu(rounds: int, action: Callable[[], object]) -> float:
    """Seconds of processor time of the fastest round: on a busy machine a short round would else beat a long one.

    Collecting garbage before every round is not there to tidy up only. The same games come in every round, and the
    processor learns how their branches go: without the long walk in between, judging seems a third faster than it is.
    """
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        start_time = time.process_time()
        action()
        best = min(best, time.process_time() - start_time)
    return best


@uncached
def run_steps(tables: Tables, work: Workspace, before: Batch, orders: Codes, last: int) -> int:
    """The steps of ``judge_all_moves`` up to the one named, for every game."""
    field, lists = work.field, work.lists
    total = 0
    for game in range(orders.shape[0]):
        _, movers, helping, by_sea = enter_moves(
            tables, field, lists, before.power[game], before.kind[game], orders[game]
        )
        if last == 0:
            continue
        helping = match_helpers(field, lists, tables.space_of, orders[game], tables.switches, helping)
        if last == 1:
            continue
        choose_paths(tables, work, orders[game], movers, by_sea)
        if last == 2:
            continue
        pending = start(tables, field, lists, orders[game], before.place[game], movers, helping)
        if last > 3:
            pending = settle(field, lists, pending)
        if last > 4 and pending:
            resolve_cycles(field, lists, work.guesses, pending)
        total += pending
    return total


def measure_stages(board: BatchBoard, batch: Batch, orders: Codes) -> dict[str, float]:
    """Microseconds that each step adds to a phase; under ``results`` what comes after settling."""
    work = make_workspace(board.tables)
    times = []
    for last in range(len(STEPS) - 1):
        action = partial(run_steps, board.tables, work, batch, orders, last)
        action()
        times.append(best_cpu(ROUNDS, action))
    after: Batch = leave_room(batch)
    told: Outcomes = leave_told(batch.games, batch.spaces)
    times.append(best_cpu(ROUNDS, partial(moves.judge_all_moves, board.tables, work, batch, orders, after, told)))
    scale = 1e6 / batch.games
    return {step: (time - earlier) * scale for step, time, earlier in zip(STEPS, times, [0.0, *times], strict=False)}
