"""Small thread-safe caches: of the values used most recently, and of those read a moment ago."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """Keeps the most recently used values, up to a number and, if they can be large, up to a total number of bytes."""

    def __init__(self, most: int, most_bytes: int | None = None) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._values: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        """The value under a key, if it is still cached."""
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[0]

    def put(self, key: Key, value: Value, size: int = 0) -> Value:
        """Cache a value of about this many bytes, unless it alone would be too large."""
        with self._lock:
            self._drop(key)
            if self._most_bytes is None or size <= self._most_bytes:
                self._values[key] = (value, size)
                self._bytes += size
            while len(self._values) > self._most or (self._most_bytes is not None and self._bytes > self._most_bytes):
                self._drop(next(iter(self._values)))
        return value

    def _drop(self, key: Key) -> None:
        found = self._values.pop(key, None)
        if found is not None:
            self._bytes -= found[1]
