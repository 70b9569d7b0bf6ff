"""Sessions live while they are used, end when they are not, and are told apart on the account page."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, update

from legation.server.accounts import sessions as own_sessions
from legation.server.identity.devices import name_device
from legation.server.store.tables import sessions
from tests.server.kit import PASSWORD, START, Client, Server
from tests.server.people import make_match

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def is_signed_in(client: Client) -> bool:
    return client.get("/api/v1/session").json()["account"] is not None


def sign_in(server: Server, name: str = "ilse", agent: str = "") -> Client:
    client = server.client()
    client.headers["User-Agent"] = agent
    assert client.post("/api/v1/session", json={"login": name, "password": PASSWORD}).status_code == 200
    return client


def count_writes(server: Server) -> list[str]:
    """The statements that change sessions, as they come."""
    seen: list[str] = []

    @event.listens_for(server.services.store.engine, "before_cursor_execute")
    def note(_c: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.startswith("UPDATE sessions"):
            seen.append(statement)

    return seen


def test_a_session_that_is_not_used_ends(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    server.clock.pass_time(days=29)
    assert is_signed_in(ilse)
    server.clock.pass_time(days=31)
    assert not is_signed_in(ilse)


def test_an_account_has_so_many_sessions_and_the_longest_unused_goes(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_sessions, "MOST_SESSIONS", 2)
    first, other = server.sign_up("Ilse"), server.sign_up("Otto")
    server.clock.pass_time(hours=2)
    second = sign_in(server)
    server.clock.pass_time(hours=2)
    assert is_signed_in(first)  # it was used again
    server.clock.pass_time(hours=2)
    third = sign_in(server)
    assert [is_signed_in(client) for client in (first, second, third, other)] == [True, False, True, True]


def test_a_session_lives_while_it_is_used_but_not_longer_than_a_year(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    for _ in range(18):
        server.clock.pass_time(days=20)
        assert is_signed_in(ilse)
    server.clock.pass_time(days=4)
    assert is_signed_in(ilse)
    server.clock.pass_time(days=2)
    assert not is_signed_in(ilse)


def test_the_browser_keeps_the_cookie_for_as_long_as_a_session_can_last(server: Server) -> None:
    body = {"name": "Ilse", "email": "ilse@example.org", "password": PASSWORD}
    cookie = server.client().post("/api/v1/accounts", json=body).headers["set-cookie"]
    assert f"Max-Age={365 * 86_400};" in cookie


def test_the_use_of_a_session_is_written_once_an_hour(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    writes = count_writes(server)
    for _ in range(12):
        server.clock.pass_time(minutes=10)
        ilse.get("/api/v1/games")
    assert len(writes) == 1


def test_reading_goes_on_where_the_use_of_a_session_cannot_be_written(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    server.clock.pass_time(hours=2)
    with closing(sqlite3.connect(server.services.store.engine.url.database or "", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert ilse.get("/api/v1/games").status_code == 200
        assert is_signed_in(ilse)


@pytest.mark.parametrize("path", ["games/{game}", "games/{game}/orders", "games/{game}/press", "absences", "games"])
def test_one_whose_session_has_ended_is_told_so(server: Server, path: str) -> None:
    match = make_match(server, terms={"is_private": True})
    france = match.players["FRANCE"]
    server.clock.pass_time(days=31)
    answer = france.get(f"/api/v1/{path.format(game=match.id)}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "session_ended")


def test_one_whose_session_has_ended_signs_in_and_goes_on(server: Server) -> None:
    match = make_match(server)
    france = match.players["FRANCE"]
    server.clock.pass_time(days=31)
    assert france.get("/api/v1/session").json()["account"] is None
    body = {"turn": 1, "plan": "A", "version": None, "orders": ["A PAR H"]}
    refused = france.put(match.path("orders"), json=body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (401, "session_ended")
    signed_in = france.post("/api/v1/session", json={"login": "France player", "password": PASSWORD})
    assert signed_in.status_code == 200
    assert match.get(france, "orders")["turn"] >= 1


def test_one_whose_session_has_ended_may_go_on_as_a_stranger(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    server.clock.pass_time(days=31)
    assert ilse.get("/api/v1/games").status_code == 401
    assert ilse.get("/api/v1/variants").status_code == 200
    assert ilse.get("/api/v1/health").status_code == 200
    assert ilse.delete("/api/v1/session").status_code == 204
    assert ilse.get("/api/v1/games").status_code == 200


def test_a_stranger_is_asked_to_sign_in_where_only_players_may(server: Server) -> None:
    match = make_match(server)
    for path in ("orders", "options", "gm", "briefing"):
        answer = server.client().get(match.path(path))
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "sign_in_first"), path


def test_the_list_names_devices_and_says_which_is_this_one(server: Server) -> None:
    server.sign_up("Ilse")
    server.clock.pass_time(minutes=5)
    ilse = sign_in(server, agent=FIREFOX)
    listed = ilse.get("/api/v1/sessions").json()["sessions"]
    assert [(one["device"], one["is_this"]) for one in listed] == [
        ("Firefox on Linux", True),
        ("another program", False),
    ]
    assert listed[0]["made_at"] == "2026-11-15T12:05:00Z"
    assert all(len(one["id"]) == 12 for one in listed)


def test_the_others_are_signed_out_together(server: Server) -> None:
    first, second, otto = server.sign_up("Ilse"), sign_in(server), server.sign_up("Otto")
    assert second.delete("/api/v1/sessions").status_code == 204
    assert [is_signed_in(one) for one in (first, second, otto)] == [False, True, True]


def test_one_device_is_signed_out(server: Server) -> None:
    first = server.sign_up("Ilse")
    server.clock.pass_time(minutes=1)
    second, third = sign_in(server), server.sign_up("Otto")
    other = next(one for one in second.get("/api/v1/sessions").json()["sessions"] if not one["is_this"])
    assert third.delete(f"/api/v1/sessions/{other['id']}").status_code == 404
    assert second.delete("/api/v1/sessions/x").status_code == 404
    assert second.delete(f"/api/v1/sessions/{other['id']}").status_code == 204
    assert [is_signed_in(one) for one in (first, second)] == [False, True]


CHANGES = [
    ("PUT", "/account/password", {"password": "another long one"}),
    ("PUT", "/account/email", {"email": "new@example.org"}),
    ("POST", "/tokens", {"label": "bot"}),
    ("POST", "/account/close", None),
]


@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
def test_what_guards_an_account_changes_only_soon_after_signing_in(
    server: Server, method: str, path: str, body: Any
) -> None:
    ilse = server.sign_up("Ilse")
    server.clock.pass_time(minutes=11)
    refused = ilse.request(method, f"/api/v1{path}", json=body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "confirm_first")
    wrong = ilse.post("/api/v1/session/confirm", json={"password": "wrong password"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "wrong_password")
    assert ilse.request(method, f"/api/v1{path}", json=body).status_code == 403
    assert ilse.post("/api/v1/session/confirm", json={"password": PASSWORD}).status_code == 200
    assert ilse.request(method, f"/api/v1{path}", json=body).status_code in (200, 201, 204)


def test_a_confirmation_in_the_future_is_none(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    with server.services.store.write() as connection:
        connection.execute(update(sessions).values(confirmed_at=START + timedelta(days=365)))
    assert ilse.put("/api/v1/account/password", json={"password": "another long one"}).status_code == 403


def test_another_session_is_not_confirmed_with_the_first(server: Server) -> None:
    first = server.sign_up("Ilse")
    server.clock.pass_time(minutes=11)
    second = sign_in(server)
    assert first.put("/api/v1/account/password", json={"password": "another long one"}).status_code == 403
    assert second.put("/api/v1/account/password", json={"password": "another long one"}).status_code == 200


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox on Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0", "Edge on Windows"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/142.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Chrome/142.0 Safari/537.36", "Chrome on macOS"),
        ("Firefox/1", "Firefox"),
        ("curl/8.0", "another program"),
        ("", "another program"),
    ],
)
def test_devices_have_names(agent: str, name: str) -> None:
    assert name_device(agent) == name


def test_sessions_work_on_each_database(server_on_each: Server) -> None:
    ilse = server_on_each.sign_up("Ilse")
    server_on_each.clock.pass_time(days=20)
    assert is_signed_in(ilse)
    server_on_each.clock.pass_time(days=20)
    assert is_signed_in(ilse)
    assert len(ilse.get("/api/v1/sessions").json()["sessions"]) == 1
