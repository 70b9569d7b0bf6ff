"""Migrates a database to the tables of this version."""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from legation.errors import DataError
from legation.server.store.store import Store

FOLDER = Path(__file__).parent / "migrations"
LOCK = 0x1E6A7104
"""The number of the PostgreSQL lock under which one process migrates while the others wait."""


def migrate(store: Store, *, to: str | None = None) -> None:
    """Create or change the tables, once, however many processes start together; up to a step, or to the last."""
    goal = to or read_head()
    with store.read() as connection:
        if find_revision(connection) == goal:
            return
    if goal not in _known():
        raise DataError(f"step {goal!r} is not known to this version of the program", file="the tables")
    with store.write() as connection:
        if not store.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": LOCK})
        revision = find_revision(connection)
        if revision is not None and revision not in _known():
            problem = f"made by a newer version of the program (step {revision})"
            raise DataError(problem, file=store.engine.url.render_as_string(hide_password=True))
        if revision != goal:
            _upgrade(connection, goal)


def find_revision(connection: Connection) -> str | None:
    """The step of a database; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def read_head() -> str:
    """The last existing step."""
    head = _script().get_current_head()
    assert head is not None
    return head


def _upgrade(connection: Connection, goal: str) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, goal)


@cache
def _known() -> frozenset[str]:
    return frozenset(step.revision for step in _script().walk_revisions())


@cache
def _script() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
