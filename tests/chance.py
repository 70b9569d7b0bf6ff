"""Randomness that tests pass in: ids of games are always the same, and with them what bots do."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from legation.server.base.randomness import LETTERS, SystemRandomness


class FixedChance(SystemRandomness):
    """Secrets are secret, but ids of games are always the same, and with them what bots do."""

    def __init__(self, seed: int | str = 1751) -> None:
        self._draws = random.Random(seed)

    @contextmanager
    def follow(self, seed: int | str) -> Iterator[None]:
        """Draw for a while what another seed gives."""
        own, self._draws = self._draws, random.Random(seed)
        try:
            yield
        finally:
            self._draws = own

    def name_id(self, length: int = 10) -> str:
        """The next id."""
        return "".join(self._draws.choice(LETTERS) for _ in range(length))

    def seed(self) -> int:
        """The next number to draw lots with."""
        return self._draws.getrandbits(48)


_made: Counter[str] = Counter()


def deal_chance() -> FixedChance:
    """Chance of the running test's own; a second server of a test must not name the ids of the first again."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    _made[test] += 1
    return FixedChance(f"{test} {_made[test]}")
