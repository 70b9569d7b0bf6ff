"""The result of checking a board: stored with its edition, and shown to everyone who may see the board."""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import TypeAdapter

from legation.board import PowerId
from legation.errors import DataError


@dataclass(frozen=True, slots=True)
class VariantPower:
    """A power of a variant."""

    id: PowerId
    name: str
    initial: str
    """The letter on its badge."""


@dataclass(frozen=True, slots=True)
class BoardFinding:
    """An error of a board, or something that may be intended."""

    file: str
    line: int | None
    text: str


@dataclass(frozen=True, slots=True)
class ImportNotes:
    """The changes made to a board of another program."""

    kept: list[str]
    changed: list[str]
    lost: list[str]


@dataclass(frozen=True, slots=True)
class BoardSummary:
    """A board's data for lists, which need not load it."""

    name: str
    blurb: str
    spaces: int
    centres: int
    to_win: int | None
    powers: list[VariantPower]
    rulebook: str
    first_phase: str


@dataclass(frozen=True, slots=True)
class BoardReport:
    """The result of checking an edition."""

    summary: BoardSummary
    warnings: list[BoardFinding]
    notes: ImportNotes | None
    """For a board that came from another program."""
    trial: str
    """The result of the trial year, in a sentence."""


REPORTS = TypeAdapter(BoardReport)


def list_findings(errors: Iterable[DataError]) -> list[BoardFinding]:
    """Errors or warnings as a page shows them: without the name of the folder, which means nothing to the reader."""
    return [BoardFinding(error.file.partition("/")[2] or error.file, error.line, error.problem) for error in errors]


def write_report(report: BoardReport) -> str:
    """A report in its stored form."""
    return REPORTS.dump_json(report).decode()


def read_report(text: str) -> BoardReport:
    """A report from its stored form."""
    return REPORTS.validate_json(text)
