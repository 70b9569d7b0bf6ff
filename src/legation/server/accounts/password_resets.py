"""A forgotten password: a link by mail, good for one hour and one use."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection

from legation.render.words import ENGLISH
from legation.server.accounts.password_attempts import count_attempt
from legation.server.accounts.service import begin_session, check_email, check_password, set_password
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.identity import account_storage as accounts
from legation.server.identity import token_storage as tokens
from legation.server.identity.account_storage import StoredAccount
from legation.server.identity.token_storage import TokenKind
from legation.server.identity.viewers import SignedIn, Viewer, make_digest
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.notice_storage import Channel, add_notice

GOOD_FOR = timedelta(hours=1)
ASKED = "If an account has this address, a letter is on its way."


@dataclass(frozen=True, slots=True)
class ResetAsked:
    """A sentence that tells nobody whether an account has an address."""

    message: str


def ask_reset(services: Services, viewer: Viewer, email: str) -> ResetAsked:
    """Send a link to the account with this address, if there is one; the answer is the same either way."""
    now = services.clock.now()
    services.rates.take("mail", viewer.address, now)
    folded = check_email(email)
    services.rates.take("mail", f"email {folded}", now)
    with services.store.write() as connection:
        row = accounts.find_by_login(connection, folded)
        if row is not None:
            send_reset_link(connection, services, row)
    return ResetAsked(ASKED)


def send_reset_link(connection: Connection, services: Services, account: StoredAccount) -> None:
    """Send an account a link for a new password; links that it had before are worth nothing any more."""
    host = services.settings.public_url
    link = f"{host}/reset/{add_reset_token(connection, services, account.id)}"
    add_notice(
        connection,
        channel=Channel.MAIL,
        kind=NoticeKind.RESET,
        subject=ENGLISH.texts["mail.reset.subject"],
        body=ENGLISH.fill("mail.reset.body", name=account.name, host=host, link=link),
        now=services.clock.now(),
        account=account.id,
    )


def add_reset_token(connection: Connection, services: Services, account: int) -> str:
    """The secret of a new link for a new password."""
    secret, now = services.randomness.secret(), services.clock.now()
    tokens.remove_tokens(connection, account, TokenKind.RESET)
    tokens.add_token(
        connection,
        digest=make_digest(secret),
        account=account,
        kind=TokenKind.RESET,
        made_at=now,
        ends_at=now + GOOD_FOR,
    )
    return secret


def use_reset(services: Services, viewer: Viewer, secret: str, password: str) -> SignedIn:
    """A new password by the link of a letter; all sessions end and a new one begins."""
    now = services.clock.now()
    count_attempt(services, ("sign_in", viewer.address))
    check_password(password)
    with services.store.write() as connection:
        row = tokens.find_token(connection, make_digest(secret), TokenKind.RESET, now)
        if row is None:
            raise HttpRefusal(410, "link_used_up", case="password")
        set_password(connection, services, row.id, password)
        return begin_session(connection, services, row.id, viewer)
