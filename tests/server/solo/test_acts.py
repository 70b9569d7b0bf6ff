"""What the player of a game against bots can do besides ordering: take back, resign, play on, remove."""

from typing import Any

import pytest

from legation.game import verify_history
from legation.server.game.loaded_game import load_game
from legation.server.game.records import GameKind
from legation.server.game.storage import list_unended_games
from legation.server.games.exporting import load_history
from legation.server.judging.bot_work import order_for_bots
from legation.server.worker import judge_due_games, work_through
from tests.server.kit import Client, Server
from tests.server.people import make_match


def begin(client: Client, **wish: Any) -> str:
    answer = client.post("/api/v1/solo", json={"variant": "standard", "power": "FRANCE", "level": "easy", **wish})
    assert answer.status_code == 201, answer.text
    client.get("/api/v1/session")
    found: str = answer.json()["game"]["id"]
    return found


def read(client: Client, game: str, path: str = "") -> dict[str, Any]:
    answer = client.get(f"/api/v1/games/{game}{path}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def act(client: Client, game: str, path: str, body: Any = None, *, method: str = "POST") -> dict[str, Any]:
    answer = client.request(method, f"/api/v1/games/{game}/solo{path}", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def play(server: Server, client: Client, game: str, orders: list[str]) -> None:
    """Order, and let the phase be judged."""
    server.clock.pass_time(seconds=1)
    sheet = read(client, game, "/orders")
    body = {"turn": sheet["turn"], "plan": "A", "version": sheet["plan_a"]["version"], "orders": orders}
    assert client.put(f"/api/v1/games/{game}/orders", json=body).json()["refused"] == []
    client.post(f"/api/v1/games/{game}/orders/confirm", json={"turn": sheet["turn"]})
    assert work_through(server.services) >= 1


def take_back(client: Client, game: str) -> dict[str, Any]:
    return act(client, game, "/back", {"head": act(client, game, "/back", method="GET")["head"]})


def check_chain(server: Server, game: str) -> None:
    with server.services.store.read() as connection:
        loaded = load_game(connection, server.services, game)
        history = load_history(connection, loaded)
    assert verify_history(history, loaded.variant, loaded.rulebook) == ()


def test_a_phase_is_taken_back_and_its_orders_are_on_file_again(server: Server) -> None:
    client = server.client()
    game = begin(client)
    assert read(client, game)["solo"]["may_take_back"] is False
    play(server, client, game, ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"])
    way = act(client, game, "/back", method="GET")
    assert (way["phase"], way["resumes"], way["undone"][0]) == ("S1901M", None, "Spring 1901, orders")
    assert sorted(line["order"] for line in way["orders"]) == ["A MAR - SPA", "A PAR - BUR", "F BRE - MAO"]
    page = take_back(client, game)
    assert (page["phase"], page["you"]["due"], page["judging"]) == ("S1901M", True, False)
    sheet = read(client, game, "/orders")
    assert sorted(line["order"] for line in sheet["plan_a"]["orders"]) == ["A MAR - SPA", "A PAR - BUR", "F BRE - MAO"]
    # It waits for its player, who may change them.
    work_through(server.services)
    assert read(client, game)["phase"] == "S1901M"
    play(server, client, game, ["A PAR - PIC"])
    assert [line["order"] for line in act(client, game, "/back", method="GET")["orders"]] == ["A PAR - PIC"]
    check_chain(server, game)
    assert "Back to Spring 1901" in str(read(client, game, "/log"))


def test_taking_back_goes_on_phase_by_phase_to_the_beginning(server: Server) -> None:
    client = server.client()
    game = begin(client)
    play(server, client, game, ["A PAR - GAS"])  # where no other power can come
    while read(client, game)["phase"] != "F1901M":
        play(server, client, game, [])
    play(server, client, game, ["A GAS H"])
    assert take_back(client, game)["phase"] == "F1901M"
    page = take_back(client, game)
    assert (page["phase"], page["solo"]["may_take_back"]) == ("S1901M", False)
    answer = client.get(f"/api/v1/games/{game}/solo/back")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "nothing_to_take_back")
    check_chain(server, game)


def test_what_was_judged_meanwhile_is_not_taken_back_unseen(server: Server) -> None:
    client = server.client()
    game = begin(client)
    play(server, client, game, ["A PAR - BUR"])
    head = act(client, game, "/back", method="GET")["head"]
    play(server, client, game, [])
    answer = client.post(f"/api/v1/games/{game}/solo/back", json={"head": head})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "judged_already")


def test_who_resigns_looks_on_and_can_take_it_back(server: Server) -> None:
    client = server.client()
    game = begin(client)
    play(server, client, game, ["A PAR - BUR"])
    phase = read(client, game)["phase"]
    page = act(client, game, "/resign")
    assert (page["you"]["power"], page["you"]["role"], page["solo"]["resigned"]) == (None, "spectator", "FRANCE")
    assert {seat["power"]: seat["bot"] for seat in page["seats"]}["FRANCE"] == "easy"
    assert work_through(server.services) == 0
    assert read(client, game)["phase"] == phase
    for _ in range(3):
        server.clock.pass_time(seconds=1)
        act(client, game, "/next")
        assert work_through(server.services) == 1
    way = act(client, game, "/back", method="GET")
    assert (way["phase"], way["resumes"], len(way["undone"])) == (phase, "FRANCE", 3)
    page = take_back(client, game)
    assert (page["phase"], page["you"]["power"], page["solo"]["resigned"]) == (phase, "FRANCE", None)
    assert {seat["power"]: seat["bot"] for seat in page["seats"]}["FRANCE"] is None
    check_chain(server, game)


def test_a_resignation_alone_is_taken_back_at_once(server: Server) -> None:
    client = server.client()
    game = begin(client)
    act(client, game, "/resign")
    assert act(client, game, "/back", method="GET")["undone"] == []
    page = take_back(client, game)
    assert (page["phase"], page["you"]["power"], page["you"]["due"]) == ("S1901M", "FRANCE", True)


def test_a_game_is_played_on_until_it_is_stopped(server: Server) -> None:
    client = server.client()
    game = begin(client)
    act(client, game, "/resign")
    page = act(client, game, "/play-on")
    assert (page["solo"]["plays_on"], page["judging"]) == (True, True)
    for _ in range(2):
        order_for_bots(server.services, GameKind.SOLO)
        assert judge_due_games(server.services) == 1
    assert read(client, game)["solo"]["plays_on"]
    turn = page["turn"] + 2
    page = act(client, game, "/play-on", method="DELETE")
    assert (page["turn"], page["solo"]["plays_on"], page["judging"]) == (turn, False, False)
    assert work_through(server.services) == 0
    assert read(client, game)["turn"] == turn


def test_playing_on_has_an_end(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.server.solo.playing_on.MOST_PHASES", 3)
    client = server.client()
    game = begin(client)
    turn = act(client, game, "/resign")["turn"]
    act(client, game, "/play-on")
    while work_through(server.services):
        pass
    page = read(client, game)
    assert (page["turn"], page["solo"]["plays_on"], page["solo"]["may_play_on"]) == (turn + 3, False, True)


def test_bots_among_themselves_agree_on_a_draw_when_nothing_moves(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("legation.server.bots.service.count_quiet_years", lambda *_: 8)
    client = server.client()
    game = begin(client)
    act(client, game, "/resign")
    act(client, game, "/play-on")
    work_through(server.services)
    page = read(client, game)
    assert (page["status"], page["ending"]["kind"], page["solo"]["plays_on"]) == ("ended", "draw", False)


def test_nobody_plays_on_over_a_living_player(server: Server) -> None:
    client = server.client()
    game = begin(client)
    assert act(client, game, "/play-on")["solo"]["plays_on"] is False
    assert work_through(server.services) == 0


def test_a_game_is_removed_for_good(server: Server) -> None:
    client = server.sign_up("Ilse")
    game = begin(client)
    assert act(client, game, "", method="DELETE") == {"removed": True}
    assert client.get(f"/api/v1/games/{game}").status_code == 404
    assert client.get("/api/v1/games", params={"scope": "mine"}).json()["games"] == []
    assert client.account is not None
    with server.services.store.read() as connection:
        assert list_unended_games(connection, client.account["id"]) == []
    assert work_through(server.services) == 0


@pytest.mark.parametrize(
    ("path", "method"),
    [("/back", "GET"), ("/resign", "POST"), ("/play-on", "POST"), ("/play-on", "DELETE"), ("", "DELETE")],
)
def test_none_of_it_is_for_games_with_others_or_for_strangers(server: Server, path: str, method: str) -> None:
    match = make_match(server)
    answer = match.players["FRANCE"].request(method, match.path(f"solo{path}"))
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_solo")
    game = begin(server.client())
    assert server.sign_up("Otto").request(method, f"/api/v1/games/{game}/solo{path}").status_code == 404


def test_power_levels_rulebook_and_bombs_are_chosen(server: Server) -> None:
    client = server.client()
    wish = {
        "variant": "standard",
        "power": "ITALY",
        "level": "easy",
        "levels": {"FRANCE": "strong"},
        "rules": "1971",
        "modules": ["gigaton-bomb"],
    }
    page = client.post("/api/v1/solo", json=wish).json()["game"]
    bots = {seat["power"]: seat["bot"] for seat in page["seats"]}
    assert (bots["FRANCE"], bots["ENGLAND"], bots["ITALY"]) == ("strong", "easy", None)
    assert (page["rules"], page["modules"]) == ("1971", ["gigaton-bomb"])


@pytest.mark.parametrize(
    "wish",
    [{"levels": {"ATLANTIS": "easy"}}, {"rules": "1066"}, {"modules": ["dragons"]}, {"levels": {"FRANCE": "god"}}],
)
def test_a_choice_that_is_none_is_refused_and_makes_no_guest(server: Server, wish: dict[str, Any]) -> None:
    client = server.client()
    refused = client.post("/api/v1/solo", json={"variant": "standard", **wish})
    assert refused.status_code == 422
    assert refused.json()["error"]["field"].startswith(next(iter(wish))), "the field as the request names it"
    assert client.get("/api/v1/session").json()["account"] is None
