"""Accounts: signing up, in and out, addresses, passwords, changes, and tokens for scripts."""

from typing import Annotated

from fastapi import Path, Query, Response
from pydantic import Field, StringConstraints

from legation.server.accounts import addresses, letter_stops, password_resets, service, sessions, tokens
from legation.server.accounts.addresses import VerifiedAddress
from legation.server.accounts.letter_stops import StoppedLetters
from legation.server.accounts.password_resets import ResetAsked
from legation.server.accounts.preferences import PreferenceChanges
from legation.server.accounts.service import Session, describe_session
from legation.server.accounts.sessions import OpenSessions
from legation.server.accounts.tokens import NewToken, Tokens
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import AccountRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.once import ThisSending
from legation.server.identity.request_context import (
    AsAnybody,
    AsSignedIn,
    InServices,
    drop_session,
    put_session,
)
from legation.server.identity.scopes import Scope, needs_scope, needs_session
from legation.server.mail.notice_kinds import LetterChoice

router = ApiRouter(tag="accounts", route_class=AccountRoute)
Name = Annotated[str, StringConstraints(max_length=200)]
Email = Annotated[str, StringConstraints(max_length=254)]
Password = Annotated[str, StringConstraints(max_length=1000)]
Secret = Annotated[str, StringConstraints(max_length=100)]
RowId = Annotated[int, Path(ge=0, lt=2**63)]
"""A number from the database; larger ones cannot exist there."""


class SignInBody(RequestBody):
    """A name or an e-mail address, and the password."""

    login: Email
    password: Password


class NewAccountBody(RequestBody):
    """A new account."""

    name: Name
    email: Email
    password: Password


class AccountChangeBody(RequestBody):
    """Changes to an account; omitted fields stay."""

    name: Name | None = None
    settings: PreferenceChanges | None = None


class PasswordBody(RequestBody):
    """A password."""

    password: Password


class EmailBody(RequestBody):
    """An address."""

    email: Email


class LinkBody(RequestBody):
    """The secret of the link in an e-mail."""

    token: Secret


class PasswordResetBody(RequestBody):
    """The secret of the link in an e-mail, and the new password."""

    token: Secret
    password: Password


class NewTokenBody(RequestBody):
    """Its label, its scope, and for how many days it is valid."""

    label: Annotated[str, StringConstraints(max_length=80)] = ""
    scope: Scope = Scope.READ
    days: Annotated[int, Field(ge=1, le=366)] | None = 90
    """``null``: until it is revoked, or the password changes."""


@router.get("/session")
def read_session(services: InServices, viewer: AsAnybody) -> Session:
    """The caller's session, with the CSRF token for changes."""
    return describe_session(services, viewer)


@router.post("/session")
@needs_session
def sign_in(body: SignInBody, response: Response, services: InServices, viewer: AsAnybody) -> Session:
    """Sign in."""
    signed_in = service.sign_in(services, viewer, login=body.login, password=body.password)
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)


@router.delete("/session", status_code=204)
@needs_session
def sign_out(response: Response, services: InServices, viewer: AsAnybody) -> None:
    """Sign out."""
    sessions.sign_out(services, viewer)
    drop_session(response, services)


@router.post("/session/confirm")
@needs_session
def confirm_session(body: PasswordBody, services: InServices, viewer: AsSignedIn) -> Session:
    """Confirm the password, as required for security changes of the account."""
    return describe_session(services, sessions.confirm_by_password(services, viewer, body.password))


@router.get("/sessions")
@needs_session
def list_sessions(services: InServices, viewer: AsSignedIn) -> OpenSessions:
    """The devices on which the account is signed in."""
    return sessions.list_sessions(services, viewer)


@router.delete("/sessions", status_code=204)
@needs_session
def end_other_sessions(services: InServices, viewer: AsSignedIn) -> None:
    """Sign out on every other device."""
    sessions.end_other_sessions(services, viewer)


@router.delete("/sessions/{number}", status_code=204)
@needs_session
def end_session(
    number: Annotated[str, Path(min_length=1, max_length=64)], services: InServices, viewer: AsSignedIn
) -> None:
    """Sign out on one device."""
    sessions.end_one_session(services, viewer, number)


@router.post("/accounts", status_code=201)
@needs_session
def sign_up(body: NewAccountBody, response: Response, services: InServices, viewer: AsAnybody) -> Session:
    """Create an account. An e-mail with a link goes to its address; the response hides whether it was in use."""
    signed_in = service.sign_up(services, viewer, name=body.name, email=body.email, password=body.password)
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)


@router.patch("/account")
@needs_scope(Scope.ACCOUNT)
def change_account(body: AccountChangeBody, services: InServices, viewer: AsSignedIn) -> Session:
    """Change the account's name or settings."""
    service.change_account(services, viewer, service.AccountChanges(body.name, body.settings))
    return describe_session(services, service.read_again(services, viewer))


@router.put("/account/password")
@needs_session
def change_password(body: PasswordBody, response: Response, services: InServices, viewer: AsSignedIn) -> Session:
    """Set a new password. All other sessions and all tokens end. Needs a recent sign-in or confirmation."""
    signed_in = service.change_password(services, viewer, body.password)
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)


@router.put("/account/email")
@needs_session
def change_email(body: EmailBody, services: InServices, viewer: AsSignedIn) -> Session:
    """Ask for another address; it takes effect once its link is used. Needs a recent sign-in or confirmation."""
    addresses.change_address(services, viewer, body.email)
    return describe_session(services, service.read_again(services, viewer))


@router.post("/account/email/letter", status_code=204)
@needs_session
def send_link_again(services: InServices, viewer: AsSignedIn) -> None:
    """Send another e-mail to an address that waits for verification."""
    addresses.send_link_again(services, viewer)


@router.post("/addresses/verify")
@needs_session
def verify_address(body: LinkBody, services: InServices, viewer: AsAnybody) -> VerifiedAddress:
    """Use the link of an e-mail: the address then belongs to the account."""
    return addresses.verify_address(services, viewer, body.token)


@router.post("/account/claim")
@needs_session
def claim_account(body: NewAccountBody, response: Response, services: InServices, viewer: AsSignedIn) -> Session:
    """Turn a guest into an account with a name."""
    signed_in = service.claim_guest(services, viewer, name=body.name, email=body.email, password=body.password)
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)


@router.post("/passwords/forgot", status_code=202)
@needs_session
def ask_password_reset(body: EmailBody, services: InServices, viewer: AsAnybody) -> ResetAsked:
    """Send an e-mail with a link, if an account has this address."""
    return password_resets.ask_reset(services, viewer, body.email)


@router.post("/passwords/reset")
@needs_session
def reset_password(body: PasswordResetBody, response: Response, services: InServices, viewer: AsAnybody) -> Session:
    """Set a new password with the link of an e-mail. All sessions, tokens and passkeys end."""
    signed_in = password_resets.use_reset(services, viewer, body.token, body.password)
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)


@router.get("/tokens")
@needs_session
def list_tokens(services: InServices, viewer: AsSignedIn) -> Tokens:
    """The account's own tokens."""
    return tokens.list_tokens(services, viewer)


@router.post("/tokens", status_code=201)
@needs_session
def make_token(body: NewTokenBody, services: InServices, viewer: AsSignedIn, sending: ThisSending) -> NewToken:
    """Create a token; it is shown only once. Needs a recent sign-in or confirmation. A repeated request replaces the
    token."""
    return tokens.make_token(services, viewer, label=body.label, scope=body.scope, days=body.days, sending=sending)


@router.delete("/tokens/{token}", status_code=204)
@needs_session
def remove_token(token: RowId, services: InServices, viewer: AsSignedIn) -> None:
    """Revoke a token."""
    tokens.remove_token(services, viewer, token)


@router.post("/letters/stop")
@needs_scope(Scope.READ)
def stop_letters(
    services: InServices,
    viewer: AsAnybody,
    account: Annotated[int, Query(ge=1, lt=2**53)],
    choice: LetterChoice,
    sign: Annotated[str, Query(max_length=64)],
) -> StoppedLetters:
    """Unsubscribe from a kind of e-mail with the link in its header; mail programs do this without signing in."""
    return letter_stops.stop_letters(services, account, choice, sign)
