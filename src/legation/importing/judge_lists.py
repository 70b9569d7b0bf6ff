"""Neighbour lists in the form of nJudge, jDip and Realpolitik: ``mv`` for armies, ``xc`` ``nc`` ... for fleets."""

import re
from dataclasses import dataclass

from legation.errors import DataError
from legation.importing.model import ForeignVariant, Ground

COASTS = ("nc", "sc", "ec", "wc", "ne", "nw", "se", "sw")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line stands."""

    file: str
    line: int | None = None


class Finder:
    """Finds provinces by code, name, alternative name, or an unambiguous prefix."""

    def __init__(self, found: ForeignVariant) -> None:
        self.keys: dict[str, str] = {}
        provinces = found.provinces.items()
        for names in (
            [(key, key) for key, _ in provinces],
            [(province.name, key) for key, province in provinces],
            [(alias, key) for key, province in provinces for alias in province.aliases],
        ):
            for name, key in names:
                self.keys.setdefault(fold_name(name), key)
        self.begun: dict[str, str] = {}
        """Keys by prefixes that were looked up."""

    def find(self, name: str) -> str | None:
        """The key of a province, or None if there is no such province."""
        folded = fold_name(name)
        if folded in self.keys or folded in self.begun:
            return self.keys.get(folded) or self.begun[folded]
        found = {key for known, key in self.keys.items() if len(folded) > 2 and known.startswith(folded)}
        if len(found) != 1:
            return None
        return self.begun.setdefault(folded, found.pop())


def fold_name(name: str) -> str:
    """The letters and digits of a name in lower case."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def connect_neighbours(
    found: ForeignVariant, finder: Finder, place: tuple[str, str], neighbours: list[str], where: Place
) -> None:
    """Add the ways in one line of a list; ``place`` is a province and the kind of its ways."""
    key, kind = place[0], place[1].lower()
    if kind not in ("mv", "xc", *COASTS):
        found.notes.lose(f"{key}-{kind}: ways of the kind {kind!r} are left out")
        return
    start = f"{key}/{kind}" if kind in COASTS else key
    for neighbour in neighbours:
        name, coast = split_place(neighbour)
        end = finder.find(name)
        if end is None:
            raise DataError(f"unknown province {neighbour[:40]!r} beside {key}", file=where.file, line=where.line)
        if end == key:
            continue
        if kind == "mv":
            found.connect(key, end, army=True)
        else:
            found.connect(start, f"{end}/{coast}" if coast else end, fleet=True)


def split_place(text: str) -> tuple[str, str]:
    """Split ``bul/sc`` or ``bul-sc`` into province and coast; ``xc`` and ``mv`` are not coasts."""
    key, _, coast = re.sub(r"[-(]", "/", text.strip().lower()).rstrip(")").partition("/")
    return key, "" if coast in ("xc", "mv", "") else coast


def settle_grounds(found: ForeignVariant) -> None:
    """Set the ground: land that fleets enter is coast, water stays water, and unreachable provinces are closed."""
    sailed = {place.partition("/")[0] for pair, way in found.ways.items() if way.fleet for place in pair}
    marched = {place.partition("/")[0] for pair, way in found.ways.items() if way.army for place in pair}
    for key, province in found.provinces.items():
        if province.ground is Ground.LAND and key in sailed:
            province.ground = Ground.COAST
        if key not in sailed | marched:
            province.ground = Ground.SHUT
            found.notes.keep(f"{province.name} can be entered by nobody")
