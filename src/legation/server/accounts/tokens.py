"""Tokens for scripts: shown once, kept as a digest, taken back at any time."""

from dataclasses import dataclass

from legation.server.base.refusals import HttpRefusal, forbidden, not_found
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.identity import token_storage as store
from legation.server.identity.token_storage import TokenKind
from legation.server.identity.viewers import TOKEN_MARK, Account, Viewer, make_digest

MOST = 20


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its secret."""

    id: int
    label: str
    made_at: str
    used_at: str | None


@dataclass(frozen=True, slots=True)
class Tokens:
    """All tokens of an account."""

    tokens: list[Token]


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was just made, with its secret."""

    id: int
    label: str
    token: str


def list_tokens(services: Services, viewer: Viewer) -> Tokens:
    """The viewer's tokens, without their secrets."""
    account = _need_session(viewer)
    with services.store.read() as connection:
        found = store.list_tokens(connection, account.id)
    return Tokens([Token(one.id, one.label, format_time(one.made_at), format_time(one.used_at)) for one in found])


def make_token(services: Services, viewer: Viewer, label: str) -> NewToken:
    """A new token; this is the only time that its secret is seen."""
    account = _need_session(viewer)
    secret = TOKEN_MARK + services.randomness.secret()
    label = " ".join(label.split())
    with services.store.write() as connection:
        if len(store.list_tokens(connection, account.id)) >= MOST:
            raise HttpRefusal(409, "too_many", case="tokens", most=MOST)
        token = store.add_token(
            connection,
            digest=make_digest(secret),
            account=account.id,
            kind=TokenKind.API,
            made_at=services.clock.now(),
            label=label,
        )
    return NewToken(token, label, secret)


def remove_token(services: Services, viewer: Viewer, token: int) -> None:
    """Take a token back."""
    account = _need_session(viewer)
    with services.store.write() as connection:
        if not store.remove_token(connection, account.id, token):
            raise not_found("token")


def _need_session(viewer: Viewer) -> Account:
    """A token must not make tokens: what has leaked once could not be taken back."""
    account = viewer.need_account()
    if viewer.token is not None:
        raise forbidden("tokens")
    if account.is_guest:
        raise HttpRefusal(409, "claim_first", case="tokens")
    return account
