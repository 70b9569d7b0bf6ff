"""The terms of a hosted game: seats, clock, press, who sees what. JSON in ``games.terms``."""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from legation.board import PowerId
from legation.errors import RequestError
from legation.game import read_value
from legation.server.http.routes import EVERY_FIELD

MOST_HOLIDAYS = 60
LONGEST_HOLIDAY = timedelta(days=62)
MOST_HOURS = 24 * 120
"""The longest time of a phase by the clock."""


class Weekday(StrEnum):
    """A day of the week, Monday first."""

    MON = "mon"
    TUE = "tue"
    WED = "wed"
    THU = "thu"
    FRI = "fri"
    SAT = "sat"
    SUN = "sun"


WEEKDAYS = tuple(Weekday)


class Seating(StrEnum):
    """How powers are assigned to players."""

    CHOICE = "choice"
    PREFERENCES = "preferences"
    LOT = "lot"


class ClockKind(StrEnum):
    """The way in which deadlines are set."""

    NONE = "none"
    WEEKDAYS = "weekdays"
    DURATION = "duration"


class Early(StrEnum):
    """When a phase is judged before its deadline."""

    ALL_READY = "all_ready"
    NEVER = "never"


class Then(StrEnum):
    """The consequence for a power that misses too often."""

    STANDBY = "standby"
    DISORDER = "disorder"


class ExtendFor(StrEnum):
    """The unit in which extensions because of missing orders are counted."""

    PLAYER = "player"
    """The number for each player."""
    GAME = "game"
    """The number for the whole game."""


class Majority(StrEnum):
    """The share of the voting powers that carries a vote for more time."""

    HALF = "half"
    """More than half."""
    TWO_THIRDS = "two_thirds"
    """At least two thirds."""
    ALL = "all"


class PauseEnd(StrEnum):
    """What happens at the end of a pause by vote."""

    RESUME = "resume"
    """The game continues."""
    GM = "gm"
    """The game master decides."""


class StandbyAdmission(StrEnum):
    """Who may be a standby for a seat."""

    ANYONE = "anyone"
    APPROVED = "approved"
    """Players whom the game master admits."""
    INVITED = "invited"
    """Players to whom the game master has sent a link."""


class StandbySeats(StrEnum):
    """The standby who gets an offered seat."""

    FIRST = "first"
    """The first standby who takes it."""
    GM = "gm"
    """The standby whom the game master chooses."""


class Level(StrEnum):
    """The strength of a bot."""

    EASY = "easy"
    STEADY = "steady"
    STRONG = "strong"
    MASTER = "master"
    """Only on boards for which trained data exists."""


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """When phases are due."""

    __pydantic_config__ = EVERY_FIELD
    kind: ClockKind = ClockKind.DURATION
    zone: str = "UTC"
    weekdays: tuple[Weekday, ...] = (Weekday.THU, Weekday.SUN)
    time: str = "20:00"
    hours: int = 72
    first_hours: int = 168
    """The first turn lasts at least this long; 0: as long as any other."""
    retreat_hours: int = 48
    """0: the same as for moves."""
    adjustment_hours: int = 48
    retreat_weekdays: tuple[Weekday, ...] = ()
    """With fixed weekdays: retreats are due on these days, whatever their hours say."""
    adjustment_weekdays: tuple[Weekday, ...] = ()
    holidays: tuple[str, ...] = ()
    """Days in the clock's time zone on which nothing is due: ``2026-12-25``, or ``2026-12-24/2027-01-01``."""
    grace_minutes: int = 0


@dataclass(frozen=True, slots=True)
class MissingTerms:
    """What happens to a power without orders."""

    __pydantic_config__ = EVERY_FIELD
    limit: int = 2
    then: Then = Then.STANDBY
    extend_hours: int = 0
    """A phase is extended by this if orders are missing at its deadline; 0: no extension."""
    extend_times: int = 2
    """How often in the whole game."""
    extend_for: ExtendFor = ExtendFor.PLAYER
    waits: bool = False
    """True if a phase waits for missing orders after its deadline."""
    wait_hours: int = 168
    """How long it waits at most; 0: until the game master has it judged."""
    names_missing: bool = False
    """True if everyone may know whose orders are missing after the deadline; otherwise they only learn how many."""


@dataclass(frozen=True, slots=True)
class TimeVoteTerms:
    """Players' votes to extend the deadline, to pause the game, and to resume it."""

    __pydantic_config__ = EVERY_FIELD
    majority: Majority = Majority.HALF
    is_secret: bool = True
    """Pages show how many want something, but not who."""
    extensions: int = 1
    """How often one phase can be extended by vote."""
    pause_days: int = 0
    """The longest pause by vote; 0: there are no votes to pause."""
    pause_end: PauseEnd = PauseEnd.RESUME


@dataclass(frozen=True, slots=True)
class StandbyTerms:
    """Who may be a standby, and which standby gets an offered seat."""

    __pydantic_config__ = EVERY_FIELD
    admission: StandbyAdmission = StandbyAdmission.APPROVED
    seats: StandbySeats = StandbySeats.FIRST


@dataclass(frozen=True, slots=True)
class PressTerms:
    """The letters that may be written."""

    __pydantic_config__ = EVERY_FIELD
    private: bool = True
    rooms: bool = True
    public: bool = True
    grey: bool = False
    closes_minutes: int = 0
    in_retreats: bool = True
    eliminated: bool = True
    """True if a player whose power is out of the game may go on writing."""


@dataclass(frozen=True, slots=True)
class SpectatorTerms:
    """Who may be a spectator, and how many phases later people see the game who neither play nor run it."""

    __pydantic_config__ = EVERY_FIELD
    allowed: bool = True
    delay_phases: int = 1


@dataclass(frozen=True, slots=True)
class Terms:
    """The game master's settings."""

    __pydantic_config__ = EVERY_FIELD
    seating: Seating = Seating.CHOICE
    players_per_power: int = 1
    is_anonymous: bool = False
    is_private: bool = False
    clock: ClockTerms = ClockTerms()
    early: Early = Early.ALL_READY
    vote_extension_hours: int = 24
    """0: players cannot vote for an extension."""
    time_votes: TimeVoteTerms = TimeVoteTerms()
    vacation_days: int = 14
    missing: MissingTerms = MissingTerms()
    standbys: StandbyTerms = StandbyTerms()
    press: PressTerms = PressTerms()
    gm_sees_orders: bool = False
    gm_plays: bool = False
    is_run_by_master: bool = False
    """Powers without a player belong to the game master, who enters their orders: the game needs no one else."""
    spectators: SpectatorTerms = SpectatorTerms()
    webhook: str | None = None
    reminders_hours: tuple[int, ...] = (24, 3)
    bots: Mapping[PowerId, Level] = field(default_factory=dict)
    bot_voting: bool = True
    bots_talk: bool = False
    """True if bots read letters sent to them alone and write to other powers."""

    @property
    def has_talking_bots(self) -> bool:
        """True if bots talk: the terms allow it and there is private press."""
        return self.bots_talk and self.press.private


SETTLED = ("seating", "players_per_power", "is_anonymous", "gm_plays", "bots")
"""Terms that cannot change once the game has begun."""


def parse_terms(data: object, powers: Collection[str]) -> Terms:
    """Terms from JSON; omitted fields have their defaults. Raises a ``RequestError`` that names the field."""
    terms = read_value(data, Terms, "terms", {PowerId: powers})
    check_terms(terms)
    return terms


@lru_cache(maxsize=500)
def load_terms(text: str) -> Terms:
    """The terms in a row of the database, which were checked when they were stored."""
    return read_value(json.loads(text), Terms, "terms")


def format_terms(terms: Terms) -> dict[str, Any]:
    """Terms as JSON, with every field."""
    return asdict(terms)


def merge_terms(terms: Terms, changes: object, powers: Collection[str]) -> Terms:
    """The terms with some fields changed, at any depth."""
    if not isinstance(changes, dict):
        raise RequestError("terms", "expected an object")
    return parse_terms(_merge(format_terms(terms), changes), powers)


def _merge(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    merged = {key: list(value) if isinstance(value, tuple) else value for key, value in old.items()}
    for key, value in new.items():
        before = merged.get(key)
        # Bots are one value: a power that is omitted no longer has a bot.
        nested = isinstance(before, dict) and isinstance(value, dict) and key != "bots"
        merged[key] = _merge(before, value) if nested and isinstance(before, dict) else value
    return {key: _merge(value, {}) if isinstance(value, dict) else value for key, value in merged.items()}


def list_changed(old: Terms, new: Terms) -> tuple[str, ...]:
    """The names of the terms that differ."""
    before, after = format_terms(old), format_terms(new)
    return tuple(name for name in before if before[name] != after[name])


def check_terms(terms: Terms) -> None:
    """Raise an error if a value makes no sense."""
    _check_clock(terms.clock)
    _check_number("players_per_power", terms.players_per_power, 1, 5)
    _check_number("vote_extension_hours", terms.vote_extension_hours, 0, MOST_HOURS)
    _check_number("time_votes.extensions", terms.time_votes.extensions, 1, 20)
    _check_number("time_votes.pause_days", terms.time_votes.pause_days, 0, 90)
    _check_number("vacation_days", terms.vacation_days, 0, 365)
    _check_number("missing.limit", terms.missing.limit, 1, 20)
    _check_number("missing.extend_hours", terms.missing.extend_hours, 0, 24 * 14)
    _check_number("missing.extend_times", terms.missing.extend_times, 1, 100)
    _check_number("missing.wait_hours", terms.missing.wait_hours, 0, MOST_HOURS)
    _check_number("press.closes_minutes", terms.press.closes_minutes, 0, 60 * 24 * 7)
    _check_number("spectators.delay_phases", terms.spectators.delay_phases, 0, 50)
    if len(terms.reminders_hours) > 5:
        raise RequestError("terms.reminders_hours", "at most 5 reminders")
    for hours in terms.reminders_hours:
        _check_number("reminders_hours", hours, 1, 24 * 14)
    _check_webhook(terms.webhook)


def _check_clock(clock: ClockTerms) -> None:
    read_zone(clock.zone)
    if not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", clock.time):
        raise RequestError("terms.clock.time", f"{clock.time[:20]!r} is not a time of day; expected one like 20:00")
    if clock.kind is ClockKind.WEEKDAYS and not clock.weekdays:
        raise RequestError("terms.clock.weekdays", "expected at least one weekday", WEEKDAYS)
    _check_number("clock.hours", clock.hours, 1, MOST_HOURS)
    for name in ("first_hours", "retreat_hours", "adjustment_hours"):
        _check_number(f"clock.{name}", getattr(clock, name), 0, MOST_HOURS)
    _check_number("clock.grace_minutes", clock.grace_minutes, 0, 60 * 48)
    if len(clock.holidays) > MOST_HOLIDAYS:
        raise RequestError("terms.clock.holidays", f"at most {MOST_HOLIDAYS} holidays")
    for text in clock.holidays:
        read_holiday(text)


@lru_cache(maxsize=1000)
def read_holiday(text: str) -> tuple[date, date]:
    """The first and the last day of a holiday; raises for any other text."""
    begins, _, ends = text.partition("/")
    try:
        first, last = date.fromisoformat(begins), date.fromisoformat(ends or begins)
    except ValueError:
        problem = f"{text[:30]!r} is not a date; expected one like 2026-12-25, or two like 2026-12-24/2027-01-01"
        raise RequestError("terms.clock.holidays", problem) from None
    if text not in (f"{first}", f"{first}/{last}"):
        raise RequestError("terms.clock.holidays", f"{text[:30]!r}: write the day as {first}")
    if not timedelta(0) <= last - first <= LONGEST_HOLIDAY:
        problem = f"{text[:30]!r}: expected the last day after the first, at most {LONGEST_HOLIDAY.days} days later"
        raise RequestError("terms.clock.holidays", problem)
    return first, last


def read_zone(name: str) -> ZoneInfo:
    """The time zone with a name such as ``Europe/Berlin``; raises for any other name."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_+\-]*(/[A-Za-z0-9_+\-]+){0,2}", name) or len(name) > 60:
        raise RequestError("terms.clock.zone", f"{name[:40]!r} is not a time zone; expected one like Europe/Berlin")
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # a folder of the zone files is not a zone either
        raise RequestError(
            "terms.clock.zone", f"{name!r} is not a time zone; expected one like Europe/Berlin"
        ) from None


def _check_number(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise RequestError(f"terms.{name}", f"{value} is out of range; expected {least} to {most}")


def _check_webhook(url: str | None) -> None:
    if url is None:
        return
    if len(url) > 500 or not re.fullmatch(r"https?://[^\s<>\"']+", url):
        raise RequestError("terms.webhook", "expected an address that begins with https://")
