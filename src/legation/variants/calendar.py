"""The phase in which a game begins, and how the years advance: from the table ``[calendar]`` of ``variant.toml``."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from legation.errors import DataError

LAST_YEAR = 9999
"""The last year that can be written."""


class FirstSeason(StrEnum):
    """The season in which a game begins: with moves, or in Winter with builds."""

    SPRING = "spring"
    FALL = "fall"
    WINTER = "winter"


@dataclass(frozen=True, slots=True)
class Calendar:
    """The first phase, and the number of years between two seasons."""

    first_year: int
    first_season: FirstSeason = FirstSeason.SPRING
    spring_to_fall: int = 0
    """Years between a Spring and the Fall after it."""
    fall_to_spring: int = 1
    """Years between a Fall, with its Winter, and the Spring after it."""

    @property
    def round_years(self) -> int:
        """Years between one Spring and the next."""
        return self.spring_to_fall + self.fall_to_spring

    def count_rounds(self, years: int) -> int:
        """The number of whole rounds of Spring, Fall and Winter in a number of years."""
        return years // self.round_years


USUAL_YEARS = Calendar(1901)
"""Spring and Fall of one year, then the next year."""


def read_calendar(table: Mapping[str, object], file: str) -> Calendar:
    """The calendar of a table; raises a ``DataError`` that names the key."""
    known = ("first_year", "first_season", "spring_to_fall", "fall_to_spring")
    for key in table:
        if key not in known:
            raise DataError(f"calendar.{key}: unknown key; there are {', '.join(known)}", file=file)
    season = table.get("first_season", FirstSeason.SPRING.value)
    if season not in [choice.value for choice in FirstSeason]:
        raise DataError(f"calendar.first_season is {season!r}; expected {' or '.join(FirstSeason)}", file=file)
    calendar = Calendar(
        _read_years(table, "first_year", None, file),
        FirstSeason(str(season)),
        _read_years(table, "spring_to_fall", 0, file),
        _read_years(table, "fall_to_spring", 1, file),
    )
    if not calendar.round_years:
        raise DataError("calendar: no year passes between one Spring and the next", file=file)
    return calendar


def _read_years(table: Mapping[str, object], key: str, default: int | None, file: str) -> int:
    value = table.get(key, default)
    if type(value) is not int:
        raise DataError(f"{key} is {value!r}; expected a value of type int", file=file)
    if not 0 <= value <= LAST_YEAR:
        raise DataError(f"calendar.{key} is {value}; expected 0 to {LAST_YEAR}", file=file)
    return value
