"""Accounts that the host makes from the command line."""

from dataclasses import dataclass
from datetime import timedelta

from legation.render.words import ENGLISH
from legation.server.accounts.addresses import send_account_letter
from legation.server.accounts.password_resets import make_link
from legation.server.accounts.person_checks import check_email, check_name, check_password, fold
from legation.server.admin.audit import COMMAND_LINE, write_act
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.identity import account_storage as accounts
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.store import migrate

FIRST_LINK = timedelta(days=7)
"""How long the link for a new account is valid."""


@dataclass(frozen=True, slots=True)
class NewAccount:
    """An account that the host has made for someone."""

    name: str
    link: str
    """For choosing a password."""


def create_account(services: Services, name: str, email: str, *, by_letter: bool) -> NewAccount:
    """Make an account for someone else, who chooses its password by a link; an e-mailed link verifies the address."""
    name, address = check_name(name), check_email(email)
    with services.store.write() as connection:
        now = services.clock.now()
        # A host that sends no e-mails verifies nothing: the address is accepted as the host gives it.
        column = "new_email" if services.settings.sends_letters else "email"
        values = {"name": name, "folded_name": fold(name), column: address}
        is_free = accounts.find_by_login(connection, address) is None
        account = accounts.add_account(connection, made_at=now, **values) if is_free else None
        if account is None:
            raise HttpRefusal(409, "taken", case="account", name=name, email=email)
        sent_to = address if by_letter else None
        link = make_link(connection, services, account, now + FIRST_LINK, sent_to=sent_to)
        if by_letter:
            row = accounts.find_account(connection, account)
            assert row is not None
            send_account_letter(connection, services, row, NoticeKind.ACCOUNT, address, link=link)
        text = ENGLISH.fill("admin.account_made", name=name)
        target = f"account {account} ({name})"
        write_act(connection, services, COMMAND_LINE, "create-account", target=target, text=text, reason="")
    return NewAccount(name, link)


def create_admin(services: Services, name: str, email: str, password: str) -> None:
    """Make a new account that is an admin of this host. An existing account stays unchanged."""
    migrate(services.store)
    with services.store.write() as connection:
        values = {
            "name": check_name(name),
            "folded_name": fold(check_name(name)),
            "email": check_email(email),
            "password": services.passwords.make_hash(check_password(password)),
            "is_admin": True,
        }
        if accounts.add_account(connection, made_at=services.clock.now(), **values) is None:
            raise HttpRefusal(409, "taken", case="admin", name=name, email=email)
