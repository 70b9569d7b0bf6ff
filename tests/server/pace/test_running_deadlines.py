"""Vacations of an account move the deadlines of phases that run, in every game where the person plays.

A phase of ``make_match`` runs from Sun 15 Nov 2026, 12:00 to Wed 18 Nov, 12:00 (UTC).
"""

from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import select

from legation.server.store.tables import notices
from tests.server.kit import Client, Server
from tests.server.people import DURATION, Match, make_match

WEDNESDAY = "2026-11-18T12:00:00Z"


@pytest.fixture
def match(server: Server) -> Match:
    return make_match(server)


def announce(who: Client, begins: str, ends: str, *, note: str = "") -> Any:
    answer = who.post("/api/v1/absences", json={"begins_at": begins, "ends_at": ends, "note": note})
    assert answer.status_code == 201, answer.text
    return answer.json()


def take_back(who: Client, vacation: Mapping[str, Any]) -> None:
    assert who.delete(f"/api/v1/absences/{vacation['id']}").status_code == 204


def deadline(match: Match) -> str:
    found: str = match.get(match.gm)["deadline"]
    return found


def join_again(server: Server, who: Client, prefix: str, **options: Any) -> Match:
    """One more game, in which somebody of another one plays Italy."""
    other = make_match(server, ("FRANCE",), prefix=prefix, start=False, **options)
    invited = other.post(
        other.gm, "invitations", {"role": "player", "power": "ITALY", "uses": 1, "days": 3}, status=201
    )
    assert who.post(f"/api/v1/invitations/{invited['token']}").status_code == 200
    other.players["ITALY"] = who
    other.post(other.gm, "start", {"bots": "easy"})
    return other


def test_a_vacation_moves_the_running_deadline_at_once(match: Match) -> None:
    made = announce(match.players["FRANCE"], "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z", note="Graz")
    assert deadline(match) == "2026-11-20T12:00:00Z"
    assert made["games"] == [
        {
            "game": match.id,
            "title": "The Long Peace",
            "outcome": "moved",
            "deadline": "2026-11-20T12:00:00Z",
            "days_used": 2,
            "days_needed": 2,
            "days_left": 12,
            "text": "The deadline moves to Fri 20 Nov 2026, 12:00 (UTC). Vacation days used: 2; left: 12.",
        }
    ]
    line = match.log()[0]
    assert line["text"] == "France is excused. The deadline moves to Fri 20 Nov 2026, 12:00 (UTC)."
    assert "Graz" not in str(match.log())


def test_the_others_are_told(match: Match) -> None:
    announce(match.players["FRANCE"], "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    with match.server.services.store.read() as connection:
        told = connection.execute(select(notices.c.account, notices.c.body).where(notices.c.kind == "deadline")).all()
    ids = {(who.account or {})["id"] for power, who in match.players.items() if power != "FRANCE"}
    assert ids <= {row.account for row in told}
    assert all("France is excused. The deadline moves to" in row.body for row in told)


def test_the_same_days_as_for_an_excuse_in_the_game(server: Server) -> None:
    by_vacation, by_excuse = make_match(server), make_match(server, prefix="Other ")
    span = ("2026-11-16T07:30:00Z", "2026-11-23T21:59:00Z")
    made = announce(by_vacation.players["FRANCE"], *span)["games"][0]
    body = {"begins_at": span[0], "ends_at": span[1]}
    excused = by_excuse.post(by_excuse.players["FRANCE"], "excuses", body, status=201)
    for name in ("deadline", "days_used", "days_left", "outcome"):
        assert made[name] == excused[name]


def test_every_game_of_the_person_moves_as_far_as_its_own_terms_allow(match: Match) -> None:
    france = match.players["FRANCE"]
    strict = join_again(match.server, france, "Strict ", terms={"vacation_days": 1})
    mild = join_again(match.server, france, "Mild ")
    foreign = make_match(match.server, prefix="Foreign ")
    made = announce(france, "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    assert {one["game"]: one["outcome"] for one in made["games"]} == {
        match.id: "moved",
        strict.id: "too_long",
        mild.id: "moved",
    }
    assert [deadline(one) for one in (match, strict, mild, foreign)] == [
        "2026-11-20T12:00:00Z",
        WEDNESDAY,
        "2026-11-20T12:00:00Z",
        WEDNESDAY,
    ]
    told = next(one["text"] for one in made["games"] if one["game"] == strict.id)
    assert told == "The deadline stays: that takes 2 vacation days, and you have 1 left. Ask the game master."


def test_a_vacation_behind_the_deadline_moves_the_phase_that_falls_into_it(match: Match) -> None:
    made = announce(match.players["FRANCE"], "2026-11-19T00:00:00Z", "2026-11-22T00:00:00Z")
    assert (made["games"][0]["outcome"], deadline(match)) == ("untouched", WEDNESDAY)
    match.server.clock.pass_time(days=3, minutes=1)
    match.work()
    # Fall would be due on Friday at 12:01; it waits for the end of the vacation and half a day.
    assert deadline(match) == "2026-11-22T12:00:00Z"
    assert "France is excused. The deadline moves to Sun 22 Nov 2026, 12:00 (UTC)." in [
        line["text"] for line in match.log()
    ]


def test_a_vacation_over_several_deadlines_moves_the_first_and_is_paid_once(match: Match) -> None:
    """Without it Spring would be due on the 18th, Fall on the 20th, and so on."""
    announce(match.players["FRANCE"], "2026-11-17T00:00:00Z", "2026-11-26T00:00:00Z")
    assert deadline(match) == "2026-11-26T12:00:00Z"
    match.server.clock.pass_time(days=11, minutes=1)
    match.work()
    assert deadline(match) == "2026-11-28T12:01:00Z"
    assert (
        announce(match.players["FRANCE"], "2026-12-20T00:00:00Z", "2026-12-21T00:00:00Z")["games"][0]["days_left"] == 6
    )


def test_overlapping_vacations_are_paid_once_for_the_time_they_share(match: Match) -> None:
    france = match.players["FRANCE"]
    announce(france, "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    second = announce(france, "2026-11-19T00:00:00Z", "2026-11-24T00:00:00Z")["games"][0]
    assert deadline(match) == "2026-11-24T12:00:00Z"
    assert (second["days_used"], second["days_left"]) == (4, 8)


def test_both_overlapping_vacations_count_their_days_when_a_phase_opens(server: Server) -> None:
    """Two and three days are wanted, and four there are: the second does not count as if the first were free."""
    match = make_match(server, terms={"vacation_days": 4})
    france = match.players["FRANCE"]
    announce(france, "2026-11-20T00:00:00Z", "2026-11-21T12:00:00Z")
    announce(france, "2026-11-21T20:00:00Z", "2026-11-24T12:00:00Z")
    server.clock.pass_time(days=3, minutes=1)
    match.work()
    assert deadline(match) == "2026-11-22T00:00:00Z"


def test_a_vacation_inside_another_changes_nothing(match: Match) -> None:
    france = match.players["FRANCE"]
    announce(france, "2026-11-16T00:00:00Z", "2026-11-24T00:00:00Z")
    inner = announce(france, "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")["games"][0]
    assert (inner["outcome"], inner["days_used"], deadline(match)) == ("untouched", 0, "2026-11-24T12:00:00Z")


def test_two_players_away_at_once_pay_for_the_time_that_each_adds(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    assert announce(france, "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")["games"][0]["days_used"] == 2
    assert announce(england, "2026-11-17T00:00:00Z", "2026-11-23T00:00:00Z")["games"][0]["days_used"] == 3
    assert deadline(match) == "2026-11-23T12:00:00Z"


def test_taking_a_vacation_back_moves_the_deadline_back_and_frees_the_days(match: Match) -> None:
    france = match.players["FRANCE"]
    made = announce(france, "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    match.server.clock.pass_time(hours=5)
    take_back(france, made)
    assert deadline(match) == WEDNESDAY
    assert match.log()[0]["text"].startswith("France no longer needs an excuse. The deadline moves to Wed 18 Nov")
    assert announce(france, "2026-12-20T00:00:00Z", "2026-12-21T00:00:00Z")["games"][0]["days_left"] == 14


def test_of_two_players_away_the_one_who_stays_away_keeps_the_deadline(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    first = announce(france, "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    announce(england, "2026-11-17T00:00:00Z", "2026-11-23T00:00:00Z")
    take_back(france, first)
    assert deadline(match) == "2026-11-23T12:00:00Z"
    second = announce(france, "2026-12-20T00:00:00Z", "2026-12-21T00:00:00Z")["games"][0]
    assert second["days_left"] == 14 - 2  # the deadline stayed: nothing was given back


def test_of_two_players_away_the_longer_one_taken_back_leaves_the_shorter(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    announce(france, "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    longer = announce(england, "2026-11-17T00:00:00Z", "2026-11-23T00:00:00Z")
    take_back(england, longer)
    assert deadline(match) == "2026-11-20T12:00:00Z"
    assert announce(england, "2026-12-20T00:00:00Z", "2026-12-21T00:00:00Z")["games"][0]["days_left"] == 14


def test_a_vacation_that_only_another_brought_into_play_goes_back_with_it(match: Match) -> None:
    """The second begins after Wednesday: without the first no deadline falls into it."""
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    first = announce(france, "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    announce(england, "2026-11-19T00:00:00Z", "2026-11-23T00:00:00Z")
    assert deadline(match) == "2026-11-23T12:00:00Z"
    take_back(france, first)
    assert deadline(match) == WEDNESDAY
    for who in (france, england):
        assert announce(who, "2026-12-20T00:00:00Z", "2026-12-21T00:00:00Z")["games"][0]["days_left"] == 14


def test_taken_back_late_the_others_have_half_a_day_of_notice(match: Match) -> None:
    france = match.players["FRANCE"]
    made = announce(france, "2026-11-18T00:00:00Z", "2026-11-24T00:00:00Z")
    match.server.clock.pass_time(days=2, hours=22)  # Wednesday, 10:00
    take_back(france, made)
    assert deadline(match) == "2026-11-18T22:00:00Z"
    left = announce(france, "2026-12-20T00:00:00Z", "2026-12-21T00:00:00Z")["games"][0]["days_left"]
    assert left == 13  # the day begun between Wednesday 12:00 and 22:00


def test_taken_back_when_the_earlier_deadline_has_passed_it_stays(match: Match) -> None:
    france = match.players["FRANCE"]
    made = announce(france, "2026-11-17T00:00:00Z", "2026-11-24T00:00:00Z")
    match.server.clock.pass_time(days=4)
    take_back(france, made)
    assert deadline(match) == "2026-11-24T12:00:00Z"


def test_taken_back_after_another_reason_moved_it_the_deadline_stays(match: Match) -> None:
    france = match.players["FRANCE"]
    made = announce(france, "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    match.act("deadline", {"deadline": "2026-11-30T12:00:00Z"})
    take_back(france, made)
    assert deadline(match) == "2026-11-30T12:00:00Z"


def test_taken_back_in_a_later_phase_nothing_moves(match: Match) -> None:
    france = match.players["FRANCE"]
    made = announce(france, "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    match.server.clock.pass_time(days=4, hours=20)  # Friday, 08:00: the vacation is over, Spring still waits
    match.judge()
    assert deadline(match) == "2026-11-22T08:00:00Z"
    take_back(france, made)
    assert deadline(match) == "2026-11-22T08:00:00Z"


def test_taken_back_in_the_next_phase_that_it_moved_too(match: Match) -> None:
    """Spring is judged early; Fall would be due on Tuesday at 12:00, which is in the vacation."""
    france = match.players["FRANCE"]
    made = announce(france, "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    match.judge()
    assert deadline(match) == "2026-11-20T12:00:00Z"
    take_back(france, made)
    assert deadline(match) == "2026-11-17T12:00:00Z"


def test_a_vacation_in_a_paused_game_counts_when_it_goes_on(match: Match) -> None:
    """A day has passed: two are left, from Tuesday 12:00 on, which leads into the vacation."""
    france = match.players["FRANCE"]
    match.server.clock.pass_time(days=1)
    match.act("pause")
    made = announce(france, "2026-11-17T00:00:00Z", "2026-11-21T00:00:00Z")
    assert made["games"][0]["outcome"] == "paused"
    match.server.clock.pass_time(days=1)
    done = match.act("resume")
    assert done["deadline"] == deadline(match) == "2026-11-21T12:00:00Z"
    assert "France is excused." in done["log"]
    assert announce(france, "2026-12-20T00:00:00Z", "2026-12-21T00:00:00Z")["games"][0]["days_left"] == 12


def test_a_vacation_taken_back_in_a_pause_gives_back_what_was_left(match: Match) -> None:
    france = match.players["FRANCE"]
    made = announce(france, "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    match.act("pause")
    match.server.clock.pass_time(days=5)
    take_back(france, made)
    assert match.act("resume")["deadline"] == "2026-11-23T12:00:00Z"  # three days from Friday 20 Nov, 12:00


def test_a_phase_without_orders_for_the_player_does_not_wait(match: Match) -> None:
    """Nobody orders for a power in civil disorder."""
    match.act("disorder", {"power": "FRANCE", "on": True})
    made = announce(match.players["FRANCE"], "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    assert (made["games"][0]["outcome"], deadline(match)) == ("not_due", WEDNESDAY)


def test_who_is_ready_is_not_waited_for(match: Match) -> None:
    france = match.players["FRANCE"]
    match.order("FRANCE", ["A PAR H"])
    match.post(france, "orders/ready", {"turn": match.get(france)["turn"], "ready": True})
    made = announce(france, "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    assert (made["games"][0]["outcome"], deadline(match)) == ("not_due", WEDNESDAY)


def test_in_the_grace_a_vacation_comes_too_late(server: Server) -> None:
    clock = {**DURATION["clock"], "grace_minutes": 600}
    match = make_match(server, terms={"clock": clock})
    server.clock.pass_time(days=3, hours=1)
    assert match.work() == 0
    made = announce(match.players["FRANCE"], "2026-11-17T00:00:00Z", "2026-11-21T00:00:00Z")
    assert (made["games"][0]["outcome"], deadline(match)) == ("passed", WEDNESDAY)
    assert made["games"][0]["days_left"] == 14


def test_with_fixed_weekdays_and_holidays_the_result_is_a_slot_of_the_calendar(server: Server) -> None:
    """Thursdays at 20:00 in Berlin; the vacation ends on Thursday 26 Nov, and 3 Dec is a holiday."""
    clock = {
        "kind": "weekdays", "weekdays": ["thu"], "time": "20:00", "zone": "Europe/Berlin", "first_hours": 0,
        "holidays": ["2026-12-03"],
    }  # fmt: skip
    match = make_match(server, terms={"clock": clock, "vacation_days": 60})
    assert deadline(match) == "2026-11-19T19:00:00Z"
    announce(match.players["FRANCE"], "2026-11-18T00:00:00Z", "2026-11-26T23:00:00Z")
    assert deadline(match) == "2026-12-10T19:00:00Z"


def test_over_a_change_of_clocks_the_local_time_stays(server: Server) -> None:
    """Berlin goes to summer time on 28 March 2027: Thursdays at 20:00 are at 19:00 UTC before it, at 18:00 after."""
    clock = {"kind": "weekdays", "weekdays": ["thu"], "time": "20:00", "zone": "Europe/Berlin", "first_hours": 0}
    server.clock.pass_time(days=127)  # 22 March 2027
    match = make_match(server, terms={"clock": clock, "vacation_days": 60})
    assert deadline(match) == "2027-03-25T19:00:00Z"
    made = announce(match.players["FRANCE"], "2027-03-24T00:00:00Z", "2027-03-30T00:00:00Z")
    assert deadline(match) == "2027-04-01T18:00:00Z"
    take_back(match.players["FRANCE"], made)
    assert deadline(match) == "2027-03-25T19:00:00Z"


def test_in_an_anonymous_game_the_log_names_the_power_and_no_person(server: Server) -> None:
    match = make_match(server, terms={"is_anonymous": True})
    made = announce(match.players["FRANCE"], "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    assert match.log()[0]["actor"] == "FRANCE"
    take_back(match.players["FRANCE"], made)
    assert match.log()[0]["actor"] == "FRANCE"
    assert "France player" not in str(match.log())


def test_a_game_without_a_clock_is_left_alone(server: Server) -> None:
    match = make_match(server, terms={"clock": {"kind": "none"}})
    made = announce(match.players["FRANCE"], "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    assert (made["games"][0]["outcome"], made["games"][0]["deadline"]) == ("untouched", None)


def test_a_vacation_before_the_game_begins_counts_from_its_first_phase(server: Server) -> None:
    match = make_match(server, start=False)
    announce(match.players["FRANCE"], "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    match.post(match.gm, "start", {"bots": "easy"})
    assert deadline(match) == "2026-11-20T12:00:00Z"
