"""A forgotten password: a link by e-mail, valid once and for one hour."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from legation.server.accounts.addresses import own_address, send_account_letter
from legation.server.accounts.passkey_storage import remove_passkeys
from legation.server.accounts.password_attempts import count_attempt
from legation.server.accounts.person_checks import check_email, check_password
from legation.server.accounts.service import find_person, set_password
from legation.server.accounts.sessions import begin_session
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.identity import token_storage as tokens
from legation.server.identity.account_storage import StoredAccount
from legation.server.identity.token_storage import TokenKind
from legation.server.identity.viewers import SignedIn, Viewer, make_digest
from legation.server.mail.notice_kinds import NoticeKind

GOOD_FOR = timedelta(hours=1)
ASKED = "If an account has this address, we have sent an e-mail to it."


@dataclass(frozen=True, slots=True)
class ResetAsked:
    """A sentence that does not reveal whether an account has an address."""

    message: str


def ask_reset(services: Services, viewer: Viewer, email: str) -> ResetAsked:
    """Send a link to the account with this address, if there is one; the response is the same either way."""
    now = services.clock.now()
    services.rates.take("mail", viewer.address, now)
    folded = check_email(email)
    services.rates.take("mail", f"email {folded}", now)
    with services.store.write() as connection:
        row = find_person(connection, folded)
        if row is not None:
            send_reset_link(connection, services, row, folded)
    return ResetAsked(ASKED)


def send_reset_link(connection: Connection, services: Services, account: StoredAccount, email: str) -> None:
    """Send an account a link for a new password; its earlier links become invalid."""
    link = make_link(connection, services, account.id, services.clock.now() + GOOD_FOR, sent_to=email)
    send_account_letter(connection, services, account, NoticeKind.RESET, email, link=link)


def make_link(
    connection: Connection, services: Services, account: int, ends_at: datetime, *, sent_to: str | None = None
) -> str:
    """A link for choosing a password; earlier links end. If it is sent by e-mail, using it verifies the address."""
    secret = services.randomness.secret()
    tokens.remove_tokens(connection, account, TokenKind.RESET)
    tokens.add_token(
        connection,
        digest=make_digest(secret),
        account=account,
        kind=TokenKind.RESET,
        made_at=services.clock.now(),
        ends_at=ends_at,
        email=sent_to,
    )
    return f"{services.settings.public_url}/reset/{secret}"


def use_reset(services: Services, viewer: Viewer, secret: str, password: str) -> SignedIn:
    """Set a new password by a link: all sessions, tokens and passkeys end, and a new session begins."""
    now = services.clock.now()
    count_attempt(services, ("sign_in", viewer.address))
    check_password(password)
    with services.store.write() as connection:
        row = tokens.find_token(connection, make_digest(secret), TokenKind.RESET, now)
        if row is None:
            raise HttpRefusal(410, "link_used_up", case="password")
        set_password(connection, services, row.id, password)
        # Someone else may have made this account with the address, and have left themselves a way back in.
        remove_passkeys(connection, row.id)
        if row.sent_to is not None and row.sent_to == row.new_email:
            own_address(connection, row.id, row.sent_to)
        return begin_session(connection, services, row.id, viewer)
