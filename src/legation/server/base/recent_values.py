"""Values that were read from the database a moment ago, for as long as nothing has changed them."""

from datetime import datetime, timedelta
from typing import Generic, TypeVar

from legation.server.base.lru_cache import LruCache

Key = TypeVar("Key")
Value = TypeVar("Value")


class RecentValues(Generic[Key, Value]):
    """Remembers values with the version of what they were read from, for some seconds; safe among threads."""

    def __init__(self, most: int, longest: timedelta) -> None:
        self._longest = longest
        self._values = LruCache[Key, tuple[Value, int, datetime]](most)

    def get(self, key: Key, version: int, now: datetime) -> Value | None:
        """The value under a key; none where it may have changed since, or is too old."""
        found = self._values.get(key)
        if found is None:
            return None
        value, read_version, read_at = found
        # A clock that was set back makes no value young again.
        is_good = version == read_version and timedelta() <= now - read_at < self._longest
        return value if is_good else None

    def put(self, key: Key, value: Value, version: int, now: datetime) -> None:
        """Remember a value. ``version`` was that of before it was read: a later change makes it stale."""
        self._values.put(key, (value, version, now))
