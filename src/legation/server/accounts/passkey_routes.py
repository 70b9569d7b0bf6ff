"""Passkeys: making, listing, naming and removing them, and signing in by one."""

from typing import Annotated

from fastapi import Cookie, Path, Response
from pydantic import StringConstraints

from legation.server.accounts import passkeys
from legation.server.accounts.passkeys import Assertion, Challenge, NewKeyChallenge, Passkeys
from legation.server.accounts.service import Session, describe_session
from legation.server.base.refusals import HttpRefusal
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import AccountRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import AsAnybody, AsSignedIn, InServices, put_session
from legation.server.identity.scopes import needs_session

router = ApiRouter(tag="passkeys", route_class=AccountRoute)
COOKIE = "legation_challenge"
"""Holds the secret of the person who asked for a challenge to sign in: no one else can use the challenge."""
KeyId = Annotated[str, StringConstraints(min_length=1, max_length=1400)]
Bytes = Annotated[str, StringConstraints(min_length=1, max_length=20_000)]
"""In base64url."""
Label = Annotated[str, StringConstraints(max_length=200)]
RowId = Annotated[int, Path(ge=0, lt=2**63)]


class NewPasskeyBody(RequestBody):
    """The device's data for a new key, and its name."""

    label: Label = ""
    id: KeyId
    client_data: Bytes
    attestation: Bytes


class PasskeyNameBody(RequestBody):
    """The name of a passkey."""

    label: Label


class AssertionBody(RequestBody):
    """A device's signature."""

    id: KeyId
    client_data: Bytes
    authenticator_data: Bytes
    signature: Bytes
    user_handle: Annotated[str, StringConstraints(max_length=200)] | None = None


@router.get("/passkeys")
@needs_session
def list_passkeys(services: InServices, viewer: AsSignedIn) -> Passkeys:
    """The account's own passkeys."""
    return passkeys.list_passkeys(services, viewer)


@router.post("/passkeys/challenge")
@needs_session
def ask_new_passkey(services: InServices, viewer: AsSignedIn) -> NewKeyChallenge:
    """What a device needs to make a key. Needs a recent sign-in or confirmation."""
    return passkeys.ask_new_key(services, viewer)


@router.post("/passkeys", status_code=201)
@needs_session
def add_passkey(body: NewPasskeyBody, services: InServices, viewer: AsSignedIn) -> Passkeys:
    """Store the key that a device has made."""
    return passkeys.add_passkey(
        services,
        viewer,
        label=body.label,
        key_id=body.id,
        client_data=body.client_data,
        attestation=body.attestation,
    )


@router.patch("/passkeys/{passkey}", status_code=204)
@needs_session
def rename_passkey(passkey: RowId, body: PasskeyNameBody, services: InServices, viewer: AsSignedIn) -> None:
    """Rename a passkey."""
    passkeys.rename_passkey(services, viewer, passkey, body.label)


@router.delete("/passkeys/{passkey}", status_code=204)
@needs_session
def remove_passkey(passkey: RowId, services: InServices, viewer: AsSignedIn) -> None:
    """Remove a passkey."""
    passkeys.remove_passkey(services, viewer, passkey)


@router.post("/session/passkey/challenge")
@needs_session
def ask_passkey_sign_in(response: Response, services: InServices, viewer: AsAnybody) -> Challenge:
    """The challenge that a device must sign to sign in."""
    challenge, secret = passkeys.ask_sign_in(services, viewer)
    response.set_cookie(
        COOKIE,
        secret,
        max_age=challenge.seconds,
        path="/",
        secure=services.settings.secure_cookies,
        httponly=True,
        samesite="strict",
    )
    return challenge


@router.post("/session/passkey")
@needs_session
def sign_in_by_passkey(
    body: AssertionBody,
    response: Response,
    services: InServices,
    viewer: AsAnybody,
    legation_challenge: Annotated[str | None, Cookie(include_in_schema=False)] = None,
) -> Session:
    """Sign in with a passkey."""
    if legation_challenge is None:
        raise HttpRefusal(403, "bad_passkey")
    signed_in = passkeys.sign_in(services, viewer, legation_challenge, _read_assertion(body))
    response.delete_cookie(COOKIE, path="/")
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)


@router.post("/session/confirm/challenge")
@needs_session
def ask_passkey_confirmation(services: InServices, viewer: AsSignedIn) -> Challenge:
    """The challenge that a device must sign instead of confirming the password."""
    return passkeys.ask_confirmation(services, viewer)


@router.post("/session/confirm/passkey")
@needs_session
def confirm_by_passkey(body: AssertionBody, services: InServices, viewer: AsSignedIn) -> Session:
    """Confirm with a passkey, as required for security changes of the account."""
    return describe_session(services, passkeys.confirm(services, viewer, _read_assertion(body)))


def _read_assertion(body: AssertionBody) -> Assertion:
    return Assertion(body.id, body.client_data, body.authenticator_data, body.signature, body.user_handle)
