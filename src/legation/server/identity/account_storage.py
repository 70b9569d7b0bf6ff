"""Accounts in the database."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from legation.server.store.tables import accounts


def add_account(connection: Connection, *, made_at: datetime, **values: Any) -> int | None:
    """A new account's id; none where the name or the address is taken."""
    try:
        with connection.begin_nested():
            done = connection.execute(insert(accounts).values(made_at=made_at, seen_at=made_at, **values))
    except IntegrityError:
        return None
    key = done.inserted_primary_key
    return int(key[0]) if key else None


def change_account(connection: Connection, account: int, **values: Any) -> bool:
    """Change an account; false where the new name or address is taken."""
    try:
        with connection.begin_nested():
            connection.execute(update(accounts).where(accounts.c.id == account).values(**values))
    except IntegrityError:
        return False
    return True


def find_account(connection: Connection, account: int) -> Row[Any] | None:
    """The row of an account."""
    return connection.execute(select(accounts).where(accounts.c.id == account)).one_or_none()


def find_by_login(connection: Connection, login: str) -> Row[Any] | None:
    """The open account with this folded name or e-mail address."""
    column = accounts.c.email if "@" in login else accounts.c.folded_name
    return connection.execute(select(accounts).where(column == login, ~accounts.c.is_closed)).one_or_none()


def list_accounts(connection: Connection) -> list[Row[Any]]:
    """All accounts, oldest first."""
    return list(connection.execute(select(accounts).order_by(accounts.c.id)))


def count_accounts(connection: Connection) -> int:
    """How many accounts there are."""
    return connection.execute(select(func.count()).select_from(accounts)).scalar_one()


def find_by_name(connection: Connection, folded_name: str) -> Row[Any] | None:
    """The account with this folded name, closed ones too: a name is never given twice."""
    return connection.execute(select(accounts).where(accounts.c.folded_name == folded_name)).one_or_none()
