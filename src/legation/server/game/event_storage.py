"""Events: changes that a page may want to hear of, and who may hear of them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import Connection, Select, bindparam, func, insert, select

from legation.server.store.tables import events, games
from legation.server.store.values import Prepared, values_of

EventKind = Literal["judged", "orders", "press", "vote", "gm", "deadline", "members"]
"""The change: a phase was judged, orders were saved, a letter was sent or read, a vote was cast, the game master did
something, the deadline moved, or someone joined or left."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """A change that pages may want to hear of."""

    id: int
    game: str
    audience: str
    """``all``, ``gm``, ``power:FRANCE`` or ``room:12``."""
    kind: EventKind
    at: datetime
    version: int
    """The current version of the game."""


EVENTS = values_of(StoredEvent, events, {"version": games.c.version})
_ADDED = Prepared(
    insert(events)
    .values({name: bindparam(f"new_{name}") for name in ("game", "audience", "kind", "at")})
    .inline()  # its number is not needed
)
_OF_GAME = events.c.game == bindparam("game")
_LAST_TIMES = Prepared(select(events.c.audience, func.max(events.c.at)).where(_OF_GAME).group_by(events.c.audience))
_COUNTS = Prepared(
    select(events.c.audience, func.count())
    .where(_OF_GAME, events.c.at >= bindparam("since"), events.c.at <= bindparam("until"))
    .group_by(events.c.audience)
)


def add_event(connection: Connection, game: str, audience: str, kind: EventKind, at: datetime) -> None:
    """Store a change; its audience is ``all``, ``gm``, ``power:FRANCE`` or ``room:12``."""
    _ADDED.fetch(connection, new_game=game, new_audience=audience, new_kind=kind, new_at=at)


def read_last_event(connection: Connection) -> int:
    """The number of the last event of all."""
    return int(connection.execute(select(func.coalesce(func.max(events.c.id), 0))).scalar_one())


def list_events(connection: Connection, after: int, *, limit: int = 5000) -> list[StoredEvent]:
    """The events after a number, each with the current version of its game."""
    return EVENTS.list(connection, _select().where(events.c.id > after).limit(limit))


def list_events_since(
    connection: Connection, game: str, audiences: Collection[str], since: datetime, *, limit: int = 1000
) -> list[StoredEvent]:
    """The events of a game that some audiences may hear of, from a moment on, newest first."""
    wanted = _select().where(events.c.game == game, events.c.audience.in_(audiences), events.c.at >= since)
    return EVENTS.list(connection, wanted.order_by(None).order_by(events.c.id.desc()).limit(limit))


def load_last_times(connection: Connection, game: str) -> dict[str, datetime]:
    """For each audience, when something last changed in a game."""
    return dict(_LAST_TIMES.fetch(connection, game=game))  # type: ignore[arg-type]  # rows of two


def count_events(
    connection: Connection, game: str, audiences: Collection[str], since: datetime, until: datetime
) -> int:
    """The number of events of a game that some audiences may hear of, in a span of time."""
    found = _COUNTS.fetch(connection, game=game, since=since, until=until)
    return sum(count for audience, count in found if audience in audiences)


def _select() -> Select[tuple[object, ...]]:
    return EVENTS.select().select_from(events.join(games, games.c.id == events.c.game)).order_by(events.c.id)


KEPT = timedelta(days=2)
"""How long events are kept: a page that slept longer reloads everything."""
