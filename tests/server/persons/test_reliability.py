"""What reliability means: which phases count, and how they are counted."""

from datetime import UTC, datetime, timedelta

import pytest

from legation.server.judging.attendance_storage import AttendanceMark, choose_mark
from legation.server.people.profiles import load_reliability
from legation.server.people.reliability import Reliability, measure_reliability
from tests.server.admin.helpers import id_of
from tests.server.kit import Client, Server
from tests.server.people import Match, make_match

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("is_in", "is_extended", "deadline", "mark"),
    [
        (True, False, NOW, AttendanceMark.IN_TIME),
        (True, False, None, AttendanceMark.IN_TIME),
        (True, True, NOW, AttendanceMark.LATE),
        (False, False, NOW, AttendanceMark.MISSED),
        (False, True, NOW, AttendanceMark.MISSED),
        (False, False, NOW + timedelta(minutes=1), AttendanceMark.EXCUSED),
        (False, False, None, AttendanceMark.EXCUSED),
    ],
)
def test_a_phase_has_one_mark(is_in: bool, is_extended: bool, deadline: datetime | None, mark: AttendanceMark) -> None:
    assert choose_mark(is_in=is_in, is_extended=is_extended, deadline=deadline, now=NOW) is mark


def test_the_share_is_that_of_phases_in_time_rounded_down() -> None:
    marks = [AttendanceMark.IN_TIME] * 199 + [AttendanceMark.MISSED, AttendanceMark.EXCUSED]
    assert measure_reliability(marks, 2) == Reliability(200, 199, 0, 1, 99, 2)
    assert measure_reliability([AttendanceMark.IN_TIME, AttendanceMark.LATE], 0).percent == 50
    assert measure_reliability([AttendanceMark.EXCUSED], 0) == Reliability(0, 0, 0, 0, None, 0)


def read(server: Server, client: Client) -> Reliability:
    with server.services.store.read() as connection:
        return load_reliability(connection, id_of(client))


def pass_deadline(match: Match) -> None:
    match.server.clock.pass_time(days=4)
    assert match.work() == 1


def play_phase(match: Match, *powers: str) -> None:
    """Some powers order, and the deadline passes."""
    for power in powers:
        match.order(power, [])
    pass_deadline(match)


def test_marks_follow_what_players_do(server: Server) -> None:
    match = make_match(server, terms={"spectators": {"delay_phases": 0}, "missing": {"limit": 9}})
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    match.order("FRANCE", ["A PAR H"])
    pass_deadline(match)
    assert (read(server, france).percent, read(server, england).percent) == (100, 0)
    match.order("ENGLAND", ["F LON H"])
    pass_deadline(match)
    assert read(server, france) == Reliability(2, 1, 0, 1, 50, 0)
    match.judge()  # before the deadline: nobody has missed anything
    assert read(server, england) == Reliability(2, 1, 0, 1, 50, 0)


def test_what_onlookers_do_not_see_yet_does_not_count_yet(server: Server) -> None:
    match = make_match(server, terms={"spectators": {"delay_phases": 1}, "missing": {"limit": 9}})
    for seen in (0, 1, 2):
        pass_deadline(match)
        assert read(server, match.players["FRANCE"]).missed == seen


def test_a_phase_that_is_taken_back_does_not_count(server: Server) -> None:
    match = make_match(server, terms={"spectators": {"delay_phases": 0}, "missing": {"limit": 9}})
    pass_deadline(match)
    assert read(server, match.players["FRANCE"]).missed == 1
    match.act("back", {"phase": "S1901M"})
    assert read(server, match.players["FRANCE"]).phases == 0


def test_giving_up_a_living_power_counts_and_leaving_a_game_before_it_begins_does_not(server: Server) -> None:
    match = make_match(server)
    france = match.players["FRANCE"]
    match.post(france, "leave")
    assert read(server, france).given_up == 1
    england = match.players["ENGLAND"]
    match.act("seat", {"power": "ENGLAND", "bot": "easy"})
    assert read(server, england).given_up == 1
    waiting = make_match(server, ("FRANCE",), start=False, prefix="Other ")
    waiting.post(waiting.players["FRANCE"], "leave")
    assert read(server, waiting.players["FRANCE"]).given_up == 0


@pytest.mark.parametrize("terms", [{"is_private": True}, {"is_anonymous": True}])
def test_private_games_and_anonymous_ones_that_run_do_not_count(server: Server, terms: dict[str, bool]) -> None:
    match = make_match(server, terms={**terms, "spectators": {"delay_phases": 0}, "missing": {"limit": 9}})
    pass_deadline(match)
    match.post(match.players["ENGLAND"], "leave")
    assert read(server, match.players["FRANCE"]).phases == 0
    assert read(server, match.players["ENGLAND"]).given_up == 0
