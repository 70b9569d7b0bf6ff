"""Playing again: same terms, new powers, and nobody plays who has not said yes."""

import pytest

from legation.server.people.rematch import _number_title
from tests.server.admin.helpers import list_told
from tests.server.kit import Server
from tests.server.people import make_match
from tests.server.persons.helpers import call, end_game, play_and_draw


def test_all_are_asked_and_who_says_yes_plays(server: Server) -> None:
    match = play_and_draw(server, terms={"vacation_days": 5, "gm_sees_orders": True})
    france, england, germany = (match.players[power] for power in ("FRANCE", "ENGLAND", "GERMANY"))
    assert match.get(france)["rematch"] is None
    made = match.post(france, "rematch")
    assert (made["is_new"], made["is_joined"]) == (True, True)
    assert list_told(server, "invited") == ["England player", "Germany player"]
    page = call(france, "GET", f"games/{made['game']}")
    assert (page["title"], page["you"]["roles"]) == ("The Long Peace (2)", ["gm", "player"])
    terms = page["terms"]
    assert (terms["vacation_days"], terms["clock"], terms["seating"]) == (5, match.get(france)["terms"]["clock"], "lot")
    assert (terms["gm_plays"], terms["gm_sees_orders"]) == (True, False)
    assert page["free_seats"] == 6
    (asked,) = call(england, "GET", "invited")["invited"]
    assert (asked["game"]["id"], asked["by"], asked["is_rematch"]) == (made["game"], "France player", True)
    assert call(england, "PUT", f"invited/{made['game']}")["you"]["role"] == "player"
    assert call(england, "GET", "invited")["invited"] == []
    assert call(germany, "DELETE", f"invited/{made['game']}")["invited"] == []
    call(germany, "PUT", f"invited/{made['game']}", status=404)
    assert match.get(germany)["rematch"] == made["game"]


def test_whoever_asks_after_the_first_joins(server: Server) -> None:
    match = play_and_draw(server)
    first = match.post(match.players["FRANCE"], "rematch")
    second = match.post(match.players["ENGLAND"], "rematch")
    assert second == {"game": first["game"], "is_new": False, "is_joined": True}
    assert match.post(match.players["FRANCE"], "rematch")["is_joined"] is True
    assert match.post(match.gm, "rematch") == {"game": first["game"], "is_new": False, "is_joined": False}
    call(match.players["FRANCE"], "POST", f"games/{first['game']}/start", {"bots": "easy"})
    assert match.post(match.players["GERMANY"], "rematch")["is_joined"] is False, "it has begun without Germany"


def test_a_private_game_is_played_again_in_private(server: Server) -> None:
    match = play_and_draw(server, terms={"is_private": True})
    made = match.post(match.players["FRANCE"], "rematch")
    england = match.players["ENGLAND"]
    call(england, "GET", f"games/{made['game']}", status=404)
    assert call(england, "PUT", f"invited/{made['game']}")["you"]["role"] == "player"
    call(match.gm, "GET", f"games/{made['game']}", status=404)


def test_who_has_blocked_the_asker_is_not_asked(server: Server) -> None:
    match = play_and_draw(server)
    call(match.players["ENGLAND"], "PUT", "people/France player/block")
    match.post(match.players["FRANCE"], "rematch")
    assert list_told(server, "invited") == ["Germany player"]
    assert call(match.players["ENGLAND"], "GET", "invited")["invited"] == []


def test_invitations_run_out(server: Server) -> None:
    match = play_and_draw(server)
    made = match.post(match.players["FRANCE"], "rematch")
    server.clock.pass_time(days=15)
    assert call(match.players["ENGLAND"], "GET", "invited")["invited"] == []
    call(match.players["ENGLAND"], "PUT", f"invited/{made['game']}", status=404)


def test_the_game_master_of_before_runs_it_as_before(server: Server) -> None:
    match = play_and_draw(server, terms={"gm_sees_orders": True, "webhook": "https://hooks.example.org/x"})
    made = match.post(match.gm, "rematch")
    assert match.post(match.gm, "rematch") == {"game": made["game"], "is_new": False, "is_joined": True}
    page = call(match.gm, "GET", f"games/{made['game']}")
    assert page["you"]["roles"] == ["gm"]
    terms = page["terms"]
    assert (terms["gm_plays"], terms["gm_sees_orders"], terms["webhook"]) == (
        False,
        True,
        "https://hooks.example.org/x",
    )


def test_a_player_who_asks_keeps_the_way_of_seating_but_not_the_master_s_webhook(server: Server) -> None:
    match = play_and_draw(server, terms={"seating": "preferences", "webhook": "https://hooks.example.org/x"})
    made = match.post(match.players["FRANCE"], "rematch")
    terms = call(match.players["FRANCE"], "GET", f"games/{made['game']}")["terms"]
    assert (terms["seating"], terms["webhook"]) == ("preferences", None)


@pytest.mark.parametrize(
    ("title", "following"),
    [
        ("The Long Peace", "The Long Peace (2)"),
        ("The Long Peace (9)", "The Long Peace (10)"),
        ("Summer (1751)", "Summer (1751) (2)"),
        ("x" * 120, "x" * 116 + " (2)"),
    ],
)
def test_games_played_again_are_numbered(title: str, following: str) -> None:
    assert _number_title(title) == following


def test_a_game_against_bots_is_not_played_again_this_way(server: Server) -> None:
    remy = server.sign_up("Remy")
    game = remy.post("/api/v1/solo", json={"variant": "standard", "power": "FRANCE"}).json()["game"]["id"]
    end_game(server.services, game, ["FRANCE"])
    assert call(remy, "POST", f"games/{game}/rematch", status=409)["error"]["code"] == "no_rematch"


@pytest.mark.parametrize("who", ["running", "stranger", "master_alone"])
def test_only_those_who_played_a_game_between_people_play_it_again(server: Server, who: str) -> None:
    if who == "running":
        match = make_match(server)
        answer = match.post(match.players["FRANCE"], "rematch", status=409)
    elif who == "stranger":
        match = play_and_draw(server)
        answer = match.post(server.sign_up("Strange person"), "rematch", status=409)
    else:
        match = play_and_draw(server, terms={"is_run_by_master": True})
        answer = match.post(match.gm, "rematch", status=409)
    told = {
        "running": "is not over yet",
        "stranger": "Only those who played",
        "master_alone": "Only a game between people",
    }
    assert answer["error"]["code"] == "no_rematch"
    assert told[who] in answer["error"]["message"]
