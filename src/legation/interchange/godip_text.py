"""Games of godip as text: PHASE, POSITIONS and ORDERS, one fact per line.

Orders name only spaces. The unit and its power follow from the positions above them.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from legation.errors import RequestError, quote
from legation.game import Phase, PhaseKind, Season
from legation.interchange.model import (
    LONGEST_LINE,
    MOST_LINES,
    MOST_PHASES,
    MOST_POWERS,
    ForeignGame,
    ForeignPhase,
    ForeignPosition,
    Origin,
)

HEADING = re.compile(r"PHASE\s+(?P<year>\d{1,4})\s+(?P<season>[A-Za-z]+)\s+(?P<kind>Movement|Retreat|Adjustment)\s*")
FACT = re.compile(r"\s*(?P<power>[^:]{1,60}):\s*(?P<what>[a-z]+)(?P<gone>/dislodged)?\s+(?P<place>[^\s:]{1,20})\s*")
KINDS = {"Movement": PhaseKind.MOVES, "Retreat": PhaseKind.RETREATS, "Adjustment": PhaseKind.ADJUSTMENTS}
SEASONS = {"Spring": Season.SPRING, "Fall": Season.FALL, "Autumn": Season.FALL, "Winter": Season.WINTER}
HALF_YEAR = "Year"
"""If every turn is called a year, two turns and an adjustment make an ordinary year."""
LETTERS = {"army": "A", "fleet": "F"}
MOST_FACTS = MOST_POWERS * MOST_LINES


def is_godip_text(text: str) -> bool:
    """True if a text begins like these games."""
    return bool(HEADING.match(text.lstrip("\ufeff \t\r\n").split("\n", 1)[0]))


@dataclass(slots=True)
class _Draft:
    """A phase while it is being read."""

    name: str
    phase: Phase
    units: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    centres: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    dislodged: dict[str, dict[str, tuple[str, ...] | None]] = field(default_factory=lambda: defaultdict(dict))
    orders: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def finish(self) -> ForeignPhase:
        """The phase as a value."""
        position = ForeignPosition(_freeze(self.units), _freeze(self.centres), dict(self.dislodged))
        return ForeignPhase(self.phase, self.name, position, _freeze(self.orders))

    def find(self, place: str, *, gone: bool = False) -> tuple[str, str] | None:
        """The power and the unit in a space; ``gone``: one that must retreat."""
        space = place.partition("/")[0]
        found = {power: list(units) for power, units in self.dislodged.items()} if gone else self.units
        for power, units in found.items():
            for unit in units:
                if unit[2:].partition("/")[0] == space:
                    return power, unit
        return None

    def find_owner(self, place: str) -> str | None:
        """Who owns the centre in a space."""
        space = place.partition("/")[0]
        return next((power for power, centres in self.centres.items() if space in centres), None)


def _freeze(found: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {power: tuple(items) for power, items in found.items()}


def read_godip_text(text: str, name: str) -> ForeignGame:
    """The game of a text; raises a ``RequestError`` that names the line."""
    phases: list[_Draft] = []
    part, count = "", 0
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        place = f"line {number}"
        if len(line) > LONGEST_LINE:
            raise RequestError(place, f"has {len(line)} characters; at most {LONGEST_LINE} are read")
        if not line.strip():
            continue
        if line.startswith("PHASE"):
            phases.append(_begin(line, phases, place))
            part, count = "", 0
        elif line.strip() in ("POSITIONS", "ORDERS") and phases:
            part = line.strip()
        elif part:
            count += 1
            if count > MOST_FACTS:
                raise RequestError(place, f"one phase has more than {MOST_FACTS} lines")
            (_add_fact if part == "POSITIONS" else _add_order)(phases[-1], line, place)
        else:
            raise RequestError(place, f"{quote(line)}: expected PHASE, POSITIONS or ORDERS")
    if not phases:
        raise RequestError(name, "there is no phase in it")
    return ForeignGame(Origin.GODIP, name, "", tuple(draft.finish() for draft in phases))


def _begin(line: str, phases: list[_Draft], place: str) -> _Draft:
    found = HEADING.fullmatch(line)
    if found is None or len(phases) >= MOST_PHASES:
        problem = "there are too many phases" if found else f"{quote(line)} is not a phase"
        raise RequestError(place, f"{problem}; expected one like 'PHASE 1901 Spring Movement', at most {MOST_PHASES}")
    kind = KINDS[found["kind"]]
    season = _find_season(found["season"], kind, phases)
    if season is None:
        raise RequestError(place, f"unknown season {quote(found['season'])}")
    return _Draft(line.strip().removeprefix("PHASE "), Phase(season, int(found["year"]), kind))


def _find_season(word: str, kind: PhaseKind, phases: list[_Draft]) -> Season | None:
    if kind is PhaseKind.ADJUSTMENTS:
        return Season.WINTER
    if word != HALF_YEAR:
        season = SEASONS.get(word)
        return season if season is not Season.WINTER else None
    last = phases[-1].phase if phases else None
    if kind is PhaseKind.RETREATS:
        return last.season if last else Season.SPRING
    return Season.FALL if last is not None and last.season is Season.SPRING else Season.SPRING


def _add_fact(draft: _Draft, line: str, place: str) -> None:
    found = FACT.fullmatch(line)
    if found is None or (found["what"] not in LETTERS and (found["what"] != "supply" or found["gone"])):
        raise RequestError(place, f"{quote(line)} is not a fact; expected one like 'Egypt: army mem'")
    power = found["power"].strip()
    if found["what"] == "supply":
        draft.centres[power].append(found["place"])
        return
    unit = f"{LETTERS[found['what']]} {found['place']}"
    if found["gone"]:
        draft.dislodged[power][unit] = None
    else:
        draft.units[power].append(unit)


def _add_order(draft: _Draft, line: str, place: str) -> None:
    for power, text in _read_order(draft, line.split(), place):
        draft.orders[power].append(text)


def _read_order(draft: _Draft, words: list[str], place: str) -> Iterator[tuple[str, str]]:
    """The power of an order, and the order in our notation. An order for a missing unit had no effect there either."""
    match [word if at else word.lower() for at, word in enumerate(words)]:
        case ["build", *rest] if len(rest) in (2, 3) and rest[-2].lower() in LETTERS:
            owner = draft.find_owner(rest[-1])
            if owner is not None:
                yield owner, f"{LETTERS[rest[-2].lower()]} {rest[-1]} B"
        case [source, "build", kind] if kind.lower() in LETTERS:
            owner = draft.find_owner(source)
            if owner is not None:
                yield owner, f"{LETTERS[kind.lower()]} {source} B"
        case ["remove" | "disband", target] | [target, "remove" | "disband"]:
            yield from _order(draft, target, "D", gone=draft.phase.kind is PhaseKind.RETREATS)
        case [source, "hold"]:
            yield from _order(draft, source, "H")
        case [source, "move" | "moveviaconvoy" as verb, target, *rest] if rest in ([], ["via", "convoy"]):
            is_retreat = draft.phase.kind is PhaseKind.RETREATS
            via = " VIA" if rest or verb != "move" else ""
            yield from _order(draft, source, f"R {target}" if is_retreat else f"- {target}{via}", gone=is_retreat)
        case [source, "support", other]:
            yield from _order(draft, source, f"S {_name(draft, other)}")
        case [source, "support", other, "move", target]:
            yield from _order(draft, source, f"S {_name(draft, other)} - {target}")
        case [source, "convoy", other, "move", target]:
            yield from _order(draft, source, f"C {_name(draft, other)} - {target}")
        case _:
            raise RequestError(place, f"{quote(' '.join(words))} is not a known order")


def _order(draft: _Draft, source: str, rest: str, *, gone: bool = False) -> Iterator[tuple[str, str]]:
    found = draft.find(source, gone=gone)
    if found is not None:
        yield found[0], f"{found[1]} {rest}"


def _name(draft: _Draft, place: str) -> str:
    """The name of a supported or convoyed unit, with its letter if there is one."""
    found = draft.find(place)
    return found[1] if found else place
