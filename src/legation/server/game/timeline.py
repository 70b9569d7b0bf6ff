"""The timeline of a game: the last occupant of each space, and centres by year. Computed entry by entry, and cached."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from sys import intern
from typing import Any

from sqlalchemy import Connection

from legation.game import parse_phase
from legation.server.base.lru_cache import LruCache
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.records import EntryHead, StoredEntry
from legation.server.game.storage import list_entries, list_heads


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """The changes of one entry, taken from its JSON without decoding the whole record, for speed."""

    number: int
    hash: str
    phase: str
    stood: Mapping[str, str]
    """The power whose unit stood in each space after the entry."""
    owners: Mapping[str, str]
    units: Mapping[str, int]
    """The number of units of each power after the entry."""
    has_count: bool = False
    """True if votes were counted in it."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The entries of a game so far."""

    entries: tuple[TimelineEntry, ...] = ()

    def influence(self, start: Mapping[str, str], until: int | None = None) -> dict[str, str]:
        """The last occupant of each space, after the entries with a number below ``until``, or after all."""
        found = dict(start)
        for entry in self.entries:
            if until is None or entry.number < until:
                found.update(entry.stood)
        return found


_TIMELINES: LruCache[str, Timeline] = LruCache(200, most_bytes=60_000_000)
OF_ENTRY, OF_FACT = 1_000, 100
"""Bytes of an entry, and of each fact in it, approximately. Names are stored once for all entries."""


def load_timeline(connection: Connection, game: LoadedGame, heads: Sequence[EntryHead]) -> Timeline:
    """The timeline of the entries that a viewer may see; reads only entries that are not cached."""
    known = _TIMELINES.get(game.id) or Timeline()
    entries = {entry.hash: entry for entry in known.entries}
    missing = [head.number for head in heads if head.hash not in entries]
    if missing:
        wanted = set(missing)
        for row in list_entries(connection, game.id, min(missing) - 1):
            if row.number in wanted:
                entries[row.hash] = _make_entry(row)
        kept = sorted(entries.values(), key=lambda entry: entry.number)
        _TIMELINES.put(game.id, Timeline(tuple(kept)), sum(map(_guess_size, kept)))
    return Timeline(tuple(entries[head.hash] for head in heads))


def _guess_size(entry: TimelineEntry) -> int:
    return OF_ENTRY + OF_FACT * (len(entry.stood) + len(entry.owners) + len(entry.units))


def _make_entry(row: StoredEntry) -> TimelineEntry:
    event = json.loads(row.text)["event"]
    record = event["judged"]["record"] if "judged" in event else event["changed"]
    after = record["after"]
    position = after["position"]
    stood, units = read_position(position)
    owners = {intern(space): intern(owner) for space, owner in position.get("owners", {}).items()}
    return TimelineEntry(row.number, row.hash, row.phase, stood, owners, units, bool(record.get("tallies")))


def read_position(position: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, int]]:
    """The occupants of spaces and each power's number of units, from the JSON of a position."""
    stood = {intern(space): intern(str(unit).rsplit(" ", 2)[0]) for space, unit in position.get("units", {}).items()}
    units: dict[str, int] = {}
    aboard = [str(unit).rsplit(" ", 2)[0] for unit in position.get("cargo", {}).values()]
    for power in (*stood.values(), *aboard):
        units[power] = units.get(power, 0) + 1
    return stood, units


def count_quiet_years(connection: Connection, game: LoadedGame) -> int:
    """Whole years since a centre last changed hands."""
    entries = load_timeline(connection, game, list_heads(connection, game.id)).entries
    start = game.rules.setup.start
    owners: Mapping[str, str] = {str(space): str(owner) for space, owner in start.position.owners.items()}
    since = start.phase.year
    for entry in entries:
        if dict(entry.owners) != dict(owners):
            owners, since = entry.owners, parse_phase(entry.phase).year
    return max(0, game.state.phase.year - since - 1)
