"""What is refused before anything is read or looked up, or not answered at all because nobody is there."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from legation.server.base.rate_limits import OF_ADDRESS
from legation.server.base.refusals import HttpRefusal, sign_in_first
from legation.server.http.guards import Guards
from tests.server.kit import Server, make_settings

REACHED = 200
BODY: Message = {"type": "http.request", "body": b"{}"}


async def answer(_scope: Scope, _receive: Receive, send: Send) -> None:
    """An app that answers everything."""
    await send({"type": "http.response.start", "status": REACHED, "headers": []})


async def trust(_scope: Scope) -> None:
    """Everybody is signed in."""


def ask(app: ASGIApp, *, address: str = "203.0.113.7", path: str = "/", body: Message | None = None) -> list[Message]:
    """What an app sends; a body that is not there must not be asked for."""
    sent: list[Message] = []
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "client": (address, 1), "headers": []}

    async def receive() -> Message:
        assert body is not None, "the body was read"
        return body

    async def send(message: Message) -> None:
        sent.append(message)

    run_apart(app(scope, receive, send))
    return sent


def run_apart(coroutine: Any) -> Any:
    """Run it in a thread, since the browser of another test may have a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def is_reached(sent: list[Message]) -> bool:
    """True if the app answered."""
    return [message.get("status") for message in sent] == [REACHED]


def read_refusal(sent: list[Message]) -> tuple[int, str, str]:
    """Status, code and when to come again."""
    headers = dict(sent[0]["headers"])
    error = json.loads(sent[1]["body"])["error"]
    assert error["message"].endswith(".")
    return sent[0]["status"], error["code"], headers.get(b"retry-after", b"").decode()


class Timer:
    """A clock that tests move."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_flood_from_one_address_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    timer = Timer()
    guard = Guards(answer, make_settings(tmp_path, rate_factor=1.0), trust, timer)
    assert all(guard._refuse_flood("203.0.113.7") is None for _ in range(OF_ADDRESS.burst))
    assert read_refusal(ask(guard)) == (429, "too_many_requests", "1")
    assert is_reached(ask(guard, address="203.0.113.8", body=BODY))  # others are served
    timer.now += 1
    assert is_reached(ask(guard, body=BODY))


def test_no_address_is_left_out_because_of_how_it_ends(tmp_path: Path) -> None:
    guard = Guards(answer, make_settings(tmp_path, rate_factor=1.0), trust, Timer())
    assert all(guard._refuse_flood("203.0.113.7") is None for _ in range(OF_ADDRESS.burst))
    for path in ("/events", "/api/v1/judge/events", "/api/v1/games/x/events"):
        assert read_refusal(ask(guard, path=path)) == (429, "too_many_requests", "1")


def test_a_house_of_ten_quick_people_is_never_refused(tmp_path: Path) -> None:
    timer = Timer()
    guard = Guards(answer, make_settings(tmp_path, rate_factor=1.0), trust, timer)
    for _ in range(600):  # ten minutes; each of them asks for something every second, and for a page with its files
        timer.now += 1.0
        assert all(guard._refuse_flood("203.0.113.7") is None for _ in range(20))


def test_one_address_has_few_requests_in_hand(tmp_path: Path) -> None:
    async def play() -> list[Message]:
        waits = asyncio.Event()
        sent: list[Message] = []

        async def hold(_scope: Scope, _receive: Receive, _send: Send) -> None:
            await waits.wait()

        async def send(message: Message) -> None:
            sent.append(message)

        guard = Guards(hold, make_settings(tmp_path, connections_each=2), trust)

        async def receive() -> Message:
            return BODY

        client = ("203.0.113.7", 1)
        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "client": client, "headers": []}
        tasks = [asyncio.ensure_future(guard(scope, receive, send)) for _ in range(3)]
        await asyncio.wait(tasks, timeout=0.01)
        waits.set()
        await asyncio.gather(*tasks)
        return sent

    assert read_refusal(run_apart(play())) == (429, "too_many_at_once", "5")


def test_whoever_goes_away_before_the_end_of_a_body_keeps_nobody_busy(tmp_path: Path) -> None:
    guard = Guards(answer, make_settings(tmp_path), trust)
    assert ask(guard, body={"type": "http.disconnect"}) == []
    assert is_reached(ask(guard, body=BODY))


def test_a_long_body_of_a_stranger_stays_unread(tmp_path: Path) -> None:
    async def refuse(_scope: Scope) -> HttpRefusal:
        return sign_in_first()

    guard = Guards(answer, make_settings(tmp_path), refuse)
    assert read_refusal(ask(guard, path="/api/v1/imports/file")) == (401, "sign_in_first", "")
    assert is_reached(ask(guard, path="/api/v1/judge", body=BODY))


@pytest.mark.parametrize("path", ["/api/v1/imports", "/api/v1/imports/file"])
@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "sign_in_first"),
        ({"Cookie": "legation_session=made-up"}, "session_ended"),
        ({"Authorization": "Bearer lgt_made-up"}, "bad_token"),
    ],
)
def test_strangers_import_nothing(server: Server, path: str, headers: dict[str, str], code: str) -> None:
    refused = server.client().post(path, content=b"{}", headers=headers)
    assert refused.status_code == 401
    assert refused.json()["error"]["code"] == code
