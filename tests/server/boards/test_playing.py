"""Games on boards that somebody brought: every page works, and nothing that becomes of the board breaks a game."""

import json
from typing import Any

import pytest

from legation.server.game.records import GameKind
from legation.server.judging.bot_work import order_for_bots
from legation.server.worker import judge_due_games
from tests.server.admin.helpers import make_admin
from tests.server.boards.helpers import bring, host, make_lagoon, name_bringer, upload
from tests.server.kit import Client, Server
from tests.server.matches import CLOCK, Match

PAGES = (
    *("/results?phase=S1850M", "/scene", "/orders", "/options", "/centres", "/log", "/statistics", "/text-board"),
    *("/report", "/reach", "/spaces/MIL", "/briefing", "/picture.svg?view=orders"),
)


@pytest.fixture
def ann(server: Server) -> Client:
    return name_bringer(server, "Ann")


def begin(server: Server, gm: Client, board: str) -> Match:
    """A game of two players that has begun."""
    game = host(gm, board, is_private=True, clock=CLOCK)
    match = Match(server, game["id"], gm)
    for power, name in (("RED", "Ruth"), ("BLUE", "Ben")):
        match.players[power] = player = server.sign_up(name)
        link = gm.post(match.path("/invitations"), json={"role": "player", "power": power}).json()
        token = link["url"].rsplit("/", 1)[1]
        assert player.post(f"/api/v1/invitations/{token}").status_code in (200, 201)
    assert gm.post(match.path("/start"), json={}).status_code == 200
    return match


def judge(match: Match) -> None:
    assert match.pass_deadline() == 1


def test_a_game_is_played_through_all_pages(server: Server, ann: Client) -> None:
    board = bring(ann)["id"]
    match = begin(server, ann, board)
    ruth = match.players["RED"]
    match.save("RED", ["A HAV - MIL", "F FEN - GUL"])
    judge(match)
    page = match.read(ruth)
    assert (page["variant_name"], page["powers"], page["phase"]) == ("The Lagoon", 2, "F1850M")
    assert ruth.get(page["board"]).status_code == 200
    assert ruth.get(f"/api/v1/variants/{page['rules_of']}").json()["name"] == "The Lagoon"
    for path in PAGES:
        assert ruth.get(match.path(path)).status_code == 200, path
    request = match.read(ruth, "/sandbox")
    judged = ruth.post("/api/v1/sandboxes/judge", json={"request": request})
    assert judged.status_code == 200, judged.text
    kept = ruth.post("/api/v1/sandboxes", json={"request": request})
    assert kept.status_code == 201
    cards = ruth.get("/api/v1/games", params={"scope": "mine"}).json()["games"]
    assert [card["variant_name"] for card in cards] == ["The Lagoon"]


def test_what_becomes_of_a_board_does_not_touch_its_games(server: Server, ann: Client) -> None:
    board = bring(ann)["id"]
    match = begin(server, ann, board)
    terms = make_lagoon()["variant.toml"].replace(b'name = "Red"', b'name = "Scarlet"')
    assert bring(ann, {"variant.toml": terms}, board=board)["number"] == 2
    assert [seat["name"] for seat in match.read(ann)["seats"]] == ["Red", "Blue"]
    assert [one["number"] for one in ann.get(f"/api/v1/boards/{board}").json()["editions"]] == [2, 1]
    judge(match)
    assert ann.delete(f"/api/v1/boards/{board}").status_code == 204
    assert ann.get("/api/v1/boards").json()["boards"] == []
    host(ann, board, status=404)
    judge(match)
    page = match.read(match.players["RED"])
    assert page["variant_name"] == "The Lagoon"
    assert match.players["RED"].get(page["board"]).status_code == 200
    assert match.players["RED"].get(f"/api/v1/variants/{page['rules_of']}").status_code == 200


def test_a_private_board_is_seen_by_those_in_its_games_and_hosted_by_its_owner(server: Server, ann: Client) -> None:
    board = bring(ann)["id"]
    match = begin(server, ann, board)
    ruth, eve = match.players["RED"], server.sign_up("Eve")
    assert ruth.get(f"/api/v1/variants/{board}").status_code == 200
    assert eve.get(f"/api/v1/variants/{board}").status_code == 404
    host(ruth, board, status=404)
    host(make_admin(server), board)
    solo = eve.post("/api/v1/solo", json={"variant": board})
    assert solo.status_code == 404
    request = match.read(ruth, "/sandbox")
    for name in (board, "nowhere"):  # nobody learns which private boards there are
        judged = eve.post("/api/v1/sandboxes/judge", json={"request": {**request, "variant": name}})
        assert (judged.status_code, judged.json()["error"]["field"]) == (422, "variant")
    assert upload(eve, b"x", board=board, status=403)["error"]["code"] == "no_boards"
    assert name_bringer(server, "Max").delete(f"/api/v1/boards/{board}").status_code == 404


def test_bots_play_on_it(server: Server, ann: Client) -> None:
    board = bring(ann)["id"]
    answer = ann.post("/api/v1/solo", json={"variant": board, "power": "RED", "level": "easy"})
    assert answer.status_code == 201, answer.text
    match = Match(server, answer.json()["game"]["id"], ann, {"RED": ann})
    match.save("RED", ["A HAV - MIL", "F FEN - GUL"])
    match.ready("RED")
    order_for_bots(server.services, GameKind.SOLO)
    judge_due_games(server.services)
    assert match.read(ann)["phase"] == "F1850M"


def test_an_exported_game_brings_its_board_along(server: Server, ann: Client) -> None:
    board = bring(ann)["id"]
    match = begin(server, ann, board)
    match.save("RED", ["A HAV - MIL"])
    judge(match)
    packed = ann.get(match.path("/export")).content
    file: Any = json.loads(packed)
    assert file["board"]["files"]["spaces.csv"]

    def take_in(client: Client, data: bytes) -> Any:
        return client.post("/api/v1/imports/file", params={"title": "Again"}, content=data)

    here = take_in(ann, packed).json()
    assert here["variant"] == board
    assert ann.delete(f"/api/v1/boards/{board}").status_code == 204
    bob = server.sign_up("Bob")
    assert take_in(bob, packed).json()["error"]["code"] == "no_boards"
    max_ = name_bringer(server, "Max")
    there = take_in(max_, packed)
    assert there.status_code == 201, there.text
    assert there.json()["phase"] == "F1850M"
    assert there.json()["variant"] != board
    assert [one["name"] for one in max_.get("/api/v1/boards").json()["boards"]] == ["The Lagoon"]
    file["board"]["files"]["spaces.csv"] = "nonsense"
    assert take_in(max_, json.dumps(file).encode()).status_code == 422


def test_an_end_that_is_shared_shows_the_board_to_strangers(server: Server, ann: Client) -> None:
    board = bring(ann)["id"]
    game = host(ann, board, spectators={"allowed": True})
    page = server.client().get(f"/api/v1/games/{game['id']}").json()
    assert server.client().get(page["board"]).status_code == 200
    assert server.client().get(f"/api/v1/variants/{page['rules_of']}").status_code == 200
    assert server.client().get(f"/api/v1/variants/{board}@0000000000000000").status_code == 404
    assert server.client().get(f"/api/v1/variants/{board}@%25").status_code == 404
