"""E-mail addresses. An address belongs to an account once its link has been used.

Until then it waits beside the account and belongs to no account: several accounts may wait for the same one. So signing
up does not reveal whether an address has an account, and giving another person's address gains nothing.

A host that sends no e-mails can verify nothing. There an address belongs to the first account that gives it.
"""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection

from legation.render.words import ENGLISH
from legation.server.accounts.password_attempts import count_attempt
from legation.server.accounts.person_checks import check_email
from legation.server.accounts.sessions import need_confirmed
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.identity import account_storage as accounts
from legation.server.identity import token_storage as tokens
from legation.server.identity.token_storage import TokenKind
from legation.server.identity.viewers import Viewer, make_digest
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.notice_storage import Channel, add_notice

GOOD_FOR = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class VerifiedAddress:
    """An address that belongs to an account from now on."""

    name: str
    """The name of the account."""
    email: str


def give_address(connection: Connection, services: Services, account: int, email: str) -> None:
    """Set the address of an account: an e-mail with a link goes there, even if another account has the address."""
    row = accounts.find_account(connection, account)
    assert row is not None
    if email == row.email:
        accounts.change_account(connection, account, new_email=None)
        return
    if not services.settings.sends_letters and accounts.change_account(
        connection, account, email=email, new_email=None
    ):
        return
    accounts.change_account(connection, account, new_email=email)
    tokens.remove_tokens(connection, account, TokenKind.VERIFY)
    owner = accounts.find_by_login(connection, email)
    if owner is None:
        send_link(connection, services, row, email)
    else:
        _tell_owner(connection, services, owner, row.name)


def send_link(connection: Connection, services: Services, row: accounts.StoredAccount, email: str) -> None:
    """Send an e-mail with a link to an address that waits for verification."""
    secret, now = services.randomness.secret(), services.clock.now()
    tokens.remove_tokens(connection, row.id, TokenKind.VERIFY)
    tokens.add_token(
        connection,
        digest=make_digest(secret),
        account=row.id,
        kind=TokenKind.VERIFY,
        made_at=now,
        ends_at=now + GOOD_FOR,
        email=email,
    )
    link = f"{services.settings.public_url}/verify/{secret}"
    send_account_letter(connection, services, row, NoticeKind.VERIFY, email, link=link)


def send_account_letter(
    connection: Connection,
    services: Services,
    row: accounts.StoredAccount,
    kind: NoticeKind,
    to: str,
    **words: str,
) -> None:
    """Send an e-mail about an account to an address, verified or not."""
    host = services.settings.public_url
    add_notice(
        connection,
        channel=Channel.MAIL,
        kind=kind,
        subject=ENGLISH.fill(f"mail.{kind}.subject", host=host),
        body=ENGLISH.fill(f"mail.{kind}.body", name=row.name, host=host, **words),
        now=services.clock.now(),
        account=row.id,
        address=to,
    )


def _tell_owner(connection: Connection, services: Services, owner: accounts.StoredAccount, other: str) -> None:
    """Tell the owner of an address that someone gave it for another account."""
    assert owner.email is not None
    send_account_letter(connection, services, owner, NoticeKind.KNOWN, owner.email, other=other)


def change_address(services: Services, viewer: Viewer, email: str) -> None:
    """Ask for another address; e-mails go to the old one until the new one is verified."""
    account = need_confirmed(services, viewer)
    folded = check_email(email)
    services.rates.take("mail", f"email {folded}", services.clock.now())
    with services.store.write() as connection:
        row = accounts.find_account(connection, account.id)
        assert row is not None
        give_address(connection, services, account.id, folded)
        if row.email is not None and row.email != folded:
            send_account_letter(connection, services, row, NoticeKind.ADDRESS, row.email, email=folded)


def send_link_again(services: Services, viewer: Viewer) -> None:
    """Send another e-mail to an address that waits for verification."""
    account = viewer.need_account()
    if account.new_email is None:
        raise HttpRefusal(409, "nothing_to_verify")
    now = services.clock.now()
    services.rates.take("mail", viewer.address, now)
    services.rates.take("mail", f"email {account.new_email}", now)
    with services.store.write() as connection:
        give_address(connection, services, account.id, account.new_email)


def verify_address(services: Services, viewer: Viewer, secret: str) -> VerifiedAddress:
    """Use the link of an e-mail: from now on the address belongs to the account."""
    count_attempt(services, ("sign_in", viewer.address))
    with services.store.write() as connection:
        row = tokens.find_token(connection, make_digest(secret), TokenKind.VERIFY, services.clock.now())
        if row is None or row.sent_to is None or row.sent_to != row.new_email:
            raise HttpRefusal(410, "link_used_up", case="address")
        if not own_address(connection, row.id, row.sent_to):
            raise HttpRefusal(409, "email_taken")
        return VerifiedAddress(row.name, row.sent_to)


def own_address(connection: Connection, account: int, email: str) -> bool:
    """From now on an address belongs to an account; False if it belongs to another."""
    tokens.remove_tokens(connection, account, TokenKind.VERIFY)
    return accounts.change_account(connection, account, email=email, new_email=None)
