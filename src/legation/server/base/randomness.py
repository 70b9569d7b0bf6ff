"""The source of secrets, ids and random seeds; tests pass in their own."""

import secrets
from typing import Protocol

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Without l, o, 0 and 1, which people confuse."""


class Randomness(Protocol):
    """A source of unpredictable values."""

    def secret(self) -> str:
        """256 random bits as text that is safe in a URL."""
        ...

    def name_id(self, length: int = 10) -> str:
        """A new id of lower-case letters and digits."""
        ...

    def seed(self) -> int:
        """A number for drawing lots; it is stored, so that a draw can be verified."""
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
        """A number for drawing lots; it is stored, so that a draw can be verified."""
        return secrets.randbits(48)
