"""Divides one line into orders, wherever complete orders are side by side.

Whether a comma divides two orders is decided by reading the text on both sides of it, so that ``A LON - NWY via NTH,
NWG`` stays one order, and a condition (``A PAR - BUR, unless ...``) is never separated from its order.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from legation.board import Names, fold
from legation.errors import AmbiguousNameError, ImpassableSpaceError, UnknownNameError
from legation.orders.reader import (
    BULLET,
    MAX_TEXT,
    STRUCK_OUT,
    bare,
    breaks_off,
    find_leading_verb,
    find_name,
    find_trouble,
    looks_like_order,
)
from legation.orders.standard_form import read_exactly, read_standard
from legation.orders.vocabulary import ACTIONS, CONDITION, HELPERS, LEADING, Action

BLANKS = r"(?:(?<!\s)\s+)"
"""All blanks in a row: a search that began at each of thousands of them would take minutes."""
DIVIDER = re.compile(
    rf"{BLANKS}?,\s*(?:and\b\s*)?|{BLANKS}?&(?:amp;|(?!#?\w+;))\s*|{BLANKS}and\s+"
    rf"|(?<!^\d)(?<![\s(]\d)(?<![\s(]\d\d)\.\s+|{BLANKS}(?=\(?\d{{1,2}}[.)](?:\s|[a-z]))",
    re.IGNORECASE,
)
"""The text that may separate two orders; a full stop after a number only counts the orders."""
UNIT = r"(?:a|f|tf|army|fleet)[\s.(]\s*\w"
SIDE_BY_SIDE = re.compile(rf"(?<!\s[sce]){BLANKS}(?={UNIT})", re.IGNORECASE)
"""A unit named in the middle of a line, except one that another supports, convoys or takes aboard."""
UNIT_NEXT = re.compile(UNIT, re.IGNORECASE)
HELPED = re.compile(
    rf"(?i:\b(?:{'|'.join(word for word, action in ACTIONS.items() if action in HELPERS)}|{'|'.join(LEADING)}))"
    r"\s+([A-Z]\w{0,19})$"
)
"""A verb and the word after it, which may shorten the name of a power."""
CONDITIONAL = re.compile(rf"\b{CONDITION}", re.IGNORECASE)
VIA_AT_END = re.compile(r"\bvia$", re.IGNORECASE)
LEADING_WORD = re.compile(rf"\b(?:{'|'.join(LEADING)})\b", re.IGNORECASE)
BEFORE_SEA = re.compile(rf"^(?:{LEADING_WORD.pattern}\s+)?(?:the\s+)?(?:f|fleet)\b[\s.]*", re.IGNORECASE)
VERB_AND_UNIT = re.compile(rf"\W*{LEADING_WORD.pattern}[\s:]+(?:(?:the|an?)\s+)?{UNIT}", re.IGNORECASE)
MOST_DIVIDERS = 100
LONGEST_LINE = MOST_DIVIDERS * 100
"""Longer lines are divided only at semicolons, which keeps hostile input cheap; no power has this many units."""
LONGEST_WORD = 20
LONGEST_NAME = 60
LONGEST_ORDER = 3
"""The most pieces between dividers in one order: ``A LON - NWY via NTH, NWG``."""


class LineDivider:
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
        found = self._divide_at_signs(first, line)
        if found:
            return found
        if not has_verb:
            return [(first, line)]
        order = self._complete(line, self.verb)
        if order is None and self.verb:  # without the verb before it, the line may be divided
            return self._divide_alone(first, line)
        self.verb = self._choose_verb(order or line, self.verb)
        return [(first, order or line)]

    def _divide_at_signs(self, first: int, line: str) -> list[tuple[int, str]] | None:
        """The orders between commas and other dividers, or else side by side; None if the line is one order."""
        dividers = [span for span in self._find_spans(DIVIDER, first, line) if not self._is_inside_name(*span)]
        taken = {end for _, end in dividers}
        gaps = [gap for gap in self._find_spans(SIDE_BY_SIDE, first, line) if gap[1] not in taken]
        gaps = [(start, end) for start, end in gaps if not self._ends_short_power(start - 1, end)]
        if not (dividers or gaps) or len(dividers) + len(gaps) > MOST_DIVIDERS or self._reads(line):
            return None
        self._cut(first, line, dividers)
        found = self._find_whole_orders()
        if found is None and gaps:
            self._cut(first, line, sorted([*dividers, *gaps]))
            before = self.verb
            found = self._find_whole_orders()
            if found and not self._are_apart([order for _, order in found]):
                found, self.verb = None, before
            self._cut(first, line, dividers)
        return found or (self._find_beginnings() if dividers else None)

    def _find_spans(self, pattern: re.Pattern[str], first: int, line: str) -> list[tuple[int, int]]:
        return [found.span() for found in pattern.finditer(self.line, first, first + len(line))]

    def _are_apart(self, orders: Sequence[str]) -> bool:
        """True if orders side by side can only be orders: not ``waive A PAR - BUR``, nor a fleet that may be a route.

        ``A LON - NWY VIA F NTH - NWG`` can be an army's route as well as an army's order and a fleet's.
        """
        return all(looks_like_order(order, self.names) for order in orders) and not any(
            VIA_AT_END.search(order) and self._reads(f"{order} {BEFORE_SEA.sub('', after)}")
            for order, after in pairwise(orders)
        )

    def _is_inside_name(self, start: int, end: int) -> bool:
        """True if a full stop is inside a name: ``St. Petersburg``, ``G. of Lyon``."""
        before = self.line[max(0, start - LONGEST_WORD) : start]
        if self._ends_short_power(start, end):
            return True
        if not self.line[start:end].startswith(".") or not before[-1:].isalnum():
            return False
        word = re.split(r"\W", before)[-1]
        after = self.line[end : end + LONGEST_NAME].split()
        return bool(after) and find_name([word, *after], 0, self.names).end > 1

    def _ends_short_power(self, start: int, end: int) -> bool:
        """True if a full stop shortens the name of a power, or may: ``S Fr. A PAR - BUR``, ``S Eng. A PAR - BUR``."""
        helped = HELPED.search(self.line, max(0, start - 2 * LONGEST_WORD), start)
        if helped is None or not self.line.startswith(".", start) or not UNIT_NEXT.match(self.line, end):
            return False
        short = fold(helped.group(1))
        return any(name.startswith(short) for name in self.names.nations)

    def _divide_alone(self, start: int, text: str) -> list[tuple[int, str]]:
        """The orders of a text as it would be divided if it stood alone on a line."""
        divider = LineDivider(text, self.names, "")
        found = [(start + place, order) for place, order in divider.divide()]
        self.verb = divider.verb
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
                    verbs.append(self._choose_verb(order, verb))
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
            is_last = start == self.starts[-1]
            if order is None and (
                not looks_like_order(piece, self.names) or (not is_last and breaks_off(_trim(piece), self.names))
            ):
                self.verb = before
                return None
            if order is None:
                found += self._divide_alone(start, piece)
                continue
            found.append((start, order))
            self.verb = self._choose_verb(order, self.verb)
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
        joined = f"{verb} {text[BULLET.match(text).end() :]}"  # type: ignore[union-attr]
        if not self._reads(joined):
            return alone
        return None if alone and action is Action.BOMB else joined  # "bomb PAR - MUN, MAR - SPA": a bomb or a march?

    def _choose_verb(self, order: str, before: str) -> str:
        """The verb for the units that follow an order: its own, or else the one before it.

        A verb in a line that is not understood may be denied there: ``build no A PAR, F BRE``. It continues only if
        the trouble is a name: ``build A PARS, F BRE``.
        """
        verb = find_leading_verb(order, self.names) if LEADING_WORD.search(order) else ""
        if not verb:
            return before
        is_understood = self._reads(order) or (VERB_AND_UNIT.match(order) and _has_wrong_name(order, self.names))
        return verb if is_understood else ""

    def _reads(self, text: str) -> bool:
        if len(text) > MAX_TEXT:
            return False
        if text not in self.is_read:
            is_exact = read_standard(text, self.names) is not None or read_exactly(text, self.names) is not None
            self.is_read[text] = is_exact or find_trouble(text, self.names) is None
        return self.is_read[text]


def _trim(text: str) -> str:
    """The text without surrounding spaces, and without the byte order mark that some programs write first."""
    return text.strip().removeprefix("\ufeff").strip()


def _has_wrong_name(text: str, names: Names) -> bool:
    """True if a text is an order but for a name, which nothing or several things have."""
    return isinstance(find_trouble(text, names), UnknownNameError | AmbiguousNameError | ImpassableSpaceError)
