"""A cache keeps what was used last, within its limits."""

from legation.server.base.lru_cache import LruCache


def test_the_longest_unused_value_goes_first() -> None:
    cache = LruCache[str, int](2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert [cache.get(key) for key in "abc"] == [1, None, 3]


def test_large_values_make_more_room() -> None:
    cache = LruCache[str, int](10, most_bytes=100)
    cache.put("a", 1, 40)
    cache.put("b", 2, 40)
    cache.put("c", 3, 70)
    assert [cache.get(key) for key in "abc"] == [None, None, 3]
    cache.put("c", 4, 20)  # again, and smaller
    cache.put("d", 5, 80)
    assert [cache.get(key) for key in "cd"] == [4, 5]


def test_a_value_that_alone_is_too_large_is_not_kept_and_drives_nothing_out() -> None:
    cache = LruCache[str, int](10, most_bytes=100)
    cache.put("a", 1, 40)
    assert cache.put("b", 2, 101) == 2
    assert [cache.get(key) for key in "ab"] == [1, None]
