"""Writers take turns, first come, first served; work that no one waits for lets the others go first."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy.exc import TimeoutError as WaitedTooLong

MOST_WAITING = 8
LONG = 1.0
"""If a writer's turn lasts longer than this many seconds, at most ``MOST_WAITING`` threads wait behind it: the other
threads are needed for readers."""


YIELDS_FOR = 0.3
"""Seconds for which a yielding thread lets others go first."""
_thread = threading.local()


def let_others_first() -> None:
    """From now on this thread's turns come after those of others, unless it has waited for a while."""
    _thread.is_patient = True


@dataclass(eq=False, slots=True)
class _Ticket:
    is_patient: bool
    since: float
    call: threading.Lock = field(default_factory=threading.Lock)


class Turns:
    """A queue of threads. By itself, SQLite lets each retry after longer and longer pauses, and luck decides."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: list[_Ticket] = []
        self._is_taken = False
        self._taken_at = 0.0

    @contextmanager
    def take(self, patience: float) -> Iterator[None]:
        """Wait for a turn, at most ``patience`` seconds; it lasts until the end of the block."""
        self._enter(patience)
        try:
            yield
        finally:
            self._leave()

    def _enter(self, patience: float) -> None:
        with self._guard:
            if not self._is_taken:
                self._is_taken, self._taken_at = True, time.monotonic()
                return
            if len(self._waiting) >= MOST_WAITING and time.monotonic() - self._taken_at > LONG:
                raise WaitedTooLong(f"one writer has not ended for {LONG} s, and many wait behind it")
            ticket = _Ticket(getattr(_thread, "is_patient", False), time.monotonic())
            ticket.call.acquire()
            self._waiting.append(ticket)
        if ticket.call.acquire(timeout=patience):
            return
        with self._guard:
            # A ticket called at this very moment is no longer among those that wait: the turn is ours.
            if ticket in self._waiting:
                self._waiting.remove(ticket)
                raise WaitedTooLong(f"no turn to write within {patience} s")

    def _leave(self) -> None:
        with self._guard:
            if self._waiting:
                self._taken_at = time.monotonic()
                chosen = self._choose()
                self._waiting.remove(chosen)
                chosen.call.release()
            else:
                self._is_taken = False

    def _choose(self) -> _Ticket:
        """The next turn: the first ticket that does not yield, or no longer does."""
        now = time.monotonic()
        eager = (ticket for ticket in self._waiting if not ticket.is_patient or now - ticket.since > YIELDS_FOR)
        return next(eager, self._waiting[0])
