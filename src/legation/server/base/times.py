"""The current time, which every module asks of a clock that it is given; and times as text.

As text they are ISO 8601 in UTC for programs, and words for people.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol, overload
from zoneinfo import ZoneInfo

from legation.server.base.refusals import HttpRefusal

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


@overload
def format_time(moment: datetime) -> str: ...
@overload
def format_time(moment: None) -> None: ...
def format_time(moment: datetime | None) -> str | None:
    """``2026-11-15T18:40:00Z``."""
    return None if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse_time(text: str, field: str) -> datetime:
    """Read a time that a user wrote; without a zone it is UTC."""
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise HttpRefusal(422, "not_a_moment", field=field, text=repr(text[:40])) from None


def word_time(moment: datetime | None, zone: str = "UTC") -> str:
    """``Thu 19 Nov 2026, 20:00 (Europe/Berlin)``."""
    if moment is None:
        return "no deadline"
    return f"{moment.astimezone(ZoneInfo(zone)):%a %-d %b %Y, %H:%M} ({zone})"


def word_hours(hours: int) -> str:
    """``3 hours``, ``2 days``."""
    if hours % 24 == 0:
        return "1 day" if hours == 24 else f"{hours // 24} days"
    return "1 hour" if hours == 1 else f"{hours} hours"
