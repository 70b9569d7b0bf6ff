"""A report as a value: sections with rows, lines and a board. ``report_writers`` formats it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from legation.judge import Fate, Outcome, Result

MARKS = {
    Result.SUCCEEDS: "+", Result.FAILS: "x", Result.CUT: "/", Result.DISRUPTED: "~", Result.VOID: "?",
}  # fmt: skip
REFUSED = "!"


class Part(StrEnum):
    """The subject of a section of a report."""

    PHASE = "phase"
    RESULTS = "results"
    """The orders of one power and what happened to them."""
    NEAR = "near"
    """Orders of others that concern a power."""
    ELSEWHERE = "elsewhere"
    CAPTURES = "captures"
    NOTES = "notes"
    """Notes of rule modules."""
    VOTES = "votes"
    SILENT = "silent"
    ENDING = "ending"
    CORRECTION = "correction"
    BOARD = "board"
    DUE = "due"
    """Retreats, builds and removals that are due."""
    PROPOSALS = "proposals"
    ORDERS = "orders"
    """The reader's orders for the current phase."""
    NEXT = "next"
    """The next phase, and when its orders are due."""
    STANDINGS = "standings"
    """Centres and units of all powers, and how they changed."""
    MASTER = "master"
    """Notes of the game master."""
    PRESS = "press"
    PROOF = "proof"
    """The entry of the game's history with the phase."""
    STATISTICS = "statistics"
    """Turning points and figures of a whole game."""


class Row(NamedTuple):
    """An order, a sign for its result, and the reason."""

    mark: str
    """``+`` succeeded, ``x`` failed, ``/`` cut, ``~`` disrupted, ``?`` void, ``*`` dislodged, ``!`` refused."""
    order: str
    sentence: str
    """The reason; with the clause of the sheet that decided it, if one did."""
    clause: str = ""
    power: str = ""
    """The power of the order, if the section has orders of several powers."""


class PowerRow(NamedTuple):
    """A power's centres and units on the board."""

    power: str
    player: str
    number: int
    """The number of its centres that count."""
    centres: str
    units: str


class Standing(NamedTuple):
    """A power's centres and units after a phase, and the change."""

    power: str
    player: str
    centres: int
    change: int
    """Centres won minus centres lost."""
    units: int
    due: str
    """What it must do next: ``+2`` to build, ``-1`` to remove, or ``2 R`` to retreat; empty for nothing."""
    moves: str
    """The centres that it won and lost: ``+BEL -PAR``."""


class PrintedLetter(NamedTuple):
    """A public letter, or a note of the game master."""

    sender: str
    at: str
    text: str
    """Paragraphs, with line ends between them."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report: a heading and its contents."""

    part: Part
    title: str = ""
    level: int = 3
    """The level of the heading: 2 for a phase, 3 for its parts."""
    rows: tuple[Row, ...] = ()
    lines: tuple[str, ...] = ()
    """Complete sentences."""
    items: tuple[str, ...] = ()
    """A list."""
    board: tuple[PowerRow, ...] = ()
    standings: tuple[Standing, ...] = ()
    letters: tuple[PrintedLetter, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A report on a game, or on one phase."""

    title: str
    sections: tuple[Section, ...]
    subtitle: str = ""
    """Below the title, in a printed report: the variant if the title is the game's."""

    def sections_about(self, part: Part) -> tuple[Section, ...]:
        """The sections about one subject."""
        return tuple(section for section in self.sections if section.part is part)


def mark_of(outcome: Outcome) -> str:
    """The sign for a result."""
    return MARKS[outcome.result] if outcome.fate is Fate.STANDS else "*"
