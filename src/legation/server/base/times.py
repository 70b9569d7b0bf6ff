"""Times as text: ISO 8601 in UTC for programs, words for people."""

from datetime import UTC, datetime
from typing import overload
from zoneinfo import ZoneInfo

from legation.server.base.refusals import HttpRefusal


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
