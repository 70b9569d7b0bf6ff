"""jDip: ``variants.xml`` with an adjacency file and an SVG map for each variant."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from legation.errors import DataError
from legation.importing.judge_lists import Finder, Place, connect_neighbours, settle_grounds, split_place
from legation.importing.model import ForeignPower, ForeignVariant, Ground, Province
from legation.importing.source import Source, clean
from legation.importing.svg_map import read_map
from legation.importing.xml_text import local_name, read_xml
from legation.variants import Calendar, FirstSeason

FILE = "variants.xml"
BUILDS = {
    "VALUE_BUILDS_HOME_ONLY": "home",
    "VALUE_BUILDS_ANY_OWNED": "owned",
    "VALUE_BUILDS_ANY_IF_HOME_OWNED": "owned_with_home",
}
KINDS = {"army": "A", "fleet": "F", "a": "A", "f": "F"}
TURN = re.compile(r"(spring|fall|summer|autumn|winter)\s*,?\s*(-?[0-9]{1,4})\s*(bc|ad)?\s*[,(]?\s*\(?\s*([a-z]*)", re.I)
MOST_VARIANTS = 100


def read_jdip(source: Source, _name: str = FILE) -> list[ForeignVariant]:
    """Every variant of a ``variants.xml``."""
    root = read_xml(source, FILE)
    label = source.label(FILE)
    maps = {_attribute(one, "id"): _attribute(one, "URI") for one in _children(root, "MAP_DEFINITION")}
    variants = list(_children(root, "VARIANT"))
    if not 0 < len(variants) <= MOST_VARIANTS:
        raise DataError(f"{len(variants)} variants; 1 to {MOST_VARIANTS} are expected", file=label)
    return [_read_variant(source, element, maps) for element in variants]


def _children(element: Element, name: str) -> Iterator[Element]:
    return (child for child in element if local_name(child) == name)


def _child(element: Element, name: str) -> Element | None:
    return next(_children(element, name), None)


def _attribute(element: Element, name: str, default: str = "") -> str:
    return str(element.get(name, default)).strip()


def _read_variant(source: Source, element: Element, maps: dict[str, str]) -> ForeignVariant:
    name = clean(_attribute(element, "name"), 80) or "variant"
    found = ForeignVariant(id=name, name=name)
    told = _child(element, "DESCRIPTION")
    found.description = clean("".join(told.itertext()) if told is not None else "", 600)
    place = _child(element, "MAP")
    if place is None:
        raise DataError(f"the variant {name} has no MAP", file=source.label(FILE))
    _read_adjacency(found, source, source.check_name(_attribute(place, "adjacencyURI"), FILE))
    _read_powers(found, element)
    _read_terms(found, element)
    _read_position(found, element, source.label(FILE))
    _read_picture(found, source, place, maps)
    return found


def _read_adjacency(found: ForeignVariant, source: Source, file: str) -> None:
    root = read_xml(source, file)
    label = source.label(file)
    provinces = list(_children(root, "PROVINCE"))
    for element in provinces:
        key = _attribute(element, "shortname").lower()
        if not key or key in found.provinces:
            raise DataError(f"the province {key!r} is given twice or has no short name", file=label)
        names = [_attribute(child, "name") for child in _children(element, "UNIQUENAME")]
        is_land = any(_attribute(child, "type", "mv").lower() == "mv" for child in _children(element, "ADJACENCY"))
        province = Province(
            key, _attribute(element, "fullname") or key, Ground.LAND if is_land else Ground.SEA, code=key
        )
        province.aliases = names
        province.convoys = _attribute(element, "isConvoyableCoast").lower() == "true"
        found.provinces[key] = province
    found.check_size()
    finder = Finder(found)
    for element in provinces:
        key = _attribute(element, "shortname").lower()
        for child in _children(element, "ADJACENCY"):
            refs = [ref for ref in _attribute(child, "refs").split() if split_place(ref)[0] != key]
            if refs:
                connect_neighbours(found, finder, (key, _attribute(child, "type", "mv")), refs, Place(label))
    settle_grounds(found)
    _read_borders(found, root, provinces)


def _read_borders(found: ForeignVariant, root: Element, provinces: list[Element]) -> None:
    """Read rules of single borders. A border that removes a unit's own strength is difficult; other rules are lost."""
    rules = {_attribute(one, "id"): one for part in _children(root, "BORDER_DEFINITIONS") for one in part}
    for element in provinces:
        key = _attribute(element, "shortname").lower()
        for name in _attribute(element, "borders").split():
            rule = rules.get(name)
            origins = [split_place(ref)[0] for ref in _attribute(rule, "from").split()] if rule is not None else []
            if rule is not None and _attribute(rule, "baseMoveModifier") == "-1" and origins:
                for origin in origins:
                    way = found.ways.get((origin, key))
                    if way is not None:
                        way.is_difficult = True
                found.notes.keep(
                    f"moves to {key.upper()} from {' '.join(origins).upper()} need support: a difficult border"
                )
            elif rule is not None:
                about = clean(_attribute(rule, "description"), 120) or name
                found.notes.lose(f"a rule of the borders of {key.upper()}: {about}")


def _read_powers(found: ForeignVariant, element: Element) -> None:
    for one in _children(element, "POWER"):
        name = _attribute(one, "name")
        key = name.lower()
        aliases = _attribute(one, "altnames").split(",")
        found.powers[key] = ForeignPower(key, name, _attribute(one, "adjective"), aliases)
        if _attribute(one, "active", "true").lower() == "false":
            found.powers[key].is_played = False
            found.notes.keep(f"nobody plays {clean(name, 60)}")


def _read_terms(found: ForeignVariant, element: Element) -> None:
    time = _child(element, "STARTINGTIME")
    match = TURN.match(" ".join(_attribute(time, "turn")[:100].split())) if time is not None else None
    if match is None:
        found.notes.change("no first turn was found; the game begins in Spring 1901")
    else:
        _read_turn(found, match)
    for options in _children(element, "RULEOPTIONS"):
        for option in options:
            name, value = _attribute(option, "name"), _attribute(option, "value")
            if name == "OPTION_BUILDS" and value in BUILDS:
                if BUILDS[value] != "home":
                    found.switches["build_in"] = BUILDS[value]
            elif not value.endswith(("DISABLED", "HOME_ONLY")):
                found.notes.lose(f"the option {clean(name, 60)} = {clean(value, 60)}")
    goals = _child(element, "VICTORYCONDITIONS")
    if goals is None:
        return
    for goal in goals:
        value = _attribute(goal, "value")
        if value.isascii() and value.isdigit() and len(value) < 5 and int(value) > 0:
            _read_goal(found, local_name(goal), int(value))


def _read_turn(found: ForeignVariant, match: re.Match[str]) -> None:
    year = int(match[2])
    if year < 0 or (match[3] or "").lower() == "bc":
        found.notes.change(f"years before Christ cannot be written; {abs(year)} BC is now the year 1")
        year = 1
    season = match[1].lower()
    is_winter = season == "winter" or (match[4] or "").lower().startswith("adj")
    first = FirstSeason.FALL if season in ("fall", "autumn") else FirstSeason.SPRING
    found.calendar = Calendar(year, FirstSeason.WINTER if is_winter else first)


def _read_goal(found: ForeignVariant, goal: str, value: int) -> None:
    if goal == "WINNING_SUPPLY_CENTERS":
        found.victory_centres = value
    elif goal == "YEARS_WITHOUT_SC_CAPTURE":
        found.victory["quiet_years"] = value
    elif goal == "GAME_LENGTH":
        found.victory["last_year"] = found.calendar.first_year + value - 1


def _read_position(found: ForeignVariant, element: Element, file: str) -> None:
    found.owners, finder = {}, Finder(found)
    for one in _children(element, "SUPPLYCENTER"):
        key = finder.find(split_place(_attribute(one, "province"))[0])
        if key is None:
            raise DataError(f"a centre in the unknown province {_attribute(one, 'province')[:40]!r}", file=file)
        found.provinces[key].is_centre = True
        home, owner = (_power_key(found, _attribute(one, name, "none")) for name in ("homepower", "owner"))
        found.provinces[key].homes = [home] if home in found.powers else []
        if owner in found.powers:
            found.owners[key] = owner
    for one in _children(element, "INITIALSTATE"):
        name, coast = split_place(_attribute(one, "province"))
        key = finder.find(name)
        coast = split_place(f"x/{_attribute(one, 'unitcoast')}")[1] if one.get("unitcoast") else coast
        kind = _attribute(one, "unit").lower()
        if key is None:
            raise DataError(f"a unit in the unknown province {name[:40]!r}", file=file)
        if kind not in KINDS:
            found.notes.lose(f"a {clean(kind, 20)} in {key.upper()}: there are only armies and fleets")
            continue
        power = _power_key(found, _attribute(one, "power"))
        found.units.append((power, KINDS[kind], f"{key}/{coast[:2]}" if coast else key))


def _power_key(found: ForeignVariant, name: str) -> str:
    """The key of a power with this name or alternative name."""
    wanted = name.lower()
    others = {alias.strip().lower(): key for key, power in found.powers.items() for alias in power.aliases}
    return wanted if wanted in found.powers else others.get(wanted, wanted)


def _read_picture(found: ForeignVariant, source: Source, place: Element, maps: dict[str, str]) -> None:
    """The first map that can be read; a board without one is drawn from its graph."""
    graphics = sorted(_children(place, "MAP_GRAPHIC"), key=lambda one: _attribute(one, "default") != "true")
    for graphic in graphics:
        file = maps.get(_attribute(graphic, "ref"), "")
        try:
            picture = read_map(source, source.check_name(file, FILE), Finder(found).keys)
        except DataError as error:
            found.notes.lose(f"a map: {error}")
            continue
        found.sketch = picture.sketch
        for key, point in picture.points.items():
            found.provinces[key].point = point
        for power, colour in picture.colours.items():
            if power in found.powers:
                found.powers[power].colour = colour
        return
