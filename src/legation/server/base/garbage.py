"""Looks after Python's garbage, so that nobody waits for it.

Python looks through all objects from time to time for those that only hold each other. A host with its boards has
millions of them, and no request is answered for a third of a second meanwhile. Nearly all stay for as long as the host
runs. So they are set aside, and what is looked through is only what came since.
"""

import gc
import threading
import time
from collections.abc import Callable

EVERY = 20.0
"""Seconds between two looks at what came since the last. It takes some hundredths of a second."""
ALL_EVERY = 6 * 3600.0
"""Seconds between two looks at everything: what was set aside may have become garbage."""
NEVER = 1_000_000
"""So often must younger objects be looked through before Python looks through all by itself."""


class GarbageCollector:
    """Looks through what came since the last time, and sets aside what stays."""

    def __init__(self, read_time: Callable[[], float] = time.monotonic) -> None:
        self._read_time = read_time
        self._next_all = read_time() + ALL_EVERY

    def look(self) -> None:
        """Look through what is new; sometimes through everything."""
        if self._read_time() >= self._next_all:
            self._next_all = self._read_time() + ALL_EVERY
            gc.unfreeze()
        gc.collect()
        gc.freeze()


def keep_pauses_short() -> None:
    """Take over from Python in this process, in a thread of its own."""
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    threading.Thread(target=_run, name="legation-garbage", daemon=True).start()


def _run() -> None:
    collector = GarbageCollector()
    while True:
        collector.look()
        time.sleep(EVERY)
