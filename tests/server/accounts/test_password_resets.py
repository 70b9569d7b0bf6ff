import re

from sqlalchemy import select

from legation.server.store.tables import notices, tokens
from tests.server.kit import PASSWORD, Server

NEW = "a brand new password"


def ask(server: Server, email: str) -> str | None:
    """Ask for a letter; the secret in it, if one was written."""
    answer = server.client().post("/api/v1/passwords/forgot", json={"email": email})
    assert answer.status_code == 202
    assert answer.json()["message"] == "If an account has this address, we have sent an e-mail to it."
    with server.services.store.read() as connection:
        letters = connection.execute(select(notices).order_by(notices.c.id)).all()
    if not letters:
        return None
    assert letters[-1].channel == "mail"
    found = re.search(r"http://testserver/reset/(\S+)", letters[-1].body)
    assert found is not None
    return found[1]


def test_the_link_of_a_letter_sets_a_new_password_and_ends_all_sessions(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    secret = ask(server, "ILSE@example.org")
    other = server.client()
    answer = other.post("/api/v1/passwords/reset", json={"token": secret, "password": NEW})
    assert answer.json()["account"]["name"] == "Ilse"
    assert other.get("/api/v1/session").json()["account"]["name"] == "Ilse"
    assert ilse.get("/api/v1/session").json()["account"] is None
    for password, status in ((PASSWORD, 401), (NEW, 200)):
        login = {"login": "ilse", "password": password}
        assert server.client().post("/api/v1/session", json=login).status_code == status


def test_a_link_works_once_and_for_an_hour(server: Server) -> None:
    server.sign_up("Ilse")
    secret = ask(server, "ilse@example.org")
    client = server.client()
    assert client.post("/api/v1/passwords/reset", json={"token": secret, "password": NEW}).status_code == 200
    again = server.client().post("/api/v1/passwords/reset", json={"token": secret, "password": NEW})
    assert again.json()["error"]["code"] == "link_used_up"
    late = ask(server, "ilse@example.org")
    server.clock.pass_time(minutes=61)
    assert server.client().post("/api/v1/passwords/reset", json={"token": late, "password": NEW}).status_code == 410


def test_a_new_letter_makes_the_old_one_void(server: Server) -> None:
    server.sign_up("Ilse")
    first, second = ask(server, "ilse@example.org"), ask(server, "ilse@example.org")
    assert first != second
    assert server.client().post("/api/v1/passwords/reset", json={"token": first, "password": NEW}).status_code == 410
    assert server.client().post("/api/v1/passwords/reset", json={"token": second, "password": NEW}).status_code == 200


def test_an_address_without_an_account_gets_the_same_answer_and_no_letter(server: Server) -> None:
    assert ask(server, "nobody@example.org") is None


def test_a_short_password_does_not_use_the_link_up(server: Server) -> None:
    server.sign_up("Ilse")
    secret = ask(server, "ilse@example.org")
    short = server.client().post("/api/v1/passwords/reset", json={"token": secret, "password": "short"})
    assert short.json()["error"]["code"] == "short_password"
    assert server.client().post("/api/v1/passwords/reset", json={"token": secret, "password": NEW}).status_code == 200


def test_the_database_does_not_hold_the_secret_of_a_link(server: Server) -> None:
    server.sign_up("Ilse")
    secret = ask(server, "ilse@example.org")
    with server.services.store.read() as connection:
        assert str(secret) not in str(connection.execute(select(tokens)).all())
