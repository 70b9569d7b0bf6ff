"""Splits lists of units and places, as zines print them; the board's own readers read every name."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from legation.board import Board, LocationId, fold
from legation.errors import LegationError

BETWEEN = re.compile(r"\s*[,;]\s*|\s*&\s*|\s+and\s+", re.IGNORECASE)
UNIT_BEGINS = re.compile(r"\(?\b(?:A|F|TF|army|armies|fleet|transport)\b[\s(.-]*(?=\w)", re.IGNORECASE)
NEXT_UNIT = re.compile(r"(?<=[\w).*])\s+(?=(?:A|F|TF|Army|Fleet)\b[\s(])")
MUST_RETREAT = re.compile(
    r"[\s,]*[(\[]?\b(?:is |was )?(?:dislodged|routed|must retreat|has to retreat|retreating|retreats|\bR\b\s*[)\]])",
    re.IGNORECASE,
)
ORIGIN = re.compile(
    r"\b(?:from|by)\s+(?:the\s+)?(?:attack\s+)?(?:from\s+)?(.+?)\s*(?=$|[,;:)\]]|\b(?:retreats?|may|can|to|options)\b)",
    re.IGNORECASE,
)
WAYS = re.compile(
    r"\b(?:retreats?|options|may(?:\s+(?:go|retreat))?|can(?:\s+(?:go|retreat))?|to)\b\s*(?:to\b)?\s*:?\s*(.*)$",
    re.IGNORECASE,
)
NO_PLACE = re.compile(
    r"\s*(?:or\s+)?(?:disbands?|disband only|off the board|otb|none|no(?:where| retreats?)?|destroyed)\s*",
    re.IGNORECASE,
)
TOTAL = re.compile(
    r"\s*(?:=|\btotal\b|[(\[])\s*(\d{1,3})\s*(?:supply\s+)?(?:cent(?:re|er)s?|scs?|units?|dots?)?\s*[)\]]?\s*[.,;]?\s*$",
    re.IGNORECASE,
)
CHANGE = re.compile(
    r"[\s,;.(\[]*\b(?:(?:builds?|removes?|gains?|loses?)\s+(?:\d{1,2}|one|two|three|four|five|six)|no change|even)"
    r"(?:\s+units?)?\s*[)\].]*\s*$|\s*[(\[]\s*[+-]\s*\d{1,2}\s*[)\]]\s*$",
    re.IGNORECASE,
)


class Dislodgement(NamedTuple):
    """A unit that must retreat, still as text."""

    unit: str
    origin: str | None
    """The space its attacker came from, if printed."""
    ways: tuple[str, ...] | None
    """The spaces it may retreat to, if printed."""


def split_list(text: str) -> list[str]:
    """The parts between commas, semicolons and the word and."""
    parts = (part.strip(" \t.*_\u2022") for part in BETWEEN.split(text))
    return [part for part in parts if part]


def split_units(text: str) -> list[str]:
    """Split units written side by side without a comma: ``A Vie A Bud F Tri``."""
    return [part.strip(" \t.*") for part in NEXT_UNIT.split(text)]


def split_places(board: Board, text: str) -> list[str] | None:
    """Split places written side by side without a comma: ``Vie Bud Tri``. None if some words name no place."""
    words, found, at = text.split(), [], 0
    while at < len(words):
        for end in range(min(len(words), at + 5), at, -1):
            name = " ".join(words[at:end])
            if is_place(board, name):
                found.append(name)
                at = end
                break
        else:
            return None
    return found


def is_place(board: Board, name: str) -> bool:
    """True if the whole text names a place. It skips the slow search for similar names."""
    return len(board.names.spaces.get(fold(name), ())) == 1


def take_total(text: str) -> tuple[str, int | None]:
    """A list without the number printed after it (``= 5``, ``(5)``), and that number."""
    text = CHANGE.sub("", text)
    found = TOTAL.search(text)
    return (text[: found.start()], int(found.group(1))) if found else (text, None)


def split_statements(text: str, *, is_dislodged: bool) -> Iterator[str | Dislodgement]:
    """The units of a line. Everything about a dislodged unit, commas included, stays with it."""
    for segment in text.split(";"):
        waiting: list[str] = []
        for part in segment.split(","):
            begins = UNIT_BEGINS.match(part.strip()) is not None
            if waiting and not begins:
                waiting.append(part)
                continue
            if waiting:
                yield read_dislodgement(",".join(waiting))
                waiting = []
            if MUST_RETREAT.search(part) or (is_dislodged and part.strip()):
                waiting = [part]
            else:
                yield from split_list(part)
        if waiting:
            yield read_dislodgement(",".join(waiting))


def read_dislodgement(text: str) -> Dislodgement:
    """``A Mun dislodged from Ber, retreats: Boh, Kie``."""
    verb = MUST_RETREAT.search(text)
    unit, rest = (text[: verb.start()], text[verb.start() :]) if verb else (text, "")
    if not verb:
        at = re.search(r"[(\[]?\b(?:from|by)\b|:|\s(?:may|can|to)\s", text, re.IGNORECASE)
        unit, rest = (text[: at.start()], text[at.start() :]) if at else (text, "")
    origin = ORIGIN.search(rest)
    after = rest[origin.end() :] if origin else re.sub(r"^[\s,]*[(\[]?(?:dislodged|routed)[)\]]?", "", rest, flags=re.I)
    if not origin and verb and re.search(r"retreats\s*$", verb.group(), re.IGNORECASE):
        after = f"retreats {rest[len(verb.group()) :]}"
    ways = WAYS.search(after) or re.search(r":\s*(.*)$", after)
    places = None if ways is None or not ways.group(1).strip() else _split_ways(ways.group(1))
    if places is None and NO_PLACE.fullmatch(after.strip(" \t,;:.()[]")) and after.strip(" \t,;:.()[]"):
        places = ()
    return Dislodgement(unit.strip(" \t*(["), origin.group(1).strip() if origin else None, places)


def _split_ways(text: str) -> tuple[str, ...]:
    parts = re.split(r"\s*[,/]\s*(?![NSEW]C\b)|\s+or\s+|\s+and\s+", text.strip(" \t.()[]"), flags=re.IGNORECASE)
    return tuple(part.strip() for part in parts if part.strip() and not NO_PLACE.fullmatch(part))


def keep_place(board: Board, text: str) -> LocationId:
    """The place that a text names, with or without the kind of a unit before it: ``Ber``, ``A Ber``."""
    bare = re.sub(r"^(?:A|F|TF|army|fleet)\b[\s(]*", "", text.strip(), flags=re.IGNORECASE).rstrip(" )]")
    try:
        return board.parse_location(text)
    except LegationError:
        return board.parse_location(bare)
