"""Nobody sends more orders than any power could mean: nonsense takes longest to read, and others wait meanwhile."""

from typing import Any

import pytest

from tests.server.kit import Server
from tests.server.people import make_match


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"orders": ["A PAR H;" * 21] * 20}, "orders"),
        ({"orders": ["x" * 200] * 101}, "orders"),
        ({"orders": [], "standing": {"retreats": ["a;" * 100] * 3, "builds": ["a;" * 100] * 2}}, "standing"),
    ],
)
def test_more_than_any_power_has_to_say_is_refused_before_it_is_read(
    server: Server, monkeypatch: pytest.MonkeyPatch, body: dict[str, Any], field: str
) -> None:
    match = make_match(server)

    def read(*_: object) -> None:
        raise AssertionError("a line was read")

    monkeypatch.setattr("legation.server.game.plans.read_submissions", read)
    monkeypatch.setattr("legation.server.orders.service.read_submissions", read)
    plan = {"turn": 1, "plan": "A", "version": None, **body}
    answer = match.players["FRANCE"].put(match.path("orders"), json=plan)
    assert (answer.status_code, answer.json()["error"]["field"]) == (413, field)


def test_lines_that_end_with_a_semicolon_are_one_order_each(server: Server) -> None:
    sheet = make_match(server).order("FRANCE", ["A PAR H;", "A MAR H ; "])
    assert [line["order"] for line in sheet["plan_a"]["orders"]] == ["A MAR H", "A PAR H"]


def test_receipts_sketches_and_going_back_take_no_more_than_a_plan(server: Server) -> None:
    match = make_match(server)
    flood = ["A PAR H;" * 21] * 20
    match.judge()
    france, receipt = match.players["FRANCE"], "0000-0000-0000-0000"
    refused = [
        france.post(match.path("receipts"), json={"receipt": receipt, "orders": flood}),
        france.post(
            match.path("press"),
            json={"to": ["ENGLAND"], "text": "", "sketch": {"phase": "F1901M", "orders": {"FRANCE": flood}}},
        ),
        match.gm.post(
            match.path("gm/acts"), json={"act": "back", "phase": "S1901M", "note": "x", "orders": {"FRANCE": flood}}
        ),
    ]
    assert [(one.status_code, one.json()["error"]["code"]) for one in refused] == [(413, "too_large")] * 3
