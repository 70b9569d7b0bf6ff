import time
from typing import Any

import pytest

from legation.board import PowerId
from legation.game import verify_history
from legation.server.game.loaded_game import load_game
from legation.server.game.member_storage import change_seat
from legation.server.games.exporting import load_history
from legation.server.worker import work_through
from legation.variants import list_variants
from tests.server.kit import Client, Server


def begin(client: Client, **wish: Any) -> dict[str, Any]:
    answer = client.post("/api/v1/solo", json={"variant": "standard", "level": "steady", **wish})
    assert answer.status_code == 201, answer.text
    client.get("/api/v1/session")
    found: dict[str, Any] = answer.json()["game"]
    return found


def choose(options: dict[str, Any]) -> list[str]:
    """The first thing that can be done with every unit."""
    if options["kind"] == "moves":
        return [f"{unit['unit']} - {unit['moves'][0]['to']}" for unit in options["units"] if unit["moves"]]
    if options["kind"] == "retreats":
        ways = [(unit["unit"], unit["to"][0]) for unit in options["units"] if unit["to"]]
        return [f"{unit} R {way['to']}" + (f" VIA {way['via']}" if way["via"] else "") for unit, way in ways]
    if options["count"] > 0:
        return [f"{site['units'][0]} B" for site in options["sites"][: options["count"]]]
    return [f"{unit} D" for unit in options["removable"][: -options["count"]]]


def step(client: Client, game: str, act: str = "confirm") -> dict[str, Any]:
    options = client.get(f"/api/v1/games/{game}/options").json()
    sheet = client.get(f"/api/v1/games/{game}/orders").json()
    body = {"turn": sheet["turn"], "plan": "A", "version": sheet["plan_a"]["version"], "orders": choose(options)}
    saved = client.put(f"/api/v1/games/{game}/orders", json=body)
    assert saved.status_code == 200, saved.text
    assert saved.json()["refused"] == []
    wish = {"turn": sheet["turn"], **({"ready": True} if act == "ready" else {})}
    done = client.post(f"/api/v1/games/{game}/orders/{act}", json=wish)
    assert done.status_code == 200, done.text
    found: dict[str, Any] = done.json()
    assert found["judging"]
    return found


@pytest.mark.parametrize("variant", list_variants())
def test_a_newcomer_plays_any_variant_at_once(server: Server, variant: str) -> None:
    client = server.client()
    game = begin(client, variant=variant)
    assert game["you"]["due"]
    assert client.account is not None
    assert client.account["is_guest"]
    for _ in range(4):
        step(client, game["id"])
        assert client.get(f"/api/v1/games/{game['id']}").json()["judging"]
        assert work_through(server.services) >= 1
        assert not client.get(f"/api/v1/games/{game['id']}").json()["judging"]
    now = client.get(f"/api/v1/games/{game['id']}").json()
    assert (now["turn"] > 4, now["you"]["due"]) == (True, True)
    with server.services.store.read() as connection:
        loaded = load_game(connection, server.services, game["id"])
        history = load_history(connection, loaded)
    assert verify_history(history, loaded.variant, loaded.rulebook) == ()


def test_ready_goes_on_like_confirm(server: Server) -> None:
    client = server.client()
    game = begin(client, power="FRANCE", level="easy")
    assert game["you"]["power"] == "FRANCE"
    step(client, game["id"], "ready")
    assert work_through(server.services) >= 1


def test_saved_orders_alone_are_waited_for(server: Server) -> None:
    client = server.client()
    game = begin(client, power="FRANCE")
    body = {"turn": 1, "plan": "A", "orders": ["A PAR - BUR"]}
    client.put(f"/api/v1/games/{game['id']}/orders", json=body)
    work_through(server.services)
    assert client.get(f"/api/v1/games/{game['id']}").json()["turn"] == 1


def test_the_worker_goes_on_where_the_process_died_after_the_confirmation(server: Server) -> None:
    client = server.client()
    game = begin(client, power="FRANCE")["id"]
    client.post(f"/api/v1/games/{game}/orders/ready", json={"turn": 1, "ready": True})
    assert client.get(f"/api/v1/games/{game}").json()["turn"] == 1
    assert work_through(server.services) == 1
    assert client.get(f"/api/v1/games/{game}").json()["turn"] == 2


def test_a_game_alone_is_nobody_elses(server: Server) -> None:
    game = begin(server.client())["id"]
    for other in (server.client(), server.sign_up("Jan")):
        assert other.get(f"/api/v1/games/{game}").status_code == 404
        assert other.get(f"/api/v1/games/{game}/scene").status_code == 404
    assert server.client().get("/api/v1/games", params={"scope": "running"}).json()["games"] == []


def test_who_has_an_account_plays_with_it(server: Server) -> None:
    client = server.sign_up("Ilse")
    game = begin(client, power="ITALY")
    assert next(seat for seat in game["seats"] if seat["is_you"])["player"] == "Ilse"
    assert client.get("/api/v1/games", params={"scope": "mine"}).json()["games"][0]["kind"] == "solo"


@pytest.mark.parametrize(
    ("wish", "status"), [({"variant": "atlantis"}, 404), ({"power": "ATLANTIS"}, 422), ({"level": "divine"}, 422)]
)
def test_a_wrong_wish_is_refused_and_makes_no_guest(server: Server, wish: dict[str, Any], status: int) -> None:
    client = server.client()
    answer = client.post("/api/v1/solo", json={"variant": "standard", **wish})
    assert answer.status_code == status
    assert client.get("/api/v1/session").json()["account"] is None


def test_a_player_who_is_out_looks_on_phase_by_phase(server: Server) -> None:
    client = server.client()
    game = begin(client, power="FRANCE")["id"]
    with server.services.store.write() as connection:
        change_seat(connection, game, PowerId("FRANCE"), bot="steady")
    turn = client.get(f"/api/v1/games/{game}").json()["turn"]
    assert work_through(server.services) == 0
    assert client.get(f"/api/v1/games/{game}").json()["turn"] == turn
    answer = client.post(f"/api/v1/games/{game}/solo/next").json()
    assert (answer["turn"], answer["judging"]) == (turn, True)
    assert work_through(server.services) == 1
    assert client.get(f"/api/v1/games/{game}").json()["turn"] == turn + 1


def test_nobody_looks_on_in_a_game_with_others(server: Server) -> None:
    master, player = server.sign_up("Ilse"), server.sign_up("Jan")
    game = master.post("/api/v1/games", json={"title": "Long", "variant": "standard", "terms": {}}).json()["id"]
    player.post(f"/api/v1/games/{game}/join", json={"role": "player", "power": "FRANCE"})
    answer = player.post(f"/api/v1/games/{game}/solo/next")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_solo")


def test_bots_answer_within_five_seconds_on_the_giant_board(server: Server) -> None:
    client = server.client()
    game = begin(client, variant="colonia-iii")["id"]
    step(client, game)
    begun = time.perf_counter()
    assert work_through(server.services) >= 1
    assert time.perf_counter() - begun < 5


def test_a_request_never_waits_for_a_bot(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> tuple[str, ...]:
        raise AssertionError("a request asked a bot")

    monkeypatch.setattr("legation.server.base.bot_process.think", never)
    client = server.client()
    game = begin(client, power="FRANCE", level="strong")["id"]
    assert step(client, game)["judging"]


def test_guests_of_one_address_share_their_turns(server: Server) -> None:
    first, second = begin(server.client())["id"], begin(server.client())["id"]
    account = server.sign_up("Ilse")
    own = begin(account)["id"]
    askers = server.services.bots.askers
    assert askers.get(first) == askers.get(second) == "address testclient"
    assert account.account is not None
    assert askers.get(own) == f"account {account.account['id']}"
