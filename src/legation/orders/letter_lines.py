"""Follows a letter line by line, and finds the lines that are no orders because of what stands above or around them.

Beneath a heading that is not understood no line is followed, until a blank line after them or the next heading. Such a
line is handed on with the heading before it, ``(If Italy attacks:) A MAR H``: so it is refused, and says why, wherever
it is kept.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from legation.board import Names, fold
from legation.orders.headings import BEGINS_CONDITION, LONGEST_HEADING, Heading, HeadingReader
from legation.orders.reader import IN_BRACKETS, STRUCK_OUT, UNDER_HEADING, find_trouble, looks_like_order

FORWARDED = re.compile(
    r"[-\s*_]*(?:(?:original|forwarded|begin forwarded) message|(?:urspr\u00fcngliche|weitergeleitete) nachricht"
    r"|message (?:d['\u2019]origine|transf\u00e9r\u00e9)|mensaje (?:original|reenviado)|messaggio originale"
    r"|oorspronkelijk bericht)\b",
    re.IGNORECASE,
)
"""What mail programs write above a letter that they quote without marks; it goes on to the end."""
ATTRIBUTION = re.compile(
    r".{0,200}?\b(?:(?:wrote|\u00e9crit|escribi\u00f3|scritto)\s?|(?:schrieb|schreef|skrev)\b[^:]{0,80}):$",
    re.IGNORECASE,
)
"""The same above a quoted letter: ``On Monday Jo wrote:``."""
MAIL_HEADER = re.compile(r"\*?(?:from|von|de|da|van):\*? *\S", re.IGNORECASE)
MAIL_HEADER_NEXT = re.compile(
    r"\*?(?:sent|date|to|subject|gesendet|datum|an|betreff|envoy\u00e9|\u00e0|objet|enviado|para|asunto|inviato|a"
    r"|oggetto|verzonden|aan|onderwerp) ?:",
    re.IGNORECASE,
)
"""The same again: ``From: Jo`` and below it ``Sent: Monday``."""
STRIKES = (("~~", "~~"), ("<s>", "</s>"), ("<del>", "</del>"), ("<strike>", "</strike>"), ("[s]", "[/s]"), ("/*", "*/"),
           ("<!--", "-->"))  # fmt: skip
"""Signs around text that is struck out, which may be several lines."""
MAY_STRIKE = re.compile(r"[~<\[/]")


class LineRead(NamedTuple):
    """How a line is to be taken."""

    refused: str | None = None
    """The text for a line that is no order, empty for nothing; None if the line is to be read."""
    heading: Heading | None = None
    """The heading that the line is, or begins with, if it is understood."""
    verb: str = ""
    """What is to be done with units of which no more is said, as the heading above says: ``Builds:``."""


AS_IT_IS = LineRead()


def put_under(heading: str, line: str = "") -> str:
    """A line with the heading because of which it is refused: ``(Old orders:) A PAR - BUR``."""
    words = " ".join(heading.replace(":)", "").split()).rstrip(" ,;:")
    if len(words) > LONGEST_HEADING:
        words = f"{words[: LONGEST_HEADING - 3]}..."
    return f"({words}:) {line.lstrip(' ;')}".rstrip(" ;")


class LetterLines:
    """A letter whose lines come one after the other."""

    def __init__(self, names: Names, powers: Mapping[str, str], phase: str) -> None:
        self.names = names
        self.headings = HeadingReader(names, powers, phase)
        self.above = ""
        """The heading beneath which nothing is followed, until a blank line after some lines or the next heading."""
        self.covers = False
        """True if a line is beneath it."""
        self.verb = ""
        """What the last heading says is to be done with units: ``build`` after ``Builds:``."""
        self.struck: tuple[str, str] | None = None
        """The signs between which this line is struck out."""
        self.is_quoted = False
        self.is_bracketed = False
        """True if a bracket is open that began a line."""
        self.before: list[str] = []
        """The lines so far that may be orders, and were not looked at yet."""
        self.has_orders = False
        self.last = ""
        """The line above, if it was read."""

    def read(self, line: str, following: str = "") -> LineRead:
        """How the next line is to be taken. ``following`` is the one after it, if there is one."""
        text, last = line.strip(), self.last
        self.last = ""
        if not text:
            self.is_bracketed = False
            if self.covers:
                self.above, self.covers = "", False
            return LineRead("")
        if self.is_quoted or self._begins_quote(text, following):
            # A letter that is only forwarded is meant; below an answer it is quoted.
            self.is_quoted = self.is_quoted or self._has_orders()
            return LineRead(text if text.startswith(">") else f"> {text}")
        is_within = self.above or self.struck or self.is_bracketed
        if text[0].isalnum() and not is_within and not MAY_STRIKE.search(text):
            self.last = text
            return self._read_plain(text, last)
        return self._read_signs(text, last)

    def _read_signs(self, text: str, last: str) -> LineRead:
        """A line that stands under or within something, or begins with a sign."""
        if text.startswith(">"):  # refused as it is
            self.covers = True
            return LineRead(text)
        if self._is_struck_out(text):
            struck = _strip_signs(text)
            return LineRead(f"~~{struck}~~" if re.search(r"\w", struck) else "")
        if text.startswith("~~"):
            return LineRead(text)
        if UNDER_HEADING.match(text):
            self.above, self.covers = "", False
            return LineRead(text)
        if self._is_in_brackets(text):
            inside = re.sub(r"[()\[\]]", "", text).strip()
            return LineRead(put_under(IN_BRACKETS, inside) if inside else "")
        if text[0] == text[-1] == "|" and not self.above:
            return self._read_row(text)
        if _is_underline(text):
            return self._read_underline(last)
        self.last = text
        return self._read_plain(text, last)

    def _read_plain(self, text: str, last: str) -> LineRead:
        heading = self.headings.find(text)
        if heading and last and text[0].islower() and self._goes_on(last):
            heading = Heading(f"{last} {heading.words}", heading.rest)
        if heading is None:
            if not self.above and BEGINS_CONDITION.match(text):
                return LineRead(put_under(text))
            if not self.above:
                self.before.append(text)
                return LineRead(verb=self.verb) if self.verb else AS_IT_IS
            self.covers = True
            return LineRead(put_under(self.above, text))
        while ":" in heading.rest and (inner := self.headings.find(heading.rest)):  # "France: Spring 1901: A PAR H"
            heading = inner._replace(words=f"{heading.words}: {inner.words}", power=inner.power or heading.power)
        self.above, self.covers, self.verb = "", False, heading.verb
        self.before.append(heading.rest)
        if not heading.is_understood:
            self.deny(heading.words)
            self.covers = bool(heading.rest)
            return LineRead(put_under(heading.words, heading.rest))
        return LineRead("" if heading.is_bare and not heading.rest else None, heading, heading.verb)

    def _read_row(self, text: str) -> LineRead:
        """A row of a table is read as its cells side by side, unless a power's name is among them."""
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        order = " ".join(cells)
        if not order.strip(" -:=") or any(fold(cell) in self.names.nations for cell in cells):
            return LineRead("") if not order.strip(" -:=") else AS_IT_IS
        return LineRead(order) if find_trouble(order, self.names) is None else AS_IT_IS

    def _goes_on(self, last: str) -> bool:
        """True if a line may be the beginning of a heading: ``If Italy attacks, use these`` above ``orders:``."""
        if last.endswith((".", "!", "?", ":")) or self._may_be_order(last) or self.headings.is_greeting(last):
            return False
        heading = self.headings.find(last)
        return heading is None or not heading.is_understood

    def deny(self, heading: str) -> None:
        """Note that a heading is not understood, also one in the middle of a line."""
        self.above, self.covers = heading, True

    def _read_underline(self, last: str) -> LineRead:
        """A line of dashes or the like makes a heading of the line above."""
        is_title = bool(last) and not last.endswith((".", "!", "?", ",")) and not self._may_be_order(last)
        if is_title and not self.above and not self.headings.is_greeting(last) and self.headings.find(last) is None:
            self.above, self.covers = last, False
            return LineRead(put_under(last))
        return LineRead("")

    def _begins_quote(self, text: str, following: str) -> bool:
        if text[-1] == ":" and text[0] != ">" and ATTRIBUTION.match(text):
            return not following.startswith(">") and self._has_orders()
        is_header = MAIL_HEADER.match(text) and MAIL_HEADER_NEXT.match(following.strip())
        return bool(is_header) or FORWARDED.match(text) is not None

    def _has_orders(self) -> bool:
        """True if a line so far is an order. Each line is looked at once."""
        while self.before and not self.has_orders:
            self.has_orders = self._may_be_order(self.before.pop())
        return self.has_orders

    def _may_be_order(self, line: str) -> bool:
        return looks_like_order(line, self.names) or find_trouble(line, self.names) is None

    def _is_struck_out(self, text: str) -> bool:
        """True for a line of several that are struck out together."""
        was_open = self.struck
        if self.struck is None:
            self.struck = next((signs for signs in STRIKES if _is_left_open(text, *signs)), None)
        elif self.struck[1] in text:
            self.struck = None
        return bool(was_open or self.struck)

    def _is_in_brackets(self, text: str) -> bool:
        """True for a line of several in one pair of brackets."""
        was_open = self.is_bracketed
        opened = sum(map(text.count, "([")) - sum(map(text.count, ")]"))
        self.is_bracketed = opened >= 0 if was_open else text[0] in "([" and opened > 0
        return was_open or self.is_bracketed


def _is_underline(text: str) -> bool:
    return len(text) > 1 and not text.strip("-=_~*\u2013\u2014\u2500\u2550 \t")


def _is_left_open(text: str, begin: str, end: str) -> bool:
    """True if text is struck out from here on, beyond the end of the line."""
    lower = text.lower()
    if begin == end:
        return lower.count(begin) % 2 == 1
    return lower.rfind(begin) > lower.rfind(end)


def _strip_signs(text: str) -> str:
    for sign in (sign for signs in STRIKES for sign in signs):
        text = re.sub(re.escape(sign), "", text, flags=re.IGNORECASE)
    return STRUCK_OUT.sub("", text).strip()
