"""Timing on a machine that may be busy: the best of several rounds counts."""

import gc
import resource
import time
from collections.abc import Callable, Sequence

read_clock = time.process_time
"""Seconds that this process has worked. On a busy machine others get a turn in any action that takes milliseconds, and
by the clock on the wall the slower of two programs would look slower still."""


def _measure_reading() -> float:
    """Seconds that lie between two readings of the clock with nothing in between."""
    shortest = float("inf")
    for _ in range(2000):
        start = read_clock()
        shortest = min(shortest, read_clock() - start)
    return shortest


READING = _measure_reading()
"""It is taken off whatever is measured in microseconds: asking the system for this clock takes one or two of them."""


def read_children_clock() -> float:
    """Seconds that finished processes which this one started have worked."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def best_of(rounds: int, action: Callable[[], object], clock: Callable[[], float] = read_clock) -> float:
    """Seconds of the fastest round."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        start = clock()
        action()
        best = min(best, clock() - start)
    return best


def best_each(rounds: int, actions: Sequence[Callable[[], object]]) -> float:
    """Seconds of all actions, each counted by its fastest round: short enough to fall between the work of others."""
    best = [float("inf")] * len(actions)
    for _ in range(rounds):
        for number, action in enumerate(actions):
            start = read_clock()
            result = action()
            best[number] = min(best[number], read_clock() - start)
            del result  # whoever asked for it has it, and the time to destroy it is not the action's
    return sum(best) - READING * len(best)


def best_stages(rounds: int, actions: Sequence[Callable[[], Sequence[float]]]) -> list[float]:
    """Like ``best_each`` for actions that measure their own stages: the seconds of each stage, over all actions.

    A stage is what lies between two readings of the clock; one that lies between the first and the last of three counts
    a reading more, which is less than a hundredth of it.

    The actions of a round are done in turn, so no action finds in the processor's cache what it left there itself.
    """
    [found] = best_by_turns(rounds, [actions])
    return found


def best_by_turns(rounds: int, programs: Sequence[Sequence[Callable[[], Sequence[float]]]]) -> list[list[float]]:
    """Like ``best_stages`` for several programs whose rounds alternate, so that a busy machine slows all of them."""
    best = [[list(action()) for action in actions] for actions in programs]
    for _ in range(rounds - 1):
        for found, actions in zip(best, programs, strict=True):
            for number, action in enumerate(actions):
                found[number] = [min(pair) for pair in zip(found[number], action(), strict=True)]
    return [[sum(stage) - READING * len(found) for stage in zip(*found, strict=True)] for found in best]
