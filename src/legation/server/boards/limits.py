"""Limits for a board, so that a host can show and judge it for everyone."""

import re
from collections.abc import Iterator, Mapping

from legation.errors import DataError
from legation.variants import Variant

MOST_SPACES, MOST_BORDERS, MOST_POWERS, MOST_UNITS = 1200, 8000, 60, 1000
LONGEST_NAME, LONGEST_TEXT = 80, 2000
MOST_ALIASES = 12
POWER = re.compile(r"[A-Z][A-Z0-9_-]{0,38}")
CODE = re.compile(r"[A-Z][A-Z0-9]{0,11}")
COAST = re.compile(r"[A-Z]{1,4}")


def list_length_errors(files: Mapping[str, bytes]) -> Iterator[DataError]:
    """Tables that are far too long to be read at all, let alone checked."""
    for file, most in (("spaces.csv", MOST_SPACES), ("borders.csv", MOST_BORDERS), ("start.csv", MOST_UNITS)):
        lines = files.get(file, b"").count(b"\n")
        if lines > 2 * most:
            yield _error(file, f"{lines:,} lines are too many; at most {most:,} are allowed")


def list_limit_errors(variant: Variant) -> Iterator[DataError]:
    """All limits that a valid variant exceeds on a host."""
    board = variant.board
    for count, most, what, file in (
        (len(board.spaces), MOST_SPACES, "spaces", "spaces.csv"),
        (len(board.borders), MOST_BORDERS, "borders", "borders.csv"),
        (len(variant.powers), MOST_POWERS, "powers", "variant.toml"),
        (len(variant.start.units), MOST_UNITS, "units", "start.csv"),
    ):
        if count > most:
            yield _error(file, f"{count} {what} are too many; at most {most} are allowed")
    yield from _check_texts(variant)
    for space in board.spaces.values():
        if not CODE.fullmatch(space.id):
            yield _error("spaces.csv", f"the code {space.id[:20]!r} is too long; at most 12 letters and digits")
        if any(not COAST.fullmatch(coast) for coast in space.coasts):
            yield _error("spaces.csv", f"the coasts of {space.id[:20]} need names of letters, such as NC")
        if len(space.aliases) > MOST_ALIASES:
            yield _error("spaces.csv", f"{space.id[:20]} has more than {MOST_ALIASES} other names")
        for name in (space.name, space.theatre, *space.aliases):
            yield from _check_name(name, "spaces.csv")


def _check_texts(variant: Variant) -> Iterator[DataError]:
    file = "variant.toml"
    credit = variant.credits
    for text in (variant.description, variant.board_note, credit.author, credit.source, credit.licence, credit.note):
        if len(text) > LONGEST_TEXT or not text.replace("\n", " ").replace("\t", " ").isprintable():
            yield _error(file, f"the text {text[:30]!r} is longer than {LONGEST_TEXT} characters, or cannot be printed")
    if not variant.name.strip():
        yield _error(file, "name is empty")
    yield from _check_name(variant.name, file)
    for power in variant.powers.values():
        if not POWER.fullmatch(power.id):
            yield _error(file, f"the id of a power, {power.id[:20]!r}, must consist of at most 39 upper-case letters")
        for name in (power.name, power.adjective, *power.aliases):
            yield from _check_name(name, file)
        if not power.name.strip():
            yield _error(file, f"the power {power.id[:20]} has no name")
        if len(power.aliases) > MOST_ALIASES:
            yield _error(file, f"{power.id[:20]} has more than {MOST_ALIASES} other names")


def _check_name(name: str, file: str) -> Iterator[DataError]:
    if len(name) > LONGEST_NAME:
        yield _error(file, f"the name {name[:30]!r} is longer than {LONGEST_NAME} characters")
    if not name.isprintable():
        yield _error(file, f"the name {name[:30]!r} cannot be printed")


def _error(file: str, problem: str) -> DataError:
    return DataError(problem, file=f"board/{file}")
