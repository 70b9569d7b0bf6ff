from datetime import UTC, datetime, timedelta, timezone

import pytest

from legation.server.base.randomness import LETTERS, SystemRandomness
from legation.server.base.refusals import HttpRefusal
from legation.server.base.times import MovableClock, SteadyClock, format_time, parse_time

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


class Machine:
    """A machine whose clock can be set while its time goes on."""

    def __init__(self) -> None:
        self.uptime = 1000.0
        self.off = timedelta(0)

    def wall(self) -> datetime:
        return NOON + timedelta(seconds=self.uptime - 1000) + self.off

    def pass_time(self, seconds: float) -> None:
        self.uptime += seconds

    def make_clock(self) -> SteadyClock:
        return SteadyClock(self.wall, lambda: self.uptime)


def test_the_machines_clock_tells_utc() -> None:
    now = SteadyClock().now()
    assert now.tzinfo is UTC
    assert abs(now - datetime.now(UTC)) < timedelta(seconds=5)


def test_small_steps_are_followed() -> None:
    machine = Machine()
    clock = machine.make_clock()
    machine.off = timedelta(seconds=-3)
    machine.pass_time(10)
    assert clock.now() == NOON + timedelta(seconds=7)


@pytest.mark.parametrize("jump", [timedelta(days=365), timedelta(days=-365), timedelta(minutes=5)])
def test_a_jump_that_is_taken_back_changes_nothing(jump: timedelta) -> None:
    machine = Machine()
    clock = machine.make_clock()
    machine.off = jump
    for _ in range(6):
        machine.pass_time(1)
        clock.now()
    assert clock.now() == NOON + timedelta(seconds=6)
    machine.off = timedelta(0)
    machine.pass_time(1)
    assert clock.now() == NOON + timedelta(seconds=7)


def test_a_clock_that_stays_where_it_was_set_is_believed() -> None:
    machine = Machine()
    clock = machine.make_clock()
    machine.off = timedelta(hours=2)
    for _ in range(59):
        machine.pass_time(10)
        assert clock.now() < NOON + timedelta(hours=1)
    machine.pass_time(20)
    assert clock.now() == machine.wall() == NOON + timedelta(hours=2, seconds=610)


def test_a_clock_that_jumps_about_is_never_believed() -> None:
    machine = Machine()
    clock = machine.make_clock()
    for minute in range(60):
        machine.off = timedelta(days=minute + 1)
        machine.pass_time(60)
        assert clock.now() == NOON + timedelta(minutes=minute + 1)


def test_time_in_which_nobody_asks_is_no_jump() -> None:
    machine = Machine()
    clock = machine.make_clock()
    machine.pass_time(86_400 * 30)
    assert clock.now() == NOON + timedelta(days=30)


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
