"""What a heading in a letter says: whose orders follow, and for which phase.

A heading is understood only if every part of it is known. So there is no list of words that deny the orders beneath
(``Old orders:``, ``If Italy attacks:``, ``Plan B:``): whatever else a heading says, it is not understood.
``docs/reference/notation.md`` tells players which lines are headings, and which parts are known.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from legation.board import Names, fold
from legation.errors import MalformedOrderError
from legation.orders.reader import (
    BULLET,
    INVISIBLE,
    POSSESSIVE,
    STRUCK_OUT,
    bare,
    breaks_off,
    find_trouble,
    is_named_late,
    is_plain_heading,
    is_unit_with_colon,
    looks_like_order,
    unescape,
)
from legation.orders.vocabulary import CONDITION, DATE, KINDS, LEADING, SEASON, Misreading

INTRODUCING = frozenset(
    "here heres are is these this the my our and for of from by in please find following follow follows as below"
    " power subject re fw fwd"
    " new final corrected correct right revised updated amended complete full correction corrections update edit"
    " edited change changes changed".split()
)
"""Words that only say that orders follow, and that these are the ones that count."""
WHICH_ORDERS: Mapping[str, str] = {
    **dict.fromkeys(("order", "orders", "turn", "phase", "season"), ""),
    **dict.fromkeys(("move", "moves", "movement", "movements"), "M"),
    **dict.fromkeys(("retreat", "retreats", "summer"), "R"),
    **dict.fromkeys(("build", "builds", "adjustment", "adjustments", "removal", "removals"), "A"),
    **dict.fromkeys(("disband", "disbands"), "RA"),
}
"""Words for orders, and the kinds of phases that have them; empty for all."""
PLANS = frozenset("plan option version draft proposal alternative backup".split())
"""Words for orders that may not be the ones that count: ``Plan B`` and ``Option 2`` are headings that are not
understood."""
VERBS: Mapping[str, str] = {
    "build": "build", "builds": "build", "removal": "remove", "removals": "remove", "disband": "disband",
    "disbands": "disband",
}  # fmt: skip
COUNTED = frozenset("unit units army armies fleet fleets centre centres center centers sc scs supply".split())
GROUPS = frozenset(
    "north south east west northern southern eastern western central front theatre theater area region sea seas ocean"
    " colonies home homes overseas abroad rest world ship ships transport transports".split()
)
"""Words by which orders are put in groups, beside the names of the board's theatres: ``In Europe:``."""
ACTS = frozenset("supports holds convoys attacks".split())
"""The same for what is ordered: ``Supports:``. With a power they may be for it or by it: ``Supports for Italy:``."""
GREETING = re.compile(
    r"(?:dear|hi|hello|hey|hallo|greetings|thanks|thank you|good (?:morning|day|afternoon|evening))\b *(.*)",
    re.IGNORECASE,
)
POLITE = frozenset({"sorry", "ok", "okay"})
INSTEAD = re.compile(
    r"(?:please )?(?:ignore|disregard|forget) (?:my|the|our) (?:last|previous|earlier|old|other|first)"
    r" (?:orders?|moves|letter|e-?mail|mail|message)",
    re.IGNORECASE,
)
"""What may stand before new orders: ``Ignore my last letter, here are the right orders:``."""
FULL_NAME = re.compile(r"[A-Z][\w.'\u2019-]*[a-z.](?: [A-Z][\w'\u2019-]*[a-z.]){0,2}")
NOTE = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
"""The player's name, the phase or the number of units: ``FRANCE (John Smith)``, ``FRANCE (3)``."""
SENTENCE_ENDS = re.compile(r"(?<=\w{3})[.!?]\s+(?=\S)")
CLAUSE_ENDS = re.compile(r"[,;:!]|\s[-\u2013\u2014]+\s")
WORDS = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
FIRST_WORD = re.compile(r"[^\W_]+")
HARMLESS = re.compile(r"[\s.,:;()\[\]*_#'\u2018\u2019\"\u201c\u201d&/!=\-\u2013\u2014\u2022]+")
CODE = re.compile(r"([sfw])['\u2019]?(\d{2,4})([mrab]?)", re.IGNORECASE)
PHASE = re.compile(r"([SFW])0*(\d+)([MRA])")
DATED = re.compile(rf"\b{DATE}\b", re.IGNORECASE)
BEGINS_CONDITION = re.compile(rf"[\W_]*{CONDITION}", re.IGNORECASE)
COLON = re.compile("[:\uff1a\ufe55]")
DASHED = re.compile(r"\W*(\w[\w ]{1,40}?)\s+[-\u2013\u2014]+\s+(?=(?:a|f|tf|army|fleet)\b)", re.IGNORECASE)
"""``FRANCE - A PAR - BUR``."""
MARKED = re.compile(
    r"#{1,6}\s*+[^#]*+#*+|([*_=-]{1,3}+)\s*+[^*_=]*[^*_=\s-]\s*+[*_=-]{1,3}+|<(?:b|strong|i|em|u|h\d)>.*|\[(?:b|i|u)\].*",
    re.IGNORECASE,
)
"""A line that is set as a heading: ``## Plan B``, ``**Plan B**``, ``--- Plan B ---``, ``[b]Plan B[/b]``."""
TAGS = re.compile(r"</?\w{1,6}>|\[/?\w{1,3}\]")
MARKS = " \t:\uff1a\ufe55*_#=-\u2013\u2014\u2022"
ENDS = (":", "\uff1a", "\ufe55", "-", "\u2013", "\u2014")
BETWEEN_ORDERS = re.compile(r"[;,&]|\band\b|\.\s", re.IGNORECASE)
LONGEST_HEADING = 100
LONGEST_TITLE = 4
"""The most words of a line that is a heading because of the word for orders in it: ``Old orders``."""
MOST_PIECES = 8


class Heading(NamedTuple):
    """A heading, and what follows on the same line."""

    words: str
    rest: str = ""
    power: str | None = None
    is_understood: bool = False
    is_bare: bool = False
    """True if it only names a power or a phase, or says that orders follow."""
    verb: str = ""
    """What is to be done with units beneath it of which no more is said: ``Builds:``."""


@dataclass(slots=True)
class _Said:
    """What the words of a heading say, as far as they are read."""

    powers: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    verbs: set[str] = field(default_factory=set)
    dates: list[str] = field(default_factory=list)
    is_plain: bool = True
    """False if it greets somebody, too."""
    is_empty: bool = True
    is_foreign: bool = False
    """True if it is meant for others: another power, or another phase."""
    names_acts: bool = False
    """True if it says what is ordered: ``Supports``."""


class HeadingReader:
    """Reads the headings of letters. ``powers`` are those that may be named: all, or only the writer."""

    def __init__(self, names: Names, powers: Mapping[str, str], phase: str = "") -> None:
        self.names = names
        self.powers = powers
        self.phase = phase

    def find(self, text: str) -> Heading | None:
        """The heading that a line is, or begins with; None for any other line."""
        text = text if text[0].isalpha() else text[BULLET.match(text).end() :]  # type: ignore[union-attr]
        if not text or text.startswith("/") or self._is_plain(text):
            return None
        if quick := self._find_name(text):
            return quick
        is_marked = MARKED.fullmatch(text) is not None
        words = (TAGS.sub("", text) if is_marked else text).strip(MARKS)
        is_ended = is_marked or text.rstrip(" \t*_").endswith(ENDS)
        if not FIRST_WORD.search(words) or STRUCK_OUT.search(text):
            return None
        said = self._read(words)
        if said is not None:
            if said.is_empty or (not is_ended and " " in words and find_trouble(words, self.names) is None):
                return None
            return self._make(words, "", said)
        if is_ended or self._has_strange_note(words):
            return None if self._is_order(words) or looks_like_order(text, self.names) else Heading(words)
        return self._find_before_order(text) or (Heading(words) if self._is_title(text) else None)

    def _find_name(self, text: str) -> Heading | None:
        """The heading of ``France: A PAR - BUR``, as most letters of many powers have it. It must be quick."""
        head, colon, rest = text.partition(":")
        name = fold(head) if colon and head.isalpha() else ""
        first = bare(rest.split(maxsplit=1)[0]) if name in self.names.nation_powers and rest.strip() else ""
        if first not in KINDS or ":" in rest or is_unit_with_colon(head, rest, self.names):
            return None
        power = self.powers.get(name)
        return Heading(head, rest.strip(), power, is_understood=power is not None, is_bare=True)

    def _has_strange_note(self, words: str) -> bool:
        """True for a heading that would be understood but for what is in brackets: ``FRANCE (Jo's draft)``."""
        said = self._read(NOTE.sub("", words)) if words.endswith((")", "]")) else None
        return said is not None and not said.is_empty

    def is_greeting(self, text: str) -> bool:
        """True for a line that greets somebody and says no more."""
        said = self._read(text.strip(MARKS))
        return said is not None and said.is_empty

    def _is_plain(self, text: str) -> bool:
        """True for a line without a sign or word of a heading, as most orders are. It must be quick."""
        if not (text[0].isalnum() and text.isascii()) or ":" in text or text[-1] in "-*_]>":
            return False
        first, last = FIRST_WORD.match(text).group().lower(), text[text.rfind(" ") + 1 :].lower()  # type: ignore[union-attr]
        if last in WHICH_ORDERS:
            return False
        if first in KINDS:
            return True
        is_known = first in STARTS or first[1:2].isdigit() or fold(first) in self.powers
        return not (is_known or fold(first) in self.names.nation_words or BEGINS_CONDITION.match(text)) and not (
            " - " in text and DASHED.match(text)
        )

    def _find_before_order(self, text: str) -> Heading | None:
        """The heading before an order on the same line: ``France: A PAR - BUR``, ``Old orders: A PAR - BUR``."""
        head, rest = part_heading(text, self.names)
        words = head.strip(MARKS)
        if not FIRST_WORD.search(words) or ";" in head or is_unit_with_colon(words, rest, self.names):
            return None
        said = self._read(words)
        if (said is not None and said.is_empty) or (said is None and _is_unit(words, self.names)):
            return None
        if said is None or not (said.powers or not self._is_of_phase(said)):
            is_verb = bare(words) in LEADING and find_trouble(text, self.names) is None
            if is_verb or not (holds_order(rest, self.names) or (said and bare(words) not in LEADING)):
                return None
        if said is None:
            return None if find_trouble(text, self.names) is None else Heading(words, rest)
        # Without the phase, "Fall 1901: A BUL - SER" may be for another one than this.
        if said.dates and not (self.phase or said.powers):
            return None
        return self._make(words, rest, said)

    def _is_title(self, text: str) -> bool:
        """True for a few words about orders that are no sentence, and for a condition that goes on."""
        if text.endswith((".", "!", "?")) or len(text) > LONGEST_HEADING:
            return False
        if BEGINS_CONDITION.match(text):
            return goes_on(text, self.names)
        words = WORDS.findall(text.lower())
        is_short = bool(words) and len(words) <= LONGEST_TITLE
        if is_short and words[0] in PLANS and fold(words[0]) not in self.names.spaces:
            return len(words) == 1 or self.phase[-1:] != "A" or words[1] != "b"  # in Winter "Plan B" may be a build
        if GREETING.match(text):
            return is_short and any(fold(word) in self.names.nations for word in words)  # "Dear Italy,"
        dates = DATED.findall(text)
        is_other = bool(self.phase) and not all(may_be(date, self.phase) for date in dates)
        is_dated = bool(dates) and (is_short or is_other)
        is_about_orders = is_short and (words[0] in WHICH_ORDERS or words[-1] in WHICH_ORDERS)
        return (is_dated or is_about_orders) and not text.endswith(",") and not self._is_order(text)

    def _is_order(self, text: str) -> bool:
        """True for an order, or the beginning of one."""
        return (
            looks_like_order(text, self.names) or find_trouble(text, self.names) is None or breaks_off(text, self.names)
        )

    def _make(self, words: str, rest: str, said: _Said) -> Heading:
        power = next(iter(said.powers), None)
        is_clear = not said.is_foreign and len(said.powers) < (1 if said.names_acts else 2)
        is_understood = is_clear and self._is_of_phase(said)
        is_bare = said.is_plain and bool(said.powers or said.kinds or said.dates)
        verb = next(iter(said.verbs)) if len(said.verbs) == 1 else ""
        return Heading(words, rest, power if is_understood else None, is_understood, is_bare, verb)

    def _read(self, words: str) -> _Said | None:
        """What a heading says; None if a part of it is not known."""
        if len(words) > LONGEST_HEADING:
            return None
        if not words.isascii() or "&" in words:
            words = INVISIBLE.sub("", unicodedata.normalize("NFKC", unescape(words)))
        words = re.sub(r"(?<=\w)/(?=\w)", " ", " ".join(words.split()))
        if not is_plain_heading(words) or HARMLESS.sub("", WORDS.sub("", words)):
            return None
        said = _Said()
        notes = NOTE.findall(words)
        *sentences, words = SENTENCE_ENDS.split(NOTE.sub(", ", words))
        if any(holds_order(sentence, self.names) for sentence in sentences):  # "A PAR H. Germany: A MUN H"
            return None
        said.is_plain = not sentences
        is_known = all(self._read_clause(clause.strip(), said) for clause in CLAUSE_ENDS.split(words))
        return said if is_known and all(self._read_note(note, said) for note in notes) else None

    def _read_note(self, note: str, said: _Said) -> bool:
        words = WORDS.findall(note.lower())
        if all(word.isdecimal() for word in words):  # "Builds (2)", but "Orders (2)" may be one of several
            return bool(said.powers or said.verbs or not words)
        if self._read_words(words, said):
            return True
        is_name = FULL_NAME.fullmatch(note.strip()) is not None and bool(said.powers)
        return is_name and not any(self._is_known(word) or word in NO_NAMES for word in words)

    def _read_clause(self, clause: str, said: _Said) -> bool:
        """Read a part between commas; False if it is not known."""
        greeting = GREETING.match(clause)
        if greeting or clause.lower() in POLITE or INSTEAD.fullmatch(clause):
            said.is_plain = False
            clause = greeting.group(1) if greeting else ""
        words = WORDS.findall(clause.lower())
        if greeting and words[:1] != ["from"]:
            is_name = not any(self._is_known(word) or BEGINS_CONDITION.match(word) for word in words)
            return is_name and len(words) < LONGEST_TITLE
        return words[:1] not in (["is"], ["are"]) and self._read_words(words, said)  # "Are these right:" is a question

    def _is_known(self, word: str) -> bool:
        return word in INTRODUCING or word in WHICH_ORDERS or word in COUNTED or fold(word) in self.names.nations

    def _read_words(self, words: Sequence[str], said: _Said) -> bool:
        """Read words that must all be known."""
        at = 0
        said.is_empty = said.is_empty and not words
        while at < len(words):
            count = self._read_power(words, at, said) or self._read_date(words, at, said)
            word = words[at]
            if not count and word in WHICH_ORDERS:
                said.kinds.add(WHICH_ORDERS[word])
                said.verbs |= {VERBS[word]} if word in VERBS else set()
                count = 1
            elif not count and (word in COUNTED or word in GROUPS or word in ACTS or word in self.names.theatre_words):
                said.kinds.add("")
                said.names_acts = said.names_acts or word in ACTS
            elif not (count or word.replace("'", "").replace("\u2019", "") in INTRODUCING):
                return False
            at += count or 1
        return True

    def _read_power(self, words: Sequence[str], at: int, said: _Said) -> int:
        """The number of words that name a power, zero if none; the longest name counts."""
        for count in (4, 3, 2, 1):
            name = fold(POSSESSIVE.sub("", "".join(words[at : at + count])))
            if at + count > len(words) or not (name in self.powers or name in self.names.nation_powers):
                continue
            said.is_foreign = said.is_foreign or name not in self.powers
            said.powers.add(self.powers.get(name) or self.names.nation_powers[name])
            return count
        return 0

    def _read_date(self, words: Sequence[str], at: int, said: _Said) -> int:
        """The number of words in a date or a number, such as ``Spring 1901``, ``F01``, ``3 units``; zero if none."""
        word, follower = words[at], "".join(words[at + 1 : at + 2])
        if CODE.fullmatch(word):
            said.dates.append(word)
            return 1
        if re.fullmatch(SEASON, word):
            count = 1 + (follower == "of")
            year = "".join(words[at + count : at + count + 1])
            is_year = re.fullmatch("[0-9]{1,4}", year) is not None
            said.dates.append(f"{word} {year}" if is_year else word)
            said.kinds.add(WHICH_ORDERS.get(word, ""))
            return count + is_year if is_year else 1
        if re.fullmatch("[0-9]{1,2}", word) and follower in COUNTED:
            return 2
        if re.fullmatch("[0-9]{4}", word):
            said.dates.append(word)
            return 1
        return 0

    def _is_of_phase(self, said: _Said) -> bool:
        """True if all that a heading says of the phase can be this one, or the phase is unknown."""
        if not self.phase:
            return True
        kinds = {kind for kind in said.kinds if kind}
        is_of_kind = not kinds or any(self.phase[-1] in kind for kind in kinds)
        return is_of_kind and not {"M", "R"} <= kinds and all(may_be(date, self.phase) for date in said.dates)


def _is_unit(text: str, names: Names) -> bool:
    """True for a unit, or an order: ``A PAR: H``, ``A PAR H. Germany: A MUN H``."""
    trouble = find_trouble(text, names)
    is_named = isinstance(trouble, MalformedOrderError) and trouble.code == Misreading.ACTION_MISSING
    return looks_like_order(text, names) or (is_named and fold(text) not in names.nations)


def goes_on(text: str, names: Names) -> bool:
    """True for a condition whose order is yet to come: ``If Italy attacks,``."""
    if not BEGINS_CONDITION.match(text) or text.endswith((".", "!", "?")):
        return False
    return not (holds_order(text, names) or is_named_late(text, names))


def holds_order(text: str, names: Names) -> bool:
    """True if one of the first pieces of a text is an order."""
    pieces = BETWEEN_ORDERS.split(text[: LONGEST_HEADING * 4])[:MOST_PIECES]
    return any(looks_like_order(text, names) or find_trouble(text, names) is None for text in pieces if text.strip())


STARTS = frozenset({
    *INTRODUCING, *WHICH_ORDERS, *COUNTED, *PLANS, *re.findall(r"\w+", SEASON), "dear", "hi", "hello", "hey", "hallo",
    "greetings", "thanks", "thank", "good", "ignore", "disregard", "forget", *(word.split()[0] for word in POLITE),
})  # fmt: skip
"""The words with which a heading without a colon may begin."""
NO_NAMES = frozenset({
    "not", "no", "old", "draft", "provisional", "preliminary", "tentative", "conditional", "cancelled", "canceled",
    "proposal", "proposed", "alternative", "backup", "version", "wrong", "void", "plan", "option", "later", "example",
    "if", "unless", "only", "maybe",
})  # fmt: skip
"""Words that are no player's name, even with a capital letter: ``FRANCE (Old)``."""


def part_heading(text: str, names: Names) -> tuple[str, str]:
    """What stands before a colon, or before a dash and a unit, and the rest; nothing if there is neither."""
    dashed, colon = DASHED.match(text), COLON.search(text)
    is_apart = dashed is not None and (colon is None or dashed.end() <= colon.start())
    if dashed and is_apart and is_plain_heading(dashed.group()) and fold(dashed.group(1)) not in names.spaces:
        return dashed.group(1), text[dashed.end() :]
    return (text[: colon.start()], text[colon.end() :].strip()) if colon else ("", "")


def may_be(date: str, phase: str) -> bool:
    """True if ``Fall 1901``, ``Fall``, ``1901``, ``F01`` or ``F1901M`` can be a phase.

    Fall's builds are often dated so, too.
    """
    season, year, kind = PHASE.fullmatch(phase).groups()  # type: ignore[union-attr]
    digits = re.sub(r"\D", "", date)
    is_year = not digits or digits.lstrip("0") == year or (len(digits) <= 2 and int(digits) == int(year) % 100)
    code = CODE.fullmatch(date)
    written = {"m": "M", "r": "R", "a": "A", "b": "A"}.get(code.group(3).lower(), kind) if code else kind
    named = date[0].upper().replace("A", "F")
    is_season = named.isdigit() or named == season or (named == "F" and season == "W")
    return is_year and written == kind and is_season
