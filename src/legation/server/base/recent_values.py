"""Values that were recently read from the database."""

from datetime import datetime, timedelta
from typing import Generic, TypeVar

from legation.server.base.lru_cache import LruCache

Key = TypeVar("Key")
Value = TypeVar("Value")


class RecentValues(Generic[Key, Value]):
    """Remembers values for some seconds; thread-safe."""

    def __init__(self, most: int, longest: timedelta) -> None:
        self._longest = longest
        self._values = LruCache[Key, tuple[Value, datetime]](most)

    def get(self, key: Key, now: datetime) -> Value | None:
        """The value under a key; None if it is too old."""
        found = self._values.get(key)
        if found is None:
            return None
        value, read_at = found
        # A clock that was set back does not make a value young again.
        return value if timedelta() <= now - read_at < self._longest else None

    def put(self, key: Key, value: Value, now: datetime) -> None:
        """Remember a value."""
        self._values.put(key, (value, now))
