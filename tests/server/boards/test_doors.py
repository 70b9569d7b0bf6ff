"""Every door that takes the name of a variant takes boards that were brought, for those who may use them."""

import json
from collections.abc import Callable, Mapping

import pytest

from legation.server.admin.taking_in import take_in
from legation.server.game.board_storage import BoardState, change_board, find_board
from legation.server.people.waits import notify_waiting
from tests.server.admin.helpers import list_told
from tests.server.boards.helpers import bring, host, name_bringer
from tests.server.kit import Client, Server
from tests.server.persons.helpers import call, end_game

GODIP = (
    b"PHASE 1850 Spring Movement\nPOSITIONS\n\tRed: army hav\n\tRed: fleet fen\n\tRed: supply hav\n\tRed: supply fen\n"
    b"\tBlue: army tow\n\tBlue: fleet cap\n\tBlue: supply tow\n\tBlue: supply cap\nORDERS\n\thav move mil\n"
    b"PHASE 1850 Fall Movement\nPOSITIONS\n\tRed: army mil\n\tRed: fleet fen\n\tRed: supply hav\n\tRed: supply fen\n"
    b"\tBlue: army tow\n\tBlue: fleet cap\n\tBlue: supply tow\n\tBlue: supply cap\nORDERS\n"
)
POSITION = "Spring 1850\nRED: A Hav, F Fen\nCentres: home\nBLUE: A Tow, F Cap\nCentres: home"


def _judge(client: Client, board: str) -> int:
    request = {"variant": board, "phase": "S1850M", "units": {"RED": ["A HAV"]}, "orders": {"RED": ["A HAV - MIL"]}}
    one = client.post("/api/v1/judge", json=request).json()
    mixed = client.post("/api/v1/judge", json=[{"phase": "S1901M"}, request]).json()
    assert ("error" in one) == ("error" in mixed[1])
    assert "error" not in mixed[0]
    return 404 if "error" in one else 200


DOORS: Mapping[str, Callable[[Client, str], int]] = {
    "game": lambda client, board: client.post("/api/v1/games", json={"title": "A", "variant": board}).status_code,
    "solo": lambda client, board: client.post("/api/v1/solo", json={"variant": board}).status_code,
    "judge": _judge,
    "zine": lambda client, board: (
        client.post("/api/v1/imports", json={"variant": board, "title": "A", "position": POSITION}).status_code
    ),
    "file": lambda client, board: (
        client.post("/api/v1/imports/file", params={"title": "A", "variant": board}, content=GODIP).status_code
    ),
    "wait": lambda client, board: client.put(f"/api/v1/waits/{board}/days").status_code,
    "sandbox": lambda client, board: client.get(f"/api/v1/variants/{board}/start").status_code,
    "rules": lambda client, board: client.get(f"/api/v1/variants/{board}").status_code,
    "edit": lambda client, board: client.get(f"/api/v1/boards/{board}/edit").status_code,
}


@pytest.fixture
def ann(server: Server) -> Client:
    return name_bringer(server, "Ann")


def publish(server: Server, board: str) -> None:
    with server.services.store.write() as connection:
        change_board(connection, board, state=BoardState.PUBLISHED)


def test_every_door_opens_for_those_who_may_and_for_nobody_else(server: Server, ann: Client) -> None:
    board, eve = bring(ann)["id"], server.sign_up("Eve")
    assert {name: door(ann, board) in (200, 201) for name, door in DOORS.items()} == dict.fromkeys(DOORS, True)
    assert {name: door(eve, board) for name, door in DOORS.items()} == dict.fromkeys(DOORS, 404)
    assert {name: door(eve, "nowhere") for name, door in DOORS.items()} == dict.fromkeys(DOORS, 404)
    assert call(eve, "GET", "waits")["lists"] == []
    publish(server, board)
    assert {name: door(eve, board) in (200, 201) for name, door in DOORS.items()} == dict.fromkeys(DOORS, True)


def test_no_text_but_a_name_reaches_the_database(server: Server, ann: Client) -> None:
    for name in ("../etc", "x" * 500, "Lagoon", "lagoon@1"):
        request = {"variant": name, "phase": "S1850M"}
        answer = ann.post("/api/v1/judge", content=json.dumps(request))
        assert (answer.status_code, answer.json()["error"]["field"]) == (200, "variant")
    many = [{"variant": f"board-{number}", "phase": "S1850M"} for number in range(9)]
    assert call(ann, "POST", "judge", many, status=422)["error"]["code"] == "too_many"


def test_enough_who_wait_for_a_board_get_a_game_on_it(server: Server, ann: Client) -> None:
    board, bob = bring(ann)["id"], server.sign_up("Bob")
    publish(server, board)
    call(bob, "PUT", f"waits/{board}/days")
    (found,) = call(server.client(), "GET", "waits")["lists"]
    assert (found["variant_name"], found["waiting"], found["needed"]) == ("The Lagoon", 1, 2)
    opened = call(ann, "PUT", f"waits/{board}/days")["opened"]
    page = call(bob, "GET", f"games/{opened}")
    assert (page["variant"], page["status"], page["gm"]) == (board, "running", "Bob")
    call(bob, "PUT", f"waits/{board}/days")
    call(ann, "PUT", f"boards/{board}/publishing", {"wanted": False})
    assert call(bob, "GET", "waits")["lists"] == []
    assert notify_waiting(server.services) == 1
    assert list_told(server, "waited").count("Bob") == 2


def test_only_who_may_begin_games_on_a_board_plays_again_on_it(server: Server, ann: Client) -> None:
    board, bob = bring(ann)["id"], server.sign_up("Bob")
    publish(server, board)
    call(bob, "PUT", f"waits/{board}/days")
    game = call(ann, "PUT", f"waits/{board}/days")["opened"]
    end_game(server.services, game, ("RED", "BLUE"))
    call(ann, "PUT", f"boards/{board}/publishing", {"wanted": False})
    refused = call(bob, "POST", f"games/{game}/rematch", status=409)
    assert "Its owner" in refused["error"]["message"]
    made = call(ann, "POST", f"games/{game}/rematch")
    assert call(ann, "GET", f"games/{made['game']}")["variant"] == board


def test_the_host_takes_in_games_on_any_board(server: Server, ann: Client) -> None:
    board = bring(ann)["id"]
    max_ = server.sign_up("Max")
    taken = take_in(server.services, GODIP, master="Max", title="", begins=True, variant=board)
    page = call(max_, "GET", f"games/{taken.id}")
    assert (page["variant"], page["phase"], page["gm"], taken.differences) == (board, "F1850M", "Max", 0)


def test_a_closed_account_leaves_only_what_others_use(server: Server, ann: Client) -> None:
    unused, played, published = (bring(ann)["id"] for _ in range(3))
    game = host(ann, played)["id"]
    publish(server, published)
    assert ann.post("/api/v1/account/close").status_code == 204
    with server.services.store.read() as connection:
        assert find_board(connection, unused) is None
        kept = find_board(connection, played)
        assert kept is not None
        assert kept.removed_at is not None
    eve = server.sign_up("Eve")
    assert call(eve, "GET", f"games/{game}")["variant_name"] == "The Lagoon"
    host(eve, played, status=404)
    host(eve, published)
