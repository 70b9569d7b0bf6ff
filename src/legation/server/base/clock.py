"""The current time: every module asks a clock that it is given."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

LARGEST_STEP = timedelta(minutes=1)
"""Clocks are set by small steps all the time; a larger one is a jump."""
BELIEVED_AFTER = 600.0
"""Seconds after which a clock that jumped is believed."""
logger = logging.getLogger(__name__)


class Clock(Protocol):
    """Tells the time, always in UTC."""

    def now(self) -> datetime:
        """The time now."""
        ...


def read_wall_clock() -> datetime:
    """The time of the machine, which can be changed by hand."""
    return datetime.now(UTC)


def read_uptime() -> float:
    """Seconds that no change of the time affects; if the system supports it, they include sleep."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class SteadyClock:
    """The clock of the machine, except that it does not follow a jump at once.

    A clock that is wrong for some seconds must not judge a game early or lock anyone out for a year. So after a jump
    the time goes on as if nothing had happened, until the new time has lasted for ten minutes.
    """

    def __init__(
        self,
        wall: Callable[[], datetime] = read_wall_clock,
        uptime: Callable[[], float] = read_uptime,
    ) -> None:
        self._read_wall, self._read_uptime = wall, uptime
        self._wall, self._uptime = wall(), uptime()
        """A moment at which both were right."""
        self._jump: tuple[timedelta, float] | None = None
        """How far the wall clock is off, and since when."""
        self._lock = threading.Lock()

    def now(self) -> datetime:
        """The time now."""
        with self._lock:
            wall, uptime = self._read_wall(), self._read_uptime()
            expected = self._wall + timedelta(seconds=uptime - self._uptime)
            off = wall - expected
            if abs(off) <= LARGEST_STEP or self._has_stood(off, uptime):
                self._wall, self._uptime, self._jump = wall, uptime, None
                return wall
            return expected

    def _has_stood(self, off: timedelta, uptime: float) -> bool:
        """True if the clock has been off by the same amount for long enough to be believed."""
        if self._jump is None or abs(self._jump[0] - off) > LARGEST_STEP:
            logger.warning("the machine's clock jumped by %s; the server follows it if that lasts", off)
            self._jump = (off, uptime)
        return uptime - self._jump[1] >= BELIEVED_AFTER


class MovableClock:
    """A clock that stands still until it is moved, for tests and for playing through deadlines."""

    def __init__(self, moment: datetime) -> None:
        self._moment = moment.astimezone(UTC)

    def now(self) -> datetime:
        """The moment at which the clock is set."""
        return self._moment

    def pass_time(self, **span: float) -> datetime:
        """Move the clock forward, such as by ``hours=3``; returns the new time."""
        self._moment += timedelta(**span)
        return self._moment

    def turn_to(self, moment: datetime) -> None:
        """Set the clock."""
        self._moment = moment.astimezone(UTC)
