"""Sessions in the database, by the digest of what the cookie holds."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from legation.server.store.tables import accounts, sessions


def add_session(
    connection: Connection, *, digest: str, account: int, csrf: str, made_at: datetime, ends_at: datetime
) -> None:
    """Begin a session."""
    values = {"digest": digest, "account": account, "csrf": csrf, "made_at": made_at, "ends_at": ends_at}
    connection.execute(insert(sessions).values(**values))


def find_session(connection: Connection, digest: str, now: datetime) -> Row[Any] | None:
    """The account of a session that has not ended, with the session's ``csrf`` and ``ends_at``."""
    return connection.execute(
        select(accounts, sessions.c.csrf, sessions.c.ends_at)
        .join(sessions, sessions.c.account == accounts.c.id)
        .where(sessions.c.digest == digest, sessions.c.ends_at > now, ~accounts.c.is_closed)
    ).one_or_none()


def end_session(connection: Connection, digest: str) -> None:
    """End one session."""
    connection.execute(delete(sessions).where(sessions.c.digest == digest))


def end_sessions(connection: Connection, account: int) -> None:
    """End all sessions of an account."""
    connection.execute(delete(sessions).where(sessions.c.account == account))


def forget_ended(connection: Connection, now: datetime) -> None:
    """Remove sessions that have run out."""
    connection.execute(delete(sessions).where(sessions.c.ends_at <= now))
