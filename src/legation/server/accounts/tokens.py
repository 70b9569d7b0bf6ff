"""Tokens for scripts: shown once, kept as a digest, taken back at any time."""

from typing import Any

from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.identity import token_storage as store
from legation.server.identity.token_storage import TokenKind
from legation.server.identity.viewers import TOKEN_MARK, Account, Viewer, make_digest

MOST = 20


def list_tokens(services: Services, viewer: Viewer) -> list[dict[str, Any]]:
    """The viewer's tokens, without their secrets."""
    account = _need_session(viewer)
    with services.store.read() as connection:
        rows = store.list_tokens(connection, account.id)
    return [
        {"id": row.id, "label": row.label, "made_at": format_time(row.made_at), "used_at": format_time(row.used_at)}
        for row in rows
    ]


def make_token(services: Services, viewer: Viewer, label: str) -> dict[str, Any]:
    """A new token; this is the only time that its secret is seen."""
    account = _need_session(viewer)
    secret = TOKEN_MARK + services.randomness.secret()
    label = " ".join(label.split())
    with services.store.write() as connection:
        if len(store.list_tokens(connection, account.id)) >= MOST:
            raise HttpRefusal(409, "too_many", f"At most {MOST} tokens are kept. Take old ones back first.")
        token = store.add_token(
            connection,
            digest=make_digest(secret),
            account=account.id,
            kind=TokenKind.API,
            made_at=services.clock.now(),
            label=label,
        )
    return {"id": token, "label": label, "token": secret}


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
        raise HttpRefusal(403, "forbidden", "Tokens are made and taken back by hand, not by a token.")
    if account.is_guest:
        raise HttpRefusal(409, "claim_first", "A guest takes a name and a password first.")
    return account
