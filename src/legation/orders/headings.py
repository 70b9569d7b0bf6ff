"""Headings in letters: whose orders follow and for which phase, and what makes the lines beneath no orders at all.

``If Italy attacks:``, ``Old orders:``, or a date of another phase may be meant for all lines beneath. Such a line is
handed on with the heading before it, ``If Italy attacks: A MAR H``: so it is refused, and says why wherever it is kept.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from legation.board import Names, fold
from legation.orders.reader import STRUCK_OUT, find_trouble, is_plain_heading, is_unit_with_colon, looks_like_order
from legation.orders.vocabulary import CONDITION_PHRASE, CONDITIONS, DATE, DOUBTS, SEASON

CONDITION = rf"(?:(?:{'|'.join(sorted(CONDITIONS))})\b|{CONDITION_PHRASE})"
CONDITIONAL = re.compile(rf"\b{CONDITION}", re.IGNORECASE)
TAKEN_BACK = r"(?:not?|cancell?ed|withdrawn|deleted|revoked|rescinded|scrapped|void|ignored?|disregard(?:ed)?)\b"
"""What takes back an order if nothing follows it."""
DOUBTFUL = re.compile(
    rf"\b(?:{CONDITION}|(?:{'|'.join(sorted(DOUBTS))})\b|plan\s+[b-z]\b|\w+n['\u2019]t\b)", re.IGNORECASE
)
"""A word because of which the lines beneath a heading may be no orders: ``Old orders:``, ``If Italy attacks:``."""
CLAUSE_ENDS = re.compile(r"[,.;!\u2013\u2014-]\s+")
INTRODUCING = re.compile(
    r"(?:here\s+(?:are|is)|these\s+are|this\s+is|(?:(?:my|the|our)\s+)?(?:new|final|corrected|correct|revised|updated|right))\b",
    re.IGNORECASE,
)
"""The beginning of the last clause of a heading that introduces orders, whatever is said before it."""
HARMLESS = re.compile(
    r"\blast[\s-]+minute\b|\bas\s+(?:(?:i|you|we)\s+)?(?:said|suggested|proposed|(?:discussed|agreed)\s+earlier)\b"
    r"|\bno\b(?!\s+(?:orders?|moves?|builds?|units?)\b|\W*$)",
    re.IGNORECASE,
)
"""Phrases of a heading that deny nothing, though a word in them may: ``As I said``, ``Orders, no press``."""
FORWARDED = re.compile(r"[-\s*_]*(?:original|forwarded|begin forwarded) message\b", re.IGNORECASE)
"""What mail programs write above a letter that they quote without marks; it goes on to the end."""
STRIKES = (("~~", "~~"), ("<s>", "</s>"), ("<del>", "</del>"), ("<strike>", "</strike>"), ("[s]", "[/s]"), ("/*", "*/"),
           ("<!--", "-->"))  # fmt: skip
"""Signs around text that is struck out, which may be several lines."""
DATED = re.compile(rf"\b{DATE}\b", re.IGNORECASE)
SEASON_ALONE = re.compile(rf"\W*({SEASON})\W*", re.IGNORECASE)
PHASE = re.compile(r"([SFW])0*(\d+)([MRA])")
KINDS_OF_PHASES = {"m": "M", "r": "R", "a": "A", "b": "A"}
ACTIVITIES = r"(?:orders?|moves?|movements?|retreats?|builds?|removals?|adjustments?)"
HEADING = re.compile(
    rf"(?:{DATE}\s*[:,\-\u2013\u2014]?\s+)?"
    r"(?:(?:the|orders?|moves?|retreats|builds|removals|for|from|of)\s+)*(.*?)(?:['\u2019]s?)?(?:\s+(?:orders?|moves?))?"
    rf"(?:\s*[,\-\u2013\u2014]?\s+(?:(?:for|of)\s+)?{DATE}|\s*\({DATE}\))?",
    re.IGNORECASE,
)
"""A power with the surrounding words of a heading: ``Orders for France``, ``the French orders``, ``France, S1901M``."""
HEADING_AND_DASH = re.compile(r"\W*(\w[\w ]{1,40}?)\s+[-\u2013\u2014]+\s+(?=(?:a|f|tf|army|fleet)\b)", re.IGNORECASE)
"""``FRANCE - A PAR - BUR``."""
TITLE = re.compile(
    rf"[*_#\s]*(?:(?:here\s+are\s+)?(?:my|our|the|these\s+are(?:\s+my)?)\s+)?(?:orders?(?:\s+(?:for|of)\s+(?:the\s+)?{DATE})?"
    rf"|{DATE}(?:\s*[\-\u2013\u2014:,]?\s*{ACTIVITIES})?)\W*",
    re.IGNORECASE,
)
"""What says only that orders follow: ``Orders:``, ``My orders for Spring 1901:``."""
NOTE = re.compile(r"[(\[][^()\[\]]*[)\]]\s*$")
"""The player's name or the number of units after it: ``FRANCE (John Smith)``."""
DASHES = ("-", "\u2013", "\u2014")
LONGEST_HEADING = 100


def cut_heading(line: str, names: Names, powers: Mapping[str, str], phase: str = "") -> tuple[str | None, str]:
    """The power named before a colon, or alone, and the rest; ``ENG: holds`` is a unit and not a heading."""
    whole = name_heading(line.strip().rstrip(":"), names, powers) if DATED.match(line.strip()) else None
    if whole is not None:  # "Spring 1901: France"
        return whole, ""
    head, rest = _part_heading(line, names, powers)
    head = head.removeprefix("\ufeff")
    heading = name_heading(head, names, powers)
    season = SEASON_ALONE.fullmatch(head) if phase else None
    is_now = season is not None and _may_be_season(season.group(1), phase[0])
    is_heading = heading is not None or is_now or is_title(head, names)
    if not is_heading or is_unit_with_colon(head, rest, names):
        return None, line
    # Without the phase, "Fall 1901: A BUL - SER" may be for another one than this.
    is_known = heading is not None or bool(phase)
    if rest.strip() and (
        DOUBTFUL.search(head) or not is_of_phase(head, phase) or (DATED.search(head) and not is_known)
    ):
        return None, line
    return heading, rest


def _part_heading(line: str, names: Names, powers: Mapping[str, str]) -> tuple[str, str]:
    """What stands before a colon, or the name of a power before a dash, and the rest."""
    dashed = HEADING_AND_DASH.match(line)
    if (
        dashed is not None
        and is_plain_heading(dashed.group())
        and fold(dashed.group(1)) in powers
        and fold(dashed.group(1)) not in names.spaces
    ):
        return dashed.group(1), line[dashed.end() :]
    head, _, rest = line.partition(":")
    return head, rest


def is_title(text: str, names: Names) -> bool:
    """True for a heading without a power; nothing can be meant by it but that orders follow."""
    return (
        len(text) <= LONGEST_HEADING
        and is_plain_heading(text)
        and TITLE.fullmatch(NOTE.sub("", " ".join(text.split()))) is not None
        and fold(text) not in names.spaces
    )


def name_heading(text: str, names: Names, powers: Mapping[str, str]) -> str | None:
    """The power that a heading names. With a note the name must not be a space as well: ``ENG (H)`` is an order."""
    if len(text) > LONGEST_HEADING or not is_plain_heading(text):
        return None
    name = fold(text)
    if name in powers:
        return powers[name]
    # Single blanks: with dozens in a row the pattern would be tried in thousands of ways.
    found = HEADING.fullmatch(NOTE.sub("", " ".join(text.split())).strip())
    name = fold(found.group(1)) if found else ""
    return powers.get(name) if name not in names.spaces else None


def is_of_phase(text: str, phase: str) -> bool:
    """True if every date in a text can be this phase's, or the phase is unknown."""
    return all(_may_be(found.group(), phase) for found in DATED.finditer(text)) if phase else True


def _may_be(date: str, phase: str) -> bool:
    """True if ``Fall 1901``, ``F01`` or ``F1901M`` can be a phase. Fall's builds are often dated so, too."""
    season, year, kind = PHASE.fullmatch(phase).groups()  # type: ignore[union-attr]
    digits = re.sub(r"\D", "", date)
    is_year = digits.lstrip("0") == year or (len(digits) <= 2 and int(digits) == int(year) % 100)
    written = KINDS_OF_PHASES.get(date[-1].lower(), kind)
    return is_year and written == kind and _may_be_season(date, season)


def _may_be_season(name: str, season: str) -> bool:
    """Summer is Spring's retreats, and builds are dated by Fall or Winter."""
    written = name[0].upper().replace("A", "F")
    return written == season or (written == "F" and season == "W")


class _Heading(NamedTuple):
    words: str
    rest: str
    """What follows on the same line."""
    is_known: bool
    """True if it names a power or a date, or only says that orders follow."""


class LetterHeadings:
    """Follows a letter line by line, and finds the lines that are no orders because of what stands above them."""

    def __init__(self, names: Names, powers: Mapping[str, str], phase: str) -> None:
        self.names = names
        self.powers = powers
        self.phase = phase
        self.above = ""
        """The heading that makes the lines beneath doubtful, until a blank line after them or the next heading."""
        self.covers = False
        """True if a line is beneath it."""
        self.struck: tuple[str, str] | None = None
        """The signs between which this line is struck out."""
        self.is_quoted = False
        self.before: list[str] = []
        """The lines so far that may be orders."""
        self.is_bracketed = False
        """True if a bracket is open that began a line."""
        self.has_heading = False
        """True if the last line is a heading, or begins with one."""

    def read(self, line: str, *, is_apart: bool = False) -> str | None:
        """The text for a line that is no order, empty for nothing; None if it is to be read as it is."""
        text = line.strip()
        self.has_heading = False
        if self.covers and (is_apart or not text):
            self.above, self.covers = "", False
        self.is_bracketed = self.is_bracketed and bool(text) and not is_apart
        if not text:
            return None
        if self.is_quoted or FORWARDED.match(text):
            # A letter that is only forwarded is meant; below an answer it is quoted.
            self.is_quoted = self.is_quoted or any(map(self._may_be_order, self.before))
            return text if text.startswith(">") else f"> {text}"
        if text.startswith(">"):  # refused as it is
            return None
        if self._is_struck_out(text):
            struck = _strip_signs(text)
            return f"~~{struck}~~" if struck else ""
        if self._is_in_brackets(text):
            inside = text.strip("()[] \t")
            return f"[{inside}]" if inside else ""
        heading = self._find_heading(text)
        self.has_heading = heading is not None
        if heading is not None:
            self.before.append(heading.rest)
            return self._read_heading(heading)
        if not self.above:
            self.before.append(text)
            return None
        self.covers = True
        return text if text.startswith(self.above) else f"{self.above} {text}"

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

    def _find_heading(self, text: str) -> "_Heading | None":
        """The heading that a line is, or begins with."""
        head, rest = _part_heading(text, self.names, self.powers)
        words = text.rstrip(" \t:*_-\u2013\u2014")
        if not rest.strip(" \t*_"):
            is_known = self._is_known(words)
            is_heading = is_known or head != text or text.rstrip(" \t*_").endswith(DASHES)
            return _Heading(words, "", is_known) if is_heading else None
        if DATED.match(text) and name_heading(words, self.names, self.powers) is not None:  # "Spring 1901: France"
            return _Heading(words, "", is_known=True)
        is_heading = self._is_known(head) and not is_unit_with_colon(head, rest, self.names)
        return _Heading(head, rest.strip(), is_known=True) if is_heading else None

    def _is_known(self, words: str) -> bool:
        return (
            name_heading(words, self.names, self.powers) is not None
            or is_title(words, self.names)
            or (bool(self.phase) and SEASON_ALONE.fullmatch(words) is not None)
        )

    def _read_heading(self, heading: "_Heading") -> str | None:
        """A heading that is not understood, to be refused; empty or None if it is, and None if it has its own order."""
        words, rest, is_known = heading
        self.above, self.covers = "", False
        season = SEASON_ALONE.fullmatch(words) if self.phase else None
        is_other = not (_may_be_season(season.group(1), self.phase[0]) if season else is_of_phase(words, self.phase))
        date = season or DATED.search(words)
        if rest:
            return f"{date.group().strip()}: {rest}" if is_other and date else None
        if is_other and date:
            self.above = f"{date.group().strip()}:"
        elif _is_doubtful(words):
            self.above = f"{words}:"
        if is_known:
            return "" if season else None
        return words if self.above else None


def _is_doubtful(words: str) -> bool:
    """True for ``Old orders``, but not for ``Ignore my last letter, here are the new orders``."""
    words = HARMLESS.sub("", words)
    clause = CLAUSE_ENDS.split(words)[-1]
    if INTRODUCING.match(clause) and not DOUBTFUL.search(clause):
        return CONDITIONAL.search(words) is not None
    return DOUBTFUL.search(words) is not None


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


def settle_lines(lines: Sequence[str], names: Names, powers: Mapping[str, str], phase: str = "") -> list[str]:
    """A power's lines, each as it is understood where it stands: beneath a doubtful heading, with that before it.

    The result may be read line by line, and settled again, without a change.
    """
    letter = LetterHeadings(names, powers, phase)
    settled: list[str] = []
    for line in lines:
        for part in re.split(r"\r\n?|\n", line):
            found = letter.read(part)
            if found is None:  # "Spring 1901: A PAR - BUR", if it is Spring 1901
                found = cut_heading(part, names, powers, phase)[1] if phase and ":" in part else part
            settled.append(found)
    return [line for line in settled if line.strip()]
