"""The speed and press of a game: the classes by which people choose games. Pure."""

from enum import StrEnum

from legation.server.game.terms import ClockKind, ClockTerms, PressTerms

HOURS_A_WEEK = 7 * 24


class Speed(StrEnum):
    """The time that the clock gives for a movement phase."""

    LIVE = "live"
    """Two hours at most."""
    DAY = "day"
    """About a day: 36 hours at most."""
    DAYS = "days"
    """A few days: 96 hours at most."""
    WEEK = "week"
    """Longer."""
    NONE = "none"
    """There are no deadlines."""


class PressKind(StrEnum):
    """The letters that players may write to each other."""

    FULL = "full"
    """To single powers or to groups."""
    PUBLIC = "public"
    """To everyone only."""
    NONE = "none"


MOST_HOURS = {Speed.LIVE: 2, Speed.DAY: 36, Speed.DAYS: 96}


def speed_of(clock: ClockTerms) -> Speed:
    """The speed of a game; with fixed weekdays, by how many of them a week has."""
    if clock.kind is ClockKind.NONE:
        return Speed.NONE
    is_weekly = clock.kind is ClockKind.WEEKDAYS
    hours = HOURS_A_WEEK / max(1, len(clock.weekdays)) if is_weekly else clock.hours
    return next((speed for speed, most in MOST_HOURS.items() if hours <= most), Speed.WEEK)


def press_of(press: PressTerms) -> PressKind:
    """The kind of press of a game."""
    if press.private or press.rooms:
        return PressKind.FULL
    return PressKind.PUBLIC if press.public else PressKind.NONE


USUAL_CLOCKS = {
    Speed.LIVE: ClockTerms(hours=1, first_hours=1, retreat_hours=1, adjustment_hours=1),
    Speed.DAY: ClockTerms(hours=24, first_hours=48, retreat_hours=24, adjustment_hours=24),
    Speed.DAYS: ClockTerms(),
    Speed.WEEK: ClockTerms(hours=168, first_hours=168, retreat_hours=72, adjustment_hours=72),
    Speed.NONE: ClockTerms(kind=ClockKind.NONE),
}
"""The clock of a game that is opened for people on a waiting list for a speed."""
