"""Remembers that writing is impossible, so that not every writer has to wait to find out."""

import threading
import time

RETRY_AFTER = 2.0
"""Seconds after a failure in which no writer tries."""
TRIAL = 0.5
"""Seconds that the trial writer waits to see whether writing works again."""


class CannotWriteError(Exception):
    """Writing is impossible at the moment: for example, the disk is full, or another program holds the file."""


class Breaker:
    """After a failure one writer at a time tries again, and all others are refused at once.

    Threads that wait to write are not available to readers.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._retry_at: float | None = None
        """When a writer may try again; None while writing works."""

    def enter(self, patience: float) -> float:
        """How long a writer may wait: its own patience, or a short time if it tries for all."""
        with self._guard:
            if self._retry_at is None:
                return patience
            now = time.monotonic()
            if now < self._retry_at:
                raise CannotWriteError("nothing could be written a moment ago")
            self._retry_at = now + RETRY_AFTER
            return min(patience, TRIAL)

    def check(self) -> None:
        """Refuse a writer whose turn comes after writing has become impossible."""
        if self._retry_at is not None and time.monotonic() < self._retry_at:
            raise CannotWriteError("nothing could be written a moment ago")

    def fail(self) -> None:
        """Note that writing failed."""
        with self._guard:
            self._retry_at = time.monotonic() + RETRY_AFTER

    def succeed(self) -> None:
        """Note that writing succeeded."""
        self._retry_at = None
