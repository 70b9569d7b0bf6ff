"""The database: one file of SQLite, or PostgreSQL. Every change is one short transaction."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, select
from sqlalchemy.engine import make_url

from legation.server.store.turns import Turns

CONNECTIONS = 24
"""Kept open to a file of SQLite: one for each thread that answers requests, and some for the worker. Opening one costs
more than most questions to it."""
WAIT = 20
"""Seconds that a writer waits for another before it gives up."""


class Store:
    """Opens transactions. SQL is written in this package only."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._turns = Turns()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that changes nothing and sees one moment."""
        with self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that changes something: all of it is there afterwards, or nothing."""
        # The turn comes before the connection: who waits to write must not keep one from those who read.
        with (
            self._turn(),
            self.engine.connect() as connection,
            connection.execution_options(legation_writes=True).begin(),
        ):
            yield connection

    def _turn(self) -> AbstractContextManager[None]:
        """SQLite has one writer: those of this process queue up, so that none waits longer than those before it."""
        return self._turns.take(WAIT) if self.is_sqlite else nullcontext()

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def open_store(url: str) -> Store:
    """The store of a database URL, such as ``sqlite:///legation.db`` or ``postgresql://user@host/name``."""
    address = make_url(url)
    if address.drivername in ("postgres", "postgresql"):
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() == "sqlite":
        return Store(_open_sqlite(address))
    return Store(create_engine(address, pool_pre_ping=True, hide_parameters=True, pool_size=10, max_overflow=10))


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
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={WAIT * 1000}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer takes the lock at once: a reader that turns writer half-way could only fail.
        writes = connection.get_execution_options().get("legation_writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

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
