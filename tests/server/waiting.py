"""Waiting for something that another thread or process does."""

import time
from collections.abc import Callable


def wait_until(happens: Callable[[], bool]) -> None:
    """Wait until a condition holds; fails where it never does."""
    ends = time.monotonic() + 30
    while not happens():
        assert time.monotonic() < ends
        time.sleep(0.005)
