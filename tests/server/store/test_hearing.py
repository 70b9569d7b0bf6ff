"""What another process changes of accounts and sessions in PostgreSQL is heard, and nothing is remembered otherwise."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import update

from legation.server.store import hearing, open_store
from legation.server.store.hearing import Hearing
from legation.server.store.identity_changes import EVERYBODY
from legation.server.store.tables import accounts
from tests.server.identity.test_known_sessions import count_looks
from tests.server.kit import PASSWORD, START, Client, Server, make_server
from tests.server.waiting import wait_until


@contextmanager
def two_hosts(url: str, folder: Path) -> Iterator[tuple[Server, Server]]:
    one, other = (make_server(folder, database_url=url) for _ in range(2))
    with one.client(), other.client():
        wait_until(lambda: one.services.store.hears_all and other.services.store.hears_all)
        yield one, other


def enter(server: Server, person: Client) -> Client:
    """The same session at another process."""
    same = server.client()
    same.cookies.update(dict(person.cookies))
    assert same.get("/api/v1/sessions").status_code == 200
    return same


def change_password(server: Server, person: Client) -> None:
    other = server.client()  # the session from which the password is changed lives on
    other.post("/api/v1/session", json={"login": "otto", "password": PASSWORD})
    assert other.put("/api/v1/account/password", json={"password": "another long password"}).status_code == 200


def close_account(_server: Server, person: Client) -> None:
    assert person.post("/api/v1/account/close").status_code == 204


def ban(server: Server, _person: Client) -> None:
    with server.services.store.write() as connection:
        connection.execute(update(accounts).values(banned_until=START + timedelta(days=9), ban_reason="rude"))


def is_known(person: Client, looks: list[str]) -> bool:
    """Whether a request is answered without looking the session up."""
    looks.clear()
    assert person.get("/api/v1/sessions").status_code == 200
    return looks == []


def test_what_ends_a_session_ends_it_in_every_process(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two_hosts(postgres_url, tmp_path) as (one, other):
        for name, end in {"Otto": change_password, "Ilse": close_account, "Jan": ban}.items():
            person = one.sign_up(name)
            away = enter(other, person)
            looks = count_looks(monkeypatch)
            # What was changed before may be heard a moment later; then it is remembered.
            wait_until(partial(is_known, away, looks))
            end(one, person)
            wait_until(lambda away=away: away.get("/api/v1/sessions").status_code == 401)  # type: ignore[misc]
            monkeypatch.undo()


def test_a_process_that_hears_nothing_any_more_remembers_nothing(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "RETRY", 0.01)
    store = open_store(postgres_url)
    assert not store.hears_all
    store.listen()
    wait_until(lambda: store.hears_all)
    version = store.identity.version
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )
    # It connects again, and what it remembered is looked up again, whatever was said in the meantime.
    wait_until(lambda: store.hears_all and not store.identity.is_unchanged(version, "account 7"))
    store.close()


def test_only_a_message_of_ones_own_shows_that_messages_come_through() -> None:
    now, noted = 100.0, list[object]()
    listening = Hearing(open_store("postgresql://nobody@nowhere/none").engine, noted.append, lambda: now)
    listening.hear("another beat 100.0")
    assert (listening.is_good, noted) == (False, [])
    listening.hear(f"{listening.name} beat 99.0")
    assert (listening.is_good, noted) == (True, [(EVERYBODY,)])
    listening.hear("another account 7,session abc")
    listening.hear(f"{listening.name} account 8")  # noted when it was written
    assert noted[1:] == [["account 7", "session abc"]]
    now = 110.0
    assert not listening.is_good
    listening.hear(f"{listening.name} beat 109.0")
    assert (listening.is_good, noted[2:]) == (True, [(EVERYBODY,)])
