import sqlite3
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from sqlalchemy.exc import TimeoutError as WaitedTooLong

from legation.server.identity.account_storage import add_account, count_accounts
from legation.server.store import CannotWriteError, open_store
from legation.server.store.turns import Turns, let_others_first

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


def test_turns_come_in_the_sequence_of_those_who_wait() -> None:
    turns, came = Turns(), []

    def come(number: int) -> None:
        with turns.take(10):
            came.append(number)

    with turns.take(10):
        threads = []
        for number in range(20):
            threads.append(start(lambda number=number: come(number)))  # type: ignore[misc]
            wait_for(lambda number=number: len(turns._waiting) == number + 1)  # type: ignore[misc]
    for thread in threads:
        thread.join(10)
    assert came == list(range(20))


def test_who_lets_others_first_comes_after_them_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    turns, came = Turns(), []

    def come(name: str, *, is_patient: bool) -> None:
        if is_patient:
            let_others_first()
        with turns.take(10):
            came.append(name)

    def queue_up(*names: str) -> list[threading.Thread]:
        threads = []
        for name in names:
            here = len(turns._waiting)
            threads.append(start(lambda name=name: come(name, is_patient=name.startswith("bot"))))  # type: ignore[misc]
            wait_for(lambda here=here: len(turns._waiting) == here + 1)  # type: ignore[misc]
        return threads

    monkeypatch.setattr("legation.server.store.turns.YIELDS_FOR", 100.0)
    with turns.take(10):
        threads = queue_up("bot 1", "Ann", "bot 2", "Bob")
    for thread in threads:
        thread.join(10)
    assert came == ["Ann", "Bob", "bot 1", "bot 2"]
    came.clear()
    monkeypatch.setattr("legation.server.store.turns.YIELDS_FOR", 0.0)
    with turns.take(10):
        threads = queue_up("bot", "Cid")
        time.sleep(0.001)
    for thread in threads:
        thread.join(10)
    assert came == ["bot", "Cid"]


def test_only_one_has_the_turn() -> None:
    turns, inside, most = Turns(), [0], [0]

    def come() -> None:
        for _ in range(200):
            with turns.take(10):
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                inside[0] -= 1

    threads = [start(come) for _ in range(6)]
    for thread in threads:
        thread.join(30)
    assert most == [1]
    with turns.take(0):
        pass


def test_who_waits_too_long_leaves_the_queue_to_the_others() -> None:
    turns = Turns()
    with turns.take(1):
        with pytest.raises(WaitedTooLong, match="no turn"), turns.take(0.01):
            pass
        assert not turns._waiting
    with turns.take(0):
        pass


def test_a_turn_that_ends_badly_is_over_all_the_same() -> None:
    turns = Turns()
    with pytest.raises(ZeroDivisionError), turns.take(1):
        raise ZeroDivisionError
    with turns.take(0):
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
            wait_for(lambda place=place: len(store._turns._waiting) == place + 1)  # type: ignore[misc]
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
