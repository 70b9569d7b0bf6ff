"""DVAR: a variant of diplicity as one JSON document, by its published schema (version 1)."""

import json
from collections.abc import Mapping

from legation.errors import DataError
from legation.importing.model import ForeignPower, ForeignVariant, Ground, Province
from legation.importing.source import Source, clean
from legation.variants import Calendar, Credits, FirstSeason

GROUNDS = {"land": Ground.LAND, "sea": Ground.SEA, "coastal": Ground.COAST}
BUILD_RULES = {"allow-builds-in-non-home-centers": "owned"}
ORDERS = {"Army": "A", "Fleet": "F"}


def read_dvar(source: Source, name: str) -> ForeignVariant:
    """Read the variant of a JSON document; raises if a field is missing or has the wrong type."""
    try:
        data = json.loads(source.read(name))
    except (ValueError, RecursionError):
        raise DataError("not a JSON document", file=source.label(name)) from None
    return _Reader(source.label(name)).read(data)


class _Reader:
    """Reads one document; knows its name for the errors."""

    def __init__(self, file: str) -> None:
        self.file = file

    def read(self, data: object) -> ForeignVariant:
        """The variant; raises a ``DataError`` that names the field."""
        table = self.table(data, "the document")
        found = ForeignVariant(clean(self.text(table, "id")), self.text(table, "name"))
        found.description = clean(str(table.get("description", "")))
        found.credits = Credits(author=clean(str(table.get("author", "")), 200))
        if table.get("rules"):
            found.notes.lose("the rules in prose; read them, and see whether the board does what they say")
        self.read_nations(found, table)
        self.read_provinces(found, table)
        self.read_start(found, table)
        self.read_years(found, table)
        for entry in self.tables(table, "victoryConditions"):
            self.read_goal(found, entry)
        for tag in self.items(table, "adjudicationModifiers"):
            if str(tag) in BUILD_RULES:
                found.switches["build_in"] = BUILD_RULES[str(tag)]
            else:
                found.notes.lose(f"the modifier {clean(str(tag), 60)}")
        if table.get("dominanceRules"):
            found.notes.lose("rules of dominance: centres that change hands with others")
        return found

    def read_nations(self, found: ForeignVariant, table: Mapping[str, object]) -> None:
        """The powers; one that is not playable stands and defends."""
        for entry in self.tables(table, "nations"):
            name = self.text(entry, "name")
            key = str(entry.get("id", name))
            is_played = entry.get("non_playable") is not True
            found.powers[key] = ForeignPower(key, name, colour=str(entry.get("color", "")).lower(), is_played=is_played)
            if not is_colour(found.powers[key].colour):
                found.powers[key].colour = ""

    def read_provinces(self, found: ForeignVariant, table: Mapping[str, object]) -> None:
        """Provinces, their coasts, and the ways between them."""
        entries = self.tables(table, "provinces")
        for entry in entries:
            key, kind = self.text(entry, "id"), entry.get("type")
            if str(kind) not in GROUNDS:
                if kind == "named_coast":
                    continue
                raise self.error(f"provinces.{key}.type", "land, sea or coastal", kind)
            province = Province(key, self.text(entry, "name"), GROUNDS[str(kind)], code=key)
            province.is_centre = entry.get("supplyCenter", entry.get("supply_center")) is True
            if isinstance(entry.get("homeNation"), str):
                province.homes = [str(entry["homeNation"])]
            found.provinces[key] = province
        if not any("adjacencies" in entry for entry in entries):
            raise DataError("the document names no borders (no adjacencies): it is not a whole board", file=self.file)
        for entry in entries:
            self.read_ways(found, self.text(entry, "id"), entry)
        for entry in self.tables(table, "namedCoasts"):
            place = self.text(entry, "id")
            parent, _, coast = place.partition("/")
            if parent in found.provinces and coast:
                found.provinces[parent].coasts.append(coast)
                if found.provinces[parent].ground is Ground.LAND:
                    found.provinces[parent].ground = Ground.COAST
            self.read_ways(found, place, entry)

    def read_ways(self, found: ForeignVariant, start: str, entry: Mapping[str, object]) -> None:
        """The ways from one place."""
        for way in self.tables(entry, "adjacencies"):
            end, who = self.text(way, "to"), way.get("pass")
            if who not in ("army", "fleet", "both"):
                raise self.error(f"{start}.adjacencies.pass", "army, fleet or both", who)
            if end.partition("/")[0] not in found.provinces:
                raise self.error(f"{start}.adjacencies.to", "a province", end)
            if who in ("army", "both"):
                found.connect(start.partition("/")[0], end.partition("/")[0], army=True)
            if who in ("fleet", "both"):
                found.connect(start, end, fleet=True)

    def read_start(self, found: ForeignVariant, table: Mapping[str, object]) -> None:
        """The first phase, units and owners."""
        start = self.table(table.get("initialState"), "initialState")
        phase = self.table(start.get("phase"), "initialState.phase")
        year, season = phase.get("year"), str(phase.get("season", ""))
        if type(year) is not int or not 0 <= year <= 9999:
            raise self.error("initialState.phase.year", "a year from 0 to 9999", year)
        first = FirstSeason.FALL if season.lower() in ("fall", "autumn") else FirstSeason.SPRING
        if phase.get("type") == "Adjustment":
            first = FirstSeason.WINTER
        found.calendar = Calendar(year, first)
        for unit in self.tables(start, "units"):
            kind = ORDERS.get(str(unit.get("type")))
            if kind is None:
                raise self.error("initialState.units.type", "Army or Fleet", unit.get("type"))
            found.units.append((self.text(unit, "nation"), kind, self.text(unit, "location")))
        found.owners = {
            self.text(entry, "province"): self.text(entry, "nation") for entry in self.tables(start, "supplyCenters")
        }

    def read_years(self, found: ForeignVariant, table: Mapping[str, object]) -> None:
        """Read how years advance: the two steps of a calendar with two seasons, or with one season and a condition."""
        progress = self.table(table.get("phaseProgression", {}), "phaseProgression")
        seasons = [str(season) for season in self.items(progress, "seasons")]
        steps = []
        for entry in self.tables(progress, "transitions"):
            begin = self.table(entry.get("from"), "transitions.from")
            goal = self.table(entry.get("to"), "transitions.to")
            years = goal.get("yearDelta", 0)
            if type(years) is not int or not 0 <= years <= 1000:
                raise self.error("transitions.to.yearDelta", "a number of years", years)
            steps.append((str(begin.get("season")), str(goal.get("season")), years))
        first, calendar = found.calendar.first_year, found.calendar
        if len(seasons) == 2:
            forth = max((years for begin, goal, years in steps if (begin, goal) == (seasons[0], seasons[1])), default=0)
            back = max((years for begin, goal, years in steps if (begin, goal) == (seasons[1], seasons[0])), default=1)
            if forth + back:
                found.calendar = Calendar(first, calendar.first_season, forth, back)
        elif len(seasons) == 1:
            step = max((years for _, _, years in steps), default=1) or 1
            found.calendar = Calendar(first, calendar.first_season, step, step)
            found.notes.change(
                f"one season of {step} years a turn is told as Spring and Fall, with builds after every second"
            )
        elif seasons:
            found.notes.lose(f"a year of {len(seasons)} seasons; it has two here")

    def read_goal(self, found: ForeignVariant, entry: Mapping[str, object]) -> None:
        """One way to end the game."""
        kind, year = entry.get("type"), entry.get("year", 0)
        if type(year) is not int or not 0 <= year <= 9999:
            raise self.error("victoryConditions.year", "a year", year)
        if kind == "supply-center-majority":
            number = entry.get("supplyCenters")
            if type(number) is not int or not 0 < number < 10_000:
                raise self.error("victoryConditions.supplyCenters", "a number", number)
            found.victory_centres = number
        elif kind == "timed-resolution":
            found.victory["last_year"] = year
            is_count = entry.get("resolution") == "most-supply-centers"
            found.victory["at_end"] = "most_centres" if is_count else "draw"
        elif kind == "province-control":
            holdings = found.victory.setdefault("holdings", [])
            assert isinstance(holdings, list)
            holdings.append(([str(key) for key in self.items(entry, "provinces")], year))
        else:
            found.notes.lose(f"the victory condition {clean(str(kind), 60)}")

    def error(self, field: str, expected: str, value: object) -> DataError:
        """An error that names the field."""
        return DataError(f"{clean(field, 80)} is {str(value)[:40]!r}; expected {expected}", file=self.file)

    def table(self, value: object, field: str) -> Mapping[str, object]:
        """An object."""
        if not isinstance(value, dict):
            raise self.error(field, "an object", value)
        return value

    def items(self, table: Mapping[str, object], key: str) -> list[object]:
        """A list that may be left out."""
        value = table.get(key, [])
        if not isinstance(value, list) or len(value) > 10_000:
            raise self.error(key, "a list", value)
        return value

    def tables(self, table: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
        """A list of objects that may be left out."""
        return [self.table(entry, key) for entry in self.items(table, key)]

    def text(self, table: Mapping[str, object], key: str) -> str:
        """A text that must be there."""
        value = table.get(key)
        if not isinstance(value, str) or not 0 < len(value) <= 200:
            raise self.error(key, "a text", value)
        return value


def is_colour(text: str) -> bool:
    """True if a text is a colour of six digits."""
    return len(text) == 7 and text[0] == "#" and all(letter in "0123456789abcdef" for letter in text[1:])
