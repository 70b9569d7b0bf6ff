"""The recent work for each sender: the one with the least comes first."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

HALF_LIFE = 60.0
"""Seconds after which past work counts half."""
MOST_REMEMBERED = 20_000
"""The longest unused are forgotten first."""


class FairShares:
    """Seconds of recent work for each account or address; thread-safe."""

    def __init__(self, read_time: Callable[[], float] = time.monotonic) -> None:
        self._read_time = read_time
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """Seconds of work, and the time of the count."""
        self._lock = threading.Lock()

    def charge(self, who: str, seconds: float) -> None:
        """Add seconds of work."""
        with self._lock:
            now = self._read_time()
            self._used[who] = (self._fade(who, now) + seconds, now)
            self._used.move_to_end(who)
            while len(self._used) > MOST_REMEMBERED:
                self._used.popitem(last=False)

    def read(self, who: str) -> float:
        """Seconds of recent work; old work counts little."""
        with self._lock:
            return self._fade(who, self._read_time())

    def _fade(self, who: str, now: float) -> float:
        used, since = self._used.get(who, (0.0, now))
        faded: float = used * 0.5 ** ((now - since) / HALF_LIFE)
        return faded
