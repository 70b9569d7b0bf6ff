"""Events: that something changed which a page may want to hear of, and who may hear it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import Connection, Select, func, insert, select

from legation.server.store.tables import events, games
from legation.server.store.values import values_of

EventKind = Literal["judged", "orders", "press", "vote", "gm", "deadline", "members"]
"""What changed: a phase was judged, orders were saved, a letter was sent or read, a vote was cast, the game master did
something, the deadline moved, or somebody joined or left."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """Something changed that pages may want to hear of."""

    id: int
    game: str
    audience: str
    """``all``, ``gm``, ``power:FRANCE`` or ``room:12``."""
    kind: EventKind
    at: datetime
    version: int
    """The version of the game now."""


EVENTS = values_of(StoredEvent, events, {"version": games.c.version})


def add_event(connection: Connection, game: str, audience: str, kind: EventKind, at: datetime) -> None:
    """Something changed: audience is ``all``, ``gm``, ``power:FRANCE`` or ``room:12``."""
    connection.execute(insert(events).values(game=game, audience=audience, kind=kind, at=at))


def add_events(connection: Connection, game: str, audiences: Iterable[str], kind: EventKind, at: datetime) -> None:
    """Something changed that several audiences may hear of."""
    values = [{"game": game, "audience": audience, "kind": kind, "at": at} for audience in audiences]
    connection.execute(insert(events), values)


def read_last_event(connection: Connection) -> int:
    """The number of the last event of all."""
    return int(connection.execute(select(func.coalesce(func.max(events.c.id), 0))).scalar_one())


def list_events(connection: Connection, after: int, *, limit: int = 5000) -> list[StoredEvent]:
    """The events after a number, each with the version of its game now."""
    return EVENTS.list(connection, _select().where(events.c.id > after).limit(limit))


def list_events_since(
    connection: Connection, game: str, audiences: Collection[str], since: datetime, *, limit: int = 1000
) -> list[StoredEvent]:
    """What some audiences may hear of a game from a moment on, the newest first."""
    wanted = _select().where(events.c.game == game, events.c.audience.in_(audiences), events.c.at >= since)
    return EVENTS.list(connection, wanted.order_by(None).order_by(events.c.id.desc()).limit(limit))


def find_last_times(connection: Connection, game: str) -> dict[str, datetime]:
    """By audience, when something last changed in a game."""
    query = select(events.c.audience, func.max(events.c.at)).where(events.c.game == game).group_by(events.c.audience)
    return {row[0]: row[1] for row in connection.execute(query)}


def count_events(
    connection: Connection, game: str, audiences: Collection[str], since: datetime, until: datetime
) -> int:
    """How many events some audiences may hear of a game in a span of time."""
    query = select(func.count()).where(
        events.c.game == game, events.c.audience.in_(audiences), events.c.at.between(since, until)
    )
    return connection.execute(query).scalar_one()


def _select() -> Select[tuple[object, ...]]:
    return EVENTS.select().select_from(events.join(games, games.c.id == events.c.game)).order_by(events.c.id)


KEPT = timedelta(days=2)
"""How long events are kept: a page that slept longer loads everything anew."""
