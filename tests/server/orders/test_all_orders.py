"""What a game master enters: one line for one unit, and one text for all powers."""

import pytest

from tests.server.kit import Server
from tests.server.people import Match, make_match

OWN = ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"]
TEXT = """FRANCE
A PAR - PIC
A MAR H
Germany: A MUN - RUH; F KIE - HOL
A BER - KIE
"""


@pytest.fixture
def match(server: Server) -> Match:
    return make_match(server)


def orders_of(match: Match, power: str) -> set[str]:
    sheet = match.get(match.players[power], "orders")
    return {line["order"] for line in sheet["plan_a"]["orders"]}


def test_one_line_changes_one_unit_even_for_a_game_master_who_sees_no_orders(match: Match) -> None:
    match.order("FRANCE", OWN, confirm=True)
    turn = match.get(match.gm)["turn"]
    answer = match.gm.put(
        match.path("orders"),
        params={"power": "FRANCE"},
        json={"turn": turn, "orders": ["A PAR - PIC"], "amends": True, "standing": None},
    )
    assert answer.status_code == 200, answer.text
    sheet = answer.json()
    assert sheet["amended"] == {"changed": 1, "of": 3}
    assert [line["order"] for line in sheet["plan_a"]["orders"]] == ["A PAR - PIC"]
    assert not {"SPA", "MAO"} & set(answer.text.replace('"', " ").split())
    assert orders_of(match, "FRANCE") == {"A PAR - PIC", "A MAR - SPA", "F BRE - MAO"}
    assert match.log()[0]["text"] == "1 order was changed for France in Spring 1901, orders."


def test_what_the_player_gave_beforehand_stays_when_one_order_is_changed(match: Match) -> None:
    turn = match.get(match.gm)["turn"]
    standing = {"retreats": ["A PAR - GAS"], "builds": ["BUILD A PAR"]}
    match.put(match.players["FRANCE"], "orders", {"turn": turn, "orders": OWN, "standing": standing})
    body = {"turn": turn, "orders": ["A PAR H"], "amends": True}
    match.gm.put(match.path("orders"), params={"power": "FRANCE"}, json=body)
    sheet = match.get(match.players["FRANCE"], "orders")
    assert sheet["plan_a"]["standing"]["builds"] == ["BUILD A PAR"]


def test_a_refused_line_is_told_and_the_others_are_not(match: Match) -> None:
    match.order("FRANCE", OWN)
    turn = match.get(match.gm)["turn"]
    body = {"turn": turn, "orders": ["A PAR - MOS"], "amends": True}
    answer = match.gm.put(match.path("orders"), params={"power": "FRANCE"}, json=body)
    assert [line["text"] for line in answer.json()["refused"]] == ["A PAR - MOS"]
    assert answer.json()["amended"] == {"changed": 0, "of": 3}
    assert "SPA" not in answer.text
    assert orders_of(match, "FRANCE") == set(OWN)


def test_one_text_holds_the_orders_of_all_and_is_reviewed_first(match: Match) -> None:
    match.order("ENGLAND", ["F LON - NTH"])
    turn = match.get(match.gm)["turn"]
    shown = match.gm.post(match.path("orders/all"), params={"preview": True}, json={"turn": turn, "text": TEXT}).json()
    assert [(one["power"], one["read"], one["refused"]) for one in shown["powers"]] == [
        ("FRANCE", 2, 0),
        ("GERMANY", 3, 0),
    ]
    assert shown["powers"][0]["missing"] == ["F BRE"]
    assert "ENGLAND" in shown["silent"]
    assert not shown["is_saved"]
    assert orders_of(match, "FRANCE") == set()
    saved = match.post(match.gm, "orders/all", {"turn": turn, "text": TEXT})
    assert saved["is_saved"]
    assert orders_of(match, "FRANCE") == {"A PAR - PIC", "A MAR H"}
    assert orders_of(match, "GERMANY") == {"A MUN - RUH", "F KIE - HOL", "A BER - KIE"}
    assert orders_of(match, "ENGLAND") == {"F LON - NTH"}
    assert match.log()[0]["text"] == "Orders were entered for France and Germany in Spring 1901, orders."


def test_units_tell_the_powers_where_there_are_no_headings(match: Match) -> None:
    turn = match.get(match.gm)["turn"]
    body = {"turn": turn, "text": "A PAR - PIC\nA MARS H\nF LON - NTH\nA MAR H", "whole_sheets": False}
    match.order("FRANCE", OWN)
    match.post(match.gm, "orders/all", body)
    assert orders_of(match, "FRANCE") == {"A PAR - PIC", "A MAR H", "F BRE - MAO"}
    assert orders_of(match, "ENGLAND") == {"F LON - NTH"}


def test_a_greeting_goes_with_the_first_power(match: Match) -> None:
    turn = match.get(match.gm)["turn"]
    match.post(match.gm, "orders/all", {"turn": turn, "text": "Dear GM,\nFRANCE:\nA PAR H", "whole_sheets": False})
    assert orders_of(match, "FRANCE") == {"A PAR H"}


def test_a_line_of_nobody_keeps_all_of_it_from_being_saved(match: Match) -> None:
    turn = match.get(match.gm)["turn"]
    refused = match.post(match.gm, "orders/all", {"turn": turn, "text": "A BUR - MUN\nA PAR H"}, status=422)
    assert "Line 1 is not under a power's heading" in refused["error"]["message"]
    assert orders_of(match, "FRANCE") == set()
    match.post(match.gm, "orders/all", {"turn": turn, "text": ""}, status=422)


def test_the_text_of_another_turn_and_of_a_player_is_refused(match: Match) -> None:
    turn = match.get(match.gm)["turn"]
    match.post(match.players["FRANCE"], "orders/all", {"turn": turn, "text": TEXT}, status=403)
    match.judge()
    refused = match.post(match.gm, "orders/all", {"turn": turn, "text": TEXT}, status=409)
    assert refused["error"]["message"] == "Fall 1901, orders has already begun."


def test_the_review_does_not_tell_what_was_ordered_before(match: Match) -> None:
    match.order("FRANCE", OWN)
    turn = match.get(match.gm)["turn"]
    answer = match.gm.post(
        match.path("orders/all"), params={"preview": True}, json={"turn": turn, "text": "FRANCE: A MAR H"}
    )
    assert "SPA" not in answer.text
