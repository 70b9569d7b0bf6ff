"""Entering by one click: an address that signs in to the demonstration, printed when the server starts."""

from datetime import timedelta

from sqlalchemy import Connection

from legation.server.accounts.password_attempts import count_attempt
from legation.server.accounts.sessions import begin_session
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.identity.token_storage import TokenKind, add_token, find_token
from legation.server.identity.viewers import SignedIn, Viewer, make_digest

GOOD_FOR = timedelta(days=30)


def add_entrance(connection: Connection, services: Services, account: int, secret: str) -> None:
    """Let a secret sign in to an account, for a month from now; a secret that still works is left unchanged."""
    now, digest = services.clock.now(), make_digest(secret)
    if find_token(connection, digest, TokenKind.DEMO, now) is None:
        add_token(connection, digest=digest, account=account, kind=TokenKind.DEMO, made_at=now, ends_at=now + GOOD_FOR)


def enter(services: Services, viewer: Viewer, secret: str) -> SignedIn:
    """A session for a person with the address."""
    count_attempt(services, ("sign_in", viewer.address))
    with services.store.write() as connection:
        row = find_token(connection, make_digest(secret), TokenKind.DEMO, services.clock.now())
        if row is None:
            raise HttpRefusal(410, "link_used_up", case="demo")
        return begin_session(connection, services, int(row.id), viewer)
