"""The phase as zines print it: ``Fall 1759``, ``Autumn retreats 1759``, ``Summer 1759``, ``S1759M``."""

import re
from dataclasses import dataclass

from legation.errors import RequestError
from legation.game import Phase, PhaseKind, Season, next_phase, parse_phase

SEASONS = {
    "spring": Season.SPRING, "spr": Season.SPRING, "summer": Season.SPRING, "sum": Season.SPRING,
    "fall": Season.FALL, "autumn": Season.FALL, "aut": Season.FALL,
    "winter": Season.WINTER, "win": Season.WINTER,
}  # fmt: skip
SUMMER = ("summer", "sum")
"""Zines date the retreats after Spring to Summer."""
KINDS = {
    "move": PhaseKind.MOVES, "moves": PhaseKind.MOVES, "movement": PhaseKind.MOVES,
    "retreat": PhaseKind.RETREATS, "retreats": PhaseKind.RETREATS,
    "build": PhaseKind.ADJUSTMENTS, "builds": PhaseKind.ADJUSTMENTS, "adjustment": PhaseKind.ADJUSTMENTS,
    "adjustments": PhaseKind.ADJUSTMENTS, "removals": PhaseKind.ADJUSTMENTS, "disbands": PhaseKind.ADJUSTMENTS,
}  # fmt: skip
AFTER = ("after", "following")
OTHER_WORDS = frozenset(
    "phase season turn date year game position positions results orders due before for at in the start of beginning to "
    "be played next now and a d ad".split()
)
"""Words that may stand beside a season and a year without changing the meaning."""
WORD = re.compile(r"[A-Za-z]+|[0-9]+")
CODE = re.compile(r"\s*([SFW])\s*'?([0-9]{1,4})\s*([MRAB])?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PrintedPhase:
    """A season and a year; the activity may be open."""

    season: Season
    year: int
    kind: PhaseKind | None = None
    is_over: bool = False
    """True if the printed position is the one after this phase."""

    def settle(self, *, must_retreat: bool) -> Phase:
        """The phase to play; raises if there is no such phase."""
        kind = self.kind
        if self.season is Season.WINTER:
            if kind not in (None, PhaseKind.ADJUSTMENTS):
                raise RequestError("phase", "in Winter units are built and removed, and nothing else")
            kind = PhaseKind.ADJUSTMENTS
        elif kind is PhaseKind.ADJUSTMENTS:  # "Fall 1759 builds"
            if self.season is Season.SPRING:
                raise RequestError("phase", "units are built and removed in Winter, not in Spring")
            return Phase(Season.WINTER, self.year, kind)
        if self.is_over:
            return next_phase(Phase(self.season, self.year, kind or PhaseKind.MOVES), must_retreat=must_retreat)
        return Phase(self.season, self.year, kind or (PhaseKind.RETREATS if must_retreat else PhaseKind.MOVES))


def read_phase_line(text: str, first_year: int) -> PrintedPhase | None:
    """The phase that a line names, or None if the line contains anything else."""
    # A year of one digit is possible only where games begin in the first century. Elsewhere "S1" is no phase.
    fewest_digits = 1 if first_year < 100 else 2
    code = CODE.fullmatch(text)
    if code and len(code.group(2)) >= fewest_digits:
        return _read_code(code, first_year)
    words = [word.lower() for word in WORD.findall(text)]
    seasons = [word for word in words if word in SEASONS]
    years = [word for word in words if word.isdigit()]
    known = (*SEASONS, *KINDS, *AFTER, *OTHER_WORDS)
    if any(word not in known and not word.isdigit() for word in words):
        return None
    if len(seasons) != 1 or len(years) != 1 or not fewest_digits <= len(years[0]) <= 4:
        return None
    kinds = {KINDS[word] for word in words if word in KINDS}
    if len(kinds) > 1:
        return None
    kind = kinds.pop() if kinds else None
    if kind is None and seasons[0] in SUMMER:
        kind = PhaseKind.RETREATS
    is_over = any(word in AFTER for word in words)
    return PrintedPhase(SEASONS[seasons[0]], _complete_year(years[0], first_year), kind, is_over)


def _read_code(code: re.Match[str], first_year: int) -> PrintedPhase:
    """``S1901M``, ``w05b`` or ``F 1901``: zines write B for the builds that we call adjustments."""
    season, year, letter = code.groups()
    kind = None
    if letter:
        kind = PhaseKind.ADJUSTMENTS if letter.upper() == "B" else PhaseKind(letter.upper())
    return PrintedPhase(Season(season.upper()), _complete_year(year, first_year), kind)


def _complete_year(digits: str, first_year: int) -> int:
    """Complete ``59`` to the first year of the game's calendar that ends with it."""
    year = int(digits)
    return year if len(digits) > 2 or first_year < 100 else first_year + (year - first_year) % 100


def read_printed_phase(text: str, first_year: int) -> Phase:
    """The phase that the whole text names; raises if it names none."""
    found = read_phase_line(text, first_year)
    return found.settle(must_retreat=False) if found else parse_phase(text)
