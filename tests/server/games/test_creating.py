from typing import Any

import pytest

from legation.server.game.log_storage import list_log
from tests.server.kit import Client, Server
from tests.server.matches import host

BOTS = {"AUSTRIA": "steady", "ENGLAND": "easy", "GERMANY": "steady", "ITALY": "steady", "RUSSIA": "steady"}


def create(client: Client, **wish: Any) -> Any:
    body = {"title": "Tuesdays", "variant": "standard", "terms": {"bots": BOTS, "clock": {"kind": "none"}}, **wish}
    return client.post("/api/v1/games", json=body)


def test_a_new_game_is_open_and_its_maker_is_the_master(server: Server) -> None:
    gm = server.sign_up("Ilse")
    game = create(gm, rules="1982", options={"decline_builds": "no"}, modules=["gigaton-bomb"]).json()
    assert (game["status"], game["phase"], game["turn"], game["gm"]) == ("open", "S1901M", 0, "Ilse")
    assert (game["rules"], game["modules"], game["options"]) == ("1982", ["gigaton-bomb"], {"decline_builds": "no"})
    assert game["you"]["is_gm"]
    assert game["free_seats"] == 2
    assert {seat["kind"] for seat in game["seats"]} == {"bot", "empty"}
    assert game["board"].startswith("/api/v1/variants/standard/board?")


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"variant": "atlantis"}, 404),
        ({"variant": "../standard"}, 404),
        ({"title": "  "}, 422),
        ({"title": "x" * 200}, 422),
        ({"rules": "1899"}, 422),
        ({"options": {"no_such_switch": "yes"}}, 422),
        ({"modules": ["no-such-module"]}, 422),
        ({"terms": {"clock": {"zone": "Nowhere"}}}, 422),
        ({"terms": {"bots": {"ATLANTIS": "easy"}}}, 422),
        ({"terms": []}, 422),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused(server: Server, wish: dict[str, Any], status: int) -> None:
    answer = create(server.sign_up("Ilse"), **wish)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_guests_and_strangers_run_no_games(server: Server) -> None:
    guest = server.client()
    guest.post("/api/v1/solo", json={"variant": "standard"})
    guest.get("/api/v1/session")
    assert create(guest).status_code == 403
    assert create(server.client()).status_code == 401


def test_a_game_with_free_seats_begins_only_with_bots_in_them(server: Server) -> None:
    gm = server.sign_up("Ilse")
    game = create(gm).json()["id"]
    answer = gm.post(f"/api/v1/games/{game}/start")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "free_seats")
    assert answer.json()["error"]["candidates"] == ["FRANCE", "TURKEY"]
    begun = gm.post(f"/api/v1/games/{game}/start", json={"bots": "easy"}).json()
    assert (begun["status"], begun["turn"]) == ("running", 1)
    assert next(seat for seat in begun["seats"] if seat["power"] == "TURKEY")["bot"] == "easy"
    assert gm.post(f"/api/v1/games/{game}/start").status_code == 409


def test_only_the_master_begins_and_changes(server: Server) -> None:
    game = create(server.sign_up("Ilse")).json()["id"]
    other = server.sign_up("Jan")
    assert other.post(f"/api/v1/games/{game}/start").status_code == 403
    assert other.patch(f"/api/v1/games/{game}", json={"title": "Mine"}).status_code == 403
    assert server.client().patch(f"/api/v1/games/{game}", json={"title": "Mine"}).status_code == 401


def test_players_without_a_choice_are_drawn_and_the_log_has_the_seed(server: Server) -> None:
    gm = server.sign_up("Ilse")
    terms = {"bots": BOTS, "clock": {"kind": "none"}, "seating": "lot"}
    game = create(gm, terms=terms).json()["id"]
    players = [server.sign_up(name) for name in ("Jan", "Kim")]
    for player in players:
        assert player.post(f"/api/v1/games/{game}/join", json={"role": "player"}).status_code == 200
    assert gm.post(f"/api/v1/games/{game}/start").status_code == 200
    powers = {player.get(f"/api/v1/games/{game}").json()["you"]["power"] for player in players}
    assert powers == {"FRANCE", "TURKEY"}
    with server.services.store.read() as connection:
        line = next(line.text for line in list_log(connection, game) if line.act == "started")
    assert line.startswith("The game begins. Seats were given by lot; the draw can be repeated with the number ")


def test_preferences_are_heeded(server: Server) -> None:
    gm = server.sign_up("Ilse")
    game = create(gm, terms={"bots": BOTS, "clock": {"kind": "none"}, "seating": "preferences"}).json()["id"]
    wishes = {"Jan": ["TURKEY", "FRANCE"], "Kim": ["FRANCE", "TURKEY"]}
    clients = {name: server.sign_up(name) for name in wishes}
    for name, client in clients.items():
        client.post(f"/api/v1/games/{game}/join", json={"role": "player", "wishes": wishes[name]})
    gm.post(f"/api/v1/games/{game}/start")
    got = {name: client.get(f"/api/v1/games/{game}").json()["you"]["power"] for name, client in clients.items()}
    assert got == {"Jan": "TURKEY", "Kim": "FRANCE"}


def test_terms_change_before_the_start_and_some_after_it_with_a_line_in_the_log(server: Server) -> None:
    match = host(server, ("FRANCE",))
    answer = match.gm.patch(match.path(), json={"terms": {"press": {"grey": True}}, "note": "for fun"})
    assert answer.json()["terms"]["press"]["grey"] is True
    refused = match.gm.patch(match.path(), json={"terms": {"is_anonymous": True}})
    assert (refused.status_code, refused.json()["error"]["field"]) == (409, "terms.is_anonymous")
    with server.services.store.read() as connection:
        lines = [(line.text, line.note) for line in list_log(connection, match.id)]
    assert ("Terms changed: press grey from off to on.", "for fun") in lines


def test_the_webhook_is_the_masters_secret(server: Server) -> None:
    match = host(server, ("FRANCE",), terms={"webhook": "https://example.org/secret-hook"})
    assert match.read(match.gm)["terms"]["webhook"] == "https://example.org/secret-hook"
    assert "secret-hook" not in match.players["FRANCE"].get(match.path()).text
    assert "secret-hook" not in server.client().get(match.path()).text


def test_lists_show_ones_own_games_and_those_that_are_open(server: Server) -> None:
    gm = server.sign_up("Ilse")
    game = create(gm, title="Looking for players").json()["id"]
    secret = create(gm, title="Hidden", terms={"is_private": True}).json()["id"]
    anybody = server.client()
    open_games = anybody.get("/api/v1/games", params={"scope": "open"}).json()["games"]
    assert [card["id"] for card in open_games] == [game]
    assert open_games[0]["free_seats"] == 2
    assert open_games[0]["you"] is None
    found = anybody.get("/api/v1/games", params={"scope": "open", "q": "looking"}).json()["games"]
    assert [card["id"] for card in found] == [game]
    assert anybody.get("/api/v1/games", params={"scope": "open", "q": "%"}).json()["games"] == []
    mine = gm.get("/api/v1/games", params={"scope": "mine"}).json()["games"]
    assert {card["id"] for card in mine} == {game, secret}
    assert mine[0]["you"]["role"] == "gm"
    assert anybody.get("/api/v1/games", params={"scope": "mine"}).status_code == 401
    assert anybody.get("/api/v1/games", params={"scope": "all"}).status_code == 422


def test_a_card_says_whether_something_is_due(server: Server) -> None:
    match = host(server, ("FRANCE",))
    card = match.players["FRANCE"].get("/api/v1/games", params={"scope": "mine"}).json()["games"][0]
    assert card["you"] == {"role": "player", "power": "FRANCE", "due": True, "unread": 0}


FORGED = "Peace\r\n\r\nYour account is closed: https://evil.example \u2028\u202eX"
PLAIN = "Peace Your account is closed: https://evil.example X"


def test_a_title_is_one_line_wherever_it_comes_from(server: Server) -> None:
    gm = server.sign_up("Ilse")
    made = gm.post("/api/v1/games", json={"title": FORGED, "variant": "standard"}).json()
    assert made["title"] == PLAIN
    taken = gm.post("/api/v1/imports", json={"title": FORGED, "variant": "standard"}).json()
    assert taken["title"] == PLAIN
    changed = gm.patch(f"/api/v1/games/{made['id']}", json={"title": "Other\n\nPeace", "note": "\x1b[31mwhy"}).json()
    assert changed["title"] == "Other Peace"
    line = gm.get(f"/api/v1/games/{made['id']}/log").json()["log"][0]
    assert (line["text"].count("\n"), line["note"]) == (0, "[31mwhy")
    empty = gm.patch(f"/api/v1/games/{made['id']}", json={"title": "\u202e"})
    assert (empty.status_code, empty.json()["error"]["field"]) == (422, "title")
