"""Orders that are missing at the deadline: automatic extensions, and games that wait.

A phase of ``make_match`` is due on Wed 18 Nov 2026, 12:00 (UTC), three days after the start.
"""

from typing import Any

import pytest
from sqlalchemy import select

from legation.server.store.tables import notices
from legation.server.worker import send_reminders
from tests.server.kit import Server
from tests.server.people import DURATION, Match, make_match

POWERS = ("FRANCE", "ENGLAND", "GERMANY")
ORDERS = {"FRANCE": ["A PAR H"], "ENGLAND": ["A LVP H"], "GERMANY": ["A BER H"]}


def make(server: Server, *powers: str, **missing: Any) -> Match:
    match = make_match(server, powers or POWERS, terms={"missing": missing})
    match.work()  # the bots order
    return match


def pass_deadline(match: Match, hours: int = 72) -> int:
    match.server.clock.pass_time(hours=hours, minutes=2)
    return match.work()


def order(match: Match, *powers: str, confirm: bool = True) -> None:
    for power in powers:
        match.order(power, ORDERS[power], confirm=confirm)


def test_a_phase_is_extended_when_orders_are_missing_and_all_are_told(server: Server) -> None:
    match = make(server, extend_hours=24, extend_times=1)
    order(match, "FRANCE", "ENGLAND")
    assert pass_deadline(match) == 0
    assert match.get(match.gm)["deadline"] == "2026-11-19T12:00:00Z"
    assert match.log()[0]["text"] == (
        "The orders of 1 power are missing. The deadline moves by 1 day to Thu 19 Nov 2026, 12:00 (UTC)."
    )
    assert "Germany" not in match.log()[0]["text"]
    with server.services.store.read() as connection:
        told = connection.execute(select(notices.c.account).where(notices.c.kind == "deadline")).scalars().all()
    assert {(who.account or {})["id"] for who in match.players.values()} <= set(told)
    order(match, "GERMANY")
    assert pass_deadline(match, 24) == 1
    assert all(seat["missed"] == 0 for seat in match.get(match.gm, "gm")["powers"])


def test_when_the_extensions_are_used_up_the_phase_is_judged_and_counts_as_missed(server: Server) -> None:
    match = make(server, extend_hours=24, extend_times=2)
    order(match, "FRANCE", "ENGLAND")
    assert pass_deadline(match) == 0
    assert pass_deadline(match, 24) == 0
    assert pass_deadline(match, 24) == 1
    missed = {seat["power"]: seat["missed"] for seat in match.get(match.gm, "gm")["powers"]}
    assert (missed["GERMANY"], missed["FRANCE"]) == (1, 0)


@pytest.mark.parametrize(("counted", "fall"), [("player", 0), ("game", 1)])
def test_each_player_has_extensions_or_the_whole_game_has(server: Server, counted: str, fall: int) -> None:
    """Germany uses its extension in Spring; England has one in Fall if each player has."""
    match = make(server, extend_hours=12, extend_times=1, extend_for=counted)
    order(match, "FRANCE", "ENGLAND")
    assert [pass_deadline(match), pass_deadline(match, 12)] == [0, 1]
    order(match, "FRANCE", "GERMANY")
    assert pass_deadline(match, 48) == fall


def test_the_missing_are_named_where_the_terms_say_so(server: Server) -> None:
    match = make(server, extend_hours=24, names_missing=True)
    order(match, "FRANCE")
    pass_deadline(match)
    assert match.log()[0]["text"].startswith("The orders of England and Germany are missing. The deadline moves")


def test_the_grace_comes_before_the_extension(server: Server) -> None:
    clock = {**DURATION["clock"], "grace_minutes": 60}
    match = make_match(server, terms={"clock": clock, "missing": {"extend_hours": 24}})
    match.work()
    assert pass_deadline(match) == 0
    assert match.get(match.gm)["deadline"] == "2026-11-18T12:00:00Z"
    assert pass_deadline(match, 1) == 0
    assert match.get(match.gm)["deadline"] == "2026-11-19T12:00:00Z"


def test_nobody_is_waited_for_in_an_empty_seat_and_bots_are_in(server: Server) -> None:
    match = make(server, extend_hours=24, waits=True)
    match.act("seat", {"power": "GERMANY", "account": None})
    order(match, "FRANCE", "ENGLAND")
    assert pass_deadline(match) == 1


def test_a_game_that_waits_is_judged_when_the_last_orders_are_confirmed(server: Server) -> None:
    match = make(server, waits=True, wait_hours=0)
    order(match, "FRANCE")
    assert pass_deadline(match) == 0
    page = match.get(match.players["FRANCE"])
    assert page["late"] == {
        "powers": 2,
        "names": None,
        "until": None,
        "text": "The deadline has passed. The game waits for the orders of 2 powers.",
    }
    assert match.get(match.gm)["late"]["names"] == ["ENGLAND", "GERMANY"]
    assert pass_deadline(match, 500) == 0
    order(match, "ENGLAND", "GERMANY")
    assert pass_deadline(match, 0) == 1
    assert match.get(match.gm)["late"] is None


def test_late_orders_that_are_only_saved_count_when_they_have_rested(server: Server) -> None:
    """Pages save with every change: a player who writes the first line has not finished."""
    match = make(server, "FRANCE", "ENGLAND", waits=True)
    order(match, "FRANCE")
    pass_deadline(match)
    order(match, "ENGLAND", confirm=False)
    assert pass_deadline(match, 0) == 0
    server.clock.pass_time(minutes=9)
    order(match, "ENGLAND", confirm=False)
    server.clock.pass_time(minutes=9)
    assert match.work() == 0
    server.clock.pass_time(minutes=1)
    assert match.work() == 1


def test_in_the_grace_too_the_first_line_saved_does_not_end_the_phase(server: Server) -> None:
    clock = {**DURATION["clock"], "grace_minutes": 60}
    match = make_match(server, ("FRANCE",), terms={"clock": clock})
    match.work()
    assert pass_deadline(match) == 0
    order(match, "FRANCE", confirm=False)
    assert pass_deadline(match, 0) == 0
    order(match, "FRANCE", confirm=True)
    assert pass_deadline(match, 0) == 1


def test_the_longest_wait_ends_and_the_missing_rule_follows(server: Server) -> None:
    match = make(server, waits=True, wait_hours=48, limit=1, then="disorder")
    order(match, "FRANCE", "ENGLAND")
    assert pass_deadline(match) == 0
    assert match.get(match.players["FRANCE"])["late"]["text"] == (
        "The deadline has passed. The game waits for the orders of 1 power. "
        "It waits until Fri 20 Nov 2026, 12:00 (UTC) at most."
    )
    assert pass_deadline(match, 47) == 0
    assert pass_deadline(match, 1) == 1
    assert "Germany falls into civil disorder" in match.log()[0]["text"]


def test_the_game_master_ends_a_wait(server: Server) -> None:
    match = make(server, waits=True, wait_hours=0)
    pass_deadline(match)
    assert match.judge()["title"] == "Fall 1901, orders"


def test_first_the_extensions_and_then_the_wait(server: Server) -> None:
    match = make(server, extend_hours=24, extend_times=1, waits=True, wait_hours=0)
    order(match, "FRANCE", "ENGLAND")
    assert pass_deadline(match) == 0
    assert match.get(match.players["FRANCE"])["late"] is None
    assert pass_deadline(match, 24) == 0
    assert match.get(match.players["FRANCE"])["late"]["powers"] == 1
    assert match.get(match.gm)["deadline"] == "2026-11-19T12:00:00Z"


def test_who_is_waited_for_is_reminded_every_day(server: Server) -> None:
    match = make(server, waits=True, wait_hours=0)
    order(match, "FRANCE", "ENGLAND")
    pass_deadline(match)
    assert [send_reminders(server.services), send_reminders(server.services)] == [1, 0]
    server.clock.pass_time(days=1)
    assert send_reminders(server.services) == 1


@pytest.mark.parametrize("who", ["spectator", "visitor"])
def test_onlookers_who_are_kept_back_do_not_learn_what_is_missing_now(server: Server, who: str) -> None:
    match = make(server, waits=True, names_missing=True)
    pass_deadline(match)
    onlooker = match.join("Otto", "spectator") if who == "spectator" else server.client()
    assert match.get(onlooker)["late"] is None
