"""Changes as they happen: one poller in each process reads the events and passes each to the pages that may see it."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from pydantic_core import to_json
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.event_storage import EventKind, StoredEvent, list_events, read_last_event
from legation.server.game.membership import open_game
from legation.server.identity.session_storage import find_session
from legation.server.identity.token_storage import is_token_good
from legation.server.identity.viewers import Viewer
from legation.server.live.positions import ReadingPosition, format_id, list_unheard, may_hear, parse_position
from legation.server.press.rooms import Reader
from legation.server.press.service import reader_of
from legation.server.press.storage import find_room_key

POLL = 0.5
PING = 20.0
CHECK = 10.0
"""Seconds between two polls of the events, two signs of life, and two checks that a listener still has the right."""
LOOK_BACK = 300
"""Transactions do not end in the order of their numbers, so this many earlier numbers are read again."""
MOST_STREAMS = 12
"""For one account, or for all guests and strangers of one address, in this process. For all people at one address the
limit is the number of connections that it may have."""
PERSONAL = ("members", "gm")
"""Events after which a listener may have other rights."""
logger = logging.getLogger(__name__)

Admit = Callable[[Connection], Reader | None]
"""Looks up the reader for whom a listener listens now; None if it may no longer listen."""


@dataclass(frozen=True, slots=True)
class Change:
    """An event on a page's stream: something changed, and the page requests it again."""

    kind: EventKind
    version: int
    """The version of the game."""


@dataclass(eq=False, slots=True)
class Listener:
    """A page that listens to one game."""

    game: str
    who: str
    address: str
    admit: Admit
    reader: Reader
    pending: dict[EventKind, tuple[datetime, int]] = field(default_factory=dict)
    """Changes not yet sent: the last of each kind is enough."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: bool = False

    def tell(self, kind: EventKind, at: datetime, version: int) -> None:
        """Note a change to be sent."""
        self.pending.pop(kind, None)
        self.pending[kind] = (at, version)
        self.wake.set()

    def close(self) -> None:
        """Let the stream end."""
        self.is_over = True
        self.wake.set()


class Live:
    """All listeners of this process."""

    def __init__(self, services: Services, *, poll: float = POLL, ping: float = PING, check: float = CHECK) -> None:
        self._services = services
        self._poll, self._ping, self._check = poll, ping, check
        self._listeners: set[Listener] = set()
        self._task: asyncio.Task[None] | None = None
        self._last = 0
        self._seen: deque[int] = deque(maxlen=4 * LOOK_BACK)
        self._keys: dict[int, str] = {}

    async def listen(
        self, game: str, who: str, admit: Admit, reader: Reader, since: str | None = None, *, address: str = ""
    ) -> AsyncIterator[str]:
        """The stream of one page, as server-sent events, until it leaves or loses the right."""
        await self._start()
        of_who = sum(1 for other in self._listeners if other.who == who)
        of_address = sum(1 for other in self._listeners if other.address == address)
        # Behind a proxy nothing else limits how many connections one address keeps open like this.
        if of_who >= MOST_STREAMS or (address and of_address >= self._services.settings.connections_each):
            raise HttpRefusal(429, "too_many_streams", headers={"Retry-After": "30"})
        listener = Listener(game, who, address, admit, reader)
        self._listeners.add(listener)
        return self._stream(listener, parse_position(since))

    async def _stream(self, listener: Listener, since: ReadingPosition | None) -> AsyncIterator[str]:
        try:
            yield "retry: 3000\n\n"
            if since is not None:
                await asyncio.to_thread(self._catch_up, listener, since)
            while not listener.is_over:
                for kind, (at, version) in list(listener.pending.items()):
                    listener.pending.pop(kind, None)
                    yield format_event(kind, at, version)
                listener.wake.clear()
                if listener.pending or listener.is_over:
                    continue
                try:
                    await asyncio.wait_for(listener.wake.wait(), self._ping)
                except TimeoutError:
                    yield ": ping\n\n"
        finally:
            self._listeners.discard(listener)

    def close(self) -> None:
        """End all streams."""
        for listener in list(self._listeners):
            listener.close()

    async def _start(self) -> None:
        """Begin to poll, starting after the last existing event."""
        if self._task is None or self._task.done():
            self._last = await asyncio.to_thread(self._read_last)
            if self._task is None or self._task.done():  # another thread may have started it
                self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        checked = loop.time()
        idle = 0
        while idle < 20:  # a reloaded page returns before the poller stops
            await asyncio.sleep(self._poll)
            idle = 0 if self._listeners else idle + 1
            try:
                rows = await asyncio.to_thread(self._read_new)
                touched = {row.game for row in rows if row.kind in PERSONAL}
                is_time = loop.time() - checked >= self._check
                await asyncio.to_thread(self._check_rights, None if is_time else touched)
                checked = loop.time() if is_time else checked
                heard = await asyncio.to_thread(self._match, rows)
            except SQLAlchemyError:
                logger.exception("could not read events")
                continue
            for listener, row in heard:
                listener.tell(row.kind, row.at, row.version)

    def _read_last(self) -> int:
        with self._services.store.read() as connection:
            return read_last_event(connection)

    def _read_new(self) -> list[StoredEvent]:
        with self._services.store.read() as connection:
            rows = list_events(connection, max(0, self._last - LOOK_BACK))
        known = set(self._seen)
        # Earlier events are already contained in the pages' own responses.
        new = [row for row in rows if row.id not in known and (self._seen or row.id > self._last)]
        self._seen.extend(row.id for row in rows if row.id not in known)
        self._last = max([self._last, *(row.id for row in new)])
        return new

    def _check_rights(self, games: set[str] | None) -> None:
        """Look up again for whom the listeners, or those of some games, listen; close those that no longer may."""
        wanted = [found for found in list(self._listeners) if games is None or found.game in games]
        if not wanted:
            return
        with self._services.store.read() as connection:
            for listener in wanted:
                reader = listener.admit(connection)
                if reader is None:
                    listener.is_over = True
                else:
                    listener.reader = reader
        for listener in wanted:
            if listener.is_over and self._task is not None:
                self._task.get_loop().call_soon_threadsafe(listener.wake.set)

    def _match(self, rows: Iterable[StoredEvent]) -> list[tuple[Listener, StoredEvent]]:
        """Which listeners may hear of which event."""
        found = []
        with self._services.store.read() as connection:
            find_key = partial(self._find_key, connection)
            for row in rows:
                for listener in list(self._listeners):
                    if listener.game == row.game and may_hear(listener.reader, row.audience, find_key):
                        found.append((listener, row))
        return found

    def _find_key(self, connection: Connection, room: int) -> str | None:
        """The key of a room, which never changes, so it is looked up once."""
        if room not in self._keys:
            key = find_room_key(connection, room)
            if key is None:
                return None
            self._keys[room] = key
        return self._keys[room]

    def _catch_up(self, listener: Listener, since: ReadingPosition) -> None:
        """Send changes that a page missed while it was away, or while it was loading."""
        with self._services.store.read() as connection:
            for row in reversed(list_unheard(connection, listener.game, listener.reader, since)):
                listener.pending[row.kind] = (row.at, row.version)


async def open_stream(
    live: Live, services: Services, viewer: Viewer, game: str, since: str | None
) -> AsyncIterator[str]:
    """The stream of a game for a viewer since a position; a closed game is refused as if it did not exist."""
    look_up = partial(_look_up, services, viewer, game)
    # It takes its turn like a page: streams that are opened again and again are work like other requests.
    reader = await services.pages.run(viewer.work_key, look_up, yields=not viewer.has_full_account)

    def admit(connection: Connection) -> Reader | None:
        try:
            if not is_still_here(connection, services, viewer):
                return None
            return reader_of(open_game(connection, game, viewer)[1])
        except HttpRefusal:
            return None

    return await live.listen(game, viewer.work_key, admit, reader, since, address=viewer.address)


def _look_up(services: Services, viewer: Viewer, game: str) -> Reader:
    with services.store.read() as connection:
        return reader_of(open_game(connection, game, viewer)[1])


def is_still_here(connection: Connection, services: Services, viewer: Viewer) -> bool:
    """True if the session or token that opened a stream is still valid."""
    if viewer.account is None:
        return True
    if viewer.token is not None:
        return is_token_good(connection, viewer.token, services.clock.now())
    return viewer.session is not None and find_session(connection, viewer.session, services.clock.now()) is not None


def format_event(kind: EventKind, at: datetime, version: int) -> str:
    """One event as text. Its id is a time: gaps in a sequence of numbers would reveal other powers' actions."""
    data = to_json(Change(kind, version)).decode()
    return f"id: {format_id(at)}\nevent: change\ndata: {data}\n\n"
