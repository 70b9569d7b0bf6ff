"""Passwords, hashed with argon2. Checking takes as long for a login that does not exist."""

from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2
"""Hashes made at the same time: each takes much memory, and strangers may ask for them."""
SHORTEST = 10
LONGEST = 200


class Passwords:
    """Hashes and checks passwords."""

    def __init__(self, cost: int, memory: int) -> None:
        self._hasher = PasswordHasher(time_cost=cost, memory_cost=memory)
        self._turns = BoundedSemaphore(AT_ONCE)
        # Checked against where there is no account, so that the time of an answer does not tell who has one.
        self._nobody = self._hasher.hash("nobody has this password")

    def make_hash(self, password: str) -> str:
        """The hash to store."""
        with self._turns:
            return self._hasher.hash(password)

    def is_right(self, stored: str | None, password: str) -> bool:
        """Whether a password fits; where nothing is stored it takes as long and does not."""
        try:
            with self._turns:
                return self._hasher.verify(stored or self._nobody, password) and stored is not None
        except (VerificationError, InvalidHashError):
            return False

    def is_outdated(self, stored: str) -> bool:
        """Whether a hash was made with other parameters than those of today."""
        return self._hasher.check_needs_rehash(stored)
