"""Divides letters and lines into single orders: at line breaks and semicolons, and within a line wherever complete
orders are side by side.

Whether a comma divides two orders is decided by reading the text on both sides of it, so that ``A LON - NWY via NTH,
NWG`` stays one order, and a condition (``A PAR - BUR, unless ...``) is never separated from its order.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from legation.board import Names, fold
from legation.errors import LegationError
from legation.orders.reader import (
    ENTITY,
    MAX_TEXT,
    STRUCK_OUT,
    bare,
    find_leading_verb,
    is_unit_with_colon,
    list_meanings,
    looks_like_order,
)
from legation.orders.standard_form import read_exactly, read_standard
from legation.orders.vocabulary import LEADING, Action

CONDITION = r"(?:if|unless|but|except|only|otherwise|or|else|instead|provided|providing|when)\b"
CONDITIONAL = re.compile(rf"\b{CONDITION}", re.IGNORECASE)
PARTS = re.compile(rf"(?:[^;\n\r&]+|{ENTITY.pattern}|&|;(?=\s*{CONDITION}))+", re.IGNORECASE)
"""The text between semicolons and line breaks. A semicolon before a condition does not divide either."""
HEADING = re.compile(
    r"(?:(?:the|orders?|moves?|retreats|builds|removals|for|from|of)\s+)*(.*?)(?:['\u2019]s?)?(?:\s+(?:orders?|moves?))?",
    re.IGNORECASE,
)
"""A power with the surrounding words of a heading: ``Orders for France``, ``the French orders``."""
NOTE = re.compile(r"[(\[][^()\[\]]*[)\]]\s*$")
"""The player's name or the number of units after it: ``FRANCE (John Smith)``."""
DIVIDING = re.compile(r"[;,&\n\r]|\band\b|\.\s|\s\(?\d{1,2}[.)]\s", re.IGNORECASE)
"""A line without any of these holds one order."""
BLANKS = r"(?:(?<!\s)\s+)"
"""All blanks in a row: a search that began at each of thousands of them would take minutes."""
DIVIDER = re.compile(
    rf"{BLANKS}?,\s*(?:and\b\s*)?|{BLANKS}?&(?:amp;|(?!#?\w+;))\s*|{BLANKS}and\s+"
    rf"|(?<!^\d)(?<![\s(]\d)(?<![\s(]\d\d)\.\s+|{BLANKS}(?=\(?\d{{1,2}}[.)]\s)",
    re.IGNORECASE,
)
"""The text that may separate two orders; a full stop after a number only counts the orders."""
UNIT = r"(?:a|f|tf|army|fleet)[\s.(]\s*\w"
SIDE_BY_SIDE = re.compile(rf"(?<!\s[sce]){BLANKS}(?={UNIT})", re.IGNORECASE)
"""A unit named in the middle of a line, except one that another supports, convoys or takes aboard."""
LEADING_WORD = re.compile(rf"\b(?:{'|'.join(LEADING)})\b", re.IGNORECASE)
MOST_DIVIDERS = 100
LONGEST_LINE = MOST_DIVIDERS * 100
"""Longer lines are divided only at semicolons, which keeps hostile input cheap; no power has this many units."""
LONGEST_HEADING = 100
LONGEST_ORDER = 3
"""The most pieces between dividers in one order: ``A LON - NWY via NTH, NWG``."""


class WrittenOrder(NamedTuple):
    """One order of a letter, the power of its heading, and where it begins."""

    power: str | None
    text: str
    """As written; including the verb before it, if that was written once for several units (``build A PAR, F BRE``)."""
    start: int


def split_orders(line: str, names: Names, power: str = "") -> tuple[str, ...]:
    """The orders on one line; empty for a blank line, or for a heading of the line's own power."""
    line = line.strip()
    if line[:1].isalnum() and ":" not in line and not DIVIDING.search(line) and not SIDE_BY_SIDE.search(line):
        is_heading = power and _name_heading(line, names, names.nation_powers) == power
        return () if is_heading else (line,)
    if read_exactly(line, names) is not None:
        return (line,)
    own = {name: found for name, found in names.nation_powers.items() if found == power} if power else {}
    return tuple(found.text for found in split_lines(line, names, own))


def split_lines(text: str, names: Names, powers: Mapping[str, str]) -> Iterator[WrittenOrder]:
    """Divide a letter into single orders.

    ``powers`` maps folded names of powers to their meanings; a heading is alone or before a colon. Dividing an order
    again does not change it, so letters may be kept line by line.
    """
    power: str | None = None
    verb, end = "", 0
    for part in PARTS.finditer(text):
        if text[end : part.start()].strip(";"):  # a new line
            verb = ""
        start, end = part.span()
        heading, line = _cut_heading(part.group(), names, powers)
        if heading is not None:
            power, verb = heading, ""
        start = end - len(line)
        divider = _LineDivider(line, names, verb)
        waiting = divider.divide()[::-1]
        while waiting:
            place, order = waiting.pop()
            heading, rest = _cut_heading(order, names, powers) if len(order) <= MAX_TEXT else (None, order)
            if heading is not None:  # in the middle of a line
                power, place = heading, place + len(order) - len(rest)
                again = _LineDivider(rest, names, "").divide()
                waiting += [(place + begin, found) for begin, found in reversed(again)]
            elif order.strip(" \t.,*\u2022"):
                yield WrittenOrder(power, order, start + place)
        verb = divider.verb


def _cut_heading(line: str, names: Names, powers: Mapping[str, str]) -> tuple[str | None, str]:
    """The power named before a colon, or alone, and the rest; ``ENG: holds`` is a unit and not a heading."""
    head, _, rest = line.partition(":")
    heading = _name_heading(head.removeprefix("\ufeff"), names, powers)
    return (None, line) if heading is None or is_unit_with_colon(head, rest, names) else (heading, rest)


def _name_heading(text: str, names: Names, powers: Mapping[str, str]) -> str | None:
    """The power that a heading names. With a note the name must not be a space as well: ``ENG (H)`` is an order."""
    if len(text) > LONGEST_HEADING:
        return None
    name = fold(text)
    if name in powers:
        return powers[name]
    found = HEADING.fullmatch(NOTE.sub("", text.strip()).strip())
    name = fold(found.group(1)) if found else ""
    return powers.get(name) if name not in names.spaces else None


class _LineDivider:
    """Finds the orders of one line. ``verb`` is the last verb before a unit, such as ``build``."""

    def __init__(self, line: str, names: Names, verb: str) -> None:
        self.line = line
        self.names = names
        self.verb = verb
        self.is_read: dict[str, bool] = {}
        self.ends: list[int] = []
        self.starts: list[int] = []

    def divide(self) -> list[tuple[int, str]]:
        """The orders, and where each begins; a line that cannot be divided is one order."""
        line = _trim(self.line)
        first = self.line.index(line) if line else 0
        if len(line) > LONGEST_LINE or STRUCK_OUT.search(line):
            return [(first, line)]
        has_verb = bool(self.verb) or bool(LEADING_WORD.search(line))
        dividers = [found.span() for found in DIVIDER.finditer(self.line, first, first + len(line))]
        gaps = [found.span() for found in SIDE_BY_SIDE.finditer(self.line, first, first + len(line))]
        if (dividers or gaps) and len(dividers) + len(gaps) <= MOST_DIVIDERS and not self._reads(line):
            self._cut(first, line, dividers)
            found = self._find_whole_orders()
            if found is None and gaps:
                taken = {end for _, end in dividers}
                self._cut(first, line, sorted([*dividers, *(gap for gap in gaps if gap[1] not in taken)]))
                found = self._find_whole_orders()
                if found and not all(looks_like_order(order, self.names) for _, order in found):
                    found = None  # "waive A PAR - BUR"
                self._cut(first, line, dividers)
            found = found or (self._find_beginnings() if dividers else None)
            if found:
                return found
        if not has_verb:
            return [(first, line)]
        order = self._complete(line, self.verb)
        if order is None and self.verb:  # without the verb before it, the line may be divided
            return self._divide_alone(first, line)
        self.verb = self._find_verb(order or line) or self.verb
        return [(first, order or line)]

    def _divide_alone(self, start: int, text: str) -> list[tuple[int, str]]:
        """The orders of a text as it would be divided if it stood alone on a line."""
        divider = _LineDivider(text, self.names, "")
        found = [(start + place, order) for place, order in divider.divide()]
        self.verb = divider.verb or self.verb
        return found

    def _cut(self, first: int, line: str, dividers: Sequence[tuple[int, int]]) -> None:
        """Divide the line at these dividers."""
        self.starts = [first, *(end for _, end in dividers)]
        self.ends = [*(start for start, _ in dividers), first + len(line)]

    def _find_whole_orders(self) -> list[tuple[int, str]] | None:
        """The line as orders that can all be read; None if that is not possible.

        ``hopeless`` holds the points from which the rest was tried in vain, so that none is tried twice.
        """
        hopeless: set[tuple[int, str]] = set()
        found: list[tuple[int, str]] = []
        verbs = [self.verb]

        def follow(piece: int) -> bool:
            if piece == len(self.starts):
                return True
            verb = verbs[-1]
            if (piece, verb) in hopeless:
                return False
            for last in range(piece, min(piece + LONGEST_ORDER, len(self.starts))):
                order = self._complete(self.line[self.starts[piece] : self.ends[last]], verb)
                if order:
                    found.append((self.starts[piece], order))
                    verbs.append(self._find_verb(order) or verb)
                    if follow(last + 1):
                        return True
                    found.pop()
                    verbs.pop()
            hopeless.add((piece, verb))
            return False

        if not follow(0):
            return None
        self.verb = verbs[-1]
        return found

    def _find_beginnings(self) -> list[tuple[int, str]] | None:
        """The line divided where every piece looks like a separate order, although some cannot be read.

        A condition may be meant for any of them, so a line with a condition is not divided.
        """
        if CONDITIONAL.search(self.line):
            return None
        pieces = [self.line[start:end] for start, end in zip(self.starts, self.ends, strict=True)]
        before = self.verb
        found = []
        for start, piece in zip(self.starts, pieces, strict=True):
            order = self._complete(piece, self.verb)
            if order is None and not looks_like_order(piece, self.names):
                self.verb = before
                return None
            if order is None:
                found += self._divide_alone(start, piece)
                continue
            found.append((start, order))
            self.verb = self._find_verb(order) or self.verb
        return found

    def _complete(self, text: str, verb: str) -> str | None:
        """The text as an order that can be read, by itself or with the shared verb of several units."""
        text = _trim(text)
        alone = text if self._reads(text) else None
        if not verb:
            return alone
        action = LEADING[bare(verb)]
        if alone and action not in (Action.RETREAT, Action.BOMB):
            return alone
        joined = f"{verb} {text}"
        if not self._reads(joined):
            return alone
        return None if alone and action is Action.BOMB else joined  # "bomb PAR - MUN, MAR - SPA": a bomb or a march?

    def _find_verb(self, order: str) -> str:
        return find_leading_verb(order, self.names) if LEADING_WORD.search(order) else ""

    def _reads(self, text: str) -> bool:
        if len(text) > MAX_TEXT:
            return False
        if text not in self.is_read:
            is_exact = read_standard(text, self.names) is not None or read_exactly(text, self.names) is not None
            self.is_read[text] = is_exact or _can_read(text, self.names)
        return self.is_read[text]


def _trim(text: str) -> str:
    """The text without surrounding spaces, and without the byte order mark that some programs write first."""
    return text.strip().removeprefix("\ufeff").strip()


def _can_read(text: str, names: Names) -> bool:
    try:
        list_meanings(text, names)
    except LegationError:
        return False
    return True
