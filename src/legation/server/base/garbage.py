"""Runs Python's garbage collection so that requests do not wait for it.

From time to time Python examines all objects to find those that only refer to each other. A host with its boards has
millions of objects, and during a collection no request is answered for a third of a second. Nearly all of them live as
long as the host runs. So they are set aside, and only newer objects are examined.
"""

import gc
import threading
import time
from collections.abc import Callable

EVERY = 20.0
"""Seconds between two collections of the newer objects. One takes some hundredths of a second."""
ALL_EVERY = 6 * 3600.0
"""Seconds between two collections of everything: objects that were set aside may have become garbage."""
NEVER = 1_000_000
"""How often younger objects must be examined before Python examines everything by itself."""


class GarbageCollector:
    """Collects garbage among the newer objects, and sets aside those that survive."""

    def __init__(self, read_time: Callable[[], float] = time.monotonic) -> None:
        self._read_time = read_time
        self._next_all = read_time() + ALL_EVERY

    def look(self) -> None:
        """Examine the newer objects, and sometimes all."""
        if self._read_time() >= self._next_all:
            self._next_all = self._read_time() + ALL_EVERY
            gc.unfreeze()
        gc.collect()
        gc.freeze()


def keep_pauses_short() -> None:
    """Take over garbage collection in this process, in a thread of its own."""
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    threading.Thread(target=_run, name="legation-garbage", daemon=True).start()


def _run() -> None:
    collector = GarbageCollector()
    while True:
        collector.look()
        time.sleep(EVERY)
