"""Reads one order that a person wrote, word by word from left to right.

A word that is not part of an order makes the whole line unreadable: a reader that skipped ``cancel`` would make a move
of ``cancel A PAR - BUR``. The only words skipped are the names of powers, articles, and words such as ``in``, each
where English has it.
"""

import difflib
import re
import unicodedata
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from legation.board import (
    COASTS,
    MOST_MEANINGS,
    SIDES,
    WATERS,
    LocationId,
    Names,
    SpaceId,
    UnitKind,
    find_coast,
    fold,
    list_short_names,
    space_of,
)
from legation.errors import LegationError, MalformedOrderError, UnknownNameError, shorten
from legation.orders.order import (
    Bomb,
    Build,
    Convoy,
    Disband,
    Embark,
    Hold,
    Move,
    Order,
    Piece,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from legation.orders.vocabulary import (
    ACTIONS,
    AIMING,
    ARTICLES,
    AUXILIARIES,
    BOMB_WORDS,
    CANCELLING,
    CONDITION,
    CONDITION_PHRASE,
    CONDITIONS,
    CROSSING,
    DATE,
    DIRECTIONS,
    GIVING,
    GOINGS,
    HELPERS,
    IDLE,
    KINDS,
    LEADING,
    NUMBERS,
    OFF_BOARD,
    ONE_BUILD,
    PLACE_WORDS,
    QUANTITIES,
    RESERVED,
    SEASON,
    STAYING,
    VERBS,
    WRITTEN_OUT,
    Action,
    Misreading,
)

MAX_TEXT = 200
"""Longer lines are not orders; refusing them early keeps hostile input cheap."""
LONGEST_PHRASE = 4
"""The most words of a name that is cut short."""
MAX_READINGS = 64
"""The most readings of one line that are considered. Three names with three meanings each have 27."""

BULLETS = "\u2022\u2023\u2043\u00b7\u25aa\u25a0\u25cf\u25e6\u25ba\u2013\u2014"
BULLET = re.compile(
    rf"\s*(?:[-+*{BULLETS}]\s+|\(?#?[0-9]{{1,2}}[.):](?:\s+|(?=[a-z]))|\(?[a-z]\)\s+(?=(?:a|f|tf|army|fleet)\b))?",
    re.IGNORECASE,
)
DASHES = "\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
TO_THE_RIGHT = "\u2192\u21a6\u21d2\u21e8\u2794\u2798-\u27af\u27b1-\u27be\u27f6\u27f9\u27fc\u2b62\u2b95"
ARROWS = re.compile(rf"[-=~{DASHES}]*>|[{DASHES}{TO_THE_RIGHT}]\ufe0f?|-")
TOKENS = re.compile(r"-|[/\\(\[]|[^\W_][^\s\-/\\()\[\],;:?~#@&+=<>|^$%{}_\"*]*")
COMMA = re.compile("[,\t]")
FILLERS = re.compile(r"[\s_.,;:!*)\]\"'`\u2018\u2019\u201c\u201d\u00ab\u00bb\u2022]+")
INVISIBLE = re.compile("[\u00ad\u200b-\u200e\u2060\ufeff]")
"""Marks for line breaks or text direction: programs leave them in a text, and they are invisible."""
HIDDEN = ("Cc", "Cf", "Cs", "Co")
"""Categories of characters that are invisible but may reverse or hide their neighbours."""
ENTITY = re.compile(r"&(?:[a-z]{2,8}|#[0-9]{1,6}|#x[0-9a-f]{1,5});", re.IGNORECASE)
"""A character in HTML notation, ``&nbsp;``: letters are often pasted like this. Its semicolon divides nothing."""
DENIED = re.compile(r"^\W*!|!(?=\w)")
"""An exclamation mark before a word says that it is not so, in the languages of programs."""
DENYING_SIGN = re.compile(r"[>|/\\~<?\u00ac^$@{}\u0335-\u0338]|&gt;|^\W*!")
"""Signs because of which a name before a colon is no heading: ``> France: A PAR - BUR``."""
DATE_BEFORE = re.compile(rf"\W*({DATE})\b", re.IGNORECASE)
DATE_ALONE = re.compile(rf"\W*({DATE}|{SEASON})\W*$", re.IGNORECASE)
CONDITION_FIRST = re.compile(rf"[\W_]*({CONDITION})", re.IGNORECASE)
CONDITION_BEFORE = re.compile(rf"\W*({CONDITION_PHRASE})", re.IGNORECASE)
STRUCK_OUT = re.compile(r"[\u0335-\u0338]|~~")
UNDER_HEADING = re.compile(r"\(([^\n\r]{1,120}?):\)(?:\s|$)")
"""The heading before a line that is refused because of it: ``(Old orders:) A PAR - BUR``."""
IN_BRACKETS = "in brackets"
"""The same for a line of several in one pair of brackets."""
DISEMBARK = re.compile(r"\bdis-(?=embark)", re.IGNORECASE)
"""The spelling of rule 8 of the Colonial Variant."""
POSSESSIVE = re.compile("['\u2019]s$")
DIGITS = re.compile("[0-9]")
GLUED = re.compile(r"(a|f|tf)(\.?)(\w.*)", re.IGNORECASE)
"""``A.Par``, or ``FMC22`` as in the Colonial Variant's sheet."""
OPENING = ("/", "\\", "(", "[")


class Chosen(NamedTuple):
    """A name shared by several spaces, as written, and the space that a reading takes it for."""

    written: str
    meanings: tuple[SpaceId, ...]
    number: int

    @property
    def space(self) -> SpaceId:
        """The space that is meant."""
        return self.meanings[self.number]


Found = TypeVar("Found")


class Meaning(NamedTuple):
    """A possible order of a line, and the space that each shared name was taken for."""

    order: Order
    chosen: tuple[Chosen, ...]


class MeantUnit(NamedTuple):
    """A possible unit of a text, and the space that each shared name was taken for."""

    unit: Piece
    chosen: tuple[Chosen, ...]


def list_meanings(text: str, names: Names) -> list[Meaning]:
    """Every possible order of a line, the likeliest first; raises if there is none."""
    return [Meaning(order, chosen) for order, chosen in _read_in_every_way(text, names, Reader.read)]


def list_units(text: str, names: Names) -> list[MeantUnit]:
    """Every unit that a text such as ``F CAS`` can mean, the likeliest first; raises if there is none."""
    return [MeantUnit(unit, chosen) for unit, chosen in _read_in_every_way(text, names, Reader.read_unit)]


def find_trouble(text: str, names: Names) -> LegationError | None:
    """Why a text has no meaning as an order; None if it has one. It is quick, since it looks for no similar names."""
    try:
        _read_in_every_way(text, names, Reader.read, explains=False)
    except LegationError as error:
        return error
    return None


def breaks_off(text: str, names: Names) -> bool:
    """True if the end of an order is missing: ``A PAR supports``, ``F NTH C A LON -``."""
    trouble = find_trouble(text, names)
    missing = (Misreading.NAME_MISSING, Misreading.TARGET_MISSING)
    return isinstance(trouble, MalformedOrderError) and trouble.code in missing


def _read_in_every_way(
    text: str, names: Names, read: Callable[["Reader"], Found], *, explains: bool = True
) -> list[tuple[Found, tuple[Chosen, ...]]]:
    """What is read of a text with every meaning of its shared names; raises if nothing is."""
    if text.startswith("(") and (heading := UNDER_HEADING.match(text)):
        raise explain_heading(text, heading.group(1), names)
    if len(text) > MAX_TEXT:
        raise misread(text, Misreading.TOO_LONG, most=MAX_TEXT)
    words = split_words(text, names)
    found: list[tuple[Found, tuple[Chosen, ...]]] = []
    errors: list[LegationError] = []
    waiting: list[tuple[int, ...]] = [()]
    for choices in waiting:
        reader = Reader(text, words, names, choices, explains=explains)
        try:
            found.append((read(reader), tuple(reader.chosen)))
        except LegationError as error:
            errors.append(error)
        # Where this pass was the first to meet a shared name, it took the likeliest meaning; later ones take the
        # rest.
        taken = tuple(chosen.number for chosen in reader.chosen)
        for place in range(len(choices), len(taken)):
            others = range(1, len(reader.chosen[place].meanings))
            waiting += [(*taken[:place], number) for number in others][: MAX_READINGS - len(waiting)]
    if not found:
        raise errors[0]
    return found


class Words(NamedTuple):
    """The words and signs of a line."""

    words: Sequence[str]
    after_comma: frozenset[int]
    """The numbers of the words that follow a comma, or a tab. It may be inside a name, but ends a route."""


def split_words(text: str, names: Names) -> Words:
    """The words and signs of a line, without a bullet or a power's heading before them."""
    if STRUCK_OUT.search(text):
        raise misread(text, Misreading.STRUCK_OUT)
    plain = unescape(text) if "&" in text else text
    line = INVISIBLE.sub("", unicodedata.normalize("NFKC", plain)).lstrip()
    hidden = next((sign for sign in line if unicodedata.category(sign) in HIDDEN and not sign.isspace()), "")
    if hidden:
        raise misread(text, Misreading.STRANGE_SIGN, quoted=f"U+{ord(hidden):04X}")
    if line.startswith(">") or (line.startswith("\u00bb") and "\u00ab" not in line):
        raise misread(text, Misreading.QUOTED)
    line = line[BULLET.match(line).end() :]  # type: ignore[union-attr]
    head, colon, rest = line.partition(":")
    if colon and is_plain_heading(head) and fold(head) in names.nations and not is_unit_with_colon(head, rest, names):
        line = rest
    if DENIED.search(line):
        raise misread(text, Misreading.STRANGE_SIGN, quoted="!")
    line = ARROWS.sub(" - ", DISEMBARK.sub("dis", line))
    strange = FILLERS.sub("", TOKENS.sub("", line))
    if strange:
        raise misread(text, Misreading.STRANGE_SIGN, quoted=strange[0])
    words: list[str] = []
    after_comma: list[int] = []
    end = 0
    for found in TOKENS.finditer(line):
        if COMMA.search(line, end, found.start()):
            after_comma.append(len(words))
        words += _cut_letter_off(found.group(), words, names)
        end = found.end()
    return Words(words, frozenset(after_comma))


def is_plain_heading(head: str) -> bool:
    """True if no sign in a heading quotes it, strikes it out, or puts more than itself in brackets."""
    if head.isalpha():
        return True
    return (
        DENYING_SIGN.search(head) is None and head.count("(") == head.count(")") and head.count("[") == head.count("]")
    )


def unescape(text: str) -> str:
    """The text with HTML entities replaced by their characters."""
    import html  # noqa: PLC0415 - its table of names is large, and few letters need it

    return ENTITY.sub(lambda found: html.unescape(found.group()), text)


def _cut_letter_off(word: str, before: Sequence[str], names: Names) -> Sequence[str]:
    """``A.Par`` as ``A Par`` where a unit may stand; without the full stop only where codes have digits (``FMC22``)."""
    glued = GLUED.fullmatch(word)
    if glued is None or not _is_unit_in_one_word(word, before, names):
        return (word,)
    letter, stop, name = glued.groups()
    is_unit = find_name([name], 0, names).meanings and (stop or re.search("[0-9]", name))
    return (letter, name) if is_unit else (word,)


def _is_unit_in_one_word(word: str, before: Sequence[str], names: Names) -> bool:
    """True if a unit can begin at a word that is not a name: first of all, after a sign, an action or a power."""
    last = before[-1] if before else "-"
    can_begin = not last[0].isalnum() or bare(last) in ACTIONS or fold(POSSESSIVE.sub("", last)) in names.nations
    return can_begin and not find_name([word], 0, names).meanings


def is_unit_with_colon(head: str, rest: str, names: Names) -> bool:
    """True if a power's name before a colon is also a space, and an action follows: ``ENG: holds``."""
    follower = rest.split(maxsplit=1)
    return fold(head) in names.spaces and bool(follower) and bare(follower[0]) in ACTIONS


def misread(text: str, why: Misreading, **values: object) -> MalformedOrderError:
    """The error that says why a line is not an order."""
    shown = {key: shorten(str(value)) for key, value in values.items()}
    return MalformedOrderError(shorten(text.strip()), why.value, shown)


def bare(word: str) -> str:
    """A keyword without case and full stops."""
    return word.strip(".!'\u2019").lower()


def explain_heading(text: str, heading: str, names: Names) -> LegationError:
    """Why a line under a heading, ``(Old orders:) A PAR - BUR``, is not followed."""
    if heading == IN_BRACKETS:
        return misread(text, Misreading.IN_BRACKETS)
    near = difflib.get_close_matches(fold(heading), names.nations, n=1, cutoff=0.7) if heading.isalpha() else ()
    if near and fold(heading) not in names.nations:
        return UnknownNameError("power", heading, (names.nations[near[0]],))
    for pattern, why in ((DATE_ALONE, Misreading.DATED), (CONDITION_FIRST, Misreading.CONDITION)):
        if found := pattern.match(heading):
            return misread(text, why, quoted=found.group(1))
    return misread(text, Misreading.UNDER_HEADING, quoted=heading)


class FoundName(NamedTuple):
    """The possible meanings of a name, a coast attached to it (``BI4nc``), and where it ends."""

    meanings: tuple[SpaceId, ...]
    coast: str
    end: int


NO_NAME = FoundName((), "", 0)


@dataclass(slots=True)
class _Route:
    """The seas of a convoy, as far as they were read."""

    seas: list[SpaceId] = field(default_factory=list)
    is_list: bool = False
    """True if seas are listed, or a comma or a full stop precedes one: a dash after it belongs to another order."""
    is_linked: bool = False
    """True if dashes join the seas."""
    is_of_fleets: bool = False
    """True if the last one was named as a fleet (``via F NTH``), which may also be the unit of another order."""


def find_name(words: Sequence[str], start: int, names: Names, after_comma: Set[int] = frozenset()) -> FoundName:
    """The longest name that begins at a word. Hyphens and brackets inside a name do not matter."""
    first = fold(words[start])
    longest = names.lengths.get(first, 1)
    if longest > 1:
        places = [at for at in range(start, min(len(words), start + 2 * longest)) if words[at] not in ("-", "(", "[")]
        folded = [fold(words[at]) for at in places[:longest]]
        for count in range(len(folded), 1, -1):
            meanings = names.phrases.get(" ".join(folded[:count]))
            end = places[count - 1] + 1
            if meanings and not _runs_into_target(words, start, end, names):
                return FoundName(meanings, "", end)
    shortened = _find_cut_phrase(words, start, names, after_comma)
    if shortened:
        return shortened
    meanings = names.list_meanings(first)
    if not meanings and POSSESSIVE.search(words[start]):
        meanings = names.list_meanings(fold(POSSESSIVE.sub("", words[start])))  # "A MAR's move to BUR"
    if not meanings and (in_full := _write_out(words, start)):
        return _find_shortened(words, start, names, in_full)
    if not meanings and (number := _find_number(words, start + 1)):
        joined = [*words[:start], f"{first}{words[number]}", *words[number + 1 :]]
        found = find_name(joined, start, names)
        if found.meanings:
            return found._replace(end=found.end + number - start)
    if not meanings and bare(words[start]) not in RESERVED | DIRECTIONS:
        meanings = list_short_names(names).find_word(first)  # "Burg", "Liver"
    coast = "" if meanings else COASTS.get(first[-2:], "")
    if coast:
        meanings = tuple(space for space in names.list_meanings(first[:-2]) if coast in names.coasts[space])
    return FoundName(meanings, coast, start + 1)


def _find_cut_phrase(words: Sequence[str], start: int, names: Names, after_comma: Set[int]) -> FoundName | None:
    """A name of several words, each of which may be cut short: ``Eng. Ch.``, ``Gulf Bot``, ``Mid-Atl``."""
    parts, end, best = [fold(words[start])], start + 1, None
    if bare(words[start]) in RESERVED or DIGITS.search(words[start]):
        return None
    while len(parts) < LONGEST_PHRASE:
        at = end + (words[end : end + 1] == ["-"])
        if at >= len(words) or at in after_comma or not _is_part(words, at, names, is_joined=at > end):
            break
        parts.append(fold(words[at]))
        end = at + 1
        found = list_short_names(names).find_phrase(parts)
        is_cut = " ".join(parts) not in names.phrases
        best = FoundName(found, "", end) if len(found) == 1 and is_cut else best
    return best


def _is_part(words: Sequence[str], at: int, names: Names, *, is_joined: bool) -> bool:
    """True if a word may be part of a name; after a dash it may not be a name itself, since that would be a target."""
    word = words[at]
    is_free = bare(word) not in RESERVED or bare(words[at - 1]) == "of"  # "Gulf of Both."
    is_word = word[0].isalnum() and is_free and not find_coast(word) and not DIGITS.search(word)
    return is_word and not (is_joined and names.list_meanings(fold(word)))


def _runs_into_target(words: Sequence[str], start: int, end: int, names: Names) -> bool:
    """True if a name joins two over the dash between them: ``PO22 - obb of PO5`` names the box of PO5, not PO22's."""
    if words[start + 1] != "-" or not names.list_meanings(fold(words[start])):
        return False
    target = find_name(words, start + 2, names)
    return bool(target.meanings) and target.end > end and "-" not in words[end : target.end]


def _find_number(words: Sequence[str], at: int) -> int:
    """The place of a code's number that is written apart, ``PO 7`` or ``PO-7``; zero if there is none."""
    place = at + (words[at : at + 1] == ["-"])
    return place if place < len(words) and words[place].isdecimal() else 0


def _write_out(words: Sequence[str], start: int) -> tuple[str, ...]:
    """What a single letter may stand for: a side (``N. Sea``), or before ``of`` a water (``G. of Siam``)."""
    letter = fold(words[start])
    is_water = letter in WATERS and fold("".join(words[start + 1 : start + 2])) == "of"
    return (*SIDES.get(letter, ()), *((WATERS[letter],) if is_water else ()))


def _find_shortened(words: Sequence[str], start: int, names: Names, in_full: Sequence[str]) -> FoundName:
    """A name whose first word is shortened to its letter: ``N. Sea``, ``E. Med``, ``G. of Siam``."""
    for first in in_full:
        found = find_name([*words[:start], first, *words[start + 1 :]], start, names)
        if found.end > start + 1:
            return found
    return FoundName((), "", start + 1)


def find_leading_verb(text: str, names: Names) -> str:
    """The verb before the unit (``build`` in ``France builds A PAR``); empty if there is none."""
    try:
        reader = Reader(text, split_words(text, names), names, ())
    except LegationError:
        return ""
    return reader.find_leading_verb()


def looks_like_order(text: str, names: Names) -> bool:
    """True if a text begins like an order, with the kind of a unit or a verb, and goes on to do something."""
    try:
        found = split_words(text, names)
    except LegationError:
        return False
    words = found.words
    if Reader(text, found, names, ()).find_leading_verb():
        return len(words) > 1
    return bool(words) and bare(words[0]) in KINDS and any(bare(word) in ACTIONS for word in words[2:])


def is_named_late(text: str, names: Names) -> bool:
    """True if a unit is named only after words that are neither a name nor an action: ``in case Italy moves: A PAR H``.

    A misspelt name before the unit that it helps is none of them: ``Pariss S A MAR - BUR``.
    """
    try:
        found = split_words(text, names)
    except LegationError:
        return False
    reader = Reader(text, found, names, ())
    if reader.find_leading_verb() or not found.words or bare(found.words[0]) in KINDS or reader.begins_with_name():
        return False
    unit = next((at for at in range(1, len(found.words)) if reader.names_unit(at)), 0)
    before = [word for word in found.words[:unit] if word != "-"]
    if not before or ACTIONS.get(bare(before[-1])) not in HELPERS:
        return bool(before)
    return len(before) > 2 and not names.find_misspelt(before[:-1])


def is_short_power(word: str, names: Names) -> bool:
    """True for the name of a power that is shortened with a full stop: ``Fr.``, but not ``it.`` or ``no.``."""
    short = fold(word)
    is_short = word.endswith(".") and word[:1].isupper() and len(short) > 1 and bare(word) not in ("it", "no")
    return is_short and any(name.startswith(short) for name in names.nations)


class Reader:
    """One pass over the words of an order. ``choices`` says which meaning of each shared name to take."""

    def __init__(self, text: str, words: Words, names: Names, choices: Sequence[int], *, explains: bool = True) -> None:
        self.text = text
        self.explains = explains
        """False if no error needs to say what a wrong name may mean: the search for similar names is slow."""
        self.words, self.after_comma = words
        self.names = names
        self.choices = choices
        self.chosen: list[Chosen] = []
        self.found: dict[int, FoundName] = {}
        self.at = 0
        self.name_at = 0
        """Where the last name began."""

    def read(self) -> Order:
        """The order; raises if the line is not one."""
        order = self._order()
        if self.at < len(self.words):
            raise self._explain_longer(self.name_at) or self._error(Misreading.TOO_MUCH, quoted=self._rest())
        return order

    def read_unit(self) -> Piece:
        """The unit; raises if the text is not one, or more than one."""
        unit = self._piece()
        if self.at < len(self.words):
            raise self._explain_longer(self.name_at) or self._error(Misreading.NO_UNIT, quoted=self.text)
        return unit

    def find_leading_verb(self) -> str:
        """The verb before the unit, as written; empty if there is none."""
        self._skip_nation_before_verb()
        word = self._word()
        return word if bare(word) in LEADING and not self._is_name(self.at) else ""

    def begins_with_name(self) -> bool:
        """True if the text begins with the name of a space, after the name of a power or without one."""
        return self._is_name(self.at + self._count_nation_words(self.at))

    def names_unit(self, at: int) -> bool:
        """True if a unit is named with its kind from a word on."""
        return bare(self.words[at]) in KINDS and self._is_name(at + 1)

    def _order(self) -> Order:
        self._skip_nation_before_verb()
        word = bare(self._word())
        action = ACTIONS.get(word)
        if self._is_name(self.at):
            return self._unit_order()
        if word in ONE_BUILD and bare(self._word(1)) == "build" and ACTIONS.get(bare(self._word(2))) is Action.WAIVE:
            self.at += 2
            return self._waive()
        if action is Action.WAIVE:
            return self._waive()
        if IDLE.fullmatch(" ".join(map(bare, self.words[self.at :]))):
            raise self._error(Misreading.IDLE)
        if action is Action.BOMB:
            return self._bomb()
        if action in HELPERS:
            raise self._error(Misreading.HELPER_MISSING, action=action)
        if word in LEADING:
            if not self._word(1):
                raise self._error(Misreading.UNIT_MISSING, quoted=self._word())
            self.at += 1
            return self._verb_first(LEADING[word])
        return self._unit_order()

    def _verb_first(self, action: Action) -> Order:
        """``build A PAR``, ``move PAR to BUR``: the verb has already been read."""
        if action is Action.BUILD and self._action() is Action.WAIVE:
            return self._waive()
        unit = self._piece()
        match action:
            case Action.BUILD:
                return Build(unit)
            case Action.DISBAND:
                return Disband(unit)
            case Action.HOLD:
                return Hold(unit)
            case Action.RETREAT:
                self._skip_to()
                return self._retreat(unit)
            case _:
                self._need_target()
                return self._move(unit)

    def _waive(self) -> Waive:
        """``waive`` or ``waive a build``; ``waive builds`` is refused, since the number is unknown."""
        self.at += 1
        words = [bare(self._word(ahead)) for ahead in range(2)]
        if words[0] in ONE_BUILD and words[1] == "build":
            self.at += 2
        elif words[0] == "build":
            self.at += 1
        if self.at < len(self.words):
            raise self._error(Misreading.WAIVED_TOGETHER)
        return Waive()

    def _bomb(self) -> Bomb:
        """``BOMB PAR - MOS``, ``bomb Paris at Moscow``, ``launch a bomb from Paris at Moscow``, or in reverse ``bomb
        Moscow from Paris``."""
        self._skip_launching()
        self._skip_place_words()
        origin = space_of(self._location())
        if bare(self._word()) == "from":
            self.at += 1
            return Bomb(space_of(self._location()), origin)
        if bare(self._word()) == "at":
            self.at += 1
        else:
            self._skip_to()
        return Bomb(origin, space_of(self._location()))

    def _skip_launching(self) -> None:
        """Skip the verb, and ``a bomb`` after it."""
        self.at += 1
        ahead = 1 if bare(self._word()) in ("a", "one", "1", "the", "its") else 0
        ahead += bare(self._word(ahead)) == "gigaton"
        if bare(self._word(ahead)) in BOMB_WORDS and not self._is_name(self.at):
            self.at += ahead + 1

    def _unit_order(self) -> Order:
        unit = self._piece()
        self._skip_before_verb()
        is_given = bare(self._word()) in GIVING and bare(self._word(1)) == "support"
        self.at += is_given
        action = self._unit_action()
        if action in (None, Action.VIA, Action.CARRY, Action.WAIVE):
            why = Misreading.NO_ACTION if self._rest() else Misreading.ACTION_MISSING
            raise self._explain_longer(self.name_at) or self._error(why, quoted=self._rest(), unit=unit)
        if action is not Action.MOVE:
            self.at += 1
        match action:
            case Action.HOLD:
                self._skip_staying(unit)
                return Hold(unit)
            case Action.DISBAND:
                return Disband(unit)
            case Action.BUILD:
                return Build(unit)
            case Action.SUPPORT:
                self.at += is_given and bare(self._word()) in ("to", "for")
                return self._support(unit)
            case Action.CONVOY:
                return self._convoy(unit)
            case Action.EMBARK:
                return self._embark(unit)
            case Action.BOMB:  # "Paris bombs Moscow", "Paris launches a bomb at Moscow"
                self.at -= 1
                self._skip_launching()
                if bare(self._word()) in AIMING and not self._is_name(self.at):
                    self.at += 1
                return Bomb(unit.space, space_of(self._location()))
            case Action.RETREAT:
                self._skip_to(needed=False)
                return Disband(unit) if self._skip_off_board() else self._retreat(unit)
            case _:
                return self._move(unit)

    def _skip_staying(self, unit: Piece) -> None:
        """``A PAR holds its position``, ``stays put``, ``holds in Paris``: say the same once more."""
        if STAYING.fullmatch(" ".join(map(bare, self.words[self.at :]))):
            self.at = len(self.words)
        elif bare(self._word()) in PLACE_WORDS and not self._is_name(self.at):
            found = self._find_name(self.at + 1)
            self.at = found.end if unit.space in found.meanings else self.at

    def _skip_off_board(self) -> bool:
        """Skip ``off the board``; returns whether it was there."""
        rest = " ".join(map(bare, self.words[self.at :]))
        if rest not in OFF_BOARD or self._is_name(self.at):
            return False
        self.at = len(self.words)
        return True

    def _unit_action(self) -> Action | None:
        """What the unit does: it also moves if the convoy comes before the target."""
        if self._names_seas_first():
            return Action.MOVE
        return Action.CONVOY if bare(self._word()) == "transport" else self._action()

    def _convoy(self, unit: Piece) -> Order:
        """``F NTH C A LON - NWY``, or about the army itself ``A LON convoyed to NWY``."""
        if unit.kind is UnitKind.ARMY and self._action() is Action.MOVE:
            move = self._move(unit)
            return replace(move, via_convoy=True)
        if unit.kind is UnitKind.ARMY and self._names_seas_first():  # "A LON convoyed by F NTH to NWY"
            return self._move_by_sea(unit)
        if self._tells_target_first():  # "F NTH convoy to NWY from LON"
            target, army = self._target_and_origin()
            return Convoy(unit, army, target)
        army = self._helped_piece()
        self._skip_to()
        target = self._location()
        self._skip_manner()
        return Convoy(unit, army, target)

    def _tells_target_first(self) -> bool:
        return bare(self._word()) == "to" and not self._is_name(self.at) and "from" in map(bare, self.words[self.at :])

    def _target_and_origin(self) -> tuple[LocationId, Piece]:
        """``to Burgundy from Marseilles``, as webDiplomacy writes help for others."""
        self.at += 1
        target = self._location()
        if bare(self._word()) != "from":
            raise self._error(Misreading.TOO_MUCH, quoted=self._rest())
        self.at += 1
        return target, self._helped_piece()

    def _helped_piece(self) -> Piece:
        """Another unit, also in brackets: ``F NTH S (A BEL - HOL)``."""
        if self._word() in ("(", "[") and self._is_unit(self.at + 1):
            self.at += 1
        return self._piece()

    def _embark(self, unit: Piece) -> Embark:
        """``F PO7 E A NA7``, or about the army itself ``A NA7 embarks on F PO7``."""
        self._skip_place_words()
        return Embark(unit, self._piece())

    def _support(self, unit: Piece) -> Order:
        if bare(self._word()) == "of" and not self._is_name(self.at):  # "in support of"
            self.at += 1
        if self._word() == "-" and bare(self._word(1)) in ("hold", "move"):  # "support-hold"
            self.at += 1
        if bare(self._word()) in ("hold", "holding") and self._is_unit(self.at + 1) and not self._is_name(self.at):
            self.at += 1
            return SupportHold(unit, self._helped_piece())
        if bare(self._word()) in ("hold", "move") and bare(self._word(1)) == "to" and not self._is_name(self.at):
            self.at += 1
            if bare(self.words[self.at - 1]) == "hold":  # "A PAR support hold to Burgundy"
                self.at += 1
                return SupportHold(unit, self._piece())
            target, supported = self._target_and_origin()  # "A PAR support move to Burgundy from Marseilles"
            return SupportMove(unit, supported, target)
        is_named = self._skip_going()
        supported = self._helped_piece()
        self._skip_before_verb()
        self._skip_own_going()
        is_convoyed = self._action() is Action.CONVOY and ACTIONS.get(bare(self._word(1))) is Action.MOVE
        if self._action() is Action.HOLD or is_convoyed:  # "supports A LON convoyed to NWY"
            self.at += 1
        elif self._action() in HELPERS and self.at not in self.after_comma:
            return self._help(unit, supported)
        if is_named and bare(self._word()) in AIMING:
            self.at += 1
        elif is_named or self._action() is Action.MOVE:
            self._skip_to()
        else:
            self._skip_staying(supported)
            return SupportHold(unit, supported)
        target = self._location()
        self._skip_manner()
        return SupportMove(unit, supported, target)

    def _skip_manner(self) -> None:
        """Skip how the helped unit goes, by convoy or with bombs: that is in its own order."""
        if self._action() is Action.VIA:
            self._via()
        self._carry()

    def _help(self, unit: Piece, supported: Piece) -> Order:
        """Read the supported unit's own help for others: a unit that stays and helps is supported as if it held."""
        action, is_whole = self._action(), bare(self._word()).endswith("ing")
        self.at += 1
        if is_whole and not self._rest():  # "supports F PO7 in embarking"
            return SupportHold(unit, supported)
        if action is Action.SUPPORT:
            self._support(supported)
        elif action is Action.CONVOY:
            self._convoy(supported)
        else:
            ship = self._embark(supported).army
            if supported.kind is UnitKind.ARMY:  # "supports A NA7 embarking on F PO7": that is where it goes
                return SupportMove(unit, supported, ship.location)
        return SupportHold(unit, supported)

    def _skip_going(self) -> bool:
        """Skip ``the move of``, ``the attack by``, ``the move from``, ``move``; returns whether it was there."""
        start = self.at
        self._skip_article()
        is_going = bare(self._word()) in GOINGS and not self._is_name(self.at)
        if is_going and bare(self._word(1)) in ("of", "by", "from"):
            self.at += 2
            return True
        if is_going and self._is_unit(self.at + 1):
            self.at += 1
            return True
        self.at = start
        return False

    def _skip_own_going(self) -> None:
        """Skip ``in its`` of ``supports A PAR in its move to BUR``."""
        words = [bare(self._word(ahead)) for ahead in range(3)]
        if words[0] == "in" and words[1] in ("its", "their") and words[2] in GOINGS:
            self.at += 2

    def _retreat(self, unit: Piece) -> Retreat:
        if self._names_seas_first():
            move = self._move_by_sea(unit)
            target, path = move.target, move.path
        else:
            target = self._location()
            path = self._via() if self._action() in (Action.VIA, Action.CONVOY) else ()
        return Retreat(unit, target, path[0] if path else None, path[1:])

    def _move(self, unit: Piece) -> Move:
        if self._names_seas_first():
            return self._move_by_sea(unit)
        legs: list[LocationId] = []
        while self._action() is Action.MOVE and not (legs and self.at in self.after_comma):
            self._skip_to()
            if not legs and self._names_seas_first():  # "A LON goes by convoy to NWY"
                return self._move_by_sea(unit)
            legs.append(self._location())
            if self._action() is Action.MOVE and bare(self.words[self.at - 1]) in DIRECTIONS:
                raise self._error(Misreading.DIRECTION, quoted=self.words[self.at - 1])
        is_tagged = self._action() in (Action.VIA, Action.CONVOY)
        path = self._via() if is_tagged else ()
        path = self._check_route((*(space_of(leg) for leg in legs[:-1]), *path))
        return Move(unit, legs[-1], is_tagged or bool(path), path, self._carry())

    def _names_seas_first(self) -> bool:
        """True if a convoy or its seas come now and the target later: ``by convoy to NWY``, ``via NTH - NWY``."""
        is_way = self._action() is Action.VIA and not self._is_name(self.at)
        return is_way and any(bare(word) in ("-", "to") for word in self.words[self.at + 1 :])

    def _move_by_sea(self, unit: Piece) -> Move:
        """``A LON by convoy to NWY``, ``A LON via NTH - NWY``, ``A LON convoyed by F NTH to NWY``."""
        seas: list[SpaceId] = []
        needs_more, start = bare(self._word()) in CROSSING, self.at
        while bare(self._word()) not in ("-", "to"):  # not "by land to NWY"
            if not self._skip_convoy_words():
                seas.append(self._ferry())
        if needs_more and self.at == start + 1:  # "A PAR by - BUR"
            raise self._error(Misreading.NAME_BEFORE, quoted=self._rest())
        move = self._move(unit)
        return replace(move, via_convoy=True, path=self._check_route((*seas, *move.path)))

    def _check_route(self, route: tuple[SpaceId, ...]) -> tuple[SpaceId, ...]:
        """The route, which must not cross a sea twice."""
        again = [sea for place, sea in enumerate(route) if sea in route[:place]]
        if again:
            raise self._error(Misreading.TOO_MUCH, quoted=again[0])
        return route

    def _via(self) -> tuple[SpaceId, ...]:
        """``VIA``, ``via convoy``, ``by convoy``, or ``via``, ``over``, ``across`` and the seas or fleets in them.

        The route ends where the next order of the line begins: ``via NTH, F NWG - BAR`` does not go over the Barents
        Sea.
        """
        needs_more = bare(self._word()) in CROSSING
        self._skip_convoy_words()
        if needs_more and self.at == len(self.words):
            raise self._error(Misreading.NAME_MISSING)
        route = _Route()
        while self.at < len(self.words) and self._action() is not Action.CARRY and self._follow_route(route):
            pass
        if bare(self.words[self.at - 1]) in ("-", "to"):
            raise self._error(Misreading.NAME_MISSING)
        return tuple(route.seas)

    def _follow_route(self, route: "_Route") -> bool:
        """Read the next word or sea of a route; False if the route is over."""
        word, follower = bare(self._word()), bare(self._word(1))
        if word in ("-", "to"):  # not "by land"
            if route.is_list or (route.is_of_fleets and follower not in KINDS):
                return False
            self.at += 1
            route.is_linked = True
        elif self._action() in (Action.CONVOY, Action.VIA) and (route.is_list or route.is_of_fleets):
            return False
        elif not self._skip_convoy_words():
            return self._add_ferry(route)
        return True

    def _add_ferry(self, route: "_Route") -> bool:
        """Read the next sea of a route, or the fleet in it; False if it belongs to another order."""
        start = self.at
        is_last = bare(self._word()) == "and" and bool(route.seas)
        self.at += is_last
        is_apart = self.at in self.after_comma or self.words[self.at - 1].endswith(".")
        is_next = bool(route.seas) and self.words[self.at - 1] not in ("-", "to")
        route.is_list = route.is_list or is_apart or is_next
        route.is_of_fleets = bare(self._word()) in KINDS or bare(self._word()) in ARTICLES
        sea = self._ferry()
        is_end = self.at == len(self.words) or self._action() is Action.CARRY
        if sea in route.seas or (is_next and route.is_linked) or (is_last and not is_end):
            self.at = start
            return False
        route.seas.append(sea)
        return True

    def _skip_convoy_words(self) -> bool:
        """Skip a word for a convoy: ``via``, ``by way of``, ``convoy``, ``fleet convoy``; False if there is none."""
        if self._action() in (Action.CONVOY, Action.VIA):
            self.at += 1
            if [bare(self._word(ahead)) for ahead in range(2)] == ["way", "of"]:
                self.at += 2
        elif bare(self._word()) == "fleet" and ACTIONS.get(bare(self._word(1))) is Action.CONVOY:
            self.at += 2
        else:
            return False
        return True

    def _ferry(self) -> SpaceId:
        """A sea, or the fleet in it."""
        piece = self._piece()
        if piece.kind is UnitKind.ARMY:
            raise self._error(Misreading.NO_FERRY, quoted=piece)
        return piece.space

    def _carry(self) -> int:
        if self._action() is not Action.CARRY:
            return 0
        word = bare(self._word(1))
        number = int(word) if re.fullmatch(r"[0-9]{1,3}", word) else NUMBERS.get(word)
        if number is None:
            raise self._error(Misreading.NUMBER_MISSING)
        self.at += 2
        if bare(self._word()) in BOMB_WORDS:
            self.at += 1
        return number

    def _piece(self) -> Piece:
        """``A PAR``, ``the French army in Paris``, ``A(par)``, or a bare name."""
        self._skip_article()
        self._skip_nation()
        self._skip_article()
        kind = self._kind()
        self._skip_place_words()
        piece = Piece(kind, self._location())
        if self._word() in ("(", "["):  # "A BEL (GER)"
            count = self._count_nation_words(self.at + 1)
            self.at += count + 1 if count else 0
        return piece

    def _skip_article(self) -> None:
        """Skip an article. ``a`` is one only before a written-out kind: ``a fleet``, but ``a par`` is an army."""
        word = bare(self._word())
        if word == "a":
            follower = self._word(1 + self._count_nation_words(self.at + 1))
            self.at += bare(follower) in WRITTEN_OUT
        while bare(self._word()) in ARTICLES and not self._is_name(self.at):
            self.at += 1

    def _skip_place_words(self) -> None:
        if bare(self._word()) in PLACE_WORDS and not self._is_name(self.at):
            self.at += 1

    def _skip_before_verb(self) -> None:
        """``A PAR to hold``, ``will hold``, ``is to move``, ``supports A MAR in holding``: only the verb counts."""
        is_followed = self._is_verb(1) or (bare(self._word(1)) == "to" and self._is_verb(2))
        if bare(self._word()) in AUXILIARIES and is_followed and not self._is_name(self.at):
            self.at += 1
        if bare(self._word()) in ("to", "in") and self._is_verb(1):
            self.at += 1

    def _is_verb(self, ahead: int) -> bool:
        """True for the verb of an order; letters other than ``H`` may be anything."""
        word = bare(self._word(ahead))
        action = ACTIONS.get(word)
        is_verb = action is Action.HOLD or (len(word) > 1 and action in VERBS and word not in ("to", "into"))
        return is_verb and not self._is_name(self.at + ahead)

    def _skip_nation(self) -> None:
        """``S French A MAR``: the power of the unit does not matter, right or wrong (DATC 4.C.5, 4.C.6).

        A word that is also a space, such as ``ENG``, is a power only before the kind of a unit.
        """
        opened = self._word() in ("(", "[")
        count = self._count_nation_words(self.at + opened)
        if opened and not self._is_closed(count):  # "(France: A PAR - BUR)"
            return
        if count and (bare(self._word(opened + count)) in KINDS or not self._is_name(self.at)):
            self.at += opened + count

    def _is_closed(self, count: int) -> bool:
        """True if the bracket that is open here contains so many words and no more."""
        inside = r"\W+".join(re.escape(self._word(ahead)) for ahead in range(1, count + 1))
        return re.search(rf"[(\[]\W*{inside}\W*[)\]]", self.text) is not None

    def _skip_nation_before_verb(self) -> None:
        """``France builds an army in Paris``, ``France waives``."""
        after = self._count_nation_words(self.at)
        verb = bare(self._word(after))
        if after and (verb in LEADING or ACTIONS.get(verb) is Action.WAIVE) and not self._is_name(self.at):
            self.at += after

    def _count_nation_words(self, at: int) -> int:
        """The number of words from here on that name a power; the longest name counts.

        Before a comma or a full stop a name that is also a space is the space: ``S ENG, F LON S NTH``.
        """
        words = [POSSESSIVE.sub("", word) for word in self.words[at : at + 3]]
        if not words or bare(words[0]) in KINDS:
            return 0
        if fold(words[0]) not in self.names.nation_words:
            return int(at > 0 and is_short_power(words[0], self.names))
        counts = [count for count in (3, 2, 1) if fold("".join(words[:count])) in self.names.nations]
        found = next((count for count in counts if len(words) >= count and words[count - 1] != "-"), 0)
        is_end = at + found in self.after_comma or self.words[at + found - 1].endswith(".")
        return 0 if found and is_end and self._is_name(at) else found

    def _kind(self) -> UnitKind | None:
        word = bare(self._word())
        if word == "unit" and not self._is_name(self.at):
            self.at += 1
            return None
        if word not in KINDS or (self._is_name(self.at) and not self._is_name(self.at + 1)):
            return None
        self.at += 1
        if word == "transport" and bare(self._word()) == "fleet":
            self.at += 1
        if self._word() in ("-", "(", "["):  # "A-Par", "A(par)"
            self.at += 1
        return KINDS[word]

    def _location(self) -> LocationId:
        if bare(self._word()) in ARTICLES and not self._is_name(self.at):
            self.at += 1
        side = self._skip_coast_of()
        self.name_at = self.at
        meanings, coast, end = self._find_name(self.at)
        if not meanings:
            raise self._explain_name()
        space = self._choose(meanings, end)
        self.at = end
        self._skip_code(space)
        if fold(space) in self.names.impassable:
            raise self.names.explain_unknown(space)
        coast = side or coast or self._coast(space)
        if not coast or not self.names.coasts[space]:  # a coast of a space without coasts does no harm (DATC 4.B.6)
            return LocationId(space)
        return self.names.place_on_coast(space, coast)

    def _skip_code(self, space: SpaceId) -> None:
        """``Norwegian Sea (NWG)``, as lists of names print it: the same space once more, in brackets."""
        if self._word() in ("(", "["):
            again = self._find_name(self.at + 1)
            if space in again.meanings and not again.coast:
                self.at = again.end

    def _choose(self, meanings: tuple[SpaceId, ...], end: int) -> SpaceId:
        if len(meanings) == 1:
            return meanings[0]
        place = len(self.chosen)
        number = self.choices[place] if place < len(self.choices) else 0
        self.chosen.append(Chosen(" ".join(self.words[self.at : end]), meanings, number))
        return meanings[number]

    def _skip_coast_of(self) -> str:
        """The coast of ``the north coast of Spain``; empty if it is not named first."""
        for count in (2, 1):
            coast = COASTS.get(fold("".join(self.words[self.at : self.at + count])))
            if coast and bare(self._word(count)) == "of":
                self.at += count + 1
                return coast
        return ""

    def _coast(self, space: SpaceId) -> str:
        """``/SC``, ``(sc)``, ``sc``, ``south coast``, ``(s)``, ``-sc``: any of these after a name."""
        if self._word() == "-":
            return self._coast_after_dash(space)
        start = self.at + (self._word() in OPENING)
        for count in (2, 1):
            words = self.words[start : start + count]
            coast = COASTS.get(fold("".join(words))) if count > 1 else find_coast("".join(words))
            is_space = count == 1 and start == self.at and self._is_name(start)  # "via ESC SCS"
            if coast and len(words) == count and "-" not in words and not is_space:
                self.at = start + count
                return coast
        if start > self.at and (coast := COASTS.get(f"{fold(self._word(1))}c")) in self.names.coasts[space]:
            self.at = start + 1
            return coast
        if self._word() in ("(", "[") and bare(self._word(1)) in ACTIONS:
            self.at = start  # "A LON - NWY (via convoy)", "A MAR (S) A PAR - BUR"
            return ""
        if self._word() in ("/", "\\"):  # a note in brackets is no coast: "A PAR - BUR (if possible)"
            raise self._error(Misreading.COAST_MISSING, quoted=self._word())
        return ""

    def _coast_after_dash(self, space: SpaceId) -> str:
        """``Spa-nc``; any other word after a dash is a target."""
        coast = find_coast(self._word(1))
        if coast not in self.names.coasts[space] or self._is_name(self.at + 1):
            return ""
        self.at += 2
        return coast

    def _find_name(self, start: int) -> FoundName:
        """The possible meanings of the longest name that begins at a word."""
        if start >= len(self.words):
            return NO_NAME
        if start not in self.found:
            self.found[start] = find_name(self.words, start, self.names, self.after_comma)
        return self.found[start]

    def _is_name(self, at: int) -> bool:
        if at < len(self.words) and self.words[at] in ("-", "(", "["):
            at += 1
        return bool(self._find_name(at)[0])

    def _explain_longer(self, start: int) -> LegationError | None:
        """A name of several words with a wrong letter, some of which are a name themselves: ``North Atlatic Ocean``."""
        if not self.explains:
            return None
        for hyphens in (0, 1):  # "Mid-Atlatic"
            name = self._list_words(start, hyphens)
            several = list_short_names(self.names).find_phrase([fold(word) for word in name if word != "-"])
            if 1 < len(several) <= MOST_MEANINGS:  # "Nor. Sea"
                return self.names.ask_which(" ".join(name), several)
            near = self.names.find_misspelt([word for word in name if word != "-"])
            found = tuple(code for code in near if not self._is_name_and_more(start, code))
            if found:
                return UnknownNameError("space", " ".join(name).replace(" - ", "-"), found)
        return None

    def _is_name_and_more(self, start: int, code: str) -> bool:
        """True for a name and a word that only resemble another name of the space: ``BUR and``, ``PAR is``."""
        if code not in self._find_name(start).meanings:
            return False
        first = f"{fold(self.words[start])} "
        longer = (found for phrase, found in self.names.phrases.items() if phrase.startswith(first))
        return not any(code in found for found in longer)

    def _list_words(self, start: int, hyphens: int) -> list[str]:
        """The words up to the next action or bracket, across so many hyphens."""
        name: list[str] = []
        for word in self.words[start:]:
            if word in OPENING or (bare(word) in ACTIONS and (word != "-" or name.count("-") == hyphens)):
                break
            name.append(word)
        return name

    def _explain_name(self) -> LegationError:
        """Why there is no name here: quotes the words up to the next known one."""
        for pattern, why in ((DATE_BEFORE, Misreading.DATED), (CONDITION_BEFORE, Misreading.CONDITION)):
            if before := pattern.match(self.text):
                return self._error(why, quoted=before.group(1))
        if self.at == 0 and self._word() in ("(", "["):
            return self._error(Misreading.IN_BRACKETS)
        longer = self._explain_longer(self.at)
        if longer is not None:
            return longer
        wrong = self._list_wrong()
        text = " ".join(wrong)
        if not text:
            why = Misreading.NAME_BEFORE if self._rest() else Misreading.NAME_MISSING
            return self._error(why, quoted=self._rest())
        found = self._explain_word(wrong[0], text) or (self._explain_beginning(wrong) if self.at == 0 else None)
        if found is None and not self.explains:
            return UnknownNameError("space", text)
        return found or self.names.explain_unknown(text)

    def _explain_word(self, word: str, text: str) -> LegationError | None:
        """Why a word begins no name; None if the name may only be misspelt."""
        first = bare(word)
        if first in CONDITIONS:
            return self._error(Misreading.CONDITION, quoted=word)
        if first in ACTIONS and len(first) > 1 and self._word(1):
            return self._error(Misreading.NAME_BEFORE, quoted=self._rest())
        if first in QUANTITIES:
            return self._error(Misreading.NOT_ONE_UNIT, quoted=text)
        return None

    def _list_wrong(self) -> list[str]:
        """The words up to the next name of a unit, action or sign."""
        wrong: list[str] = []
        for number in range(self.at, len(self.words)):
            word = self.words[number]
            if word in ("-", *OPENING) or (wrong and (bare(word) in ACTIONS or self._is_unit(number))):
                break
            wrong.append(word)
        return wrong

    def _explain_beginning(self, wrong: Sequence[str]) -> LegationError | None:
        """Why a line does not begin like an order; None if only the name of its unit may be wrong."""
        first, text = bare(wrong[0]), " ".join(wrong)
        if CANCELLING.fullmatch(first):
            return self._error(Misreading.CANCELLED)
        is_goal = self.words[len(wrong) : len(wrong) + 1] == ["-"]  # "Pariss - BUR"
        if (self._is_unit(len(wrong)) and not is_goal) or self._is_verb_and_unit(len(wrong)):
            return self._explain_heading(text)
        if not any(bare(word) in ACTIONS for word in self.words):
            return self._error(Misreading.NO_ORDER, quoted=text)
        return None

    def _is_unit(self, at: int) -> bool:
        """True if a unit is named from here on, with or without its kind."""
        return self._is_name(at) or (bare("".join(self.words[at : at + 1])) in KINDS and self._is_name(at + 1))

    def _is_verb_and_unit(self, at: int) -> bool:
        """True for the beginning of an order, such as ``move A PAR``."""
        return bare("".join(self.words[at : at + 1])) in LEADING and self._is_unit(at + 1)

    def _explain_heading(self, text: str) -> LegationError:
        """Only the name of a power may come before an order."""
        near = difflib.get_close_matches(fold(text), self.names.nations, n=1, cutoff=0.7)
        if near:
            return UnknownNameError("power", text, (self.names.nations[near[0]],))
        return self._error(Misreading.STRANGE_WORD, quoted=text)

    def _need_target(self) -> None:
        if self._action() is not Action.MOVE:
            self._skip_to()

    def _skip_to(self, *, needed: bool = True) -> None:
        """Skip ``-``, ``to``, ``moves to``, ``attack on``, ``lands in``."""
        start = self.at
        while self._action() is Action.MOVE:
            self.at += 1
        is_verb = self.at > start and self.words[self.at - 1] != "-"
        if is_verb and bare(self._word()) in AIMING and not self._is_name(self.at):
            self.at += 1
        if needed and self.at == start:
            why = Misreading.TARGET_BEFORE if self._rest() else Misreading.TARGET_MISSING
            raise self._explain_longer(self.name_at) or self._error(why, quoted=self._rest())

    def _word(self, ahead: int = 0) -> str:
        return self.words[self.at + ahead] if self.at + ahead < len(self.words) else ""

    def _action(self) -> Action | None:
        return ACTIONS.get(bare(self._word()))

    def _rest(self) -> str:
        return " ".join(self.words[self.at :]).replace("( ", "(").replace("[ ", "[")

    def _error(self, why: Misreading, **values: object) -> MalformedOrderError:
        return misread(self.text, why, **values)
