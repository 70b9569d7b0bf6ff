"""A server that is asked to stop does so at once, and without a word."""

import re
import threading
from pathlib import Path

import httpx2

from tests.server.running import Running

SOON = 4.0


def test_a_demo_stops_at_once_although_bots_have_thought_and_a_page_listens(tmp_path: Path) -> None:
    running = Running(f"sqlite:///{tmp_path / 'games.sqlite'}", tmp_path, options=("--demo",))
    running.start()
    try:
        login = re.search(r"sign in as (\w+) with the password (\w+)", running.log)
        assert login is not None
        body = {"login": login[1], "password": login[2]}
        with httpx2.Client(base_url=f"{running.url}/api/v1", timeout=20) as person:
            assert person.post("/session", json=body).status_code == 200
            (game,) = person.get("/games", params={"scope": "mine"}).json()["games"]
        is_open = threading.Event()
        page = threading.Thread(target=listen, args=(f"{running.url}/api/v1/games/{game['id']}/events", is_open))
        page.start()
        assert is_open.wait(20)
        assert running.stop() < SOON
        page.join(10)
        assert not page.is_alive()
    finally:
        running.kill()
    for word in ("leaked", "Traceback", "ERROR", "Warning"):
        assert word not in running.log


def listen(url: str, is_open: threading.Event) -> None:
    """Read news until the stream ends."""
    with httpx2.stream("GET", url, timeout=60) as answer:
        is_open.set()
        for _ in answer.iter_lines():
            pass
