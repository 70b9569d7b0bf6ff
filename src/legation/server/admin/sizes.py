"""The size of each kind of data in the database: rows, bytes, and the age of the oldest."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Table, func, select, text
from sqlalchemy.exc import DatabaseError

from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.records import GameKind
from legation.server.store.tables import accounts, games, members, metadata, sandboxes

MOMENTS = ("made_at", "at", "joined_at", "saved_at", "sent_at")
"""Columns that give the age of a row."""


@dataclass(frozen=True, slots=True)
class Size:
    """The amount of one kind of data."""

    name: str
    rows: int
    bytes: int | None
    """Including its indexes; null if the database does not report it."""
    oldest: str | None


@dataclass(frozen=True, slots=True)
class Sizes:
    """The size of each table."""

    tables: list[Size]
    kinds: list[Size]
    """Data that expires: guests, their games, sandboxes."""
    bytes: int
    """The size of the whole database."""


def read_sizes(services: Services) -> Sizes:
    """The sizes of all tables, largest first, and of the data that expires."""
    with services.store.read() as connection:
        taken = _read_bytes(connection)
        tables = [_measure_table(connection, table, taken.get(table.name)) for table in metadata.sorted_tables]
        kinds = _measure_kinds(connection)
        whole = _read_whole(connection)
    return Sizes(sorted(tables, key=lambda size: (-(size.bytes or 0), size.name)), kinds, whole)


def _measure_table(connection: Connection, table: Table, taken: int | None) -> Size:
    column = next(
        (table.c[name] for name in ("made_at", "at", "joined_at", "saved_at", "sent_at") if name in table.c), None
    )
    rows = connection.execute(select(func.count()).select_from(table)).scalar_one()
    oldest = None
    if column is not None:
        oldest = connection.execute(select(func.min(column, type_=column.type))).scalar_one()
    return Size(table.name, rows, taken, format_time(oldest))


def _read_bytes(connection: Connection) -> dict[str, int]:
    """The bytes of each table with its indexes, if the database reports them."""
    if connection.dialect.name == "sqlite":
        query = """
            SELECT coalesce(schema.tbl_name, pages.name), sum(pages.pgsize)
            FROM dbstat AS pages LEFT JOIN sqlite_schema AS schema ON schema.name = pages.name
            WHERE pages.aggregate = TRUE GROUP BY 1
        """
    else:
        query = "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r'"
    try:
        with connection.begin_nested():
            return {row[0]: int(row[1]) for row in connection.execute(text(query))}
    except DatabaseError:  # an SQLite that was built without the table of pages
        return {}


def _read_whole(connection: Connection) -> int:
    if connection.dialect.name == "sqlite":
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
        return int(pages) * int(connection.execute(text("PRAGMA page_size")).scalar_one())
    return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())


def _measure_kinds(connection: Connection) -> list[Size]:
    guests = accounts.c.is_guest & ~accounts.c.is_closed
    of_guests = select(members.c.game).join(accounts, accounts.c.id == members.c.account).where(accounts.c.is_guest)
    size = func.coalesce(func.sum(sandboxes.c.size), 0)
    wanted = (
        ("guests", select(func.count(), func.min(accounts.c.seen_at)).where(guests), False),
        (
            "games of guests",
            select(func.count(), func.min(games.c.made_at)).where(
                games.c.kind == GameKind.SOLO, games.c.id.in_(of_guests)
            ),
            False,
        ),
        (
            "sandboxes without an account",
            select(func.count(), func.min(sandboxes.c.opened_at), size).where(sandboxes.c.network.is_not(None)),
            True,
        ),
        (
            "sandboxes of accounts",
            select(func.count(), func.min(sandboxes.c.opened_at), size).where(sandboxes.c.network.is_(None)),
            True,
        ),
    )
    kinds = []
    for name, query, is_measured in wanted:
        row = connection.execute(query).one()
        oldest: datetime | None = row[1]
        kinds.append(Size(name, int(row[0]), int(row[2]) if is_measured else None, format_time(oldest)))
    return kinds
