"""A lesson on the server: it begins, is left and found again, its turns are taken again, and it becomes a game."""

from typing import Any

import pytest

from legation.server.worker import work_through
from tests.server.kit import Client, Server


def start(client: Client) -> dict[str, Any]:
    answer = client.post("/api/v1/lessons/first")
    assert answer.status_code == 201, answer.text
    client.get("/api/v1/session")
    found: dict[str, Any] = answer.json()["game"]
    return found


def ask(client: Client, game: str) -> dict[str, Any]:
    answer = client.get(f"/api/v1/games/{game}/lesson")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def order(server: Server, client: Client, game: str, *orders: str) -> dict[str, Any]:
    """Order what is asked for, or other things, and have it judged; gives what the guide says then."""
    guide = ask(client, game)
    texts = orders or [task["orders"][0]["order"] for task in guide["tasks"]]
    turn = client.get(f"/api/v1/games/{game}").json()["turn"]
    saved = client.put(f"/api/v1/games/{game}/orders", json={"turn": turn, "plan": "A", "orders": list(texts)})
    assert saved.status_code == 200, saved.text
    assert client.post(f"/api/v1/games/{game}/orders/confirm", json={"turn": turn}).status_code == 200
    work_through(server.services)
    return ask(client, game)


def card(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/v1/lessons").json()["lessons"][0]
    return found


def test_a_stranger_plays_a_lesson_from_its_beginning_to_its_end(server: Server) -> None:
    client = server.client()
    assert card(client) == {
        "id": "first", "title": "Your first game", "turns": 5, "game": None, "turn": 0, "is_finished": False
    }  # fmt: skip
    game = start(client)
    assert (game["lesson"], game["kind"], game["you"]["power"]) == ("first", "solo", "ENGLAND")
    guide = ask(client, game["id"])
    assert (guide["turn"], guide["kind"], guide["phase_title"]) == (1, "play", "Spring 1901, orders")
    assert [task["orders"][0]["order"] for task in guide["tasks"]] == ["F EDI - NTH", "F LON - ENG", "A LVP - YOR"]
    titles = []
    while guide["kind"] == "play":
        titles.append(guide["title"])
        guide = order(server, client, game["id"])
        assert guide["replies"][-1]["is_done"]
    assert titles == ["Move", "Convoy", "Build", "Stand-off", "Hold", "Retreat", "Support"]
    assert (guide["kind"], card(client)["is_finished"]) == ("finished", True)
    assert len(guide["replies"]) == 7
    again = start(client)
    assert (again["id"] != game["id"], again["lesson"]) == (True, "first")
    assert client.get(f"/api/v1/games/{game['id']}").json()["lesson"] is None


def test_a_lesson_is_found_again(server: Server) -> None:
    client = server.client()
    game = start(client)["id"]
    order(server, client, game)
    assert (card(client)["game"], card(client)["turn"]) == (game, 2)
    assert start(client)["id"] == game
    assert card(server.client())["game"] is None


def test_a_turn_is_taken_again_with_an_empty_sheet_and_so_is_the_whole_lesson(server: Server) -> None:
    client = server.client()
    game = start(client)["id"]
    stuck = order(server, client, game, "F EDI H")
    assert (stuck["kind"], stuck["again"], stuck["missing"][0]) == ("stuck", "S1901M", "a fleet in the North Sea")
    back = client.post(f"/api/v1/games/{game}/lesson/again", json={"phase": "S1901M"}).json()
    assert (back["phase"], back["judging"]) == ("S1901M", False)
    assert client.get(f"/api/v1/games/{game}/orders").json()["plan_a"]["orders"] == []
    assert ask(client, game)["replies"] == []
    for phase in ("F1901M", "W1901A", "S1902M"):
        assert order(server, client, game)["phase"] == phase
    client.post(f"/api/v1/games/{game}/lesson/again", json={"phase": "S1901M"})
    assert order(server, client, game)["phase"] == "F1901M"
    assert client.get(f"/api/v1/games/{game}/orders").json()["plan_a"]["orders"] == []
    same = client.post(f"/api/v1/games/{game}/lesson/again", json={"phase": "F1901M"}).json()
    assert same["phase"] == "F1901M"
    assert client.post(f"/api/v1/games/{game}/lesson/again", json={"phase": "S1950M"}).status_code == 404


def test_who_leaves_the_guide_plays_on_against_bots(server: Server) -> None:
    client = server.client()
    game = start(client)["id"]
    left = client.post(f"/api/v1/games/{game}/lesson/leave").json()
    assert (left["lesson"], left["status"]) == (None, "running")
    assert client.get(f"/api/v1/games/{game}/lesson").json()["error"]["code"] == "no_lesson"
    assert card(client)["game"] is None
    turn = left["turn"]
    client.post(f"/api/v1/games/{game}/orders/confirm", json={"turn": turn})
    assert work_through(server.services) >= 1
    assert client.get(f"/api/v1/games/{game}").json()["turn"] == turn + 1


@pytest.mark.parametrize("act", ["again", "leave"])
def test_a_lesson_is_nobody_elses(server: Server, act: str) -> None:
    game = start(server.client())["id"]
    other = server.sign_up("Jan")
    assert other.get(f"/api/v1/games/{game}/lesson").status_code == 404
    assert other.post(f"/api/v1/games/{game}/lesson/{act}", json={"phase": "S1901M"}).status_code in (403, 404)
    assert other.post("/api/v1/lessons/second").json()["error"]["code"] == "no_such_lesson"
