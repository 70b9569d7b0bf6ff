"""Remembers that nothing can be written, so that not everybody finds out by waiting."""

import threading
import time

RETRY_AFTER = 2.0
"""Seconds after a failure in which nobody tries."""
TRIAL = 0.5
"""Seconds that the one waits who tries whether it works again."""


class CannotWriteError(Exception):
    """Nothing can be written at the moment: the disk is full, say, or another program holds the file."""


class Breaker:
    """After a failure one writer at a time tries again, and all others are refused at once.

    Threads that wait to write would be missing to those who only read.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._retry_at: float | None = None
        """When somebody may try again; none while writing works."""

    def enter(self, patience: float) -> float:
        """How long a writer shall wait: as long as it would, or shortly where it tries for all."""
        with self._guard:
            if self._retry_at is None:
                return patience
            now = time.monotonic()
            if now < self._retry_at:
                raise CannotWriteError("nothing could be written a moment ago")
            self._retry_at = now + RETRY_AFTER
            return min(patience, TRIAL)

    def check(self) -> None:
        """Refuse a writer whose turn comes after writing turned out to be impossible."""
        if self._retry_at is not None and time.monotonic() < self._retry_at:
            raise CannotWriteError("nothing could be written a moment ago")

    def fail(self) -> None:
        """Nothing could be written."""
        with self._guard:
            self._retry_at = time.monotonic() + RETRY_AFTER

    def succeed(self) -> None:
        """Something was written."""
        self._retry_at = None
