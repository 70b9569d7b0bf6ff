"""Rounds of a calendar: the phases from a variant's first one until it recurs, however many years that takes."""

from typing import Final

from legation.game import Phase, Season
from legation.variants import Calendar, FirstSeason

PHASES: Final = ("SM", "SR", "FM", "FR", "WA")
FIRST = {FirstSeason.SPRING: "SM", FirstSeason.FALL: "FM", FirstSeason.WINTER: "WA"}


def list_phases(calendar: Calendar) -> tuple[str, ...]:
    """The five phases of a round, in the order of play: ``SM`` and so on."""
    start = PHASES.index(FIRST[calendar.first_season])
    return (*PHASES[start:], *PHASES[:start])


def year_of(calendar: Calendar, season: Season, rounds: int) -> int:
    """The year of a season after a number of whole rounds."""
    return calendar.first_year + rounds * calendar.round_years + _years_into_round(calendar, season)


def count_rounds(calendar: Calendar, phase: Phase) -> int:
    """The number of whole rounds played before a phase."""
    passed = phase.year - calendar.first_year - _years_into_round(calendar, phase.season)
    return passed // calendar.round_years


def _years_into_round(calendar: Calendar, season: Season) -> int:
    """The years from the first season of a round to another; Fall and Winter are in the same year."""
    to_fall, to_spring = calendar.spring_to_fall, calendar.fall_to_spring
    if calendar.first_season is FirstSeason.SPRING:
        return 0 if season is Season.SPRING else to_fall
    if season is Season.SPRING:
        return to_spring
    if season is Season.FALL and calendar.first_season is FirstSeason.WINTER:
        return to_spring + to_fall
    return 0
