"""When a phase is due. Pure functions of times."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from legation.game import PhaseKind
from legation.server.game.terms import WEEKDAYS, ClockKind, ClockTerms, Terms, read_holiday, read_zone

LEAST = timedelta(hours=12)
"""With fixed weekdays: a day that comes sooner than this is skipped, so that a turn lasts longer than one evening."""
TOLERANCE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class AbsenceSpan:
    """An absence of a player."""

    begins_at: datetime
    ends_at: datetime


def next_deadline(clock: ClockTerms, kind: PhaseKind, now: datetime, *, is_first: bool = False) -> datetime | None:
    """When a phase that opens now is due; None if the game has no clock."""
    if clock.kind is ClockKind.NONE:
        return None
    least = timedelta(hours=clock.first_hours if is_first else 0)
    if hours := own_hours(clock, kind):
        return fit_calendar(clock, kind, now + timedelta(hours=hours))
    if clock.kind is ClockKind.DURATION:
        return fit_calendar(clock, kind, now + max(least, timedelta(hours=clock.hours)))
    return fit_calendar(clock, kind, now + max(least, LEAST))


def own_hours(clock: ClockTerms, kind: PhaseKind) -> int:
    """The hours set for retreats or builds; 0 if they have days of their own, or the same time as moves."""
    if clock.kind is ClockKind.WEEKDAYS and _own_weekdays(clock, kind):
        return 0
    return {PhaseKind.RETREATS: clock.retreat_hours, PhaseKind.ADJUSTMENTS: clock.adjustment_hours}.get(kind, 0)


def _own_weekdays(clock: ClockTerms, kind: PhaseKind) -> tuple[str, ...]:
    own = {PhaseKind.RETREATS: clock.retreat_weekdays, PhaseKind.ADJUSTMENTS: clock.adjustment_weekdays}
    return own.get(kind, ())


def fit_calendar(clock: ClockTerms, kind: PhaseKind, moment: datetime) -> datetime:
    """The first moment, from a given one on, at which the terms allow a phase to be due.

    With fixed weekdays that is the clock time on one of those days, or the clock time on any day if retreats or builds
    have hours of their own. Without them it is the moment itself. Nothing is due on a holiday.
    """
    if clock.kind is not ClockKind.WEEKDAYS:
        return _skip_holidays(clock, _whole_minute(moment))
    if own_hours(clock, kind):
        # A phase is judged some seconds after the clock time: two days later it is due at that time, not a day after.
        return next(slot for slot in list_slots(clock, WEEKDAYS, moment) if slot >= moment - TOLERANCE)
    days = _own_weekdays(clock, kind) or clock.weekdays
    return next(slot for slot in list_slots(clock, days, moment) if slot >= moment)


def list_slots(clock: ClockTerms, weekdays: Collection[str], start: datetime) -> Iterator[datetime]:
    """Some weekdays at the clock time of the terms, from the day of a moment on and without holidays, in UTC.

    A time skipped when clocks go forward comes an hour later that day; if a time comes twice, the first counts.
    """
    zone = read_zone(clock.zone)
    wanted = {WEEKDAYS.index(day) for day in weekdays}
    hour, minute = map(int, clock.time.split(":"))
    day = start.astimezone(zone).date()
    while True:
        if day.weekday() in wanted and not is_holiday(clock, day):
            yield datetime.combine(day, time(hour, minute), tzinfo=zone).astimezone(UTC)
        day += timedelta(days=1)


def is_holiday(clock: ClockTerms, day: date) -> bool:
    """True if nothing is due on a day."""
    return any(first <= day <= last for first, last in map(read_holiday, clock.holidays))


def _skip_holidays(clock: ClockTerms, moment: datetime) -> datetime:
    """The same time of day on the first day that is not a holiday."""
    local = moment.astimezone(read_zone(clock.zone))
    day = local.date()
    while is_holiday(clock, day):
        day += timedelta(days=1)
    return moment if day == local.date() else datetime.combine(day, local.timetz()).astimezone(UTC)


def _whole_minute(moment: datetime) -> datetime:
    """Rounded up: a deadline is never shorter than the terms say."""
    plain = moment.replace(second=0, microsecond=0)
    return plain if plain == moment else plain + timedelta(minutes=1)


def compute_due_at(deadline: datetime | None, terms: Terms, *, all_in_at: datetime | None) -> datetime | None:
    """When the clock judges a phase: when all orders are in, otherwise when the grace or waiting time is over.

    Orders that were in before the deadline count as in at the deadline. None: only orders or the game master end the
    phase.
    """
    if deadline is None:
        return None
    end = grace = deadline + timedelta(minutes=terms.clock.grace_minutes)
    if terms.missing.waits:
        if not terms.missing.wait_hours:
            return all_in_at
        end = max(grace, deadline + timedelta(hours=terms.missing.wait_hours))
    return end if all_in_at is None else min(all_in_at, end)


def is_late(deadline: datetime | None, now: datetime) -> bool:
    """True if orders that come now come in the grace time."""
    return deadline is not None and now > deadline


def shift_deadline(
    clock: ClockTerms, kind: PhaseKind, deadline: datetime | None, paused_at: datetime, now: datetime
) -> datetime | None:
    """The deadline after a pause: at least as much time is left as at its beginning, and it fits the calendar again."""
    if deadline is None:
        return None
    return fit_calendar(clock, kind, now + max(timedelta(0), deadline - paused_at))


def extend_deadline(deadline: datetime, hours: int, now: datetime) -> datetime:
    """The deadline some hours later; a deadline in the past is extended from now."""
    return _whole_minute(max(deadline, now) + timedelta(hours=hours)) if hours > 0 else deadline


def extend_on_calendar(clock: ClockTerms, deadline: datetime, hours: int, now: datetime) -> datetime:
    """The deadline some hours later, when the clock itself extends it: not on a holiday."""
    return _skip_holidays(clock, extend_deadline(deadline, hours, now))


def extend_after_outage(clock: ClockTerms, now: datetime) -> datetime:
    """The deadline of a phase that was due while the host was down: at least half a day from now.

    With fixed weekdays it is the clock time of the terms, on the next possible day, whatever its weekday.
    """
    if clock.kind is ClockKind.WEEKDAYS:
        earliest = now + LEAST
        return next(slot for slot in list_slots(clock, WEEKDAYS, earliest) if slot >= earliest)
    return _skip_holidays(clock, _whole_minute(now + LEAST))


def excuse_deadline(
    clock: ClockTerms, kind: PhaseKind, deadline: datetime, absences: Iterable[AbsenceSpan]
) -> datetime:
    """The deadline after the absences that it falls in: on the calendar again, with time to come home and write."""
    waiting = sorted(absences, key=lambda absence: absence.begins_at)
    moved = True
    while moved:
        moved = False
        for absence in waiting:
            if absence.begins_at <= deadline < absence.ends_at + LEAST:
                deadline = fit_calendar(clock, kind, absence.ends_at + LEAST)
                moved = True
    return deadline


def count_days(before: datetime, after: datetime) -> int:
    """Vacation days that a moved deadline uses: each day that has begun counts."""
    return max(0, -(-(after - before) // timedelta(days=1)))
