"""Notices: the right people are told the right thing once."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from legation.server.notices.service import find_occasion
from legation.server.store.tables import notices
from legation.server.worker import send_reminders, work_through
from tests.server.kit import Client, Server
from tests.server.people import Match, make_match

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.fixture
def match(server: Server) -> Match:
    return make_match(server, terms={"webhook": "https://hooks.example.org/abc", "reminders_hours": [24, 3]})


def told(match: Match, kind: str, channel: str = "mail") -> list[Any]:
    with match.server.services.store.read() as connection:
        wanted = notices.select().where(notices.c.kind == kind, notices.c.channel == channel)
        return list(connection.execute(wanted.order_by(notices.c.id)))


def id_of(client: Client) -> int:
    assert client.account is not None
    number: int = client.account["id"]
    return number


def test_every_player_is_told_what_concerns_the_player(match: Match) -> None:
    match.order("FRANCE", ["A PAR - PIC"])
    match.judge()
    letters = {notice.account: notice for notice in told(match, "judged")}
    assert set(letters) == {id_of(match.gm), *(id_of(client) for client in match.players.values())}
    france = letters[id_of(match.players["FRANCE"])]
    assert france.subject == "The Long Peace: Spring 1901, orders"
    assert "A PAR - PIC" in france.body
    assert "Next: Fall 1901, orders, due Tue 17 Nov 2026, 12:00 (UTC)." in france.body
    assert f"http://testserver/g/{match.id}/results/S1901M" in france.body
    assert "type results" not in france.body
    assert "A PAR - PIC" not in letters[id_of(match.gm)].body


def test_onlookers_who_are_kept_back_get_no_letter_at_once(match: Match) -> None:
    onlooker = match.join("Spectator", "spectator")
    match.judge()
    assert id_of(onlooker) not in {notice.account for notice in told(match, "judged")}
    match.act("terms", {"terms": {"spectators": {"delay_phases": 0}}})
    match.judge()
    assert id_of(onlooker) in {notice.account for notice in told(match, "judged")}


def test_the_webhook_is_told_how_things_stand(match: Match) -> None:
    match.judge()
    hook = told(match, "judged", "hook")
    assert [notice.subject for notice in hook] == ["Spring 1901, orders is judged."]
    assert "Russia 4" in hook[0].body
    assert "hooks.example.org" not in hook[0].body


def test_letters_that_somebody_does_not_want_are_not_written(match: Match) -> None:
    france = match.players["FRANCE"]
    assert france.patch("/api/v1/account", json={"settings": {"mail": {"judged": False}}}).status_code == 200
    match.judge()
    assert id_of(france) not in {notice.account for notice in told(match, "judged")}


def test_times_are_told_in_the_readers_zone(match: Match) -> None:
    france = match.players["FRANCE"]
    france.patch("/api/v1/account", json={"settings": {"zone": "Asia/Tokyo"}})
    match.judge()
    own = next(notice for notice in told(match, "judged") if notice.account == id_of(france))
    assert "due Tue 17 Nov 2026, 21:00 (Asia/Tokyo)." in own.body


def test_the_end_of_a_game_is_told(match: Match) -> None:
    for seat in match.get(match.gm)["seats"]:
        if seat["power"] not in match.players:
            match.act("disorder", {"power": seat["power"], "on": True})
    made = match.post(match.players["FRANCE"], "votes", {"places": []}, status=201)["proposals"][0]
    for client in match.players.values():
        match.put(client, f"votes/{made['id']}", {"vote": True})
    match.judge()
    letter = told(match, "ending")[0]
    assert letter.subject.endswith("Spring 1901, orders, and the game is over")
    assert "The press of all powers is now open." in letter.body


def test_reminders_come_once_for_each_occasion_to_those_without_orders(match: Match) -> None:
    server = match.server
    match.order("FRANCE", ["A PAR - PIC"])
    assert send_reminders(server.services) == 0
    server.clock.pass_time(hours=49)
    assert send_reminders(server.services) == 2
    assert send_reminders(server.services) == 0
    server.clock.pass_time(hours=20, minutes=30)
    match.order("ENGLAND", ["F LON - NTH"])
    assert send_reminders(server.services) == 1
    last = told(match, "reminder")[-1]
    assert last.account == id_of(match.players["GERMANY"])
    assert last.subject == "The Long Peace: orders for Germany"
    assert last.body.startswith("No orders from Germany are in yet. They are due Wed 18 Nov 2026, 12:00 (UTC).")


def test_the_deadline_passes_and_standbys_hear_of_a_power_that_missed_twice(match: Match) -> None:
    standby = match.join("Standby", "standby")
    for _ in range(2):
        match.order("FRANCE", ["A PAR H"])
        match.order("ENGLAND", ["F LON H"])
        match.server.clock.pass_time(days=5)
        assert work_through(match.server.services) >= 1
    offers = {notice.account: notice for notice in told(match, "offer")}
    assert set(offers) == {id_of(standby), id_of(match.gm)}
    assert offers[id_of(standby)].subject == "The Long Peace: Germany is free"
    assert offers[id_of(standby)].body.endswith(f"http://testserver/g/{match.id}/briefing?power=GERMANY\n")


def test_who_is_seated_is_told(match: Match) -> None:
    assert {notice.account for notice in told(match, "seat")} == {id_of(client) for client in match.players.values()}


@pytest.mark.parametrize(
    ("left", "expected"),
    [(30.0, None), (24.0, 24), (10.0, 24), (3.0, 3), (0.5, 3), (0.0, None), (-1.0, None)],
)
def test_the_nearest_occasion_counts(left: float, expected: int | None) -> None:
    assert find_occasion(NOW + timedelta(hours=left), (24, 3), NOW) == expected
    assert find_occasion(None, (24, 3), NOW) is None
