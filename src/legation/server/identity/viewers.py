"""The sender of a request: an account, by its session or a token, or a stranger."""

import hashlib
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection

from legation.server.base.refusals import HttpRefusal, sign_in_first
from legation.server.base.services import Services
from legation.server.identity import account_storage as account_table
from legation.server.identity import session_storage as session_table
from legation.server.identity import token_storage as token_table
from legation.server.identity.account_storage import StoredAccount
from legation.server.identity.bans import refuse_banned
from legation.server.identity.devices import name_device
from legation.server.identity.scopes import Scope
from legation.server.identity.token_storage import TokenKind
from legation.server.store import MOMENT, CannotWriteError
from legation.server.store.identity_changes import name_account, name_session

TOKEN_MARK = "lgt_"
"""Tokens for scripts begin like this, so that a leaked one is easy to find."""
SEEN_EVERY = timedelta(minutes=10)
KNOWN_FOR, HEARD_KNOWN_FOR = timedelta(seconds=10), timedelta(minutes=1)
"""How long a session is cached. This is the longest delay until the server notices what an admin's command did to a
session in an SQLite file. PostgreSQL reports it, so there the time is longer."""
PROLONGED_EVERY = timedelta(hours=1)
"""How often the use of a session is stored: its end moves, and its person sees when it was last used."""
LONG_AGO = datetime.min.replace(tzinfo=UTC)
LONGEST_SESSION = timedelta(days=365)
"""After this time a person must sign in again, however much the session is used."""


@dataclass(frozen=True, slots=True)
class Account:
    """A person's account, as far as the person may see it."""

    id: int
    name: str
    email: str | None
    """The verified address, to which e-mails go."""
    is_guest: bool
    is_admin: bool
    settings: str
    """JSON of the preferences."""
    new_email: str | None = None
    """An address that waits for verification."""
    brings_boards: bool = False
    """True if an admin has given it the right to upload boards."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The sender of a request."""

    account: Account | None = None
    session: str | None = None  # digest of the session's secret
    csrf: str | None = None
    confirmed_at: datetime | None = None  # when the person of the session last gave the password or a passkey
    has_ended: bool = False  # the request showed a session that has ended
    token: int | None = None  # id of the token that was shown instead of a session
    scope: Scope | None = None  # what the token may do
    address: str = ""
    agent: str = ""  # the name that the browser or program gives itself
    account_id: int | None = field(init=False)
    has_full_account: bool = field(init=False)
    """True if the viewer is signed in and not a guest."""
    rate_key: str = field(init=False)
    """The key under which requests are counted together."""
    work_key: str = field(init=False)
    """The key under which long work is counted together: guest accounts are free, so guests count by address."""

    def __post_init__(self) -> None:
        """Set what follows from the account and the address: it is asked for several times in every request."""
        account, stranger = self.account, f"address {self.address}"
        is_full = account is not None and not account.is_guest
        own = f"account {account.id}" if account is not None else stranger
        object.__setattr__(self, "account_id", None if account is None else account.id)
        object.__setattr__(self, "has_full_account", is_full)
        object.__setattr__(self, "rate_key", own)
        object.__setattr__(self, "work_key", own if is_full else stranger)

    @property
    def device(self) -> str:
        """The browser and the system in words."""
        return name_device(self.agent)

    @property
    def is_admin(self) -> bool:
        """True if the viewer is an admin of this host."""
        return self.account is not None and self.account.is_admin

    def need_account(self) -> Account:
        """The account; refuses a viewer who has not signed in, or whose session has ended."""
        if self.has_ended:
            raise HttpRefusal(401, "session_ended")
        if self.account is None:
            raise sign_in_first()
        return self.account


def refuse_closed(connection: Connection, account: int) -> None:
    """Refuse a request of an account that has been closed in the meantime."""
    if not account_table.hold_open_account(connection, account):
        raise HttpRefusal(401, "session_ended")


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session that has just begun: its secret goes into the cookie and nowhere else."""

    secret: str
    viewer: Viewer


def make_digest(secret: str) -> str:
    """What the database stores of a secret; it is useless to a reader of the database."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def make_account(stored: StoredAccount) -> Account:
    """An account, as far as its person may see it."""
    return Account(
        stored.id,
        stored.name,
        stored.email,
        stored.is_guest,
        stored.is_admin,
        stored.settings,
        stored.new_email,
        stored.brings_boards,
    )


def identify_viewer(
    services: Services, *, cookie: str | None, bearer: str | None, address: str, agent: str = ""
) -> Viewer:
    """Identify the sender of a request. An invalid token is refused; an invalid session makes a stranger."""
    if bearer is not None:
        return _identify_token_holder(services, bearer, address)
    if not cookie:
        return Viewer(address=address, agent=agent)
    now, digest, version = services.clock.now(), make_digest(cookie), services.store.identity.version
    with services.store.read() as connection:
        row = session_table.find_session(connection, digest, now)
    if row is None:
        return Viewer(has_ended=True, address=address, agent=agent)
    seen_until = row.seen_at + SEEN_EVERY if row.seen_at else LONG_AGO
    used_until = (row.session_used_at or row.session_made_at) + PROLONGED_EVERY
    viewer = Viewer(make_account(row), digest, row.csrf, row.confirmed_at, address=address, agent=agent)
    names = (name_account(row.id), name_session(digest))
    known_until = now + (KNOWN_FOR if services.store.is_sqlite else HEARD_KNOWN_FOR)
    services.sessions.put(digest, KnownSession(viewer, now, min(seen_until, used_until, known_until), version, names))
    if now > seen_until:
        # A sender who only reads must not be refused because this cannot be stored.
        with suppress(CannotWriteError), services.store.write(MOMENT) as connection:
            account_table.note_seen(connection, row.id, now)
    if now > used_until:
        _prolong(services, digest, row.session_made_at, now)
    return viewer


@dataclass(frozen=True, slots=True)
class KnownSession:
    """A session that was looked up a moment ago."""

    viewer: Viewer
    since: datetime
    until: datetime
    """From then on it is looked up again, and the database is told that the session is still in use."""
    version: int
    """The last change of any identity before the lookup."""
    names: tuple[str, str]
    """The names of the account and the session in the list of changes."""


def recall_viewer(services: Services, *, cookie: str | None, address: str, agent: str = "") -> Viewer | None:
    """The sender of a request from the cache, without the database; None if that is not enough."""
    if not cookie:
        return Viewer(address=address, agent=agent)
    if not services.store.hears_all:
        return None
    found: KnownSession | None = services.sessions.get(make_digest(cookie))
    # A clock that was set back does not make a session young again.
    if found is None or not found.since <= services.clock.now() <= found.until:
        return None
    if not services.store.identity.is_unchanged(found.version, *found.names):
        return None
    return replace(found.viewer, address=address, agent=agent)


def choose_session_end(services: Services, made_at: datetime, now: datetime) -> datetime:
    """When a session ends if it is not used again."""
    return min(now + timedelta(days=services.settings.session_days), made_at + LONGEST_SESSION)


def _prolong(services: Services, digest: str, made_at: datetime, now: datetime) -> None:
    """Prolong a session that is in use. If nothing can be stored, its person can still read."""
    with suppress(CannotWriteError), services.store.write(MOMENT) as connection:
        ends_at = choose_session_end(services, made_at, now)
        session_table.prolong_session(connection, digest, used_at=now, ends_at=ends_at)


def _identify_token_holder(services: Services, bearer: str, address: str) -> Viewer:
    now = services.clock.now()
    with services.store.read() as connection:
        row = token_table.find_token(connection, make_digest(bearer), TokenKind.API, now)
    if row is None or not bearer.startswith(TOKEN_MARK):
        raise HttpRefusal(401, "bad_token")
    refuse_banned(row, now)
    if row.used_at is None or now - row.used_at > SEEN_EVERY:
        with suppress(CannotWriteError), services.store.write(MOMENT) as connection:
            token_table.mark_token_used(connection, row.token_id, now)
    return Viewer(make_account(row), token=row.token_id, scope=row.scope or Scope.READ, address=address)
