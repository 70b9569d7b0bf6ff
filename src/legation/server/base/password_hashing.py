"""Passwords, hashed with argon2. A check takes just as long for a login that does not exist."""

import os
import sys
import threading
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

AT_ONCE = 2
"""Hashes computed at the same time: each takes much memory, and strangers may ask for them."""
POLITENESS = 15
"""The priority by which hashing gives way to requests for pages. Up to eight threads of it may compute at a time; with
a higher priority, twenty strangers who sign up at once would take half of a small machine for some seconds."""
SHORTEST = 10
LONGEST = 200


class Passwords:
    """Hashes and checks passwords."""

    def __init__(self, cost: int, memory: int) -> None:
        self._hasher = PasswordHasher(time_cost=cost, memory_cost=memory)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="legation-passwords", initializer=_make_way)
        # Checked if there is no account, so that the response time does not show who has one.
        self._nobody = _make_up(self._hasher)

    def make_hash(self, password: str) -> str:
        """The hash to store."""
        return self._threads.submit(self._hasher.hash, password).result()

    def is_right(self, stored: str | None, password: str) -> bool:
        """True if a password fits; if no hash is stored, the check takes as long and fails."""
        try:
            fits = self._threads.submit(self._hasher.verify, stored or self._nobody, password).result()
            return fits and stored is not None
        except (VerificationError, InvalidHashError):
            return False

    def is_outdated(self, stored: str) -> bool:
        """True if a hash was made with other parameters than the current ones."""
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        """Compute no more hashes."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _make_up(hasher: PasswordHasher) -> str:
    """A hash that fits no password; it costs nothing to make, and as much to check as any other."""
    salt, digest = (b64encode(bytes(length)).decode().rstrip("=") for length in (hasher.salt_len, hasher.hash_len))
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${cost}${salt}${digest}"


def _make_way() -> None:
    """Lower the priority of this thread, and of argon2's threads for it. Only Linux has priorities of threads."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        now = os.getpriority(os.PRIO_PROCESS, thread)  # the whole server may already run at a low priority
        os.setpriority(os.PRIO_PROCESS, thread, max(now, POLITENESS))
