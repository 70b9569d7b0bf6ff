import json
from typing import Any

import pytest

from legation.errors import RequestError
from legation.server.game.terms import (
    ClockKind,
    Level,
    Terms,
    format_terms,
    list_changed,
    load_terms,
    merge_terms,
    parse_terms,
    read_zone,
)

POWERS = ("FRANCE", "SPAIN")
CONTRACT: dict[str, Any] = {
    "seating": "preferences", "players_per_power": 1, "is_anonymous": False, "is_private": False,
    "clock": {"kind": "weekdays", "zone": "Europe/Berlin", "weekdays": ["thu", "sun"], "time": "20:00", "hours": 72,
              "first_hours": 168, "retreat_hours": 48, "adjustment_hours": 24, "grace_minutes": 30,
              "retreat_weekdays": ["sat"], "adjustment_weekdays": [], "holidays": ["2026-12-24/2027-01-01"]},
    "early": "all_ready", "vote_extension_hours": 24, "vacation_days": 14,
    "time_votes": {"majority": "two_thirds", "is_secret": False, "extensions": 2, "pause_days": 7, "pause_end": "gm"},
    "missing": {"limit": 2, "then": "standby", "extend_hours": 24, "extend_times": 3, "extend_for": "game",
                "waits": True, "wait_hours": 96, "names_missing": True},
    "standbys": {"admission": "invited", "seats": "gm"},
    "press": {"private": True, "rooms": True, "public": True, "grey": False, "closes_minutes": 0, "in_retreats": True,
              "eliminated": False},
    "gm_sees_orders": False, "gm_plays": False, "is_run_by_master": False,
    "spectators": {"allowed": True, "delay_phases": 1},
    "webhook": "https://example.org/hook", "reminders_hours": [24, 3], "bots": {"SPAIN": "steady"}, "bot_voting": True,
    "bots_talk": True,
}  # fmt: skip


def test_the_terms_of_the_contract_are_read_and_written_back() -> None:
    terms = parse_terms(CONTRACT, POWERS)
    assert terms.clock.kind is ClockKind.WEEKDAYS
    assert terms.bots == {"SPAIN": Level.STEADY}
    assert json.loads(json.dumps(format_terms(terms))) == CONTRACT


def test_what_is_left_out_has_its_default_and_is_written_out() -> None:
    assert parse_terms({}, POWERS) == Terms()
    assert set(format_terms(Terms())) == set(CONTRACT)


def test_stored_terms_are_read_again() -> None:
    terms = parse_terms(CONTRACT, POWERS)
    assert load_terms(json.dumps(format_terms(terms))) == terms


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"seating": "auction"}, "terms.seating"),
        ({"unknown": 1}, "terms.unknown"),
        ({"clock": {"zone": "Europe/Atlantis"}}, "terms.clock.zone"),
        ({"clock": {"zone": "../etc/passwd"}}, "terms.clock.zone"),
        ({"clock": {"zone": "Europe"}}, "terms.clock.zone"),
        ({"clock": {"time": "25:00"}}, "terms.clock.time"),
        ({"clock": {"weekdays": ["someday"]}}, "terms.clock.weekdays[0]"),
        ({"clock": {"kind": "weekdays", "weekdays": []}}, "terms.clock.weekdays"),
        ({"clock": {"hours": 0}}, "terms.clock.hours"),
        ({"clock": {"hours": "72"}}, "terms.clock.hours"),
        ({"clock": {"grace_minutes": -1}}, "terms.clock.grace_minutes"),
        ({"missing": {"limit": 0}}, "terms.missing.limit"),
        ({"players_per_power": 99}, "terms.players_per_power"),
        ({"bots": {"ATLANTIS": "easy"}}, "terms.bots"),
        ({"bots": {"SPAIN": "divine"}}, "terms.bots.SPAIN"),
        ({"webhook": "javascript:alert(1)"}, "terms.webhook"),
        ({"reminders_hours": [1, 2, 3, 4, 5, 6]}, "terms.reminders_hours"),
        ({"is_private": 1}, "terms.is_private"),
    ],
)
def test_a_wrong_value_is_named(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError) as caught:
        parse_terms(changes, POWERS)
    assert caught.value.field == field


def test_terms_are_no_list() -> None:
    with pytest.raises(RequestError):
        parse_terms([], POWERS)
    with pytest.raises(RequestError):
        merge_terms(Terms(), "all", POWERS)


def test_single_fields_are_changed_at_any_depth() -> None:
    terms = parse_terms(CONTRACT, POWERS)
    changed = merge_terms(terms, {"clock": {"time": "21:30"}, "press": {"grey": True}}, POWERS)
    assert (changed.clock.time, changed.clock.zone) == ("21:30", "Europe/Berlin")
    assert (changed.press.grey, changed.press.rooms) == (True, True)
    assert list_changed(terms, changed) == ("clock", "press")


def test_bots_are_changed_as_one_value() -> None:
    terms = parse_terms(CONTRACT, POWERS)
    assert merge_terms(terms, {"bots": {"FRANCE": "easy"}}, POWERS).bots == {"FRANCE": Level.EASY}
    assert merge_terms(terms, {"bots": {}}, POWERS).bots == {}


def test_a_zone_is_found_by_its_name() -> None:
    assert read_zone("America/Argentina/Buenos_Aires").key == "America/Argentina/Buenos_Aires"
    assert read_zone("UTC").key == "UTC"


@pytest.mark.parametrize(
    "text",
    ["Christmas", "2026-02-30", "2027-01-01/2026-12-24", "2026-01-01/2026-12-31", "", "/", "20261224", "2026-W52-4"],
)
def test_what_is_no_holiday_is_refused_by_name(text: str) -> None:
    with pytest.raises(RequestError) as refused:
        parse_terms({"clock": {"holidays": [text]}}, POWERS)
    assert refused.value.field == "terms.clock.holidays"


def test_terms_written_before_there_were_holidays_are_read() -> None:
    clock = load_terms(json.dumps({"clock": {"kind": "weekdays", "retreat_hours": 24}})).clock
    assert (clock.holidays, clock.retreat_weekdays, clock.retreat_hours) == ((), (), 24)
