from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from legation.board import PowerId
from legation.game import make_receipt, parse_phase
from legation.server.game.event_storage import list_events
from legation.server.game.log_storage import list_log
from tests.server.kit import Server
from tests.server.matches import Match, host, share_match

FRANCE = PowerId("FRANCE")


@pytest.fixture
def match(server: Server) -> Match:
    return host(server)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, blank_file: Path) -> Iterator[Match]:
    with share_match(tmp_path_factory.mktemp("orders"), blank_file) as match:
        yield match


def sheet(match: Match, power: str = "FRANCE") -> dict[str, Any]:
    return match.read(match.players[power], "/orders")


def texts(plan: dict[str, Any] | None) -> list[str]:
    return [line["order"] for line in plan["orders"]] if plan else []


def put(match: Match, power: str = "FRANCE", **body: Any) -> Any:
    return match.players[power].put(match.path("/orders"), json={"turn": match.turn, "plan": "A", **body})


def post(match: Match, act: str, power: str = "FRANCE", **body: Any) -> Any:
    return match.players[power].post(match.path(f"/orders/{act}"), json={"turn": match.turn, **body})


def test_a_new_sheet_is_blank_and_names_what_is_missing(match: Match) -> None:
    found = sheet(match)
    assert (found["phase"], found["title"], found["total"]) == ("S1901M", "Spring 1901, orders", 3)
    assert found["missing"] == ["F BRE", "A MAR", "A PAR"]
    assert (found["plan_a"]["version"], found["plan_b"], found["receipt"], found["ready"]) == (0, None, None, False)


def test_saved_orders_are_read_back_as_lines(match: Match) -> None:
    match.save("FRANCE", ["par-bur", "mar s par-bur"])
    found = sheet(match)
    assert texts(found["plan_a"]) == ["A MAR S A PAR - BUR", "A PAR - BUR"]
    support = found["plan_a"]["orders"][0]
    assert (support["kind"], support["of"], support["to"], support["state"]) == ("support_move", "PAR", "BUR", "set")
    assert found["missing"] == ["F BRE"]
    assert found["state"] == "saved"


def test_illegal_lines_are_told_and_the_rest_is_saved(match: Match) -> None:
    answer = put(match, version=0, orders=["A PAR - BUR", "A MAR - MOS"]).json()
    assert texts(answer["plan_a"]) == ["A PAR - BUR"]
    assert answer["refused"][0]["text"] == "A MAR - MOS"
    assert answer["refused"][0]["reason"] == "not_adjacent"


def test_a_line_that_cannot_be_read_stays_in_the_plan_and_the_rest_counts(match: Match) -> None:
    answer = put(match, version=0, orders=["A PAR - BUR", "A MAR - burgundie", "Vote yes"]).json()
    assert texts(answer["plan_a"]) == ["A PAR - BUR"]
    assert [found["text"] for found in answer["refused"]] == ["A MAR - burgundie", "Vote yes"]
    assert [found["reason"] for found in answer["refused"]] == ["unreadable", "is_a_vote"]
    assert answer["refused"][0]["choices"] == ["BUR"]
    assert sheet(match)["plan_a"]["refused"] == answer["refused"]


def test_check_and_save_give_one_answer(match: Match) -> None:
    lines = ["A PAR - BUR; F BRE - MAO", "A MAR - MOS", "A PAR - PIC", "A PARS H"]
    checked = match.players["FRANCE"].post(match.path("/orders/check"), json={"text": "\n".join(lines)}).json()
    saved = put(match, version=0, orders=lines).json()
    refused = [line for line in checked["lines"] if line["state"] != "read"]
    assert [line["order"] for line in checked["lines"] if line["counts"]] == ["A PAR - BUR", "F BRE - MAO"]
    assert texts(saved["plan_a"]) == ["F BRE - MAO", "A PAR - BUR"]
    assert [(found["text"], found["reason"], found["clause"], found["hint"]) for found in saved["refused"]] == [
        (line["text"], line["reason"], line["clause"], line["message"]) for line in refused
    ]
    assert (checked["read"], checked["refused"]) == (2, 3)


def test_refused_lines_are_published_and_who_sent_only_such_is_not_called_silent(match: Match) -> None:
    put(match, version=0, orders=["A PAR - MOS", "A MAR - burgundie"])
    match.pass_deadline()
    france = match.players["FRANCE"]
    results = match.read(france, "/results")
    found = [line for line in results["orders"] if line["rejected"]]
    assert [(line["order"], line["reason"]) for line in found] == [
        ("A PAR - MOS", "not_adjacent"),
        ("A MAR - burgundie", "unreadable"),
    ]
    told = match.read(france, "/explain", order="A MAR - burgundie")
    assert (told["result"], told["reason"]) == ("illegal", "unreadable")
    report = france.get(match.path("/report"), params={"format": "text"}).text
    assert "A MAR - burgundie" in report
    assert "No orders came from Germany." in report


def test_a_save_from_an_old_version_is_a_conflict_with_the_sheet_as_it_is(match: Match) -> None:
    assert put(match, version=0, orders=["A PAR - BUR"]).status_code == 200
    answer = put(match, version=0, orders=["A PAR - PIC"])
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "version_conflict"
    assert texts(answer.json()["sheet"]["plan_a"]) == ["A PAR - BUR"]
    assert put(match, version=1, orders=["A PAR - PIC"]).json()["plan_a"]["version"] == 2


def test_what_comes_after_the_judgement_is_too_late_and_says_when_it_was(match: Match) -> None:
    old = match.turn
    match.pass_deadline()
    body = {"turn": old, "plan": "A", "orders": ["A PAR - BUR"]}
    answer = match.players["FRANCE"].put(match.path("/orders"), json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (410, "too_late")
    assert answer.json()["phase"] == "S1901M"
    assert answer.json()["judged_at"].startswith("2026-11-16")


def test_a_receipt_stands_for_just_these_orders(match: Match) -> None:
    match.save("FRANCE", ["A PAR - BUR"])
    found = post(match, "confirm").json()
    genesis = match.game.rules.genesis
    assert found["receipt"]["code"] == make_receipt(genesis, parse_phase("S1901M"), FRANCE, ["A PAR - BUR"])
    assert (found["receipt"]["orders"], found["state"], found["changed"]) == (["A PAR - BUR"], "confirmed", [])
    changed = match.save("FRANCE", ["A PAR - PIC", "A MAR H"])
    assert changed["changed"] == [
        {"unit": "A MAR", "order": "A MAR H", "was": None},
        {"unit": "A PAR", "order": "A PAR - PIC", "was": "A PAR - BUR"},
    ]
    assert changed["state"] == "saved"


def test_plan_b_is_kept_apart_until_the_plans_are_swapped(match: Match) -> None:
    match.save("FRANCE", ["A PAR - BUR"])
    match.save("FRANCE", ["A PAR - PIC"], plan="B")
    found = post(match, "swap").json()
    assert (texts(found["plan_a"]), texts(found["plan_b"])) == (["A PAR - PIC"], ["A PAR - BUR"])
    match.pass_deadline()
    scene = match.read(match.players["FRANCE"], "/scene")
    assert "A PIC" in scene["units"]["FRANCE"]


def test_there_is_nothing_to_swap_without_a_plan_b(match: Match) -> None:
    assert post(match, "swap").status_code == 409


@pytest.mark.parametrize(
    ("orders", "warned"),
    [
        (["A MAR S A PAR - BUR", "A PAR H"], ["A MAR S A PAR - BUR"]),
        (["A MAR S A PAR - BUR"], ["A MAR S A PAR - BUR"]),
        (["A MAR S A PAR - BUR", "A PAR - BUR"], []),
        (["A MAR S A MUN - BUR", "A PAR H"], []),
    ],
)
def test_supports_without_effect_are_warned_of(shared: Match, orders: list[str], warned: list[str]) -> None:
    found = shared.save("FRANCE", orders)
    assert [warning["order"] for warning in found["plan_a"]["warnings"]] == warned


def test_a_move_onto_an_own_unit_that_stays_is_warned_of(shared: Match) -> None:
    found = shared.save("FRANCE", ["F BRE - PIC", "A PAR - PIC", "A MAR H"])
    noted = [(warning["order"], warning["text"].partition(" goes")[0]) for warning in found["plan_a"]["warnings"]]
    assert noted == [("F BRE - PIC", "Note: A PAR - PIC"), ("A PAR - PIC", "Note: F BRE - PIC")]
    found = shared.save("FRANCE", ["A PAR - BRE", "F BRE H"])
    assert found["plan_a"]["warnings"] == [
        {"order": "A PAR - BRE", "text": "No effect as things stand: your own F BRE stays there."}
    ]


def test_repeat_proposes_holds_and_supports_that_still_make_sense(match: Match) -> None:
    match.save("FRANCE", ["A PAR H", "A MAR - SPA", "F BRE H"])
    match.pass_deadline()
    found = post(match, "repeat").json()
    assert [(line["order"], line["kind"], line["unit"]) for line in found["orders"]] == [
        ("F BRE H", "hold", "F BRE"),
        ("A PAR H", "hold", "A PAR"),
    ]
    assert found["left"] == [{"order": "A MAR - SPA", "why": "Only holds and supports are repeated."}]
    assert sheet(match)["plan_a"]["version"] == 0


def test_the_last_turn_is_on_the_sheet_with_its_results(match: Match) -> None:
    match.save("FRANCE", ["A PAR - BUR"])
    match.pass_deadline()
    lines = sheet(match)["last_turn"]
    assert {line["power"] for line in lines} == {"FRANCE"}
    assert any(line["order"] == "A PAR - BUR" and line["result"] in ("succeeds", "fails") for line in lines)


def test_locked_orders_stay_but_the_master_can_enter_them(match: Match) -> None:
    assert match.gm.post(match.path("/gm/acts"), json={"act": "lock", "locked": True, "note": ""}).status_code == 200
    answer = put(match, version=0, orders=["A PAR - BUR"])
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "locked")
    body = {"turn": match.turn, "plan": "A", "orders": ["A PAR - BUR"]}
    entered = match.gm.put(match.path("/orders"), params={"power": "FRANCE"}, json=body)
    assert entered.status_code == 200


def test_orders_that_a_master_enters_are_in_the_log_without_what_they_are(match: Match) -> None:
    body = {"turn": match.turn, "plan": "A", "orders": ["A PAR - BUR"]}
    entered = match.gm.put(match.path("/orders"), params={"power": "FRANCE"}, json=body).json()
    assert (texts(entered["plan_a"]), entered["plan_a"]["by"]) == (["A PAR - BUR"], "gm")
    with match.server.services.store.read() as connection:
        lines = [line.text for line in list_log(connection, match.id)]
    assert "Orders were entered for France in Spring 1901, orders." in lines
    assert not any("BUR" in line for line in lines)


def test_a_save_is_heard_of_by_the_own_power_and_the_game_master_only_and_leaves_the_version(match: Match) -> None:
    version = match.read(match.gm)["version"]
    with match.server.services.store.read() as connection:
        last = max((event.id for event in list_events(connection, 0)), default=0)
    match.save("FRANCE", ["A PAR - BUR"])
    match.save("FRANCE", ["A PAR - PIC"], plan="B")
    with match.server.services.store.read() as connection:
        heard = [(event.audience, event.kind) for event in list_events(connection, last)]
    assert heard == [("power:FRANCE", "orders"), ("gm", "orders"), ("power:FRANCE", "orders")]
    assert match.read(match.gm)["version"] == version


def test_notes_are_read_by_the_own_power_only(match: Match) -> None:
    assert match.players["FRANCE"].put(match.path("/notes"), json={"text": "trust nobody"}).status_code == 200
    assert sheet(match)["notes"] == "trust nobody"
    assert sheet(match, "GERMANY")["notes"] == ""
    assert match.read(match.gm, "/orders", power="FRANCE")["notes"] == ""


def test_lines_of_a_power_without_anything_to_order_are_refused_one_by_one(match: Match) -> None:
    facts = [{"take": "A MUN"}, {"take": "A BER"}, {"take": "F KIE"}]
    match.gm.post(match.path("/gm/acts"), json={"act": "correct", "changes": facts, "note": "for a test"})
    answer = put(match, "GERMANY", orders=["A MUN - BUR"])
    assert answer.status_code == 200
    assert [line["reason"] for line in answer.json()["refused"]] == ["no_such_unit"]
    ready = match.players["GERMANY"].post(match.path("/orders/ready"), json={"turn": match.turn, "ready": True})
    assert (ready.status_code, ready.json()["error"]["code"]) == (409, "not_due")
    assert sheet(match, "GERMANY")["is_due"] is False


def test_the_scene_shows_ones_own_orders_and_nobody_elses(match: Match) -> None:
    match.save("FRANCE", ["A PAR - BUR"])
    match.save("GERMANY", ["A MUN - BUR"])
    own = match.read(match.players["FRANCE"], "/scene")["orders"]
    assert [line["order"] for line in own] == ["A PAR - BUR"]
    assert own[0]["state"] == "set"
    assert match.read(match.gm, "/scene")["orders"] == []


@pytest.mark.parametrize(
    "body",
    [
        {"orders": ["A PAR - BUR"] * 500},
        {"orders": ["X" * 1000]},
        {"orders": "A PAR - BUR"},
        {"orders": [1]},
        {"orders": [], "plan": "C"},
        {"orders": [], "turn": "now"},
        {"orders": [], "standing": {"retreats": "all"}},
    ],
)
def test_hostile_bodies_are_refused(shared: Match, body: dict[str, Any]) -> None:
    assert put(shared, **body).status_code == 422
