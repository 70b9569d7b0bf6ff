"""People at their boards: each reads, saves and writes, with the pauses of a quick person."""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from tests.server.running import Person

from benchmarks.wire import Answer, Wire

PAUSE = 2.0
"""Seconds on average between two acts of one person."""


@dataclass
class Times:
    """Milliseconds of each kind of request."""

    samples: dict[str, list[float]] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def add(self, kind: str, seconds: float) -> None:
        """One request."""
        self.samples.setdefault(kind, []).append(seconds * 1000)

    def fail(self, problem: str) -> None:
        """Note a request with an unexpected response."""
        self.failures.append(problem)


class Visitor:
    """One person at one board."""

    def __init__(self, wire: Wire, game: str, times: Times, seed: int) -> None:
        self.wire, self.path, self.times = wire, f"/games/{game}", times
        self.chance = random.Random(seed)
        self._moves: tuple[bytes, list[tuple[str, list[str]]]] = (b"", [])

    async def visit(self, ends: float) -> None:
        """Act until the time is over."""
        # The first pause is like all others: then people come as evenly in the first seconds as in the last.
        await asyncio.sleep(self.chance.expovariate(1 / PAUSE))
        while time.monotonic() < ends:
            await self._act()
            await asyncio.sleep(self.chance.expovariate(1 / PAUSE))
        self.wire.close()

    async def _act(self) -> None:
        act = self.chance.choices(("game", "scene", "sheet", "options", "save", "letter"), (4, 3, 3, 2, 3, 1))[0]
        if act == "save":
            await self._save()
        elif act == "letter":
            text = {"to": "all", "text": f"Letter {self.chance.getrandbits(40):x}"}
            await self._time("write a letter", "POST", f"{self.path}/press", text)
        else:
            ends = {"game": "", "scene": "/scene", "sheet": "/orders", "options": "/options"}
            await self._time(f"read the {act}", "GET", self.path + ends[act])

    async def _save(self) -> None:
        sheet = await self._time("read the sheet", "GET", f"{self.path}/orders")
        options = await self._time("read the options", "GET", f"{self.path}/options")
        if sheet is None or options is None:
            return
        orders = [f"{unit} - {self.chance.choice(moves)}" for unit, moves in self._list_moves(options)]
        body = {"turn": sheet.read()["turn"], "plan": "A", "version": None, "orders": orders}
        await self._time("save orders", "PUT", f"{self.path}/orders", body)

    def _list_moves(self, options: Answer) -> list[tuple[str, list[str]]]:
        """Each unit with where it may move; options that have not changed are not read again."""
        content = options.unpack()
        if self._moves[0] != content:
            units: list[dict[str, Any]] = json.loads(content)["units"]
            found = [(unit["unit"], [move["to"] for move in unit["moves"]]) for unit in units if unit["moves"]]
            self._moves = (content, found)
        return self._moves[1]

    async def _time(self, kind: str, method: str, path: str, body: object = None) -> Answer | None:
        content = b"" if body is None else json.dumps(body).encode()
        start = time.perf_counter()
        try:
            answer = await self.wire.send(method, path, content)
        except (OSError, TimeoutError) as error:
            self.times.fail(f"{kind}: {error!r}"[:200])
            return None
        finally:
            self.times.add(kind, time.perf_counter() - start)
        if answer.status >= 400:
            self.times.fail(f"{kind}: {answer.status} {answer.content[:150]!r}")
            return None
        return answer


def visit_all(people: Sequence[Person], games: Sequence[str], seats: int, ends: float) -> Times:
    """Let people act for a while, so many in each game."""
    times = Times()
    visitors = [
        Visitor(_take_over(person), games[number // seats], times, number) for number, person in enumerate(people)
    ]

    async def visit() -> None:
        await asyncio.gather(*(visitor.visit(ends) for visitor in visitors))

    # In a thread of its own: a test that had a browser leaves an event loop running in this one.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, visit()).result()
    return times


def _take_over(person: Person) -> Wire:
    """The same person, with a leaner client."""
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    url, address = str(person.http.base_url), person.http.headers.get("X-Forwarded-For", "127.0.0.1")
    person.http.close()
    return Wire(url, address=address, cookie=cookie, csrf=person.csrf)
