"""Divides letters into single orders: at line breaks and semicolons, and within a line as ``line_divider`` does.

A text that is about the order before it, its condition or another order instead, is never separated from that.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from legation.board import Names, SpaceId, fold
from legation.errors import MalformedOrderError
from legation.orders.headings import BEGINS_CONDITION, Heading, HeadingReader, goes_on, holds_order, part_heading
from legation.orders.letter_lines import LetterLines, put_under
from legation.orders.line_divider import CONDITIONAL, SIDE_BY_SIDE, LineDivider
from legation.orders.order import Bomb, Waive
from legation.orders.reader import (
    ENTITY,
    MAX_TEXT,
    UNDER_HEADING,
    bare,
    find_trouble,
    is_named_late,
    list_meanings,
)
from legation.orders.standard_form import read_exactly
from legation.orders.vocabulary import KINDS, LEADING, Misreading

PARTS = re.compile(rf"(?:[^;&]+|{ENTITY.pattern}|&)+", re.IGNORECASE)
"""The text between semicolons."""
LINE_BREAK = re.compile(r"\r\n?|\n")
DIVIDING = re.compile(r"[;,&\n\r]|\band\b|\.\s|\s\(?\d{1,2}[.)](?:\s|[a-z])", re.IGNORECASE)
"""A line without any of these holds one order."""
OPENED = re.compile(r"\s*(?:[>|#/\\(\[{<~^=]|-\w)")
"""Signs at the beginning of a line that may strike out, quote or put in brackets all of it."""
STRANGE_SIGNS = re.compile(r"[^\w\s:.,()\[\]/'\-]")
DENYING = frozenset({
    Misreading.STRANGE_WORD, Misreading.CANCELLED, Misreading.CONDITION, Misreading.STRUCK_OUT, Misreading.DATED,
    Misreading.QUOTED, Misreading.NO_ORDER, Misreading.UNDER_HEADING,
})  # fmt: skip
"""Why a text is no order although nothing in it is misspelt: it may be about the orders beside it."""
LONGEST_ABOVE = 2 * MAX_TEXT
"""The most characters of a text that the next line or part may be about."""
MOST_WORDS_BEFORE = 6
"""The most words before an order that takes back the one before: ``A PAR - BUR; no, I mean A PAR - PIC``."""
SIGNS = " \t([-*\u2022"


class WrittenOrder(NamedTuple):
    """One order of a letter, the power of its heading, and where it begins."""

    power: str | None
    text: str
    """As written; including the verb before it, if that was written once for several units (``build A PAR, F BRE``)."""
    start: int


def split_orders(line: str, names: Names, power: str = "") -> tuple[str, ...]:
    """The orders on one line; empty for a blank line, or for a heading of the line's own power."""
    line = line.strip()
    own = _list_own(names, power)
    if _is_undivided(line):
        heading = HeadingReader(names, own).find(line)
        if heading is None:
            return (line,)
    if read_exactly(line, names) is not None:
        return (line,)
    return tuple(found.text for found in split_lines(line, names, own))


@lru_cache(maxsize=256)
def _list_own(names: Names, power: str) -> Mapping[str, str]:
    """The names of one power, or of all if none is given."""
    return {name: found for name, found in names.nation_powers.items() if power in ("", found)}


def settle_lines(lines: Sequence[str], names: Names, powers: Mapping[str, str], phase: str = "") -> list[str]:
    """A power's lines, each as it is understood where it stands: under a heading that is not understood, with that.

    The result may be read line by line, and settled again, without a change.
    """
    return [found.text for found in split_lines("\n".join(lines), names, powers, phase)]


def split_lines(
    text: str, names: Names, powers: Mapping[str, str], phase: str = "", letter: LetterLines | None = None
) -> Iterator[WrittenOrder]:
    """Divide a letter into single orders.

    ``powers`` maps folded names of powers to their meanings: all that may be named by a heading. If the phase is known,
    orders under the date of another are no orders. Dividing an order again does not change it, so letters may be kept
    line by line. ``letter`` holds the earlier lines of a letter that comes line by line.
    """
    return _join_corrections(_split_lines(text, names, letter or LetterLines(names, powers, phase)), names)


def _split_lines(text: str, names: Names, letter: LetterLines) -> Iterator[WrittenOrder]:
    divider = _LetterDivider(letter, names)
    lines = _list_lines(text, names)
    for number, (start, line) in enumerate(lines):
        following = lines[number + 1][1] if number + 1 < len(lines) else ""
        found = letter.read(line, following)
        if found.heading:
            divider.power = found.heading.power or divider.power
        if found.refused is not None:
            if found.refused:
                yield WrittenOrder(divider.power, found.refused, start)
        elif found.heading and (found.heading.rest or found.heading.is_bare):
            rest = found.heading.rest
            yield from divider.divide(rest, start + line.rindex(rest), found.verb)
        elif not found.verb and _is_undivided(line):
            yield WrittenOrder(divider.power, line.rstrip(), start)
        else:
            yield from divider.divide(line, start, found.verb)


def _is_undivided(line: str) -> bool:
    """True for a line that is clearly no more than one order. It must be quick."""
    return line[:1].isalnum() and ":" not in line and not DIVIDING.search(line) and not SIDE_BY_SIDE.search(line)


def _list_lines(text: str, names: Names) -> list[tuple[int, str]]:
    """The lines of a letter and where each begins; one that is about the order above belongs to the line above."""
    found: list[tuple[int, str]] = []
    start = 0
    for line in LINE_BREAK.split(text):
        is_near = bool(found) and len(found[-1][1]) < LONGEST_ABOVE
        is_about = is_near and _is_condition_of(found[-1][1], line, names)
        if is_about:
            found[-1] = (found[-1][0], join_text(found[-1][1], line))
        if not is_about or (line.strip(SIGNS)[:1].isupper() and goes_on(line, names)):
            found.append((start, line))  # "If Italy moves" may be about the lines beneath as well
        start += len(line) + (2 if text.startswith("\r\n", start + len(line)) else 1)
    return found


def join_text(above: str, line: str) -> str:
    """A line and the next, which belongs to it, as one."""
    return f"{above.rstrip(' ;,')}; {line.strip()}"


def belongs_to(above: str, line: str, names: Names) -> bool:
    """True if a line is about the order above: its condition (``unless Italy moves``), or another order instead."""
    return _is_condition_of(above, line, names) or takes_back(above, line, names, names_unit=True)


def _is_condition_of(above: str, line: str, names: Names) -> bool:
    if line[:1] in "~>" or not BEGINS_CONDITION.match(line) or ":" in line or UNDER_HEADING.match(above):
        return False
    return holds_order(part_heading(above, names)[1] or above, names)


def _join_corrections(orders: Iterable[WrittenOrder], names: Names) -> Iterator[WrittenOrder]:
    """An order that is taken back by the next line is refused together with that: ``no, A PAR - PIC``."""
    last: WrittenOrder | None = None
    for order in orders:
        is_own = last is not None and (last.power == order.power or None in (last.power, order.power))
        is_near = last is not None and is_own and len(last.text) < LONGEST_ABOVE
        if last and is_near and takes_back(last.text, order.text, names, names_unit=True):
            last = last._replace(text=join_text(last.text, order.text))
            continue
        if last:
            yield last
        last = order
    if last:
        yield last


class _LetterDivider:
    """Divides lines into orders. ``power`` is that of the last heading."""

    def __init__(self, letter: LetterLines, names: Names) -> None:
        self.letter = letter
        self.names = names
        self.power: str | None = None

    def divide(self, line: str, offset: int, verb: str) -> Iterator[WrittenOrder]:
        """The orders of a line without the heading at its beginning.

        ``offset`` is its place in the letter, and ``verb`` what its heading says of units alone: ``Builds:``.
        """
        end = 0
        for begin, part in self._list_parts(line):
            if begin < end:  # the rest of a line that was not understood
                continue
            end = begin + len(part)
            if _is_one_piece(part, self.names):
                end = len(line) if _may_be_denied(part, self.letter.headings) else end
                yield WrittenOrder(self.power, line[begin:end].strip(), offset + begin)
                continue
            divider = LineDivider(part, self.names, verb)
            waiting = [(begin + place, order) for place, order in divider.divide()[::-1]]
            while waiting:
                place, order = waiting.pop()
                is_apart = len(order) < len(line.strip()) and len(order) <= MAX_TEXT
                heading = self._find_heading(order) if is_apart else None
                if heading and heading.is_understood:  # in the middle of a line
                    self.power = heading.power or self.power
                    place += order.rindex(heading.rest) if heading.rest else 0
                    again = LineDivider(heading.rest, self.names, "").divide()
                    waiting += [(place + start, found) for start, found in reversed(again)]
                elif heading:
                    self.letter.deny(heading.words)
                    rest = f"{heading.rest}{line[place + len(order) :]}"
                    yield WrittenOrder(self.power, put_under(heading.words, rest), offset + place)
                    return
                elif order.strip(" \t.,*\u2022"):
                    if line[end : end + 1] == ";" and not waiting and _may_be_denied(order, self.letter.headings):
                        end = len(line)
                        order = line[place:].rstrip(" \t;")
                    yield WrittenOrder(self.power, order, offset + place)
            verb = divider.verb

    def _list_parts(self, line: str) -> list[tuple[int, str]]:
        """The text between semicolons, and where it begins; what is about the part before belongs to it."""
        found: list[tuple[int, int]] = []
        for part in PARTS.finditer(line) if ";" in line else ():
            text, above = part.group(), line[found[-1][0] : found[-1][1]][:LONGEST_ABOVE] if found else ""
            is_about = bool(found) and (BEGINS_CONDITION.match(text) or takes_back(above, text, self.names))
            if is_about:
                found[-1] = (found[-1][0], part.end())
            else:
                found.append(part.span())
        return [(start, line[start:end]) for start, end in found or [(0, len(line))]]

    def _find_heading(self, order: str) -> Heading | None:
        text = order.strip()
        return self.letter.headings.find(text) if text else None


def _is_one_piece(part: str, names: Names) -> bool:
    """True if a part between semicolons, which has one itself, takes an order back."""
    pieces = PARTS.findall(part) if ";" in part else []
    return any(takes_back(before, after, names) for before, after in pairwise(pieces))


def takes_back(above: str, text: str, names: Names, *, names_unit: bool = False) -> bool:
    """True if a text is no order but may be about the one before it: ``no, A PAR - PIC``, ``cancelled``.

    A text that names a unit is about that unit. One that names none may be about any order on the same line.
    """
    first = bare(text.split(maxsplit=1)[0]) if text.strip() else ""
    if not first[:1].isalnum() or first in KINDS or first in LEADING or ":" in text:
        return False
    if names.list_meanings(fold(first)):
        return False
    trouble = find_trouble(text, names)
    code = trouble.code if isinstance(trouble, MalformedOrderError) else ""
    if code not in DENYING:
        return False
    late = _find_late_unit(text, names)
    if late is None:
        return not names_unit
    return any(late in _list_ordered(order, names) for _, order in LineDivider(above, names, "").divide())


def _find_late_unit(text: str, names: Names) -> SpaceId | None:
    """The place of the unit that is ordered after other words: Paris in ``no, A PAR - PIC``."""
    words = text.split()
    for count in range(1, min(len(words) - 1, MOST_WORDS_BEFORE + 1)):
        found = _list_ordered(" ".join(words[count:]), names)
        if found:
            return found[0]
    return None


def _list_ordered(text: str, names: Names) -> list[SpaceId]:
    """Where the unit of an order may be; empty if the text cannot be read."""
    if find_trouble(text, names) is not None:
        return []
    orders = (meaning.order for meaning in list_meanings(text, names))
    return [order.unit.space for order in orders if not isinstance(order, Waive | Bomb)]


def _may_be_denied(order: str, headings: HeadingReader) -> bool:
    """True if something stands before an order that may apply to the rest of the line: ``cancelled: A PAR - BUR``."""
    if CONDITIONAL.match(order):
        return True
    names = headings.names
    trouble = find_trouble(order, names)
    if trouble is None or headings.is_greeting(order):
        return False
    plain = STRANGE_SIGNS.sub(" ", order)
    if OPENED.match(order) or is_named_late(plain, names):
        return True
    return isinstance(trouble, MalformedOrderError) and trouble.code in DENYING
