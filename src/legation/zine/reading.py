"""The reading of a printed position: line by line, and as a whole."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from legation.board import Position, PowerId
from legation.game import GameState, Phase


class Gravity(StrEnum):
    """The weight of a finding: an error prevents the game from beginning, a warning is for the game master."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem of a text or a position for the game master."""

    weight: Gravity
    text: str
    line: int | None = None
    """Its line, counted from one."""
    candidates: tuple[str, ...] = ()
    """What the text may mean."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One line of the text and its reading."""

    number: int
    text: str
    meanings: tuple[str, ...] = ()
    """Its contents in standard form: ``AUSTRIA A VIE``. A comment or a ruled line has none."""


@dataclass(frozen=True, slots=True)
class Count:
    """The units and centres of a power in a printed position."""

    units: int
    centres: int
    dislodged: int = 0


@dataclass(frozen=True, slots=True)
class ReadPosition:
    """A printed position as understood."""

    lines: tuple[ReadLine, ...]
    findings: tuple[Finding, ...]
    state: GameState | None
    """None if there is an error."""
    phase: Phase | None
    shown: Position | None
    """The board as far as it was understood."""
    counts: Mapping[PowerId, Count]
    named: frozenset[PowerId] = frozenset()
    """The powers that the text mentions."""
    has_owners: bool = True
    """True if it gives the owner of any centre."""

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The problems."""
        return tuple(found for found in self.findings if found.weight is Gravity.ERROR)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The warnings for the game master."""
        return tuple(found for found in self.findings if found.weight is Gravity.WARNING)
