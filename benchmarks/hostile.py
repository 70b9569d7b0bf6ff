"""Twenty addresses that do whatever a stranger can do to a host, as fast as the host lets them."""

import asyncio
import itertools
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from tests.server.kit import PASSWORD

from benchmarks.wire import Answer, Wire

BOARD = "colonia-vii"
PHASES = 100
"""Phases in one request to the judge: as many as it takes."""
HALF_REQUESTS = 60
"""Connections that one address keeps open without finishing a request."""
LONG_GAME = 12
"""Phases of the game that is exported again and again."""
POLITENESS = 10
"""Real attackers have their own machines. Here they share one with the host, so their computing yields to its."""
REFUSED = 0.2
"""Seconds before a refused request is sent again: attackers wait less than they are told to."""


class Attacker:
    """One address, and the results of its requests."""

    def __init__(self, url: str, number: int, ends: float, counts: Counter[str]) -> None:
        self.url, self.number, self.ends, self.counts = url, number, ends, counts
        self.address = f"198.51.100.{number + 1}"

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() > self.ends

    def enter(self) -> Wire:
        """A visitor without an account, of this address."""
        return Wire(self.url, address=self.address)

    async def send(self, kind: str, wire: Wire, method: str, path: str, body: object = None) -> Answer | None:
        """One request; nothing where it was refused or lost."""
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        try:
            answer = await wire.send(method, path, content)
        except (OSError, TimeoutError):
            self.counts[f"{kind} lost"] += 1
            await asyncio.sleep(REFUSED)
            return None
        if answer.status >= 400:
            self.counts[f"{kind} {answer.status}"] += 1
            await asyncio.sleep(REFUSED)
            return None
        self.counts[f"{kind} done"] += 1
        return answer


async def play_alone(attacker: Attacker) -> None:
    """Three games against strong bots at once, judged again and again."""
    games: list[tuple[Wire, str]] = []
    while not attacker.is_over:
        if len(games) < 3:
            guest = attacker.enter()
            answer = await attacker.send("solo game", guest, "POST", "/solo", {"variant": BOARD, "level": "strong"})
            if answer:
                begun = answer.read()
                guest.csrf = begun["session"]["csrf"]
                games.append((guest, begun["game"]["id"]))
            continue
        for guest, game in games:
            sheet = await attacker.send("solo sheet", guest, "GET", f"/games/{game}/orders")
            if sheet:
                body = {"turn": sheet.read()["turn"], "ready": True}
                await attacker.send("solo ready", guest, "POST", f"/games/{game}/orders/ready", body)


async def read_position(attacker: Attacker, wire: Wire) -> dict[str, object]:
    """The first position of the board as a request to the judge, with an order for every unit."""
    answer = None
    while answer is None:
        answer = await attacker.send("position", wire, "GET", f"/variants/{BOARD}/start")
    request = answer.read()
    units: dict[str, list[str]] = request["units"]
    return {**request, "orders": {power: [f"{unit} H" for unit in own] for power, own in units.items()}}


async def ask_the_judge(attacker: Attacker) -> None:
    """A hundred phases in each request."""
    wire = attacker.enter()
    body = json.dumps([await read_position(attacker, wire)] * PHASES).encode()
    while not attacker.is_over:
        await attacker.send("judge", wire, "POST", "/judge", body)


async def fill_sandboxes(attacker: Attacker) -> None:
    """Sandboxes judged by every rulebook, and kept."""
    wire = attacker.enter()
    position = await read_position(attacker, wire)
    rulebooks = ["1971", "1982", "2000", "2023"]
    judged = json.dumps({"request": position, "also_rules": rulebooks}).encode()
    kept = json.dumps({"request": position}).encode()
    while not attacker.is_over:
        await attacker.send("sandbox", wire, "POST", "/sandboxes/judge", judged)
        await attacker.send("sandbox kept", wire, "POST", "/sandboxes", kept)


async def host_and_export(attacker: Attacker, hook: str) -> None:
    """A game of nine strong bots with a webhook that drips, judged, and exported as often as possible."""
    master = attacker.enter()
    name = f"hostile{attacker.number}"
    account = {"name": name, "email": f"{name}@example.org", "password": PASSWORD}
    while not attacker.is_over and not master.csrf:
        signed_up = await attacker.send("account", master, "POST", "/accounts", account)
        master.csrf = signed_up.read()["csrf"] if signed_up else ""
    terms = {"clock": {"kind": "none"}, "gm_plays": False, "webhook": hook}
    made = await attacker.send("game", master, "POST", "/games", {"title": "Drip", "variant": BOARD, "terms": terms})
    if not made:
        return
    game = f"/games/{made.read()['id']}"
    await attacker.send("game", master, "POST", f"{game}/start", {"bots": "strong"})
    for _ in range(LONG_GAME):
        if attacker.is_over:
            return
        await attacker.send("judge now", master, "POST", f"{game}/gm/acts", {"act": "advance", "note": "on"})
    while not attacker.is_over:
        await attacker.send("export", master, "GET", f"{game}/export")


class _HalfRequest(asyncio.Protocol):
    """A connection that never ends its request."""

    def __init__(self, beginning: bytes) -> None:
        self._beginning = beginning
        self.transport: asyncio.Transport | None = None
        self.is_open = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the first half."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._beginning)

    def drip(self) -> None:
        """One more byte."""
        if self.transport is not None:
            self.transport.write(b"a")

    def data_received(self, _data: bytes) -> None:
        """A response ends it too."""
        self._end()

    def connection_lost(self, _exc: Exception | None) -> None:
        """The other side closed it."""
        self._end()

    def _end(self) -> None:
        self.is_open = False
        if self.transport is not None:
            self.transport.abort()


async def send_slowly(attacker: Attacker) -> None:
    """Many connections with half a request on each, and some that send a body byte by byte."""
    place = urlsplit(attacker.url)
    body = b"POST /api/v1/judge HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\nX-Forwarded-For: "
    beginnings = (body + attacker.address.encode() + b"\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
    loop = asyncio.get_running_loop()
    lines: list[_HalfRequest] = []
    numbers = itertools.count()
    while not attacker.is_over:
        while len(lines) < HALF_REQUESTS:
            with suppress(OSError):
                make = partial(_HalfRequest, beginnings[next(numbers) % 2])
                lines.append((await loop.create_connection(make, place.hostname or "", place.port or 80))[1])
        await asyncio.sleep(1)
        for line in lines:
            line.drip()
        lines = [line for line in lines if line.is_open]
        attacker.counts["half requests cut off"] += HALF_REQUESTS - len(lines)


async def attack(url: str, addresses: int, seconds: float, hook: str) -> Counter[str]:
    """Attack from so many addresses for a while, and count the results of the requests."""
    counts: Counter[str] = Counter()
    ends = time.monotonic() + seconds
    acts: tuple[Callable[[Attacker], Coroutine[Any, Any, None]], ...] = (
        play_alone, ask_the_judge, fill_sandboxes, partial(host_and_export, hook=hook), send_slowly,
    )  # fmt: skip
    attackers = [Attacker(url, number, ends, counts) for number in range(addresses)]
    tasks = [asyncio.create_task(act(attacker)) for attacker in attackers for act in acts]
    done, _ = await asyncio.wait(tasks, timeout=seconds + 1)
    for task in done:
        task.result()  # an attack that ended early would falsify the figures
    return counts


def main() -> None:
    """For the benchmark, which runs this in a process of its own, so that people's requests are not slowed down."""
    url, addresses, seconds, hook = sys.argv[1:]
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    print(json.dumps(asyncio.run(attack(url, int(addresses), float(seconds), hook))))


if __name__ == "__main__":
    main()
