"""The server under load: 200 people in 50 games at once, then 100 games due in the same minute.

python -m benchmarks.server_load [--database URL] [--seconds 30] [--write]

Everybody reads the game, the board and the sheet, saves orders and writes letters, with a pause between as a quick
person would make. Due games: from the moment of the deadline until the last one is judged, each checked to have been
judged exactly once.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.server.running import Person, run_server

from benchmarks.visitors import PAUSE, Times, visit_all
from legation import load_variant

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "server-load.md"
GAMES, PEOPLE, DUE, MASTERS = 50, 4, 100, 5
VARIANTS = ("standard", "colonia-vii")
BUDGET_P95, BUDGET_DUE = 150, 10
BOTS_ORDER_WITHIN = 5.0
"""Seconds in which the bots of games that have just begun write their orders."""
BUDGET_SAVE = 700
"""Milliseconds for the slowest save of all."""
START, END = "<!-- abuse -->\n", "<!-- end of abuse -->\n"
"""The marks around the figures under attack on the page."""
CHEAP = {"LEGATION_RATE_PERCENT": "0"}


def open_games(masters: Sequence[Person], people: Sequence[Person], count: int, seats: int) -> dict[str, Person]:
    """Running games and their masters; the people take seats in turn, bots the rest."""
    games = {}
    for number in range(count):
        master = masters[number % len(masters)]
        variant = VARIANTS[number % len(VARIANTS)]
        terms = {
            "clock": {"kind": "duration", "hours": 72, "grace_minutes": 0},
            "early": "never",
            "spectators": {"allowed": True, "delay_phases": 0},
        }
        game: str = master.post("/games", {"title": f"Load {number}", "variant": variant, "terms": terms})["id"]
        powers = list(load_variant(variant).powers)
        for seat in range(seats):
            person = people[number * seats + seat]
            person.post(f"/games/{game}/join", {"role": "player", "power": powers[seat]})
        master.post(f"/games/{game}/start", {"bots": "steady"})
        games[game] = master
    return games


def measure_requests(masters: Sequence[Person], people: Sequence[Person], seconds: float) -> Times:
    """Let all people act for a while."""
    games = list(open_games(masters, people, GAMES, PEOPLE))
    time.sleep(BOTS_ORDER_WITHIN)
    return visit_all(people, games, PEOPLE, time.monotonic() + seconds)


def measure_due(masters: Sequence[Person]) -> float:
    """Seconds from a deadline that 100 games share until the last of them is judged."""
    games = open_games(masters, (), DUE, 0)
    reader = masters[0]
    time.sleep(BOTS_ORDER_WITHIN)
    deadline = datetime.now(UTC) + timedelta(seconds=20)
    for game, master in games.items():
        moment = deadline.isoformat().replace("+00:00", "Z")
        master.post(f"/games/{game}/gm/acts", {"act": "deadline", "deadline": moment, "note": "all at once"})
    time.sleep(max(0.0, (deadline - datetime.now(UTC)).total_seconds()))
    start = time.perf_counter()
    waiting = set(games)
    while waiting and time.perf_counter() - start < 120:
        waiting = {game for game in waiting if not reader.get(f"/games/{game}/phases")["phases"]}
    taken = time.perf_counter() - start
    for game in games:
        phases = [phase["phase"] for phase in reader.get(f"/games/{game}/phases")["phases"]]
        assert len(phases) == 1, f"{game} was judged {len(phases)} times"
    return taken


def tell(times: Times, due: float, database: str) -> str:
    """The page of figures."""
    every = sorted(sample for samples in times.samples.values() for sample in samples)
    rows = [("all requests", every), *((kind, sorted(samples)) for kind, samples in sorted(times.samples.items()))]
    lines = [
        "# The server under load",
        "",
        f"Measured by `python -m benchmarks.server_load --write` on {datetime.now(UTC):%Y-%m-%d}, {database}, one",
        f"process on a machine of 2 cores which the {GAMES * PEOPLE} people share. {GAMES} games, half of them on the",
        f"regular board and half Colonia VII; each person acts every {PAUSE:.0f} s on average. The bots of",
        "the games have written their orders before.",
        "",
        "| request | count | median ms | p95 ms | slowest ms |",
        "| --- | --- | --- | --- | --- |",
    ]
    for kind, samples in rows:
        p95 = samples[int(len(samples) * 0.95)]
        middle = statistics.median(samples)
        lines.append(f"| {kind} | {len(samples)} | {middle:.0f} | {p95:.0f} | {samples[-1]:.0f} |")
    p95, saves = every[int(len(every) * 0.95)], sorted(times.samples["save orders"])
    lines += [
        "",
        f"p95 of all: {p95:.0f} ms (budget {BUDGET_P95} ms). Requests that failed: {len(times.failures)}.",
        f"Saving orders: p95 {saves[int(len(saves) * 0.95)]:.0f} ms (budget {BUDGET_P95} ms), slowest "
        f"{saves[-1]:.0f} ms (budget {BUDGET_SAVE} ms).",
        "",
        f"{DUE} games due in the same minute: all judged {due:.1f} s after the deadline (budget {BUDGET_DUE} s), each",
        "exactly once.",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure and print; write the page where asked."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", default="")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--write", action="store_true")
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = wish.database or f"sqlite:///{folder}/load.db"
        with run_server(database, Path(folder) / "data", **CHEAP) as host:
            masters = [Person(host.url, f"master{number}").sign_up() for number in range(MASTERS)]
            people = [Person(host.url, f"person{number}").sign_up() for number in range(GAMES * PEOPLE)]
            times = measure_requests(masters, people, wish.seconds)
            due = measure_due(masters)
    page = tell(times, due, "PostgreSQL" if database.startswith("postgres") else "SQLite")
    print(page)
    for problem in times.failures[:5]:
        print(problem)
    if wish.write:
        # The figures under attack come from another benchmark and stay.
        _, start, rest = PAGE.read_text(encoding="utf-8").partition("## Under attack\n")
        PAGE.write_text(f"{page}\n{start}{rest}", encoding="utf-8")


if __name__ == "__main__":
    main()
