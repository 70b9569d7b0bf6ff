import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from legation.server.identity.account_storage import add_account, count_accounts
from legation.server.store import CannotWriteError, let_others_first, open_store
from legation.server.store.store import Writers

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def start(act: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=act, daemon=True)
    thread.start()
    return thread


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)


@contextmanager
def take(writers: Writers, patience: float) -> Iterator[None]:
    writers.enter(patience)
    try:
        yield
    finally:
        writers.leave()


def test_turns_come_in_the_sequence_of_those_who_wait() -> None:
    writers, came = Writers(), []

    def come(number: int) -> None:
        with take(writers, 10):
            came.append(number)

    with take(writers, 10):
        threads = []
        for number in range(20):
            threads.append(start(lambda number=number: come(number)))  # type: ignore[misc]
            wait_for(lambda number=number: len(writers._waiting) == number + 1)  # type: ignore[misc]
    for thread in threads:
        thread.join(10)
    assert came == list(range(20))


def test_who_lets_others_first_comes_after_them_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    writers, came = Writers(), []

    def come(name: str, *, is_patient: bool) -> None:
        if is_patient:
            let_others_first()
        with take(writers, 10):
            came.append(name)

    def queue_up(*names: str) -> list[threading.Thread]:
        threads = []
        for name in names:
            here = len(writers._waiting)
            threads.append(start(lambda name=name: come(name, is_patient=name.startswith("bot"))))  # type: ignore[misc]
            wait_for(lambda here=here: len(writers._waiting) == here + 1)  # type: ignore[misc]
        return threads

    monkeypatch.setattr("legation.server.store.store.YIELDS_FOR", 100.0)
    with take(writers, 10):
        threads = queue_up("bot 1", "Ann", "bot 2", "Bob")
    for thread in threads:
        thread.join(10)
    assert came == ["Ann", "Bob", "bot 1", "bot 2"]
    came.clear()
    monkeypatch.setattr("legation.server.store.store.YIELDS_FOR", 0.0)
    with take(writers, 10):
        threads = queue_up("bot", "Cid")
        time.sleep(0.001)
    for thread in threads:
        thread.join(10)
    assert came == ["bot", "Cid"]


def test_only_one_has_the_turn() -> None:
    writers, inside, most = Writers(), [0], [0]

    def come() -> None:
        for _ in range(200):
            with take(writers, 10):
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                inside[0] -= 1

    threads = [start(come) for _ in range(6)]
    for thread in threads:
        thread.join(30)
    assert most == [1]
    with take(writers, 0):
        pass


def test_who_waits_too_long_leaves_the_queue_to_the_others() -> None:
    writers = Writers()
    with take(writers, 1):
        with pytest.raises(CannotWriteError, match="no turn"), take(writers, 0.01):
            pass
        assert not writers._waiting
    with take(writers, 0):
        pass


def test_a_turn_that_ends_badly_is_over_all_the_same() -> None:
    writers = Writers()
    with pytest.raises(ZeroDivisionError), take(writers, 1):
        raise ZeroDivisionError
    with take(writers, 0):
        pass


def test_writers_of_a_store_come_in_sequence_and_readers_do_not_wait(sqlite_url: str) -> None:
    store, written = open_store(sqlite_url), []

    def write(name: str) -> None:
        with store.write() as connection:
            add_account(connection, made_at=NOW, name=name, folded_name=name)
            written.append(name)

    names = [f"writer {number}" for number in range(30)]
    with store.write():
        threads = []
        for place, name in enumerate(names):
            threads.append(start(lambda name=name: write(name)))  # type: ignore[misc]
            wait_for(lambda place=place: len(store._writers._waiting) == place + 1)  # type: ignore[misc]
        # More writers wait than there are connections: a reader gets one all the same.
        with store.read() as connection:
            assert count_accounts(connection) == 0
    for thread in threads:
        thread.join(30)
    assert written == names
    store.close()


def test_a_writer_of_another_process_is_waited_for(sqlite_url: str) -> None:
    store = open_store(sqlite_url)
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    done = threading.Event()

    def write() -> None:
        with store.write() as connection:
            add_account(connection, made_at=NOW, name="Ilse", folded_name="ilse")
        done.set()

    thread = start(write)
    assert not done.wait(0.1)
    other.execute("ROLLBACK")
    other.close()
    thread.join(30)
    assert done.is_set()
    store.close()


def test_a_writer_within_a_writer_fails_and_does_not_stand_still(
    sqlite_url: str,
) -> None:
    store = open_store(sqlite_url)
    with store.write(), pytest.raises(CannotWriteError), store.write(0.05):
        pass
    store.close()


@pytest.mark.usefixtures("careful_disk")
def test_what_was_written_is_on_the_disk_before_it_is_acknowledged(sqlite_url: str) -> None:
    store = open_store(sqlite_url)
    with store.read() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
    store.close()
