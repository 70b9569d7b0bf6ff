"""Sessions in the database, by the digest of what the cookie holds."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, or_

from legation.server.identity.account_storage import StoredAccount
from legation.server.store.tables import accounts, sessions
from legation.server.store.values import values_of


@dataclass(frozen=True, slots=True)
class SessionAccount(StoredAccount):
    """The account of a session, with what the session has of its own."""

    csrf: str


SESSIONS = values_of(SessionAccount, accounts, {"csrf": sessions.c.csrf})


def add_session(
    connection: Connection, *, digest: str, account: int, csrf: str, made_at: datetime, ends_at: datetime
) -> None:
    """Begin a session."""
    values = {"digest": digest, "account": account, "csrf": csrf, "made_at": made_at, "ends_at": ends_at}
    connection.execute(insert(sessions).values(**values))


def find_session(connection: Connection, digest: str, now: datetime) -> SessionAccount | None:
    """The open account of a session that has not ended. A banned account has no session."""
    joined = accounts.join(sessions, sessions.c.account == accounts.c.id)
    wanted = SESSIONS.select().select_from(joined)
    may_be_used = ~accounts.c.is_closed & or_(accounts.c.banned_until.is_(None), accounts.c.banned_until <= now)
    return SESSIONS.find(connection, wanted.where(sessions.c.digest == digest, sessions.c.ends_at > now, may_be_used))


def end_session(connection: Connection, digest: str) -> None:
    """End one session."""
    connection.execute(delete(sessions).where(sessions.c.digest == digest))


def end_sessions(connection: Connection, account: int) -> None:
    """End all sessions of an account."""
    connection.execute(delete(sessions).where(sessions.c.account == account))
