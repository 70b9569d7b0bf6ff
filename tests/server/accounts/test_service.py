from typing import Any

import pytest
from sqlalchemy import select

from legation.server.store.tables import accounts, sessions
from tests.server.kit import PASSWORD, Client, Server


def new(name: str = "Ilse", **changes: str) -> dict[str, str]:
    return {"name": name, "email": "ilse@example.org", "password": PASSWORD, **changes}


def sign_in(server: Server, login: str, password: str = PASSWORD) -> Any:
    return server.client().post("/api/v1/session", json={"login": login, "password": password})


def is_signed_in(client: Client) -> bool:
    return client.get("/api/v1/session").json()["account"] is not None


def test_a_new_account_is_signed_in(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    session = ilse.get("/api/v1/session").json()
    assert session["account"]["name"] == "Ilse"
    assert session["csrf"] == ilse.csrf
    assert session["now"] == "2026-11-15T12:00:00Z"


def test_somebody_without_a_session_is_nobody(server: Server) -> None:
    assert server.client().get("/api/v1/session").json() == {
        "account": None,
        "csrf": None,
        "now": "2026-11-15T12:00:00Z",
        "kept_until": None,
        "sign_up": "everybody",
        "has_guests": True,
        "has_passkeys": False,
    }


def test_the_cookie_is_hidden_from_scripts_and_other_sites(server: Server) -> None:
    answer = server.client().post("/api/v1/accounts", json=new())
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie


def test_the_database_holds_neither_the_cookie_nor_the_password(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    secret = ilse.cookies["legation_session"]
    with server.services.store.read() as connection:
        kept = str(connection.execute(select(sessions)).all()) + str(connection.execute(select(accounts)).all())
    assert secret not in kept
    assert PASSWORD not in kept
    assert "$argon2id$" in kept


@pytest.mark.parametrize("login", ["ilse", "ILSE", " Ilse ", "Ilse@Example.org"])
def test_one_signs_in_by_name_or_address_in_any_case(server: Server, login: str) -> None:
    server.sign_up("Ilse")
    assert sign_in(server, login).json()["account"]["name"] == "Ilse"


@pytest.mark.parametrize(
    ("login", "password"), [("Ilse", "wrong password"), ("Nobody", PASSWORD), ("", ""), ("' OR 1=1 --", "x")]
)
def test_a_wrong_login_and_an_unknown_one_get_the_same_answer(server: Server, login: str, password: str) -> None:
    server.sign_up("Ilse")
    answer = sign_in(server, login, password)
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "wrong_login"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("name", "I", "bad_name"),
        ("name", "x" * 41, "bad_name"),
        ("name", "   ", "bad_name"),
        ("name", "GM", "bad_name"),
        ("name", "clock", "bad_name"),
        ("name", "Guest 7", "bad_name"),
        ("name", "a@b", "bad_name"),
        ("name", "Il\u202ese", "bad_name"),
        ("email", "ilse", "bad_email"),
        ("email", "a@b@c", "bad_email"),
        ("email", "a b@c.org", "bad_email"),
        ("email", "x@y.org\r\nBcc: z@y.org", "bad_email"),
        ("email", "<x@y.org>", "bad_email"),
        ("password", "short", "short_password"),
        ("password", "x" * 201, "long_password"),
    ],
)
def test_what_is_no_name_address_or_password_is_refused(server: Server, field: str, value: str, code: str) -> None:
    answer = server.client().post("/api/v1/accounts", json=new(**{field: value}))
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == code
    assert answer.json()["error"]["field"] == field


@pytest.mark.parametrize("name", ["ilse", "ILSE", "  Ilse", "\uff29lse"])
def test_a_name_that_looks_the_same_is_taken(server: Server, name: str) -> None:
    server.sign_up("Ilse")
    answer = server.client().post("/api/v1/accounts", json=new(name, email="other@example.org"))
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "name_taken"


def test_signing_out_ends_the_session(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    cookie = ilse.cookies["legation_session"]
    assert ilse.delete("/api/v1/session").status_code == 204
    thief = server.client()
    thief.cookies.set("legation_session", cookie)
    assert not is_signed_in(thief)


def test_signing_in_begins_a_new_session_and_ends_the_old(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    old = ilse.cookies["legation_session"]
    ilse.post("/api/v1/session", json={"login": "ilse", "password": PASSWORD})
    assert ilse.cookies["legation_session"] != old
    thief = server.client()
    thief.cookies.set("legation_session", old)
    assert not is_signed_in(thief)


def test_a_new_password_ends_all_other_sessions(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    other = server.client()
    other.post("/api/v1/session", json={"login": "ilse", "password": PASSWORD})
    assert is_signed_in(other)
    assert ilse.put("/api/v1/account/password", json={"password": "another long one"}).status_code == 200
    assert is_signed_in(ilse)
    assert not is_signed_in(other)
    assert sign_in(server, "ilse").status_code == 401
    assert sign_in(server, "ilse", "another long one").status_code == 200


ALL_LETTERS = {
    "judged": True, "press": True, "reminders": True, "missed": True, "deadlines": True, "votes": True, "seats": True,
    "changes": True, "ending": True, "whole_turn": False, "picture": False,
    "invitations": True,
}  # fmt: skip


def test_settings_are_kept_and_filled_up(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    wish = {"theme": "dark", "zone": "Europe/Berlin", "mail": {"press": False}}
    settings = ilse.patch("/api/v1/account", json={"settings": wish}).json()["account"]["settings"]
    assert settings == {
        "theme": "dark",
        "strong_hatching": False,
        "single_keys": True,
        "zone": "Europe/Berlin",
        "mail": {**ALL_LETTERS, "press": False},
    }
    ilse.patch("/api/v1/account", json={"settings": {"mail": {"judged": False}}})
    mail = ilse.get("/api/v1/session").json()["account"]["settings"]["mail"]
    assert mail == {**ALL_LETTERS, "judged": False, "press": False}


@pytest.mark.parametrize(
    "wish",
    [
        {"theme": "pink"},
        {"zone": "Mars/Olympus"},
        {"zone": "../../etc/passwd"},
        {"zone": "/etc/passwd"},
        {"zone": ""},
        {"zone": 7},
        {"mail": {"spam": True}},
        {"mail": []},
        {"single_keys": "yes"},
        {"is_admin": True},
        {"x" * 500: 1},
    ],
)
def test_settings_that_are_none_are_refused(server: Server, wish: dict[str, Any]) -> None:
    ilse = server.sign_up("Ilse")
    answer = ilse.patch("/api/v1/account", json={"settings": wish})
    assert answer.status_code == 422
    assert answer.json()["error"]["field"].startswith("settings.")


def test_nobody_makes_themselves_an_admin(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    assert ilse.patch("/api/v1/account", json={"is_admin": True, "name": "Ilse B"}).status_code == 422
    account = ilse.get("/api/v1/session").json()["account"]
    assert (account["name"], account["is_admin"]) == ("Ilse", False)
    made = server.client().post("/api/v1/accounts", json={**new("Otto", email="o@example.org"), "is_admin": True})
    assert (made.status_code, made.json()["error"]["field"]) == (422, "is_admin")


def test_a_closed_account_is_gone_but_its_name_stays_taken(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    assert ilse.post("/api/v1/account/close").status_code == 204
    assert not is_signed_in(ilse)
    assert sign_in(server, "ilse").status_code == 401
    again = server.client().post("/api/v1/accounts", json=new())
    assert again.json()["error"]["code"] == "name_taken"


def test_sign_up_can_be_closed(make_any: Any) -> None:
    server = make_any(allows_sign_up=False)
    answer = server.client().post("/api/v1/accounts", json=new())
    assert answer.json()["error"]["code"] == "sign_up_closed"


def test_cookies_are_for_https_only_where_the_host_has_it(make_any: Any) -> None:
    server = make_any(secure_cookies=True)
    answer = server.client().post("/api/v1/accounts", json=new())
    assert "Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_accounts_work_on_each_database(server_on_each: Server) -> None:
    ilse = server_on_each.sign_up("Ilse")
    taken = server_on_each.client().post("/api/v1/accounts", json=new())
    assert taken.json()["error"]["code"] == "name_taken"
    assert ilse.patch("/api/v1/account", json={"name": "Ilse Two"}).json()["account"]["name"] == "Ilse Two"
    assert sign_in(server_on_each, "ilse two").status_code == 200
