"""Accounts: signing up, in and out, passwords, changes, and tokens for scripts."""

from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import StringConstraints

from legation.server.accounts import password_resets, service, tokens
from legation.server.accounts.password_resets import ResetAsked
from legation.server.accounts.preferences import PreferenceChanges
from legation.server.accounts.service import Session, describe_session
from legation.server.accounts.tokens import NewToken, Tokens
from legation.server.http.request_body import RequestBody
from legation.server.http.value_route import ValueRoute
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices, drop_session, put_session

router = APIRouter(tags=["accounts"], route_class=ValueRoute)
Name = Annotated[str, StringConstraints(max_length=200)]
Email = Annotated[str, StringConstraints(max_length=254)]
Password = Annotated[str, StringConstraints(max_length=1000)]
RowId = Annotated[int, Path(ge=0, lt=2**63)]
"""A number that the database gave; larger ones it could not even look for."""


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
    """Changes to an account; fields that are left out stay."""

    name: Name | None = None
    email: Email | None = None
    password: Password | None = None
    current_password: Password | None = None
    settings: PreferenceChanges | None = None


class ForgottenPasswordBody(RequestBody):
    """The address of the account."""

    email: Email


class PasswordResetBody(RequestBody):
    """The secret of the letter, and the new password."""

    token: Annotated[str, StringConstraints(max_length=100)]
    password: Password


class NewTokenBody(RequestBody):
    """What it is for."""

    label: Annotated[str, StringConstraints(max_length=80)] = ""


@router.get("/session")
def read_session(services: InServices, viewer: AsViewer) -> Session:
    """Who asks, and the token that changes need."""
    return describe_session(services, viewer)


@router.post("/session")
def sign_in(body: SignInBody, response: Response, services: InServices, viewer: AsViewer) -> Session:
    """Sign in."""
    signed_in = service.sign_in(services, viewer, login=body.login, password=body.password)
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)


@router.delete("/session", status_code=204)
def sign_out(response: Response, services: InServices, viewer: AsViewer) -> None:
    """Sign out."""
    service.sign_out(services, viewer)
    drop_session(response, services)


@router.post("/accounts", status_code=201)
def sign_up(body: NewAccountBody, response: Response, services: InServices, viewer: AsViewer) -> Session:
    """Make an account."""
    signed_in = service.sign_up(services, viewer, name=body.name, email=body.email, password=body.password)
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)


@router.patch("/account")
def change_account(body: AccountChangeBody, response: Response, services: InServices, viewer: AsSignedIn) -> Session:
    """Change one's account."""
    changes = service.AccountChanges(body.name, body.email, body.password, body.current_password or "", body.settings)
    signed_in = service.change_account(services, viewer, changes)
    if signed_in:
        put_session(response, services, signed_in)
        viewer = signed_in.viewer
    return describe_session(services, service.read_again(services, viewer))


@router.post("/account/claim")
def claim_account(body: NewAccountBody, response: Response, services: InServices, viewer: AsSignedIn) -> Session:
    """Turn a guest into an account with a name."""
    signed_in = service.claim_guest(services, viewer, name=body.name, email=body.email, password=body.password)
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)


@router.post("/passwords/forgot", status_code=202)
def ask_password_reset(body: ForgottenPasswordBody, services: InServices, viewer: AsViewer) -> ResetAsked:
    """Send a letter with a link, if an account has this address."""
    return password_resets.ask_reset(services, viewer, body.email)


@router.post("/passwords/reset")
def reset_password(body: PasswordResetBody, response: Response, services: InServices, viewer: AsViewer) -> Session:
    """Set a new password."""
    signed_in = password_resets.use_reset(services, viewer, body.token, body.password)
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)


@router.get("/tokens")
def list_tokens(services: InServices, viewer: AsSignedIn) -> Tokens:
    """The account's own tokens."""
    return tokens.list_tokens(services, viewer)


@router.post("/tokens", status_code=201)
def make_token(body: NewTokenBody, services: InServices, viewer: AsSignedIn) -> NewToken:
    """Make a token; it is shown this once."""
    return tokens.make_token(services, viewer, body.label)


@router.delete("/tokens/{token}", status_code=204)
def remove_token(token: RowId, services: InServices, viewer: AsSignedIn) -> None:
    """Take a token back."""
    tokens.remove_token(services, viewer, token)
