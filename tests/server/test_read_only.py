"""Whoever only reads is served when nothing can be written."""

from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Connection

from legation.server.store import CannotWriteError, Store
from tests.server.kit import Server, list_routes
from tests.server.matches import Match, host


def write_nothing(_store: Store, _patience: float = 0, **_more: object) -> AbstractContextManager[Connection]:
    raise CannotWriteError("the disk is full")


@pytest.fixture
def match(server: Server, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A running match an hour after everybody was last seen; nothing can be written any more."""
    match = host(server, ["FRANCE"])
    server.clock.pass_time(hours=1)
    monkeypatch.setattr(Store, "write", write_nothing)
    return match


def list_reads(match: Match) -> list[str]:
    paths = [path for path, method in list_routes() if method == "GET"]
    filled = [path.replace("{game}", match.id).replace("{variant}", "standard") for path in paths]
    return [path for path in filled if "{" not in path and not path.endswith(("/health", "/events"))]


def test_every_page_can_be_read_when_nothing_can_be_written(match: Match) -> None:
    reads = list_reads(match)
    answers = {path: match.gm.get(path).status_code for path in reads}
    answers |= {f"{path} as a player": match.players["FRANCE"].get(path).status_code for path in reads}
    assert len(answers) > 60
    assert {path: status for path, status in answers.items() if status >= 500} == {}
    assert sum(status == 200 for status in answers.values()) > 40


def test_a_token_reads_when_its_use_cannot_be_noted(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ilse = server.sign_up("Ilse")
    token = ilse.post("/api/v1/tokens", json={"label": "script"}).json()["token"]
    monkeypatch.setattr(Store, "write", write_nothing)
    answer = server.client().get("/api/v1/session", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200


def test_a_change_is_refused_with_a_sentence_and_a_time(match: Match) -> None:
    body = {"turn": match.turn, "plan": "A", "version": None, "orders": ["A PAR - BUR"]}
    answer = match.players["FRANCE"].put(match.path("/orders"), json=body)
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "cannot_save"
    assert "not stored" in answer.json()["error"]["message"]
    assert int(answer.headers["Retry-After"]) > 0


def test_the_worker_tries_again_at_its_next_look(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    match.server.clock.pass_time(days=9)
    turn = match.turn
    assert match.work() == 0
    monkeypatch.undo()
    assert match.work() == 1
    assert match.turn == turn + 1


@pytest.mark.parametrize("address", ["/api/v1/health", "/health"])
def test_health_says_that_nothing_can_be_written(server: Server, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    client = server.client()
    assert client.get(address).json()["status"] == "ok"
    monkeypatch.setattr("legation.server.health.TRY_EVERY", 0)
    server.app.state.write_trial._good_until = 0
    monkeypatch.setattr(Store, "write", write_nothing)
    answer = client.get(address)
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "cannot_save"


def test_health_writes_seldom_however_often_it_is_asked(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    client = server.client()
    assert client.get("/api/v1/health").status_code == 200
    monkeypatch.setattr(Store, "write", write_nothing)
    assert client.get("/api/v1/health").status_code == 200


def test_health_counts_games_that_are_late(server: Server) -> None:
    match = host(server, ["FRANCE"])
    assert server.client().get("/api/v1/health").json()["late_games"] == 0
    server.clock.pass_time(days=9)
    assert server.client().get("/api/v1/health").json()["late_games"] == 1
    assert match.work() == 1
    assert server.client().get("/api/v1/health").json()["late_games"] == 0


def test_a_database_that_is_gone_is_no_broken_server(server: Server, tmp_path: Path) -> None:
    server.services.store.close()
    for file in tmp_path.glob("test.db*"):
        file.unlink()
    (tmp_path / "test.db").mkdir()
    client = TestClient(server.app, raise_server_exceptions=False)
    for path in ("/api/v1/health", "/api/v1/games"):
        answer = client.get(path)
        assert answer.status_code == 503, path
        assert answer.json()["error"]["code"] == "cannot_read"
