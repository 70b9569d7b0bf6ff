"""godip: a board in Go as one chain of ``Prov(...).Conn(...).Flag(...).SC(...)``. The text is read, never run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from legation.errors import DataError
from legation.importing.model import ForeignPower, ForeignVariant, Ground, Province
from legation.importing.source import Source, clean
from legation.variants import Calendar, Credits

PLACE = re.compile(r"\bProv\(\"(?P<place>[^\"]{1,20})\"\)(?P<links>.*)")
LINK = re.compile(r"\.(?P<verb>Conn|Flag|SC)\((?P<args>[^()\n]{0,120})\)")
NATION = re.compile(r"\b(?P<key>\w{1,40})\s+(?:\w+\.)?Nation\s*=\s*\"(?P<name>[^\"\n]{1,60})\"")
UNIT = re.compile(
    r"\"(?P<place>[^\"\n]{1,20})\":\s*(?:\w+\.)?(?:Unit)?\{\s*(?:Type:\s*)?\w+\.(?P<kind>Army|Fleet),\s*"
    r"(?:Nation:\s*)?(?:\w+\.)?(?P<nation>\w{1,40})\s*\}"
)
OWNER = re.compile(r"\"(?P<place>[^\"\n]{1,20})\":\s*(?:\w+\.)?(?P<nation>\w{1,40}),")
LONG_NAME = re.compile(r"\"(?P<place>[^\"\n]{1,20})\":\s*\"(?P<name>[^\"\n]{1,60})\"")
START = re.compile(r"startPhase\s*:?=\s*(?:\w+\.)?\w+\(\s*(?P<year>\d{1,4}),")
TITLE = re.compile(r"\bName:\s*\"(?P<name>[^\"\n]{1,80})\"")
AUTHOR = re.compile(r"\bCreatedBy:\s*\"(?P<name>[^\"\n]{1,200})\"")
VICTORY = re.compile(r"SCCountWinner\((?P<count>\d{1,3})\)")
YEARS_A_TURN = re.compile(r"Year\(\)\s*\+\s*(?P<years>\d{1,2}),\s*YearSeason")
BUILDS = (("AnyHomeCenter", "any_home"), ("BuildAnywhere", "owned"), ("Anywhere: true", "owned"))
GROUNDS = {"Land": Ground.LAND, "Sea": Ground.SEA, "Coast...": Ground.COAST, "Archipelago...": Ground.COAST}
NEUTRAL = "Neutral"


def is_godip_board(source: Source, name: str) -> bool:
    """True if a Go file contains a board. An unreadable file counts too, so that its reader reports the problem."""
    try:
        return "graph.New()" in source.read(name)
    except DataError:
        return True


def read_godip(source: Source, name: str) -> ForeignVariant:
    """Read the board of a Go file; a second file beside it may give the number of years per turn."""
    text, label = source.read(name), source.label(name)
    title = TITLE.search(text)
    found = ForeignVariant(id=Path(name).stem, name=clean(title["name"], 80) if title else name)
    for match in NATION.finditer(text):
        found.powers[match["key"]] = ForeignPower(match["key"], clean(match["name"], 60))
    _read_graph(found, text, label)
    _read_start(found, text)
    year = START.search(text)
    found.calendar = _read_calendar(source, int(year["year"]) if year else 1901)
    victory = VICTORY.search(text)
    if victory:
        found.victory_centres = int(victory["count"])
    author = AUTHOR.search(text)
    if author:
        found.credits = Credits(author=clean(author["name"], 200))
    sites = next((value for word, value in BUILDS if word in text), "")
    if sites:
        found.switches["build_in"] = sites
        found.notes.change(f"builds are not only in home centres: build_in = {sites}")
    if "NeutralOrders" in text:
        _add_neutral_armies(found)
        found.notes.lose("neutral armies hold, but are not built again in Winter")
    return found


def _read_graph(found: ForeignVariant, text: str, label: str) -> None:
    chain = list(_list_chain(text))
    if not chain:
        raise DataError("no board: no Prov(...).Conn(...) stands in it", file=label)
    with_coasts = {one.place.split("/")[0] for one in chain if "/" in one.place}
    for one in chain:
        _read_place(found, one, label)
    found.check_size()
    for one in chain:
        _connect(found, one, with_coasts, label)
    for match in LONG_NAME.finditer(text):
        if match["place"] in found.provinces:
            found.provinces[match["place"]].name = clean(match["name"], 60)


@dataclass(frozen=True, slots=True)
class _Place:
    """A line of the chain."""

    name: str
    """The comment above the line."""
    place: str
    links: str


def _list_chain(text: str) -> Iterator[_Place]:
    remark = ""
    for line in map(str.strip, text.split("\n")):
        match = PLACE.search(line)
        if match and match["links"].startswith("."):
            yield _Place(remark, match["place"], match["links"])
        remark = line[2:202].strip() if line.startswith("//") else "" if line else remark


def _list_links(links: str) -> Iterator[tuple[str, list[str]]]:
    for link in LINK.finditer(links):
        yield link["verb"], [_last(part.strip()) for part in link["args"].split(",")]


def _last(word: str) -> str:
    """``Coast...`` of ``godip.Coast...``; a text in quotation marks without them."""
    if word.startswith('"'):
        return word.strip('"')
    head, dot, tail = word.partition(".")
    return tail if dot and tail not in ("..", "") else head


def _read_place(found: ForeignVariant, one: _Place, label: str) -> None:
    key, slash, coast = one.place.partition("/")
    links = list(_list_links(one.links))
    flags = next((arguments for verb, arguments in links if verb == "Flag"), [""])
    centre = next((arguments[0] for verb, arguments in links if verb == "SC"), "")
    if slash:
        province = found.provinces.setdefault(key, Province(key, key, Ground.LAND, code=key))
        province.coasts.append(coast)
        province.ground = Ground.COAST
        return
    ground = GROUNDS.get(flags[0])
    if ground is None:
        raise DataError(f"{key} is of the unknown kind {flags[0][:40]!r}", file=label)
    name = clean(one.name or key, 60)
    known = found.provinces.get(key)
    province = known or Province(key, name, ground, code=key)
    province.name = name
    if not province.coasts:
        province.ground = ground
    province.convoys = flags[0].startswith("Archipelago")
    if centre:
        province.is_centre = True
        if centre != NEUTRAL:
            found.powers.setdefault(centre, ForeignPower(centre, centre))
            province.homes = [centre]
    found.provinces[key] = province


def _connect(found: ForeignVariant, one: _Place, with_coasts: set[str], label: str) -> None:
    """Connect a place. A fleet goes to a coast, never to the land behind it, although seas list both."""
    place = one.place
    for verb, arguments in _list_links(one.links):
        if verb != "Conn":
            continue
        target = arguments[0]
        if target.split("/")[0] not in found.provinces:
            raise DataError(f"{place} touches the unknown place {target[:40]!r}", file=label)
        kinds = {GROUNDS.get(word) for word in arguments[1:]}
        is_bare = place in with_coasts or target in with_coasts
        army = bool(kinds & {Ground.LAND, Ground.COAST}) and "/" not in place and "/" not in target
        fleet = bool(kinds & {Ground.SEA, Ground.COAST}) and not is_bare
        seas = {Ground.SEA}
        if army and (found.provinces[place].ground in seas or found.provinces[target].ground in seas):
            army = False
        found.connect(place, target, army=army, fleet=fleet)


def _read_start(found: ForeignVariant, text: str) -> None:
    for match in UNIT.finditer(text):
        nation = match["nation"]
        if nation == NEUTRAL:
            found.powers.setdefault(NEUTRAL, ForeignPower(NEUTRAL, NEUTRAL, is_played=False))
        elif nation not in found.powers:
            continue
        found.units.append((nation, match["kind"][0], match["place"]))
    _, _, owners = text.partition("SetSupplyCenters(")
    found.owners = {
        match["place"]: match["nation"]
        for match in OWNER.finditer(owners.partition("})")[0])
        if match["nation"] in found.powers and match["nation"] != NEUTRAL
    }


def _add_neutral_armies(found: ForeignVariant) -> None:
    """Add a neutral army to every neutral centre, unless the file lists them."""
    if any(power == NEUTRAL for power, _, _ in found.units):
        return
    found.powers[NEUTRAL] = ForeignPower(NEUTRAL, NEUTRAL, is_played=False)
    for key, province in found.provinces.items():
        if province.is_centre and not province.homes:
            found.units.append((NEUTRAL, "A", key))


def _read_calendar(source: Source, year: int) -> Calendar:
    """The calendar: ordinary years, or turns of several years each."""
    for other in source.names():
        match = YEARS_A_TURN.search(source.read(other)) if other.lower().endswith(".go") else None
        if match:
            years = int(match["years"])
            return Calendar(year, spring_to_fall=years, fall_to_spring=years)
    return Calendar(year)
