"""Waiting lists: enough people open a game, the others are told, and nobody waits for ever."""

import pytest

from legation.server.people.waits import GOOD_FOR, notify_waiting
from tests.server.admin.helpers import list_told
from tests.server.kit import Client, Server
from tests.server.people import make_match
from tests.server.persons.helpers import call

LIST = "waits/standard/days"


def wait(server: Server, *names: str) -> list[Client]:
    people = [server.sign_up(name) for name in names]
    for person in people:
        call(person, "PUT", LIST)
    return people


def test_when_as_many_wait_as_there_are_powers_a_game_opens_with_them(server: Server) -> None:
    names = ["One", "Two", "Three", "Four", "Five", "Six"]
    first, *_ = wait(server, *names)
    (found,) = call(server.client(), "GET", "waits")["lists"]
    assert (found["waiting"], found["needed"], found["until"]) == (6, 7, None)
    last = server.sign_up("Seven")
    answer = call(last, "PUT", LIST)
    assert (answer["lists"], list_told(server, "waited")) == ([], sorted([*names, "Seven"]))
    page = call(first, "GET", f"games/{answer['opened']}")
    assert (page["status"], page["you"]["roles"]) == ("running", ["gm", "player"])
    assert (page["free_seats"], page["gm"]) == (0, "One")
    assert (page["terms"]["seating"], page["terms"]["clock"]["hours"]) == ("lot", 72)
    assert {seat["player"] for seat in page["seats"]} == {*names, "Seven"}
    assert page["deadline"] == "2026-11-22T12:00:00Z", "a week for the first turn"
    assert list_told(server, "seat") == [], "one letter is enough"


def test_a_live_game_waits_for_its_game_master(server: Server) -> None:
    people = [server.sign_up(f"Person {number}") for number in range(7)]
    opened = [call(person, "PUT", "waits/standard/live")["opened"] for person in people][-1]
    assert call(people[0], "GET", f"games/{opened}")["status"] == "open"
    assert call(people[1], "POST", f"games/{opened}/start", status=403)
    assert call(people[0], "POST", f"games/{opened}/start")["status"] == "running"


def test_two_who_do_not_get_on_are_not_put_into_one_game(server: Server) -> None:
    people = wait(server, "One", "Two", "Three", "Four", "Five", "Six")
    call(people[0], "PUT", "people/Six/block")
    seven, eight = server.sign_up("Seven"), server.sign_up("Eight")
    assert call(seven, "PUT", LIST)["opened"] is None
    opened = call(eight, "PUT", LIST)["opened"]
    assert opened is not None
    assert call(people[5], "GET", f"games/{opened}")["you"]["role"] == "visitor"
    (found,) = call(people[5], "GET", "waits")["lists"]
    assert found["waiting"] == 1


def test_who_waits_is_told_once_of_a_game_that_somebody_opens(server: Server) -> None:
    wait(server, "Ilse")
    gm = server.sign_up("Master")
    for terms in ({"clock": {"hours": 24}}, {"is_private": True}, {}, {}):
        call(gm, "POST", "games", {"title": "Game", "variant": "standard", "terms": terms}, status=201)
    assert [notify_waiting(server.services) for _ in range(2)] == [2, 0]
    assert list_told(server, "waited") == ["Ilse", "Ilse"]


def test_who_wants_no_such_letters_gets_none(server: Server) -> None:
    (ilse,) = wait(server, "Ilse")
    call(ilse, "PATCH", "account", {"settings": {"mail": {"invitations": False}}})
    make_match(server, (), start=False)
    server.clock.pass_time(days=1)
    assert notify_waiting(server.services) == 0


def test_standbys_of_a_full_game_are_told_when_a_seat_is_free(server: Server) -> None:
    bots = dict.fromkeys(("AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY"), "easy")
    match = make_match(server, ("FRANCE",), terms={"bots": bots}, start=False)
    waiting = server.sign_up("Waiting person")
    assert match.get(waiting)["free_seats"] == 0
    match.post(waiting, "join", {"role": "standby"})
    assert notify_waiting(server.services) == 0
    match.post(match.players["FRANCE"], "leave")
    assert [notify_waiting(server.services) for _ in range(2)] == [1, 0]
    assert list_told(server, "waited") == ["Waiting person"]
    joined = match.post(waiting, "join", {"role": "player", "power": "FRANCE"})
    assert joined["you"]["power"] == "FRANCE"


def test_a_list_is_left_and_runs_out(server: Server) -> None:
    ilse, _ = wait(server, "Ilse", "Hans")
    assert call(ilse, "DELETE", LIST)["lists"][0]["waiting"] == 1
    call(ilse, "DELETE", LIST, status=409)
    server.clock.pass_time(days=GOOD_FOR.days + 1)
    assert call(server.client(), "GET", "waits")["lists"] == []
    assert [notify_waiting(server.services) for _ in range(2)] == [1, 0]
    assert list_told(server, "waited") == ["Hans"]


def test_strangers_unknown_variants_and_too_many_lists_are_refused(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("legation.server.people.waits.MOST_WAITS", 1)
    (ilse,) = wait(server, "Ilse")
    call(ilse, "PUT", LIST)
    assert call(ilse, "PUT", "waits/standard/day", status=409)["error"]["code"] == "too_many"
    call(ilse, "PUT", "waits/nonsense/day", status=404)
    call(ilse, "PUT", "waits/standard/warp", status=422)
    assert server.client().put(f"/api/v1/{LIST}").status_code == 401
