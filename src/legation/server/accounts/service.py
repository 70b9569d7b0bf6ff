"""Accounts: sign up, sign in, guests, changes, closing."""

import re
import unicodedata
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection

from legation.server.accounts.password_attempts import count_attempt
from legation.server.accounts.preferences import PreferenceChanges, Preferences, merge_preferences, read_preferences
from legation.server.base.password_hashing import LONGEST, SHORTEST
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.identity import account_storage as store
from legation.server.identity import session_storage as sessions
from legation.server.identity import token_storage as tokens
from legation.server.identity.bans import refuse_banned
from legation.server.identity.token_storage import TokenKind
from legation.server.identity.viewers import Account, SignedIn, Viewer, make_account, make_digest

RESERVED = {
    "admin", "clock", "command line", "game master", "gm", "guest", "host", "legation", "moderator", "nobody", "system",
    "the host",
}  # fmt: skip
"""Names that the log and the pages use themselves."""
EMAIL = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[^\s@<>,;:\"()\[\]\\.]+(\.[^\s@<>,;:\"()\[\]\\.]+)*")


@dataclass(frozen=True, slots=True)
class OwnAccount:
    """An account, as its owner sees it."""

    id: int
    name: str
    email: str | None
    is_guest: bool
    is_admin: bool
    settings: Preferences


@dataclass(frozen=True, slots=True)
class Session:
    """Who asks, and the token that changes need."""

    account: OwnAccount | None
    csrf: str | None
    now: str
    kept_until: str | None
    """Of a guest: when guest and games go, unless the guest comes back before or makes an account."""


@dataclass(frozen=True, slots=True)
class AccountChanges:
    """What a person wants changed of an account; nothing where it stays."""

    name: str | None = None
    email: str | None = None
    password: str | None = None
    current_password: str = ""
    settings: PreferenceChanges | None = None


def describe_session(services: Services, viewer: Viewer) -> Session:
    """Who asks, and the token that changes need."""
    now, account = services.clock.now(), describe_account(viewer.account) if viewer.account else None
    is_guest = account is not None and account.is_guest
    kept_until = now + timedelta(days=services.settings.keeping.guest_days) if is_guest else None
    return Session(account, viewer.csrf, format_time(now), format_time(kept_until))


def describe_account(account: Account) -> OwnAccount:
    """An account, as its owner sees it."""
    return OwnAccount(
        account.id, account.name, account.email, account.is_guest, account.is_admin, read_preferences(account.settings)
    )


def sign_up(services: Services, viewer: Viewer, *, name: str, email: str, password: str) -> SignedIn:
    """A new account, signed in."""
    if not services.settings.allows_sign_up:
        raise HttpRefusal(403, "sign_up_closed")
    services.rates.take("sign_up", viewer.address, services.clock.now())
    values = _identity(services, name, email, password)
    with services.store.write() as connection:
        account = store.add_account(connection, made_at=services.clock.now(), **values)
        if account is None:
            raise _taken(connection, values["folded_name"])
        return begin_session(connection, services, account, viewer)


def sign_in(services: Services, viewer: Viewer, *, login: str, password: str) -> SignedIn:
    """A new session for a name or an e-mail address with its password."""
    folded = fold(login)
    count_attempt(services, ("sign_in", viewer.address), ("login", folded))
    with services.store.read() as connection:
        row = store.find_by_login(connection, folded)
    if not services.passwords.is_right(row.password if row else None, password) or row is None:
        raise HttpRefusal(401, "wrong_login")
    with services.store.write() as connection:
        if row.password and services.passwords.is_outdated(row.password):
            store.change_account(connection, row.id, password=services.passwords.make_hash(password))
        return begin_session(connection, services, row.id, viewer)


def sign_out(services: Services, viewer: Viewer) -> None:
    """End the viewer's session."""
    if viewer.session:
        with services.store.write() as connection:
            sessions.end_session(connection, viewer.session)


def begin_session(connection: Connection, services: Services, account: int, viewer: Viewer) -> SignedIn:
    """A new session; the one that the viewer had ends, so that no session outlives a sign-in."""
    now = services.clock.now()
    row = store.find_account(connection, account)
    assert row is not None
    refuse_banned(row, now)
    if viewer.session:
        sessions.end_session(connection, viewer.session)
    secret, csrf = services.randomness.secret(), services.randomness.secret()
    sessions.add_session(
        connection,
        digest=make_digest(secret),
        account=account,
        csrf=csrf,
        made_at=now,
        ends_at=now + timedelta(days=services.settings.session_days),
    )
    return SignedIn(secret, Viewer(make_account(row), session=make_digest(secret), csrf=csrf, address=viewer.address))


def make_guest(services: Services, viewer: Viewer) -> SignedIn:
    """An account without name and password, to play at once; it can be claimed later."""
    if not services.settings.allows_guests:
        raise HttpRefusal(401, "sign_in_first", case="no_guests")
    name = f"Guest {services.randomness.name_id(8)}"
    with services.store.write() as connection:
        account = store.add_account(
            connection, made_at=services.clock.now(), name=name, folded_name=fold(name), is_guest=True
        )
        if account is None:
            raise HttpRefusal(503, "try_again")
        return begin_session(connection, services, account, viewer)


def claim_guest(services: Services, viewer: Viewer, *, name: str, email: str, password: str) -> SignedIn:
    """A guest takes a name and a password; games and seats stay."""
    account = viewer.need_account()
    if not account.is_guest:
        raise HttpRefusal(409, "not_a_guest")
    services.rates.take("sign_up", viewer.address, services.clock.now())
    values = _identity(services, name, email, password)
    with services.store.write() as connection:
        if not store.change_account(connection, account.id, is_guest=False, **values):
            raise _taken(connection, values["folded_name"])
        sessions.end_sessions(connection, account.id)
        return begin_session(connection, services, account.id, viewer)


def change_account(services: Services, viewer: Viewer, changes: AccountChanges) -> SignedIn | None:
    """Change name, address, password or settings; a new session where the password changed."""
    account = viewer.need_account()
    values: dict[str, Any] = {}
    if changes.email is not None or changes.password is not None:
        check_own_password(services, account, changes.current_password)
    if changes.name is not None:
        _refuse_guest(account)
        name = check_name(changes.name)
        values |= {"name": name, "folded_name": fold(name)}
    if changes.email is not None:
        values["email"] = check_email(changes.email)
    if changes.password is not None:
        values["password"] = services.passwords.make_hash(check_password(changes.password))
    with services.store.write() as connection:
        if changes.settings is not None:
            values["settings"] = merge_preferences(account.settings, changes.settings)
        if values and not store.change_account(connection, account.id, **values):
            raise _taken(connection, values.get("folded_name", ""))
        return _renew(connection, services, viewer, account) if "password" in values else None


def read_again(services: Services, viewer: Viewer) -> Viewer:
    """The viewer with the account as it is stored now."""
    with services.store.read() as connection:
        row = store.find_account(connection, viewer.need_account().id)
    return viewer if row is None else replace(viewer, account=make_account(row))


def shut_account(connection: Connection, account: int) -> None:
    """End all sessions and tokens of an account and forget its address and password."""
    store.change_account(connection, account, is_closed=True, email=None, password=None, is_admin=False)
    sessions.end_sessions(connection, account)
    tokens.remove_tokens(connection, account)


def set_password(connection: Connection, services: Services, account: int, password: str) -> None:
    """A new password; all sessions and links to reset it end."""
    store.change_account(connection, account, password=services.passwords.make_hash(password))
    sessions.end_sessions(connection, account)
    tokens.remove_tokens(connection, account, TokenKind.RESET)


def fold(text: str) -> str:
    """The form in which names and addresses are compared."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def check_name(text: str) -> str:
    """A name that an account may have."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 2 <= len(name) <= 40 or len(fold(name)) > 60:
        raise HttpRefusal(422, "bad_name", case="length", field="name")
    if "@" in name or any(unicodedata.category(sign)[0] == "C" for sign in name):
        raise HttpRefusal(422, "bad_name", case="characters", field="name")
    if fold(name) in RESERVED or fold(name).startswith("guest "):
        raise HttpRefusal(422, "bad_name", case="reserved", field="name", name=repr(name))
    return name


def check_email(text: str) -> str:
    """An e-mail address, folded; whether it works is seen when a letter is sent."""
    email = fold(text)
    is_plain = "=?" not in email and not any(unicodedata.category(sign)[0] == "C" for sign in email)
    if len(email) > 254 or not EMAIL.fullmatch(email) or not is_plain:
        raise HttpRefusal(422, "bad_email", field="email", email=repr(text[:80]))
    return email


def check_password(text: str) -> str:
    """A password of a good length; nothing else is asked of it."""
    if len(text) < SHORTEST:
        raise HttpRefusal(422, "short_password", field="password", fewest=SHORTEST)
    if len(text) > LONGEST:
        raise HttpRefusal(422, "long_password", field="password", most=LONGEST)
    return text


def check_own_password(services: Services, account: Account, password: str) -> None:
    """Refuse where this is not the password of the account."""
    _refuse_guest(account)
    count_attempt(services, ("sign_in", f"account {account.id}"))
    with services.store.read() as connection:
        row = store.find_account(connection, account.id)
    if row is None or not services.passwords.is_right(row.password, password):
        raise HttpRefusal(403, "wrong_password", field="current_password")


def _identity(services: Services, name: str, email: str, password: str) -> dict[str, Any]:
    name = check_name(name)
    address = check_email(email)
    hashed = services.passwords.make_hash(check_password(password))
    return {"name": name, "folded_name": fold(name), "email": address, "password": hashed}


def _taken(connection: Connection, folded_name: str) -> HttpRefusal:
    if folded_name and store.find_by_name(connection, folded_name):
        return HttpRefusal(409, "name_taken", field="name")
    return HttpRefusal(409, "email_taken", field="email")


def _refuse_guest(account: Account) -> None:
    if account.is_guest:
        raise HttpRefusal(409, "claim_first", case="change")


def _renew(connection: Connection, services: Services, viewer: Viewer, account: Account) -> SignedIn | None:
    sessions.end_sessions(connection, account.id)
    tokens.remove_tokens(connection, account.id, TokenKind.RESET)
    return begin_session(connection, services, account.id, viewer) if viewer.session else None
