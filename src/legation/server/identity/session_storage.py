"""Sessions in the database, by the digest of the cookie's secret."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from legation.server.identity.account_storage import StoredAccount
from legation.server.store.identity_changes import changes_account, changes_nobody, changes_session
from legation.server.store.tables import accounts, sessions
from legation.server.store.values import Prepared, values_of


@dataclass(frozen=True, slots=True)
class SessionAccount(StoredAccount):
    """The account of a session, with the session's own data."""

    csrf: str
    session_made_at: datetime
    session_used_at: datetime | None
    confirmed_at: datetime | None
    """When the person last gave the password or a passkey."""


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session in the list of an account's sessions."""

    digest: str
    device: str | None
    made_at: datetime
    used_at: datetime | None
    ends_at: datetime


SESSION_ACCOUNTS = values_of(
    SessionAccount,
    accounts,
    {
        "csrf": sessions.c.csrf,
        "session_made_at": sessions.c.made_at,
        "session_used_at": sessions.c.used_at,
        "confirmed_at": sessions.c.confirmed_at,
    },
)
SESSIONS = values_of(StoredSession, sessions)


def add_session(
    connection: Connection, *, digest: str, account: int, csrf: str, device: str, made_at: datetime, ends_at: datetime
) -> None:
    """Begin a session of a person who has just signed in."""
    values = {"digest": digest, "account": account, "csrf": csrf, "device": device, "ends_at": ends_at}
    connection.execute(insert(sessions).values(made_at=made_at, used_at=made_at, confirmed_at=made_at, **values))


def find_session(connection: Connection, digest: str, now: datetime) -> SessionAccount | None:
    """The open account of a session that has not ended. A banned account has no session."""
    return _prepare_account().find(connection, digest=digest, now=now)


@cache
def _prepare_account() -> Prepared[SessionAccount]:
    now = bindparam("now", type_=sessions.c.ends_at.type)
    joined = accounts.join(sessions, sessions.c.account == accounts.c.id)
    may_be_used = ~accounts.c.is_closed & or_(accounts.c.banned_until.is_(None), accounts.c.banned_until <= now)
    is_good = (sessions.c.digest == bindparam("digest")) & (sessions.c.ends_at > now)
    return Prepared(SESSION_ACCOUNTS.select().select_from(joined).where(is_good, may_be_used), SESSION_ACCOUNTS)


def prolong_session(connection: Connection, digest: str, *, used_at: datetime, ends_at: datetime) -> None:
    """Note the use of a session, which moves its end."""
    prolonged = update(sessions).where(sessions.c.digest == digest).values(used_at=used_at, ends_at=ends_at)
    connection.execute(prolonged.execution_options(**changes_nobody()))


def mark_confirmed(connection: Connection, digest: str, now: datetime) -> None:
    """Note that the person of a session has just confirmed their identity again."""
    confirmed = update(sessions).where(sessions.c.digest == digest).values(confirmed_at=now)
    connection.execute(confirmed.execution_options(**changes_session(digest)))


def list_sessions(connection: Connection, account: int, now: datetime) -> list[StoredSession]:
    """The sessions of an account that have not ended, newest first."""
    chosen = (sessions.c.account == account) & (sessions.c.ends_at > now)
    return SESSIONS.list(connection, SESSIONS.select().where(chosen).order_by(sessions.c.made_at.desc()))


def end_session(connection: Connection, digest: str) -> None:
    """End one session."""
    connection.execute(delete(sessions).where(sessions.c.digest == digest).execution_options(**changes_session(digest)))


def end_sessions(connection: Connection, account: int, *, but: str | None = None) -> None:
    """End all sessions of an account, or all but one."""
    chosen = sessions.c.account == account
    ended = delete(sessions).where(chosen if but is None else chosen & (sessions.c.digest != but))
    connection.execute(ended.execution_options(**changes_account(account)))


def end_unused(connection: Connection, account: int, keep: int) -> None:
    """End the sessions of an account that have been unused longest, so that at most this many are left."""
    last_used = func.coalesce(sessions.c.used_at, sessions.c.made_at)
    ranked = select(sessions.c.digest).where(sessions.c.account == account).order_by(last_used.desc())
    unused = list(connection.execute(ranked.offset(keep)).scalars())
    if unused:
        ended = delete(sessions).where(sessions.c.digest.in_(unused))
        connection.execute(ended.execution_options(**changes_account(account)))
