"""Acts that are set for later. A phase of ``make_match`` runs from Sun 15 Nov 2026, 12:00 to Wed 18 Nov (UTC)."""

import threading
from typing import Any

import pytest
from sqlalchemy import select

from legation.server.gm import schedule_storage
from legation.server.gm.schedule import run_scheduled
from legation.server.store.tables import notices
from tests.server.kit import Server
from tests.server.people import Match, make_match

MONDAY = "2026-11-16T12:00:00Z"


@pytest.fixture
def match(server: Server) -> Match:
    found = make_match(server)
    found.work()
    return found


def plan(match: Match, act: str, at: str | None = MONDAY, *, status: int = 201, **body: Any) -> Any:
    return match.post(match.gm, "gm/schedule", {"act": {"act": act, **body}, "at": at}, status=status)


def states(match: Match) -> list[str]:
    return [one["state"] for one in match.get(match.gm, "gm/schedule")["acts"]]


def test_an_act_is_set_listed_logged_and_done_once(match: Match) -> None:
    made = plan(match, "pause", note="I am at sea")["acts"][0]
    assert (made["act"], made["text"], made["at"], made["state"]) == ("pause", "pause the game", MONDAY, "waiting")
    assert match.log()[0]["text"] == "Scheduled for Mon 16 Nov 2026, 12:00 (UTC): pause the game."
    assert run_scheduled(match.server.services) == 0
    match.server.clock.pass_time(days=1)
    assert [run_scheduled(match.server.services) for _ in range(2)] == [1, 0]
    assert match.get(match.gm)["status"] == "paused"
    assert (match.log()[0]["text"], match.log()[0]["note"]) == ("The game is paused.", "I am at sea")
    assert states(match) == ["done"]


def test_times_are_read_with_their_zone(match: Match) -> None:
    assert plan(match, "pause", "2026-11-16T20:00:00+09:00")["acts"][0]["at"] == "2026-11-16T11:00:00Z"


@pytest.mark.parametrize(("act", "field"), [("pause", "until"), ("deadline", "deadline")])
def test_what_would_be_over_by_then_is_not_set(match: Match, act: str, field: str) -> None:
    body = {"at": MONDAY, "act": {"act": act, field: "2026-11-16T11:59:00Z"}}
    refused = match.post(match.gm, "gm/schedule", body, status=422)["error"]
    assert (refused["code"], refused["field"]) == ("before_act", field)
    body["act"] = {"act": act, field: "2026-11-16T12:01:00Z"}
    match.post(match.gm, "gm/schedule", body, status=201)


def test_an_act_is_taken_back(match: Match) -> None:
    number = plan(match, "pause")["acts"][0]["id"]
    assert match.delete(match.gm, f"gm/schedule/{number}")["acts"][0]["state"] == "cancelled"
    assert match.log()[0]["text"] == "No longer scheduled: pause the game."
    match.server.clock.pass_time(days=1)
    assert run_scheduled(match.server.services) == 0
    assert match.delete(match.gm, f"gm/schedule/{number}", status=409)["error"]["code"] == "act_over"
    assert match.delete(match.gm, "gm/schedule/999", status=404)["error"]["code"] == "not_found"


@pytest.mark.parametrize(
    ("act", "body"),
    [
        ("advance", {}),
        ("extend", {"hours": 24}),
        ("lock", {"locked": True}),
        ("deadline", {"deadline": "2026-11-30T12:00:00Z"}),
    ],
)
def test_an_act_for_one_phase_is_dropped_when_another_has_begun(match: Match, act: str, body: dict[str, Any]) -> None:
    plan(match, act, **body)
    match.judge()
    before = match.get(match.gm)
    match.server.clock.pass_time(days=1)
    assert run_scheduled(match.server.services) == 0
    after = match.get(match.gm)
    assert (after["turn"], after["deadline"]) == (before["turn"], before["deadline"])
    assert states(match) == ["dropped"]
    assert "It was meant for Spring 1901, orders, and another phase has begun." in match.log()[0]["text"]
    with match.server.services.store.read() as connection:
        told = connection.execute(select(notices.c.account).where(notices.c.kind == "task")).scalars().all()
    assert told == [(match.gm.account or {})["id"]]


def test_the_phase_is_judged_at_the_moment(match: Match) -> None:
    plan(match, "advance")
    match.server.clock.pass_time(days=1)
    assert run_scheduled(match.server.services) == 1
    assert match.get(match.gm)["phase"] == "F1901M"


def test_once_the_phase_has_been_judged(match: Match) -> None:
    plan(match, "pause", None)
    assert match.log()[0]["text"] == "Scheduled for when Spring 1901, orders has been judged: pause the game."
    assert run_scheduled(match.server.services) == 0
    match.judge()
    assert run_scheduled(match.server.services) == 1
    assert match.get(match.gm)["status"] == "paused"


def test_after_going_back_instead_it_is_dropped(match: Match) -> None:
    match.judge()
    plan(match, "pause", None)
    match.act("back", {"phase": "S1901M"})
    assert run_scheduled(match.server.services) == 0
    assert states(match) == ["dropped"]
    assert match.get(match.gm)["status"] == "running"


def test_what_is_not_allowed_now_may_be_then(match: Match) -> None:
    """The game runs, and is to go on after a pause; what can never be is refused at once."""
    plan(match, "resume", "2026-11-17T12:00:00Z")
    match.act("pause")
    match.server.clock.pass_time(days=2)
    assert run_scheduled(match.server.services) == 1
    assert match.get(match.gm)["deadline"] == "2026-11-20T12:00:00Z"
    plan(match, "terms", "2026-11-18T12:00:00Z", terms={"clock": {"hours": 0}}, status=422)
    plan(match, "pause", "2026-11-01T12:00:00Z", status=422)
    plan(match, "pause", "some day", status=422)
    plan(match, "back", "2026-11-18T12:00:00Z", phase="S1901M", status=422)


def test_what_the_game_refuses_then_is_dropped_with_the_reason(match: Match) -> None:
    plan(match, "resume")
    match.server.clock.pass_time(days=1)
    assert run_scheduled(match.server.services) == 0
    acts = match.get(match.gm, "gm/schedule")["acts"]
    assert (acts[0]["state"], bool(acts[0]["problem"])) == ("dropped", True)


def test_after_an_outage_nothing_is_done_hours_late(match: Match) -> None:
    plan(match, "advance")
    match.server.clock.pass_time(days=1, hours=3)
    assert run_scheduled(match.server.services) == 0
    assert "The server was down at Mon 16 Nov 2026, 12:00 (UTC)." in match.log()[0]["text"]


def test_who_runs_the_game_no_more_does_nothing(match: Match) -> None:
    plan(match, "pause")
    helper = match.join("Otto", "spectator")
    match.act("hand-over", {"account": (helper.account or {})["id"]})
    match.server.clock.pass_time(days=1)
    assert run_scheduled(match.server.services) == 0
    assert "no longer runs the game" in match.log()[0]["text"]


def test_a_letter_is_secret_until_it_is_sent_and_terms_change_then(match: Match) -> None:
    plan(match, "broadcast", text="Merry Christmas")
    plan(match, "terms", terms={"is_private": True})
    assert "Christmas" not in str(match.log())
    match.server.clock.pass_time(days=1)
    assert run_scheduled(match.server.services) == 2
    assert match.get(match.gm)["terms"]["is_private"] is True
    assert "Merry Christmas" in str(match.log())


def test_a_game_begins_at_a_time(server: Server) -> None:
    match = make_match(server, start=False)
    plan(match, "start", bots="easy")
    plan(match, "pause", None, status=409)
    server.clock.pass_time(days=1)
    assert run_scheduled(server.services) == 1
    page = match.get(match.gm)
    assert (page["status"], page["deadline"]) == ("running", "2026-11-19T12:00:00Z")


def test_a_game_without_enough_players_does_not_begin(server: Server) -> None:
    match = make_match(server, start=False)
    plan(match, "start")
    server.clock.pass_time(days=1)
    assert run_scheduled(server.services) == 0
    assert (match.get(match.gm)["status"], states(match)) == ("open", ["dropped"])


def test_only_game_masters_plan(match: Match) -> None:
    body = {"act": {"act": "pause"}, "at": MONDAY}
    assert match.post(match.players["FRANCE"], "gm/schedule", body, status=403)["error"]["code"] == "forbidden"
    assert match.players["FRANCE"].get(match.path("gm/schedule")).status_code == 403


def test_two_workers_do_it_once(match: Match) -> None:
    plan(match, "extend", hours=24)
    match.server.clock.pass_time(days=1)
    done: list[int] = []
    threads = [threading.Thread(target=lambda: done.append(run_scheduled(match.server.services))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(done) == 1
    assert match.get(match.gm)["deadline"] == "2026-11-19T12:00:00Z"


def test_killed_before_the_end_nothing_has_happened(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """The act and the note that it was done are one transaction."""

    class Killed(BaseException):
        pass

    def die(*_: object, **__: object) -> None:
        raise Killed

    plan(match, "extend", hours=24)
    match.server.clock.pass_time(days=1)
    with monkeypatch.context() as patch:
        patch.setattr(schedule_storage, "end_scheduled", die)
        with pytest.raises(Killed):
            run_scheduled(match.server.services)
    assert match.get(match.gm)["deadline"] == "2026-11-18T12:00:00Z"
    assert run_scheduled(match.server.services) == 1
    assert match.get(match.gm)["deadline"] == "2026-11-19T12:00:00Z"
