"""A foreign game as read, with the names of its own file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from legation.game import Phase

MOST_PHASES = 2000
"""More phases than any game has had."""
MOST_LINES = 400
"""Orders of one power in one phase."""
LONGEST_LINE = 200
MOST_MESSAGES = 50_000
LONGEST_MESSAGE = 10_000
MOST_POWERS = 60


class Origin(StrEnum):
    """The program that judged a game; each has its own reading of some rules."""

    DIPLOMACY = "diplomacy"
    """The PyPI package."""
    DIPCC = "dipcc"
    """The engine of Cicero."""
    GODIP = "godip"
    JDIP = "jdip"


@dataclass(frozen=True, slots=True)
class ForeignPosition:
    """Units as ``A PAR`` and centres, by power."""

    units: Mapping[str, tuple[str, ...]]
    centres: Mapping[str, tuple[str, ...]]
    dislodged: Mapping[str, Mapping[str, tuple[str, ...] | None]] = field(default_factory=dict)
    """Units that must retreat, and their possible retreats; None if the file does not list them."""


@dataclass(frozen=True, slots=True)
class ForeignPhase:
    """One phase: the position with which it begins, and the orders given in it."""

    phase: Phase | None
    """None: the game is over."""
    name: str
    """Its name in the file."""
    position: ForeignPosition
    orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ForeignMessage:
    """A letter; an empty ``to`` means all powers."""

    phase: Phase
    sender: str
    to: tuple[str, ...]
    text: str
    sent: int = 0


@dataclass(frozen=True, slots=True)
class ForeignGame:
    """Everything that a reader found."""

    origin: Origin
    name: str
    board: str
    """What the file calls its board; empty if it does not say."""
    phases: tuple[ForeignPhase, ...]
    press: tuple[ForeignMessage, ...] = ()
    notes: tuple[str, ...] = ()
    """What was left out."""
