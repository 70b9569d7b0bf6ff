"""Sandboxes that were shared as a link."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, select

from legation.server.store.tables import sandboxes


def add_sandbox(
    connection: Connection, *, key: str, account: int | None, variant: str, text: str, now: datetime
) -> None:
    """Keep a position with its orders."""
    connection.execute(insert(sandboxes).values(id=key, account=account, variant=variant, text=text, made_at=now))


def find_sandbox(connection: Connection, key: str) -> Row[Any] | None:
    """A sandbox that was kept."""
    return connection.execute(select(sandboxes).where(sandboxes.c.id == key)).one_or_none()
