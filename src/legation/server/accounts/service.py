"""Accounts: sign up, sign in, guests, changes, closing."""

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection

from legation.server.accounts.addresses import give_address
from legation.server.accounts.passkey_storage import remove_passkeys
from legation.server.accounts.passkeys import allows_passkeys
from legation.server.accounts.password_attempts import count_attempt
from legation.server.accounts.person_checks import check_email, check_name, check_password, fold
from legation.server.accounts.preferences import PreferenceChanges, Preferences, merge_preferences, read_preferences
from legation.server.accounts.sessions import begin_session, need_confirmed, refuse_guest
from legation.server.accounts.trace_storage import drop_traces
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.identity import account_storage as store
from legation.server.identity import session_storage as sessions
from legation.server.identity import token_storage as tokens
from legation.server.identity.viewers import Account, SignedIn, Viewer, make_account


class WhoSignsUp(StrEnum):
    """Who may make an account on a host."""

    EVERYBODY = "everybody"
    INVITED = "invited"
    """Anyone with an invitation to a game."""


@dataclass(frozen=True, slots=True)
class OwnAccount:
    """An account as its owner sees it."""

    id: int
    name: str
    email: str | None
    """E-mails go there."""
    new_email: str | None
    """An address that waits until the link in an e-mail is used."""
    is_guest: bool
    is_admin: bool
    settings: Preferences


@dataclass(frozen=True, slots=True)
class Session:
    """The sender, the token that changes need, and who may make an account here."""

    account: OwnAccount | None
    csrf: str | None
    now: str
    kept_until: str | None
    """For a guest: when guest and games are removed, unless the guest returns before or makes an account."""
    sign_up: WhoSignsUp
    has_guests: bool
    """True if people without an account may play against bots."""
    has_passkeys: bool
    """True if browsers keep passkeys for this host."""


@dataclass(frozen=True, slots=True)
class Person:
    """The checked name, address and password of a person who makes an account."""

    values: dict[str, Any]
    email: str


@dataclass(frozen=True, slots=True)
class AccountChanges:
    """The requested changes of an account; None leaves a field unchanged."""

    name: str | None = None
    settings: PreferenceChanges | None = None


def describe_session(services: Services, viewer: Viewer) -> Session:
    """The sender, the token that changes need, and who may make an account here."""
    now, account = services.clock.now(), describe_account(viewer.account) if viewer.account else None
    is_guest = account is not None and account.is_guest
    kept_until = now + timedelta(days=services.settings.keeping.guest_days) if is_guest else None
    return Session(
        account=account,
        csrf=viewer.csrf,
        now=format_time(now),
        kept_until=format_time(kept_until),
        sign_up=WhoSignsUp.EVERYBODY if services.settings.allows_sign_up else WhoSignsUp.INVITED,
        has_guests=services.settings.allows_guests,
        has_passkeys=allows_passkeys(services.settings),
    )


def describe_account(account: Account) -> OwnAccount:
    """An account as its owner sees it."""
    return OwnAccount(
        account.id,
        account.name,
        account.email,
        account.new_email,
        account.is_guest,
        account.is_admin,
        read_preferences(account.settings),
    )


def sign_up(services: Services, viewer: Viewer, *, name: str, email: str, password: str) -> SignedIn:
    """Make a new account and sign it in."""
    _refuse_uninvited(services)
    person = check_person(services, viewer, name=name, email=email, password=password)
    with services.store.write() as connection:
        return admit_person(connection, services, replace(viewer, account=None), person)


def claim_guest(services: Services, viewer: Viewer, *, name: str, email: str, password: str) -> SignedIn:
    """Give a guest a name and a password; games and seats stay."""
    _refuse_uninvited(services)
    person = check_person(services, viewer, name=name, email=email, password=password)
    with services.store.write() as connection:
        return admit_person(connection, services, viewer, person)


def check_person(services: Services, viewer: Viewer, *, name: str, email: str, password: str) -> Person:
    """Check a person who wants an account; refuses an invalid name, address or password, and too many requests."""
    services.rates.take("sign_up", viewer.address, services.clock.now())
    name, address = check_name(name), check_email(email)
    services.rates.take("mail", f"email {address}", services.clock.now())
    hashed = services.passwords.make_hash(check_password(password))
    return Person({"name": name, "folded_name": fold(name), "password": hashed}, address)


def admit_person(connection: Connection, services: Services, viewer: Viewer, person: Person) -> SignedIn:
    """Make a new account, or give a guest's account a name, and sign it in. The permission was checked before."""
    if viewer.account is None:
        account = store.add_account(connection, made_at=services.clock.now(), **person.values)
    elif not viewer.account.is_guest:
        raise HttpRefusal(409, "not_a_guest")
    else:
        is_done = store.change_account(connection, viewer.account.id, is_guest=False, **person.values)
        account = viewer.account.id if is_done else None
        sessions.end_sessions(connection, viewer.account.id)
    if account is None:
        raise _name_taken()
    give_address(connection, services, account, person.email)
    return begin_session(connection, services, account, viewer)


def sign_in(services: Services, viewer: Viewer, *, login: str, password: str) -> SignedIn:
    """Start a session for a name or an e-mail address with its password."""
    folded = fold(login)
    count_attempt(services, ("sign_in", viewer.address), ("login", folded))
    with services.store.read() as connection:
        row = find_person(connection, folded)
    if not services.passwords.is_right(row.password if row else None, password) or row is None:
        raise HttpRefusal(401, "wrong_login")
    with services.store.write() as connection:
        if row.password and services.passwords.is_outdated(row.password):
            store.change_account(connection, row.id, password=services.passwords.make_hash(password))
        return begin_session(connection, services, row.id, viewer)


def find_person(connection: Connection, login: str) -> store.StoredAccount | None:
    """The account with a folded name or address. One that verified the address comes before one that only gave it."""
    found = store.find_by_login(connection, login)
    return found or (store.find_unverified(connection, login) if "@" in login else None)


def make_guest(services: Services, viewer: Viewer) -> SignedIn:
    """Make an account without name and password, to play at once; it can be claimed later."""
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


def change_account(services: Services, viewer: Viewer, changes: AccountChanges) -> None:
    """Change name or settings."""
    account = viewer.need_account()
    values: dict[str, Any] = {}
    if changes.name is not None:
        refuse_guest(account)
        name = check_name(changes.name)
        values |= {"name": name, "folded_name": fold(name)}
    with services.store.write() as connection:
        if changes.settings is not None:
            values["settings"] = merge_preferences(account.settings, changes.settings)
        if values and not store.change_account(connection, account.id, **values):
            raise _name_taken()


def change_password(services: Services, viewer: Viewer, password: str) -> SignedIn:
    """Set a new password: every session and token ends, and a new session begins."""
    account = need_confirmed(services, viewer)
    check_password(password)
    with services.store.write() as connection:
        set_password(connection, services, account.id, password)
        return begin_session(connection, services, account.id, viewer)


def read_again(services: Services, viewer: Viewer) -> Viewer:
    """The viewer, with the account as it is now stored."""
    with services.store.read() as connection:
        row = store.find_account(connection, viewer.need_account().id)
    return viewer if row is None else replace(viewer, account=make_account(row))


def shut_account(connection: Connection, account: int) -> None:
    """End all sessions, tokens and passkeys of an account and forget its address and password."""
    gone = {"email": None, "new_email": None, "password": None}
    store.change_account(connection, account, is_closed=True, is_admin=False, **gone)
    sessions.end_sessions(connection, account)
    tokens.remove_tokens(connection, account)
    remove_passkeys(connection, account)
    drop_traces(connection, account)


def set_password(connection: Connection, services: Services, account: int, password: str) -> None:
    """Set a new password; all sessions, tokens and links in e-mails end, so earlier holders of the account lose it."""
    store.change_account(connection, account, password=services.passwords.make_hash(password))
    sessions.end_sessions(connection, account)
    tokens.remove_tokens(connection, account)


def _refuse_uninvited(services: Services) -> None:
    if not services.settings.allows_sign_up:
        raise HttpRefusal(403, "sign_up_closed")


def _name_taken() -> HttpRefusal:
    return HttpRefusal(409, "name_taken", field="name")
