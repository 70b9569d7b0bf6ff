"""Levels of bots: what is offered for a board, and what is refused."""

import pytest

from legation.server.bots import levels as bot_levels
from legation.server.game.terms import Level
from tests.server.kit import Server
from tests.server.matches import host


def list_levels(server: Server, variant: str) -> dict[str, tuple[bool, str]]:
    shelf = server.client().get("/api/v1/variants").json()["variants"]
    found = next(card for card in shelf if card["id"] == variant)
    return {facts["level"]: (facts["is_offered"], facts["text"]) for facts in found["levels"]}


def test_four_levels_where_something_was_learned_with_what_was_measured(server: Server) -> None:
    levels = list_levels(server, "standard")
    assert list(levels) == ["easy", "steady", "strong", "master"]
    assert all(is_offered for is_offered, _ in levels.values())
    assert "ahead of steady bots in 7 of 10 games (32 games" in levels["strong"][1]


def test_elsewhere_three_and_the_reason(server: Server) -> None:
    levels = list_levels(server, "colonia-i")
    assert [level for level, (is_offered, _) in levels.items() if is_offered] == ["easy", "steady", "strong"]
    assert levels["master"][1].startswith("There is no master level on this board yet")
    assert "ahead of steady bots in 9 of 10 games (16 games" in levels["strong"][1]


def test_a_level_that_was_not_measured_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.server.bots.levels.MEASURED", {})
    texts = {found.level: found.text for found in bot_levels.list_levels("colonia-i")}
    assert texts[Level.STRONG].endswith("Its strength on this board has not been measured.")


@pytest.mark.parametrize("wish", [{"level": "master"}, {"levels": {"FRANCE": "master"}}])
def test_a_master_is_refused_where_nothing_was_learned(server: Server, wish: dict[str, object]) -> None:
    answer = server.client().post("/api/v1/solo", json={"variant": "colonia-i", "power": "SPAIN", **wish})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "no_master")


def test_a_master_takes_a_seat_of_a_hosted_game_on_the_regular_board(server: Server) -> None:
    match = host(server)
    answer = match.gm.post(
        f"/api/v1/games/{match.id}/gm/acts",
        json={"act": "seat", "turn": match.turn, "power": "ITALY", "bot": "master", "note": ""},
    )
    assert answer.status_code == 200, answer.text
    seats = match.gm.get(f"/api/v1/games/{match.id}").json()["seats"]
    assert {seat["power"]: seat["bot"] for seat in seats}["ITALY"] == "master"
