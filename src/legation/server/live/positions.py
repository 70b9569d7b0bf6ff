"""How far a page has heard of a game, so that nothing is lost between its first responses and its event stream."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection

from legation.server.game.event_storage import (
    StoredEvent,
    count_events,
    list_events_since,
    load_last_times,
)
from legation.server.press.rooms import Reader, may_read
from legation.server.press.storage import list_rooms

OVERLAP = timedelta(seconds=30)
"""An event carries the time of its writing, and pages may see it this much later: transactions take a while."""
START = datetime(1970, 1, 1, tzinfo=UTC)

FindKey = Callable[[int], str | None]
"""Finds the key of a room by its number."""


@dataclass(frozen=True, slots=True)
class ReadingPosition:
    """How far a reader has heard. It counts only events for that reader, so it reveals no secrets of others."""

    at: datetime
    """The time of the last event."""
    count: int | None = None
    """The number of events within the overlap, up to the last one. Null if that is unknown."""

    def __str__(self) -> str:
        return format_id(self.at) if self.count is None else f"{format_id(self.at)}.{self.count}"


def read_position(connection: Connection, game: str, reader: Reader) -> ReadingPosition:
    """The position of a reader who reads a game in this transaction."""
    heard = _list_heard(connection, game, reader)
    if not heard:
        return ReadingPosition(START, 0)
    last = max(heard.values())
    return ReadingPosition(last, count_events(connection, game, heard, last - OVERLAP, last))


def list_unheard(connection: Connection, game: str, reader: Reader, since: ReadingPosition) -> list[StoredEvent]:
    """Events that a reader has not heard. If that is uncertain, some may have been heard before."""
    heard = _list_heard(connection, game, reader)
    rows = list_events_since(connection, game, heard, since.at - OVERLAP)
    newer = [row for row in rows if row.at > since.at]
    # An event written earlier may have become visible later; then the number differs.
    return newer if len(rows) - len(newer) == since.count else rows


def _list_heard(connection: Connection, game: str, reader: Reader) -> dict[str, datetime]:
    """For each audience of a reader, the time of its last event."""
    last = load_last_times(connection, game)
    has_rooms = any(audience.startswith("room:") for audience in last)
    keys = {room.id: room.key for room in list_rooms(connection, game)} if has_rooms else {}
    return {audience: at for audience, at in last.items() if may_hear(reader, audience, keys.get)}


def may_hear(reader: Reader, audience: str, find_key: FindKey) -> bool:
    """True if a reader may hear what an audience is told."""
    kind, _, name = audience.partition(":")
    match kind:
        case "all":
            return not reader.is_delayed
        case "gm":
            return reader.is_gm
        case "power":
            return reader.power is not None and reader.power == name
        case "room":
            key = find_key(int(name))
            return key is not None and may_read(key, reader) and not reader.is_delayed
        case _:
            return False


def format_id(at: datetime) -> str:
    """A time as an event id: microseconds since 1970."""
    return str((at - START) // timedelta(microseconds=1))


def parse_position(text: str | None) -> ReadingPosition | None:
    """A position from its text, or from the id of an event; None for anything else."""
    time, _, count = (text or "").partition(".")
    if not _is_number(time) or (count and not _is_number(count)):
        return None
    with contextlib.suppress(OverflowError, ValueError):
        return ReadingPosition(START + timedelta(microseconds=int(time)), int(count) if count else None)
    return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 17
