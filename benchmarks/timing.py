"""Timing on a machine that may be busy: several rounds, the best one counts."""

import gc
import time
from collections.abc import Callable


def best_of(rounds: int, action: Callable[[], object]) -> float:
    """Seconds of the fastest round."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        start = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - start)
    return best
