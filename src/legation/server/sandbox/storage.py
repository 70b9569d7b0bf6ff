"""Sandboxes that were shared as a link."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from legation.server.store.tables import sandboxes
from legation.server.store.values import values_of


@dataclass(frozen=True, slots=True)
class StoredSandbox:
    """A position with its orders, shared as a link."""

    id: str
    account: int | None
    variant: str
    text: str
    """JSON: a request to the judge."""
    opened_at: datetime


SANDBOXES = values_of(StoredSandbox, sandboxes)


def add_sandbox(
    connection: Connection,
    *,
    key: str,
    account: int | None,
    network: str | None,
    variant: str,
    text: str,
    now: datetime,
) -> None:
    """Store a position with its orders."""
    values = {"id": key, "account": account, "network": network, "variant": variant, "text": text}
    connection.execute(insert(sandboxes).values(**values, size=len(text.encode()), made_at=now, opened_at=now))


def find_sandbox(connection: Connection, key: str) -> StoredSandbox | None:
    """A sandbox that was kept."""
    return SANDBOXES.find(connection, SANDBOXES.select().where(sandboxes.c.id == key))


def mark_opened(connection: Connection, key: str, now: datetime) -> None:
    """Note when a sandbox was last opened."""
    connection.execute(update(sandboxes).where(sandboxes.c.id == key).values(opened_at=now))


def measure_all(connection: Connection) -> int:
    """The total bytes of all sandboxes."""
    return _measure(connection)


def measure_of_account(connection: Connection, account: int) -> int:
    """The total bytes of an account's sandboxes."""
    return _measure(connection, sandboxes.c.account == account)


def measure_of_network(connection: Connection, network: str) -> int:
    """The total bytes of the sandboxes from one network by people without an account."""
    return _measure(connection, sandboxes.c.network == network)


def _measure(connection: Connection, *chosen: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.coalesce(func.sum(sandboxes.c.size), 0)).where(*chosen)).scalar_one())
