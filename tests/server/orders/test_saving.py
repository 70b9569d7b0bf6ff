"""Orders are read before the game is locked; what changed meanwhile counts all the same."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection

from legation.game import review_lines
from legation.server.base import services
from legation.server.game import plans
from legation.server.judging.service import Line, judge_now
from legation.server.orders import service as orders
from legation.server.orders.service import make_draft
from legation.server.store import Store
from tests.server.kit import Server
from tests.server.matches import CLOCK, Match, host


@pytest.fixture(autouse=True)
def places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for the changes that these tests make in the middle of another: on SQLite they would wait for each other."""
    monkeypatch.setattr(services, "SQLITE_PLACES", services.Places(all=3, pages=3, changes=2, kept=1))


@pytest.fixture
def match(server: Server) -> Match:
    return host(server)


def save(match: Match, orders: list[str], **more: Any) -> Any:
    body = {"turn": match.turn, "plan": "A", "orders": orders, **more}
    return match.players["FRANCE"].put(match.path("/orders"), json=body)


def act_once_after_reading(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Do something between the reading of some orders and the lock on their game."""
    acts = [act]

    def make_and_act(*given: Any) -> Any:
        draft = make_draft(*given)
        if acts:
            acts.pop()()
        return draft

    monkeypatch.setattr(orders, "make_draft", make_and_act)


def test_no_line_is_read_while_the_game_is_locked(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    locked, seen = [False], []
    write = Store.write

    @contextmanager
    def write_noting(store: Store) -> Iterator[Connection]:
        with write(store) as connection:
            locked[0] = True
            yield connection
        locked[0] = False

    def review_noting(*given: Any) -> Any:
        seen.append(locked[0])
        return review_lines(*given)

    monkeypatch.setattr(Store, "write", write_noting)
    monkeypatch.setattr(plans, "review_lines", review_noting)
    # Lines that no other test sends: reviews of a position are remembered by the process.
    assert save(match, ["A PAR - GAS", "A MAR S A PAR - GAS", "F BRE - PIC"]).status_code == 200
    assert seen == [False]  # once, before the game was locked


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"orders": ["A PAR - BUR"], "version": 7}, "version_conflict"),
        ({"orders": ["A PAR - BUR"], "turn": 99}, "too_late"),
    ],
)
def test_what_is_refused_keeps_nobody_waiting(
    match: Match, monkeypatch: pytest.MonkeyPatch, wish: dict[str, Any], code: str
) -> None:
    turn = match.turn

    def fail(_: Store) -> Any:
        raise AssertionError("the game was locked")

    monkeypatch.setattr(Store, "write", fail)
    answer = match.players["FRANCE"].put(match.path("/orders"), json={"turn": turn, "plan": "A", **wish})
    assert answer.json()["error"]["code"] == code


def test_orders_of_a_phase_that_is_judged_meanwhile_come_too_late(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    act_once_after_reading(monkeypatch, lambda: judge_now(match.server.services, match.id, Line()))
    answer = save(match, ["A PAR - BUR"])
    assert (answer.status_code, answer.json()["error"]["code"]) == (410, "too_late")
    assert match.read(match.players["FRANCE"], "/orders")["plan_a"]["version"] == 0


def test_orders_that_are_locked_meanwhile_are_refused(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = {"locked": True, "note": ""}
    act_once_after_reading(monkeypatch, lambda: match.gm.post(match.path("/gm/acts"), json={"act": "lock", **lock}))
    assert save(match, ["A PAR - BUR"]).json()["error"]["code"] == "locked"


def test_a_position_that_is_corrected_meanwhile_is_the_one_that_counts(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish = {"changes": [{"take": "A PAR"}], "note": "for a test"}
    act_once_after_reading(monkeypatch, lambda: match.gm.post(match.path("/gm/acts"), json={"act": "correct", **wish}))
    sheet = save(match, ["A PAR - BUR", "A MAR - SPA"]).json()
    assert [line["order"] for line in sheet["plan_a"]["orders"]] == ["A MAR - SPA"]
    assert [found["text"] for found in sheet["refused"]] == ["A PAR - BUR"]


def test_of_two_saves_from_one_version_the_second_is_a_conflict(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    act_once_after_reading(monkeypatch, lambda: save(match, ["A PAR - PIC"], version=0))
    answer = save(match, ["A PAR - BUR"], version=0)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "version_conflict")
    assert [line["order"] for line in answer.json()["sheet"]["plan_a"]["orders"]] == ["A PAR - PIC"]


def test_a_save_is_answered_with_what_it_wrote_and_the_other_plan(match: Match) -> None:
    save(match, ["A PAR - PIC"], plan="B")
    sheet = save(match, ["A PAR - BUR"], standing={"retreats": ["A PAR R GAS"], "builds": []}).json()
    assert [line["order"] for line in sheet["plan_a"]["orders"]] == ["A PAR - BUR"]
    assert [line["order"] for line in sheet["plan_b"]["orders"]] == ["A PAR - PIC"]
    assert sheet["plan_a"]["standing"]["retreats"] == ["A PAR R GAS"]
    kept = save(match, ["A PAR - GAS"], version=1).json()
    assert (kept["plan_a"]["version"], kept["plan_a"]["standing"]["retreats"]) == (2, ["A PAR R GAS"])
    assert kept | {"refused": None} == match.read(match.players["FRANCE"], "/orders") | {"refused": None}


def test_the_worker_looks_when_a_save_changes_what_is_in(server: Server) -> None:
    match = host(server, ("FRANCE",), terms={"clock": {**CLOCK, "grace_minutes": 60}})
    deadline = match.game.row.deadline
    assert deadline is not None
    for lines, grace in ((["A PAR - BUR"], 0), (["A PAR - PIC"], 0), ([], 60), ([], 60), (["A PAR H"], 0)):
        assert save(match, lines).status_code == 200
        assert match.game.row.look_at == deadline + timedelta(minutes=grace)
