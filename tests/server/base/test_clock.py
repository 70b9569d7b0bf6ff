from datetime import UTC, datetime, timedelta, timezone

import pytest

from legation.server.base.clock import MovableClock, SystemClock
from legation.server.base.randomness import LETTERS, SystemRandomness
from legation.server.base.refusals import HttpRefusal
from legation.server.base.times import format_time, parse_time


def test_the_systems_clock_tells_utc() -> None:
    now = SystemClock().now()
    assert now.tzinfo is UTC
    assert abs(now - datetime.now(UTC)) < timedelta(seconds=5)


def test_a_movable_clock_stands_until_it_is_moved() -> None:
    clock = MovableClock(datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=2))))
    assert clock.now() == datetime(2026, 1, 1, 10, tzinfo=UTC)
    assert clock.pass_time(hours=3) == clock.now() == datetime(2026, 1, 1, 13, tzinfo=UTC)
    clock.turn_to(datetime(2027, 1, 1, tzinfo=UTC))
    assert clock.now().year == 2027


@pytest.mark.parametrize(
    "text", ["2026-11-15T18:40:00Z", "2026-11-15T19:40:00+01:00", "2026-11-15T18:40", "2026-11-15 18:40:00"]
)
def test_moments_are_read_in_their_zone_and_written_in_utc(text: str) -> None:
    assert format_time(parse_time(text, "at")) == "2026-11-15T18:40:00Z"


@pytest.mark.parametrize("text", ["", "soon", "2026-13-01", "2026-11-15T25:00Z", "0001-01-01T00:00:00+14:00", "9" * 40])
def test_what_is_no_moment_is_refused_by_its_field(text: str) -> None:
    with pytest.raises(HttpRefusal) as refused:
        parse_time(text, "ends_at")
    assert (refused.value.status, refused.value.field) == (422, "ends_at")


def test_nothing_is_no_moment() -> None:
    assert format_time(None) is None


def test_ids_are_of_plain_letters_and_differ() -> None:
    chance = SystemRandomness()
    made = {chance.name_id() for _ in range(200)}
    assert len(made) == 200
    assert all(len(name) == 10 and set(name) <= set(LETTERS) for name in made)
    assert len(chance.secret()) == 43
    assert 0 <= chance.seed() < 2**48
