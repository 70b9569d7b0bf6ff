"""What a whole game comes to: who last stood where, and centres year by year. Worked out entry by entry, and kept."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row

from legation.game import parse_phase
from legation.server.loaded_game import LoadedGame
from legation.server.recent import Recent
from legation.server.store.entries import list_entries, list_heads


@dataclass(frozen=True, slots=True)
class Page:
    """What one entry changed: the texts of entries are looked into without being read as records, which is quick."""

    number: int
    hash: str
    phase: str
    stood: Mapping[str, str]
    """Of a space: who stood there after the entry."""
    owners: Mapping[str, str]
    units: Mapping[str, int]
    """Of a power: how many units it had after the entry."""


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The pages of a game so far."""

    pages: tuple[Page, ...] = ()

    def influence(self, start: Mapping[str, str], until: int | None = None) -> dict[str, str]:
        """Who last stood where, after the entries with a number below ``until``, or after all."""
        found = dict(start)
        for page in self.pages:
            if until is None or page.number < until:
                found.update(page.stood)
        return found


_CHRONICLES: Recent[str, Chronicle] = Recent(200)


def load_chronicle(connection: Connection, game: LoadedGame, heads: tuple[Row[Any], ...]) -> Chronicle:
    """The chronicle of the entries that a viewer may see; only those are read that were not read before."""
    known = _CHRONICLES.get(game.id) or Chronicle()
    pages = {page.hash: page for page in known.pages}
    missing = [head.number for head in heads if head.hash not in pages]
    if missing:
        wanted = set(missing)
        for row in list_entries(connection, game.id, min(missing) - 1):
            if row.number in wanted:
                pages[row.hash] = _make_page(row)
        kept = sorted(pages.values(), key=lambda page: page.number)
        _CHRONICLES.put(game.id, Chronicle(tuple(kept)))
    return Chronicle(tuple(pages[head.hash] for head in heads))


def _make_page(row: Row[Any]) -> Page:
    event = json.loads(row.text)["event"]
    after = event["judged"]["record"]["after"] if "judged" in event else event["changed"]["after"]
    position = after["position"]
    stood, units = read_position(position)
    return Page(row.number, row.hash, row.phase, stood, position.get("owners", {}), units)


def read_position(position: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, int]]:
    """Who stands where, and how many units each power has, from the JSON of a position."""
    stood = {space: str(unit).rsplit(" ", 2)[0] for space, unit in position.get("units", {}).items()}
    units: dict[str, int] = {}
    aboard = [str(unit).rsplit(" ", 2)[0] for unit in position.get("cargo", {}).values()]
    for power in (*stood.values(), *aboard):
        units[power] = units.get(power, 0) + 1
    return stood, units


def count_quiet_years(connection: Connection, game: LoadedGame) -> int:
    """Whole years since a centre last changed hands."""
    pages = load_chronicle(connection, game, tuple(list_heads(connection, game.id))).pages
    start = game.rules.setup.start
    owners: Mapping[str, str] = {str(space): str(owner) for space, owner in start.position.owners.items()}
    since = start.phase.year
    for page in pages:
        if dict(page.owners) != dict(owners):
            owners, since = page.owners, parse_phase(page.phase).year
    return max(0, game.state.phase.year - since - 1)
