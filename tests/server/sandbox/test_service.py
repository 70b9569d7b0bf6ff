from typing import Any

import pytest

from legation.server.judging.service import Line, judge_now
from legation.variants import list_variants
from tests.server.kit import Client, Server
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
