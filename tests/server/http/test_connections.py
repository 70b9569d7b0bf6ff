"""Slow and many connections, against a real server."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx2
import pytest
import uvicorn
from starlette.responses import PlainTextResponse

from legation.server.http import connections
from legation.server.http.connections import HEADERS_WITHIN, Door, GuardedProtocol, count_places
from tests.server.running import Person, Running, run_server
from tests.server.waiting import wait_until

EACH = 10


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("slow")
    settings = {"LEGATION_CONNECTIONS_EACH": str(EACH), "LEGATION_HOST": "127.0.0.1"}
    with run_server(f"sqlite:///{folder}/slow.db", folder / "data", **settings) as running:
        yield running


def connect(host: Running, source: str = "127.0.0.2") -> socket.socket:
    return socket.create_connection(("127.0.0.1", host.port), timeout=30, source_address=(source, 0))


def wait_for_end(line: socket.socket) -> float:
    """Seconds until the other side closes."""
    begun = time.monotonic()
    try:
        while line.recv(1000):
            pass
    except ConnectionError:
        pass
    return time.monotonic() - begun


def test_half_a_request_is_not_waited_for(host: Running) -> None:
    with connect(host) as silent, connect(host) as half, connect(host) as second:
        half.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        second.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"200" in second.recv(2000)
        second.sendall(b"GET / HTTP/1.1\r\nHost: ")
        for number in range(3):  # bytes that come now and then do not help
            time.sleep(1)
            half.sendall(b"%d" % number)
            second.sendall(b"x")
        for line in (silent, half, second):
            assert wait_for_end(line) < HEADERS_WITHIN + 3


def test_one_address_has_few_connections_and_others_are_served(host: Running) -> None:
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(connect(host, "127.0.0.3")) for _ in range(EACH + 5)]
        for line in lines:
            line.settimeout(1)
        refused = 0
        for line in lines[EACH:]:
            refused += b"503" in line.recv(1000)
        assert refused == 5
        with pytest.raises(TimeoutError):
            lines[0].recv(1)
        assert httpx2.get(f"{host.url}/api/v1/health", timeout=5).status_code == 200
    time.sleep(0.5)
    with connect(host, "127.0.0.3") as line:
        line.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"200" in line.recv(2000)


def test_a_stream_of_events_stays_open(host: Running) -> None:
    person = Person(host.url, "listener").sign_up()
    game = person.post("/games", {"title": "Long", "variant": "standard", "terms": {}})["id"]
    with person.http.stream("GET", f"/games/{game}/events", timeout=40) as stream:
        begun, lines = time.monotonic(), []
        for line in stream.iter_lines():
            lines.append(line)
            if line.startswith(": ping") or time.monotonic() - begun > 30:
                break
    assert lines[0] == "retry: 3000"
    assert ": ping" in lines
    assert time.monotonic() - begun > HEADERS_WITHIN


def test_a_body_that_comes_too_slowly_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code = (
        "import legation.server.http.guards as guards, sys\n"
        "guards.BODY_WITHIN, guards.SLOWEST = 1.0, 10**9\n"
        "from legation.cli.main import run\nsys.argv = ['legation', 'serve']\nrun()\n"
    )
    (tmp_path / "slow_serve.py").write_text(code)
    monkeypatch.setattr("tests.server.running.COMMAND", [str(tmp_path / "slow_serve.py")])
    with run_server(f"sqlite:///{tmp_path}/slow.db", tmp_path / "data") as running, connect(running) as line:
        line.sendall(b"POST /api/v1/judge HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{")
        answer = line.recv(2000)
        assert b"408" in answer.split(b"\r\n")[0]
        assert b"too_slow" in answer + line.recv(2000)
        assert wait_for_end(line) < 5


LONG = b"x" * 16_000_000
"""More than the system keeps for a reader that says how much it takes."""
TAKES = 100_000
"""Bytes that the system may keep for such a reader; it would grow to many millions where memory is plenty."""


@contextmanager
def sending_long_answers(monkeypatch: pytest.MonkeyPatch, reads_every: float) -> Iterator[int]:
    """A server of this process that answers everything with something long; its port."""
    monkeypatch.setattr(connections, "READS_EVERY", reads_every)
    monkeypatch.setattr(GuardedProtocol, "door", Door(100, 100))
    config = uvicorn.Config(
        PlainTextResponse(LONG), http=GuardedProtocol, ws="none", lifespan="off", log_level="warning", port=0
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


def ask(open_lines: ExitStack, port: int) -> socket.socket:
    line = open_lines.enter_context(socket.socket())
    line.settimeout(30)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, TAKES)
    line.connect(("127.0.0.1", port))
    line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    return line


def await_answer(line: socket.socket) -> None:
    """Wait until the body of an answer is on its way, or the line was cut, without reading any of it."""
    with suppress(ConnectionError):
        wait_until(lambda: len(line.recv(2000, socket.MSG_PEEK)) == 2000)


def count_read(line: socket.socket) -> int:
    read = 0
    try:
        while part := line.recv(1_000_000):
            read += len(part)
    except ConnectionError:
        pass
    return read


def test_who_does_not_read_a_long_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with sending_long_answers(monkeypatch, 0.1) as port, ExitStack() as open_lines:
        silent, reading = ask(open_lines, port), ask(open_lines, port)
        assert count_read(reading) > len(LONG)
        wait_until(lambda: not GuardedProtocol.door.count("127.0.0.1"))
        assert 0 < count_read(silent) < len(LONG)  # what the system had kept for it, and no more


def test_what_one_address_leaves_unread_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_UNREAD", len(LONG))
    with sending_long_answers(monkeypatch, 30.0) as port, ExitStack() as open_lines:
        lines = [ask(open_lines, port) for _ in range(4)]
        for line in lines:
            await_answer(line)
        # One may wait. Nothing is read before the others are cut: a line that is being cut would still be written to.
        wait_until(lambda: GuardedProtocol.door.count("127.0.0.1") == 1)
        sizes = sorted(count_read(line) for line in lines)
        assert sizes[2] < len(LONG) < sizes[3]


def send_until_refused(line: socket.socket, beginning: bytes, part: bytes, most: int) -> int:
    """How many bytes were taken before the other side closed; at least ``most`` where it does not."""
    line.sendall(beginning)
    sent = 0
    try:
        while sent < most:
            line.sendall(part)
            sent += len(part)
        wait_for_end(line)
    except ConnectionError:
        pass
    return sent


@pytest.mark.parametrize(
    "beginning",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ",
        b"GET /",
        b"POST /api/v1/judge HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-After: ",
    ],
    ids=["header", "address", "after the body"],
)
def test_the_head_of_a_request_has_an_end(host: Running, beginning: bytes) -> None:
    most = 20_000_000
    with connect(host, "127.0.0.10") as line:
        assert send_until_refused(line, beginning, b"a" * 50_000, most) < most


def test_a_long_body_is_no_long_head(host: Running) -> None:
    content = b" " * 400_000 + b"{}"
    head = b"POST /api/v1/judge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with connect(host, "127.0.0.11") as line:
        line.sendall(head + b"Content-Length: %d\r\n\r\n" % len(content) + content)
        assert b" 200 " in line.recv(2000)


def test_the_log_names_a_proxy_that_is_not_believed_once(host: Running) -> None:
    request = b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n"
    for _ in range(2):
        with connect(host, "127.0.0.9") as line:
            line.sendall(request)
            assert b"200" in line.recv(2000)
    warnings = [line for line in host.log.splitlines() if "LEGATION_TRUSTED_PROXIES" in line]
    assert len(warnings) == 1
    assert "127.0.0.9 claims to forward requests of others" in warnings[0]


def test_a_proxy_that_is_believed_is_not_warned_of_and_strangers_do_not_fill_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    door = Door(6, 2, "10.0.0.1")
    door.warn_of_forwarding("10.0.0.1")
    assert caplog.records == []
    for number in range(100):
        door.warn_of_forwarding(f"192.0.2.{number}")
    assert len(caplog.records) == connections.MOST_WARNINGS


def test_the_door_counts_networks_and_knows_proxies() -> None:
    door = Door(6, 2, "10.0.0.1, 10.1.0.0/16")
    assert [door.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [door.enter("10.1.2.3") for _ in range(3)] == [True, True, True]
    door.leave("192.0.2.1")
    assert door.enter("192.0.2.1")
    assert door.enter("2001:db8::1")
    assert not door.enter("192.0.2.9")  # it is full
    assert [Door(9, 1, "*").enter("192.0.2.1") for _ in range(2)] == [True, True]
    wide = Door(9, 2)
    assert [wide.enter(f"2001:db8::{number}") for number in range(3)] == [True, True, False]


@pytest.mark.parametrize(("descriptors", "places"), [(64, 16), (1024, 824), (100_000, 4000)])
def test_connections_leave_descriptors_for_the_rest(descriptors: int, places: int) -> None:
    assert count_places(descriptors) == places
    assert connections.SPARE >= 100
