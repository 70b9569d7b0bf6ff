"""A host under attack: 20 hostile addresses beside 200 people and games with deadlines.

python -m benchmarks.abuse [--database URL] [--seconds 60] [--addresses 20] [--people 200]
    [--server-cpus 0] [--client-cpus 1] [--write]

The hostile addresses play alone against strong bots, ask the judge for a hundred phases at a time, fill sandboxes, host
games of strong bots whose webhook drips, export, and keep half requests open (``benchmarks/hostile.py``). The people
read, save and write as in ``benchmarks.server_load``, with the default rate limits. Each comes from an address of its
own, which a trusted proxy tells. Deadlines pass all the while, in games with bots and people who sent nothing.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.server.mail.dripping import dripping
from tests.server.running import Person, run_server

from benchmarks.cpu_time import CpuTime, list_descendants, pin, read_cpu_time
from benchmarks.server_load import END, PAGE, START, open_games
from benchmarks.visitors import Times, visit_all

SEATS = 4
"""People in each game."""
BUDGET_P95, BUDGET_LATE = 200, 5.0
SETTINGS = {
    "LEGATION_RATE_PERCENT": "100",
    "LEGATION_TRUSTED_PROXIES": "127.0.0.1",
    "LEGATION_HOOKS_PRIVATE": "1",
}
CHEAP = {"LEGATION_PASSWORD_COST": "1", "LEGATION_PASSWORD_MEMORY": "1024"}
"""Nothing is measured while people sign up, before the attack. Attackers pay the usual price."""
SETTLE = 10.0
"""Seconds in which the bots of the games write their first orders, before the attack begins."""
STARTED = 5.0
"""Quiet seconds after the server has started again."""


@dataclass(frozen=True)
class Scale:
    """The size and the length of the attack."""

    people: int = 200
    addresses: int = 20
    seconds: float = 60.0
    deadlines: int = 20
    settle: float = SETTLE
    server_cpus: str = ""
    """Processors reserved for the server, such as ``0,1``; by default all."""
    client_cpus: str = ""
    """Processors reserved for people and attackers."""


@dataclass(frozen=True)
class Known:
    """A person with an account and a session."""

    name: str
    address: str
    csrf: str
    cookies: dict[str, str]


@dataclass(frozen=True)
class Table:
    """Who plays where, before the attack."""

    masters: list[Known]
    people: list[Known]
    games: list[str]
    due: dict[str, int]
    """Games whose deadline will pass, each with the number of its master."""


@dataclass(frozen=True)
class Figures:
    """The measurements."""

    times: Times
    lateness: list[float]
    """Seconds from each deadline until its phase was judged; if it was not, the seconds waited."""
    hostile: dict[str, int]
    """The results of the hostile requests."""
    used: dict[str, CpuTime]
    """The processor time of each part during the attack."""


def measure(database: str, folder: Path, scale: Scale) -> Figures:
    """Let people play and strangers attack, and measure what the people notice."""
    return attack(database, folder, scale, prepare(database, folder, scale))


def prepare(database: str, folder: Path, scale: Scale) -> Table:
    """People with accounts at games, whose bots have ordered. The server that made them stops."""
    with run_server(database, folder, **SETTINGS, **CHEAP) as host:
        masters = [_sign_up(host.url, f"master{number}", number) for number in range(5)]
        people = [_sign_up(host.url, f"person{number}", 100 + number) for number in range(scale.people)]
        games = list(open_games(masters, people, scale.people // SEATS, SEATS))
        due = open_games(masters, people, scale.deadlines, 1)
        time.sleep(scale.settle)
        host.stop()
    for person in (*masters, *people):
        person.http.close()
    numbers = {master.name: number for number, master in enumerate(masters)}
    due_games = {game: numbers[master.name] for game, master in due.items()}
    return Table([_note(master) for master in masters], [_note(person) for person in people], games, due_games)


def attack(database: str, folder: Path, scale: Scale, table: Table) -> Figures:
    """Start a server with its usual settings, and let strangers attack it."""
    with dripping(b"X-Drip: 1\r\n", b"HTTP/1.1 200 OK\r\n") as port, run_server(database, folder, **SETTINGS) as host:
        masters = [_enter(host.url, who) for who in table.masters]
        people = [_enter(host.url, who) for who in table.people]
        games, due = table.games, {game: masters[number] for game, number in table.due.items()}
        time.sleep(min(scale.settle, STARTED))
        deadlines = _spread_deadlines(due, scale.seconds)
        assert host.process is not None
        _pin_all(host.process.pid, scale)
        command = [sys.executable, "-m", "benchmarks.hostile"]
        wishes = [host.url, str(scale.addresses), str(scale.seconds), f"http://127.0.0.1:{port}/"]
        with subprocess.Popen([*command, *wishes], stdout=subprocess.PIPE) as strangers:
            before = _read_used(host.process.pid, strangers.pid)
            times = visit_all(people, games, SEATS, time.monotonic() + scale.seconds)
            after = _read_used(host.process.pid, strangers.pid)
            told, _ = strangers.communicate(timeout=60)
        used = {part: after[part] - before[part] for part in after}
        lateness = [_read_lateness(due[game], game, deadline) for game, deadline in deadlines.items()]
        for master in masters:
            master.http.close()
    return Figures(times, lateness, json.loads(told), used)


def _pin_all(server: int, scale: Scale) -> None:
    """Give the server processors of its own: attackers and people bring theirs."""
    for process in (server, *list_descendants(server)):
        pin(process, scale.server_cpus)
    pin(os.getpid(), scale.client_cpus)


def _read_used(server: int, attack: int) -> dict[str, CpuTime]:
    return {
        "the process that answers": read_cpu_time([server]),
        "its bots and helpers": read_cpu_time(list_descendants(server)),
        "the people": read_cpu_time([os.getpid()]),
        "the attackers": read_cpu_time([attack]),
    }


def _note(person: Person) -> Known:
    address: str = person.http.headers["X-Forwarded-For"]
    return Known(person.name, address, person.csrf, dict(person.http.cookies))


def _enter(url: str, who: Known) -> Person:
    person = Person(url, who.name, address=who.address, patience=120)
    person.csrf = who.csrf
    person.http.cookies.update(who.cookies)
    return person


def _sign_up(url: str, name: str, number: int) -> Person:
    return Person(url, name, address=f"10.0.{number // 250}.{number % 250 + 1}", patience=120).sign_up()


def _spread_deadlines(games: dict[str, Person], seconds: float) -> dict[str, datetime]:
    """Deadlines one after the other, from a quarter of the time to nearly its end."""
    deadlines = {}
    for number, (game, master) in enumerate(games.items()):
        wait = seconds * (0.25 + 0.6 * number / len(games))
        deadlines[game] = (datetime.now(UTC) + timedelta(seconds=wait)).replace(microsecond=0)
        moment = deadlines[game].isoformat().replace("+00:00", "Z")
        master.post(f"/games/{game}/gm/acts", {"act": "deadline", "deadline": moment, "note": "soon"})
    return deadlines


def _read_lateness(master: Person, game: str, deadline: datetime) -> float:
    """When the phase was judged, to the second, according to the server."""
    phases = master.get(f"/games/{game}/phases")["phases"]
    if not phases:
        return (datetime.now(UTC) - deadline).total_seconds()
    judged = master.get(f"/games/{game}/results?phase={phases[0]['phase']}")["judged_at"]
    return (datetime.fromisoformat(judged) - deadline).total_seconds()


def tell(figures: Figures, scale: Scale, version: str) -> str:
    """A table of what people noticed."""
    samples = figures.times.samples
    every = sorted(sample for kind in samples.values() for sample in kind)
    lines = [
        f"{version}, {datetime.now(UTC):%Y-%m-%d}, {scale.addresses} hostile addresses beside {scale.people} people "
        f"for {scale.seconds:.0f} s:",
        "",
        "| people's requests | count | median ms | p95 ms | slowest ms |",
        "| --- | --- | --- | --- | --- |",
    ]
    for kind, found in [("all", every), *sorted(samples.items())]:
        ordered = sorted(found)
        lines.append(
            f"| {kind} | {len(ordered)} | {statistics.median(ordered):.0f} | {_p95(ordered):.0f} | {ordered[-1]:.0f} |"
        )
    late = sorted(figures.lateness)
    hostile = ", ".join(f"{kind} {count}" for kind, count in sorted(figures.hostile.items()))
    lines += [
        "",
        f"p95 {_p95(every):.0f} ms (budget {BUDGET_P95} ms); {len(figures.times.failures)} failed.",
        f"{len(late)} deadlines: judged {statistics.median(late):.0f} s after them in the middle, {late[-1]:.0f} s at "
        f"worst (budget {BUDGET_LATE:.0f} s).",
        f"Hostile requests: {hostile}.",
        "",
        *_tell_used(figures.used, scale),
        "",
    ]
    return "\n".join(lines)


def _tell_used(used: Mapping[str, CpuTime], scale: Scale) -> list[str]:
    parts = {"the server": scale.server_cpus, "people and attackers": scale.client_cpus}
    pinned = "; ".join(f"{part}: {processors}" for part, processors in parts.items() if processors)
    return [
        *([f"Processors of {pinned}."] if pinned else []),
        "Seconds that each process computed, and that its threads waited for a processor:",
        "",
        "| process | computed | waited |",
        "| --- | --- | --- |",
        *(f"| {part} | {time.computed:.0f} | {time.waited:.0f} |" for part, time in used.items()),
    ]


def _p95(ordered: Sequence[float]) -> float:
    return ordered[int(len(ordered) * 0.95)]


def put_on_page(text: str) -> None:
    """Write the figures into their place on the page of the load test."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{START}\n{text}\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Measure and print; write the page where asked."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", default="")
    parser.add_argument("--seconds", type=float, default=Scale.seconds)
    parser.add_argument("--addresses", type=int, default=Scale.addresses)
    parser.add_argument("--people", type=int, default=Scale.people)
    parser.add_argument("--server-cpus", default="", help="processors of the server alone, such as 0,1")
    parser.add_argument("--client-cpus", default="", help="processors of people and attackers")
    parser.add_argument("--write", action="store_true")
    wish = parser.parse_args()
    scale = Scale(wish.people, wish.addresses, wish.seconds, server_cpus=wish.server_cpus, client_cpus=wish.client_cpus)
    with tempfile.TemporaryDirectory() as folder:
        database = wish.database or f"sqlite:///{folder}/abuse.db"
        figures = measure(database, Path(folder) / "data", scale)
    text = tell(figures, scale, "PostgreSQL" if database.startswith("postgres") else "SQLite")
    print(text)
    for problem in figures.times.failures[:5]:
        print(problem)
    if wish.write:
        put_on_page(text)


if __name__ == "__main__":
    main()
