"""The source of secrets, ids and random seeds; tests pass in another."""

import secrets
from typing import Protocol

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Without l, o, 0 and 1, which people mistake for each other."""


class Randomness(Protocol):
    """A source of unpredictable values."""

    def secret(self) -> str:
        """256 random bits as text that is safe in a URL."""
        ...

    def name_id(self, length: int = 10) -> str:
        """A new id of lower-case letters and digits."""
        ...

    def seed(self) -> int:
        """A number to draw lots with; it is written down, so that a draw can be checked."""
        ...


class SystemRandomness:
    """The random source of the machine."""

    def secret(self) -> str:
        """256 random bits as text that is safe in a URL."""
        return secrets.token_urlsafe(32)

    def name_id(self, length: int = 10) -> str:
        """A new id of lower-case letters and digits."""
        return "".join(secrets.choice(LETTERS) for _ in range(length))

    def seed(self) -> int:
        """A number to draw lots with; it is written down, so that a draw can be checked."""
        return secrets.randbits(48)
