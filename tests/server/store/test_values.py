from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, Select, bindparam, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from legation.server.identity.account_storage import add_account
from legation.server.store import Store, open_store
from legation.server.store.tables import accounts, rooms
from legation.server.store.values import Prepared, ask_driver

NOW = datetime(2026, 11, 15, 12, 30, tzinfo=UTC)


def add_people(store: Store) -> None:
    with store.write() as connection:
        for day, name in enumerate(("ilse", "bo", "50% åä'\"\\")):
            add_account(connection, made_at=NOW + timedelta(days=day), name=name, folded_name=name)


def compare(connection: Connection, query: Select[Any], **parameters: object) -> list[tuple[object, ...]]:
    """The rows that SQLAlchemy returns, and that the prepared query must return, too."""
    expected = [tuple(row) for row in connection.execute(query, parameters)]
    assert [tuple(row) for row in Prepared(query).fetch(connection, **parameters)] == expected
    return expected


def test_rows_are_those_of_sqlalchemy_with_moments_and_truth_values(store: Store) -> None:
    add_people(store)
    columns = select(accounts.c.name, accounts.c.made_at, accounts.c.is_closed, accounts.c.banned_until)
    since = columns.where(accounts.c.made_at >= bindparam("since")).order_by(accounts.c.id)
    with store.read() as connection:
        rows = compare(connection, since, since=NOW + timedelta(days=1))
    assert rows == [
        ("bo", NOW + timedelta(days=1), False, None),
        ("50% åä'\"\\", NOW + timedelta(days=2), False, None),
    ]


@pytest.mark.parametrize("name", ["ilse", "50% åä'\"\\", "nobody", "' OR 1=1 --", ":name", "%(name)s", "?"])
def test_whatever_stands_in_a_parameter_is_a_value_and_no_sql(store: Store, name: str) -> None:
    add_people(store)
    query = select(accounts.c.name).where(accounts.c.name == bindparam("name"), accounts.c.name.not_like("%x"))
    with store.read() as connection:
        rows = compare(connection, query, name=name)
    assert rows == ([(name,)] if name in ("ilse", "50% åä'\"\\") else [])


def test_values_in_the_query_itself_are_converted_as_well(store: Store) -> None:
    add_people(store)
    with store.read() as connection:
        rows = compare(connection, select(accounts.c.name).where(accounts.c.made_at == NOW))
    assert rows == [("ilse",)]


def test_a_prepared_query_is_asked_again_with_other_values(store: Store) -> None:
    add_people(store)
    prepared = Prepared(select(accounts.c.id).where(accounts.c.name == bindparam("name")))
    with store.read() as connection:
        found = [len(prepared.fetch(connection, name=name)) for name in ("ilse", "nobody", "bo", "ilse")]
    assert found == [1, 0, 1, 1]


def test_a_missing_parameter_is_an_error(store: Store) -> None:
    prepared = Prepared(select(accounts.c.id).where(accounts.c.name == bindparam("name")))
    with store.read() as connection, pytest.raises((KeyError, DBAPIError)):
        prepared.fetch(connection)


def test_what_the_driver_refuses_is_an_error_of_sqlalchemy_without_its_values(store: Store) -> None:
    added = Prepared(insert(rooms).values({name: bindparam(f"new_{name}") for name in ("id", "game", "key")}).inline())
    with pytest.raises(IntegrityError) as caught, store.write() as connection:
        added.fetch(connection, new_id=1, new_game="no game", new_key="a secret")
    assert "a secret" not in str(caught.value)
    with store.read() as connection:
        assert connection.execute(select(rooms.c.id)).all() == []


def test_sql_that_nobody_understands_is_an_error_of_sqlalchemy(store: Store) -> None:
    with store.read() as connection, pytest.raises(DBAPIError):
        ask_driver(connection, "SELEKT 1")


def test_lists_of_values_defaults_and_identities_cannot_be_prepared(store: Store) -> None:
    many = Prepared(select(accounts.c.id).where(accounts.c.name.in_(bindparam("names", expanding=True))))
    with store.read() as connection, pytest.raises(AssertionError, match="another statement"):
        many.fetch(connection, names=("ilse",))
    with pytest.raises(AssertionError, match="nobody is told"):
        Prepared(update(accounts).values(name=bindparam("new_name")))


def ask_when_cut_off(store: Store, prepared: Prepared[Any]) -> None:
    with store.read() as connection:
        own = ask_driver(connection, "SELECT pg_backend_pid()")[0][0]
        with store.read() as other:
            ask_driver(other, f"SELECT pg_terminate_backend({own})")
        prepared.fetch(connection)


def test_a_connection_that_is_gone_is_not_used_again(postgres_url: str) -> None:
    store = open_store(postgres_url)
    names = Prepared(select(accounts.c.name))
    with pytest.raises(DBAPIError) as caught:
        ask_when_cut_off(store, names)
    assert caught.value.connection_invalidated
    with store.read() as connection:
        assert names.fetch(connection) == []
    store.close()
