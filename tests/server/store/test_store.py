import stat
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.exc import IntegrityError

from legation.server.identity.account_storage import (
    add_account,
    count_accounts,
    find_account,
    find_by_login,
    list_accounts,
)
from legation.server.identity.session_storage import add_session
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.notice_storage import Channel, add_notice
from legation.server.store import Store, migrate, open_store
from legation.server.store import store as store_module

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def test_a_moment_comes_back_as_it_went_in(store: Store) -> None:
    with store.write() as connection:
        account = add_account(connection, made_at=NOW, name="Ilse", folded_name="ilse")
    assert account is not None
    with store.read() as connection:
        row = find_account(connection, account)
    assert row is not None
    assert row.made_at == NOW


def add_and_fail(store: Store) -> None:
    with store.write() as connection:
        add_account(connection, made_at=NOW, name="Ilse", folded_name="ilse")
        raise ZeroDivisionError


def test_a_transaction_that_fails_leaves_nothing(store: Store) -> None:
    with pytest.raises(ZeroDivisionError):
        add_and_fail(store)
    with store.read() as connection:
        assert find_by_login(connection, "ilse") is None


def test_many_threads_write_at_once_and_nothing_is_lost(store: Store) -> None:
    def write(thread: int) -> None:
        for number in range(10):
            name = f"{thread} {number}"
            with store.write() as connection:
                add_account(connection, made_at=NOW, name=name, folded_name=name)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, range(6)))
    with store.read() as connection:
        assert count_accounts(connection) == 60


def test_a_reader_sees_one_moment(store: Store) -> None:
    with store.read() as reading:
        assert count_accounts(reading) == 0
        with store.write() as writing:
            add_account(writing, made_at=NOW, name="Ilse", folded_name="ilse")
        assert count_accounts(reading) == 0
    with store.read() as reading:
        assert count_accounts(reading) == 1


def test_a_connection_that_rested_and_was_cut_off_is_replaced(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "RESTED", 0.0)
    store = open_store(postgres_url)
    with store.read() as one, store.read() as other:
        assert count_accounts(one) == count_accounts(other) == 0
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    with store.read() as one, store.read() as other:
        assert count_accounts(one) == count_accounts(other) == 0
    store.close()


def test_a_name_that_is_taken_does_not_spoil_the_transaction(store: Store) -> None:
    with store.write() as connection:
        assert add_account(connection, made_at=NOW, name="Ilse", folded_name="ilse") is not None
        assert add_account(connection, made_at=NOW, name="ILSE", folded_name="ilse") is None
        assert add_account(connection, made_at=NOW, name="Otto", folded_name="otto") is not None
    with store.read() as connection:
        assert [row.name for row in list_accounts(connection)] == ["Ilse", "Otto"]


def test_a_notice_with_a_key_is_made_once(store: Store) -> None:
    with store.write() as connection:
        made = [
            add_notice(
                connection, channel=Channel.MAIL, kind=NoticeKind.JUDGED, subject="s" * 500, body="b", now=NOW, key=key
            )
            for key in ("one", "one", "two", None, None)
        ]
    assert made == [True, False, True, True, True]


def test_a_foreign_key_is_kept(store: Store) -> None:
    with pytest.raises(IntegrityError):
        add_session_of_nobody(store)


def add_session_of_nobody(store: Store) -> None:
    with store.write() as connection:
        add_session(connection, digest="d", account=99, device="", csrf="c", made_at=NOW, ends_at=NOW)


def test_secrets_in_an_address_are_not_shown() -> None:
    assert "secret" not in repr(open_store("postgresql://user:secret@nowhere/name").engine)


def test_an_error_of_the_database_tells_no_secret(store: Store) -> None:
    with pytest.raises(IntegrityError) as failed, store.write() as connection:
        add_session(
            connection, digest="TOP-SECRET", account=987_654, device="", csrf="TOP-SECRET", made_at=NOW, ends_at=NOW
        )
    assert "TOP-SECRET" not in str(failed.value)


def test_a_new_database_is_read_by_its_host_alone(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'new.db'}")
    migrate(store)
    modes = {stat.S_IMODE(found.stat().st_mode) for found in tmp_path.glob("new.db*")}
    store.close()
    assert modes == {0o600}
