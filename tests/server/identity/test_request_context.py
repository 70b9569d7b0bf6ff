import pytest

from tests.server.kit import PASSWORD, UNSAFE, Server, list_routes

OPEN = {
    "/api/v1/accounts",
    "/api/v1/session",
    "/api/v1/passwords/forgot",
    "/api/v1/passwords/reset",
    "/api/v1/addresses/verify",
    "/api/v1/session/passkey",
    "/api/v1/session/passkey/challenge",
    "/api/v1/judge",
    "/api/v1/sandboxes/judge",
    "/api/v1/sandboxes/options",
    "/api/v1/sandboxes/check",
    "/api/v1/sandboxes/reach",
    "/api/v1/sandboxes/space",
}


@pytest.mark.parametrize("csrf", [None, "", "wrong", "é"])
def test_a_change_without_the_sessions_token_is_refused(server: Server, csrf: str | None) -> None:
    ilse = server.sign_up("Ilse")
    ilse.csrf = None
    headers = {} if csrf is None else {b"X-Legation-CSRF": csrf.encode("latin-1")}
    answer = ilse.patch("/api/v1/account", json={"name": "Other"}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "wrong_csrf"


def test_the_token_of_another_session_does_not_do(server: Server) -> None:
    ilse, otto = server.sign_up("Ilse"), server.sign_up("Otto")
    ilse.csrf = otto.csrf
    assert ilse.patch("/api/v1/account", json={"name": "Other"}).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://testserver.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_pages_of_other_sites_change_nothing_even_without_a_session(server: Server, headers: dict[str, str]) -> None:
    server.sign_up("Ilse")
    body = {"login": "ilse", "password": PASSWORD}
    answer = server.client().post("/api/v1/session", json=body, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "wrong_site"


def test_our_own_pages_may(server: Server) -> None:
    server.sign_up("Ilse")
    body = {"login": "ilse", "password": PASSWORD}
    headers = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
    assert server.client().post("/api/v1/session", json=body, headers=headers).status_code == 200


def test_every_unsafe_route_refuses_a_session_without_its_token(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    ilse.csrf = None
    checked = 0
    for path, method in list_routes():
        if method not in UNSAFE or (method == "POST" and path in OPEN):
            continue
        checked += 1
        # Numbers and names both fit into the places of a path, so that the path itself is never what is refused.
        address = "/".join("1" if part.startswith("{") else part for part in path.split("/"))
        answer = ilse.request(method, address, content=b"{}", headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "wrong_csrf"), f"{method} {path}"
    assert checked >= 8
