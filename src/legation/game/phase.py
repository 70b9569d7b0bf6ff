"""Phases: season, year and activity."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from legation.errors import RequestError, quote
from legation.variants import LAST_YEAR, USUAL_YEARS, Calendar


class Season(StrEnum):
    """The seasons in which something happens."""

    SPRING = "S"
    FALL = "F"
    WINTER = "W"


class PhaseKind(StrEnum):
    """The kind of orders in a phase."""

    MOVES = "M"
    RETREATS = "R"
    ADJUSTMENTS = "A"


SEASONS = tuple(Season)
KINDS = tuple(PhaseKind)


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase, written ``S1901M``."""

    season: Season
    year: int
    kind: PhaseKind

    def __str__(self) -> str:
        return f"{self.season.value}{self.year}{self.kind.value}"

    @property
    def rank(self) -> tuple[int, int, int]:
        """Earlier phases have lower ranks."""
        return (self.year, SEASONS.index(self.season), KINDS.index(self.kind))

    @property
    def is_fall(self) -> bool:
        """True if centres change hands after this phase, provided that no unit has to retreat."""
        return self.season is Season.FALL


PHASE = re.compile(r"([SFW])([0-9]{1,4})([MRA])")


@lru_cache(maxsize=1024)
def parse_phase(text: str) -> Phase:
    """Read ``S1901M``, ``F1901R`` or ``W1901A``."""
    match = PHASE.fullmatch(text.strip().upper())
    if not match or (match.group(1) == "W") != (match.group(3) == "A"):
        expected = "expected one like S1901M, S1901R, F1901M, F1901R or W1901A"
        raise RequestError("phase", f"{quote(text)} is not a phase; {expected}")
    return Phase(Season(match.group(1)), int(match.group(2)), PhaseKind(match.group(3)))


def next_phase(phase: Phase, *, must_retreat: bool, calendar: Calendar = USUAL_YEARS) -> Phase:
    """The next phase: retreats if there are any, Fall after Spring, Winter after Fall, Spring after Winter."""
    if phase.kind is PhaseKind.MOVES and must_retreat:
        return Phase(phase.season, phase.year, PhaseKind.RETREATS)
    if phase.season is Season.SPRING:
        return Phase(Season.FALL, _later(phase, calendar.spring_to_fall), PhaseKind.MOVES)
    if phase.season is Season.FALL:
        _later(phase, calendar.fall_to_spring)  # no Winter leads nowhere
        return Phase(Season.WINTER, phase.year, PhaseKind.ADJUSTMENTS)
    return Phase(Season.SPRING, _later(phase, calendar.fall_to_spring), PhaseKind.MOVES)


def _later(phase: Phase, years: int) -> int:
    """The year this many years after that of a phase."""
    if phase.year + years > LAST_YEAR:
        raise RequestError("phase", f"no year follows {phase.year}: a year has at most four digits")
    return phase.year + years
