"""How a printed position was understood: line by line, and as a whole."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from legation.board import Position, PowerId
from legation.game import GameState, Phase


class Gravity(StrEnum):
    """How grave a finding is: with an error no game can begin, a warning is for the game master to judge."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about a text or a position that the game master must know."""

    weight: Gravity
    text: str
    line: int | None = None
    """The line that it is about, counted from one."""
    candidates: tuple[str, ...] = ()
    """What may have been meant."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One line of the text and how it was understood."""

    number: int
    text: str
    meanings: tuple[str, ...] = ()
    """What stands in it, in standard form: ``AUSTRIA A VIE``. A remark or a rule across the page means nothing."""


@dataclass(frozen=True, slots=True)
class Count:
    """What a power has in a printed position."""

    units: int
    centres: int
    dislodged: int = 0


@dataclass(frozen=True, slots=True)
class ReadPosition:
    """A printed position as it was understood."""

    lines: tuple[ReadLine, ...]
    findings: tuple[Finding, ...]
    state: GameState | None
    """None if an error stands in the way."""
    phase: Phase | None
    shown: Position | None
    """The board as far as it was understood."""
    counts: Mapping[PowerId, Count]
    named: frozenset[PowerId] = frozenset()
    """The powers that the text has something about."""
    has_owners: bool = True
    """Whether it says whose any centre is."""

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The problems."""
        return tuple(found for found in self.findings if found.weight is Gravity.ERROR)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What the game master should look at."""
        return tuple(found for found in self.findings if found.weight is Gravity.WARNING)
