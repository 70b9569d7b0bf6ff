"""The database: one file of SQLite, or PostgreSQL. Every change is one short transaction."""

import os
import sqlite3
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, DisconnectionError, OperationalError
from sqlalchemy.exc import TimeoutError as WaitedTooLong

from legation.server.store.breaker import TRIAL, Breaker, CannotWriteError
from legation.server.store.hearing import Hearing
from legation.server.store.identity_changes import CHANGES, IdentityChanges, mark_changes
from legation.server.store.lean_cursor import LeanCursor
from legation.server.store.prepared import ask_driver
from legation.server.store.turns import Turns

CONNECTIONS = 24
"""Kept open to a file of SQLite: one for each thread that answers requests, and some for the worker. Opening one costs
more than most questions to it."""
WAIT = 20
"""Seconds that a writer waits for its turn among those of this process before it gives up."""
LOCK_WAIT = 5
"""Seconds that it then waits for another process to let go of a file of SQLite."""
SYNCHRONOUS = "FULL"
"""SQLite says that something is written when it is on the disk, and not before."""
RESTED = 1.0
"""Seconds after which a connection to PostgreSQL is asked whether it is still there before it is used again."""
PREPARED = 500
"""Statements that each connection to PostgreSQL keeps ready, instead of being told them again."""
MOMENT = 0.2
"""Seconds that a writer waits whose change is not worth more."""
STUCK_SQLITE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
}
STUCK_POSTGRESQL = ("08", "25006", "53", "57P", "58")
"""Codes, or how they begin, of errors that every writer would meet: no connection, read only, no room, shut down."""
_USED_AT = "legation_used_at"


class Store:
    """Opens transactions. SQL is written in this package only."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_sqlite = engine.dialect.name == "sqlite"
        self.identity = IdentityChanges()
        self._hearing = None if self.is_sqlite else Hearing(engine, self.identity.note)
        self._turns = Turns()
        self._breaker = Breaker()
        self._writing = {} if self.is_sqlite else {"isolation_level": "READ COMMITTED"}
        """Options of a transaction that writes: it waits for a lock, and then has to see what was written meanwhile."""
        event.listen(engine, "after_execute", mark_changes)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that changes nothing and sees one moment."""
        with self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self, patience: float = WAIT) -> Iterator[Connection]:
        """A transaction that changes something: all of it is there afterwards, or nothing.

        Raises a ``CannotWriteError`` where nothing can be written, also to those who had to wait longer than
        ``patience`` seconds.
        """
        patience = self._breaker.enter(patience)
        options = {"legation_writes": True, "legation_wait": min(patience, LOCK_WAIT), **self._writing}
        try:
            # SQLite has one writer: those of this process queue up, so that none waits longer than those before it.
            # The turn comes before the connection: who waits to write must not keep one from those who read.
            with self._turns.take(patience) if self.is_sqlite else nullcontext():
                if self.is_sqlite and patience > TRIAL:
                    self._breaker.check()
                with self.engine.connect() as connection, connection.execution_options(**options).begin():
                    yield connection
                    changed: Collection[str] = connection.info.pop(CHANGES, ())
                    if self._hearing is not None:
                        self._hearing.tell(connection, changed)
        except WaitedTooLong as error:
            raise CannotWriteError(str(error)) from error
        except DBAPIError as error:
            # A full disk ends the transaction, so that going back to a savepoint fails as well, with another error.
            stuck = next((one for one in _list_errors(error) if is_stuck(one)), None)
            if stuck is None:
                raise
            self._breaker.fail()
            raise CannotWriteError(str(stuck.orig)) from error
        if changed:
            self.identity.note(changed)
        self._breaker.succeed()

    def listen(self) -> None:
        """Begin to hear what other processes change of accounts and sessions."""
        if self._hearing is not None:
            self._hearing.start()

    @property
    def hears_others(self) -> bool:
        """Whether ``identity`` knows what other processes change. A file of SQLite tells nobody."""
        return self._hearing is not None and self._hearing.is_good

    def close(self) -> None:
        """Let go of all connections."""
        if self._hearing is not None:
            self._hearing.close()
        self.engine.dispose()


def _list_errors(error: BaseException | None) -> Iterator[DBAPIError]:
    """An error of the database, and those that it followed from."""
    while error is not None:
        if isinstance(error, DBAPIError):
            yield error
        error = error.__cause__ or error.__context__


def is_stuck(error: DBAPIError) -> bool:
    """Whether an error says that nobody can write, and not that this one change was wrong."""
    if isinstance(error.orig, sqlite3.Error):
        return (getattr(error.orig, "sqlite_errorcode", 0) & 0xFF) in STUCK_SQLITE
    if not isinstance(error, OperationalError):
        return False
    code = getattr(error.orig, "sqlstate", None) or "08"  # a connection that was never made has no code
    return code.startswith(STUCK_POSTGRESQL)


def open_store(url: str) -> Store:
    """The store of a database URL, such as ``sqlite:///legation.db`` or ``postgresql://user@host/name``."""
    address = make_url(url)
    if address.drivername in ("postgres", "postgresql"):
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() == "sqlite":
        return Store(_open_sqlite(address))
    return Store(_open_postgresql(address))


def _open_postgresql(address: Any) -> Engine:
    engine = create_engine(
        address,
        hide_parameters=True,
        pool_size=10,
        max_overflow=10,
        pool_use_lifo=True,  # a few connections do the work, and the others rest
        isolation_level="REPEATABLE READ",  # left alone, each statement of a transaction sees another moment
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
        # Asking each time, as SQLAlchemy's own ``pool_pre_ping`` does, costs as much as one of the page's questions.
        if time.monotonic() - record.info.get(_USED_AT, time.monotonic()) < RESTED:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError from error  # the pool tries another one, and at last a new one

    return engine


def _open_sqlite(address: Any) -> Engine:
    _make_private(address.database)
    engine = create_engine(
        address,
        connect_args={"timeout": WAIT, "check_same_thread": False},
        pool_size=CONNECTIONS,
        max_overflow=10,
        # Errors are logged with their statement; what stood in it is a letter, an order or a secret.
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        # The driver must not open transactions by itself: we choose between BEGIN and BEGIN IMMEDIATE below.
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
        # A writer takes the lock at once: a reader that turns writer half-way could only fail.
        options = connection.get_execution_options()
        if options.get("legation_writes", False):
            ask_driver(connection, f"PRAGMA busy_timeout={int(options['legation_wait'] * 1000)}")
            ask_driver(connection, "BEGIN IMMEDIATE")
        else:
            ask_driver(connection, "BEGIN")

    return engine


def _make_private(file: str | None) -> None:
    """Make a new database's file so that only the host reads it; SQLite gives its other files the same mode."""
    if file and file != ":memory:" and not file.startswith("file:"):
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))


def check_store(store: Store) -> None:
    """Ask the database for something small; an error where it does not answer."""
    with store.read() as connection:
        connection.execute(select(1))
