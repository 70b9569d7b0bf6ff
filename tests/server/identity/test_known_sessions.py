"""Sessions that were used a moment ago are known without the database, until something about them changes."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection, text, update

from legation.server.identity import session_storage
from legation.server.identity.account_storage import note_seen
from legation.server.store.identity_changes import IdentityChanges
from legation.server.store.tables import accounts, sandboxes
from tests.server.kit import PASSWORD, START, Server


def test_a_clock_that_is_set_back_makes_no_session_young_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ilse = server.sign_up("Ilse")
    ilse.get("/api/v1/session")
    looks = count_looks(monkeypatch)
    server.clock.turn_to(START - timedelta(seconds=1))
    ilse.get("/api/v1/session")
    assert len(looks) == 1


def test_a_change_concerns_those_whom_it_names_and_everybody_where_it_names_nobody() -> None:
    changes = IdentityChanges(most=2)
    changes.note(["account 1"])
    assert not changes.is_unchanged(0, "account 1")
    assert changes.is_unchanged(0, "account 2")
    assert changes.is_unchanged(1, "account 1")
    for other in ("account 3", "account 4"):
        changes.note([other])
    assert not changes.is_unchanged(0, "account 2")  # something was forgotten since: it may have concerned anybody
    assert changes.is_unchanged(1, "account 2")
    changes.note(["everybody"])
    assert not changes.is_unchanged(3, "account 2")


def count_looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    looks: list[str] = []
    look = session_storage.find_session

    def note(connection: Connection, digest: str, now: datetime) -> object:
        looks.append(digest)
        return look(connection, digest, now)

    monkeypatch.setattr(session_storage, "find_session", note)
    return looks


def test_a_session_is_looked_up_once_while_it_is_used(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ilse = server.sign_up("Ilse")
    looks = count_looks(monkeypatch)
    for _ in range(3):
        assert ilse.get("/api/v1/session").json()["account"]["name"] == "Ilse"
    assert len(looks) == 1
    server.clock.pass_time(seconds=11)
    ilse.get("/api/v1/session")
    assert len(looks) == 2


def test_signing_out_ends_it_at_once_wherever_it_is_done(server: Server) -> None:
    ilse, other = server.sign_up("Ilse"), server.client()
    other.post("/api/v1/session", json={"login": "ilse", "password": PASSWORD})
    for client in (ilse, other):
        assert client.get("/api/v1/sessions").status_code == 200
    cookie = dict(other.cookies)
    assert other.delete("/api/v1/session").status_code == 204
    thief = server.client()
    thief.cookies.update(cookie)
    assert thief.get("/api/v1/sessions").status_code == 401
    assert ilse.get("/api/v1/sessions").status_code == 200


def test_a_new_name_is_seen_at_once(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    ilse.get("/api/v1/session")
    assert ilse.patch("/api/v1/account", json={"name": "Ilse II"}).status_code == 200
    assert ilse.get("/api/v1/session").json()["account"]["name"] == "Ilse II"


def test_a_ban_is_felt_at_once(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    assert ilse.get("/api/v1/sessions").status_code == 200
    with server.services.store.write() as connection:
        connection.execute(update(accounts).values(banned_until=START + timedelta(days=9), ban_reason="rude"))
    assert ilse.get("/api/v1/sessions").status_code == 401


def test_whatever_strangers_do_leaves_sessions_known(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ilse = server.sign_up("Ilse")
    ilse.get("/api/v1/session")
    looks = count_looks(monkeypatch)
    otto = server.sign_up("Otto")
    assert otto.patch("/api/v1/account", json={"name": "Otto II"}).status_code == 200
    assert otto.delete("/api/v1/session").status_code == 204
    server.client().post("/api/v1/solo", json={"variant": "standard", "level": "easy"})
    looks.clear()
    assert ilse.get("/api/v1/session").status_code == 200
    assert looks == []


def test_other_changes_and_notes_of_use_leave_sessions_known(server: Server) -> None:
    store = server.services.store
    before = store.identity.version
    with store.write() as connection:
        connection.execute(sandboxes.delete())
        note_seen(connection, 1, START)
    assert store.identity.version == before
    with store.write() as connection:
        connection.execute(text("SELECT 1"))
    assert not store.identity.is_unchanged(before, "account 1")
