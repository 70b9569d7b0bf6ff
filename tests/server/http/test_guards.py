import logging
from typing import Any

import pytest

from legation.server.http.guards import name_path
from tests.server.kit import PASSWORD, Server
from tests.server.people import make_match

CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


@pytest.mark.parametrize("path", ["/", "/api/v1/session", "/api/v1/nothing", "/assets/none.js", "/g/abc"])
def test_every_answer_tells_browsers_what_pages_may_do(server: Server, path: str) -> None:
    headers = server.client().get(path).headers
    assert headers["content-security-policy"] == CSP
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert "strict-transport-security" not in headers


def test_answers_of_the_api_are_not_kept(server: Server) -> None:
    assert server.sign_up("Ilse").get("/api/v1/session").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["health", "variants/standard", "games", "games/nope", "tokens"])
def test_head_is_answered_as_get_without_the_content(server: Server, path: str) -> None:
    client = server.client()
    head, get = client.head(f"/api/v1/{path}"), client.get(f"/api/v1/{path}")
    assert (head.status_code, head.content) == (get.status_code, b"")
    for name in ("content-type", "content-length", "cache-control"):
        assert head.headers.get(name) == get.headers.get(name)


def test_head_changes_nothing_and_opens_no_stream(server: Server) -> None:
    match = make_match(server)
    acts = match.path("gm/acts")
    assert match.gm.head(acts).status_code == match.gm.get(acts).status_code
    assert match.gm.head(match.path("events")).status_code in (404, 405)


def test_a_body_that_says_it_is_too_large_is_refused_unread(server: Server) -> None:
    answer = server.client().post("/api/v1/session", content=b"x", headers={"Content-Length": "300000"})
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too_large"


def test_a_body_that_grows_too_large_is_refused(server: Server) -> None:
    def stream() -> Any:
        for _ in range(30):
            yield b"x" * 10_000

    answer = server.client().post("/api/v1/session", content=stream())
    assert answer.status_code == 413


@pytest.mark.parametrize("length", ["-1", "1e3", "abc", "9" * 30])
def test_a_length_that_is_none_is_refused(server: Server, length: str) -> None:
    answer = server.client().post("/api/v1/session", content=b"x", headers={"Content-Length": length})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/api/v1/session", 250_000, 422),
        ("/api/v1/session", 260_000, 413),
        ("/api/v1/judge", 1_900_000, 422),
        ("/api/v1/judge", 2_100_000, 413),
        ("/api/v1/games/import", 260_000, 413),
    ],
)
def test_each_address_has_its_limit(server: Server, path: str, size: int, status: int) -> None:
    assert server.client().post(path, content=b"x" * size).status_code == status


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("text", [r"\u0000", r"\ud83d", r"\ude00", r"a\\\u0000"])
def test_characters_that_no_database_keeps_are_refused(server: Server, text: str, encoding: str) -> None:
    body = f'{{"login": "{text}", "password": "x"}}'.encode(encoding)
    answer = server.client().post("/api/v1/session", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "broken_text"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("text", [r"\ud83d\ude00", r"\\u0000", r"caf\u00e9"])
def test_other_escapes_are_read(server: Server, text: str, encoding: str) -> None:
    body = f'{{"login": "{text}", "password": "x"}}'.encode(encoding)
    answer = server.client().post("/api/v1/session", content=body, headers={"Content-Type": "application/json"})
    assert answer.json()["error"]["code"] == "wrong_login"


DEEP = "[" * 900 + "]" * 900


@pytest.mark.parametrize("value", [r'"\ud800"', DEEP, "NaN", "-Infinity", "1e999", '{"a": [' + DEEP + "]}", "9" * 4300])
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("judge", '{"phase": "S1901M", "id": VALUE}'),
        ("judge", '[{"phase": "S1901M"}, {"phase": "S1901M", "memory": {"a": VALUE}}]'),
        ("sandboxes/judge", '{"request": {"phase": "S1901M", "id": VALUE}}'),
        ("sandboxes/judge", '{"request": {"phase": "S1901M", "memory": {"a": VALUE}}}'),
        ("sandboxes/options", '{"power": "FRANCE", "request": {"phase": "S1901M", "memory": {"a": VALUE}}}'),
        ("sandboxes/check", '{"text": "A PAR H", "request": {"phase": "S1901M", "memory": {"a": VALUE}}}'),
        ("sandboxes", '{"request": {"phase": "S1901M", "id": VALUE}}'),
        ("session", '{"login": VALUE, "password": "x"}'),
        ("accounts", '{"name": "Ilse", "email": "ilse@example.org", "password": VALUE}'),
    ],
)
def test_values_that_no_answer_could_hold_are_refused_everywhere(
    server: Server, path: str, body: str, value: str
) -> None:
    answer = server.client().post(
        f"/api/v1/{path}", content=body.replace("VALUE", value), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == ("broken_text" if "ud800" in value else "not_json")


@pytest.mark.parametrize("path", ["/api/v1/games?q=%00", "/api/v1/games/%00", "/a%00b"])
def test_zero_characters_in_addresses_are_refused(server: Server, path: str) -> None:
    assert server.client().get(path).status_code == 422


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"[" * 100_000, b"NaN", b"9" * 9000])
def test_a_body_that_is_not_what_was_asked_for_is_refused_in_form(server: Server, body: bytes) -> None:
    answer = server.client().post("/api/v1/session", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert set(answer.json()["error"]) == {"code", "message", "field", "candidates"}


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b"{"),
        ("application/json", b'{"login": "\xe9", "password": "x"}'),
        ("application/json", b"\x1f\x8b\x08"),
        ("text/plain", b'{"login": "Ilse", "password": "x"}'),
        ("application/x-www-form-urlencoded", b"login=Ilse&password=x"),
        ("", b'{"login": "Ilse", "password": "x"}'),
    ],
)
def test_a_body_that_is_no_json_or_not_said_to_be_is_refused_as_such(server: Server, kind: str, body: bytes) -> None:
    answer = server.client().post("/api/v1/session", content=body, headers={"Content-Type": kind})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["field"]) == (422, "not_json", None)
    assert "Content-Type" in error["message"]


def test_a_refused_value_is_not_sent_back(server: Server) -> None:
    answer = server.client().post("/api/v1/session", json={"login": "ilse", "password": ["a secret"]})
    assert answer.status_code == 422
    assert "a secret" not in answer.text
    assert answer.json()["error"]["field"] == "password"


def test_the_log_has_no_secrets(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="legation"):
        ilse = server.sign_up("Ilse")
        ilse.get("/api/v1/games?q=my-secret-words")
        ilse.get("/api/v1/invitations/very-secret")
        ilse.get("/reset/more-secret")
        ilse.post("/api/v1/passwords/reset", json={"token": "reset-secret", "password": "short"})
    secrets = ("my-secret", "very-secret", "more-secret", "reset-secret", PASSWORD, str(ilse.csrf), "example.org")
    written = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("legation"))
    assert "GET /api/v1/invitations/... " in written
    assert "POST /api/v1/accounts 201" in written
    assert not [secret for secret in (*secrets, ilse.cookies["legation_session"]) if secret in written]


def test_a_path_in_the_log_is_one_short_line() -> None:
    assert name_path("/a\nINFO forged\x1b[31m") == "/a?INFO forged?[31m"
    assert len(name_path("/" + "x" * 5000)) == 200


def test_what_breaks_is_answered_without_its_insides(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    @server.app.get("/api/v1/broken-for-a-test")
    def broken() -> None:
        raise ZeroDivisionError("with a secret inside")

    server.app.router.routes.insert(0, server.app.router.routes.pop())
    client = server.client()
    client._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
    answer = client.get("/api/v1/broken-for-a-test")
    assert answer.status_code == 500
    assert answer.json()["error"]["message"] == "Something went wrong on the server. The error has been logged."
    assert "secret" not in answer.text
