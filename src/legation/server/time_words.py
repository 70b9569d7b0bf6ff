"""Phases, moments and spans in the words of the pages."""

from datetime import datetime
from zoneinfo import ZoneInfo


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
