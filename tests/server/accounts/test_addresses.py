"""An address belongs to whoever used a link that was sent to it; giving it is not enough."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from legation.server.mail.outbox import send_letters
from legation.server.store.tables import notices
from tests.server.kit import PASSWORD, Client, Server
from tests.server.people import make_match

NEW = "a brand new password"


@pytest.fixture
def server(make_any: Callable[..., Server], tmp_path: Any) -> Server:
    """A host that sends letters."""
    return make_any(mail_folder=tmp_path / "letters")


def sign_up(server: Server, name: str, email: str) -> Client:
    """Somebody who has made an account and used no link yet."""
    client = server.client()
    answer = client.post("/api/v1/accounts", json={"name": name, "email": email, "password": PASSWORD})
    assert answer.status_code == 201
    return client


def list_letters(server: Server) -> list[Any]:
    with server.services.store.read() as connection:
        return list(connection.execute(select(notices).order_by(notices.c.id)).all())


def find_link(server: Server, address: str, kind: str = "verify") -> str:
    """The secret of the last link that was sent to an address."""
    letters = [one for one in list_letters(server) if one.address == address and one.kind == kind]
    found = re.search(r"http://testserver/\w+/(\S+)", letters[-1].body)
    assert found is not None
    return found[1]


def verify(server: Server, secret: str) -> Any:
    return server.client().post("/api/v1/addresses/verify", json={"token": secret})


def read_account(client: Client) -> tuple[str | None, str | None]:
    account = client.get("/api/v1/session").json()["account"]
    return account["email"], account["new_email"]


def test_an_address_belongs_to_an_account_once_its_link_is_used(server: Server) -> None:
    ilse = sign_up(server, "Ilse", "ILSE@example.org")
    assert read_account(ilse) == (None, "ilse@example.org")
    secret = find_link(server, "ilse@example.org")
    answer = verify(server, secret)
    assert answer.json() == {"name": "Ilse", "email": "ilse@example.org"}
    assert read_account(ilse) == ("ilse@example.org", None)
    assert verify(server, secret).json()["error"]["code"] == "link_used_up"


def test_a_link_is_good_for_a_week(server: Server) -> None:
    sign_up(server, "Ilse", "ilse@example.org")
    server.clock.pass_time(days=7, seconds=1)
    assert verify(server, find_link(server, "ilse@example.org")).status_code == 410


def test_another_letter_makes_the_first_link_void(server: Server) -> None:
    ilse = sign_up(server, "Ilse", "ilse@example.org")
    first = find_link(server, "ilse@example.org")
    assert ilse.post("/api/v1/account/email/letter").status_code == 204
    assert verify(server, first).status_code == 410
    assert verify(server, find_link(server, "ilse@example.org")).status_code == 200
    again = ilse.post("/api/v1/account/email/letter")
    assert again.json()["error"]["code"] == "nothing_to_verify"


def test_letters_about_games_go_only_to_verified_addresses(server: Server) -> None:
    match = make_match(server, ("FRANCE",), start=False)
    link = match.post(match.gm, "invitations", {"role": "player", "power": "ENGLAND"}, status=201)
    otto = sign_up(server, "Otto", "otto@example.org")
    assert otto.post(f"/api/v1/invitations/{link['token']}").status_code == 200
    match.post(match.gm, "start", {"bots": "easy"})
    match.judge()
    send_letters(server.services)
    to_otto = [one.kind for one in list_letters(server) if one.account == (otto.account or {})["id"]]
    to_france = [
        one.kind for one in list_letters(server) if one.account == (match.players["FRANCE"].account or {})["id"]
    ]
    assert to_otto == ["verify"]
    assert "judged" in to_france


def test_signing_up_does_not_tell_whether_an_address_has_an_account(server: Server) -> None:
    server.sign_up("Ilse")
    answers = [
        server.client().post("/api/v1/accounts", json={"name": name, "email": email, "password": PASSWORD})
        for name, email in (("Otto", "ilse@example.org"), ("Emil", "emil@example.org"))
    ]
    shown = [
        {**answer.json()["account"], "id": 0, "name": "", "new_email": answer.json()["account"]["new_email"][-11:]}
        for answer in answers
    ]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert shown[0] == shown[1]


def test_the_owner_of_an_address_is_told_who_gave_it(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    sign_up(server, "Otto", "ilse@example.org")
    letter = list_letters(server)[-1]
    assert (letter.kind, letter.address, letter.account) == ("known", "ilse@example.org", (ilse.account or {})["id"])
    assert "the account Otto" in letter.body
    assert "/verify/" not in letter.body


def test_an_address_that_only_waits_keeps_nobody_from_it(server: Server) -> None:
    thief = sign_up(server, "Thief", "ilse@example.org")
    ilse = sign_up(server, "Ilse", "ilse@example.org")
    mine = find_link(server, "ilse@example.org")
    assert verify(server, mine).json()["name"] == "Ilse"
    assert read_account(ilse) == ("ilse@example.org", None)
    assert read_account(thief) == (None, "ilse@example.org")


def test_the_second_account_for_an_address_is_refused_when_its_link_is_used(server: Server) -> None:
    sign_up(server, "First", "ilse@example.org")
    first = find_link(server, "ilse@example.org")
    sign_up(server, "Second", "ilse@example.org")
    second = find_link(server, "ilse@example.org")
    assert verify(server, second).status_code == 200
    assert verify(server, first).json()["error"]["code"] == "email_taken"


def test_who_registers_the_address_of_another_gains_nothing(server: Server) -> None:
    thief = sign_up(server, "Ilse", "ilse@example.org")
    token = thief.post("/api/v1/tokens", json={"label": "back door", "scope": "account", "days": None}).json()["token"]
    server.client().post("/api/v1/passwords/forgot", json={"email": "ilse@example.org"})
    owner = server.client()
    secret = find_link(server, "ilse@example.org", "reset")
    answer = owner.post("/api/v1/passwords/reset", json={"token": secret, "password": NEW})
    assert answer.status_code == 200
    assert read_account(owner) == ("ilse@example.org", None)
    assert thief.get("/api/v1/sessions").status_code == 401
    script = server.client()
    assert script.get("/api/v1/session", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    login = {"login": "ilse@example.org", "password": PASSWORD}
    assert server.client().post("/api/v1/session", json=login).status_code == 401


def test_one_signs_in_by_an_address_that_waits_until_somebody_has_verified_it(server: Server) -> None:
    sign_up(server, "Otto", "ilse@example.org")
    login = {"login": "ilse@example.org", "password": PASSWORD}
    assert server.client().post("/api/v1/session", json=login).json()["account"]["name"] == "Otto"
    sign_up(server, "Ilse", "ilse@example.org")
    verify(server, find_link(server, "ilse@example.org"))
    assert server.client().post("/api/v1/session", json=login).json()["account"]["name"] == "Ilse"


def test_another_address_holds_once_it_is_verified_and_the_old_one_is_told(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    assert ilse.put("/api/v1/account/email", json={"email": "new@example.org"}).status_code == 200
    assert read_account(ilse) == ("ilse@example.org", "new@example.org")
    assert [(one.kind, one.address) for one in list_letters(server)] == [
        ("verify", "new@example.org"),
        ("address", "ilse@example.org"),
    ]
    assert verify(server, find_link(server, "new@example.org")).status_code == 200
    assert read_account(ilse) == ("new@example.org", None)


def test_going_back_to_the_old_address_takes_the_change_back(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    ilse.put("/api/v1/account/email", json={"email": "new@example.org"})
    secret = find_link(server, "new@example.org")
    ilse.put("/api/v1/account/email", json={"email": "ilse@example.org"})
    assert read_account(ilse) == ("ilse@example.org", None)
    assert verify(server, secret).status_code == 410


def test_the_address_of_another_is_asked_for_without_an_answer(server: Server) -> None:
    ilse, otto = server.sign_up("Ilse"), server.sign_up("Otto")
    answer = ilse.put("/api/v1/account/email", json={"email": "otto@example.org"})
    assert answer.json()["account"]["new_email"] == "otto@example.org"
    assert {(one.kind, one.address) for one in list_letters(server)} == {
        ("known", "otto@example.org"),
        ("address", "ilse@example.org"),
    }
    assert read_account(otto) == ("otto@example.org", None)


def test_a_reset_link_verifies_no_address_that_was_given_after_it_was_sent(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    server.client().post("/api/v1/passwords/forgot", json={"email": "ilse@example.org"})
    secret = find_link(server, "ilse@example.org", "reset")
    ilse.put("/api/v1/account/email", json={"email": "new@example.org"})
    answer = server.client().post("/api/v1/passwords/reset", json={"token": secret, "password": NEW})
    assert answer.json()["account"]["email"] == "ilse@example.org"
    assert answer.json()["account"]["new_email"] == "new@example.org"


def test_a_letter_with_a_link_goes_to_the_address_that_waits(server: Server, tmp_path: Any) -> None:
    sign_up(server, "Ilse", "ilse@example.org")
    send_letters(server.services)
    (letter,) = (tmp_path / "letters").glob("*.eml")
    assert "To: ilse@example.org" in letter.read_text()


def test_a_host_without_letters_takes_the_first_who_gives_an_address(make_any: Callable[..., Server]) -> None:
    server = make_any()
    ilse, otto = sign_up(server, "Ilse", "x@example.org"), sign_up(server, "Otto", "x@example.org")
    assert read_account(ilse) == ("x@example.org", None)
    assert read_account(otto) == (None, "x@example.org")
    assert otto.put("/api/v1/account/email", json={"email": "o@example.org"}).status_code == 200
    assert read_account(otto) == ("o@example.org", None)


def test_a_flood_of_letters_to_one_address_is_stopped(make_any: Callable[..., Server], tmp_path: Any) -> None:
    server = make_any(mail_folder=tmp_path / "letters", rate_factor=1)
    statuses = []
    for number in range(8):
        body = {"name": f"Ilse {number}", "email": "victim@example.org", "password": PASSWORD}
        statuses.append(server.client().post("/api/v1/accounts", json=body).status_code)
    assert statuses.count(201) <= 5
    assert statuses[-1] == 429
