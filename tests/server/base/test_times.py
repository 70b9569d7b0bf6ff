"""Phases, moments and spans in words."""

from datetime import UTC, datetime

from legation.game import parse_phase
from legation.render.words import word_phase
from legation.server.base.times import word_hours, word_time


def test_the_pages_say_orders_and_builds() -> None:
    titles = [word_phase(parse_phase(phase)) for phase in ("F1756M", "F1756R", "W1756A")]
    assert titles == ["Fall 1756, orders", "Fall 1756, retreats", "Winter 1756, builds"]


def test_moments_are_told_in_a_zone() -> None:
    moment = datetime(2026, 7, 1, 18, 5, tzinfo=UTC)
    assert word_time(moment, "Europe/Berlin") == "Wed 1 Jul 2026, 20:05 (Europe/Berlin)"
    assert word_time(None) == "no deadline"


def test_hours_become_days_where_they_are_whole() -> None:
    assert [word_hours(hours) for hours in (1, 3, 24, 48, 50)] == ["1 hour", "3 hours", "1 day", "2 days", "50 hours"]
