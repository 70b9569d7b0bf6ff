"""Twenty addresses that do whatever a stranger can do to a host, as fast as the host lets them."""

import itertools
import json
import os
import random
import socket
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from functools import partial
from urllib.parse import urlsplit

import httpx2
from tests.server.running import Person

BOARD = "colonia-vii"
PHASES = 100
"""Phases in one request to the judge: as many as it takes."""
HALF_REQUESTS = 60
"""Connections that one address keeps open without finishing a request."""
LONG_GAME = 12
"""Phases of the game that is exported again and again."""
POLITENESS = 10
"""Strangers bring their own machines. Here they share one with the host, so their computing makes way for its."""
REFUSED = 0.2
"""Seconds before a refused request is sent again: none of these waits as long as it is told."""


class Attacker:
    """One address, and what became of its requests."""

    def __init__(self, url: str, number: int, ends: float, counts: Counter[str]) -> None:
        self.url, self.number, self.ends, self.counts = url, number, ends, counts
        self.address = f"198.51.100.{number + 1}"
        self.chance = random.Random(number)

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() > self.ends

    def enter(self) -> Person:
        """A visitor without an account, of this address."""
        return Person(self.url, f"hostile{self.number}", address=self.address, patience=60)

    def send(self, kind: str, person: Person, method: str, path: str, body: object = None) -> object:
        """One request; nothing where it was refused or lost."""
        try:
            answer = person.call(method, path, body)
        except httpx2.HTTPStatusError as error:
            self.counts[f"{kind} {error.response.status_code}"] += 1
            time.sleep(REFUSED)
            return None
        except httpx2.TransportError:
            self.counts[f"{kind} lost"] += 1
            time.sleep(REFUSED)
            return None
        self.counts[f"{kind} done"] += 1
        return answer


def play_alone(attacker: Attacker) -> None:
    """Three games against strong bots at once, judged again and again."""
    games: list[tuple[Person, str]] = []
    while not attacker.is_over:
        if len(games) < 3:
            guest = attacker.enter()
            begun = attacker.send("solo game", guest, "POST", "/solo", {"variant": BOARD, "level": "strong"})
            if isinstance(begun, dict):
                guest.csrf = begun["session"]["csrf"]
                games.append((guest, begun["game"]["id"]))
            continue
        for guest, game in games:
            sheet = attacker.send("solo sheet", guest, "GET", f"/games/{game}/orders")
            if isinstance(sheet, dict):
                body = {"turn": sheet["turn"], "ready": True}
                attacker.send("solo ready", guest, "POST", f"/games/{game}/orders/ready", body)


def read_position(person: Person) -> dict[str, object]:
    """The first position of the board as a request to the judge, with an order for every unit."""
    request: dict[str, object] = person.get(f"/variants/{BOARD}/start")
    units: dict[str, list[str]] = request["units"]  # type: ignore[assignment]
    return {**request, "orders": {power: [f"{unit} H" for unit in own] for power, own in units.items()}}


def ask_the_judge(attacker: Attacker) -> None:
    """A hundred phases in each request."""
    person = attacker.enter()
    body = [read_position(person)] * PHASES
    while not attacker.is_over:
        attacker.send("judge", person, "POST", "/judge", body)


def fill_sandboxes(attacker: Attacker) -> None:
    """Sandboxes judged by every rulebook, and kept."""
    person = attacker.enter()
    position = read_position(person)
    rulebooks = ["1971", "1982", "2000", "2023"]
    while not attacker.is_over:
        attacker.send("sandbox", person, "POST", "/sandboxes/judge", {"request": position, "also_rules": rulebooks})
        attacker.send("sandbox kept", person, "POST", "/sandboxes", {"request": position})


def host_and_export(attacker: Attacker, hook: str) -> None:
    """A game of nine strong bots with a webhook that drips, judged, and exported as often as possible."""
    master = attacker.enter()
    while not attacker.is_over and not master.csrf:
        with suppress(httpx2.HTTPError):
            master.sign_up()
    terms = {"clock": {"kind": "none"}, "gm_plays": False, "webhook": hook}
    made = attacker.send("game", master, "POST", "/games", {"title": "Drip", "variant": BOARD, "terms": terms})
    if not isinstance(made, dict):
        return
    game = f"/games/{made['id']}"
    attacker.send("game", master, "POST", f"{game}/start", {"bots": "strong"})
    for _ in range(LONG_GAME):
        if attacker.is_over:
            return
        attacker.send("judge now", master, "POST", f"{game}/gm/acts", {"act": "advance", "note": "on"})
    while not attacker.is_over:
        attacker.send("export", master, "GET", f"{game}/export")


def send_slowly(attacker: Attacker) -> None:
    """Many connections with half a request on each, and some that send a body byte by byte."""
    place = urlsplit(attacker.url)
    body = b"POST /api/v1/judge HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\nX-Forwarded-For: "
    lines = {
        False: b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        True: body + attacker.address.encode() + b"\r\n\r\n",
    }
    open_lines: list[socket.socket] = []
    for number in itertools.count():
        if attacker.is_over:
            break
        with suppress(OSError):
            if len(open_lines) < HALF_REQUESTS:
                line = socket.create_connection((place.hostname or "", place.port or 80), timeout=5)
                line.sendall(lines[number % 2 == 0])
                open_lines.append(line)
                continue
        time.sleep(1)
        open_lines = [line for line in open_lines if _drip(line)]
        attacker.counts["half requests cut off"] += HALF_REQUESTS - len(open_lines)
    for line in open_lines:
        line.close()


def _drip(line: socket.socket) -> bool:
    """One more byte; whether the other side still listens."""
    try:
        line.sendall(b"a")
        line.setblocking(False)
        return line.recv(100) != b""
    except BlockingIOError:
        return True
    except OSError:
        line.close()
        return False
    finally:
        with suppress(OSError):
            line.settimeout(5)


def attack(url: str, addresses: int, seconds: float, hook: str) -> Counter[str]:
    """All of it from so many addresses for a while; counts what became of the requests."""
    counts: Counter[str] = Counter()
    ends = time.monotonic() + seconds
    threads = []
    for number in range(addresses):
        attacker = Attacker(url, number, ends, counts)
        acts = (play_alone, ask_the_judge, fill_sandboxes, partial(host_and_export, hook=hook), send_slowly)
        threads += [threading.Thread(target=act, args=(attacker,), daemon=True) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=max(0.0, ends + 5 - time.monotonic()))
    return counts


def main() -> None:
    """For the benchmark, which runs this in a process of its own: its threads are not to slow down the people's."""
    url, addresses, seconds, hook = sys.argv[1:]
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    print(json.dumps(attack(url, int(addresses), float(seconds), hook)))


if __name__ == "__main__":
    main()
