"""What time it is: every module asks a clock that it is given."""

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time, always in UTC."""

    def now(self) -> datetime:
        """The time now."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """The time now."""
        return datetime.now(UTC)


class MovableClock:
    """A clock that stands until it is moved, for tests and for playing through deadlines."""

    def __init__(self, moment: datetime) -> None:
        self._moment = moment.astimezone(UTC)

    def now(self) -> datetime:
        """The moment at which the clock stands."""
        return self._moment

    def pass_time(self, **span: float) -> datetime:
        """Let time go by, such as ``hours=3``; gives the new moment."""
        self._moment += timedelta(**span)
        return self._moment

    def turn_to(self, moment: datetime) -> None:
        """Set the clock."""
        self._moment = moment.astimezone(UTC)
