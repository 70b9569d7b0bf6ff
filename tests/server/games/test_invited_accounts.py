"""Where sign-up is closed, an invitation is the way in, and the only one."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select

from legation.server.admin.administration import create_account
from legation.server.store.tables import accounts
from tests.server.kit import PASSWORD, Client, Server

PERSON = {"name": "Otto", "email": "otto@example.org", "password": PASSWORD}


@pytest.fixture
def closed(make_any: Callable[..., Server]) -> Server:
    return make_any(allows_sign_up=False)


def make_master(server: Server) -> Client:
    """A game master whose account the host made."""
    made = create_account(server.services, "Master", "master@example.org", by_letter=False)
    client = server.client()
    secret = made.link.rpartition("/")[2]
    assert client.post("/api/v1/passwords/reset", json={"token": secret, "password": PASSWORD}).status_code == 200
    return client


def make_game(master: Client, **terms: Any) -> str:
    answer = master.post("/api/v1/games", json={"title": "Peace", "variant": "standard", "terms": terms})
    assert answer.status_code == 201, answer.text
    game: str = answer.json()["id"]
    return game


def invite(master: Client, game: str, **wish: Any) -> str:
    body = {"role": "player", "power": "FRANCE", **wish}
    answer = master.post(f"/api/v1/games/{game}/invitations", json=body)
    assert answer.status_code == 201
    token: str = answer.json()["token"]
    return token


def count(server: Server) -> int:
    with server.services.store.read() as connection:
        return connection.execute(select(func.count()).select_from(accounts)).scalar_one()


def test_nobody_signs_up_without_an_invitation(closed: Server) -> None:
    assert closed.client().get("/api/v1/session").json()["sign_up"] == "invited"
    answer = closed.client().post("/api/v1/accounts", json=PERSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "sign_up_closed")
    assert count(closed) == 0


def test_a_guest_makes_no_account_either(closed: Server) -> None:
    guest = closed.client()
    assert guest.post("/api/v1/solo", json={"variant": "standard", "level": "easy"}).status_code == 201
    guest.get("/api/v1/session")
    answer = guest.post("/api/v1/account/claim", json=PERSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "sign_up_closed")
    assert guest.get("/api/v1/session").json()["account"]["is_guest"] is True


def test_an_invitation_makes_an_account_and_gives_the_seat(closed: Server) -> None:
    master = make_master(closed)
    game = make_game(master, is_private=True)
    token = invite(master, game)
    otto = closed.client()
    answer = otto.post(f"/api/v1/invitations/{token}/account", json=PERSON)
    assert answer.status_code == 201, answer.text
    assert answer.json()["session"]["account"]["name"] == "Otto"
    assert answer.json()["game"]["id"] == game
    page = otto.get(f"/api/v1/games/{game}").json()
    assert page["power"] == "FRANCE" if "power" in page else "FRANCE" in str(page)
    again = closed.client().post(f"/api/v1/invitations/{token}/account", json={**PERSON, "name": "Emil"})
    assert (again.status_code, again.json()["error"]["code"]) == (404, "no_such_invitation")


def test_an_invited_guest_keeps_the_games_so_far(closed: Server) -> None:
    master = make_master(closed)
    token = invite(master, make_game(master))
    guest = closed.client()
    solo = guest.post("/api/v1/solo", json={"variant": "standard", "level": "easy"}).json()["game"]["id"]
    number = guest.get("/api/v1/session").json()["account"]["id"]
    answer = guest.post(f"/api/v1/invitations/{token}/account", json=PERSON)
    assert answer.status_code == 201, answer.text
    assert answer.json()["session"]["account"]["id"] == number
    guest.csrf = answer.json()["session"]["csrf"]
    assert guest.get(f"/api/v1/games/{solo}").status_code == 200


@pytest.mark.parametrize("token", ["nonsense", "x" * 43])
def test_a_link_that_is_none_makes_no_account(closed: Server, token: str) -> None:
    answer = closed.client().post(f"/api/v1/invitations/{token}/account", json=PERSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_such_invitation")
    assert count(closed) == 0


def test_a_link_that_leads_nowhere_any_more_makes_no_account(closed: Server) -> None:
    master = make_master(closed)
    game = make_game(master)
    late, withdrawn = invite(master, game), invite(master, game, power="ENGLAND")
    taken = invite(master, game, power="ITALY", uses=2)
    before = count(closed)
    listed = master.get(f"/api/v1/games/{game}/gm").json()
    number = next(one["id"] for one in listed["invitations"] if one["power"] == "ENGLAND")
    assert master.delete(f"/api/v1/games/{game}/invitations/{number}").status_code == 204
    assert closed.client().post(f"/api/v1/invitations/{withdrawn}/account", json=PERSON).status_code == 404
    first = {**PERSON, "name": "Emil", "email": "emil@example.org"}
    assert closed.client().post(f"/api/v1/invitations/{taken}/account", json=first).status_code == 201
    second = closed.client().post(f"/api/v1/invitations/{taken}/account", json=PERSON)
    assert second.json()["error"]["code"] == "seat_taken"
    closed.clock.pass_time(days=15)
    assert closed.client().post(f"/api/v1/invitations/{late}/account", json=PERSON).status_code == 404
    assert count(closed) == before + 1


def test_a_taken_name_does_not_use_the_link_up(closed: Server) -> None:
    master = make_master(closed)
    token = invite(master, make_game(master))
    taken = closed.client().post(f"/api/v1/invitations/{token}/account", json={**PERSON, "name": "MASTER"})
    assert taken.json()["error"]["code"] == "name_taken"
    assert closed.client().post(f"/api/v1/invitations/{token}/account", json=PERSON).status_code == 201


def test_who_has_an_account_makes_no_second_one_by_a_link(closed: Server) -> None:
    master = make_master(closed)
    token = invite(master, make_game(master))
    answer = master.post(f"/api/v1/invitations/{token}/account", json=PERSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_a_guest")


def test_a_link_for_onlookers_is_a_way_in_too(closed: Server) -> None:
    master = make_master(closed)
    token = invite(master, make_game(master), role="spectator", power=None)
    assert closed.client().post(f"/api/v1/invitations/{token}/account", json=PERSON).status_code == 201


def test_the_way_in_works_on_each_database(server_on_each: Server) -> None:
    master = server_on_each.sign_up("Master")
    token = invite(master, make_game(master))
    answer = server_on_each.client().post(f"/api/v1/invitations/{token}/account", json=PERSON)
    assert answer.status_code == 201
