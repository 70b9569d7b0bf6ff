"""One search for orders: drafts are tried against sampled replies, then small changes to the best."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from legation.bots.aftermaths import Aftermaths
from legation.bots.changes import Orders, list_changes
from legation.bots.scales import Scales
from legation.bots.searching.courts import Court
from legation.bots.searching.outlook import Floats, Outlook

CAUTION = 0.1
"""The share of the values' spread that is subtracted from their mean, where they come from rules of thumb."""
TRUST = 0.5
"""The weight of the scales beside the trials: the samples are few, and others may do anything."""
LITTLE = 1e-6


class Deadline:
    """Tells when time is up."""

    def __init__(self, seconds: float | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.began = clock()
        self.seconds = seconds

    def is_over(self, share: float = 1.0) -> bool:
        """True if all the time, or a share of it, is used up."""
        return self.seconds is not None and self.clock() - self.began >= share * self.seconds

    def cut(self, share: float) -> "Deadline":
        """A deadline that began with this one and ends when a share of its time is used up."""
        part = Deadline(None if self.seconds is None else share * self.seconds, self.clock)
        part.began = self.began
        return part


class Found(NamedTuple):
    """Orders, their worth by the scales, and how well they did."""

    orders: Orders
    promise: float
    score: float


@dataclass(slots=True)
class Search:
    """The best of some orders, then the best small change to it, and so on until nothing helps."""

    court: Court
    outlook: Outlook
    scales: Scales
    replies: Sequence[Orders]
    room: int
    """The number of joint moves that may still be judged."""
    deadline: Deadline = field(default_factory=lambda: Deadline(None))
    caution: float = CAUTION
    tried: list[Found] = field(default_factory=list)
    """Everything that was tried so far."""

    def climb(self, candidates: Sequence[Orders]) -> Found:
        """The best orders that can be found from some candidates."""
        best = self._best(candidates, lambda number: self.scales.weigh(candidates[number]))
        while not self._is_over():
            found = self._change(best)
            if found.score <= best.score + LITTLE:
                break
            best = found
        return best

    def _change(self, before: Found) -> Found:
        """The best of all small changes."""
        draft, scales = self.scales.draft, self.scales
        changes = list_changes(draft, before.orders)
        draft.chance.shuffle(changes)
        changed = [{**before.orders, **change} for change in changes]

        def promise(number: int) -> float:
            keys = tuple(changes[number])
            return before.promise + scales.weigh_near(changed[number], *keys) - scales.weigh_near(before.orders, *keys)

        return self._best(changed, promise) if changes else before

    def _is_over(self) -> bool:
        return self.room < len(self.replies) or self.deadline.is_over()

    def _best(self, candidates: Sequence[Orders], promise: Callable[[int], float]) -> Found:
        """The best of some orders, as far as the effort allows; at least the first of them is tried."""
        best: Found | None = None
        start = 0
        while best is None or (start < len(candidates) and not self._is_over()):
            end = min(len(candidates), start + max(1, min(self.court.slice, self.room) // len(self.replies)))
            promises = [promise(number) for number in range(start, end)]
            scores = self._try(candidates[start:end]) + TRUST * np.array(promises)
            found = [Found(candidates[start + at], promises[at], float(score)) for at, score in enumerate(scores)]
            self.tried += found
            top = max(found, key=lambda one: one.score)
            if best is None or top.score > best.score:
                best = top
            start = end
        return best

    def _try(self, candidates: Sequence[Orders]) -> Floats:
        """How well orders do against the replies."""
        self.room -= len(candidates) * len(self.replies)
        return self.rate(self.court.judge(candidates, self.replies))

    def rate(self, after: Aftermaths) -> Floats:
        """The value of sets of orders, by the boards that they lead to: the mean, minus a little for the risk."""
        values = self.outlook.value(after).reshape(-1, len(self.replies))
        return np.asarray(values.mean(axis=1) - self.caution * values.std(axis=1))

    def weigh_with_promise(self, orders: Sequence[Orders], after: Aftermaths) -> list[float]:
        """The search's opinion of sets of orders, in centres: the trials and the scales together, as it ranks them."""
        promises = np.array([self.scales.weigh(one) for one in orders])
        opinions: list[float] = ((self.rate(after) + TRUST * promises) / (1.0 + TRUST)).tolist()
        return opinions
