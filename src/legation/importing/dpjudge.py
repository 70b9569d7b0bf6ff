"""The ``.map`` form of DPjudge, which the ``diplomacy`` package uses too."""

import re

from legation.errors import DataError
from legation.importing.model import ForeignPower, ForeignVariant, Ground, Province
from legation.importing.source import Source, clean
from legation.variants import Calendar, FirstSeason

GROUNDS = {"LAND": Ground.LAND, "COAST": Ground.COAST, "WATER": Ground.SEA, "PORT": Ground.COAST, "SHUT": Ground.SHUT}
DEEPEST = 6
POWER = re.compile(r"([A-Z][A-Z0-9_&'./-]*)\s*(?:->\s*([A-Z]+)\s*)?(?:\(([^():]*)(?::[^()]*)?\)\s*)?([A-Za-z0-9/ ]*)")
SEASONS = {
    "SPRING": FirstSeason.SPRING,
    "FALL": FirstSeason.FALL,
    "AUTUMN": FirstSeason.FALL,
    "WINTER": FirstSeason.WINTER,
}
FREE = ("UNOWNED", "NEUTRAL", "CENTERS", "CENTRES")
IGNORED = {
    "HOST", "JUDGE", "FLOW", "SEQ", "ROOT", "PHASE", "TITLE", "NAME", "TRIAL", "VERSION", "CHECK", "END", "DATE",
    "UNTERMS", "CLEAR", "CONTENT", "DESIGN", "MORPH", "WARN",
}  # fmt: skip
LOST = ("FACTORY", "PARTISAN", "RENAME")
"""Lines of rules and changes that are not followed."""


def read_dpjudge(source: Source, name: str) -> ForeignVariant:
    """The board of a ``.map`` file and of those that it builds on."""
    stem = name.removesuffix(".map")
    reader = _Reader(source, ForeignVariant(id=stem.replace("_", "-").lower(), name=stem.replace("_", " ").title()))
    reader.read(name, ())
    return reader.finish(source.label(name))


class _Reader:
    """Collects the lines of a map, then makes the board of them."""

    def __init__(self, source: Source, found: ForeignVariant) -> None:
        self.source = source
        self.found = found
        self.power: str | None = None
        """The power that the lines of units belong to."""
        self.abuts: dict[str, tuple[str, list[str]]] = {}
        """By location: the kind of ground, and the neighbours as they are written."""
        self.spelt: dict[str, str] = {}
        """By location in upper case: as the line of its neighbours spells it."""
        self.names: dict[str, tuple[str, list[str]]] = {}
        self.homes: dict[str, list[str]] = {}
        self.owned: dict[str, list[str]] = {}
        self.free: set[str] = set()

    def read(self, name: str, opened: tuple[str, ...]) -> None:
        """The lines of one file; a file that leads back to itself is refused."""
        if name in opened or len(opened) >= DEEPEST:
            raise DataError(f"the file {name!r} is built on itself", file=self.source.label(opened[-1]))
        label = self.source.label(name)
        for number, line in enumerate(self.source.read(name).splitlines(), 1):
            text = line.split("#")[0].strip()
            if text:
                self._read_line(text, (*opened, name), label, number)

    def _read_line(self, text: str, opened: tuple[str, ...], file: str, line: int) -> None:
        words = text.split()
        head = words[0].upper()
        if head in ("MAP", "USE", "USES") and len(words) > 1:
            for name in words[1:]:
                file_name = name if name.endswith(".map") else f"{name}.map"
                self.read(self.source.check_name(file_name, opened[-1]), opened)
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
            self._set_aside(head, re.split(r"[,\s]+", text.partition(words[0])[2].strip()))
        elif head in ("OWNS", "INHABITS") and self.power:
            table = self.owned if head == "OWNS" else self.homes
            table.setdefault(self.power, []).extend(rest)
        elif head in ("RULE", "RULES"):
            self._read_rules(words[1:])
        elif head == "UNITS":
            self.found.units = [unit for unit in self.found.units if unit[0] != self.power]
        elif head == "DROP":
            self._drop(rest)
        elif head.startswith(LOST):
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
        if season not in SEASONS or not (year.isascii() and year.isdigit() and len(year) < 5):
            raise DataError("expected a line such as BEGIN SPRING 1901 MOVEMENT", file=file, line=line)
        is_winter = len(words) > 2 and words[2].upper().startswith("ADJ")
        self.found.calendar = Calendar(int(year), FirstSeason.WINTER if is_winter else SEASONS[season])

    def _read_power(self, text: str, file: str, line: int) -> None:
        match = POWER.fullmatch(text)
        if not match:
            raise DataError(f"cannot make sense of {text[:60]!r}", file=file, line=line)
        name, _, adjective, homes = match.groups()
        key = name.lower()
        words = name.replace("_", " ").replace("+", " ")
        found = self.found
        if key not in found.powers:
            found.powers[key] = ForeignPower(key, words.title(), (adjective or "").replace("+", " ").strip().title())
        centres = [word.lower() for word in homes.split()]
        if centres:
            self._free(centres)
            self.free -= set(centres)
            self.homes.setdefault(key, []).extend(centres)
        self.power = key

    def _free(self, centres: list[str]) -> None:
        """Centres that nobody owns any more."""
        self.power = None
        self.free |= set(centres)
        for table in (self.homes, self.owned):
            for power, owned in table.items():
                table[power] = [centre for centre in owned if centre not in centres]

    def _set_aside(self, head: str, names: list[str]) -> None:
        for key in (name.lower() for name in names if name):
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
        for key in keys:
            self.names.pop(key, None)

    def _read_ground(self, words: list[str], file: str, line: int) -> None:
        if len(words) < 2 or (len(words) > 2 and words[2].upper() != "ABUTS"):
            raise DataError(f"expected LAND PAR ABUTS ..., not {' '.join(words)[:60]!r}", file=file, line=line)
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

    def _read_name(self, text: str) -> None:
        name, _, rest = text.partition("=")
        words = rest.split()
        name = name.rpartition("->")[2].strip()
        if words:
            aliases = [word.rstrip("?!/").replace("+", " ") for word in words[1:]]
            self.names[words[0].lower()] = (name, aliases)

    def finish(self, file: str) -> ForeignVariant:
        """The board of all lines."""
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
        for key in self.free:
            self._mark_centre(key)
        for power, homes in self.homes.items():
            for key in homes:
                if self._mark_centre(key) and power in found.powers:
                    found.provinces[key].homes.append(power)
                    found.owners[key] = power
        for power, owned in self.owned.items():
            for key in owned:
                if self._mark_centre(key) and power in found.powers:
                    found.owners[key] = power
        return found

    def _mark_centre(self, key: str) -> bool:
        province = self.found.provinces.get(key)
        if province is None:
            self.found.notes.change(f"a centre in {clean(key, 20)!r}, which is no province, is left out")
            return False
        province.is_centre = True
        return True

    def _connect(self, location: str, neighbour: str, file: str) -> None:
        """Open the ways to a neighbour: in small letters for armies alone, with one capital for fleets alone."""
        found = self.found
        key, _, coast = location.lower().partition("/")
        end, _, end_coast = neighbour.lower().partition("/")
        if end not in found.provinces:
            raise DataError(f"{location} abuts {neighbour[:20]!r}, which is no location", file=file)
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
