import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from legation.server.identity.account_storage import add_account, count_accounts
from legation.server.store import CannotWriteError, Store, open_store
from legation.server.store import store as store_module
from legation.server.store.store import MOST_WAITING, RETRY_AFTER, TRIAL, Writers

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def add(store: Store, name: str, patience: float = 20) -> None:
    with store.write(patience) as connection:
        add_account(connection, made_at=NOW, name=name, folded_name=name)


def count(store: Store) -> int:
    with store.read() as connection:
        return count_accounts(connection)


def fill_disk(store: Store) -> None:
    """Let the file grow no more, in every connection that is open (there is one)."""
    with store.read() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")


def add_many(store: Store) -> None:
    for number in range(10_000):
        add(store, f"{number:050}")


def test_on_a_full_disk_nothing_is_written_and_everything_is_read(sqlite_url: str) -> None:
    store = open_store(sqlite_url)
    add(store, "ilse")
    fill_disk(store)
    with pytest.raises(CannotWriteError, match="full"):
        add_many(store)
    kept = count(store)
    with pytest.raises(CannotWriteError, match="a moment ago"):
        add(store, "otto")
    assert count(store) == kept
    store.close()


def test_while_another_program_holds_the_file_one_waits_and_the_others_are_told_at_once(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "LOCK_WAIT", 0.3)
    store = open_store(sqlite_url)
    with closing(sqlite3.connect(store.engine.url.database or "", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()

        def try_to_add(number: int) -> None:
            with suppress(CannotWriteError):
                add(store, str(number))

        with ThreadPoolExecutor(12) as pool:
            list(pool.map(try_to_add, range(12)))
        assert time.monotonic() - began < 2  # 12 times 0.3 s, had each waited
        assert count(store) == 0
        other.execute("ROLLBACK")
    store._writers._retry_at = time.monotonic()  # the two seconds are over
    add(store, "ilse")
    add(store, "otto")
    assert count(store) == 2
    store.close()


def test_a_change_that_is_wrong_does_not_stop_the_others(store: Store) -> None:
    with pytest.raises(Exception, match=r"(?i)no such table|does not exist"), store.write() as connection:
        connection.exec_driver_sql("DELETE FROM no_such")
    add(store, "ilse")
    assert count(store) == 1


def test_after_a_failure_one_at_a_time_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    writers = Writers()
    assert writers.enter(20) == 20
    writers.fail()
    writers.leave()
    with pytest.raises(CannotWriteError):
        writers.enter(20)
    now += RETRY_AFTER
    assert writers.enter(20) == TRIAL
    with pytest.raises(CannotWriteError):
        writers.enter(20)
    writers.leave(has_written=True)
    assert writers.enter(20) == 20


def test_whose_turn_comes_after_a_failure_is_refused_and_leaves_the_turn_to_the_next() -> None:
    writers, refused = Writers(), []

    def come() -> None:
        try:
            writers.enter(10)
        except CannotWriteError:
            refused.append(True)
        else:
            writers.leave()

    writers.enter(10)
    with ThreadPoolExecutor(3) as pool:
        waiting = [pool.submit(come) for _ in range(3)]
        while len(writers._waiting) < 3:
            time.sleep(0.001)
        writers.fail()
        writers.leave()
        for one in waiting:
            one.result(10)
    assert refused == [True] * 3


def test_behind_a_writer_that_does_not_end_only_some_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.server.store.store.LONG", 0.05)
    writers, refused = Writers(), []

    def wait(_number: int) -> None:
        began = time.monotonic()
        try:
            writers.enter(1)
            writers.leave()
        except Exception:
            refused.append(time.monotonic() - began)

    with ThreadPoolExecutor(MOST_WAITING + 4) as pool:
        writers.enter(1)
        time.sleep(0.1)
        waiting = [pool.submit(wait, number) for number in range(MOST_WAITING + 4)]
        time.sleep(0.3)
        writers.leave()
        for one in waiting:
            one.result()
    assert len(refused) == 4
    assert max(refused) < 0.3


def test_a_file_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'there.db'}")
    (tmp_path / "there.db").unlink()
    (tmp_path / "there.db").mkdir()
    with pytest.raises(CannotWriteError, match="open"):
        add(store, "ilse")
    store.close()
