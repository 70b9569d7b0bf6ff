"""Rows of the database as values: dataclasses whose fields have the names of the columns.

Statements of every page are ``Prepared``: SQLAlchemy compiles their SQL once, and then only the driver is asked.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from enum import Enum
from types import UnionType
from typing import Any, Generic, TypeVar, get_args, get_type_hints, overload

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Dialect,
    Insert,
    Select,
    Table,
    TypeDecorator,
    Update,
    select,
)
from sqlalchemy.exc import DBAPIError, MultipleResultsFound
from sqlalchemy.sql.dml import ReturningDelete, ReturningInsert, ReturningUpdate

from legation.server.store.identity_changes import IDENTITY_TABLES

T = TypeVar("T")
Convert = Callable[[Any], Any]
Query = Select[Any] | ReturningInsert[Any] | ReturningUpdate[Any] | ReturningDelete[Any]
Statement = Select[Any] | Insert | Update
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class UtcMicroseconds(TypeDecorator[datetime]):
    """A moment as whole microseconds since 1970, the same on every database; in Python always in UTC, with the zone."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """Convert for the database."""
        return None if value is None else (value - EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Convert from the database."""
        return None if value is None else EPOCH + timedelta(microseconds=value)


@dataclass(frozen=True, slots=True)
class Values(Generic[T]):
    """How a dataclass is filled from rows: the columns to select, and the conversions of their values."""

    make: Callable[..., T] | None
    """None: rows stay rows."""
    columns: tuple[ColumnElement[Any], ...]
    conversions: tuple[tuple[int, Convert], ...]
    """The place of a column, and the function that converts its value for the field."""

    def select(self) -> Select[Any]:
        """A query for the columns that the dataclass has."""
        return select(*self.columns)

    def read(self, row: Sequence[Any]) -> T:
        """The value of a row; a missing part of it stays None."""
        values: Any = row
        if self.conversions:
            values = [*row]
            for place, convert in self.conversions:
                if values[place] is not None:
                    values[place] = convert(values[place])
        return self.make(*values) if self.make else values

    def find(self, connection: Connection, query: Query) -> T | None:
        """The value of the only row, or None."""
        row = connection.execute(query).one_or_none()
        return None if row is None else self.read(row)

    def list(self, connection: Connection, query: Query) -> list[T]:
        """The values of all rows. Building a query takes longer than executing it: those of every page are prepared."""
        return [self.read(row) for row in connection.execute(query)]


ROWS: Values[Sequence[Any]] = Values(None, (), ())


def values_of(
    kind: type[T],
    table: Table,
    columns: Mapping[str, ColumnElement[Any]] | None = None,
    conversions: Mapping[str, Convert] | None = None,
) -> Values[T]:
    """How a dataclass is filled from a table; fields with enums are converted automatically.

    ``columns`` names columns from elsewhere, ``conversions`` the functions that convert stored values.
    """
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]  # every kind is a dataclass
    hints = get_type_hints(kind)
    others, own = columns or {}, conversions or {}
    found = {name: own.get(name) or _find_enum(hints[name]) for name in names}
    return Values(
        kind,
        tuple(others[name].label(name) if name in others else table.c[name] for name in names),
        tuple((place, convert) for place, name in enumerate(names) if (convert := found[name]) is not None),
    )


def read_texts(text: str) -> tuple[str, ...]:
    """Texts that a column stores as a JSON list."""
    return tuple(json.loads(text))


def _find_enum(hint: object) -> type[Enum] | None:
    """The enum of a field, which may be optional."""
    kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Enum)), None)


@dataclass(frozen=True, slots=True)
class _Form:
    """A statement compiled for one kind of database."""

    sql: str
    sequence: tuple[str, ...] | None
    """The names of its parameters in the order of their places; None if the driver takes them by name."""
    fixed: dict[str, Any]
    """Values that are part of the statement itself."""
    to_database: dict[str, Convert]
    from_database: Values[Any]
    """How the driver's rows become values."""


class Prepared(Generic[T]):
    """A statement that is built once and executed often.

    SQLAlchemy looks up its SQL, wraps its parameters and describes its result each time, which takes several times as
    long as SQLite needs to answer. Here that is done once for each kind of database. So the statement always has the
    same parameters (no list of values for an ``IN``), and no column that it writes has a default in Python. It changes
    neither accounts nor sessions: other processes would not be told.
    """

    @overload
    def __init__(self: "Prepared[Sequence[Any]]", statement: Statement) -> None: ...
    @overload
    def __init__(self: "Prepared[T]", statement: Statement, values: Values[T]) -> None: ...
    def __init__(self, statement: Statement, values: Values[Any] | None = None) -> None:
        """``values``: what its rows become; otherwise they stay rows."""
        changed = "" if isinstance(statement, Select) else getattr(statement.table, "name", "")
        assert changed not in IDENTITY_TABLES, "nobody is told of changes that are made so"
        self.statement = statement
        self.values = values or ROWS
        self._forms: dict[str, _Form] = {}

    def fetch(self, connection: Connection, **parameters: object) -> list[T]:
        """All results, within the transaction of a connection."""
        dialect = connection.dialect
        form = self._forms.get(dialect.name)
        if form is None:
            form = self._forms[dialect.name] = _write(self.statement, self.values, dialect)
        given = {**form.fixed, **parameters}
        for name, convert in form.to_database.items():
            if name in parameters:
                given[name] = convert(given[name])
        bound = given if form.sequence is None else [given[name] for name in form.sequence]
        read = form.from_database.read
        return [read(row) for row in ask_driver(connection, form.sql, bound)]

    def find(self, connection: Connection, **parameters: object) -> T | None:
        """The only result, or None."""
        found = self.fetch(connection, **parameters)
        if len(found) > 1:
            raise MultipleResultsFound
        return found[0] if found else None


def ask_driver(
    connection: Connection, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()
) -> Sequence[Sequence[Any]]:
    """Execute SQL in the driver's own form and return the rows. Errors become those that SQLAlchemy would raise."""
    dialect, proxy = connection.dialect, connection.connection
    cursor = proxy.cursor()
    try:
        cursor.execute(sql, parameters)
        return cursor.fetchall() if cursor.description else ()
    except dialect.loaded_dbapi.Error as error:
        is_gone = dialect.is_disconnect(error, proxy, cursor)
        if is_gone:
            connection.invalidate(error)
        raise _wrap(error, sql, dialect, is_gone=is_gone) from error
    finally:
        cursor.close()


def _write(statement: Statement, values: Values[Any], dialect: Dialect) -> _Form:
    compiled: Any = statement.compile(dialect=dialect)
    assert not compiled.post_compile_params, "a list of values makes another statement each time"
    assert not [*compiled.insert_prefetch, *compiled.update_prefetch], "a default is worked out each time"
    binds = compiled.binds
    to_database = {
        name: convert
        for name, bind in binds.items()
        if (convert := bind.type.dialect_impl(dialect).bind_processor(dialect))
    }
    fixed = {
        name: to_database[name](bind.value) if name in to_database else bind.value
        for name, bind in binds.items()
        if not bind.required
    }
    columns = enumerate(statement.exported_columns)
    from_database = tuple(
        (place, convert)
        for place, column in columns
        if (convert := column.type.dialect_impl(dialect).result_processor(dialect, None))
    )
    sequence = tuple(compiled.positiontup) if compiled.positional else None
    read = replace(values, conversions=(*from_database, *values.conversions))
    return _Form(str(compiled), sequence, fixed, to_database, read)


def _wrap(error: Exception, sql: str, dialect: Dialect, *, is_gone: bool) -> BaseException:
    """The error that SQLAlchemy would raise, without the parameters, which are letters, orders or secrets."""
    return DBAPIError.instance(
        sql,
        None,
        error,
        dialect.loaded_dbapi.Error,
        hide_parameters=True,
        connection_invalidated=is_gone,
        dialect=dialect,
    )
