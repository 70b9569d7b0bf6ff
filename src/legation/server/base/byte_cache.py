"""A small thread-safe cache of bytes that keeps the most recently used values, up to a total size."""

from collections import OrderedDict
from threading import Lock


class ByteCache:
    """Keeps the most recently used values, up to a total number of bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._values: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> bytes | None:
        """The value under a key, if it is still cached."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: str, value: bytes) -> bytes:
        """Cache a value, unless it alone would fill the cache."""
        if len(value) * 2 > self._most:
            return value
        with self._lock:
            self._size += len(value) - len(self._values.pop(key, b""))
            self._values[key] = value
            while self._size > self._most:
                _, dropped = self._values.popitem(last=False)
                self._size -= len(dropped)
        return value
