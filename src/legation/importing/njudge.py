"""nJudge: ``map.<name>`` with provinces and their neighbours, ``seed.<name>`` with the first position."""

import re

from legation.errors import DataError
from legation.importing.judge_lists import Finder, Place, connect_neighbours, settle_grounds
from legation.importing.model import ForeignPower, ForeignVariant, Ground, Province
from legation.importing.source import Source, clean
from legation.variants import Calendar, FirstSeason

END = "-1"
NEIGHBOURS = re.compile(r"([A-Za-z0-9_']+)[-/]([A-Za-z]{2})(?:\s*:|\s)(.*)")
PHASE = re.compile(r"([SFW])([0-9]{1,4})([MRBA])")
FIRST = {"S": FirstSeason.SPRING, "F": FirstSeason.FALL, "W": FirstSeason.WINTER}
UNIT = re.compile(r"(\S)\s*:?\s+([AFWRG])\s+(.+)")
REPORT = re.compile(r"Starting position for (Spring|Fall|Winter) of ([0-9]{1,4})\b.*", re.IGNORECASE)
REPORTED = re.compile(
    r"(\w[\w .'-]{0,40}?)\s*:\s*(Army|Fleet)\s+([^.()]{1,60}?)\s*(?:\((\w)\w*\s+coast\))?\s*\.?", re.IGNORECASE
)
REGULAR = {"A": ("Austria", "vie"), "E": ("England", "lon"), "F": ("France", "par"), "G": ("Germany", "ber"),
           "I": ("Italy", "rom"), "R": ("Russia", "mos"), "T": ("Turkey", "con")}  # fmt: skip
"""The powers of the regular board: letter, name and one home centre."""
LAND, WATER, CENTRE = "lwx"
OTHERS = {"r": "railway", "g": "gateway"}


def read_njudge(source: Source, name: str) -> ForeignVariant:
    """Read the board of a ``map`` file, with the seed of the same name if there is one."""
    suffix = name.partition(".")[2]
    found = ForeignVariant(id=suffix or "standard", name=(suffix or "standard").replace("_", " ").title())
    label = source.label(name)
    parts = _split_at_ends(source.read_lines(name))
    if len(parts) < 2:
        raise DataError("not a map of nJudge: two parts, each ended by -1, are expected", file=label)
    for number, line in parts[0]:
        _read_province(found, line, label, number)
    found.check_size()
    finder = Finder(found)
    for number, line in parts[1]:
        match = NEIGHBOURS.fullmatch(line)
        if not match:
            raise DataError(
                f"expected neighbours such as 'par-mv: bur gas', not {line[:60]!r}", file=label, line=number
            )
        key = finder.find(match[1])
        if key is None:
            raise DataError(f"unknown province {match[1]!r}", file=label, line=number)
        connect_neighbours(found, finder, (key, match[2]), match[3].split(), Place(label, number))
    settle_grounds(found)
    for part in parts[2:]:
        for _, line in part:
            if re.match(r"(Gateway|Railway|HongKong)", line, re.IGNORECASE):
                found.notes.lose(f"the rule of {line.split()[0]} is not kept")
    seed = f"seed.{suffix}" if suffix else "seed.standard"
    if source.has(seed):
        _read_seed(found, source, seed)
    else:
        found.notes.change("there is no seed file: nobody has a unit")
    _name_powers(found, source, f"report.{suffix}" if suffix else "report.standard")
    return found


def _name_powers(found: ForeignVariant, source: Source, report: str) -> None:
    """Name the powers, which maps and seeds write as single letters, from the report of the first position.

    Without a report, powers with the homes of the regular board get those names.
    """
    finder, owners = Finder(found), {place.partition("/")[0]: power for power, _, place in found.units}
    for match in map(REPORTED.fullmatch, [line for _, line in source.read_lines(report)] if source.has(report) else ()):
        key = finder.find(match[3]) if match else None
        power = found.powers.get(owners.get(key, "")) if key else None
        if match and power is not None and power.name == power.key:
            power.name = clean(match[1], 40)
    regular = {
        letter: name
        for letter, (name, home) in REGULAR.items()
        if letter in found.powers and home in found.provinces and letter in found.provinces[home].homes
    }
    for letter, name in regular.items() if len(regular) > 1 else ():  # a single match may be a coincidence
        if found.powers[letter].name == letter:
            found.powers[letter].name = name
    unnamed = [power.key for power in found.powers.values() if power.name == power.key]
    if unnamed:
        powers = ", ".join(sorted(unnamed))
        found.notes.change(f"nJudge's files name powers by one letter; give {powers} names in variant.toml")


def _split_at_ends(lines: list[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """The sections of a file, each of which ends with -1, without comments."""
    parts: list[list[tuple[int, str]]] = [[]]
    for number, line in lines:
        if line.split()[0] == END:
            parts.append([])
        elif not line.startswith("#"):
            parts[-1].append((number, line))
    return parts


def _read_province(found: ForeignVariant, line: str, file: str, number: int) -> None:
    name, comma, rest = line.rpartition(",") if "," in line else (line, "", "")
    words = rest.split()
    if not comma or len(words) < 2:
        raise DataError(f"expected a province such as 'Paris, F par', not {line[:60]!r}", file=file, line=number)
    kind, code, *aliases = words
    if re.search(r"[0-9.]", kind[1:]):
        raise DataError("provinces with incomes: a board of Machiavelli, whose rules are not known here", file=file,
                        line=number)  # fmt: skip
    key = code.lower()
    if kind in OTHERS:
        found.notes.lose(f"{name} is a {OTHERS[kind]}, which is not a province")
        return
    if key in found.provinces:
        raise DataError(f"the code {code!r} is given twice", file=file, line=number)
    letter = kind[0]
    province = Province(key, name, Ground.SEA if letter == WATER else Ground.LAND, code=code, aliases=aliases)
    province.is_centre = letter not in (LAND, WATER)
    province.convoys = WATER in kind[1:]
    if letter not in (LAND, WATER, CENTRE):
        found.powers.setdefault(letter, ForeignPower(letter, letter))
        province.homes = [letter]
    found.provinces[key] = province


def _read_seed(found: ForeignVariant, source: Source, name: str) -> None:
    label = source.label(name)
    parts = _split_at_ends(source.read_lines(name))
    if not parts[0]:
        raise DataError("the seed is empty", file=label)
    (first, phase), *units = parts[0]
    reported = REPORT.fullmatch(phase)
    if reported:
        found.calendar = Calendar(int(reported[2]), FIRST[reported[1][0].upper()])
        units = [(number, _shorten(found, line)) for number, line in units]
    match = PHASE.fullmatch(phase.split()[0])
    if not match and not reported:
        raise DataError(f"expected a phase such as S1901M, not {phase[:40]!r}", file=label, line=first)
    if match:
        found.calendar = Calendar(int(match[2]), FirstSeason.WINTER if match[3] in "BA" else FIRST[match[1]])
    finder = Finder(found)
    for number, line in units:
        _read_unit(found, line, finder, label, number)
    if len(parts) > 1 and parts[1]:
        _read_owners(found, parts[1][0][1])


def _shorten(found: ForeignVariant, line: str) -> str:
    """Shorten ``Austria: Fleet Spain (south coast).`` to the form of other seeds, ``A: F Spain/sc``."""
    match = REPORTED.fullmatch(line)
    if not match:
        return line
    letter = match[1][0].upper()
    found.powers.setdefault(letter, ForeignPower(letter, letter)).name = clean(match[1], 40)
    return f"{letter}: {match[2][0].upper()} {match[3]}{f'/{match[4].lower()}c' if match[4] else ''}"


def _read_unit(found: ForeignVariant, line: str, finder: Finder, file: str, number: int) -> None:
    match = UNIT.fullmatch(line)
    if not match:
        raise DataError(f"expected a unit such as 'F: A Paris', not {line[:60]!r}", file=file, line=number)
    power, kind, place = match.groups()
    text, _, coast = place.partition("/")
    key = finder.find(text)
    if key is None:
        found.notes.lose(f"{kind} {clean(place, 40)} of {power} is left out: the map has no such province")
        return
    if kind not in "AF":
        found.notes.lose(f"{kind} {place} is left out: there are only armies and fleets")
        return
    found.powers.setdefault(power, ForeignPower(power, power))
    found.units.append((power, kind, f"{key}/{coast.strip().lower()}" if coast else key))


def _read_owners(found: ForeignVariant, marks: str) -> None:
    """Read owners: one letter for each province in the order of the map; a dot means nobody."""
    if len(marks) > len(found.provinces) + 1:
        found.notes.change("the seed's list of owners is longer than that of provinces; owners are those of the map")
        return
    found.owners = {}
    for key, mark in zip(found.provinces, marks, strict=False):
        if mark not in ".x ":
            found.powers.setdefault(mark, ForeignPower(mark, mark))
            found.provinces[key].is_centre = True
            found.owners[key] = mark
