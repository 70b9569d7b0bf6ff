"""Hints and motives: asked for at once, answered by the worker, in games against bots alone."""

from dataclasses import replace
from typing import Any

import pytest

from legation.bots import counsel
from legation.bots.prospects import Advice, Hint
from legation.server.admin.expiry import tidy
from legation.server.advice.answering import answer_questions
from legation.server.advice.storage import KEPT
from legation.server.base.bot_process import Reflection, ReflectionFailedError, ThinkerHere
from legation.server.worker import work_through
from tests.server.kit import Client, Server
from tests.server.matches import host
from tests.server.solo.test_service import begin, step


@pytest.fixture(autouse=True)
def planner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints by the planner, which needs no machine code."""
    monkeypatch.setattr(counsel, "find_searcher", lambda level: None)


class Failing(ThinkerHere):
    def reflect(self, reflection: Reflection) -> Hint | Advice:
        raise ReflectionFailedError


def read(client: Client, game: str, rest: str) -> dict[str, Any]:
    answer = client.get(f"/api/v1/games/{game}/solo/{rest}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refuse(client: Client, game: str, what: str, body: dict[str, Any] | None = None) -> tuple[int, str]:
    answer = client.post(f"/api/v1/games/{game}/solo/{what}", json=body)
    return answer.status_code, answer.json()["error"]["code"]


def test_a_hint_is_asked_for_at_once_and_there_when_a_bot_has_thought(server: Server) -> None:
    client = server.client()
    game = begin(client, power="FRANCE")["id"]
    assert read(client, game, "hint")["state"] == "none"
    answer = client.post(f"/api/v1/games/{game}/solo/hint")
    assert (answer.status_code, answer.json()["state"]) == (200, "thinking")
    client.post(f"/api/v1/games/{game}/solo/hint")
    assert answer_questions(server.services) == 1
    hint = read(client, game, "hint")
    assert hint["state"] == "ready"
    assert 1 < len(hint["options"]) <= 3
    for option in hint["options"]:
        assert {line["unit"] for line in option["orders"]} == {"F BRE", "A MAR", "A PAR"}
        assert option["text"].endswith(".")
    assert {found["unit"] for found in hint["units"]} == {"F BRE", "A MAR", "A PAR"}
    assert all(found["options"][0]["orders"][0]["unit"] == found["unit"] for found in hint["units"])
    step(client, game)
    work_through(server.services)
    assert read(client, game, "hint")["state"] == "none"


def test_nobody_gets_a_hint_against_other_people_or_in_the_game_of_another(server: Server) -> None:
    match = host(server)
    assert refuse(match.players["FRANCE"], match.id, "hint") == (409, "not_solo")
    assert refuse(match.gm, match.id, "motive", {"power": "ITALY", "phase": "S1901M"}) == (409, "not_solo")
    game = begin(server.client(), power="FRANCE")["id"]
    assert refuse(server.sign_up("Otto"), game, "hint")[0] == 404


def test_in_a_lesson_the_guide_gives_hints(server: Server) -> None:
    client = server.client()
    lesson = client.get("/api/v1/lessons").json()["lessons"][0]["id"]
    game = client.post(f"/api/v1/lessons/{lesson}").json()["game"]["id"]
    client.get("/api/v1/session")
    assert refuse(client, game, "hint") == (409, "no_hint")


def test_a_bot_says_in_two_sentences_why_it_ordered_what_it_did(server: Server) -> None:
    client = server.client()
    game = begin(client, power="FRANCE", levels={"ITALY": "easy"})["id"]
    step(client, game)
    work_through(server.services)
    for power in ("AUSTRIA", "ITALY"):
        wish = {"power": power, "phase": "S1901M"}
        assert client.post(f"/api/v1/games/{game}/solo/motive", json=wish).json()["state"] == "thinking"
    assert answer_questions(server.services) == 2
    austria = read(client, game, "motive?power=AUSTRIA&phase=S1901M")
    assert austria["state"] == "ready"
    assert austria["text"].startswith(("It aimed at ", "It went for no centre at once"))
    assert austria["text"].count(". ") == 1
    assert "random" in read(client, game, "motive?power=ITALY&phase=S1901M")["text"]


def test_only_orders_of_bots_that_were_judged_are_explained(server: Server) -> None:
    client = server.client()
    game = begin(client, power="FRANCE")["id"]
    assert refuse(client, game, "motive", {"power": "ITALY", "phase": "S1901M"}) == (404, "no_such_phase")
    assert refuse(client, game, "motive", {"power": "FRANCE", "phase": "S1901M"}) == (409, "no_motive")


def test_a_bot_without_an_answer_says_so_and_can_be_asked_again(server: Server) -> None:
    client = server.client()
    game = begin(client, power="FRANCE")["id"]
    client.post(f"/api/v1/games/{game}/solo/hint")
    services = replace(server.services, bots=replace(server.services.bots, solo=Failing()))
    assert answer_questions(services) == 1
    assert read(client, game, "hint")["state"] == "failed"
    assert client.post(f"/api/v1/games/{game}/solo/hint").json()["state"] == "thinking"
    assert answer_questions(server.services) == 1
    assert read(client, game, "hint")["state"] == "ready"


def test_of_one_game_only_some_questions_wait(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.server.advice.service.MOST_WAITING", 2)
    client = server.client()
    game = begin(client, power="FRANCE")["id"]
    step(client, game)
    work_through(server.services)
    wishes = [{"power": power, "phase": "S1901M"} for power in ("AUSTRIA", "ITALY", "TURKEY")]
    for wish in wishes[:2]:
        assert client.post(f"/api/v1/games/{game}/solo/motive", json=wish).status_code == 200
    assert refuse(client, game, "motive", wishes[2]) == (429, "too_many_at_once")
    answer_questions(server.services)
    assert client.post(f"/api/v1/games/{game}/solo/motive", json=wishes[2]).json()["state"] == "thinking"


def test_questions_are_forgotten(server: Server) -> None:
    client = server.client()
    game = begin(client, power="FRANCE")["id"]
    client.post(f"/api/v1/games/{game}/solo/hint")
    answer_questions(server.services)
    server.clock.pass_time(days=KEPT.days + 1)
    tidy(server.services)
    assert read(client, game, "hint")["state"] == "none"
