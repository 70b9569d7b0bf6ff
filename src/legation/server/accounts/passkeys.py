"""Passkeys: a device keeps a key and signs with it, instead of a password.

The device signs a challenge: created here, valid once and for five minutes, and only for the session or cookie for
which it was created. A device signs for the host's own address alone, so there is nothing to give away on another site.
No name is needed: the device knows which account its keys are for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from ipaddress import ip_address
from typing import Any, TypeVar
from urllib.parse import urlsplit

from sqlalchemy import Connection
from webauthn import base64url_to_bytes, verify_authentication_response, verify_registration_response
from webauthn.helpers import bytes_to_base64url, parse_client_data_json
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.exceptions import WebAuthnException

from legation.server.accounts import passkey_storage as store
from legation.server.accounts.addresses import send_account_letter
from legation.server.accounts.password_attempts import count_attempt
from legation.server.accounts.sessions import begin_session, mark_confirmed, need_confirmed, refuse_guest
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.settings import Settings
from legation.server.base.text_cleaning import clean_line
from legation.server.base.times import format_time
from legation.server.identity.account_storage import find_account
from legation.server.identity.viewers import SignedIn, Viewer, make_digest, refuse_closed
from legation.server.mail.notice_kinds import NoticeKind

T = TypeVar("T")
GOOD_FOR = timedelta(minutes=5)
MOST = 20
LONGEST_LABEL = 60
ALGORITHMS = (
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
)
"""ES256, Ed25519 and RS256; every device has one of them."""


class Purpose(StrEnum):
    """The purpose of a challenge; it is valid for nothing else."""

    REGISTER = "register"
    SIGN_IN = "sign_in"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey in the list of an account's passkeys."""

    id: int
    label: str
    made_at: str
    used_at: str | None


@dataclass(frozen=True, slots=True)
class Passkeys:
    """All passkeys of an account."""

    passkeys: list[Passkey]


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge for a device to sign; bytes are written in base64url."""

    challenge: str
    rp_id: str
    """The host name to which keys belong."""
    seconds: int
    """For how many seconds the challenge is valid."""


@dataclass(frozen=True, slots=True)
class NewKeyChallenge(Challenge):
    """The data that a device needs to make a new key."""

    user_id: str
    user_name: str
    algorithms: list[int]
    known: list[str]
    """Keys that the account has: a device with one of them makes no second one."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """A device's signature, in base64url."""

    id: str
    client_data: str
    authenticator_data: str
    signature: str
    user_handle: str | None


def allows_passkeys(settings: Settings) -> bool:
    """True if browsers make passkeys for this host: it needs a name, and HTTPS unless it is this very machine."""
    address = urlsplit(settings.public_url)
    name = address.hostname or ""
    try:
        ip_address(name)
    except ValueError:
        return address.scheme == "https" or name == "localhost" or name.endswith(".localhost")
    return False


def ask_new_key(services: Services, viewer: Viewer) -> NewKeyChallenge:
    """A challenge for a new passkey of the viewer."""
    account = need_confirmed(services, viewer)
    _refuse_nameless_host(services)
    with services.store.write() as connection:
        known = store.list_passkeys(connection, account.id)
        if len(known) >= MOST:
            raise HttpRefusal(409, "too_many", case="passkeys", most=MOST)
        challenge = _make_challenge(connection, services, viewer.session or "", Purpose.REGISTER)
    return NewKeyChallenge(
        challenge=challenge,
        rp_id=_name_host(services),
        seconds=int(GOOD_FOR.total_seconds()),
        user_id=bytes_to_base64url(_make_handle(account.id)),
        user_name=account.name,
        algorithms=[int(one) for one in ALGORITHMS],
        known=[one.credential for one in known],
    )


def add_passkey(
    services: Services, viewer: Viewer, *, label: str, key_id: str, client_data: str, attestation: str
) -> Passkeys:
    """Keep a key that the viewer's device has made."""
    account = need_confirmed(services, viewer)
    label = clean_line(label, "label", longest=LONGEST_LABEL) or viewer.device
    response = {"clientDataJSON": client_data, "attestationObject": attestation}
    with services.store.write() as connection:
        challenge = _take_challenge(connection, services, viewer.session or "", Purpose.REGISTER, client_data)
    verified = _verify(
        lambda: verify_registration_response(
            credential=_make_credential(key_id, response),
            expected_challenge=challenge,
            expected_rp_id=_name_host(services),
            expected_origin=services.settings.public_url,
            require_user_verification=True,
            supported_pub_key_algs=list(ALGORITHMS),
        )
    )
    credential = bytes_to_base64url(verified.credential_id)
    with services.store.write() as connection:
        refuse_closed(connection, account.id)
        if credential != _normalize(key_id) or store.find_passkey(connection, credential) is not None:
            raise _refused()
        store.add_passkey(
            connection,
            account=account.id,
            credential=credential,
            public_key=verified.credential_public_key,
            uses=verified.sign_count,
            label=label,
            made_at=services.clock.now(),
        )
        row = find_account(connection, account.id)
        if row is not None and row.email is not None:
            send_account_letter(connection, services, row, NoticeKind.PASSKEY, row.email, label=label)
    return list_passkeys(services, viewer)


def list_passkeys(services: Services, viewer: Viewer) -> Passkeys:
    """The viewer's passkeys."""
    account = viewer.need_account()
    refuse_guest(account)
    with services.store.read() as connection:
        found = store.list_passkeys(connection, account.id)
    return Passkeys([Passkey(one.id, one.label, format_time(one.made_at), format_time(one.used_at)) for one in found])


def rename_passkey(services: Services, viewer: Viewer, passkey: int, label: str) -> None:
    """Rename a passkey."""
    account = viewer.need_account()
    label = clean_line(label, "label", longest=LONGEST_LABEL, may_be_empty=False)
    with services.store.write() as connection:
        if not store.rename_passkey(connection, account.id, passkey, label):
            raise not_found("passkey")


def remove_passkey(services: Services, viewer: Viewer, passkey: int) -> None:
    """Remove a passkey: its device can no longer sign in."""
    account = viewer.need_account()
    with services.store.write() as connection:
        if not store.remove_passkey(connection, account.id, passkey):
            raise not_found("passkey")


def ask_sign_in(services: Services, viewer: Viewer) -> tuple[Challenge, str]:
    """A challenge for a sign-in, and the secret of the cookie for which it is valid."""
    _refuse_nameless_host(services)
    services.rates.take("sign_in", viewer.address, services.clock.now())
    secret = services.randomness.secret()
    return _ask(services, make_digest(secret), Purpose.SIGN_IN), secret


def sign_in(services: Services, viewer: Viewer, secret: str, assertion: Assertion) -> SignedIn:
    """A session for the account whose device has signed."""
    count_attempt(services, ("sign_in", viewer.address))
    account = _check(services, make_digest(secret), Purpose.SIGN_IN, assertion)
    with services.store.write() as connection:
        row = find_account(connection, account)
        if row is None or row.is_closed:
            raise _refused()
        return begin_session(connection, services, account, viewer)


def ask_confirmation(services: Services, viewer: Viewer) -> Challenge:
    """A challenge for a person who is signed in and confirms their identity again."""
    _refuse_nameless_host(services)
    viewer.need_account()
    return _ask(services, viewer.session or "", Purpose.CONFIRM)


def confirm(services: Services, viewer: Viewer, assertion: Assertion) -> Viewer:
    """The person of a session confirms their identity by a passkey."""
    account = viewer.need_account()
    count_attempt(services, ("sign_in", f"account {account.id}"))
    if _check(services, viewer.session or "", Purpose.CONFIRM, assertion) != account.id:
        raise _refused()
    return mark_confirmed(services, viewer)


def _ask(services: Services, holder: str, purpose: Purpose) -> Challenge:
    with services.store.write() as connection:
        challenge = _make_challenge(connection, services, holder, purpose)
    return Challenge(challenge, _name_host(services), int(GOOD_FOR.total_seconds()))


def _check(services: Services, holder: str, purpose: Purpose, assertion: Assertion) -> int:
    """The account whose device has signed a challenge."""
    with services.store.write() as connection:
        # A challenge is used up even if the answer to it is refused.
        challenge = _take_challenge(connection, services, holder, purpose, assertion.client_data)
    response = {
        "clientDataJSON": assertion.client_data,
        "authenticatorData": assertion.authenticator_data,
        "signature": assertion.signature,
    }
    with services.store.write() as connection:
        # The use count is read and written in one transaction: of two answers with the same count, one is refused.
        passkey = store.find_passkey(connection, _normalize(assertion.id))
        if passkey is None or not _is_handle(assertion.user_handle, passkey.account):
            raise _refused()
        verified = _verify(
            lambda: verify_authentication_response(
                credential=_make_credential(assertion.id, response),
                expected_challenge=challenge,
                expected_rp_id=_name_host(services),
                expected_origin=services.settings.public_url,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.uses,
                require_user_verification=True,
            )
        )
        store.mark_passkey_used(connection, passkey.id, verified.new_sign_count, services.clock.now())
    return passkey.account


def _make_challenge(connection: Connection, services: Services, holder: str, purpose: Purpose) -> str:
    now = services.clock.now()
    store.forget_challenges(connection, now)
    challenge = bytes_to_base64url(services.randomness.secret().encode())
    store.add_challenge(
        connection, digest=make_digest(challenge), holder=holder, purpose=purpose, ends_at=now + GOOD_FOR
    )
    return challenge


def _take_challenge(
    connection: Connection, services: Services, holder: str, purpose: Purpose, client_data: str
) -> bytes:
    """The signed challenge, now used up; empty if it is invalid, so that nothing matches it."""
    signed = _verify(lambda: parse_client_data_json(base64url_to_bytes(client_data)).challenge)
    digest = make_digest(bytes_to_base64url(signed))
    now = services.clock.now()
    is_good = store.take_challenge(connection, digest=digest, holder=holder, purpose=purpose, now=now)
    return signed if is_good else b""


def _verify(act: Callable[[], T]) -> T:
    """The result of a check by the library; a single refusal for any fault, since a device's answer is no form."""
    try:
        return act()
    except (WebAuthnException, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        raise _refused() from None


def _make_credential(key_id: str, response: dict[str, str]) -> dict[str, Any]:
    return {"id": key_id, "rawId": key_id, "type": "public-key", "response": response}


def _normalize(key_id: str) -> str:
    return _verify(lambda: bytes_to_base64url(base64url_to_bytes(key_id)))


def _make_handle(account: int) -> bytes:
    """The handle by which a device knows the account: a number that says nothing about the person."""
    return f"account {account}".encode()


def _is_handle(text: str | None, account: int) -> bool:
    return text is not None and _verify(lambda: base64url_to_bytes(text)) == _make_handle(account)


def _name_host(services: Services) -> str:
    return urlsplit(services.settings.public_url).hostname or ""


def _refuse_nameless_host(services: Services) -> None:
    if not allows_passkeys(services.settings):
        raise HttpRefusal(409, "no_passkeys")


def _refused() -> HttpRefusal:
    return HttpRefusal(403, "bad_passkey")
