"""Tokens for scripts: shown once, stored as a digest, limited in scope and time, and revocable at any time.

No token makes, lists or revokes tokens: otherwise a leaked token could never be removed. The routes ensure that.
"""

from dataclasses import dataclass
from datetime import timedelta

from legation.server.accounts.sessions import need_confirmed
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.identity import token_storage as store
from legation.server.identity.once import UNNUMBERED, Sending
from legation.server.identity.scopes import Scope
from legation.server.identity.token_storage import StoredToken, TokenKind
from legation.server.identity.viewers import TOKEN_MARK, Account, Viewer, make_digest

MOST = 20
SHOWN_AFTER_END = timedelta(days=30)
"""A token that expired stays in the list for a while: its person sees why a script has stopped."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its secret."""

    id: int
    label: str
    scope: Scope
    made_at: str
    ends_at: str | None
    """None: it does not expire."""
    used_at: str | None
    """When it was last used, accurate to ten minutes."""
    has_ended: bool


@dataclass(frozen=True, slots=True)
class Tokens:
    """All tokens of an account."""

    tokens: list[Token]


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was just made, with its secret."""

    id: int
    label: str
    scope: Scope
    ends_at: str | None
    token: str


def list_tokens(services: Services, viewer: Viewer) -> Tokens:
    """The viewer's tokens, without their secrets."""
    account = _need_named(viewer)
    with services.store.read() as connection:
        found = store.list_tokens(connection, account.id)
    return Tokens([_describe(services, one) for one in found])


def _describe(services: Services, token: StoredToken) -> Token:
    return Token(
        id=token.id,
        label=token.label,
        scope=token.scope or Scope.READ,
        made_at=format_time(token.made_at),
        ends_at=format_time(token.ends_at),
        used_at=format_time(token.used_at),
        has_ended=_has_ended(services, token),
    )


def _has_ended(services: Services, token: StoredToken) -> bool:
    return token.ends_at is not None and token.ends_at <= services.clock.now()


def make_token(
    services: Services,
    viewer: Viewer,
    *,
    label: str,
    scope: Scope,
    days: int | None,
    sending: Sending = UNNUMBERED,
) -> NewToken:
    """Make a token; this is the only time that its secret is shown.

    A repeated request replaces the token whose secret did not arrive.
    """
    account = need_confirmed(services, viewer)
    secret = TOKEN_MARK + services.randomness.secret()
    label = " ".join(label.split())
    now = services.clock.now()
    ends_at = None if days is None else now + timedelta(days=days)
    with services.store.write() as connection:
        store.forget_ended_tokens(connection, now - SHOWN_AFTER_END)
        unseen = sending.replace(connection, account.id)
        if unseen is not None:
            store.remove_token(connection, account.id, int(unseen))
        good = [one for one in store.list_tokens(connection, account.id) if not _has_ended(services, one)]
        if len(good) >= MOST:
            raise HttpRefusal(409, "too_many", case="tokens", most=MOST)
        token = store.add_token(
            connection,
            digest=make_digest(secret),
            account=account.id,
            kind=TokenKind.API,
            made_at=now,
            label=label,
            scope=scope,
            ends_at=ends_at,
        )
        sending.note(connection, now, account.id, str(token))
    return NewToken(token, label, scope, format_time(ends_at), secret)


def remove_token(services: Services, viewer: Viewer, token: int) -> None:
    """Revoke a token."""
    account = _need_named(viewer)
    with services.store.write() as connection:
        if not store.remove_token(connection, account.id, token):
            raise not_found("token")


def _need_named(viewer: Viewer) -> Account:
    account = viewer.need_account()
    if account.is_guest:
        raise HttpRefusal(409, "claim_first", case="tokens")
    return account
