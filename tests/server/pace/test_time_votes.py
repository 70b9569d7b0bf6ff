"""Votes to extend, to pause and to go on. A phase of ``make_match`` is due on Wed 18 Nov 2026, 12:00 (UTC)."""

from typing import Any

import pytest
from sqlalchemy import select

from legation.server.game.terms import Majority
from legation.server.pace.pausing import end_pauses
from legation.server.pace.time_votes import count_needed
from legation.server.store.tables import notices
from tests.server.kit import Client, Server
from tests.server.people import Match, make_match

THURSDAY, FRIDAY = "2026-11-19T12:00:00Z", "2026-11-20T12:00:00Z"


def vote(match: Match, power: str, subject: str, *, wanted: bool = True, status: int = 200) -> Any:
    return match.put(match.players[power], f"time-votes/{subject}", {"vote": wanted}, status=status)


def find(match: Match, subject: str, who: Client | None = None) -> Any:
    votes = match.get(who or match.gm, "time-votes")["votes"]
    return next((one for one in votes if one["subject"] == subject), None)


def make(server: Server, **time_votes: Any) -> Match:
    return make_match(server, terms={"time_votes": {"pause_days": 7, **time_votes}})


@pytest.mark.parametrize(
    ("majority", "needed"),
    [
        (Majority.HALF, [1, 2, 2, 3, 3, 4, 4]),
        (Majority.TWO_THIRDS, [1, 2, 2, 3, 4, 4, 5]),
        (Majority.ALL, [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_what_carries_a_vote(majority: Majority, needed: list[int]) -> None:
    assert [count_needed(majority, voters) for voters in range(1, 8)] == needed


def test_more_than_half_of_the_players_who_are_due_extend_a_phase(server: Server) -> None:
    match = make(server)
    assert vote(match, "FRANCE", "extend")["deadline"] == "2026-11-18T12:00:00Z"
    again = vote(match, "FRANCE", "extend")["votes"][0]
    assert (again["votes"], again["needed"], again["yours"]) == (1, 2, True)
    assert find(match, "extend", match.players["GERMANY"])["yours"] is False
    carried = vote(match, "ENGLAND", "extend")
    assert (carried["deadline"], carried["extensions"]) == (THURSDAY, 1)
    assert match.log()[0]["text"] == (
        "The deadline moves by 1 day to Thu 19 Nov 2026, 12:00 (UTC). 2 powers voted for it."
    )
    with server.services.store.read() as connection:
        told = connection.execute(select(notices.c.account).where(notices.c.kind == "deadline")).scalars().all()
    assert {(who.account or {})["id"] for who in match.players.values()} <= set(told)


def test_a_vote_taken_back_does_not_count(server: Server) -> None:
    match = make(server)
    vote(match, "FRANCE", "extend")
    assert vote(match, "FRANCE", "extend", wanted=False)["votes"][0]["votes"] == 0
    assert vote(match, "FRANCE", "extend", wanted=False)["votes"][0]["yours"] is False
    assert vote(match, "ENGLAND", "extend")["deadline"] == "2026-11-18T12:00:00Z"
    assert vote(match, "FRANCE", "extend")["deadline"] == THURSDAY


def test_as_often_as_the_terms_allow_and_voted_anew_each_time(server: Server) -> None:
    match = make(server, extensions=2)
    vote(match, "FRANCE", "extend")
    assert vote(match, "ENGLAND", "extend")["deadline"] == THURSDAY
    assert vote(match, "GERMANY", "extend")["deadline"] == THURSDAY
    assert vote(match, "FRANCE", "extend")["deadline"] == FRIDAY
    assert find(match, "extend") is None
    refused = vote(match, "FRANCE", "extend", status=409)
    assert refused["error"]["code"] == "no_vote"


def test_the_next_phase_can_be_extended_again(server: Server) -> None:
    match = make(server)
    vote(match, "FRANCE", "extend")
    vote(match, "ENGLAND", "extend")
    match.judge()
    assert find(match, "extend")["votes"] == 0
    vote(match, "FRANCE", "extend")
    assert vote(match, "ENGLAND", "extend")["extensions"] == 1


def test_a_vote_that_was_not_carried_ends_with_its_phase(server: Server) -> None:
    match = make(server)
    vote(match, "FRANCE", "extend")
    vote(match, "FRANCE", "pause")
    match.judge()
    assert (find(match, "extend")["votes"], find(match, "pause")["votes"]) == (0, 0)


def test_two_thirds_and_all(server: Server) -> None:
    match = make(server, majority="all")
    vote(match, "FRANCE", "extend")
    assert vote(match, "ENGLAND", "extend")["deadline"] == "2026-11-18T12:00:00Z"
    assert vote(match, "GERMANY", "extend")["deadline"] == THURSDAY


def test_secret_votes_say_how_many_and_open_ones_who(server: Server) -> None:
    secret, shown = make(server), make_match(server, terms={"time_votes": {"is_secret": False}}, prefix="Open ")
    for match in (secret, shown):
        vote(match, "FRANCE", "extend")
    assert find(secret, "extend")["powers"] is None
    assert "FRANCE" not in str(secret.get(secret.players["ENGLAND"], "time-votes"))
    assert find(shown, "extend", shown.players["ENGLAND"])["powers"] == ["FRANCE"]


def test_an_extension_does_not_end_on_a_holiday_or_in_a_vacation(server: Server) -> None:
    clock = {"kind": "duration", "hours": 48, "first_hours": 72, "holidays": ["2026-11-19"]}
    match = make_match(server, terms={"clock": clock})
    body = {"begins_at": "2026-11-20T00:00:00Z", "ends_at": "2026-11-21T00:00:00Z"}
    assert match.players["GERMANY"].post("/api/v1/absences", json=body).status_code == 201
    vote(match, "FRANCE", "extend")
    assert vote(match, "ENGLAND", "extend")["deadline"] == "2026-11-21T12:00:00Z"
    assert "Germany is excused." in match.log()[0]["text"]


def test_players_pause_the_game_and_go_on_with_the_time_that_was_left(server: Server) -> None:
    match = make(server)
    vote(match, "FRANCE", "pause")
    assert match.get(match.gm)["status"] == "running"
    vote(match, "ENGLAND", "pause")
    page = match.get(match.gm)
    assert (page["status"], page["resume_at"]) == ("paused", "2026-11-22T12:00:00Z")
    assert match.log()[0]["text"] == (
        "The game is paused. It resumes automatically on Sun 22 Nov 2026, 12:00 (UTC). 2 powers voted for it."
    )
    assert [one["subject"] for one in match.get(match.gm, "time-votes")["votes"]] == ["resume"]
    server.clock.pass_time(days=5)
    assert match.work() == 0
    vote(match, "FRANCE", "resume")
    vote(match, "FRANCE", "resume", wanted=False)
    vote(match, "GERMANY", "resume")
    assert match.get(match.gm)["status"] == "paused"
    vote(match, "ENGLAND", "resume")
    page = match.get(match.gm)
    assert (page["status"], page["deadline"], page["resume_at"]) == ("running", "2026-11-23T12:00:00Z", None)


def test_a_pause_that_was_voted_ends_by_itself_once(server: Server) -> None:
    match = make(server, pause_days=3)
    for power in ("FRANCE", "ENGLAND"):
        vote(match, power, "pause")
    server.clock.pass_time(days=2, hours=23)
    assert end_pauses(server.services) == 0
    server.clock.pass_time(hours=2)
    assert end_pauses(server.services) == 1
    assert end_pauses(server.services) == 0
    page = match.get(match.gm)
    assert (page["status"], page["deadline"]) == ("running", "2026-11-21T13:00:00Z")
    assert match.log()[0]["text"] == "The game resumes. The deadline is Sat 21 Nov 2026, 13:00 (UTC)."


def test_where_the_game_master_decides_the_pause_lasts_and_the_master_is_told(server: Server) -> None:
    match = make(server, pause_days=3, pause_end="gm")
    for power in ("FRANCE", "ENGLAND"):
        vote(match, power, "pause")
    server.clock.pass_time(days=3)
    assert end_pauses(server.services) == 1
    assert end_pauses(server.services) == 0
    assert match.get(match.gm)["status"] == "paused"
    with server.services.store.read() as connection:
        told = connection.execute(select(notices.c.account).where(notices.c.kind == "task")).scalars().all()
    assert told == [(match.gm.account or {})["id"]]
    match.act("resume")
    assert match.get(match.gm)["status"] == "running"


def test_a_pause_of_the_game_master_is_not_ended_by_votes_and_can_have_an_end(server: Server) -> None:
    match = make(server)
    done = match.act("pause", {"until": "2026-11-17T12:00:00Z"})
    assert done["log"] == "The game is paused. It resumes automatically on Tue 17 Nov 2026, 12:00 (UTC)."
    assert match.get(match.players["FRANCE"], "time-votes")["votes"] == []
    assert vote(match, "FRANCE", "resume", status=409)["error"]["code"] == "no_vote"
    server.clock.pass_time(days=2)
    assert end_pauses(server.services) == 1
    assert match.get(match.gm)["deadline"] == "2026-11-20T12:00:00Z"
    refused = match.act("pause", {"until": "2026-11-17T12:00:00Z"}, status=422)
    assert refused["error"]["code"] == "bad_deadline"


def test_what_the_terms_do_not_allow_cannot_be_voted(server: Server) -> None:
    match = make_match(server, terms={"vote_extension_hours": 0})
    assert match.get(match.gm, "time-votes")["votes"] == []
    assert vote(match, "FRANCE", "extend", status=409)["error"]["code"] == "no_vote"
    assert vote(match, "FRANCE", "pause", status=409)["error"]["code"] == "no_vote"
    assert match.put(match.gm, "time-votes/extend", {"vote": True}, status=403)["error"]["code"] == "forbidden"
    for terms in (
        {"time_votes": {"extensions": 0}},
        {"time_votes": {"pause_days": 91}},
        {"time_votes": {"majority": "1/2"}},
    ):
        assert match.gm.patch(match.path(), json={"terms": terms}).status_code == 422


def test_onlookers_who_are_kept_back_do_not_hear_of_votes(server: Server) -> None:
    match = make(server)
    vote(match, "FRANCE", "extend")
    onlooker = match.join("Otto", "spectator")
    assert match.get(onlooker, "time-votes") == {"votes": [], "extensions": 0, "deadline": None}
