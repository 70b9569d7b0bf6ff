"""Passkeys: made soon after signing in, used once for each challenge, and only at the host's own address."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from legation.server.accounts.passkeys import allows_passkeys
from legation.server.store.tables import notices
from tests.server.authenticator import PRESENT, Device
from tests.server.kit import PASSWORD, Client, Server, make_settings


@pytest.fixture
def server(make_any: Callable[..., Server]) -> Server:
    return make_any(public_url="https://games.example.org")


def ask(client: Client, path: str) -> dict[str, Any]:
    answer = client.post(f"/api/v1/{path}/challenge")
    assert answer.status_code == 200, answer.text
    challenge: dict[str, Any] = answer.json()
    return challenge


def add(client: Client, device: Device, label: str = "my device") -> Any:
    return client.post("/api/v1/passkeys", json=device.make(ask(client, "passkeys"), label))


def sign_in(server: Server, device: Device) -> Client:
    client = server.client()
    answer = client.post("/api/v1/session/passkey", json=device.sign(ask(client, "session/passkey")))
    assert answer.status_code == 200, answer.text
    return client


def refuse(client: Client, signed: dict[str, Any]) -> None:
    answer = client.post("/api/v1/session/passkey", json=signed)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "bad_passkey")
    assert client.get("/api/v1/session").json()["account"] is None


def test_a_passkey_signs_in_without_name_and_password(server: Server) -> None:
    device = Device()
    answer = add(server.sign_up("Ilse"), device, "My telephone")
    assert answer.status_code == 201
    assert [one["label"] for one in answer.json()["passkeys"]] == ["My telephone"]
    client = sign_in(server, device)
    assert client.get("/api/v1/session").json()["account"]["name"] == "Ilse"
    assert client.get("/api/v1/passkeys").json()["passkeys"][0]["used_at"] is not None


def test_a_challenge_is_good_once(server: Server) -> None:
    device = Device()
    ilse = server.sign_up("Ilse")
    made = device.make(ask(ilse, "passkeys"))
    assert ilse.post("/api/v1/passkeys", json=made).status_code == 201
    assert ilse.post("/api/v1/passkeys", json=made).status_code == 403
    client = server.client()
    signed = device.sign(ask(client, "session/passkey"))
    assert client.post("/api/v1/session/passkey", json=signed).status_code == 200
    again = server.client()
    again.cookies.update(client.cookies)
    again.cookies.delete("legation_session")
    refuse(again, signed)


def test_a_challenge_is_good_for_five_minutes(server: Server) -> None:
    device = Device()
    add(server.sign_up("Ilse"), device)
    client = server.client()
    signed = device.sign(ask(client, "session/passkey"))
    server.clock.pass_time(minutes=5, seconds=1)
    refuse(client, signed)


def test_a_challenge_is_good_only_for_whom_it_was_made(server: Server) -> None:
    device = Device()
    ilse, otto = server.sign_up("Ilse"), server.sign_up("Otto")
    add(ilse, device)
    asker, thief = server.client(), server.client()
    signed = device.sign(ask(asker, "session/passkey"))
    refuse(thief, signed)
    ask(thief, "session/passkey")
    refuse(thief, signed)
    other = Device().make(ask(ilse, "passkeys"))
    assert otto.post("/api/v1/passkeys", json=other).status_code == 403


def test_a_challenge_serves_one_purpose(server: Server) -> None:
    device = Device()
    ilse = server.sign_up("Ilse")
    add(ilse, device)
    signed = device.sign(ask(ilse, "passkeys"))
    assert ilse.post("/api/v1/session/confirm/passkey", json=signed).status_code == 403


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://games.example.org"},
        {"origin": "https://games.example.org.evil.example"},
        {"rp_id": "evil.example"},
        {"flags": PRESENT},
        {"flags": 0},
    ],
)
def test_what_was_signed_elsewhere_or_by_nobody_is_refused(server: Server, wrong: dict[str, Any]) -> None:
    device = Device()
    ilse = server.sign_up("Ilse")
    assert ilse.post("/api/v1/passkeys", json=Device(**wrong).make(ask(ilse, "passkeys"))).status_code == 403
    add(ilse, device)
    client = server.client()
    refuse(client, replace(device, **wrong).sign(ask(client, "session/passkey")))


def test_the_key_of_another_device_is_refused(server: Server) -> None:
    device = Device()
    add(server.sign_up("Ilse"), device)
    client = server.client()
    refuse(client, replace(device, key=Device().key).sign(ask(client, "session/passkey")))
    refuse(client, replace(Device(), user_id=device.user_id).sign(ask(client, "session/passkey")))


@pytest.mark.parametrize("handle", [None, "YWNjb3VudCA5OQ", "*"])
def test_a_key_serves_the_account_it_was_made_for(server: Server, handle: str | None) -> None:
    device = Device()
    add(server.sign_up("Ilse"), device)
    client = server.client()
    refuse(client, {**device.sign(ask(client, "session/passkey")), "user_handle": handle})


def test_a_copied_key_is_noticed_by_its_count(server: Server) -> None:
    device = Device(count=1)
    add(server.sign_up("Ilse"), device)
    copy = replace(device)
    sign_in(server, device)
    sign_in(server, device)
    client = server.client()
    refuse(client, copy.sign(ask(client, "session/passkey")))
    sign_in(server, device)


@pytest.mark.parametrize("broken", ["", "AAAA", "e30", "*", "W10", "eyJjaGFsbGVuZ2UiOjF9", "oWA", "/w"])
def test_broken_answers_are_refused_and_break_nothing(server: Server, broken: str) -> None:
    device = Device()
    ilse = server.sign_up("Ilse")
    add(ilse, device)
    for field in ("client_data", "authenticator_data", "signature", "id"):
        client = server.client()
        signed = {**device.sign(ask(client, "session/passkey")), field: broken}
        assert client.post("/api/v1/session/passkey", json=signed).status_code in (403, 422), field
    for field in ("client_data", "attestation", "id"):
        made = {**Device().make(ask(ilse, "passkeys")), field: broken}
        assert ilse.post("/api/v1/passkeys", json=made).status_code in (403, 422), field


def test_a_passkey_is_made_soon_after_signing_in_or_confirming(server: Server) -> None:
    device = Device()
    ilse = server.sign_up("Ilse")
    add(ilse, device)
    server.clock.pass_time(minutes=11)
    assert ilse.post("/api/v1/passkeys/challenge").json()["error"]["code"] == "confirm_first"
    signed = device.sign(ask(ilse, "session/confirm"))
    assert ilse.post("/api/v1/session/confirm/passkey", json=signed).status_code == 200
    assert add(ilse, Device(), "second").status_code == 201


def test_nobody_confirms_by_the_passkey_of_another(server: Server) -> None:
    device = Device()
    add(server.sign_up("Ilse"), device)
    otto = server.sign_up("Otto")
    server.clock.pass_time(minutes=11)
    signed = device.sign(ask(otto, "session/confirm"))
    assert otto.post("/api/v1/session/confirm/passkey", json=signed).status_code == 403
    assert otto.put("/api/v1/account/password", json={"password": "another long one"}).status_code == 403


def test_passkeys_are_named_and_removed_by_their_owner(server: Server) -> None:
    device = Device()
    ilse, otto = server.sign_up("Ilse"), server.sign_up("Otto")
    number = add(ilse, device).json()["passkeys"][0]["id"]
    for person, status in ((otto, 404), (ilse, 204)):
        assert person.patch(f"/api/v1/passkeys/{number}", json={"label": "Old one"}).status_code == status
    assert ilse.get("/api/v1/passkeys").json()["passkeys"][0]["label"] == "Old one"
    assert ilse.patch(f"/api/v1/passkeys/{number}", json={"label": " "}).status_code == 422
    for person, status in ((otto, 404), (ilse, 204), (ilse, 404)):
        assert person.delete(f"/api/v1/passkeys/{number}").status_code == status
    client = server.client()
    refuse(client, device.sign(ask(client, "session/passkey")))


def test_the_owner_is_told_of_a_new_passkey(server: Server) -> None:
    add(server.sign_up("Ilse"), Device(), "My telephone")
    with server.services.store.read() as connection:
        letter = connection.execute(select(notices).order_by(notices.c.id.desc())).first()
    assert letter is not None
    assert (letter.kind, letter.address) == ("passkey", "ilse@example.org")
    assert "My telephone" in letter.body


def test_a_key_is_kept_once_and_twenty_at_most(server: Server) -> None:
    device = Device()
    ilse, otto = server.sign_up("Ilse"), server.sign_up("Otto")
    add(ilse, device)
    assert add(otto, device).status_code == 403
    for _ in range(19):
        assert add(ilse, Device()).status_code == 201
    assert ilse.post("/api/v1/passkeys/challenge").json()["error"]["code"] == "too_many"


def test_passkeys_outlive_a_new_password_but_not_a_reset_and_not_the_account(server: Server) -> None:
    device = Device()
    ilse = server.sign_up("Ilse")
    add(ilse, device)
    assert ilse.put("/api/v1/account/password", json={"password": "another long one"}).status_code == 200
    client = sign_in(server, device)
    server.client().post("/api/v1/passwords/forgot", json={"email": "ilse@example.org"})
    with server.services.store.read() as connection:
        body = str(connection.execute(select(notices.c.body).order_by(notices.c.id.desc())).scalars().first())
    secret = body.partition("/reset/")[2].split()[0]
    assert client.post("/api/v1/passwords/reset", json={"token": secret, "password": PASSWORD}).status_code == 200
    assert client.get("/api/v1/passkeys").json() == {"passkeys": []}
    second = Device()
    add(client, second)
    assert client.post("/api/v1/account/close").status_code == 204
    stranger = server.client()
    refuse(stranger, second.sign(ask(stranger, "session/passkey")))


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://games.example.org", True),
        ("https://games.example.org:8443", True),
        ("http://localhost:8000", True),
        ("http://games.example.org", False),
        ("http://127.0.0.1:8000", False),
        ("https://203.0.113.7", False),
        ("https://[2001:db8::1]", False),
    ],
)
def test_browsers_keep_passkeys_for_names_over_https(tmp_path: Any, url: str, allowed: bool) -> None:
    assert allows_passkeys(make_settings(tmp_path, public_url=url)) is allowed


def test_a_host_without_a_name_has_no_passkeys(make_any: Callable[..., Server]) -> None:
    server = make_any(public_url="http://127.0.0.1:8000")
    assert server.client().post("/api/v1/session/passkey/challenge").json()["error"]["code"] == "no_passkeys"
    assert server.client().get("/api/v1/session").json()["has_passkeys"] is False
