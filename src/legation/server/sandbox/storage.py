"""Sandboxes that were shared as a link."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, insert

from legation.server.store.tables import sandboxes
from legation.server.store.values import values_of


@dataclass(frozen=True, slots=True)
class StoredSandbox:
    """A position with its orders, shared as a link."""

    id: str
    variant: str
    text: str
    """JSON: a request to the judge."""


SANDBOXES = values_of(StoredSandbox, sandboxes)


def add_sandbox(
    connection: Connection, *, key: str, account: int | None, variant: str, text: str, now: datetime
) -> None:
    """Keep a position with its orders."""
    connection.execute(insert(sandboxes).values(id=key, account=account, variant=variant, text=text, made_at=now))


def find_sandbox(connection: Connection, key: str) -> StoredSandbox | None:
    """A sandbox that was kept."""
    return SANDBOXES.find(connection, SANDBOXES.select().where(sandboxes.c.id == key))
