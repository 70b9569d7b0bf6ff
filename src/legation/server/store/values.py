"""Rows of the database as values: dataclasses whose fields have the names of the columns."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from types import UnionType
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from sqlalchemy import ColumnElement, Connection, Select, Table, select
from sqlalchemy.exc import MultipleResultsFound
from sqlalchemy.sql.dml import ReturningDelete, ReturningInsert, ReturningUpdate

from legation.server.store.prepared import Prepared

T = TypeVar("T")
Convert = Callable[[Any], Any]
Query = Prepared | Select[Any] | ReturningInsert[Any] | ReturningUpdate[Any] | ReturningDelete[Any]


@dataclass(frozen=True, slots=True)
class Values(Generic[T]):
    """How a dataclass is filled from rows: the columns to select, and the conversions of their values."""

    make: Callable[..., T]
    columns: tuple[ColumnElement[Any], ...]
    conversions: tuple[tuple[int, Convert], ...]
    """The place of a column, and the function that converts its value for the field."""

    def select(self) -> Select[Any]:
        """A query for the columns that the dataclass has."""
        return select(*self.columns)

    def read(self, row: Sequence[Any]) -> T:
        """The value of a row."""
        if not self.conversions:
            return self.make(*row)
        values = list(row)
        for place, convert in self.conversions:
            if values[place] is not None:
                values[place] = convert(values[place])
        return self.make(*values)

    def find(self, connection: Connection, query: Query, **parameters: object) -> T | None:
        """The value of the only row, or None. ``parameters`` are those of a prepared query."""
        found = self.list(connection, query, **parameters)
        if len(found) > 1:
            raise MultipleResultsFound
        return found[0] if found else None

    def list(self, connection: Connection, query: Query, **parameters: object) -> list[T]:
        """The values of all rows. Building a query takes longer than executing it: those of every page are prepared."""
        if isinstance(query, Prepared):
            return [self.read(row) for row in query.fetch(connection, **parameters)]
        return [self.read(row) for row in connection.execute(query, parameters)]


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
