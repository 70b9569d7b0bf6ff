from typing import Any

import pytest

from legation.render.words import ENGLISH
from legation.server.game.member_storage import add_member
from legation.server.game.membership import MAY, Act
from legation.server.game.records import Role
from tests.server.kit import Client, Server
from tests.server.matches import Match, host


def test_every_role_may_see_and_every_refused_act_has_its_sentence() -> None:
    assert set(MAY) == set(Role)
    assert all(Act.SEE in acts for acts in MAY.values())
    assert {act for act in Act if f"http.forbidden.{act.value}" not in ENGLISH.texts} == {Act.SEE}


def test_only_masters_open_their_page_and_only_players_order() -> None:
    assert {role for role in Role if Act.GM in MAY[role]} == {Role.GM, Role.CO_GM}
    assert {role for role in Role if Act.ORDERS in MAY[role]} == {Role.PLAYER}
    assert {role for role in Role if Act.HOST in MAY[role]} == {Role.GM}


def status(client: Client, match: Match, rest: str = "", **params: Any) -> int:
    return int(client.get(match.path(rest), params=params).status_code)


def test_strangers_see_no_private_game_and_hear_the_same_as_of_one_that_is_not_there(server: Server) -> None:
    match = host(server, terms={"is_private": True})
    for client in (server.client(), server.sign_up("Stranger")):
        answer = client.get(match.path())
        missing = client.get("/api/v1/games/nosuchgame")
        assert (answer.status_code, answer.json()) == (404, missing.json())
        assert answer.json()["error"]["message"] == "No such game, or it is not open to you."


def test_a_game_without_onlookers_is_closed_once_it_runs(server: Server) -> None:
    match = host(server, terms={"spectators": {"allowed": False}})
    assert status(server.client(), match) == 404
    assert status(match.players["FRANCE"], match) == 200


@pytest.mark.parametrize("rest", ["/orders", "/options"])
def test_onlookers_and_masters_without_a_power_have_no_sheet(server: Server, rest: str) -> None:
    match = host(server)
    assert status(server.sign_up("Onlooker"), match, rest) == 403
    assert status(server.client(), match, rest) == 401  # who signs in may be somebody
    assert status(match.gm, match, rest) == 403
    assert status(match.gm, match, rest, power="FRANCE") == 200


def test_a_player_cannot_name_another_power(server: Server) -> None:
    match = host(server)
    player = match.players["FRANCE"]
    assert status(player, match, "/orders", power="GERMANY") == 403
    body = {"turn": match.turn, "plan": "A", "orders": ["A BER H"]}
    assert player.put(match.path("/orders"), params={"power": "GERMANY"}, json=body).status_code == 403
    assert status(player, match, "/orders", power="FRANCE") == 200


def test_names_are_hidden_in_an_anonymous_game_from_all_but_the_master(server: Server) -> None:
    match = host(server, terms={"is_anonymous": True})
    for client in (match.players["FRANCE"], server.client(), server.sign_up("Onlooker")):
        text = client.get(match.path()).text
        assert "Player Germany" not in text
    seats = match.read(match.players["FRANCE"])["seats"]
    own = next(seat for seat in seats if seat["is_you"])
    assert own["player"].startswith("Player France")
    assert "Player Germany" in match.gm.get(match.path()).text


def test_a_master_who_plays_an_anonymous_game_does_not_learn_who_plays_what(server: Server) -> None:
    match = host(server, terms={"is_anonymous": True, "gm_plays": True})
    with server.services.store.write() as connection:
        account = match.gm.account
        assert account is not None
        add_member(connection, match.id, account["id"], Role.PLAYER, server.clock.now(), power="ITALY")
    members = match.read(match.gm, "/gm")["members"]
    assert {(member["name"], member["power"]) for member in members if member["role"] == "player"} == {(None, None)}
    for path in ("", "/gm"):
        assert "Player Germany" not in match.gm.get(match.path(path)).text


def test_a_master_sees_orders_only_where_the_terms_say_so(server: Server) -> None:
    match = host(server, terms={"gm_sees_orders": True})
    match.save("FRANCE", ["A PAR - BUR"])
    assert match.read(match.gm, "/orders", power="FRANCE")["plan_a"]["orders"][0]["order"] == "A PAR - BUR"
    match = host(server)
    match.save("FRANCE", ["A PAR - BUR"])
    blank = match.read(match.gm, "/orders", power="FRANCE")
    assert (blank["plan_a"]["orders"], blank["plan_a"]["version"], blank["hidden"]) == ([], 0, True)


def test_a_master_who_plays_sees_no_orders_whatever_the_terms_say(server: Server) -> None:
    match = host(server, terms={"gm_sees_orders": True, "gm_plays": True})
    with server.services.store.write() as connection:
        account = match.gm.account
        assert account is not None
        add_member(connection, match.id, account["id"], Role.PLAYER, server.clock.now(), power="ITALY")
    match.save("FRANCE", ["A PAR - BUR"])
    assert match.read(match.gm, "/orders", power="FRANCE")["plan_a"]["orders"] == []
    assert match.gm.get(match.path("/export")).status_code == 403


def test_onlookers_are_kept_a_phase_back(server: Server) -> None:
    match = host(server, terms={"spectators": {"allowed": True, "delay_phases": 1}})
    match.save("FRANCE", ["A PAR - BUR"])
    match.pass_deadline()
    onlooker = server.client()
    assert match.read(match.players["FRANCE"])["phase"] == "F1901M"
    assert match.read(onlooker)["phase"] == "S1901M"
    assert match.read(onlooker, "/phases") == {
        "phases": [], "now": {"phase": "S1901M", "title": "Spring 1901, orders"}
    }  # fmt: skip
    assert "BUR" not in str(match.read(onlooker, "/scene")["units"])
    assert match.read(onlooker, "/results")["orders"] == []
    assert status(onlooker, match, "/scene", phase="S1901M") == 200
    assert match.read(onlooker, "/scene", phase="S1901M")["orders"] == []
    assert status(onlooker, match, "/results", phase="S1901M") == 404
    assert status(onlooker, match, "/explain", phase="S1901M", order="A PAR - BUR") == 404
    cards = onlooker.get("/api/v1/games", params={"scope": "running"}).json()["games"]
    assert [card["phase"] for card in cards if card["id"] == match.id] == ["S1901M"]
    match.pass_deadline()
    assert match.read(onlooker, "/results")["phase"] == "S1901M"
    assert match.read(onlooker)["phase"] == "F1901M"
