"""The histories of a game: dictionaries with first and last entries."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class SortedDict(dict[Key, Value]):
    """A dictionary in insertion order, which for phases and letters is chronological."""

    def put(self, key: Key, value: Value) -> None:
        """Add an entry."""
        self[key] = value

    def remove(self, key: Key) -> Value | None:
        """Remove an entry and return it, or None if there is none."""
        return self.pop(key, None)

    def fill(self, entries: Mapping[Key, Value] | None) -> None:
        """Add many entries."""
        self.update(entries or {})

    def first_key(self) -> Key:
        """The key of the first entry."""
        return next(iter(self))

    def first_value(self) -> Value:
        """The first entry."""
        return self[self.first_key()]

    def last_key(self) -> Key:
        """The key of the last entry."""
        return next(reversed(self))

    def last_value(self) -> Value:
        """The last entry."""
        return self[self.last_key()]

    def last_item(self) -> tuple[Key, Value]:
        """The last entry with its key."""
        return self.last_key(), self.last_value()

    def reversed_values(self) -> Iterator[Value]:
        """The entries, the last one first."""
        return reversed(self.values())

    def reversed_items(self) -> Iterator[tuple[Key, Value]]:
        """The entries with their keys, the last one first."""
        return reversed(self.items())

    def key_from_index(self, index: int) -> Key:
        """The key of the entry at an index."""
        return list(self)[index]

    def get_previous_key(self, key: Key) -> Key | None:
        """The previous key, or None for the first."""
        place = list(self).index(key)
        return self.key_from_index(place - 1) if place else None

    def get_next_key(self, key: Key) -> Key | None:
        """The next key, or None for the last."""
        place = list(self).index(key) + 1
        return self.key_from_index(place) if place < len(self) else None

    def sub_keys(self, key_from: Key | None = None, key_to: Key | None = None) -> list[Key]:
        """The keys from one to another, both included; by default from the first or to the last."""
        keys = list(self)
        begin = 0 if key_from is None else keys.index(key_from)
        end = len(keys) if key_to is None else keys.index(key_to) + 1
        return keys[begin:end]

    def sub(self, key_from: Key | None = None, key_to: Key | None = None) -> list[Value]:
        """The entries from one key to another, both included."""
        return [self[key] for key in self.sub_keys(key_from, key_to)]
