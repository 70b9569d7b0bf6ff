"""The whole database as one stream of lines, the same for SQLite and PostgreSQL."""

import base64
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from sqlalchemy import Column, Connection, MetaData, Table, func, insert, select, text

from legation.errors import DataError
from legation.server.store.migrate import find_revision, migrate
from legation.server.store.store import Store

FORMAT = "legation-backup"
VERSION = 1
AT_ONCE = 500
"""Rows that are written together."""
VERSION_TABLE = "alembic_version"


def dump_lines(store: Store) -> Iterator[str]:
    """All rows of all tables at one moment, one JSON list per line, between a header and a footer with their number."""
    with _read_one_moment(store) as connection:
        tables = _reflect(connection)
        head = {"format": FORMAT, "version": VERSION, "step": find_revision(connection)}
        yield json.dumps(head | {"tables": {table.name: table.columns.keys() for table in tables}})
        count = 0
        for table in tables:
            keys = list(table.primary_key.columns)
            for row in connection.execute(select(table).order_by(*keys)):
                count += 1
                yield json.dumps([table.name, *map(_write_value, row)], ensure_ascii=False)
        yield json.dumps({"end": count})


@contextmanager
def _read_one_moment(store: Store) -> Iterator[Connection]:
    # An SQLite reader always sees one moment; PostgreSQL guarantees that only at this level.
    options = {} if store.is_sqlite else {"isolation_level": "REPEATABLE READ"}
    with store.engine.connect().execution_options(**options) as connection, connection.begin():
        yield connection


def load_lines(store: Store, lines: Iterable[str]) -> int:
    """Fill an empty database from a dump, then migrate it; returns the number of rows. Loads everything or nothing."""
    stream = iter(lines)
    head = _read_head(next(stream, ""))
    migrate(store, to=head["step"])
    with store.write() as connection:
        tables = {table.name: table for table in _reflect(connection)}
        if any(connection.execute(select(table).limit(1)).first() for table in tables.values()):
            raise DataError("is not empty; a backup is restored into an empty one", file="the database")
        if not _has_same_columns(tables, head["tables"]):
            raise DataError(f"does not have the tables of step {head['step']}", file="the backup")
        count = _fill(connection, tables, head["tables"], stream)
        if not store.is_sqlite:
            _set_counters(connection, tables.values())
    migrate(store)
    return count


def _has_same_columns(tables: dict[str, Table], dumped: dict[str, list[str]]) -> bool:
    """True if the tables have the columns of the dump, in any order."""
    here = {name: set(table.columns.keys()) for name, table in tables.items()}
    return here == {name: set(columns) for name, columns in dumped.items()}


def _read_head(line: str) -> dict[str, Any]:
    head = _read_json(line, 1)
    if not isinstance(head, dict) or head.get("format") != FORMAT or not isinstance(head.get("tables"), dict):
        raise DataError("this is not a backup of Legation", file="the backup", line=1)
    if head.get("version") != VERSION:
        raise DataError(f"version {head.get('version')!r} of backups is not known here", file="the backup", line=1)
    return head


def _read_json(line: str, number: int) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        raise DataError("not JSON", file="the backup", line=number) from None


def _fill(connection: Connection, tables: dict[str, Table], columns: dict[str, list[str]], lines: Iterable[str]) -> int:
    count = 0
    end: object = None
    for name, group in groupby(_read_rows(lines), key=lambda row: row[0]):
        if name == "end":
            end = next(group)[1]
            break
        if name not in tables:
            raise DataError(f"unknown table {name!r}", file="the backup", line=count + 2)
        count += _fill_table(connection, tables[name], columns[name], group)
    if end != count:
        raise DataError(f"it ends after {count} rows", file="the backup", line=count + 2)
    return count


def _read_rows(lines: Iterable[str]) -> Iterator[list[Any]]:
    for number, line in enumerate(lines, start=2):
        row = _read_json(line, number)
        if isinstance(row, dict) and "end" in row:
            yield ["end", row["end"]]
        elif isinstance(row, list) and row and isinstance(row[0], str):
            yield row
        else:
            raise DataError("expected a list that begins with a table's name", file="the backup", line=number)


def _fill_table(connection: Connection, table: Table, columns: list[str], rows: Iterator[list[Any]]) -> int:
    waiting: list[dict[str, Any]] = []
    count = 0
    for row in rows:
        if len(row) != len(columns) + 1:
            raise DataError(f"a row of {table.name} has {len(row) - 1} values", file="the backup")
        waiting.append(dict(zip(columns, map(_read_value, row[1:]), strict=True)))
        count += 1
        if len(waiting) == AT_ONCE:
            connection.execute(insert(table), waiting)
            waiting = []
    if waiting:
        connection.execute(insert(table), waiting)
    return count


def _write_value(value: Any) -> Any:
    return {"bytes": base64.b64encode(value).decode("ascii")} if isinstance(value, bytes | memoryview) else value


def _read_value(value: Any) -> Any:
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value


def _reflect(connection: Connection) -> list[Table]:
    """The tables as the database has them: a dump has the tables of its own step, whatever this program would make."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != VERSION_TABLE]


def _set_counters(connection: Connection, tables: Iterable[Table]) -> None:
    """Make PostgreSQL continue counting from the largest id."""
    for table in tables:
        key: Column[Any] = next(iter(table.primary_key.columns))
        place = {"table": table.name, "column": key.name}
        counter = connection.execute(text("SELECT pg_get_serial_sequence(:table, :column)"), place).scalar()
        largest = connection.execute(select(func.max(key))).scalar() if counter else None
        if largest is not None:
            connection.execute(text("SELECT setval(:counter, :largest)"), {"counter": counter, "largest": largest})
