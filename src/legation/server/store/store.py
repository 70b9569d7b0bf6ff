"""The database: one SQLite file, or PostgreSQL. Every change is one short transaction, and writers take turns."""

import os
import sqlite3
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, DisconnectionError, OperationalError
from sqlalchemy.exc import TimeoutError as WaitedTooLong

from legation.server.store.hearing import Hearing
from legation.server.store.identity_changes import CHANGES, IdentityChanges, mark_changes
from legation.server.store.lean_cursor import LeanCursor
from legation.server.store.values import ask_driver

CONNECTIONS = 24
"""Kept open to an SQLite file: one for each thread that answers requests, and some for the worker. Opening one costs
more than most queries."""
WAIT = 20
"""Seconds that a writer waits for its turn among the writers of this process before it gives up."""
LOCK_WAIT = 5
"""Seconds that it then waits for another process to release an SQLite file."""
SYNCHRONOUS = "FULL"
"""SQLite reports something as written only when it is on the disk."""
RESTED = 1.0
"""Seconds of idleness after which a connection to PostgreSQL is checked before it is used again."""
PREPARED = 500
"""Statements that each connection to PostgreSQL keeps prepared, instead of receiving them again."""
MOMENT = 0.2
"""Seconds that a writer waits whose change is not worth a longer wait."""
MOST_WAITING = 8
LONG = 1.0
"""If a writer's turn lasts longer than this many seconds, at most ``MOST_WAITING`` threads wait behind it: the other
threads are needed for readers."""
YIELDS_FOR = 0.3
"""Seconds for which a yielding thread lets others go first."""
RETRY_AFTER = 2.0
"""Seconds after a failure in which no writer tries."""
TRIAL = 0.5
"""Seconds that the trial writer waits to see whether writing works again."""
STUCK_SQLITE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
}
STUCK_POSTGRESQL = ("08", "25006", "53", "57P", "58")
"""Codes, or their beginnings, of errors that affect every writer: no connection, read only, no space, shut down."""
_USED_AT, _BUSY_TIMEOUT = "legation_used_at", "legation_busy_timeout"
_thread = threading.local()


class CannotWriteError(Exception):
    """Writing is impossible at the moment: for example, the disk is full, or another program holds the file."""


def let_others_first() -> None:
    """From now on this thread's turns come after those of others, unless it has waited for a while."""
    _thread.is_patient = True


@dataclass(eq=False, slots=True)
class _Ticket:
    is_patient: bool
    since: float
    call: threading.Lock = field(default_factory=threading.Lock)


class Writers:
    """Who may write, first come, first served; work that no one waits for lets the others go first.

    By itself, SQLite lets each writer retry after longer and longer pauses, and luck decides. After a failure one
    writer at a time tries again, and all others are refused at once: threads that wait to write are not available to
    readers.
    """

    def __init__(self, *, take_turns: bool = True) -> None:
        """``take_turns``: the database has one writer at a time."""
        self._take_turns = take_turns
        self._guard = threading.Lock()
        self._waiting: list[_Ticket] = []
        self._is_taken = False
        self._taken_at = 0.0
        self._retry_at: float | None = None
        """When a writer may try again; None while writing works."""

    def enter(self, patience: float) -> float:
        """Wait for a turn, at most ``patience`` seconds; it lasts until ``leave``.

        Returns how long the writer may wait for the database: its own patience, or a short time if it tries for all.
        """
        with self._guard:
            if self._retry_at is not None:
                self._refuse_after_failure()
                self._retry_at = time.monotonic() + RETRY_AFTER
                patience = min(patience, TRIAL)
            if not self._take_turns:
                return patience
            if not self._is_taken:
                self._is_taken, self._taken_at = True, time.monotonic()
                return patience
            if len(self._waiting) >= MOST_WAITING and time.monotonic() - self._taken_at > LONG:
                raise CannotWriteError(f"one writer has not ended for {LONG} s, and many wait behind it")
            ticket = _Ticket(getattr(_thread, "is_patient", False), time.monotonic())
            ticket.call.acquire()
            self._waiting.append(ticket)
        if not ticket.call.acquire(timeout=patience):
            with self._guard:
                # A ticket called at this very moment is no longer among those that wait: the turn is ours.
                if ticket in self._waiting:
                    self._waiting.remove(ticket)
                    raise CannotWriteError(f"no turn to write within {patience} s")
        if self._retry_at is not None and patience > TRIAL:  # writing has become impossible in the meantime
            try:
                self._refuse_after_failure()
            except CannotWriteError:
                self.leave()
                raise
        return patience

    def leave(self, *, has_written: bool = False) -> None:
        """End a turn; the next is that of the first ticket that does not yield, or no longer does."""
        with self._guard:
            if has_written:
                self._retry_at = None
            if not self._waiting:
                self._is_taken = False
                return
            now = self._taken_at = time.monotonic()
            eager = (ticket for ticket in self._waiting if not ticket.is_patient or now - ticket.since > YIELDS_FOR)
            chosen = next(eager, self._waiting[0])
            self._waiting.remove(chosen)
            chosen.call.release()

    def fail(self) -> None:
        """Note that writing is impossible, so that not every writer has to wait to find out."""
        with self._guard:
            self._retry_at = time.monotonic() + RETRY_AFTER

    def _refuse_after_failure(self) -> None:
        if self._retry_at is not None and time.monotonic() < self._retry_at:
            raise CannotWriteError("nothing could be written a moment ago")


class Store:
    """Opens transactions. Only this package contains SQL."""

    def __init__(self, engine: Engine, *, is_alone: bool = False) -> None:
        """``is_alone``: no other process answers requests."""
        self.engine = engine
        self._is_alone = is_alone
        self.is_sqlite = engine.dialect.name == "sqlite"
        self.identity = IdentityChanges()
        self._hearing = None if self.is_sqlite else Hearing(engine, self.identity.note)
        self._writers = Writers(take_turns=self.is_sqlite)
        self._writing = {} if self.is_sqlite else {"isolation_level": "READ COMMITTED"}
        """Options of a write transaction: it waits for a lock, and must then see what was written in the meantime."""
        event.listen(engine, "after_execute", mark_changes)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that changes nothing and sees one moment."""
        with self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self, patience: float = WAIT) -> Iterator[Connection]:
        """A transaction that changes something: afterwards all of it is stored, or nothing.

        Raises a ``CannotWriteError`` if writing is impossible, and also for a writer that would wait longer than
        ``patience`` seconds.
        """
        # SQLite has one writer: those of this process queue up, so that none waits longer than those before it.
        # The turn comes before the connection: a waiting writer must not keep a connection from readers.
        patience = self._writers.enter(patience)
        options = {"legation_writes": True, "legation_wait": min(patience, LOCK_WAIT), **self._writing}
        has_written = False
        try:
            with self.engine.connect() as connection, connection.execution_options(**options).begin():
                yield connection
                changed: Collection[str] = connection.info.pop(CHANGES, ())
                if self._hearing is not None:
                    self._hearing.tell(connection, changed)
            has_written = True
        except WaitedTooLong as error:
            raise CannotWriteError(str(error)) from error
        except DBAPIError as error:
            # A full disk ends the transaction, so that returning to a savepoint fails too, with another error.
            stuck = next((one for one in _list_errors(error) if is_stuck(one)), None)
            if stuck is None:
                raise
            self._writers.fail()
            raise CannotWriteError(str(stuck.orig)) from error
        finally:
            self._writers.leave(has_written=has_written)
        if changed:
            self.identity.note(changed)

    def listen(self) -> None:
        """Begin to hear of other processes' changes of accounts and sessions."""
        if self._hearing is not None:
            self._hearing.start()

    @property
    def hears_all(self) -> bool:
        """True if ``identity`` learns of every change of an account or session, so that the others may be cached.

        An SQLite file reports no changes by other processes.
        """
        return self._is_alone if self._hearing is None else self._hearing.is_good

    def close(self) -> None:
        """Close all connections."""
        if self._hearing is not None:
            self._hearing.close()
        self.engine.dispose()


def _list_errors(error: BaseException | None) -> Iterator[DBAPIError]:
    """An error of the database, and the errors that caused it."""
    while error is not None:
        if isinstance(error, DBAPIError):
            yield error
        error = error.__cause__ or error.__context__


def is_stuck(error: DBAPIError) -> bool:
    """True if an error affects every writer, not just this one change."""
    if isinstance(error.orig, sqlite3.Error):
        return (getattr(error.orig, "sqlite_errorcode", 0) & 0xFF) in STUCK_SQLITE
    if not isinstance(error, OperationalError):
        return False
    code = getattr(error.orig, "sqlstate", None) or "08"  # a connection that was never made has no code
    return code.startswith(STUCK_POSTGRESQL)


def open_store(url: str, *, is_alone: bool = False) -> Store:
    """The store of a database URL, such as ``sqlite:///legation.db`` or ``postgresql://user@host/name``.

    ``is_alone``: no other process answers requests.
    """
    address = make_url(url)
    if address.drivername in ("postgres", "postgresql"):
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() == "sqlite":
        return Store(_open_sqlite(address), is_alone=is_alone)
    return Store(_open_postgresql(address))


def _open_postgresql(address: Any) -> Engine:
    engine = create_engine(
        address,
        hide_parameters=True,
        pool_size=10,
        max_overflow=10,
        pool_use_lifo=True,  # a few connections do the work, and the others stay idle
        isolation_level="REPEATABLE READ",  # by default, each statement of a transaction sees another moment
        connect_args={"cursor_factory": LeanCursor},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.prepared_max = PREPARED

    @event.listens_for(engine, "checkin")
    def note_use(_connection: Any, record: Any) -> None:
        record.info[_USED_AT] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def see_that_it_lives(connection: Any, record: Any, _proxy: Any) -> None:
        # Checking each time, as SQLAlchemy's own ``pool_pre_ping`` does, costs as much as one of the page's queries.
        if time.monotonic() - record.info.get(_USED_AT, time.monotonic()) < RESTED:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError from error  # the pool tries another one, and finally a new one

    return engine


def _open_sqlite(address: Any) -> Engine:
    _make_private(address.database)
    engine = create_engine(
        address,
        connect_args={"timeout": WAIT, "check_same_thread": False},
        pool_size=CONNECTIONS,
        max_overflow=10,
        # Errors are logged with their statement; its values may be letters, orders or secrets.
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        # The driver must not open transactions by itself: the code below chooses between BEGIN and BEGIN IMMEDIATE.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            f"synchronous={SYNCHRONOUS}",
            "foreign_keys=ON",
            f"busy_timeout={WAIT * 1000}",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer takes the lock at once: a reader that becomes a writer half-way could only fail.
        options = connection.get_execution_options()
        if options.get("legation_writes", False):
            wait = int(options["legation_wait"] * 1000)
            if connection.info.get(_BUSY_TIMEOUT) != wait:
                ask_driver(connection, f"PRAGMA busy_timeout={wait}")
                connection.info[_BUSY_TIMEOUT] = wait
            ask_driver(connection, "BEGIN IMMEDIATE")
        else:
            ask_driver(connection, "BEGIN")

    return engine


def _make_private(file: str | None) -> None:
    """Create a new database file that only the host can read; SQLite gives its other files the same mode."""
    if file and file != ":memory:" and not file.startswith("file:"):
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))


def check_store(store: Store) -> None:
    """Run a small query on the database; raises an error if it does not answer."""
    with store.read() as connection:
        connection.execute(select(1))
