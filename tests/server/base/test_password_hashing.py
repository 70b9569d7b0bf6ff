import os
import sys
import threading
import time

import pytest

from legation.server.base.password_hashing import POLITENESS, Passwords

CHEAP = Passwords(1, 64)


def test_a_password_fits_its_own_hash_only() -> None:
    stored = CHEAP.make_hash("correct horse battery")
    assert stored.startswith("$argon2id$")
    assert CHEAP.is_right(stored, "correct horse battery")
    assert not CHEAP.is_right(stored, "correct horse batterz")


def test_the_same_password_never_has_the_same_hash() -> None:
    assert CHEAP.make_hash("correct horse battery") != CHEAP.make_hash("correct horse battery")


def test_nothing_fits_where_nothing_is_stored() -> None:
    assert not CHEAP.is_right(None, "nobody has this password")
    assert not CHEAP.is_right("", "")
    assert not CHEAP.is_right("not a hash", "not a hash")


def test_an_unknown_login_takes_as_long_as_a_known_one() -> None:
    slow = Passwords(3, 8192)
    stored = slow.make_hash("correct horse battery")

    def measure(kept: str | None) -> float:
        begun = time.process_time()  # of all threads; other processes do not count
        for _ in range(8):
            slow.is_right(kept, "some other words")
        return time.process_time() - begun

    known, unknown = (min(measure(kept) for _ in range(4)) for kept in (stored, None))
    assert 0.5 < unknown / known < 2


def test_a_hash_with_weaker_parameters_is_outdated() -> None:
    assert Passwords(2, 64).is_outdated(CHEAP.make_hash("correct horse battery"))
    assert not CHEAP.is_outdated(CHEAP.make_hash("correct horse battery"))


def test_what_an_unknown_login_is_checked_against_is_no_cheaper_and_costs_nothing_to_make() -> None:
    begun = time.process_time()
    dear = Passwords(3, 65_536)
    assert time.process_time() - begun < 0.02
    assert not dear.is_outdated(dear._nobody)


def test_many_at_once_wait_for_their_turn_and_all_come_through() -> None:
    made: list[str] = []
    threads = [
        threading.Thread(target=lambda: made.append(CHEAP.make_hash("correct horse battery"))) for _ in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(set(made)) == 20


@pytest.mark.skipif(sys.platform != "linux", reason="threads of other systems have no priority of their own")
def test_hashing_makes_way_for_whoever_answers_people() -> None:
    found = CHEAP._threads.submit(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id())).result()
    assert found == max(POLITENESS, os.getpriority(os.PRIO_PROCESS, 0))
