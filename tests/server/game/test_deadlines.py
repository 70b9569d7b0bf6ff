from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legation.board import PowerId
from legation.game import PhaseKind
from legation.server.game.deadlines import (
    LEAST,
    TOLERANCE,
    AbsenceSpan,
    compute_due_at,
    count_days,
    excuse_deadline,
    extend_deadline,
    fit_calendar,
    is_late,
    next_deadline,
    shift_deadline,
)
from legation.server.game.plans import Handed, State, may_change_due, may_go_on
from legation.server.game.terms import WEEKDAYS, ClockKind, ClockTerms, Early, MissingTerms, Terms, Weekday

MOVES, RETREATS, WINTER = PhaseKind.MOVES, PhaseKind.RETREATS, PhaseKind.ADJUSTMENTS
SUNDAY = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")
moments = st.datetimes(datetime(2024, 1, 1), datetime(2032, 1, 1), timezones=st.just(UTC))
zones = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"])
clocks = st.builds(
    ClockTerms,
    kind=st.sampled_from([ClockKind.WEEKDAYS, ClockKind.DURATION]),
    zone=zones,
    weekdays=st.lists(st.sampled_from(WEEKDAYS), min_size=1, max_size=7, unique=True).map(tuple),
    time=st.times().map(lambda time: f"{time:%H:%M}"),
    hours=st.integers(1, 400),
    first_hours=st.integers(0, 400),
    retreat_hours=st.integers(0, 200),
    adjustment_hours=st.integers(0, 200),
)


def weekly(time: str = "20:00", *days: str, first_hours: int = 0) -> ClockTerms:
    chosen = tuple(Weekday(day) for day in days or ("thu", "sun"))
    return ClockTerms(ClockKind.WEEKDAYS, "Europe/Berlin", chosen, time, first_hours=first_hours)


def hourly(**more: int) -> ClockTerms:
    return replace(ClockTerms(ClockKind.DURATION, hours=72, first_hours=168), **more)  # type: ignore[arg-type]


def test_a_game_without_a_clock_has_no_deadline() -> None:
    assert next_deadline(ClockTerms(ClockKind.NONE), MOVES, SUNDAY) is None


def test_a_duration_runs_from_now_and_is_longer_for_the_first_turn() -> None:
    assert next_deadline(hourly(), MOVES, SUNDAY) == SUNDAY + timedelta(hours=72)
    assert next_deadline(hourly(), MOVES, SUNDAY, is_first=True) == SUNDAY + timedelta(hours=168)


def test_retreats_and_winters_have_clocks_of_their_own_or_that_of_moves() -> None:
    clock = hourly(retreat_hours=48, adjustment_hours=24)
    assert next_deadline(clock, RETREATS, SUNDAY) == SUNDAY + timedelta(hours=48)
    assert next_deadline(clock, WINTER, SUNDAY) == SUNDAY + timedelta(hours=24)
    assert next_deadline(hourly(retreat_hours=0), RETREATS, SUNDAY) == SUNDAY + timedelta(hours=72)


def test_a_deadline_is_a_whole_minute_and_never_sooner_than_the_terms_say() -> None:
    now = SUNDAY + timedelta(seconds=17, microseconds=5)
    assert next_deadline(hourly(), MOVES, now) == SUNDAY + timedelta(hours=72, minutes=1)


def test_weekdays_fall_on_the_clock_time_of_the_zone() -> None:
    thursday = datetime(2026, 11, 19, 20, 0, tzinfo=BERLIN)
    assert next_deadline(weekly(), MOVES, datetime(2026, 11, 15, 19, 0, 1, tzinfo=UTC)) == thursday


def test_a_day_too_near_is_passed_over() -> None:
    just_before = datetime(2026, 11, 19, 9, 0, tzinfo=BERLIN)
    assert next_deadline(weekly(), MOVES, just_before) == datetime(2026, 11, 22, 20, 0, tzinfo=BERLIN)


def test_every_day_is_every_day() -> None:
    daily = weekly("20:00", *WEEKDAYS)
    judged = datetime(2026, 11, 19, 20, 0, 3, tzinfo=BERLIN)
    assert next_deadline(daily, MOVES, judged) == datetime(2026, 11, 20, 20, 0, tzinfo=BERLIN)


def test_the_first_turn_of_weekdays_has_its_hours() -> None:
    clock = weekly(first_hours=168)
    assert next_deadline(clock, MOVES, SUNDAY, is_first=True) == datetime(2026, 11, 22, 20, 0, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        # Clocks go back on 25 October 2026 and forward on 29 March 2026: the wall clock says 20:00 all the same.
        (datetime(2026, 10, 22, 18, 1, tzinfo=UTC), datetime(2026, 10, 25, 19, 0, tzinfo=UTC)),
        (datetime(2026, 3, 26, 19, 1, tzinfo=UTC), datetime(2026, 3, 29, 18, 0, tzinfo=UTC)),
    ],
)
def test_the_wall_clock_time_stays_when_the_clocks_change(now: datetime, expected: datetime) -> None:
    found = next_deadline(weekly(), MOVES, now)
    assert found == expected
    assert found is not None
    assert found.astimezone(BERLIN).hour == 20


def test_a_time_that_is_skipped_comes_an_hour_later() -> None:
    found = next_deadline(weekly("02:30", "sun"), MOVES, datetime(2026, 3, 27, tzinfo=UTC))
    assert found is not None
    assert (found, found.astimezone(BERLIN).hour) == (datetime(2026, 3, 29, 1, 30, tzinfo=UTC), 3)


def test_of_a_time_that_comes_twice_the_first_counts() -> None:
    found = next_deadline(weekly("02:30", "sun"), MOVES, datetime(2026, 10, 23, tzinfo=UTC))
    assert found == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


@given(clocks, st.sampled_from(PhaseKind), moments, st.booleans())
def test_a_deadline_lies_ahead_within_reach_and_on_a_minute(
    clock: ClockTerms, kind: PhaseKind, now: datetime, is_first: bool
) -> None:
    found = next_deadline(clock, kind, now, is_first=is_first)
    assert found is not None
    assert now < found <= now + timedelta(hours=400, days=8, minutes=1) + LEAST
    assert (found.second, found.microsecond, found.tzinfo) == (0, 0, UTC)


@given(clocks.filter(lambda clock: clock.kind is ClockKind.WEEKDAYS), moments)
def test_moves_on_weekdays_are_due_on_one_of_them(clock: ClockTerms, now: datetime) -> None:
    found = next_deadline(clock, MOVES, now)
    assert found is not None
    local = found.astimezone(ZoneInfo(clock.zone))
    assert WEEKDAYS[local.weekday()] in clock.weekdays
    # A time that a change of clocks skips is up to an hour later.
    hour, minute = map(int, clock.time.split(":"))
    late = timedelta(hours=local.hour - hour, minutes=local.minute - minute)
    assert timedelta(0) <= late <= timedelta(hours=1)
    assert found - now >= LEAST - timedelta(minutes=1)


@given(moments, st.integers(0, 10_000), st.integers(0, 10_000))
def test_a_pause_takes_no_time_away(now: datetime, left: int, paused: int) -> None:
    deadline, resumed = now + timedelta(minutes=left), now + timedelta(minutes=paused)
    shifted = shift_deadline(hourly(), MOVES, deadline, now, resumed)
    assert shifted is not None
    assert timedelta(0) <= (shifted - resumed) - (deadline - now) < timedelta(minutes=1)
    assert shift_deadline(hourly(), MOVES, None, now, resumed) is None


WEDNESDAY = datetime(2026, 11, 18, 12, 17, tzinfo=UTC)


def test_after_a_pause_the_deadline_is_on_the_calendar_again() -> None:
    clock = weekly("20:00", "thu")
    deadline = datetime(2026, 11, 19, 20, 0, tzinfo=BERLIN)
    resumed = WEDNESDAY + timedelta(days=9)  # a Friday
    assert shift_deadline(clock, MOVES, deadline, WEDNESDAY, resumed) == datetime(2026, 12, 3, 20, 0, tzinfo=BERLIN)


def test_after_a_vacation_the_deadline_is_on_the_calendar_again() -> None:
    clock = weekly("20:00", "thu")
    away = AbsenceSpan(WEDNESDAY, WEDNESDAY + timedelta(days=4))
    moved = excuse_deadline(clock, MOVES, datetime(2026, 11, 19, 20, 0, tzinfo=BERLIN), [away])
    assert moved == datetime(2026, 11, 26, 20, 0, tzinfo=BERLIN)


def test_retreats_and_builds_may_have_days_of_their_own() -> None:
    clock = replace(
        weekly("20:00", "thu"), retreat_weekdays=(Weekday.SAT,), adjustment_weekdays=(Weekday.MON, Weekday.TUE)
    )
    judged = datetime(2026, 11, 19, 20, 0, 3, tzinfo=BERLIN)
    assert next_deadline(clock, RETREATS, judged) == datetime(2026, 11, 21, 20, 0, tzinfo=BERLIN)
    assert next_deadline(clock, WINTER, judged) == datetime(2026, 11, 23, 20, 0, tzinfo=BERLIN)
    assert next_deadline(clock, MOVES, judged) == datetime(2026, 11, 26, 20, 0, tzinfo=BERLIN)


@pytest.mark.parametrize(
    "judged", [datetime(2026, 11, 19, 20, 0, 3, tzinfo=BERLIN), datetime(2026, 10, 24, 20, 0, 40, tzinfo=BERLIN)]
)
def test_retreats_after_some_hours_are_due_at_the_clock_time_of_weekdays(judged: datetime) -> None:
    clock = replace(weekly("20:00", "thu"), retreat_hours=24)
    found = next_deadline(clock, RETREATS, judged)
    assert found is not None
    local = found.astimezone(BERLIN)
    assert (local.hour, local.minute) == (20, 0)
    assert local.date() == judged.date() + timedelta(days=1)


def test_nothing_is_due_on_a_holiday() -> None:
    christmas = ("2026-12-24/2027-01-01",)
    weekdays = replace(weekly("20:00", "thu"), holidays=christmas)
    judged = datetime(2026, 12, 17, 20, 0, 3, tzinfo=BERLIN)
    assert next_deadline(weekdays, MOVES, judged) == datetime(2027, 1, 7, 20, 0, tzinfo=BERLIN)
    hours = replace(hourly(), zone="Europe/Berlin", holidays=christmas)
    begun = datetime(2026, 12, 22, 9, 30, tzinfo=BERLIN)
    assert next_deadline(hours, MOVES, begun) == datetime(2027, 1, 2, 9, 30, tzinfo=BERLIN)
    assert next_deadline(hours, MOVES, begun - timedelta(days=9)) == begun - timedelta(days=6)


def test_a_holiday_of_one_day_is_that_day_in_the_zone_of_the_clock() -> None:
    clock = replace(weekly("00:30", *WEEKDAYS), holidays=("2026-12-25",))
    eve = datetime(2026, 12, 24, 0, 30, 5, tzinfo=BERLIN)
    assert next_deadline(clock, MOVES, eve) == datetime(2026, 12, 26, 0, 30, tzinfo=BERLIN)


@given(clocks.filter(lambda clock: clock.kind is ClockKind.WEEKDAYS), st.sampled_from(PhaseKind), moments)
def test_the_calendar_is_not_left_once_a_moment_is_on_it(clock: ClockTerms, kind: PhaseKind, moment: datetime) -> None:
    fitted = fit_calendar(clock, kind, moment)
    assert fitted >= moment - TOLERANCE
    assert fit_calendar(clock, kind, fitted) == fitted


def test_the_grace_is_for_those_whose_orders_are_missing() -> None:
    terms = Terms(clock=hourly(grace_minutes=30))
    assert compute_due_at(SUNDAY, terms, all_in_at=SUNDAY) == SUNDAY
    assert compute_due_at(SUNDAY, terms, all_in_at=None) == SUNDAY + timedelta(minutes=30)
    assert compute_due_at(SUNDAY, terms, all_in_at=SUNDAY + timedelta(minutes=20)) == SUNDAY + timedelta(minutes=20)
    assert compute_due_at(SUNDAY, terms, all_in_at=SUNDAY + timedelta(minutes=40)) == SUNDAY + timedelta(minutes=30)
    assert compute_due_at(None, terms, all_in_at=None) is None
    assert is_late(SUNDAY, SUNDAY + timedelta(seconds=1))
    assert not is_late(SUNDAY, SUNDAY)
    assert not is_late(None, SUNDAY)


def test_a_game_that_waits_is_due_when_all_is_in_or_the_longest_wait_is_over() -> None:
    clock, hour = hourly(grace_minutes=90), timedelta(hours=1)
    forever = Terms(clock=clock, missing=MissingTerms(waits=True, wait_hours=0))
    assert compute_due_at(SUNDAY, forever, all_in_at=None) is None
    assert compute_due_at(SUNDAY, forever, all_in_at=SUNDAY + 99 * hour) == SUNDAY + 99 * hour
    for hours, due in ((1, SUNDAY + 1.5 * hour), (48, SUNDAY + 48 * hour)):
        waiting = Terms(clock=clock, missing=MissingTerms(waits=True, wait_hours=hours))
        assert compute_due_at(SUNDAY, waiting, all_in_at=None) == due
        assert compute_due_at(SUNDAY, waiting, all_in_at=SUNDAY) == SUNDAY


def test_an_extension_counts_from_the_deadline_or_from_now_if_that_has_passed() -> None:
    later = SUNDAY + timedelta(hours=5)
    assert extend_deadline(later, 24, SUNDAY) == later + timedelta(hours=24)
    assert extend_deadline(SUNDAY, 24, later) == later + timedelta(hours=24)
    assert extend_deadline(SUNDAY, 0, later) == SUNDAY


def test_a_deadline_in_an_absence_moves_past_it_and_past_the_next() -> None:
    first = AbsenceSpan(SUNDAY - timedelta(days=1), SUNDAY + timedelta(days=2))
    second = AbsenceSpan(SUNDAY + timedelta(days=2), SUNDAY + timedelta(days=3))
    assert excuse_deadline(hourly(), MOVES, SUNDAY, [first]) == first.ends_at + LEAST
    assert excuse_deadline(hourly(), MOVES, SUNDAY, [second, first]) == second.ends_at + LEAST
    assert excuse_deadline(hourly(), MOVES, SUNDAY - timedelta(days=5), [first, second]) == SUNDAY - timedelta(days=5)


@given(moments, st.lists(st.tuples(st.integers(-200, 200), st.integers(1, 200)), max_size=6))
def test_no_deadline_stays_in_an_absence(deadline: datetime, spans: list[tuple[int, int]]) -> None:
    absences = [
        AbsenceSpan(deadline + timedelta(hours=begin), deadline + timedelta(hours=begin + length))
        for begin, length in spans
    ]
    found = excuse_deadline(hourly(), MOVES, deadline, absences)
    assert found >= deadline
    assert not any(absence.begins_at <= found < absence.ends_at for absence in absences)


def test_vacation_days_are_counted_by_days_begun() -> None:
    assert [count_days(SUNDAY, SUNDAY + timedelta(hours=hours)) for hours in (0, 1, 24, 25)] == [0, 1, 1, 2]


def test_saved_orders_count_as_in_and_ready_is_said_apart() -> None:
    saved, confirmed = Handed(State.SAVED), Handed(State.CONFIRMED)
    assert saved.is_in
    assert not Handed().is_in
    assert not saved.is_done(MOVES)
    assert not confirmed.is_done(MOVES)
    assert confirmed.is_done(RETREATS)
    assert not saved.is_done(WINTER)
    assert Handed(State.SAVED, is_ready=True).is_done(MOVES)


def test_who_is_ready_without_orders_has_answered() -> None:
    assert Handed(State.NOTHING, is_ready=True).is_in
    assert Handed(State.NOTHING, is_ready=True).is_done(MOVES)


def test_a_phase_goes_on_early_when_all_are_ready_and_the_terms_allow_it() -> None:
    france, spain = PowerId("FRANCE"), PowerId("SPAIN")
    ready = {power: Handed(State.SAVED, is_ready=True) for power in (france, spain)}
    assert may_go_on(Terms(), MOVES, [france, spain], ready)
    assert not may_go_on(Terms(early=Early.NEVER), MOVES, [france, spain], ready)
    assert not may_go_on(Terms(), MOVES, [france, spain], {france: ready[france]})
    assert may_go_on(Terms(early=Early.NEVER), MOVES, [], {})


@pytest.mark.parametrize("kind", list(PhaseKind))
@pytest.mark.parametrize("grace", [0, 30])
@pytest.mark.parametrize("early", list(Early))
def test_what_cannot_change_when_a_phase_is_due_changes_nothing(kind: PhaseKind, grace: int, early: Early) -> None:
    terms = Terms(clock=ClockTerms(grace_minutes=grace), early=early)
    france, deadline = PowerId("FRANCE"), datetime(2026, 11, 15, 20, tzinfo=UTC)
    ways = [Handed(state, is_ready=ready) for state in State for ready in (False, True)]

    def judge(handed: Handed) -> tuple[bool, datetime | None]:
        go_on = may_go_on(terms, kind, [france], {france: handed})
        return go_on, compute_due_at(deadline, terms, all_in_at=deadline if handed.is_in else None)

    for before in ways:
        for after in ways:
            if not may_change_due(terms, kind, before, after):
                assert judge(before) == judge(after), (before, after)


def test_orders_that_are_saved_for_the_first_time_matter_only_with_a_grace() -> None:
    nothing, saved, ready = Handed(), Handed(State.SAVED), Handed(State.SAVED, is_ready=True)
    assert not may_change_due(Terms(), MOVES, nothing, saved)
    assert may_change_due(Terms(clock=ClockTerms(grace_minutes=30)), MOVES, nothing, saved)
    assert may_change_due(Terms(), MOVES, saved, ready)
    assert may_change_due(Terms(), PhaseKind.RETREATS, Handed(State.CONFIRMED), saved)
