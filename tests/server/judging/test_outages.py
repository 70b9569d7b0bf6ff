"""After an outage that covered a deadline, players get time to order."""

import pytest
from sqlalchemy import select

from legation.server.judging.outages import Heart, beat
from legation.server.store.tables import notices
from legation.server.worker import judge_due_games
from tests.server.kit import Server
from tests.server.matches import Match, host


def list_log(match: Match) -> list[str]:
    return [line["text"] for line in match.read(match.gm, "/log")["log"]]


@pytest.fixture
def match(server_on_each: Server) -> Match:
    """A game of two people with a day for each phase, on a host whose worker is alive."""
    made = host(server_on_each, ("FRANCE", "GERMANY"))
    beat(server_on_each.services)
    return made


def test_a_deadline_that_an_outage_covered_is_not_judged_at_once(match: Match) -> None:
    server = match.server
    match.save("GERMANY", ["A MUN H"])
    server.clock.pass_time(hours=30)
    assert beat(server.services) == 1
    assert judge_due_games(server.services) == 0
    assert match.turn == 1
    assert any(text.startswith("The server was down from ") for text in list_log(match))
    with server.services.store.read() as connection:
        told = connection.execute(select(notices.c.account).where(notices.c.kind == "deadline")).scalars().all()
    assert len(told) == 3  # both players, and the game master
    server.clock.pass_time(hours=11, minutes=55)
    assert beat(server.services) == 0
    server.clock.pass_time(minutes=6)
    assert beat(server.services) == 0
    assert judge_due_games(server.services) == 1


def test_time_is_given_once_however_many_processes_start(match: Match) -> None:
    match.server.clock.pass_time(hours=30)
    assert [beat(match.server.services) for _ in range(3)] == [1, 0, 0]


def test_a_game_whose_orders_are_all_in_is_judged(match: Match) -> None:
    for power, order in (("FRANCE", "A PAR H"), ("GERMANY", "A MUN H")):
        match.save(power, [order])
    match.server.clock.pass_time(hours=30)
    assert beat(match.server.services) == 0
    assert judge_due_games(match.server.services) == 1


def test_a_short_silence_is_a_restart(match: Match) -> None:
    services, clock = match.server.services, match.server.clock
    clock.pass_time(hours=23, minutes=55)
    beat(services)  # an outage that covered no deadline
    clock.pass_time(minutes=9)
    assert beat(services) == 0
    assert judge_due_games(services) == 1


def test_an_outage_that_covered_no_deadline_changes_none(match: Match) -> None:
    before = match.read(match.gm)["deadline"]
    match.server.clock.pass_time(hours=20)
    assert beat(match.server.services) == 0
    assert match.read(match.gm)["deadline"] == before


def test_a_process_that_was_alive_has_seen_no_outage(match: Match) -> None:
    heart = Heart()
    heart.beat(match.server.services)
    match.server.clock.pass_time(hours=30)
    assert heart.beat(match.server.services) == 0
    assert judge_due_games(match.server.services) == 1


def test_a_process_that_starts_after_an_outage_sees_it(match: Match) -> None:
    match.server.clock.pass_time(hours=30)
    heart = Heart()
    assert [heart.beat(match.server.services) for _ in range(2)] == [1, 0]
