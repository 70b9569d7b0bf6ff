import re
from typing import Any

import pytest
from sqlalchemy import select

from legation.server.store.tables import notices, tokens
from tests.server.kit import Client, Server


def with_token(server: Server, token: str) -> Client:
    client = server.client()
    client.headers["Authorization"] = f"Bearer {token}"
    return client


def make_token(client: Client, label: str = "my bot", **wish: Any) -> dict[str, str]:
    answer = client.post("/api/v1/tokens", json={"label": label, **wish})
    assert answer.status_code == 201
    made: dict[str, str] = answer.json()
    return made


def test_a_token_stands_for_its_account_without_cookie_and_csrf(server: Server) -> None:
    token = make_token(server.sign_up("Ilse"), scope="account")["token"]
    script = with_token(server, token)
    assert script.get("/api/v1/session").json()["account"]["name"] == "Ilse"
    assert script.patch("/api/v1/account", json={"name": "Ilse Bot"}).status_code == 200


def test_a_token_is_shown_once_and_kept_as_a_digest(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    made = make_token(ilse)
    assert made["token"].startswith("lgt_")
    listed = ilse.get("/api/v1/tokens")
    assert made["token"] not in listed.text
    assert [token["label"] for token in listed.json()["tokens"]] == ["my bot"]
    with server.services.store.read() as connection:
        assert made["token"] not in str(connection.execute(select(tokens)).all())


def test_the_list_tells_when_a_token_was_used(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    token = make_token(ilse)["token"]
    assert ilse.get("/api/v1/tokens").json()["tokens"][0]["used_at"] is None
    server.clock.pass_time(hours=1)
    with_token(server, token).get("/api/v1/session")
    assert ilse.get("/api/v1/tokens").json()["tokens"][0]["used_at"] == "2026-11-15T13:00:00Z"


def test_a_token_that_was_taken_back_is_refused(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    made = make_token(ilse)
    assert ilse.delete(f"/api/v1/tokens/{made['id']}").status_code == 204
    answer = with_token(server, made["token"]).get("/api/v1/session")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "bad_token")


@pytest.mark.parametrize("token", ["", "lgt_", "lgt_wrong", "x" * 5000])
def test_a_token_that_never_was_is_refused(server: Server, token: str) -> None:
    assert with_token(server, token).get("/api/v1/session").status_code == 401


def test_a_cookie_is_not_looked_at_beside_a_bad_token(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    ilse.headers["Authorization"] = "Bearer lgt_wrong"
    assert ilse.get("/api/v1/session").status_code == 401


def test_a_session_is_no_token_and_a_link_is_none(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    assert with_token(server, ilse.cookies["legation_session"]).get("/api/v1/session").status_code == 401


def test_nobody_takes_back_the_token_of_another(server: Server) -> None:
    ilse, otto = server.sign_up("Ilse"), server.sign_up("Otto")
    made = make_token(ilse)
    assert otto.delete(f"/api/v1/tokens/{made['id']}").status_code == 404
    assert otto.get("/api/v1/tokens").json() == {"tokens": []}


def test_a_token_makes_and_lists_no_tokens(server: Server) -> None:
    script = with_token(server, make_token(server.sign_up("Ilse"))["token"])
    assert script.post("/api/v1/tokens", json={"label": "more"}).status_code == 403
    assert script.get("/api/v1/tokens").status_code == 403


def test_an_account_has_twenty_tokens_at_most(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    for _ in range(20):
        make_token(ilse)
    assert ilse.post("/api/v1/tokens", json={"label": "x"}).json()["error"]["code"] == "too_many"


@pytest.mark.parametrize("number", ["-1", "x", str(2**63), "1e3"])
def test_a_number_that_no_token_has_is_refused(server: Server, number: str) -> None:
    assert server.sign_up("Ilse").delete(f"/api/v1/tokens/{number}").status_code == 422


def test_a_closed_account_has_no_tokens_left(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    token = make_token(ilse)["token"]
    ilse.post("/api/v1/account/close")
    assert with_token(server, token).get("/api/v1/session").status_code == 401


def test_a_token_runs_out_after_ninety_days_unless_it_is_made_otherwise(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    usual, short, endless = make_token(ilse), make_token(ilse, days=7), make_token(ilse, days=None)
    assert [one["ends_at"] for one in (usual, short, endless)] == ["2027-02-13T12:00:00Z", "2026-11-22T12:00:00Z", None]
    for days, good in ((6, [200, 200, 200]), (2, [200, 401, 200]), (83, [401, 401, 200])):
        server.clock.pass_time(days=days)
        scripts = [with_token(server, one["token"]) for one in (usual, short, endless)]
        assert [script.get("/api/v1/session").status_code for script in scripts] == good


def test_a_token_that_ran_out_is_still_listed_for_a_while(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    make_token(ilse, days=1)
    server.clock.pass_time(days=2)
    assert [one["has_ended"] for one in ilse.get("/api/v1/tokens").json()["tokens"]] == [True]
    server.clock.pass_time(days=28)
    again = server.client()
    again.post("/api/v1/session", json={"login": "ilse", "password": "correct horse battery"})
    again.csrf = again.get("/api/v1/session").json()["csrf"]
    make_token(again, label="new")
    server.clock.pass_time(days=2)
    again.post("/api/v1/session", json={"login": "ilse", "password": "correct horse battery"})
    make_token(again, label="newer")
    assert [one["label"] for one in again.get("/api/v1/tokens").json()["tokens"]] == ["new", "newer"]


@pytest.mark.parametrize("wish", [{"days": 0}, {"days": 367}, {"days": "x"}, {"scope": "everything"}, {"scope": None}])
def test_a_scope_or_a_time_that_is_none_is_refused(server: Server, wish: dict[str, Any]) -> None:
    assert server.sign_up("Ilse").post("/api/v1/tokens", json={"label": "x", **wish}).status_code == 422


def test_tokens_end_with_the_password(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    first = make_token(ilse, scope="account", days=None)["token"]
    assert ilse.put("/api/v1/account/password", json={"password": "another long one"}).status_code == 200
    assert with_token(server, first).get("/api/v1/session").status_code == 401
    second = make_token(ilse, days=None)["token"]
    server.client().post("/api/v1/passwords/forgot", json={"email": "ilse@example.org"})
    with server.services.store.read() as connection:
        body = connection.execute(select(notices.c.body).order_by(notices.c.id.desc())).scalars().first()
    secret = re.findall(r"/reset/(\S+)", str(body))[0]
    reset = {"token": secret, "password": "a third long one"}
    assert server.client().post("/api/v1/passwords/reset", json=reset).status_code == 200
    assert with_token(server, second).get("/api/v1/session").status_code == 401


def test_a_token_of_another_kind_cannot_be_taken_back_as_one_for_scripts(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    server.client().post("/api/v1/passwords/forgot", json={"email": "ilse@example.org"})
    with server.services.store.read() as connection:
        number = connection.execute(select(tokens.c.id)).scalar_one()
    assert ilse.delete(f"/api/v1/tokens/{number}").status_code == 404
