"""Accounts in the database."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from legation.server.store.identity_changes import changes_account, changes_nobody
from legation.server.store.tables import accounts
from legation.server.store.values import values_of


@dataclass(frozen=True, slots=True)
class StoredAccount:
    """An account with everything that is stored about it."""

    id: int
    name: str
    email: str | None
    """Folded and verified; e-mails go there."""
    new_email: str | None
    """Folded; it waits for verification, and belongs to no account until then."""
    password: str | None
    """The hash; guests have none."""
    is_guest: bool
    is_admin: bool
    brings_boards: bool
    is_closed: bool
    settings: str
    """JSON of the preferences."""
    made_at: datetime
    seen_at: datetime | None
    banned_until: datetime | None
    ban_reason: str | None

    def is_banned(self, now: datetime) -> bool:
        """True if the account is banned at a moment."""
        return self.banned_until is not None and self.banned_until > now


ACCOUNTS = values_of(StoredAccount, accounts)


def add_account(connection: Connection, *, made_at: datetime, **values: Any) -> int | None:
    """The id of a new account, or None if the name or the address is taken."""
    try:
        with connection.begin_nested():
            done = connection.execute(insert(accounts).values(made_at=made_at, seen_at=made_at, **values))
    except IntegrityError:
        return None
    key = done.inserted_primary_key
    return int(key[0]) if key else None


def change_account(connection: Connection, account: int, **values: Any) -> bool:
    """Change an account; False if the new name or address is taken."""
    try:
        with connection.begin_nested():
            changed = update(accounts).where(accounts.c.id == account).values(**values)
            connection.execute(changed.execution_options(**changes_account(account)))
    except IntegrityError:
        return False
    return True


def note_seen(connection: Connection, account: int, now: datetime) -> None:
    """Note that the person of an account was here."""
    seen = update(accounts).where(accounts.c.id == account).values(seen_at=now)
    connection.execute(seen.execution_options(**changes_nobody()))


def find_account(connection: Connection, account: int) -> StoredAccount | None:
    """The account with an id."""
    return ACCOUNTS.find(connection, ACCOUNTS.select().where(accounts.c.id == account))


def hold_open_account(connection: Connection, account: int) -> bool:
    """True if an account is open; if so, it cannot be closed before the transaction ends."""
    wanted = select(accounts.c.id).where(accounts.c.id == account, ~accounts.c.is_closed)
    return connection.execute(wanted.with_for_update(read=True)).first() is not None


def find_by_login(connection: Connection, login: str) -> StoredAccount | None:
    """The open account with this folded name or verified e-mail address."""
    column = accounts.c.email if "@" in login else accounts.c.folded_name
    return ACCOUNTS.find(connection, ACCOUNTS.select().where(column == login, ~accounts.c.is_closed))


def find_unverified(connection: Connection, email: str) -> StoredAccount | None:
    """The newest open account for which this address waits for verification."""
    wanted = ACCOUNTS.select().where(accounts.c.new_email == email, ~accounts.c.is_closed)
    return ACCOUNTS.find(connection, wanted.order_by(accounts.c.id.desc()).limit(1))


def list_accounts(connection: Connection) -> list[StoredAccount]:
    """All accounts, oldest first."""
    return ACCOUNTS.list(connection, ACCOUNTS.select().order_by(accounts.c.id))


def list_admins(connection: Connection) -> list[StoredAccount]:
    """The accounts of the admins of the host."""
    return ACCOUNTS.list(connection, ACCOUNTS.select().where(accounts.c.is_admin, ~accounts.c.is_closed))


def count_accounts(connection: Connection) -> int:
    """The number of accounts."""
    return connection.execute(select(func.count()).select_from(accounts)).scalar_one()


def find_by_name(connection: Connection, folded_name: str) -> StoredAccount | None:
    """The account with this folded name, even if closed: a name is never given twice."""
    return ACCOUNTS.find(connection, ACCOUNTS.select().where(accounts.c.folded_name == folded_name))


def find_letter_key(connection: Connection, account: int) -> str | None:
    """The key that signs links in the e-mails of an account; None before the first e-mail."""
    return connection.execute(select(accounts.c.letter_key).where(accounts.c.id == account)).scalar()
