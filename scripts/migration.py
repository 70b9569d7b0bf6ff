"""Writes the first migration anew from the tables, and the schema of the first release that tests begin from.

To be run while nothing is released. Afterwards a change of the tables is a new step under ``migrations/versions``.
"""

import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from alembic.autogenerate import produce_migrations, render_python_code
from alembic.operations.ops import UpgradeOps
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, create_mock_engine
from sqlalchemy.schema import CreateIndex, CreateTable

from legation.server.store import migrate, open_store
from legation.server.store.tables import Moment, metadata

ROOT = Path(__file__).parents[1]
STEP = ROOT / "src/legation/server/store/migrations/versions/step_0001.py"
RELEASES = ROOT / "tests/server/store/releases"
HEAD = '''"""The tables of the first release. Written by ``scripts/migration.py``; not changed once it is released."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
'''


def write_step() -> None:
    """The first migration, from the tables as they are."""
    with create_engine("sqlite://").connect() as connection:
        context = MigrationContext.configure(connection, opts={"render_item": _render})
        upgrade: UpgradeOps | None = produce_migrations(context, metadata).upgrade_ops
        assert upgrade is not None
        code = render_python_code(upgrade, migration_context=context, render_item=_render)
    lines = [line.strip("\n") for line in code.splitlines() if line.strip() and "# ###" not in line]
    STEP.write_text(HEAD + "\n".join(f"    {line.removeprefix('    ')}" for line in lines) + "\n")


def _render(kind: str, item: Any, _context: Any) -> str | bool:
    return "sa.BigInteger()" if kind == "type" and isinstance(item, Moment) else False


def write_releases() -> None:
    """The schema that the first release makes, as SQL, for both databases."""
    RELEASES.mkdir(exist_ok=True)
    version = (
        "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);\n"
        "INSERT INTO alembic_version VALUES ('0001');\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{folder}/new.db")
        migrate(store)
        store.close()
        with sqlite3.connect(f"{folder}/new.db") as made:
            rows = made.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name != 'alembic_version'")
            sql = "".join(f"{row[0]};\n" for row in rows)
    (RELEASES / "0001.sqlite.sql").write_text(sql + version)
    dialect = create_mock_engine("postgresql+psycopg://", lambda *_: None).dialect
    parts = [str(CreateTable(table).compile(dialect=dialect)).strip() for table in metadata.sorted_tables]
    indexes = [
        index for table in metadata.sorted_tables for index in sorted(table.indexes, key=lambda one: str(one.name))
    ]
    parts += [str(CreateIndex(index).compile(dialect=dialect)).strip() for index in indexes]
    (RELEASES / "0001.postgresql.sql").write_text("".join(f"{part};\n" for part in parts) + version)


if __name__ == "__main__":
    write_step()
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", STEP], check=True)
    write_releases()
