"""webDiplomacy and vDiplomacy: ``install.php`` with territories and borders, ``variant.php``, and the first units."""

import re

from legation.errors import DataError
from legation.importing.model import ForeignPower, ForeignVariant, Ground, Picture, Province
from legation.importing.php_text import Value, read_assignments, read_calls, row_of, texts_of
from legation.importing.source import Source, clean
from legation.variants import Calendar, Credits

FILE = "install.php"
TERMS = "variant.php"
UNITS = "classes/adjudicatorPreGame.php"
DRAWING = "classes/drawMap.php"
MAP = "resources/map.png"
MAP_NAME = re.compile(
    r"""["']map["']\s*=>\s*(?:l_s\s*\(\s*)?["']variants/(\w{1,60})/resources/(?!small)(\w{1,60}\.png)["']"""
)
LONGEST_NAME = 200
"""Characters of a territory's name."""
GROUNDS = {"land": Ground.LAND, "coast": Ground.COAST, "sea": Ground.SEA}
COAST = re.compile(r"(.+?)\s*\(((?:north|south)?[ -]?(?:east|west)?)\s+coast\)", re.IGNORECASE)
KINDS = {"army": "A", "fleet": "F"}
CALLS = ("InstallTerritory", "addBorder")
"""Functions that the oldest variants call instead of filling tables."""
NEUTRAL = "Neutral units"


def read_webdiplomacy(source: Source, _name: str = FILE) -> ForeignVariant:
    """The board of a variant's folder."""
    label = source.label(FILE)
    text = source.read(FILE)
    board = re.search(r"""require(?:_once)?\s*+(?:\(\s*+)?["']variants/([A-Za-z0-9_]{1,60})/install\.php""", text)
    other = Source(source.folder.parent / board[1]) if board else None
    found = ForeignVariant(id=source.folder.name, name=source.folder.name)
    numbers: list[str] = []
    """Keys of territories by their number."""
    tables = read_assignments(text, label)
    if other is not None and other.has(FILE):
        tables |= read_assignments(other.read(FILE), other.label(FILE))
    terms = read_assignments(source.read(TERMS), source.label(TERMS)) if source.has(TERMS) else {}
    countries = next((texts_of(value) for value in terms.get("countries", []) if texts_of(value)), [])
    parent = _find_parent(source)
    if parent is not None and not countries:
        above = read_assignments(parent.read(TERMS), parent.label(TERMS))
        terms = above | terms
        countries = next((texts_of(value) for value in above.get("countries", []) if texts_of(value)), [])
    if not countries:
        countries = _name_countries(source)
    for name in countries:
        found.powers[name] = ForeignPower(name, name)
    rows = [row_of(row) for values in tables.values() for value in values for row in row_of(value)]
    for one in (source, other):
        if one is not None and one.has(FILE):
            rows += read_calls(one.read(FILE), one.label(FILE), CALLS)
    for row in rows:
        if _is_territory(row):
            _read_territory(found, row, countries, numbers)
    if not found.provinces:
        more = f"; it uses that of {board[1]}, which is not there" if board else ""
        raise DataError(f"no table of territories{more}", file=label)
    for row in rows:
        if _is_border(row):
            _read_border(found, row, label)
    _read_terms(found, source, terms, numbers)
    _read_units(found, source if source.has(UNITS) or parent is None else parent)
    _read_colours(found, source, countries)
    _take_small_points(found, rows)
    found.picture = _find_picture(source, [one for one in (other, parent) if one is not None])
    return found


def _take_small_points(found: ForeignVariant, rows: list[list[Value]]) -> None:
    """Use the places of the small map for boards that define no large one."""
    if len({province.point for province in found.provinces.values()}) > 1:
        return
    for row in rows:
        if _is_territory(row) and len(row) >= 8 and isinstance(row[6], int) and isinstance(row[7], int):
            province = found.provinces.get(split_name(str(row[0]))[0])
            if province is not None:
                province.point = (float(row[6]), float(row[7]))


def _find_picture(source: Source, others: list[Source]) -> Picture | None:
    """The large map: this variant's own, the one named in its drawing code, or that of the variant it extends."""
    code = source.read(DRAWING) if source.has(DRAWING) else ""
    named = [(Source(source.folder.parent / folder), f"resources/{name}") for folder, name in MAP_NAME.findall(code)]
    for place, name in [(source, MAP), *named, *((other, MAP) for other in others)]:
        if place.has(name):
            return Picture(place.label(name), place.read_bytes(name))
    return None


def _find_parent(source: Source) -> Source | None:
    """The neighbouring folder of the variant that this one extends."""
    text = source.read(TERMS) if source.has(TERMS) else ""
    match = re.search(r"class\s+\w{1,80}\s+extends\s+(\w{1,60})Variant\b", text)
    parent = Source(source.folder.parent / match[1]) if match and match[1] != "WD" else None
    return parent if parent is not None and parent.has(TERMS) else None


def _is_territory(row: list[Value]) -> bool:
    return (
        len(row) >= 4
        and isinstance(row[0], str)
        and isinstance(row[1], str)
        and row[1].strip().lower() in GROUNDS
        and str(row[2]).strip().lower() in ("yes", "no")
    )


def _is_border(row: list[Value]) -> bool:
    return (
        len(row) >= 4
        and isinstance(row[0], str)
        and isinstance(row[1], str)
        and str(row[2]).strip().lower() in ("yes", "no")
        and str(row[3]).strip().lower() in ("yes", "no")
    )


def split_name(name: str) -> tuple[str, str]:
    """Split ``Spain (North Coast)`` into Spain and ``nc``. A slash in a key would mean a coast, so names get a bar."""
    whole = " ".join(name[:LONGEST_NAME].replace("/", "|").split())
    match = COAST.fullmatch(whole)
    if not match:
        return whole, ""
    letters = "".join(word[0] for word in re.findall(r"north|south|east|west", match[2].lower()))
    return match[1].strip(), f"{letters}c" if len(letters) == 1 else letters


def _name_of(key: str) -> str:
    return key.replace("|", "/")


def _read_territory(found: ForeignVariant, row: list[Value], countries: list[str], numbers: list[str]) -> None:
    whole = str(row[0])
    key, coast = split_name(whole)
    numbers.append(key)
    ground = GROUNDS[str(row[1]).strip().lower()]
    if coast:
        parent = found.provinces.setdefault(key, Province(key, _name_of(key), Ground.COAST))
        parent.coasts.append(coast)
        parent.ground = Ground.COAST
        return
    if key in found.provinces and not found.provinces[key].coasts:
        found.notes.change(f"{clean(key, 60)} is given twice; the last counts")
    province = Province(key, _name_of(key), ground)
    province.coasts = found.provinces[key].coasts if key in found.provinces else []
    province.is_centre = str(row[2]).strip().lower() == "yes"
    owner, spot = _read_columns(row)
    if isinstance(owner, str) and owner.isascii() and owner.isdigit():
        owner = int(owner[:4])
    if isinstance(owner, int) and 0 < owner <= len(countries):
        owner = countries[owner - 1]
    if isinstance(owner, str) and owner in countries and province.is_centre:
        province.homes = [owner]
    places = [float(part) for part in spot if isinstance(part, int | float)]
    if len(places) == 2:
        province.point = (places[0], places[1])
    found.provinces[key] = province


def _read_columns(row: list[Value]) -> tuple[Value, list[Value]]:
    """The owner, and the place on the large map: a country's number before four coordinates, or its name after them."""
    if len(row) >= 8 and isinstance(row[7], str) and not isinstance(row[3], str):
        return row[7].strip(), row[3:5]
    return row[3], row[4:6]


def _read_border(found: ForeignVariant, row: list[Value], file: str) -> None:
    """Read a border: fleets, then armies; every border works in both directions."""
    ends = [split_name(str(row[0])), split_name(str(row[1]))]
    for key, _ in ends:
        if key not in found.provinces:
            found.notes.change(f"a border names {clean(key, 60)!r}, which is not a territory; it is left out")
            return
    if ends[0][0] == ends[1][0]:
        return
    places = [f"{key}/{coast}" if coast else key for key, coast in ends]
    fleet, army = (str(row[number]).strip().lower() == "yes" for number in (2, 3))
    for here, there in ((0, 1), (1, 0)):
        if fleet:
            found.connect(places[here], places[there], fleet=True)
        if army:
            found.connect(ends[here][0], ends[there][0], army=True)


def _read_terms(found: ForeignVariant, source: Source, terms: dict[str, list[Value]], numbers: list[str]) -> None:
    if not source.has(TERMS):
        found.notes.lose("there is no variant.php: powers, first year and author are not known")
        return
    text = source.read(TERMS)
    found.name = _first_text(terms, "fullName") or _first_text(terms, "name") or found.name
    found.description = _first_text(terms, "description")
    found.credits = Credits(author=clean(_first_text(terms, "author"), 200), source="webDiplomacy",
                            note=clean(f"adapted by {_first_text(terms, 'adapter')}", 200)
                            if _first_text(terms, "adapter") else "")  # fmt: skip
    year = re.search(
        r"function\s+turnAsDate\b.{0,600}?floor\s*\(\s*\$turn\s*/\s*2\s*\)\s*\)?\s*\+\s*([0-9]{1,4})\b", text, re.DOTALL
    )
    if year:
        found.calendar = Calendar(int(year[1]))
    else:
        found.notes.change("the years are counted by code; the game begins in Spring 1901")
    target = [value for value in terms.get("supplyCenterTarget", []) if isinstance(value, int) and 0 < value < 2000]
    found.victory_centres = target[-1] if target else None
    for value in row_of(next(iter(terms.get("convoyCoasts", [])), None)):
        number = str(value)
        if number.isascii() and number.isdigit() and 0 < int(number[:5]) <= len(numbers):
            found.provinces[numbers[int(number[:5]) - 1]].convoys = True
    _note_code(found, source, text)


def _note_code(found: ForeignVariant, source: Source, text: str) -> None:
    """Note rules in PHP code: building anywhere is recognised, others are not."""
    classes = set(re.findall(r"variantClasses\[\s*['\"](\w{1,40})['\"]\s*\]", text))
    if classes & {"userOrderBuilds", "processOrderBuilds"}:
        if re.search(r"build[ -]*anywhere", text, re.IGNORECASE):
            found.switches["build_in"] = "owned"
            found.notes.change("units are built in any owned centre, as a remark in variant.php says")
        else:
            found.notes.lose("builds have rules of their own in PHP")
    rest = classes - {"drawMap", "adjudicatorPreGame", "userOrderBuilds", "processOrderBuilds", "OrderInterface",
                      "OrderArchiv", "panelGameBoard", "panelMembers", "interactiveMap", "Chatbox"}  # fmt: skip
    if rest:
        found.notes.lose(f"rules in PHP, which is not run: {', '.join(sorted(rest))}")


def _first_text(terms: dict[str, list[Value]], name: str) -> str:
    return next((clean(value) for value in terms.get(name, []) if isinstance(value, str) and value.strip()), "")


def _name_countries(source: Source) -> list[str]:
    """The countries that have units, for variants whose ``variant.php`` does not list countries."""
    if not source.has(UNITS):
        return []
    names: list[str] = []
    for values in read_assignments(source.read(UNITS), source.label(UNITS)).values():
        for value in values:
            for name, units in value if isinstance(value, list) else ():
                if isinstance(name, str) and isinstance(units, list) and name != NEUTRAL:
                    names.append(name)
    return names


def _read_units(found: ForeignVariant, source: Source) -> None:
    if not source.has(UNITS):
        found.notes.change("there is no adjudicatorPreGame.php: nobody has a unit")
        return
    tables = read_assignments(source.read(UNITS), source.label(UNITS))
    for value in (value for values in tables.values() for value in values if isinstance(value, list)):
        for power, units in value:
            if isinstance(power, str) and isinstance(units, list):
                _read_units_of(found, power, units)


def _read_units_of(found: ForeignVariant, power: str, units: list[tuple[Value, Value]]) -> None:
    placed = [(str(place), KINDS.get(str(kind).strip().lower())) for place, kind in units if isinstance(place, str)]
    if not any(kind for _, kind in placed):
        return
    if power not in found.powers:
        found.powers[power] = ForeignPower(power, "Neutral" if power == NEUTRAL else power, is_played=False)
        found.notes.keep(f"nobody plays {clean(power, 60)!r}; its units stand and defend")
    for place, kind in placed:
        key, coast = split_name(place)
        if kind:
            found.units.append((power, kind, f"{key}/{coast}" if coast else key))


def _read_colours(found: ForeignVariant, source: Source, countries: list[str]) -> None:
    """``.country1 { color: #aabbcc }`` in the style sheet."""
    if not source.has("resources/style.css"):
        return
    text = source.read("resources/style.css")[:200_000]
    for number, colour in re.findall(
        r"\.country([0-9]{1,2})[^{}]{0,200}\{[^{}]{0,200}?color\s*:\s*(#[0-9A-Fa-f]{6})", text
    ):
        if 0 < int(number) <= len(countries):
            found.powers[countries[int(number) - 1]].colour = colour.lower()
