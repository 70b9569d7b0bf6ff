"""Turns a reader's findings into a valid variant: codes, coasts, borders, owners. Every change is noted."""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass

from legation.board import fold
from legation.errors import DataError
from legation.importing.model import (
    FARTHEST,
    ForeignVariant,
    Ground,
    Province,
    Way,
)
from legation.importing.source import clean
from legation.variants import FirstSeason

COASTS = ("NC", "SC", "EC", "WC")
"""The coasts that orders can name."""
NEAREST_COASTS = {"NE": ("NC", "EC"), "NW": ("NC", "WC"), "SE": ("SC", "EC"), "SW": ("SC", "WC")}


@dataclass(frozen=True, slots=True)
class SpaceRow:
    """A line of ``spaces.csv``."""

    key: str
    code: str
    name: str
    kind: str
    centre: str
    powers: tuple[str, ...]
    coasts: tuple[str, ...]
    convoy: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BorderRow:
    """A line of ``borders.csv``."""

    start: str
    end: str
    army: bool
    fleet: bool
    is_one_way: bool
    is_difficult: bool


@dataclass(frozen=True, slots=True)
class Assembled:
    """A variant in Legation's own form, ready to be written."""

    source: ForeignVariant
    spaces: tuple[SpaceRow, ...]
    borders: tuple[BorderRow, ...]
    powers: dict[str, str]
    """Ids by the keys of the foreign file."""
    units: tuple[tuple[str, str, str], ...]
    """Power, kind, location."""
    owners: dict[str, str]
    """Owners that differ from those implied by homes and units; an empty text means nobody."""
    codes: dict[str, str]
    """Codes by the keys of the foreign file."""
    victory_centres: int


def assemble(found: ForeignVariant) -> Assembled:
    """Make a valid variant; raises a ``DataError`` if the files do not define one."""
    _check_size(found)
    codes = _choose_codes(found)
    _settle_ground(found)
    coasts = _settle_coasts(found)
    powers = _choose_powers(found)
    spaces = tuple(_make_space(found, province, codes, coasts, powers) for province in found.provinces.values())
    spaces = _part_names(spaces)
    borders = tuple(_make_borders(found, codes, coasts))
    units = tuple(_place_units(found, codes, coasts, powers, borders))
    owners = _settle_owners(found, spaces, codes, powers, units)
    centres = sum(bool(space.centre) for space in spaces)
    if not centres:
        raise DataError("the board has no centres", file=found.id)
    _count(found, spaces, borders, units)
    needed = found.victory_centres
    if not needed:
        needed = centres // 2 + 1
        found.notes.change(f"the files name no number of centres that wins; {needed} do, more than half of {centres}")
    _settle_start(found, units)
    return Assembled(found, spaces, borders, powers, units, owners, codes, needed)


def _check_size(found: ForeignVariant) -> None:
    for number, what in ((found.provinces, "provinces"), (found.ways, "borders"), (found.powers, "powers")):
        if not number:
            raise DataError(f"no {what} were found", file=found.id)
    found.check_size()
    for province in found.provinces.values():
        if province.point is not None and not all(abs(part) <= FARTHEST for part in province.point):
            province.point = None
            found.notes.change(f"the place of {clean(province.name, 60)} on the map lies beyond all bounds")


def plain_letters(text: str) -> str:
    """The letters and digits of a text in upper case, without accents."""
    parts = unicodedata.normalize("NFKD", clean(text, 80))
    return re.sub(r"[^A-Z0-9]", "", parts.upper())


def _choose_codes(found: ForeignVariant) -> dict[str, str]:
    """A unique code for every province: its own if it has one, or else three letters of its name."""
    codes: dict[str, str] = {}
    taken: set[str] = set()
    ordered = sorted(found.provinces.values(), key=lambda province: not province.code)
    for province in ordered:
        wish = plain_letters(province.code)[:8]
        if wish and not wish[0].isalpha():
            wish = f"X{wish}"
        options = [wish] if wish else list(_shorten(province.name))
        code = next((option for option in options if option not in taken), None)
        if code is None:
            stem, number = (options[0] if options else "X")[:6], 2
            while f"{stem}{number}" in taken:
                number += 1
            code = f"{stem}{number}"
        if province.code and code != province.code.upper():
            found.notes.change(f"the code {clean(province.code, 20)} of {clean(province.name, 60)} is now {code}")
        taken.add(code)
        codes[province.key] = code
    return codes


def _shorten(name: str) -> list[str]:
    """Possible codes for a name, best first: for Gulf of Lyon GUL, GOL, or any three of its letters in order."""
    words = [plain_letters(word) for word in clean(name, 80).split()]
    whole = re.sub(r"^[0-9]+", "", "".join(words))
    if not whole:
        return []
    options = [whole[:3].ljust(3, "X")]
    if len(words) >= 3:
        options.append("".join(word[:1] for word in words[:3]))
    if len(words) >= 2:
        options.append(words[0][:1] + words[1][:2])
    options += [whole[0] + whole[i] + whole[j] for i in range(1, len(whole)) for j in range(i + 1, len(whole))]
    return [option for option in options if re.fullmatch(r"[A-Z][A-Z0-9]{2}", option)]


def _settle_ground(found: ForeignVariant) -> None:
    """Treat water that armies may enter as land on which fleets can convoy as at sea."""
    for start, end in [pair for pair, way in found.ways.items() if way.army]:
        for place in (start, end):
            province = found.provinces.get(place.partition("/")[0])
            if province is not None and province.ground is Ground.SEA:
                province.ground, province.convoys = Ground.COAST, True
                found.notes.change(
                    f"{clean(province.name, 60)} is water that armies enter; here it is land where fleets convoy"
                )


def _settle_coasts(found: ForeignVariant) -> dict[str, dict[str, str]]:
    """Our names of the coasts of every province with two or more. A single named coast is not a separate coast."""
    used: dict[str, dict[str, None]] = {key: dict.fromkeys(one.coasts) for key, one in found.provinces.items()}
    for pair in found.ways:
        for place in pair:
            key, _, coast = place.partition("/")
            if coast and key in used:
                used[key][coast] = None
    left = {start for (start, _), way in found.ways.items() if way.fleet}
    settled: dict[str, dict[str, str]] = {}
    for key, names in used.items():
        sailed = [name for name in names if f"{key}/{name}" in left]
        if len(sailed) < 2:
            continue
        if len(sailed) > len(COASTS):
            raise DataError(f"{clean(key, 40)} has {len(sailed)} coasts; at most {len(COASTS)}", file=found.id)
        settled[key] = _name_coasts(found, key, sailed)
    return settled


def _name_coasts(found: ForeignVariant, key: str, names: list[str]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for name in names:
        letters = plain_letters(name)
        wishes = (letters if letters in COASTS else f"{letters[:1]}C", *NEAREST_COASTS.get(letters[:2], ()), *COASTS)
        if letters[:2] in NEAREST_COASTS:
            wishes = (*NEAREST_COASTS[letters[:2]], *COASTS)
        chosen[name] = next(wish for wish in wishes if wish in COASTS and wish not in chosen.values())
        if chosen[name] != letters:
            found.notes.change(
                f"the coast {clean(name, 20)} of {clean(found.provinces[key].name, 60)} is {chosen[name]}"
            )
    return chosen


def _choose_powers(found: ForeignVariant) -> dict[str, str]:
    """A unique id for every power; shared names are made unique too."""
    ids: dict[str, str] = {}
    names: dict[str, str] = {}
    for key, power in found.powers.items():
        power.name = clean(power.name, 60) or clean(key, 60) or "Power"
        stem = plain_letters(power.name) or plain_letters(key) or "POWER"
        stem = stem if stem[0].isalpha() else f"P{stem}"
        chosen, number = stem, 2
        while chosen in ids.values() or names.get(fold(chosen), key) != key:
            chosen, number = f"{stem}{number}", number + 1
        ids[key] = chosen
        if names.setdefault(fold(power.name), key) != key:
            power.name = chosen.title()
            names[fold(power.name)] = key
        names.setdefault(fold(chosen), key)
    for key, power in found.powers.items():
        power.adjective = clean(power.adjective, 60) or power.name
        aliases = [clean(alias, 60) for alias in power.aliases]
        power.aliases = [alias for alias in aliases if fold(alias) and names.setdefault(fold(alias), key) == key]
    return ids


def _make_space(
    found: ForeignVariant,
    province: Province,
    codes: dict[str, str],
    coasts: dict[str, dict[str, str]],
    powers: dict[str, str],
) -> SpaceRow:
    homes = tuple(dict.fromkeys(powers[home] for home in province.homes if home in powers))
    is_centre = province.is_centre or bool(homes)
    if is_centre and province.ground is Ground.SHUT:
        is_centre = False
        found.notes.lose(f"{clean(province.name, 60)} is a centre that nobody can enter, so it is not a centre here")
    kinds = {Ground.SEA: "sea", Ground.SHUT: "impassable"}
    aliases = [clean(alias, 60).replace(";", ",") for alias in province.aliases]
    return SpaceRow(
        key=province.key,
        code=codes[province.key],
        name=clean(province.name, 80) or codes[province.key],
        kind=kinds.get(province.ground, "land"),
        centre="" if not is_centre else "home" if homes else "neutral",
        powers=homes if is_centre else (),
        coasts=tuple(sorted(coasts.get(province.key, {}).values(), key=COASTS.index)),
        convoy="yes" if province.convoys and province.ground is not Ground.SEA else "",
        aliases=tuple(dict.fromkeys(alias for alias in aliases if fold(alias) and alias != codes[province.key])),
    )


def _part_names(spaces: tuple[SpaceRow, ...]) -> tuple[SpaceRow, ...]:
    """The same spaces, with the code added to every name that two of them share or that is another's code."""
    counts = Counter(fold(space.name) for space in spaces)
    taken: set[str] = set()
    parted = []
    for space in spaces:
        name = space.name if fold(space.name) and counts[fold(space.name)] == 1 else f"{space.name} {space.code}"
        while fold(name) in taken:
            name += " 2"
        taken.add(fold(name))
        parted.append(SpaceRow(space.key, space.code, name, space.kind, space.centre, space.powers, space.coasts,
                               space.convoy, space.aliases))  # fmt: skip
    return tuple(parted)


def _make_borders(found: ForeignVariant, codes: dict[str, str], coasts: dict[str, dict[str, str]]) -> list[BorderRow]:
    ways: dict[tuple[str, str], Way] = {}
    for (start, end), way in found.ways.items():
        for here, there, is_army in ((start, end, True), (start, end, False)):
            if not (way.army if is_army else way.fleet):
                continue
            ends = [_locate(found, place, codes, coasts, is_army=is_army) for place in (here, there)]
            pair = (ends[0], ends[1])
            if None in pair or str(pair[0]).partition("/")[0] == str(pair[1]).partition("/")[0]:
                continue
            made = ways.setdefault((str(pair[0]), str(pair[1])), Way())
            made.army |= is_army
            made.fleet |= not is_army
            made.is_difficult |= way.is_difficult
    return _pair_ways(found, ways)


def _locate(
    found: ForeignVariant, place: str, codes: dict[str, str], coasts: dict[str, dict[str, str]], *, is_army: bool
) -> str | None:
    """A place as a location of the board, or None if no unit of this kind can stand there."""
    key, _, coast = place.partition("/")
    province = found.provinces.get(key)
    if province is None:
        found.notes.change(f"a border names {clean(key, 40)!r}, which is not a province; it is left out")
        return None
    if province.ground is Ground.SHUT:
        return None
    if is_army:
        return codes[key]
    if key not in coasts:
        return codes[key]
    if coast not in coasts[key]:
        if coast:
            found.notes.change(
                f"a border names the coast {clean(coast, 20)!r} of {codes[key]}, on which no fleet moves"
            )
        return None
    return f"{codes[key]}/{coasts[key][coast]}"


def _pair_ways(found: ForeignVariant, ways: dict[tuple[str, str], Way]) -> list[BorderRow]:
    """Ways as borders: one border for both directions if they are alike, otherwise one-way borders."""
    rows = []
    for (start, end), way in sorted(ways.items()):
        back = ways.get((end, start), Way())
        is_difficult = way.is_difficult or back.is_difficult
        both = (way.army and back.army, way.fleet and back.fleet)
        if start < end and any(both):
            rows.append(BorderRow(start, end, *both, is_one_way=False, is_difficult=is_difficult))
        alone = (way.army and not back.army, way.fleet and not back.fleet)
        if any(alone):
            rows.append(BorderRow(start, end, *alone, is_one_way=True, is_difficult=is_difficult))
            what = " and ".join(word for word, is_so in zip(("armies", "fleets"), alone, strict=True) if is_so)
            found.notes.keep(f"{start} - {end} is a way for {what} in this direction alone")
    return rows


def _place_units(
    found: ForeignVariant,
    codes: dict[str, str],
    coasts: dict[str, dict[str, str]],
    powers: dict[str, str],
    borders: tuple[BorderRow, ...],
) -> list[tuple[str, str, str]]:
    sailed = {place for row in borders if row.fleet for place in (row.start, row.end)[: 1 if row.is_one_way else 2]}
    placed: dict[str, tuple[str, str, str]] = {}
    for power, kind, place in found.units:
        key, _, coast = place.partition("/")
        what = f"{kind} {clean(place, 40)} of {clean(power, 40)}"
        if key not in codes or power not in powers:
            found.notes.lose(f"{what} is left out: there is no such province or power")
            continue
        where = codes[key]
        if kind == "F" and key in coasts:
            named = coasts[key].get(coast)
            if named is None:
                named = sorted(coasts[key].values(), key=COASTS.index)[0]
                found.notes.change(f"{what} names no coast; it stands on {where}/{named}")
            where = f"{where}/{named}"
        stands = where in sailed if kind == "F" else found.provinces[key].ground in (Ground.LAND, Ground.COAST)
        if not stands or codes[key] in placed:
            found.notes.lose(f"{what} is left out: it cannot stand there")
            continue
        placed[codes[key]] = (powers[power], kind, where)
    return list(placed.values())


def _settle_owners(
    found: ForeignVariant,
    spaces: tuple[SpaceRow, ...],
    codes: dict[str, str],
    powers: dict[str, str],
    units: tuple[tuple[str, str, str], ...],
) -> dict[str, str]:
    """Owners at the start that differ from those implied by homes and units."""
    if found.owners is None:
        return {}
    usual = {space.code: space.powers[0] for space in spaces if space.centre == "home"}
    centres = {space.code for space in spaces if space.centre}
    for power, _, place in units:
        if place.partition("/")[0] in centres:
            usual[place.partition("/")[0]] = power
    wanted = {
        codes[key]: powers[power]
        for key, power in found.owners.items()
        if key in codes and power in powers and codes[key] in centres
    }
    return {code: wanted.get(code, "") for code in sorted(centres) if usual.get(code, "") != wanted.get(code, "")}


def _count(
    found: ForeignVariant,
    spaces: tuple[SpaceRow, ...],
    borders: tuple[BorderRow, ...],
    units: tuple[tuple[str, str, str], ...],
) -> None:
    centres = sum(bool(space.centre) for space in spaces)
    found.notes.kept.insert(
        0,
        f"{len(spaces)} spaces, {len(borders)} borders, {centres} centres, {len(found.powers)} powers, "
        f"{len(units)} units",
    )


def _settle_start(found: ForeignVariant, units: tuple[tuple[str, str, str], ...]) -> None:
    """A board without units begins in Winter, so that the powers can build."""
    calendar = found.calendar
    if units or calendar.first_season is FirstSeason.WINTER:
        return
    year = max(0, calendar.first_year - (calendar.fall_to_spring if calendar.first_season is FirstSeason.SPRING else 0))
    found.calendar = type(calendar)(year, FirstSeason.WINTER, calendar.spring_to_fall, calendar.fall_to_spring)
    found.notes.change(f"nobody has a unit at the start: the game begins with the builds of Winter {year}")
