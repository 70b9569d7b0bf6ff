"""Findings: the results of a board's audit."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    """The board is wrong."""
    WARNING = "warning"
    """A person must decide, and write the decision into ``overrides.csv``."""
    NOTE = "note"
    """Worth knowing."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of an audit."""

    severity: Severity
    check: str
    spaces: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.severity.value}: {self.check}: {self.text}"


def error(check: str, text: str, *spaces: str) -> Finding:
    """A finding that makes the board unusable."""
    return Finding(Severity.ERROR, check, spaces, text)


def warning(check: str, text: str, *spaces: str) -> Finding:
    """A finding that needs a decision."""
    return Finding(Severity.WARNING, check, spaces, text)


def note(check: str, text: str, *spaces: str) -> Finding:
    """A finding to read."""
    return Finding(Severity.NOTE, check, spaces, text)
