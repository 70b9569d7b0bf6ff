"""Timing on a machine that may be busy: several rounds, the best one counts."""

import gc
import time
from collections.abc import Callable, Sequence


def best_of(rounds: int, action: Callable[[], object]) -> float:
    """Seconds of the fastest round."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        start = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - start)
    return best


def best_each(rounds: int, actions: Sequence[Callable[[], object]]) -> float:
    """Seconds of all actions, each counted by its fastest round: short enough to fall between the work of others."""
    best = [float("inf")] * len(actions)
    for _ in range(rounds):
        for number, action in enumerate(actions):
            start = time.perf_counter()
            action()
            best[number] = min(best[number], time.perf_counter() - start)
    return sum(best)


def best_stages(rounds: int, actions: Sequence[Callable[[], Sequence[float]]]) -> list[float]:
    """Like ``best_each`` for actions that measure their own stages: the seconds of each stage, over all actions.

    The actions of a round are done in turn, so no action finds in the processor's cache what it left there itself.
    """
    best = [list(action()) for action in actions]
    for _ in range(rounds - 1):
        for number, action in enumerate(actions):
            best[number] = [min(pair) for pair in zip(best[number], action(), strict=True)]
    return [sum(stage) for stage in zip(*best, strict=True)]
