"""Live news: each page hears what it may, at once, and again after it was away."""

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import httpx2
import pytest
import uvicorn

from legation.board import PowerId
from legation.server.base.refusals import HttpRefusal
from legation.server.game.event_storage import EventKind, add_event
from legation.server.live.positions import ReadingPosition, format_id, list_unheard, parse_position, read_position
from legation.server.live.service import MOST_STREAMS, Live, format_event
from legation.server.press.rooms import Reader
from tests.server.kit import Server
from tests.server.people import Match, make_match
from tests.server.running import find_port

GM, FRANCE, ENGLAND = Reader(is_gm=True), Reader(PowerId("FRANCE")), Reader(PowerId("ENGLAND"))
LATE = Reader(is_delayed=True)


@pytest.fixture
def match(server: Server) -> Match:
    return make_match(server, powers=("FRANCE", "ENGLAND"))


class Ear:
    """Listens for a while and remembers the kinds of news."""

    def __init__(self, live: Live, game: str, reader: Reader, last_id: str | None = None) -> None:
        self.live, self.game, self.reader, self.last_id = live, game, reader, last_id
        self.heard: list[str] = []
        self.ids: list[str] = []
        self.is_over = False
        self.may_listen = True

    async def listen(self) -> None:
        stream = await self.live.listen(
            self.game, "somebody", lambda _: self.reader if self.may_listen else None, self.reader, self.last_id
        )
        async for chunk in stream:
            for line in chunk.splitlines():
                if line.startswith("data: "):
                    self.heard.append(json.loads(line[6:])["kind"])
                if line.startswith("id: "):
                    self.ids.append(line[4:])
        self.is_over = True


async def wait_for(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        await asyncio.sleep(0.02)
    assert condition()


def write(match: Match, audience: str, kind: EventKind) -> None:
    services = match.server.services
    with services.store.write() as connection:
        add_event(connection, match.id, audience, kind, services.clock.now())


def run(match: Match, ears: Callable[[Live], list[Ear]], body: Callable[[Live, list[Ear]], Awaitable[None]]) -> None:
    """Listen with some ears while something happens."""

    async def whole() -> None:
        live = Live(match.server.services, poll=0.03, ping=0.2, check=0.1)
        listening = ears(live)
        tasks = [asyncio.create_task(ear.listen()) for ear in listening]
        await asyncio.sleep(0.1)
        try:
            await body(live, listening)
        finally:
            live.close()
            await asyncio.gather(*tasks)

    # In a thread of its own: a browser that another test has open keeps a loop in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, whole()).result()


def test_news_goes_to_its_audience_only(match: Match) -> None:
    sent = match.post(match.players["FRANCE"], "press", {"to": "gm", "text": "hello"}, status=201)

    async def body(_: Live, ears: list[Ear]) -> None:
        write(match, "all", "judged")
        write(match, "gm", "orders")
        write(match, "power:FRANCE", "vote")
        write(match, f"room:{sent['room']}", "press")
        write(match, "all", "gm")
        await wait_for(lambda: all("gm" in ear.heard for ear in ears[:3]))

    listening: list[Ear] = []

    def make(live: Live) -> list[Ear]:
        listening.extend(Ear(live, match.id, reader) for reader in (GM, FRANCE, ENGLAND, LATE))
        return listening

    run(match, make, body)
    gm, france, england, late = (set(ear.heard) for ear in listening)
    assert gm == {"judged", "orders", "press", "gm"}
    assert france == {"judged", "vote", "press", "gm"}
    assert england == {"judged", "gm"}
    assert late == set()


def test_a_page_that_was_away_hears_what_it_missed(match: Match) -> None:
    clock = match.server.clock
    clock.pass_time(hours=1)
    since = format_id(clock.now())
    clock.pass_time(minutes=5)
    write(match, "all", "deadline")
    write(match, "power:ENGLAND", "vote")

    async def body(_: Live, ears: list[Ear]) -> None:
        await wait_for(lambda: ears[0].heard != [])

    listening: list[Ear] = []

    def make(live: Live) -> list[Ear]:
        listening.append(Ear(live, match.id, FRANCE, since))
        return listening

    run(match, make, body)
    assert listening[0].heard == ["deadline"]
    assert listening[0].ids == [format_id(clock.now())]


def test_a_stream_ends_when_the_right_does(match: Match) -> None:
    async def body(_: Live, ears: list[Ear]) -> None:
        ears[0].may_listen = False
        await wait_for(lambda: ears[0].is_over)
        write(match, "all", "judged")
        await asyncio.sleep(0.15)
        assert ears[0].heard == []

    run(match, lambda live: [Ear(live, match.id, FRANCE)], body)


def test_a_changed_seat_is_heeded_before_the_news_of_it(match: Match) -> None:
    async def body(_: Live, ears: list[Ear]) -> None:
        ears[0].reader = ENGLAND
        write(match, "all", "members")
        write(match, "power:FRANCE", "orders")
        await wait_for(lambda: "members" in ears[0].heard)
        assert ears[0].heard == ["members"]

    run(match, lambda live: [Ear(live, match.id, FRANCE)], body)


def test_one_account_opens_so_many_streams_and_no_more(match: Match) -> None:
    async def body(live: Live, ears: list[Ear]) -> None:
        with pytest.raises(HttpRefusal) as refused:
            await live.listen(match.id, "somebody", lambda _: FRANCE, FRANCE)
        assert refused.value.status == 429
        assert len(ears) == MOST_STREAMS

    run(match, lambda live: [Ear(live, match.id, FRANCE) for _ in range(MOST_STREAMS)], body)


def test_one_address_opens_as_many_streams_as_it_may_have_connections(match: Match) -> None:
    most = match.server.services.settings.connections_each

    async def body(live: Live, _: list[Ear]) -> None:
        streams = []
        for number in range(most):
            who = f"account {number}"
            streams.append(await live.listen(match.id, who, lambda _: FRANCE, FRANCE, address="192.0.2.1"))
            await anext(streams[-1])
        with pytest.raises(HttpRefusal) as refused:
            await live.listen(match.id, "account 999", lambda _: FRANCE, FRANCE, address="192.0.2.1")
        assert refused.value.status == 429
        other = await live.listen(match.id, "account 999", lambda _: FRANCE, FRANCE, address="192.0.2.2")
        assert await anext(other) == "retry: 3000\n\n"
        for stream in (*streams, other):
            await stream.aclose()  # type: ignore[attr-defined]  # it is a generator

    run(match, lambda _: [], body)


def test_guests_of_one_address_share_their_streams(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    async def listen(_live: Live, _game: str, who: str, *_others: object, address: str) -> AsyncIterator[str]:
        asked.append((who, address))
        raise HttpRefusal(429, "too_many_streams")

    monkeypatch.setattr(Live, "listen", listen)
    for _ in range(2):
        guest = server.client()
        begun = guest.post("/api/v1/solo", json={"variant": "standard", "level": "easy"}).json()
        assert guest.get(f"/api/v1/games/{begun['game']['id']}/events").status_code == 429
    (first, second) = asked
    assert first == second
    assert first[0] == f"address {first[1]}"


def test_ids_are_moments_and_tell_nothing_of_others() -> None:
    moment = datetime(2026, 11, 15, 12, tzinfo=UTC) + timedelta(microseconds=7)
    assert parse_position(format_id(moment)) == ReadingPosition(moment)
    assert parse_position(str(ReadingPosition(moment, 12))) == ReadingPosition(moment, 12)
    assert format_event("judged", moment, 3) == (
        f'id: {format_id(moment)}\nevent: change\ndata: {{"kind":"judged","version":3}}\n\n'
    )
    for text in (None, "", "abc", "-1", "9" * 40, "٣", ".3", "1.x", f"1.{'9' * 20}"):
        assert parse_position(text) is None


def list_kinds(match: Match, reader: Reader, since: str) -> list[str]:
    """What a reader has not heard since a position."""
    position = parse_position(since)
    assert position is not None
    with match.server.services.store.read() as connection:
        return [row.kind for row in list_unheard(connection, match.id, reader, position)]


def test_a_page_that_loads_while_something_changes_hears_of_it_and_of_nothing_else(match: Match) -> None:
    write(match, "all", "judged")
    page = match.get(match.players["FRANCE"], "")
    assert list_kinds(match, FRANCE, page["position"]) == []
    write(match, "all", "deadline")  # in the same instant, by the clock of the test
    assert "deadline" in list_kinds(match, FRANCE, page["position"])

    match.server.clock.pass_time(seconds=1)
    page = match.get(match.players["FRANCE"], "")
    match.server.clock.pass_time(seconds=1)
    write(match, "power:FRANCE", "orders")
    assert list_kinds(match, FRANCE, page["position"]) == ["orders"]

    async def body(_: Live, ears: list[Ear]) -> None:
        await wait_for(lambda: ears[0].heard != [])

    ears: list[Ear] = []

    def make(live: Live) -> list[Ear]:
        ears.append(Ear(live, match.id, FRANCE, page["position"]))
        return ears

    run(match, make, body)
    assert ears[0].heard == ["orders"]


def test_a_change_that_was_long_under_way_is_not_lost(match: Match) -> None:
    """Its time is that of its beginning, and it comes into view after later ones."""
    services, began = match.server.services, match.server.clock.now()
    match.server.clock.pass_time(seconds=5)
    write(match, "all", "deadline")
    page = match.get(match.players["FRANCE"], "")
    with services.store.write() as connection:
        add_event(connection, match.id, "all", "judged", began)
    assert "judged" in list_kinds(match, FRANCE, page["position"])


def test_a_position_says_nothing_of_what_others_do(match: Match) -> None:
    sent = match.post(match.players["FRANCE"], "press", {"to": "gm", "text": "hello"}, status=201)
    before = match.get(match.players["ENGLAND"], "")["position"]
    match.server.clock.pass_time(seconds=1)
    write(match, "gm", "orders")
    write(match, "power:FRANCE", "vote")
    write(match, f"room:{sent['room']}", "press")
    assert match.get(match.players["ENGLAND"], "")["position"] == before
    assert match.get(match.players["FRANCE"], "")["position"] != before
    with match.server.services.store.read() as connection:
        assert str(read_position(connection, match.id, LATE)) == "0.0"


@contextmanager
def served(server: Server) -> Iterator[str]:
    """The app on a real port: a stream that never ends needs a real server."""
    port = find_port()
    config = uvicorn.Config(server.app, port=port, log_level="warning", lifespan="off", timeout_graceful_shutdown=1)
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    try:
        while not running.started:
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
    finally:
        running.should_exit = True
        thread.join(10)


def test_a_browser_hears_a_letter_over_the_wire_until_it_signs_out(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    cookies = dict(france.cookies)
    match.server.app.state.live = Live(match.server.services, poll=0.05, ping=0.2, check=0.1)
    with served(match.server) as url, httpx2.Client(base_url=url, cookies=cookies, timeout=10) as browser:
        assert browser.get(f"/api/v1/games/{match.id}").status_code == 200
        with browser.stream("GET", f"/api/v1/games/{match.id}/events") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            lines = stream.iter_lines()
            assert next(lines) == "retry: 3000"
            match.post(england, "press", {"to": ["FRANCE"], "text": "hear me"}, status=201)
            heard = next(line for line in lines if line.startswith("data: "))
            assert json.loads(heard[6:])["kind"] == "press"
            assert "hear me" not in heard
            france.delete("/api/v1/session")
            assert all(not line.startswith("data") for line in lines)


def test_a_game_that_is_not_open_has_no_stream(server: Server) -> None:
    match = make_match(server, powers=("FRANCE",), terms={"is_private": True})
    assert server.client().get(match.path("events")).status_code == 404
    assert server.sign_up("Odd").get("/api/v1/games/nosuchgame/events").status_code == 404
