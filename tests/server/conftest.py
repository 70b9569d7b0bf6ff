"""Fixtures of the server's tests."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from legation.server.store import Store, open_store
from tests.server.kit import Server, make_server, make_tables
from tests.server.postgres import TEMPLATE, Postgres, start_postgres


@pytest.fixture(scope="session")
def blank_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of SQLite with all tables, to be copied."""
    file = tmp_path_factory.mktemp("blank") / "blank.db"
    make_tables(f"sqlite:///{file}")
    return file


@pytest.fixture
def server(tmp_path: Path, blank_file: Path) -> Iterator[Server]:
    """An app on a fresh file of SQLite, with a clock that the test moves."""
    shutil.copy(blank_file, tmp_path / "test.db")
    server = make_server(tmp_path)
    with server.client():
        yield server


@pytest.fixture
def make_any(tmp_path: Path, blank_file: Path) -> Iterator[Callable[..., Server]]:
    """Makes a server with settings of the test's own, such as ``rate_factor=1``."""
    with ExitStack() as running:

        def make(**changes: Any) -> Server:
            shutil.copy(blank_file, tmp_path / "test.db")
            server = make_server(tmp_path, **changes)
            running.enter_context(server.client())
            return server

        yield make


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of this test process, with a template that has the tables."""
    with start_postgres() as postgres:
        postgres.run(f"CREATE DATABASE {TEMPLATE}")
        make_tables(postgres.url(TEMPLATE))
        yield postgres


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """The address of a new database on PostgreSQL, tables made."""
    url = postgres.make_database()
    yield url
    postgres.drop_database(url)


@pytest.fixture
def sqlite_url(tmp_path: Path, blank_file: Path) -> str:
    """The address of a new file of SQLite, tables made."""
    shutil.copy(blank_file, tmp_path / "store.db")
    return f"sqlite:///{tmp_path / 'store.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database with its tables, once on SQLite and once on PostgreSQL."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    """An empty store, once on SQLite and once on PostgreSQL."""
    opened = open_store(database_url)
    yield opened
    opened.close()


@pytest.fixture
def server_on_each(database_url: str, tmp_path: Path) -> Iterator[Server]:
    """An app, once on SQLite and once on PostgreSQL."""
    server = make_server(tmp_path, database_url=database_url)
    with server.client():
        yield server
