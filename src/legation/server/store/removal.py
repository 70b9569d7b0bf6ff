"""Removes a game, or an account that is part of no game, with everything that depends on it and nothing else.

The dependencies are read from the foreign keys, so that a new table needs no line here.
"""

from functools import cache

from sqlalchemy import ColumnElement, Connection, Table, bindparam, delete, or_, select, update

from legation.server.store.tables import accounts, games, metadata, sandboxes


def remove_game(connection: Connection, game: str) -> None:
    """Remove a game with its entries, orders, letters, members and everything else that belongs to it."""
    for table in reversed(metadata.sorted_tables):
        chosen = _find_rows_of_game(table.name)
        if chosen is not None:
            connection.execute(delete(table).where(chosen), {"game_id": game})


@cache
def _find_rows_of_game(name: str) -> ColumnElement[bool] | None:
    """The rows of a table that belong to the game ``game_id``: they name it, or something that belongs to it."""
    table = metadata.tables[name]
    if table is games:
        return games.c.id == bindparam("game_id")
    found = []
    for key in sorted(table.foreign_keys, key=lambda key: key.parent.name):
        other = key.column.table
        if other is games:
            return key.parent == bindparam("game_id")
        chosen = None if other is table else _find_rows_of_game(other.name)
        if chosen is not None:
            found.append(key.parent.in_(select(key.column).where(chosen)))
    return or_(*found) if found else None


def remove_account(connection: Connection, account: int) -> bool:
    """Remove an account with its sessions, tokens and notices; False if it has or had a part in a game.

    Links to sandboxes that it shared stay until they are no longer opened.
    """
    named = [
        (table, key.parent)
        for table in reversed(metadata.sorted_tables)
        for key in table.foreign_keys
        if key.column.table is accounts and table is not sandboxes
    ]
    for table, column in named:
        if _needs_game(table) and connection.execute(select(column).where(column == account).limit(1)).first():
            return False
    connection.execute(update(sandboxes).where(sandboxes.c.account == account).values(account=None))
    for table, column in named:
        connection.execute(delete(table).where(column == account))
    connection.execute(delete(accounts).where(accounts.c.id == account))
    return True


def _needs_game(table: Table) -> bool:
    """True if every row of a table belongs to a game."""
    return any(
        not key.parent.nullable and (key.column.table is games or _needs_game(key.column.table))
        for key in table.foreign_keys
    )
