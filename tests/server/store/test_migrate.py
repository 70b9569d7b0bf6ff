import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text

from legation.errors import DataError
from legation.server.store import Store, migrate, open_store
from legation.server.store.migrate import find_revision, read_head
from legation.server.store.tables import metadata
from tests.server.postgres import Postgres

RELEASES = Path(__file__).parent / "releases"


@pytest.fixture(params=["sqlite", "postgresql"])
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """An address of a database without tables."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'bare.db'}"
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    url = postgres.make_database(template="template0")
    yield url
    postgres.drop_database(url)


def list_differences(store: Store) -> list[Any]:
    with store.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return list(compare_metadata(context, metadata))


def test_migrations_make_the_tables_that_the_program_uses(bare: str) -> None:
    store = open_store(bare)
    migrate(store)
    assert list_differences(store) == []
    store.close()


def test_migrating_twice_changes_nothing(bare: str) -> None:
    store = open_store(bare)
    migrate(store)
    migrate(store)
    with store.read() as connection:
        assert find_revision(connection) == read_head()
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "alembic_version"}
    store.close()


def test_a_database_of_every_release_comes_up_to_date(bare: str) -> None:
    dialect = "sqlite" if bare.startswith("sqlite") else "postgresql"
    releases = sorted(RELEASES.glob(f"*.{dialect}.sql"))
    assert len(releases) == 1
    for release in releases:
        load_release(bare, release.read_text(encoding="utf-8"))
        store = open_store(bare)
        migrate(store)
        assert list_differences(store) == []
        with store.read() as connection:
            names = connection.execute(text("SELECT name FROM accounts")).scalars().all()
        assert names == ["Old"]
        store.close()


def load_release(url: str, sql: str) -> None:
    """The schema of a release with an account in it."""
    account = (
        "INSERT INTO accounts (id, name, folded_name, is_guest, is_admin, is_closed, settings, made_at) "
        "VALUES (7, 'Old', 'old', false, false, false, '{}', 0);"
    )
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
            file.executescript(sql + account)
        file.close()
        return
    with psycopg.connect(url) as connection:
        connection.execute((sql + account).encode())


def test_a_database_of_a_newer_program_is_left_alone(store: Store) -> None:
    with store.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DataError, match="newer version"):
        migrate(store)


def test_processes_that_start_together_migrate_once(bare: str) -> None:
    code = "import sys; from legation.server.store import *; migrate(open_store(sys.argv[1]))"
    started = [subprocess.Popen([sys.executable, "-c", code, bare], stderr=subprocess.PIPE) for _ in range(2)]
    for process in started:
        _, problem = process.communicate(timeout=60)
        assert process.returncode == 0, problem
    store = open_store(bare)
    assert list_differences(store) == []
    store.close()
