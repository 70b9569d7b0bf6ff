"""Reads a printed position line by line: headings of powers, lists of units and centres, facts of rule modules."""

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from legation.board import LocationId, PowerId, SpaceId, Unit, UnitKind, fold, space_of
from legation.errors import LegationError, RequestError, quote
from legation.game import load_json, read_unit
from legation.judge import Rulebook
from legation.orders import Embark
from legation.render.words import ENGLISH, capitalize
from legation.variants import Variant
from legation.zine.items import (
    UNIT_BEGINS,
    Dislodgement,
    is_place,
    keep_place,
    split_list,
    split_places,
    split_statements,
    split_units,
    take_total,
)
from legation.zine.phase_text import PrintedPhase, read_phase_line
from legation.zine.reading import Finding, Gravity, ReadLine


class Section(StrEnum):
    """The kind of a list."""

    UNITS = "units"
    CENTRES = "centres"
    DISLODGED = "dislodged"
    ABOARD = "aboard"
    CONTESTED = "contested"
    NEUTRAL = "neutral"
    DISORDER = "disorder"
    OUT = "out"
    PHASE = "phase"
    MEMORY = "memory"
    YEARS = "years"
    BOMBS = "bombs"
    RUINED = "ruined"
    CLOSED = "closed"
    CONVOYED = "convoyed"


LABELS = {
    Section.UNITS: "units unit forces pieces position positions armies fleets army fleet",
    Section.CENTRES: "centres centers supplycentres supplycenters supplycentre supplycenter scs sc owned owns "
    "ownedcentres ownedcenters ownership centreownership supplycentreownership supplycentrechart supplies dots",
    Section.DISLODGED: "dislodged dislodgedunits retreats retreatsdue retreating mustretreat",
    Section.ABOARD: "aboard armiesaboard cargo",
    Section.CONTESTED: "contested standoffs standoff bounces",
    Section.NEUTRAL: "neutral neutrals unowned vacant noowner uncontrolled neutralcentres neutralcenters",
    Section.DISORDER: "civildisorder indisorder incivildisorder anarchy cd",
    Section.OUT: "out eliminated outofthegame",
    Section.PHASE: "phase season turn date gamedate year",
    Section.MEMORY: "memory",
    Section.YEARS: "years colonyyears ages colonies yearsheld",
    Section.BOMBS: "bombs gigatonbombs",
    Section.RUINED: "ruined ruins",
    Section.CLOSED: "closed closedseas",
    Section.CONVOYED: "convoyed haveconvoyed fleetsthatconvoyed",
}
SECTIONS = {label: section for section, labels in LABELS.items() for label in labels.split()}
KIND_LABELS = {"armies": UnitKind.ARMY, "army": UnitKind.ARMY, "fleets": UnitKind.FLEET, "fleet": UnitKind.FLEET}
OF_THE_GAME = frozenset(Section) - {Section.UNITS, Section.CENTRES, Section.DISLODGED, Section.ABOARD, Section.BOMBS}
"""Lists that belong to no power."""
FACTS = (Section.YEARS, Section.BOMBS, Section.RUINED, Section.CLOSED, Section.CONVOYED)
REMARK = re.compile(r"\s*(?:#|//)")
RULE = re.compile(r"[-=_*~.\s|+\u2013\u2014]+")
NOTE = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
DASH = re.compile(r"\s+[-\u2013\u2014=]+\s+|\s*[\u2013\u2014]\s*")
HOME = re.compile(
    r"(?:all\s+)?homes?(?:\s+cent(?:re|er)s?)?\s*(?:(?:less|except|without|minus|-)\s*(.+))?", re.IGNORECASE
)
ABOARD = re.compile(r"\s*[(\[]?\b(?:is )?aboard\b\s*(.*?)[)\]]?\s*$", re.IGNORECASE)
NOTHING = ("none", "nothing", "no units", "no unit", "no centres", "no centers", "-", "nil")
MOST_LINES = 2000
LONGEST_LINE = 1500
"""Characters; all units of a power on a giant board need some 500. It keeps hostile input cheap."""
MOST_FAULTS = 100
"""After this many the rest is not read: the text is not a position."""


@dataclass(slots=True)
class PrintedUnit:
    """A unit and its line."""

    unit: Unit
    line: int


@dataclass(slots=True)
class PrintedRetreat:
    """A unit that must retreat."""

    unit: Unit
    line: int
    origin: SpaceId | None
    ways: tuple[LocationId, ...] | None


@dataclass(slots=True)
class PrintedFact:
    """A fact in a rule module's memory, still as text."""

    section: Section
    text: str
    line: int


@dataclass(slots=True)
class Printed:
    """Everything found in a text."""

    phase: PrintedPhase | None = None
    units: list[PrintedUnit] = field(default_factory=list)
    dislodged: list[PrintedRetreat] = field(default_factory=list)
    aboard: list[PrintedUnit] = field(default_factory=list)
    owners: dict[SpaceId, tuple[PowerId, int]] = field(default_factory=dict)
    contested: list[SpaceId] = field(default_factory=list)
    disorder: list[PowerId] = field(default_factory=list)
    facts: list[PrintedFact] = field(default_factory=list)
    memory: dict[str, object] = field(default_factory=dict)
    totals: list[tuple[PowerId, int, int, Section | None]] = field(default_factory=list)
    """Numbers printed beside a power, with their line, and what they count if stated."""
    named: set[PowerId] = field(default_factory=set)
    has_owners: bool = False
    has_contested: bool = False
    lines: list[ReadLine] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


class TextReader:
    """Goes through the lines of a printed position."""

    def __init__(self, variant: Variant, rulebook: Rulebook) -> None:
        self.variant = variant
        self.board = variant.board
        self.rulebook = rulebook
        self.printed = Printed()
        self.power: PowerId | None = None
        self.unknown_at: int | None = None
        """The line of an unknown power's heading, while that heading applies."""
        self.section = Section.UNITS
        self.is_lasting = False
        """True if the section was named on its own line, so that it continues across the headings of powers."""
        self.kind: UnitKind | None = None
        """The kind that ``Armies:`` sets for all following units."""
        self.kind_before: UnitKind | None = None
        """The kind of the previous unit on the same line."""
        self.number = 0
        self.meanings: list[str] = []

    def read(self, text: str) -> Printed:
        """Read a whole text."""
        lines = text.removeprefix("\ufeff").splitlines()
        if len(lines) > MOST_LINES:
            raise RequestError("position", f"{len(lines)} lines; at most {MOST_LINES} are read")
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            self.number, self.meanings, self.kind_before = number, [], None
            if len(self.printed.findings) > MOST_FAULTS:
                self.fault(ENGLISH.texts["zine.too_many_faults"])
                break
            if len(line) > LONGEST_LINE:
                self.fault(ENGLISH.fill("zine.line_too_long", length=len(line), most=LONGEST_LINE))
            elif not REMARK.match(line) and not RULE.fullmatch(line):
                self._read_line(" ".join(line.split()))
            self.printed.lines.append(ReadLine(number, line, tuple(self.meanings)))
        return self.printed

    def fault(self, text: str, candidates: Iterable[str] = ()) -> None:
        """Record an error in this line."""
        self.printed.findings.append(Finding(Gravity.ERROR, text, self.number, tuple(candidates)))

    def warn(self, text: str) -> None:
        """Record a warning about this line."""
        self.printed.findings.append(Finding(Gravity.WARNING, text, self.number))

    def fault_of(self, error: LegationError) -> None:
        """Record an error of one of the board's readers, with its candidates."""
        text = str(getattr(error, "problem", error)).partition("; did you mean")[0]
        self.fault(f"{capitalize(text)}.", getattr(error, "candidates", ()))

    def _read_line(self, line: str) -> None:
        phase = read_phase_line(line, self.variant.first_year)
        if phase:
            self._set_phase(phase)
            return
        head, colon, rest = line.partition(":")
        if colon and self._read_head(head, rest.strip()):
            return
        if colon and not UNIT_BEGINS.match(head) and not HOME.fullmatch(head.strip()) and head.strip():
            self._refuse_heading(head)
            return
        if not colon and (self._read_head(line, "") or self._read_joined_head(line)):
            return
        self._read_content(line)

    def _read_head(self, head: str, rest: str) -> bool:
        """Read a heading or a label; True if it is one."""
        notes = " ".join(NOTE.findall(head))
        name = fold(NOTE.sub(" ", head).rstrip(" \t-\u2013\u2014=.0123456789"))
        total = re.search(r"\b(\d{1,3})\b", notes) or re.search(r"[-\u2013\u2014=\s](\d{1,3})\s*$", head)
        if name in self.variant.power_names:
            self._begin_power(self.variant.power_names[name], int(total.group(1)) if total else None)
        elif name in SECTIONS:
            self._begin_section(SECTIONS[name], name, is_lasting=not rest)
            if total and self.power and self.section in (Section.UNITS, Section.CENTRES):
                self.printed.totals.append((self.power, int(total.group(1)), self.number, self.section))
        else:
            return False
        if rest:
            inner, colon, more = rest.partition(":")
            if not (colon and fold(NOTE.sub(" ", inner)) in SECTIONS and self._read_head(inner, more.strip())):
                self._read_content(rest)
        return True

    def _read_joined_head(self, line: str) -> bool:
        """``Austria - A Vie``, ``Austria A Vie``, ``Austria (5) A Vie``; among centres also ``Austria Vie``."""
        dash = DASH.search(line)
        if dash and fold(NOTE.sub(" ", line[: dash.start()])) in self.variant.power_names:
            return self._read_head(line[: dash.start()], line[dash.end() :].strip())
        words = line.split()
        for count in range(min(len(words) - 1, 5), 0, -1):
            head, rest = " ".join(words[:count]), " ".join(words[count:])
            is_list = UNIT_BEGINS.match(rest) or self.section is Section.CENTRES
            if is_list and fold(NOTE.sub(" ", head)) in self.variant.power_names:
                return self._read_head(head, rest)
        return False

    def _refuse_heading(self, head: str) -> None:
        """Record that the text before a colon is neither a power nor a label."""
        name = fold(NOTE.sub(" ", head))
        near = difflib.get_close_matches(name, [*self.variant.power_names, *SECTIONS], n=3, cutoff=0.6)
        powers = self.variant.power_names
        names = [self.variant.powers[powers[found]].name if found in powers else found for found in near]
        self.power, self.unknown_at = None, self.number
        self.fault(ENGLISH.fill("zine.unknown_heading", text=quote(head.strip())), dict.fromkeys(names))

    def _begin_power(self, power: PowerId, total: int | None) -> None:
        self.power, self.unknown_at = power, None
        self.printed.named.add(power)
        self.kind = None
        if not self.is_lasting:
            self.section = Section.UNITS
        if total is not None:
            self.printed.totals.append((power, total, self.number, None))
        self.meanings.append(str(power))

    def _begin_section(self, section: Section, label: str, *, is_lasting: bool) -> None:
        self.section, self.is_lasting = section, is_lasting
        self.kind = KIND_LABELS.get(label)
        if is_lasting:
            self.meanings.append(ENGLISH.fill("zine.is.list", section=section.value))

    def _set_phase(self, phase: PrintedPhase) -> None:
        if self.printed.phase is not None:
            self.fault(ENGLISH.texts["zine.two_phases"])
            return
        self.printed.phase = phase
        self.meanings.append(f"{phase.season.name.capitalize()} {phase.year}")

    def _read_content(self, text: str) -> None:
        if text.strip(" .").lower() in NOTHING:
            return
        if self.section not in OF_THE_GAME and self.power is None and not self._needs_no_power(text):
            if self.unknown_at is None:
                self.fault(ENGLISH.fill("zine.no_power", text=quote(text)))
            elif self.unknown_at != self.number:
                self.fault(ENGLISH.fill("zine.power_unknown", text=quote(text), line=self.unknown_at))
            return
        if self.section in FACTS:
            for part in split_list(text):
                self._add_fact(part)
        elif self.section is Section.CENTRES and not self._begins_with_unit(text):
            self._read_centres(text)
        elif self.section in OF_THE_GAME:
            self._read_of_the_game(text)
        else:
            self._read_units(text)

    def _begins_with_unit(self, text: str) -> bool:
        return UNIT_BEGINS.match(text) is not None and not is_place(self.board, split_list(text)[0])

    def _read_of_the_game(self, text: str) -> None:
        """Read a list that belongs to no power."""
        match self.section:
            case Section.CONTESTED:
                self.printed.has_contested = True
                contested = [space for space, _ in self._list_spaces(text)]
                self.printed.contested += contested
                self.meanings += [ENGLISH.fill("zine.is.contested", space=space) for space in contested]
            case Section.NEUTRAL:
                self.meanings += [ENGLISH.fill("zine.is.neutral", space=space) for space, _ in self._list_spaces(text)]
            case Section.DISORDER | Section.OUT:
                self._read_powers(text)
            case Section.PHASE:
                self.fault(ENGLISH.fill("zine.no_such_phase", text=quote(text)))
            case Section.MEMORY:
                self._read_memory(text)

    def _needs_no_power(self, text: str) -> bool:
        return self.section is Section.BOMBS and "=" in text

    def _read_units(self, text: str) -> None:
        text, total = take_total(text)
        if total is not None and self.power:
            self.printed.totals.append((self.power, total, self.number, Section.UNITS))
        for part in split_statements(text, is_dislodged=self.section is Section.DISLODGED):
            if isinstance(part, Dislodgement):
                self._add_dislodged(part)
            else:
                self._add_unit(part)

    def _add_unit(self, text: str) -> None:
        if text.lower() in NOTHING:
            return
        aboard = ABOARD.search(text)
        if aboard or self.section is Section.ABOARD:
            self._add_aboard(text[: aboard.start()] if aboard else text, aboard.group(1) if aboard else "")
            return
        power = self._need_power()
        written = text
        if not UNIT_BEGINS.match(text):
            kind = self.kind or self.kind_before
            if kind is None:
                self._refuse_bare(text)
                return
            written = f"{kind.value} {text}"
        try:
            unit = read_unit(self.board, power, written, self.rulebook, "unit")
        except LegationError as error:
            parts = split_units(text)
            if len(parts) > 1:
                for part in parts:
                    self._add_unit(part)
            else:
                self.fault_of(error)
            return
        if written is not text and self.kind is None:
            self.warn(ENGLISH.fill("zine.like_before", text=quote(text), unit=unit))
        self.kind_before = unit.kind
        self.printed.units.append(PrintedUnit(unit, self.number))
        self.meanings.append(f"{power} {unit}")

    def _refuse_bare(self, text: str) -> None:
        """Refuse a place without a kind of unit, or a word that is not a place."""
        try:
            place = keep_place(self.board, text)
        except LegationError as error:
            self.fault(ENGLISH.fill("zine.not_understood", text=quote(text)), getattr(error, "candidates", ()))
            return
        traits = self.rulebook.traits
        kinds = [kind for kind in traits if self.board.can_stand(place, sails=traits[kind].sails)]
        self.fault(ENGLISH.fill("zine.no_kind", text=quote(text)), [f"{kind.value} {place}" for kind in kinds])

    def _add_aboard(self, text: str, ship: str) -> None:
        power = self._need_power()
        try:
            space = space_of(keep_place(self.board, ship or text))
        except LegationError as error:
            self.fault_of(error)
            return
        if Embark not in self.rulebook.extra_kinds:
            self.fault(ENGLISH.texts["zine.nobody_aboard"])
            return
        army = Unit(power, UnitKind.ARMY, LocationId(space))
        self.printed.aboard.append(PrintedUnit(army, self.number))
        self.meanings.append(ENGLISH.fill("zine.is.aboard", power=power, unit=army))

    def _add_dislodged(self, found: Dislodgement) -> None:
        power, text = self._split_power(found.unit)
        try:
            unit = read_unit(self.board, power, text, self.rulebook, "unit")
            origin = space_of(keep_place(self.board, found.origin)) if found.origin else None
            ways = None
            if found.ways is not None:
                places = [keep_place(self.board, way) for way in found.ways]
                ways = tuple(self._complete_coast(unit, place) for place in places)
        except LegationError as error:
            self.fault_of(error)
            return
        self.printed.dislodged.append(PrintedRetreat(unit, self.number, origin, ways))
        self.meanings.append(ENGLISH.fill("zine.is.dislodged", power=power, unit=unit))

    def _split_power(self, text: str) -> tuple[PowerId, str]:
        """The power of a dislodged unit: named before it, as in ``Dislodged: England A FIJ``, or that of the list."""
        words = text.split()
        for count in range(min(len(words) - 1, 5), 0, -1):
            head, rest = fold(" ".join(words[:count])), " ".join(words[count:])
            if head in self.variant.power_names and UNIT_BEGINS.match(rest):
                self.printed.named.add(self.variant.power_names[head])
                return self.variant.power_names[head], rest
        return self._need_power(), text

    def _complete_coast(self, unit: Unit, place: LocationId) -> LocationId:
        """The only coast that a fleet can reach from where it is, if the text names none."""
        sails = self.rulebook.traits[unit.kind].sails
        if self.board.can_stand(place, sails=sails):
            return place
        ways = [way for way in self.board.moves(unit.location, sails=sails) if space_of(way) == space_of(place)]
        return ways[0] if len(ways) == 1 else place

    def _read_centres(self, text: str) -> None:
        power = self._need_power()
        text, total = take_total(text)
        self.printed.has_owners = True
        if total is not None:
            self.printed.totals.append((power, total, self.number, Section.CENTRES))
        for space, is_lost in self._list_spaces(text, power):
            if is_lost:
                continue
            if not self.board.spaces[space].centre:
                self.fault(ENGLISH.fill("zine.no_centre", space=space, name=self.board.spaces[space].name))
                continue
            known = self.printed.owners.get(space)
            if known is not None:
                key = "zine.two_owners" if known[0] != power else "zine.listed_twice"
                self.fault(ENGLISH.fill(key, space=space, first=known[0], second=power, line=known[1]))
                continue
            self.printed.owners[space] = power, self.number
            self.meanings.append(ENGLISH.fill("zine.is.owned", power=power, space=space))

    def _list_spaces(self, text: str, power: PowerId | None = None) -> Iterator[tuple[SpaceId, bool]]:
        """The spaces of a list, and whether a minus marks them as lost."""
        for part in split_list(text):
            home = HOME.fullmatch(part)
            if power and home:
                yield from ((space, False) for space in self._list_home(power, home.group(1) or ""))
                continue
            if self.section is Section.CENTRES and UNIT_BEGINS.match(part) and not is_place(self.board, part):
                self._add_unit(part)
                continue
            name = part.lstrip("+-* ")
            try:
                yield space_of(self.board.parse_location(name)), part.startswith("-")
            except LegationError as error:
                places = split_places(self.board, name)
                if places is None:
                    self.fault_of(error)
                else:
                    yield from ((space_of(self.board.parse_location(place)), False) for place in places)

    def _list_home(self, power: PowerId, lost: str) -> list[SpaceId]:
        """The centres with which a power began, except those listed as lost."""
        without = set()
        for name in re.split(r"\s*/\s*", lost) if lost else ():
            try:
                without.add(space_of(self.board.parse_location(name)))
            except LegationError as error:
                self.fault_of(error)
        return [space for space in self.variant.start.centres_of(power) if space not in without]

    def _read_powers(self, text: str) -> None:
        for part in split_list(text):
            try:
                power = self.variant.parse_power(part)
            except LegationError as error:
                self.fault_of(error)
                continue
            self.printed.named.add(power)
            key = "zine.is.out"
            if self.section is Section.DISORDER:
                self.printed.disorder.append(power)
                key = "zine.is.disorder"
            self.meanings.append(ENGLISH.fill(key, power=power))

    def _read_memory(self, text: str) -> None:
        try:
            found = load_json(text, "memory")
        except RequestError as error:
            self.fault_of(error)
            return
        if not isinstance(found, dict):
            self.fault(ENGLISH.texts["zine.memory_object"])
            return
        self.printed.memory |= found
        self.meanings += [str(key) for key in found]

    def _add_fact(self, text: str) -> None:
        written = text
        if self.section is Section.YEARS:
            written = re.sub(r"[\s=:]+(\d+\s*/\s*\d+)$", r"=\1", text)
        elif self.section is Section.BOMBS and "=" not in text:
            name, _, number = text.rpartition(" ")
            place, count = (name, number) if number.isdecimal() and name else (text, "1")
            written = f"{place}={self.power} {count}"
        self.printed.facts.append(PrintedFact(self.section, written, self.number))
        self.meanings.append(f"{self.section.value}: {written}")

    def _need_power(self) -> PowerId:
        assert self.power is not None
        return self.power
