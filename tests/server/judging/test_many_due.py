"""Two server processes on one PostgreSQL, many games due at the same moment: each is judged once."""

import time
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.server.running import Person, run_server

MASTERS = 4
"""Nobody may run a hundred games alone."""
TERMS = {
    "clock": {"kind": "duration", "hours": 72, "grace_minutes": 0},
    "early": "never",
    "spectators": {"allowed": True, "delay_phases": 0},
}


def make_games(master: Person, count: int) -> list[str]:
    """Games of bots only, begun."""
    games = []
    for number in range(count):
        game: str = master.post("/games", {"title": f"Due {number}", "variant": "standard", "terms": TERMS})["id"]
        master.post(f"/games/{game}/start", {"bots": "easy"})
        games.append(game)
    return games


def await_judged(reader: Person, games: list[str]) -> None:
    """Wait until every game has a judged phase."""
    end = time.monotonic() + 90
    waiting = list(games)
    while waiting and time.monotonic() < end:
        waiting = [game for game in waiting if not reader.get(f"/games/{game}/phases")["phases"]]
        time.sleep(0.1)
    assert waiting == []


@pytest.mark.parametrize(("each", "within"), [(6, 4), pytest.param(25, 8, marks=pytest.mark.soak)])
def test_games_due_at_once_are_judged_once_each_by_two_processes(
    postgres_url: str, tmp_path: Path, each: int, within: int
) -> None:
    with ExitStack() as stack:
        one = stack.enter_context(run_server(postgres_url, tmp_path / "one"))
        two = stack.enter_context(run_server(postgres_url, tmp_path / "two"))
        masters = [Person(one.url, f"master{number}").sign_up() for number in range(MASTERS)]
        reader = Person(two.url, "reader").sign_up()
        for person in (*masters, reader):
            stack.callback(person.http.close)
        made = {master: make_games(master, each) for master in masters}
        games = [game for found in made.values() for game in found]
        deadline = (datetime.now(UTC) + timedelta(seconds=within)).isoformat().replace("+00:00", "Z")
        for master, found in made.items():
            for game in found:
                master.post(f"/games/{game}/gm/acts", {"act": "deadline", "deadline": deadline, "note": "all at once"})
        await_judged(reader, games)
        for game in games:
            phases = [phase["phase"] for phase in reader.get(f"/games/{game}/phases")["phases"]]
            judged = [line for line in reader.get(f"/games/{game}/log")["log"] if line["act"] == "judged"]
            assert phases == ["S1901M"]
            assert len(judged) == 1
