from legation.server.accounts.service import make_guest
from legation.server.identity.viewers import Viewer
from tests.server.kit import PASSWORD, Client, Server


def make_guest_client(server: Server) -> Client:
    client = server.client()
    signed_in = make_guest(server.services, Viewer(address="test"))
    client.cookies.set("legation_session", signed_in.secret)
    client.csrf = signed_in.viewer.csrf
    return client


def test_a_guest_has_a_session_and_no_address(server: Server) -> None:
    account = make_guest_client(server).get("/api/v1/session").json()["account"]
    assert account["is_guest"] is True
    assert account["email"] is None
    assert account["name"].startswith("Guest ")


def test_a_guest_that_claims_a_name_keeps_the_account(server: Server) -> None:
    guest = make_guest_client(server)
    number = guest.get("/api/v1/session").json()["account"]["id"]
    wish = {"name": "Otto", "email": "otto@example.org", "password": PASSWORD}
    answer = guest.post("/api/v1/account/claim", json=wish)
    assert answer.status_code == 200
    assert answer.json()["account"]["id"] == number
    assert answer.json()["account"]["is_guest"] is False
    again = guest.post("/api/v1/account/claim", json=wish)
    assert again.json()["error"]["code"] == "not_a_guest"
    signed_in = server.client().post("/api/v1/session", json={"login": "otto", "password": PASSWORD})
    assert signed_in.json()["account"]["id"] == number


def test_a_guest_cannot_claim_a_name_that_is_taken(server: Server) -> None:
    server.sign_up("Ilse")
    wish = {"name": "ilse", "email": "otto@example.org", "password": PASSWORD}
    answer = make_guest_client(server).post("/api/v1/account/claim", json=wish)
    assert answer.json()["error"]["code"] == "name_taken"


def test_a_guest_has_no_password_to_change_and_makes_no_tokens(server: Server) -> None:
    guest = make_guest_client(server)
    change = {"password": "another long one"}
    assert guest.put("/api/v1/account/password", json=change).json()["error"]["code"] == "claim_first"
    assert guest.put("/api/v1/account/email", json={"email": "o@example.org"}).json()["error"]["code"] == "claim_first"
    assert guest.post("/api/v1/session/confirm", json={"password": ""}).json()["error"]["code"] == "claim_first"
    assert guest.patch("/api/v1/account", json={"name": "Otto"}).json()["error"]["code"] == "claim_first"
    assert guest.post("/api/v1/tokens", json={"label": "x"}).json()["error"]["code"] == "claim_first"


def test_nobody_signs_in_as_a_guest(server: Server) -> None:
    guest = make_guest_client(server)
    name = guest.get("/api/v1/session").json()["account"]["name"]
    for password in ("", "None", "x" * 10):
        answer = server.client().post("/api/v1/session", json={"login": name, "password": password})
        assert answer.status_code == 401


def test_a_guest_may_leave_without_a_password(server: Server) -> None:
    guest = make_guest_client(server)
    assert guest.post("/api/v1/account/close").status_code == 204
    assert guest.get("/api/v1/session").json()["account"] is None


def test_a_guest_reads_until_when_the_games_are_kept(server: Server) -> None:
    guest, ilse = server.client(), server.sign_up("Ilse")
    guest.post("/api/v1/solo", json={"variant": "standard", "level": "easy"})
    assert guest.get("/api/v1/session").json()["kept_until"] == "2026-12-15T12:00:00Z"
    assert ilse.get("/api/v1/session").json()["kept_until"] is None
    assert server.client().get("/api/v1/session").json()["kept_until"] is None
