"""Going back to a phase: with changed orders, with everything judged again, and with the differences shown first."""

from collections.abc import Callable
from typing import Any

import pytest

from legation.server.game.loaded_game import load_game
from legation.server.judging.integrity import check_game
from legation.server.judging.rewind import Rewind, RewindRequest, apply_rewind, load_past, plan_rewind
from legation.server.judging.service import Line, judge_now
from tests.server.kit import Server
from tests.server.people import Match, make_match

SPRING = {"FRANCE": ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"], "GERMANY": ["A MUN H", "A BER H", "F KIE - DEN"]}
FALL = {"FRANCE": ["A BUR - BEL", "A SPA - POR", "F MAO H"], "GERMANY": ["A MUN - RUH", "F DEN H", "A BER - KIE"]}
WINTER = {"FRANCE": ["A PAR B", "A MAR B"]}
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


@pytest.fixture
def match(server: Server) -> Match:
    """A game of people alone that has come to Spring 1902."""
    match = make_match(server, POWERS)
    for turn in (SPRING, FALL, WINTER):
        for power, orders in turn.items():
            match.order(power, orders)
        match.judge()
    assert match.get(match.gm)["phase"] == "S1902M"
    return match


def is_sound(match: Match) -> bool:
    with match.server.services.store.read() as connection:
        return check_game(connection, match.server.services, match.id) == ""


def preview(match: Match, **body: Any) -> Any:
    """What going back would change."""
    answer = match.gm.post(match.path("gm/acts"), params={"preview": True}, json={"act": "back", **body})
    assert answer.status_code == 200, answer.text
    return answer.json()


def orders_of(match: Match, power: str) -> list[str]:
    sheet = match.get(match.players[power], "orders")
    return [line["order"] for line in sheet["plan_a"]["orders"]]


def units_of(match: Match, power: str) -> list[str]:
    units: list[str] = match.get(match.gm, "scene")["units"][power]
    return units


def test_others_write_while_it_is_worked_out(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    store, turns = match.server.services.store, []

    def plan(*args: Any) -> Rewind:
        with store.write(0.05):  # would fail if the one writer waited for this
            turns.append("somebody else's")
        return plan_rewind(*args)

    monkeypatch.setattr("legation.server.gm.game_acts.plan_rewind", plan)
    match.act("back", {"phase": "S1901M", "note": "A letter was lost", "replay": True})
    assert turns == ["somebody else's"]


def test_phases_that_are_judged_again_are_counted(make_any: Callable[..., Server]) -> None:
    server = make_any(rate_factor=1)
    match = make_match(server, ("FRANCE",))
    match.judge()
    match.judge()
    assert match.gm.account is not None
    server.services.rates.take("replay", f"account {match.gm.account['id']}", server.clock.now(), 999)
    refused = match.act("back", {"phase": "S1901M", "replay": True}, status=429)
    assert refused["error"]["code"] == "too_many_requests"
    match.act("back", {"phase": "S1901M"})


def test_orders_of_all_undone_phases_are_on_file_as_they_open(match: Match) -> None:
    match.act("back", {"phase": "S1901M", "note": "A letter was lost"})
    assert set(orders_of(match, "FRANCE")) == set(SPRING["FRANCE"])
    match.judge()
    assert set(orders_of(match, "FRANCE")) == set(FALL["FRANCE"])
    assert set(orders_of(match, "GERMANY")) == set(FALL["GERMANY"])
    match.judge()
    assert set(orders_of(match, "FRANCE")) == set(WINTER["FRANCE"])
    assert is_sound(match)


def test_a_player_may_change_what_is_on_file_again(match: Match) -> None:
    match.act("back", {"phase": "S1901M"})
    match.judge()
    match.order("FRANCE", ["A BUR H"], confirm=True)
    match.judge()
    assert "A BUR" in units_of(match, "FRANCE")


def test_one_changed_order_is_judged_with_all_that_followed_and_shown_first(match: Match) -> None:
    before = match.log()
    body = {"phase": "S1901M", "orders": {"France": ["a par-pic"]}, "replay": True, "note": "It was misread"}
    shown = preview(match, **body)["back"]
    assert match.log() == before
    first, second, third = shown["phases"]
    assert [(line["order"], line["was"], line["now"]) for line in first["results"]] == [
        ("A PAR - BUR", "succeeds", None),
        ("A PAR - PIC", None, "succeeds"),
    ]
    assert (first["appeared"], first["gone"]) == (["France A PIC"], ["France A BUR"])
    assert (second["way"], third["way"]) == ("waiting", "waiting")
    assert second["missing"] == [{"power": "FRANCE", "text": "France must give new orders: A PIC."}]
    assert (shown["phase"], shown["stop"]) == ("F1901M", "orders_missing")
    assert "A PIC" in shown["scene"]["units"]["FRANCE"]
    done = match.act("back", {**body, "head": shown["head"]})
    assert done["phase"] == "F1901M"
    assert units_of(match, "FRANCE") == shown["scene"]["units"]["FRANCE"]
    assert set(orders_of(match, "FRANCE")) == {"A SPA - POR", "F MAO H"}
    assert set(orders_of(match, "GERMANY")) == set(FALL["GERMANY"])
    line = match.log()[0]
    assert "Orders of France changed: a par-pic." in line["text"]
    assert "France must give new orders." in line["text"]
    assert line["note"] == "It was misread"
    assert is_sound(match)


def test_with_holds_the_game_comes_as_far_as_it_was(match: Match) -> None:
    body = {"phase": "S1901M", "orders": {"FRANCE": ["A PAR - PIC"]}, "replay": True, "holds": True, "note": "misread"}
    shown = preview(match, **body)["back"]
    bel = {"space": "BEL", "was": "FRANCE", "now": None}
    assert bel in shown["phases"][1]["owners"]
    refused = [line for line in shown["phases"][1]["results"] if line["now"] == "illegal"]
    assert [line["order"] for line in refused] == ["A BUR - BEL"]
    assert refused[0]["why"]
    match.act("back", {**body, "head": shown["head"]})
    assert match.get(match.gm)["phase"] == "S1902M"
    assert units_of(match, "FRANCE") == shown["scene"]["units"]["FRANCE"]
    assert is_sound(match)


def test_what_was_shown_is_done_only_if_nothing_has_happened_since(match: Match) -> None:
    body = {"phase": "S1901M", "replay": True, "note": "see"}
    head = preview(match, **body)["back"]["head"]
    match.act("correct", {"changes": [{"owner": {"space": "BEL", "power": "ENGLAND"}}], "note": "forgotten"})
    refused = match.act("back", {**body, "head": head}, status=409)
    assert "Something has happened" in refused["error"]["message"]
    turn = match.get(match.gm)["turn"]
    match.judge()
    refused = match.act("back", {**body, "turn": turn}, status=409)
    assert "Fall 1902" in refused["error"]["message"]


def test_a_changed_order_needs_a_note_and_a_known_power(match: Match) -> None:
    body = {"phase": "S1901M", "orders": {"FRANCE": ["A PAR H"]}}
    assert match.act("back", body, status=422)["error"]["field"] == "note"
    match.act("back", {"phase": "S1901M", "orders": {"MARS": ["A PAR H"]}, "note": "x"}, status=422)
    match.act("back", {"phase": "F1901M", "replay": True, "until": "S1901M", "note": "x"}, status=422)


def test_orders_of_the_phase_now_stay_where_the_position_is_the_same(match: Match) -> None:
    match.order("FRANCE", ["A BEL H"], confirm=True)
    turn = match.get(match.gm)["turn"]
    match.act("back", {"phase": "F1901M", "replay": True})
    assert match.get(match.gm)["turn"] == turn
    assert orders_of(match, "FRANCE") == ["A BEL H"]


def test_orders_of_the_phase_now_that_still_fit_stay_on_file_in_another_position(match: Match) -> None:
    match.order("FRANCE", ["A BEL H", "A POR H"], confirm=True)
    turn = match.get(match.gm)["turn"]
    body = {"phase": "S1901M", "orders": {"FRANCE": ["A PAR - PIC"]}, "replay": True, "holds": True, "note": "misread"}
    match.act("back", body)
    assert match.get(match.gm)["turn"] == turn + 1
    assert orders_of(match, "FRANCE") == ["A POR H"]
    assert match.get(match.players["FRANCE"], "orders")["state"] == "saved"


def test_votes_of_the_phase_now_survive(match: Match) -> None:
    match.post(match.players["FRANCE"], "votes", {"places": []}, status=201)
    match.act("back", {"phase": "F1901M", "replay": True})
    assert len(match.get(match.players["FRANCE"], "votes")["proposals"]) == 1
    assert is_sound(match)


def test_a_game_that_has_ended_goes_back(match: Match) -> None:
    proposal = match.post(match.players["FRANCE"], "votes", {"places": []}, status=201)["proposals"][0]["id"]
    for power in POWERS:
        match.put(match.players[power], f"votes/{proposal}", {"vote": True})
    match.judge()
    assert match.get(match.gm)["status"] == "ended"
    shown = preview(match, phase="S1902M")["back"]
    assert "draw" in shown["phases"][0]["ending_was"].lower()
    match.act("back", {"phase": "S1902M", "note": "nobody meant it"})
    page = match.get(match.gm)
    assert (page["status"], page["phase"]) == ("running", "S1902M")
    assert is_sound(match)


def test_the_deadline_follows_the_calendar(match: Match) -> None:
    match.act("back", {"phase": "S1901M"})
    assert match.get(match.gm)["deadline"] == "2026-11-17T12:00:00Z"


def test_past_orders_are_read_by_the_game_master_alone(match: Match) -> None:
    past = match.get(match.gm, "gm/orders/S1901M")
    assert sorted(past["orders"]["FRANCE"]) == sorted(SPRING["FRANCE"])
    assert past["orders"]["TURKEY"] == []
    assert match.players["FRANCE"].get(match.path("gm/orders/S1901M")).status_code == 403
    assert match.gm.get(match.path("gm/orders/S1999M")).status_code == 404


def test_bots_play_what_they_had_ordered_and_think_anew_where_that_does_not_suffice(server: Server) -> None:
    match = make_match(server, ("FRANCE",))
    match.order("FRANCE", SPRING["FRANCE"])
    match.judge()
    first = match.get(match.gm, "results", phase="S1901M")["orders"]
    match.judge()
    match.act("back", {"phase": "S1901M"})
    match.judge()
    again = match.get(match.gm, "results", phase="S1901M")["orders"]
    assert [(line["power"], line["order"]) for line in again] == [(line["power"], line["order"]) for line in first]
    assert is_sound(match)


def test_a_game_against_bots_takes_its_last_phase_back_by_the_same_function(server: Server) -> None:
    client = server.sign_up("Remy")
    begun = client.post("/api/v1/solo", json={"variant": "standard", "power": "FRANCE", "level": "easy"}).json()
    match = Match(server, begun["game"]["id"], client, {"FRANCE": client})
    match.order("FRANCE", SPRING["FRANCE"])
    services = server.services
    judge_now(services, match.id, Line())
    with services.store.read() as connection:
        game = load_game(connection, services, match.id)
        past = load_past(connection, game, "S1901M")
    rewind = plan_rewind(past, RewindRequest("S1901M"), services.clock.now())
    with services.store.write() as connection:
        apply_rewind(connection, services, load_game(connection, services, match.id), rewind)
    assert match.get(client)["phase"] == "S1901M"
    assert set(orders_of(match, "FRANCE")) == set(SPRING["FRANCE"])
