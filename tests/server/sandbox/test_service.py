import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import insert, select

from legation import Game
from legation.game import start_state
from legation.server.base.settings import Keeping
from legation.server.identity.viewers import make_digest
from legation.server.judging.service import Line, judge_now
from legation.server.store.tables import sandboxes
from legation.variants import list_variants, load_variant
from tests.server.kit import START, Client, Server
from tests.server.matches import host

BOUNCE = {
    "phase": "S1901M",
    "units": {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A MUN"]},
    "orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
}
TWO_ROUTES = {
    "phase": "S1901M",
    "units": {"ENGLAND": ["A LON", "F ENG", "F NTH"], "FRANCE": ["F BRE", "F IRI"]},
    "orders": {
        "ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL", "F NTH C A LON - BEL"],
        "FRANCE": ["F BRE - ENG", "F IRI S F BRE - ENG"],
    },
}
"""One of two convoys is broken: by the rulebook of 1971 that stops the army (DATC 4.A.1)."""


def judge(client: Client, request: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = client.post("/api/v1/sandboxes/judge", json={"request": request, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_any_position_is_judged_and_goes_on_from_there(server: Server) -> None:
    client = server.client()
    found = judge(client, BOUNCE)
    assert found["scene_before"]["units"]["FRANCE"] == ["A MAR", "A PAR"]
    assert "A BUR" in found["scene_after"]["units"]["FRANCE"]
    assert {line["order"] for line in found["results"]["orders"]} >= {"A MUN - BUR", "A PAR - BUR"}
    following = judge(client, found["next"])
    assert following["results"]["phase"] == "F1901M"


def test_another_rulebook_shows_what_it_changes(server: Server) -> None:
    found = judge(server.client(), TWO_ROUTES, also_rules=["1971", "2000"])
    assert found["differences"]["2000"] == []
    changed = {line["order"]: (line["was"], line["now"]) for line in found["differences"]["1971"]}
    assert changed["A LON - BEL"] == ("succeeds", "fails")
    answer = server.client().post("/api/v1/sandboxes/judge", json={"request": TWO_ROUTES, "also_rules": ["1899"]})
    assert answer.status_code == 422


def test_a_sandbox_is_shared_as_a_link(server: Server) -> None:
    client = server.client()
    kept = client.post("/api/v1/sandboxes", json={"request": BOUNCE, "variant": "standard"})
    assert kept.status_code == 201
    assert kept.json()["url"].endswith(f"/sandbox/{kept.json()['id']}")
    found = server.client().get(f"/api/v1/sandboxes/{kept.json()['id']}").json()
    assert (found["variant"], found["request"]) == ("standard", BOUNCE)
    assert client.get("/api/v1/sandboxes/nosuchbox").status_code == 404


def test_options_and_checks_work_without_a_game(server: Server) -> None:
    client = server.client()
    options = client.post("/api/v1/sandboxes/options", json={"request": BOUNCE, "power": "France"}).json()
    assert [unit["unit"] for unit in options["options"]["units"]] == ["A MAR", "A PAR"]
    assert options["due"] == ["FRANCE", "GERMANY"]
    assert [line["unit"] for line in options["orders"]["FRANCE"]] == ["A PAR", "A MAR"]
    assert options["orders"]["FRANCE"][1]["other"] == "A PAR"
    lines = client.post("/api/v1/sandboxes/check", json={"request": BOUNCE, "text": "par-bur\nmun s mar-bur"}).json()
    assert [(line["power"], line["order"]) for line in lines["lines"]] == [
        ("FRANCE", "A PAR - BUR"),
        ("GERMANY", "A MUN S A MAR - BUR"),
    ]


def test_lines_of_a_request_that_cannot_be_read_are_marked(server: Server) -> None:
    request = {**BOUNCE, "orders": {"FRANCE": ["A PAR - BUR", "what?"]}}
    body = {"request": request, "power": "FRANCE"}
    options = server.client().post("/api/v1/sandboxes/options", json=body).json()
    assert [(line["order"], line.get("rejected", False)) for line in options["orders"]["FRANCE"]] == [
        ("A PAR - BUR", False),
        ("what?", True),
    ]


@pytest.mark.parametrize("request_", [{}, {"phase": "S1901M", "units": []}, {"variant": "atlantis"}, {"phase": 7}])
def test_a_request_that_is_none_is_refused(server: Server, request_: dict[str, Any]) -> None:
    for path, more in (("judge", {}), ("options", {"power": "FRANCE"}), ("check", {"text": "A PAR H"})):
        answer = server.client().post(f"/api/v1/sandboxes/{path}", json={"request": request_, **more})
        assert answer.status_code == 422
        assert answer.json()["error"]["message"]


def test_a_phase_of_a_game_goes_to_the_sandbox_with_judged_facts_only(server: Server) -> None:
    match = host(server)
    match.save("FRANCE", ["A PAR - BUR"])
    assert match.read(match.players["GERMANY"], "/sandbox")["orders"] == {}
    assert match.read(match.gm, "/sandbox")["orders"] == {}
    assert match.read(match.players["FRANCE"], "/sandbox")["orders"] == {}
    assert match.read(match.players["FRANCE"], "/sandbox", own=True)["orders"] == {"FRANCE": ["A PAR - BUR"]}
    assert match.read(match.players["GERMANY"], "/sandbox", own=True)["orders"] == {}
    judge_now(server.services, match.id, Line())
    copied = match.read(match.players["GERMANY"], "/sandbox", phase="S1901M")
    assert copied["orders"]["FRANCE"] == ["A PAR - BUR"]
    found = judge(server.client(), copied)
    results = match.read(match.gm, "/results")
    assert found["results"]["counts"] == results["counts"]


def test_a_sandbox_begins_with_the_first_position_of_any_variant(server: Server) -> None:
    for variant in list_variants():
        request = server.client().get(f"/api/v1/variants/{variant}/start").json()
        answer = server.client().post("/api/v1/sandboxes/judge", json={"request": request})
        assert answer.status_code == 200, answer.text
        assert answer.json()["next"]["phase"].startswith("F")


def keep(client: Client) -> Any:
    return client.post("/api/v1/sandboxes", json={"request": BOUNCE})


SIZE = len(json.dumps(BOUNCE, separators=(",", ":")))


def test_those_without_an_account_share_the_room_of_their_address(make_any: Callable[..., Server]) -> None:
    server = make_any(keeping=Keeping(sandbox_address=1))
    fill(server, 1_000_000 - 2 * SIZE, network=make_digest("testclient"))
    stranger = server.client()
    guest = server.client()
    guest.post("/api/v1/solo", json={"variant": "standard", "level": "easy"})
    guest.get("/api/v1/session")
    assert keep(stranger).status_code == 201
    assert keep(guest).status_code == 201
    for client in (stranger, guest):
        refused = keep(client)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no_room")
    assert keep(server.sign_up("Ilse")).status_code == 201


def test_an_account_has_room_of_its_own(make_any: Callable[..., Server]) -> None:
    server = make_any(keeping=Keeping(sandbox_account=1))
    ilse, otto = server.sign_up("Ilse"), server.sign_up("Otto")
    assert ilse.account
    fill(server, 1_000_000 - SIZE, account=ilse.account["id"])
    assert keep(ilse).status_code == 201
    refused = keep(ilse)
    assert refused.status_code == 409
    assert "1 megabytes" in refused.json()["error"]["message"]
    assert keep(otto).status_code == 201


def test_strangers_fill_at_most_half_of_the_room_of_the_host(make_any: Callable[..., Server]) -> None:
    server = make_any(keeping=Keeping(sandbox_total=1))
    ilse = server.sign_up("Ilse")
    fill(server, 500_000, network="another")
    refused = keep(server.client())
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no_room")
    assert keep(ilse).status_code == 201
    fill(server, 500_000, network="yet another")
    assert keep(ilse).status_code == 409


def test_opening_a_sandbox_keeps_it_for_longer(server: Server) -> None:
    kept = keep(server.client()).json()
    assert kept["kept_until"] == "2026-12-15T12:00:00Z"
    server.clock.pass_time(days=20)
    server.client().get(f"/api/v1/sandboxes/{kept['id']}")
    with server.services.store.read() as connection:
        assert connection.execute(select(sandboxes.c.opened_at)).scalar_one() == server.clock.now()


def fill(server: Server, size: int, **whose: Any) -> None:
    """A sandbox of so many bytes is there already."""
    with server.services.store.write() as connection:
        values = {"id": f"{len(whose)}{size}{whose}"[:24], "variant": "standard", "text": "{}", "size": size, **whose}
        connection.execute(insert(sandboxes).values(**values, made_at=START, opened_at=START))


def test_a_copy_of_a_game_on_an_earlier_edition_stays_on_that_edition(server: Server) -> None:
    variant = load_variant("colonia-i@1")  # where the Channel does not touch the Mid-Atlantic; it does since
    saved = Game(variant, variant.rulebook, start_state(variant)).export_json()
    gm = server.sign_up("Otto")
    made = gm.post("/api/v1/imports/file", params={"title": "The Long Peace"}, content=saved.encode())
    assert made.status_code == 201, made.text
    copied = gm.get(f"/api/v1/games/{made.json()['id']}/sandbox").json()
    assert copied["variant"] == "colonia-i@1"
    request = {**copied, "units": {"ENGLAND": ["F ENG"]}, "orders": {"ENGLAND": ["F ENG - MAT"]}}
    found = judge(gm, request)
    assert found["scene_after"]["units"]["ENGLAND"] == ["F ENG"]
    assert found["next"]["variant"] == "colonia-i@1"
    options = gm.post("/api/v1/sandboxes/options", json={"request": request, "power": "ENGLAND"}).json()
    assert "MAT" not in json.dumps(options["options"]["units"])
    kept = gm.post("/api/v1/sandboxes", json={"request": request}).json()
    assert gm.get(f"/api/v1/sandboxes/{kept['id']}").json()["variant"] == "colonia-i@1"
    board = gm.get("/api/v1/variants/colonia-i@1/board")
    assert board.content == gm.get(made.json()["board"]).content
    assert gm.get("/api/v1/variants/colonia-i@1/start").json()["variant"] == "colonia-i@1"
    assert judge(gm, {**request, "variant": "colonia-i"})["scene_after"]["units"]["ENGLAND"] == ["F MAT"]


@pytest.mark.parametrize("edition", ["colonia-i@9", "standard@1", "colonia-i@../1", "nowhere@1"])
def test_an_edition_that_never_was_is_refused(server: Server, edition: str) -> None:
    assert server.client().get(f"/api/v1/variants/{edition}/board").status_code == 404
