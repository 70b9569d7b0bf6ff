"""Who neither plays nor runs a game sees it some phases later, at every address: nothing of now can be noticed."""

from typing import Any

import pytest

from tests.server.kit import Client, Server
from tests.server.people import Match, make_match
from tests.server.test_secrets import REQUESTS, World, ask, list_asked, text_of

ONLOOKERS = ("anonymous", "stranger", "spectator", "standby", "candidate", "former_player", "former_master")
INSIDERS = ("england", "eliminated", "gm", "co_gm")
DELAY = 3


def id_of(client: Client) -> int:
    assert client.account is not None
    number: int = client.account["id"]
    return number


@pytest.fixture
def world(server: Server) -> World:
    """A game that onlookers see some phases back, and everybody who may look at it."""
    terms = {
        "spectators": {"delay_phases": DELAY},
        "gm_sees_orders": True,
        "time_votes": {"pause_days": 5},
        "missing": {"limit": 20},
    }
    match = make_match(server, ("FRANCE", "ENGLAND", "GERMANY", "ITALY"), terms=terms)
    former, helper, next_gm = match.gm, match.join("Helping hand", "spectator"), match.join("Next", "spectator")
    match.act("co-gm", {"account": id_of(helper), "on": True})
    match.act("hand-over", {"account": id_of(next_gm)})
    match.gm = next_gm
    match.post(match.players["ITALY"], "leave")
    candidate = server.sign_up("Candidate")
    match.post(candidate, "join", {"role": "standby"})
    roles = {
        "anonymous": server.client(),
        "stranger": server.sign_up("Strange person"),
        "spectator": match.join("Looking person", "spectator"),
        "standby": match.join("Waiting person", "standby"),
        "candidate": candidate,
        "former_player": match.players["ITALY"],
        "former_master": former,
        "england": match.players["ENGLAND"],
        "eliminated": match.players["GERMANY"],
        "co_gm": helper,
        "gm": match.gm,
    }
    for _ in range(DELAY + 2):
        match.judge()
    while not match.get(match.gm)["phase"].endswith("M"):
        match.judge()
    eliminate(match, "GERMANY")
    server.clock.pass_time(hours=1)
    world = World(match, roles)
    link = match.post(match.gm, "invitations", {"role": "player", "power": "ITALY", "uses": 90}, status=201)
    world.names = {
        "{game}": match.id, "{variant}": "standard", "{token}": link["token"], "{absence}": "1", "{number}": "0" * 12,
        "{room}": room_of_all(match), "{proposal}": "S1901M.1", "{key}": "nosuchsandbox", "{subject}": "extend",
        "{form}": "svg", "{phase}": "S1901M", "{account}": "1", "{ban}": "1", "{letter}": "1", "{space}": "PAR",
    }  # fmt: skip
    return world


def eliminate(match: Match, power: str) -> None:
    scene = match.get(match.gm, "text-board")
    assert scene
    position = match.get(match.gm, "briefing", power=power)["position"]
    changes: list[dict[str, Any]] = [{"take": f"{power} {unit}"} for unit in position["units"]]
    changes += [{"owner": {"space": space, "power": None}} for space in position["centres"]]
    match.act("correct", {"changes": changes, "note": "they surrender"})


def room_of_all(match: Match) -> str:
    return str(next(room["id"] for room in match.get(match.gm, "press")["rooms"] if room["key"] == "all"))


def let_things_happen(match: Match) -> None:
    """All that can happen in a phase, short of judging it."""
    turn = match.get(match.players["FRANCE"])["turn"]
    match.put(match.players["FRANCE"], "orders", {"turn": turn, "plan": "A", "version": None, "orders": []})
    match.post(match.players["FRANCE"], "orders/ready", {"turn": turn, "ready": True})
    match.post(match.players["FRANCE"], "press", {"to": "all", "text": "PUBLIC-NOW"}, status=201)
    match.act("broadcast", {"text": "BROADCAST-NOW"})
    match.act("extend", {"hours": 5, "note": "NOTE-NOW"})
    match.act("lock", {"locked": True})
    match.act("correct", {"changes": [{"owner": {"space": "MUN", "power": "FRANCE"}}], "note": "CORRECTION-NOW"})
    made = match.post(match.players["FRANCE"], "votes", {"places": []}, status=201)
    match.put(match.players["ENGLAND"], f"votes/{made['proposals'][0]['id']}", {"vote": True})
    match.put(match.players["FRANCE"], "time-votes/extend", {"vote": True})
    match.act("pause", {"note": "PAUSE-NOW"})


def look(world: World, roles: tuple[str, ...]) -> dict[tuple[str, str], str]:
    return {
        (role, path): text_of(ask(world, role, path, method)) for role in roles for path, method in list_asked("GET")
    }


def test_onlookers_notice_nothing_of_what_happens_now(world: World) -> None:
    before, by_player = look(world, ONLOOKERS), look(world, ("england",))
    let_things_happen(world.match)
    after = look(world, ONLOOKERS)
    assert [key for key, text in after.items() if text != before[key]] == []
    seen = {path for (_, path), text in look(world, ("england",)).items() if text != by_player["england", path]}
    assert {"games/{game}", "games/{game}/log", "games/{game}/votes", "games/{game}/press/{room}"} <= seen


def test_onlookers_are_told_of_no_phase_that_is_kept_back(world: World) -> None:
    match = world.match
    phases = [phase["phase"] for phase in match.get(match.gm, "phases")["phases"]]
    now = match.get(match.gm)
    hidden = [*phases[-DELAY + 1 :], now["phase"], now["phase_title"], now["deadline"]]
    leaks = [
        (role, path, secret)
        for (role, path), text in look(world, ONLOOKERS).items()
        for secret in hidden
        if secret in text
    ]
    assert leaks == []
    for role in ONLOOKERS:
        seen = match.get(world.roles[role])
        assert (seen["phase"], seen["deadline"], seen["turn"]) == (phases[-DELAY], None, len(phases) - DELAY + 1)


@pytest.mark.parametrize("address", ["results", "scene", "report", "explain", "picture.svg", "zine.html", "sandbox"])
def test_a_phase_that_is_kept_back_cannot_be_asked_for(world: World, address: str) -> None:
    last = world.match.get(world.match.gm, "phases")["phases"][-1]["phase"]
    for role in ONLOOKERS:
        query = {"phase": last, "order": "A PAR"} if address == "explain" else {"phase": last}
        assert world.roles[role].get(world.match.path(address), params=query).status_code == 404, role


def test_players_even_when_eliminated_and_game_masters_see_the_game_now(world: World) -> None:
    match = world.match
    now = match.get(match.gm)
    assert next(seat for seat in now["seats"] if seat["power"] == "GERMANY")["is_out"]
    for role in INSIDERS:
        seen = match.get(world.roles[role])
        assert (seen["phase"], seen["deadline"], seen["turn"]) == (now["phase"], now["deadline"], now["turn"]), role
        assert now["deadline"] is not None


def test_lists_show_onlookers_what_the_game_shows_them(world: World) -> None:
    match = world.match
    phases = [phase["phase"] for phase in match.get(match.gm, "phases")["phases"]]
    match.act("pause")
    for role in ONLOOKERS:
        scopes = ["running"] if role == "anonymous" else ["running", "mine"]
        for scope in scopes:
            cards = world.roles[role].get("/api/v1/games", params={"scope": scope}).json()["games"]
            for card in cards:
                assert (card["phase"], card["deadline"], card["status"]) == (phases[-DELAY], None, "running"), role


def test_every_address_with_a_game_in_it_is_walked() -> None:
    walked = {path for path, _ in list_asked("GET")} | {"games/{game}/events"}
    assert {path for path, method in REQUESTS if method == "GET" and "{game}" in path} <= walked


def test_when_the_game_is_over_everybody_sees_it_all(server: Server) -> None:
    match = make_match(server, ("FRANCE", "ENGLAND"), terms={"spectators": {"delay_phases": DELAY}})
    onlooker = match.join("Standby", "standby")
    for seat in match.get(match.gm)["seats"]:
        if seat["power"] not in match.players:
            match.act("disorder", {"power": seat["power"], "on": True})
    match.judge()
    made = match.post(match.players["FRANCE"], "votes", {"places": []}, status=201)["proposals"][0]
    for client in match.players.values():
        match.put(client, f"votes/{made['id']}", {"vote": True})
    match.judge()
    assert match.get(onlooker)["status"] == "ended"
    assert len(match.get(onlooker, "phases")["phases"]) == 2
