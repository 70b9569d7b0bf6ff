"""Statements of every page: SQLAlchemy compiles their SQL once, and then only the driver is asked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Dialect, Insert, Select, Update
from sqlalchemy.exc import DBAPIError

from legation.server.store.identity_changes import IDENTITY_TABLES

Convert = Callable[[Any], Any]
Statement = Select[Any] | Insert | Update


@dataclass(frozen=True, slots=True)
class _Form:
    """A statement compiled for one kind of database."""

    sql: str
    sequence: tuple[str, ...] | None
    """The names of its parameters in the order of their places; None if the driver takes them by name."""
    fixed: dict[str, Any]
    """Values that are part of the statement itself."""
    to_database: dict[str, Convert]
    from_database: tuple[tuple[int, Convert], ...]
    """The place of a column, and the function that converts the driver's value."""

    def bind(self, parameters: Mapping[str, Any]) -> Sequence[Any] | Mapping[str, Any]:
        """The parameters in the driver's form."""
        given = {**self.fixed, **parameters}
        for name, convert in self.to_database.items():
            if name in parameters:
                given[name] = convert(given[name])
        return given if self.sequence is None else [given[name] for name in self.sequence]

    def read(self, row: Sequence[Any]) -> Sequence[Any]:
        """The values of a row; a missing one stays None."""
        if not self.from_database:
            return row
        values = list(row)
        for place, convert in self.from_database:
            if values[place] is not None:
                values[place] = convert(values[place])
        return values


class Prepared:
    """A statement that is built once and executed often.

    SQLAlchemy looks up its SQL, wraps its parameters and describes its result each time, which takes several times as
    long as SQLite needs to answer. Here that is done once for each kind of database. So the statement always has the
    same parameters (no list of values for an ``IN``), and no column that it writes has a default in Python. It changes
    neither accounts nor sessions: other processes would not be told.
    """

    def __init__(self, statement: Statement) -> None:
        changed = "" if isinstance(statement, Select) else getattr(statement.table, "name", "")
        assert changed not in IDENTITY_TABLES, "nobody is told of changes that are made so"
        self.statement = statement
        self._forms: dict[str, _Form] = {}

    def fetch(self, connection: Connection, **parameters: object) -> list[Sequence[Any]]:
        """All resulting rows, within the transaction of a connection."""
        dialect = connection.dialect
        form = self._forms.get(dialect.name)
        if form is None:
            form = self._forms[dialect.name] = _write(self.statement, dialect)
        return [form.read(row) for row in ask_driver(connection, form.sql, form.bind(parameters))]


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


def _write(statement: Statement, dialect: Dialect) -> _Form:
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
    return _Form(str(compiled), sequence, fixed, to_database, from_database)


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
