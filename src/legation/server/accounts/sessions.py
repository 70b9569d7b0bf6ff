"""Sessions: starting one, listing and ending a person's sessions, and confirming the person's identity again."""

from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy import Connection

from legation.server.accounts.password_attempts import count_attempt
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.identity import account_storage as accounts
from legation.server.identity import session_storage as store
from legation.server.identity.bans import refuse_banned
from legation.server.identity.viewers import (
    Account,
    SignedIn,
    Viewer,
    choose_session_end,
    make_account,
    make_digest,
)

CONFIRMED_FOR = timedelta(minutes=10)
"""How long after signing in, or giving the password again, a person may change the protection of the account."""
MOST_SESSIONS = 100
"""Per account: a script that signs in for each of its requests would leave thousands."""
SHOWN = 12
"""How much of the digest identifies a session in the list; it grants no access."""


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A device on which an account is signed in."""

    id: str
    device: str
    made_at: str
    used_at: str
    """Accurate to an hour."""
    ends_at: str
    """If it is not used until then."""
    is_this: bool


@dataclass(frozen=True, slots=True)
class OpenSessions:
    """All devices on which an account is signed in."""

    sessions: list[OpenSession]


def begin_session(connection: Connection, services: Services, account: int, viewer: Viewer) -> SignedIn:
    """Start a session; the viewer's earlier one ends, so that no session outlives a sign-in."""
    now = services.clock.now()
    row = accounts.find_account(connection, account)
    assert row is not None
    refuse_banned(row, now)
    if viewer.session:
        store.end_session(connection, viewer.session)
    secret, csrf = services.randomness.secret(), services.randomness.secret()
    store.add_session(
        connection,
        digest=make_digest(secret),
        account=account,
        csrf=csrf,
        device=viewer.device,
        made_at=now,
        ends_at=choose_session_end(services, now, now),
    )
    store.end_unused(connection, account, MOST_SESSIONS)
    begun = Viewer(
        make_account(row),
        session=make_digest(secret),
        csrf=csrf,
        confirmed_at=now,
        address=viewer.address,
        agent=viewer.agent,
    )
    return SignedIn(secret, begun)


def sign_out(services: Services, viewer: Viewer) -> None:
    """End the viewer's session."""
    if viewer.session:
        with services.store.write() as connection:
            store.end_session(connection, viewer.session)


def list_sessions(services: Services, viewer: Viewer) -> OpenSessions:
    """The devices on which the viewer is signed in."""
    account = viewer.need_account()
    with services.store.read() as connection:
        found = store.list_sessions(connection, account.id, services.clock.now())
    return OpenSessions(
        [
            OpenSession(
                id=one.digest[:SHOWN],
                device=one.device or "a device",
                made_at=format_time(one.made_at),
                used_at=format_time(one.used_at or one.made_at),
                ends_at=format_time(one.ends_at),
                is_this=one.digest == viewer.session,
            )
            for one in found
        ]
    )


def end_other_sessions(services: Services, viewer: Viewer) -> None:
    """Sign out on every other device."""
    account = viewer.need_account()
    with services.store.write() as connection:
        store.end_sessions(connection, account.id, but=viewer.session)


def end_one_session(services: Services, viewer: Viewer, start: str) -> None:
    """Sign out on one device."""
    account = viewer.need_account()
    with services.store.write() as connection:
        found = store.list_sessions(connection, account.id, services.clock.now())
        digest = next((one.digest for one in found if one.digest[:SHOWN] == start), None)
        if digest is None:
            raise not_found("session")
        store.end_session(connection, digest)


def confirm_by_password(services: Services, viewer: Viewer, password: str) -> Viewer:
    """Confirm the identity of a session's person by the password."""
    account = viewer.need_account()
    refuse_guest(account)
    count_attempt(services, ("sign_in", f"account {account.id}"))
    with services.store.read() as connection:
        row = accounts.find_account(connection, account.id)
    if row is None or not services.passwords.is_right(row.password, password):
        raise HttpRefusal(403, "wrong_password", field="password")
    return mark_confirmed(services, viewer)


def mark_confirmed(services: Services, viewer: Viewer) -> Viewer:
    """Note that the person of a session has confirmed their identity again."""
    assert viewer.session is not None
    now = services.clock.now()
    with services.store.write() as connection:
        store.mark_confirmed(connection, viewer.session, now)
    return replace(viewer, confirmed_at=now)


def need_confirmed(services: Services, viewer: Viewer) -> Account:
    """The account; refuses a viewer who has not just signed in, or given password or passkey again."""
    account = viewer.need_account()
    refuse_guest(account)
    now, at = services.clock.now(), viewer.confirmed_at
    if at is None or abs(now - at) > CONFIRMED_FOR:
        raise HttpRefusal(403, "confirm_first")
    return account


def refuse_guest(account: Account) -> None:
    """Refuse what needs a name and a password."""
    if account.is_guest:
        raise HttpRefusal(409, "claim_first", case="change")
