"""The ``.map`` form of DPjudge, which the ``diplomacy`` package uses too."""

import re
from dataclasses import replace
from pathlib import Path

from legation.errors import DataError
from legation.importing.model import MOST_PROVINCES, ForeignPower, ForeignVariant, Ground, Province
from legation.importing.source import Source, clean
from legation.variants import Calendar, FirstSeason

GROUNDS = {"LAND": Ground.LAND, "COAST": Ground.COAST, "WATER": Ground.SEA, "PORT": Ground.COAST, "SHUT": Ground.SHUT}
DEEPEST, MOST_FILES = 6, 40
"""Limits for the files that a file builds on: in one chain, and in total."""
POWER = re.compile(
    r"(_?[A-Za-z][\w&'.+/-]*)\s*(?:->\s*(_?[A-Za-z][\w+]*)\s*)?(?:\(([^():]*)(?::[^()]*)?\)\s*)?([\w/@*&\s-]*)"
)
ERAS = ("B.C.", "A.D.")
"""Written instead of a season by maps with a single kind of turn; each turn is then one or more years."""
SEASONS = {
    "SPRING": FirstSeason.SPRING,
    "FALL": FirstSeason.FALL,
    "AUTUMN": FirstSeason.FALL,
    "WINTER": FirstSeason.WINTER,
}
FREE = ("UNOWNED", "NEUTRAL", "CENTERS", "CENTRES")
IGNORED = {
    "HOST", "JUDGE", "NOTIFY", "FLAG", "FLAGS", "ZINE", "SEQ", "ROOT", "PHASE", "TITLE", "NAME", "TRIAL", "VERSION",
    "CHECK", "END", "DATE", "UNTERMS", "CLEAR", "CONTENT", "DESIGN", "MORPH", "WARN",
}  # fmt: skip
LOST = ("FACTORY", "PARTISAN", "RENAME", "LEAGUE", "NEWHOMES", "HOMES", "TAX")
"""Rules and changes that are ignored."""


def read_dpjudge(source: Source, name: str) -> ForeignVariant:
    """Read the board of a ``.map`` file and of the files that it builds on."""
    stem = Path(name).stem
    reader = _Reader(source, ForeignVariant(id=stem, name=stem.replace("_", " ").title()))
    reader.read(name, ())
    return reader.finish(source.label(name))


class _Reader:
    """Collects the lines of a map, then makes the board of them."""

    def __init__(self, source: Source, found: ForeignVariant) -> None:
        self.source = source
        self.found = found
        self.opened = 0
        """The number of files read, repeated ones included."""
        self.skips = False
        """True inside directives to the judge, which are ignored."""
        self.power: str | None = None
        """The power that the lines of units belong to."""
        self.abuts: dict[str, tuple[str, list[str]]] = {}
        """By location: the kind of ground, and the neighbours as written."""
        self.spelt: dict[str, str] = {}
        """The spelling of each location in the line of its neighbours, by location in upper case."""
        self.renamed: dict[str, str] = {}
        """New codes of renamed provinces, by their codes in an earlier file."""
        self.dropped: set[str] = set()
        self.names: dict[str, tuple[str, list[str]]] = {}
        self.homes: dict[str, list[str]] = {}
        self.owned: dict[str, list[str]] = {}
        self.free: set[str] = set()

    def read(self, name: str, opened: tuple[str, ...]) -> None:
        """Read the lines of one file; a file that includes itself is refused."""
        if name in opened or len(opened) >= DEEPEST:
            raise DataError(f"the file {name!r} is built on itself", file=self.source.label(opened[-1]))
        label = self.source.label(name)
        self.opened += 1
        if self.opened > MOST_FILES:
            raise DataError(f"it is built on more than {MOST_FILES} files", file=label)
        for number, line in self.source.read_lines(name):
            text = line.split("#")[0].strip()
            if text:
                self._read_line(text, (*opened, name), label, number)

    def _read_line(self, text: str, opened: tuple[str, ...], file: str, line: int) -> None:
        words = text.split()
        head = words[0].upper()
        if "DIRECTIVES" in words and head in ("DIRECTIVES", "END", "PAYOLA"):
            self.skips = head != "END"
            self.found.notes.lose("directives to the judge")
        elif self.skips:
            return
        elif head in ("MAP", "USE", "USES") and len(words) > 1:
            for name in words[1:]:
                self.source.check_name(name, opened[-1])
                self.read(name if self.source.has(name) else f"{name.removesuffix('.map')}.map", opened)
        elif "=" in words:
            self._read_name(text)
        elif head in GROUNDS or head == "AMEND":
            self._read_ground(words, file, line)
        elif head in ("A", "F") and len(words) == 2:
            if self.power is None:
                raise DataError(f"{text!r} belongs to no power", file=file, line=line)
            self.found.units.append((self.power, head, words[1].lower()))
        else:
            self._read_directive(head, words, text, file, line)

    def _read_directive(self, head: str, words: list[str], text: str, file: str, line: int) -> None:
        rest = [word.lower() for word in words[1:]]
        if head == "BEGIN":
            self._read_begin(words[1:], file, line)
        elif head == "VICTORY":
            self._read_victory(rest)
        elif head in FREE:
            self._free(rest)
        elif head in ("UNPLAYED", "DUMMY", "DUMMIES"):
            names = re.split(r"[,\s]+", text.partition(words[0])[2].strip())
            self._set_aside(head, names if any(names) else [self.power or ""])
        elif head == "FLOW":
            self._read_flow(rest)
        elif head in ("OWNS", "INHABITS") and self.power:
            table = self.owned if head == "OWNS" else self.homes
            table.setdefault(self.power, []).extend(rest)
        elif head in ("RULE", "RULES"):
            self._read_rules(words[1:])
        elif head == "UNITS":
            self.found.units = [unit for unit in self.found.units if unit[0] != self.power]
        elif head == "DROP":
            self._drop(rest)
        elif head.startswith(LOST) or head == "IN":  # what holds in some phases only begins with IN
            self.found.notes.lose(f"the line {clean(text, 80)!r}")
        elif head not in IGNORED:
            self._read_power(text, file, line)

    def _read_victory(self, words: list[str]) -> None:
        numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 5]
        if numbers:
            self.found.victory_centres = numbers[-1]
        if len(numbers) > 1:
            self.found.notes.lose("a number of centres that changes from year to year; the last is used")

    def _read_begin(self, words: list[str], file: str, line: int) -> None:
        season = words[0].upper() if words else ""
        year = words[1] if len(words) > 1 else ""
        if not season or not (year.isascii() and year.isdigit() and len(year) < 5):
            raise DataError("expected a line such as BEGIN SPRING 1901 MOVEMENT", file=file, line=line)
        if season not in (*SEASONS, *ERAS):
            self.found.notes.change(f"the season {clean(season, 20)} is taken for Spring")
        is_winter = len(words) > 2 and words[2].upper().startswith("ADJ")
        first = FirstSeason.WINTER if is_winter else SEASONS.get(season, FirstSeason.SPRING)
        years = 1 if season in ERAS else 0
        self.found.calendar = Calendar(int(year), first, spring_to_fall=years, fall_to_spring=1)

    def _read_flow(self, words: list[str]) -> None:
        """Read the years between two turns, if there is one turn per year; other sequences of phases are ignored."""
        match = re.fullmatch(r"newyear:(-?)(\d{1,3})", words[0]) if words else None
        calendar = self.found.calendar
        if match is None or calendar is None or not calendar.spring_to_fall:
            return
        years = max(1, int(match[2]))
        self.found.calendar = replace(calendar, spring_to_fall=years, fall_to_spring=years)
        if match[1]:
            self.found.notes.change("years before Christ are counted upwards")

    def _read_power(self, text: str, file: str, line: int) -> None:
        match = POWER.fullmatch(text)
        if not match:
            raise DataError(f"cannot make sense of {text[:60]!r}", file=file, line=line)
        name, new_name, adjective, homes = match.groups()
        key = name.lower().removeprefix("_")
        words = name.replace("_", " ").replace("+", " ").strip()
        found = self.found
        if key not in found.powers:
            found.powers[key] = ForeignPower(key, words.title(), (adjective or "").replace("+", " ").strip().title())
        found.powers[key].is_played &= not (new_name or name).startswith("_")  # such a power has no player
        marked = [word for word in homes.split() if word[0] in "@*&"]
        if marked:
            found.notes.lose(f"the marks at {clean(' '.join(marked), 60)}, which belong to rules of this board alone")
        centres = [word.lower().lstrip("@*") for word in homes.split() if word[0] not in "-&"]
        gone = [word[1:].lower() for word in homes.split() if word[0] == "-"]
        if centres:
            self._free(centres)
            self.free -= set(centres)
            self.homes.setdefault(key, []).extend(centres)
        self.homes[key] = [centre for centre in self.homes.get(key, []) if centre not in gone]
        self.power = key

    def _free(self, centres: list[str]) -> None:
        """Make centres neutral."""
        self.power = None
        self.free |= {centre for centre in centres if not centre.startswith("-")}
        self.free -= {centre[1:] for centre in centres if centre.startswith("-")}
        for table in (self.homes, self.owned):
            for power, owned in table.items():
                table[power] = [centre for centre in owned if centre not in centres]

    def _set_aside(self, head: str, names: list[str]) -> None:
        for key in (name.lower().removeprefix("_") for name in names if name):
            self.found.units = [unit for unit in self.found.units if unit[0] != key or head != "UNPLAYED"]
            if head == "UNPLAYED":
                self.found.powers.pop(key, None)
                self.free |= set(self.homes.pop(key, []))
            elif key in self.found.powers:
                self.found.powers[key].is_played = False

    def _read_rules(self, rules: list[str]) -> None:
        for rule in (name.upper() for name in rules):
            if rule == "BUILD_ANY":
                self.found.switches["build_in"] = "owned"
            else:
                self.found.notes.lose(f"the rule {clean(rule, 60)}")

    def _drop(self, keys: list[str]) -> None:
        for location in [name for name in self.abuts if name.lower().partition("/")[0] in keys]:
            del self.abuts[location]
        self.dropped |= set(keys)
        self.free -= set(keys)
        self.found.units = [unit for unit in self.found.units if unit[2].partition("/")[0] not in keys]
        for table in (self.homes, self.owned):
            for power, owned in table.items():
                table[power] = [centre for centre in owned if centre not in keys]
        for key in keys:
            self.names.pop(key, None)

    def _read_ground(self, words: list[str], file: str, line: int) -> None:
        if len(words) < 2 or (len(words) > 2 and words[2].upper() != "ABUTS"):
            raise DataError(f"expected LAND PAR ABUTS ..., not {' '.join(words)[:60]!r}", file=file, line=line)
        if len(self.abuts) > 2 * MOST_PROVINCES:
            raise DataError(f"more than {2 * MOST_PROVINCES} locations", file=file, line=line)
        location = words[1].upper()
        head = words[0].upper()
        if head == "AMEND":
            kind, before = self.abuts.get(location, ("COAST", []))
            gone = {word[1:].upper() for word in words[3:] if word.startswith("-")}
            added = [word for word in words[3:] if not word.startswith("-")]
            self.abuts[location] = (kind, [word for word in before if word.upper() not in gone] + added)
            return
        self.abuts[location] = (head, words[3:])
        self.spelt[location] = words[1]
        self.dropped.discard(words[1].lower())

    def _read_name(self, text: str) -> None:
        name, _, rest = text.partition("=")
        words = rest.split()
        old, arrow, name = name.strip().rpartition("->")
        name = name.strip()
        if arrow and words and words[0].lower() != old.strip().lower():
            self._rename(old.strip().lower(), words[0].lower())
        if words:
            aliases = [word.rstrip("?!/").replace("+", " ") for word in words[1:]]
            self.names[words[0].lower()] = (name, aliases)

    def _rename(self, old: str, new: str) -> None:
        """Give a province of an earlier file another code; the old code remains an alias."""
        self.renamed[old] = new
        if old.upper() in self.abuts:
            self.abuts[new.upper()] = self.abuts.pop(old.upper())
        if old.upper() in self.spelt:
            self.spelt[new.upper()] = self.spelt.pop(old.upper())
        self.names.pop(old, None)

    def _key_of(self, location: str) -> str:
        """A location in lower case, with the final code of its province."""
        return self.renamed.get(location.lower(), location.lower())

    def finish(self, file: str) -> ForeignVariant:
        """Make the board from all lines."""
        found = self.found
        for location, (kind, _) in self.abuts.items():
            key, _, coast = location.lower().partition("/")
            name, aliases = self.names.get(key, (key.upper(), []))
            province = found.provinces.setdefault(key, Province(key, name, GROUNDS[kind], code=key, aliases=aliases))
            province.convoys |= kind == "PORT"
            if coast:
                province.ground = Ground.COAST
                province.coasts.append(coast)
        for location, (_, neighbours) in self.abuts.items():
            for neighbour in neighbours:
                self._connect(location, neighbour, file)
        found.owners = {}
        for key in map(self._key_of, self.free):
            self._mark_centre(key)
        found.units = [(power, kind, self._key_of(location)) for power, kind, location in found.units]
        for power, homes in self.homes.items():
            for key in map(self._key_of, homes):
                if self._mark_centre(key) and power in found.powers:
                    found.provinces[key].homes.append(power)
                    found.owners[key] = power
        for power, owned in self.owned.items():
            for key in map(self._key_of, owned):
                if self._mark_centre(key) and power in found.powers:
                    found.owners[key] = power
        return found

    def _mark_centre(self, key: str) -> bool:
        province = self.found.provinces.get(key)
        if province is None:
            self.found.notes.change(f"a centre in {clean(key, 20)!r}, which is not a province, is left out")
            return False
        province.is_centre = True
        return True

    def _connect(self, location: str, neighbour: str, file: str) -> None:
        """Connect a neighbour: written in lower case for armies only, with one capital for fleets only."""
        found = self.found
        if neighbour.strip("*~") != neighbour:
            found.notes.lose("ways marked with * or ~, which have rules of their own, are ways like others")
            neighbour = neighbour.strip("*~")
        if "(" in neighbour:
            found.notes.lose(f"the way from {location} to {clean(neighbour, 20)}, which is open in some cases only")
            return
        key, _, coast = location.lower().partition("/")
        end, _, end_coast = self._key_of(neighbour).partition("/")
        if end in self.dropped:
            return
        if end not in found.provinces:
            raise DataError(f"{location} abuts {neighbour[:20]!r}, which is not a location", file=file)
        here, there = found.provinces[key], found.provinces[end]
        if Ground.SHUT in (here.ground, there.ground):
            return
        letters = neighbour.partition("/")[0]
        for_armies, for_fleets = not letters.istitle() or len(letters) == 1, not letters.islower()
        if for_armies and not coast and Ground.SEA not in (here.ground, there.ground):
            found.connect(key, end, army=True)
        is_base = not coast and self.spelt.get(location, location).islower()
        if for_fleets and not is_base and Ground.LAND not in (here.ground, there.ground):
            found.connect(location.lower(), f"{end}/{end_coast}" if end_coast else end, fleet=True)
