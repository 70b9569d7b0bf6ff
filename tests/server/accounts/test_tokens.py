import pytest
from sqlalchemy import select

from legation.server.store.tables import tokens
from tests.server.kit import Client, Server


def with_token(server: Server, token: str) -> Client:
    client = server.client()
    client.headers["Authorization"] = f"Bearer {token}"
    return client


def make_token(client: Client, label: str = "my bot") -> dict[str, str]:
    answer = client.post("/api/v1/tokens", json={"label": label})
    assert answer.status_code == 201
    made: dict[str, str] = answer.json()
    return made


def test_a_token_stands_for_its_account_without_cookie_and_csrf(server: Server) -> None:
    token = make_token(server.sign_up("Ilse"))["token"]
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
    ilse.post("/api/v1/account/close", json={"password": "correct horse battery"})
    assert with_token(server, token).get("/api/v1/session").status_code == 401
