"""What stays for as long as the host runs is not looked through again and again."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from legation.server.base.garbage import ALL_EVERY, GarbageCollector


class Node:
    """Something that can hold itself."""

    def __init__(self) -> None:
        self.own: Node | None = self


@pytest.fixture(autouse=True)
def _thaw() -> Iterator[None]:
    """Before, too: all that was collected is set aside when tests begin."""
    gc.unfreeze()
    yield
    gc.unfreeze()


def test_what_is_new_is_looked_through_and_what_stays_is_set_aside() -> None:
    collector = GarbageCollector(read_time=lambda: 0.0)
    lost = weakref.ref(Node())
    kept = Node()
    collector.look()
    assert lost() is None
    assert gc.get_freeze_count() > 0
    assert kept.own is kept


def test_what_was_set_aside_and_became_garbage_goes_with_the_next_look_at_everything() -> None:
    times = iter((0.0, 1.0, 2.0, ALL_EVERY, ALL_EVERY))
    collector = GarbageCollector(read_time=lambda: next(times))
    node: Node | None = Node()
    lost = weakref.ref(node)
    collector.look()
    del node
    collector.look()
    assert lost() is not None
    collector.look()
    assert lost() is None
