"""A game that is over is shown to whoever has its link, if it was shared; its letters stay closed."""

from tests.server.kit import Server
from tests.server.people import Match, make_match
from tests.server.persons.helpers import end_game

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def finish(match: Match) -> None:
    """All agree on a draw."""
    made = match.post(match.players["FRANCE"], "votes", {"places": []}, status=201)["proposals"][0]
    for player in match.players.values():
        match.put(player, f"votes/{made['id']}", {"vote": True})
    match.judge()


def test_a_private_game_is_shared_by_its_game_master_once_it_is_over_and_closed_again(server: Server) -> None:
    match = make_match(server, POWERS, terms={"is_private": True})
    stranger, france = server.client(), match.players["FRANCE"]
    match.post(france, "press", {"to": "all", "text": "Nobody else shall read this"}, status=201)
    assert match.put(match.gm, "share", {"is_shared": True}, status=409)["error"]["code"] == "not_over"
    finish(match)
    assert match.get(match.gm)["sharing"] == {"is_open": False, "is_shared": False, "may_change": True}
    assert match.get(france)["sharing"]["may_change"] is False
    assert match.put(france, "share", {"is_shared": True}, status=403)["error"]["code"] == "forbidden"
    assert stranger.get(match.path()).status_code == 404
    shared = match.put(match.gm, "share", {"is_shared": True})
    assert shared["sharing"] == {"is_open": True, "is_shared": True, "may_change": True}
    for rest in ("", "phases", "scene", "results", "centres", "turning-points", "statistics"):
        match.get(stranger, rest)
    assert match.get(stranger)["seats"][0]["player"] == "Austria player"
    sheet = stranger.get(match.path("zine.html")).text
    assert "Turning points" in sheet
    assert "Spring 1901, orders: The game is drawn between Austria" in sheet
    assert match.log()[0]["text"] == "Anyone with the link can now see this game, without its letters."
    lines = len(match.log())
    match.put(match.gm, "share", {"is_shared": True})
    assert len(match.log()) == lines, "what is open already is not opened again"
    match.put(match.gm, "share", {"is_shared": False})
    assert match.log()[0]["text"] != "Anyone with the link can now see this game, without its letters."
    assert stranger.get(match.path()).status_code == 404


def test_letters_and_notes_of_a_shared_game_stay_closed_to_strangers(server: Server) -> None:
    match = make_match(server, POWERS, terms={"is_private": True})
    stranger, france = server.client(), match.players["FRANCE"]
    match.post(france, "press", {"to": "all", "text": "PLANTED one"}, status=201)
    match.post(france, "press", {"to": ["ENGLAND"], "text": "PLANTED two"}, status=201)
    match.act("lock", {"locked": True, "note": "PLANTED three"})
    finish(match)
    match.put(match.gm, "share", {"is_shared": True})
    assert match.get(stranger, "press")["rooms"] == []
    assert stranger.get(match.path("transcript")).status_code == 403
    for rest in ("press", "press/search?q=PLANTED", "log", "zine.html", "report", "export"):
        answer = stranger.get(match.path(rest))
        assert "PLANTED" not in answer.text, rest
    assert "PLANTED" in match.players["ENGLAND"].get(match.path("transcript")).text


def test_the_player_of_a_game_against_bots_shares_it_and_a_running_one_is_not_shown(server: Server) -> None:
    player = server.sign_up("Remy")
    begun = player.post("/api/v1/solo", json={"variant": "standard", "power": "FRANCE"}).json()["game"]
    assert begun["sharing"] is None
    refused = player.put(f"/api/v1/games/{begun['id']}/share", json={"is_shared": True})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_over")


def test_a_shared_game_against_bots_is_open_to_strangers_until_it_is_closed(server: Server) -> None:
    player, stranger = server.sign_up("Remy"), server.client()
    game = player.post("/api/v1/solo", json={"variant": "standard", "power": "FRANCE"}).json()["game"]["id"]
    end_game(server.services, game, ["FRANCE"])
    address = f"/api/v1/games/{game}"
    assert stranger.get(address).status_code == 404
    assert stranger.put(f"{address}/share", json={"is_shared": True}).status_code == 401
    shared = player.put(f"{address}/share", json={"is_shared": True}).json()
    assert shared["sharing"] == {"is_open": True, "is_shared": True, "may_change": True}
    for rest in ("", "/phases", "/scene", "/centres", "/turning-points", "/statistics"):
        assert stranger.get(address + rest).status_code == 200, rest
    seen = stranger.get(address).json()
    assert (seen["solo"], seen["sharing"]["may_change"]) == (None, False)
    assert stranger.post(f"{address}/solo/back", json={"head": "x"}).status_code in (401, 403)
    player.put(f"{address}/share", json={"is_shared": False})
    assert stranger.get(address).status_code == 404


def test_the_end_names_those_who_handed_a_power_on(server: Server) -> None:
    match = make_match(server)
    early, late = match.join("Early", "standby"), match.join("Late", "standby")
    server.clock.pass_time(minutes=1)
    match.judge()
    server.clock.pass_time(minutes=1)
    match.act("offer", {"power": "FRANCE"})
    match.post(early, "join", {"role": "player", "power": "FRANCE"})
    match.act("offer", {"power": "FRANCE"})  # nothing is judged while Early has the seat
    match.post(late, "join", {"role": "player", "power": "FRANCE"})
    assert all(seat["formerly"] == [] for seat in match.get(match.gm)["seats"]), "the game is on"
    end_game(server.services, match.id, ["FRANCE"])
    seats = {seat["power"]: seat for seat in match.get(match.gm)["seats"]}
    assert seats["FRANCE"]["player"] == "Late"
    assert seats["FRANCE"]["formerly"] == [{"name": "France player", "last": "S1901M"}]
    assert seats["ENGLAND"]["formerly"] == []


def test_a_public_game_that_is_over_needs_no_sharing(server: Server) -> None:
    match = make_match(server, POWERS)
    finish(match)
    assert match.get(server.client())["sharing"] == {"is_open": True, "is_shared": False, "may_change": False}
