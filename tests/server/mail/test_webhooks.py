"""Webhooks lead out to the public internet and nowhere else."""

import http.server
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from legation.server.base.refusals import HttpRefusal
from legation.server.mail.webhooks import HookError, check_hook, is_public, make_payload, post_hook, resolve_address
from tests.server.mail.dripping import dripping


class Taker(http.server.BaseHTTPRequestHandler):
    """Takes webhooks, or sends them elsewhere."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        taken: list[tuple[str, Any]] = self.server.taken  # type: ignore[attr-defined]
        taken.append((self.path, json.loads(body)))
        if self.path.startswith("/elsewhere"):
            self.send_response(302)
            self.send_header("Location", "/taken")
        else:
            self.send_response(500 if self.path == "/broken" else 204)
        self.end_headers()

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        return


class Hookable(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Taker)
        self.taken: list[tuple[str, Any]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


@pytest.fixture
def taker() -> Iterator[Hookable]:
    with Hookable() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_payload_has_discords_form_and_pings_nobody() -> None:
    payload = make_payload("@everyone " + "x" * 3000, "Title", "text", "http://testserver/g/1")
    assert set(payload) == {"content", "embeds", "allowed_mentions"}
    assert len(str(payload["content"])) == 2000
    assert payload["allowed_mentions"] == {"parse": []}
    json.dumps(payload)


def test_a_hook_is_delivered_where_private_addresses_are_allowed(taker: Hookable) -> None:
    post_hook(f"{taker.url}/hook?wait=true", make_payload("hello", "t", "d", "u"), to_private=True)
    path, body = taker.taken[0]
    assert (path, body["content"]) == ("/hook?wait=true", "hello")


def test_a_private_address_gets_nothing_by_default(taker: Hookable) -> None:
    for url in (f"{taker.url}/hook", taker.url.replace("http:", "https:")):
        with pytest.raises(HookError):
            post_hook(url, {}, to_private=False)
    assert taker.taken == []


def test_a_redirect_is_not_followed(taker: Hookable) -> None:
    with pytest.raises(HookError, match="answered with 302"):
        post_hook(f"{taker.url}/elsewhere", {}, to_private=True)
    assert [path for path, _ in taker.taken] == ["/elsewhere"]


def test_errors_name_no_address(taker: Hookable) -> None:
    with pytest.raises(HookError) as broken:
        post_hook(f"{taker.url}/broken", {}, to_private=True)
    assert "127.0.0.1" not in str(broken.value)


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/a",
        "https://localhost/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://10.0.0.8/a",
        "https://169.254.169.254/latest/meta-data",
        "https://[::ffff:10.0.0.1]/a",
        "https://[64:ff9b::7f00:1]/a",
        "https://printer/a",
        "https://nas.local/a",
        "https://user:word@hooks.example.org/a",
        "ftp://hooks.example.org/a",
        "https://hooks.example.org:99999/a",
        "https:///a",
        "https://hooks.example.org/a b",
        "https://höoks.example.org/",
        "javascript:alert(1)",
        "https://hooks.example.org/" + "x" * 600,
        "",
    ],
)
def test_addresses_that_lead_inside_or_nowhere_are_refused(url: str) -> None:
    with pytest.raises(HttpRefusal) as refused:
        check_hook(url)
    assert refused.value.field == "terms.webhook"


def test_a_public_name_that_resolves_to_a_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(*_: Any, **__: Any) -> list[Any]:
        kind = socket.AF_INET, socket.SOCK_STREAM, 6, ""
        return [(*kind, ("93.184.216.34", 443)), (*kind, ("192.168.1.4", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(HookError, match="private"):
        resolve_address("https://hooks.example.org/a")


def test_the_address_that_was_checked_is_the_one_used(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["93.184.216.34", "127.0.0.1"])

    def look_up(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), 443))]

    tried: list[Any] = []

    def connect(address: Any, *_: Any, **__: Any) -> Any:
        tried.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(HookError, match="did not answer"):
        post_hook("https://hooks.example.org/a", {})
    assert tried == [("93.184.216.34", 443)]


@pytest.mark.parametrize(
    ("ip", "expected"),
    [("93.184.216.34", True), ("2606:2800:220:1::1", True), ("0.0.0.0", False), ("224.0.0.1", False),
     ("fe80::1%eth0", False), ("fc00::1", False), ("2002:7f00:1::", False), ("nonsense", False)],
)  # fmt: skip
def test_public_addresses_are_told_from_others(ip: str, expected: bool) -> None:
    assert is_public(ip) is expected


def test_a_hook_that_drips_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.server.mail.webhooks.LONGEST_DELIVERY", 0.5)
    with dripping(b"X-A: b\r\n", start=b"HTTP/1.1 200 OK\r\n") as port:
        begun = time.monotonic()
        with pytest.raises(HookError, match="took too long"):
            post_hook(f"http://127.0.0.1:{port}/hook", {}, to_private=True)
        assert time.monotonic() - begun < 5
