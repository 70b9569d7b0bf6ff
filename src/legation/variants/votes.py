"""How a game may be ended by vote: a scheme as data, from the table ``[votes]`` of ``variant.toml``."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from legation.errors import DataError


class Subject(StrEnum):
    """What may be proposed; a proposal may combine them."""

    WIN = "win"
    DRAW = "draw"
    PLACINGS = "placings"


class Proposers(StrEnum):
    """Who may propose."""

    SURVIVORS = "survivors"
    ANYBODY = "anybody"


class When(StrEnum):
    """In which phases something is done."""

    ANY = "any"
    WINTER = "winter"


class Weight(StrEnum):
    """What a power's vote weighs: its centres, or one."""

    CENTRES = "centres"
    POWERS = "powers"


class LeftOut(StrEnum):
    """Centres that do not count towards the whole."""

    NEUTRAL = "neutral"
    DISORDER = "disorder"


@dataclass(frozen=True, slots=True)
class VoteScheme:
    """Who may propose what and when, how votes are weighed, and how many are needed."""

    threshold: Fraction
    """The share of the whole that carries a proposal: "at least", not "more than"."""
    subjects: frozenset[Subject] = frozenset(Subject)
    proposers: Proposers = Proposers.SURVIVORS
    proposed: When = When.ANY
    counted: When = When.WINTER
    weight: Weight = Weight.CENTRES
    left_out: frozenset[LeftOut] = frozenset({LeftOut.NEUTRAL})
    secret: bool = True
    """Votes are secret until they are counted."""
    full_board: int | None = None
    """The votes needed when every centre of the board is owned and none is left out, in place of the fraction."""
    draw_by_all: bool = True
    """True if the rulebook's draw is also available: in any phase, if all powers in the game agree."""


PLAIN_DRAW = VoteScheme(
    threshold=Fraction(1),
    subjects=frozenset({Subject.DRAW}),
    counted=When.ANY,
    weight=Weight.POWERS,
    left_out=frozenset({LeftOut.NEUTRAL, LeftOut.DISORDER}),
)
"""The rulebooks' draw: all powers still in the game agree. It applies where a variant has no scheme."""

Word = TypeVar("Word", bound=StrEnum)


def read_votes(table: Mapping[str, object], file: str) -> VoteScheme:
    """The scheme of a table ``[votes]``; raises a ``DataError`` that names the key."""
    known = [item.name for item in fields(VoteScheme)]
    for key in table:
        if key not in known:
            raise DataError(f"votes.{key}: unknown key; there are {', '.join(known)}", file=file)
    return VoteScheme(
        threshold=_read_threshold(table.get("threshold"), file),
        subjects=_read_words(table, "subjects", Subject, frozenset(Subject), file),
        proposers=_read_word(table, "proposers", Proposers.SURVIVORS, file),
        proposed=_read_word(table, "proposed", When.ANY, file),
        counted=_read_word(table, "counted", When.WINTER, file),
        weight=_read_word(table, "weight", Weight.CENTRES, file),
        left_out=_read_words(table, "left_out", LeftOut, frozenset({LeftOut.NEUTRAL}), file),
        secret=_read_flag(table, "secret", file),
        full_board=_read_full_board(table.get("full_board"), file),
        draw_by_all=_read_flag(table, "draw_by_all", file),
    )


def _read_threshold(value: object, file: str) -> Fraction:
    """``"2/3"``. A number such as 0.67 is refused: it is not the fraction that a sheet names."""
    problem = f'votes.threshold is {value!r}; expected a fraction such as "2/3", above 0 and at most 1'
    found = re.fullmatch(r"([1-9][0-9]{0,3})/([1-9][0-9]{0,3})|1", value) if isinstance(value, str) else None
    if not found or Fraction(found[0]) > 1:
        raise DataError(problem, file=file)
    return Fraction(found[0])


def _read_flag(table: Mapping[str, object], key: str, file: str) -> bool:
    value = table.get(key, True)
    if not isinstance(value, bool):
        raise DataError(f"votes.{key} is {value!r}; expected true or false", file=file)
    return value


def _read_full_board(value: object, file: str) -> int | None:
    if value is None or (type(value) is int and value > 0):
        return value
    raise DataError(f"votes.full_board is {value!r}; expected a whole number above 0", file=file)


def _read_word(table: Mapping[str, object], key: str, default: Word, file: str) -> Word:
    value = table.get(key, default.value)
    words = type(default)
    if value not in [word.value for word in words]:
        raise DataError(f"votes.{key} is {value!r}; expected {' or '.join(words)}", file=file)
    return words(str(value))


def _read_words(
    table: Mapping[str, object], key: str, words: type[Word], default: frozenset[Word], file: str
) -> frozenset[Word]:
    values = table.get(key)
    if values is None:
        return default
    if not isinstance(values, list) or any(value not in [word.value for word in words] for value in values):
        raise DataError(f"votes.{key} is {values!r}; expected a list of {', '.join(words)}", file=file)
    return frozenset(words(value) for value in values)
