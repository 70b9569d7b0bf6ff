"""Moments as text: ISO 8601 in UTC, to the second."""

from datetime import UTC, datetime
from typing import overload

from legation.server.refusals import HttpRefusal


@overload
def format_time(moment: datetime) -> str: ...
@overload
def format_time(moment: None) -> None: ...
def format_time(moment: datetime | None) -> str | None:
    """``2026-11-15T18:40:00Z``."""
    return None if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse_time(text: str, field: str) -> datetime:
    """A moment that somebody wrote; without a zone it is UTC."""
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        message = f"{text[:40]!r} is no moment such as 2026-11-15T18:40:00Z."
        raise HttpRefusal(422, "not_a_moment", message, field) from None
