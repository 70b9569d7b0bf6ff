"""E-mails to people who need not have a part in a game."""

from sqlalchemy import Connection

from legation.server.accounts.preferences import read_preferences
from legation.server.base.services import Services
from legation.server.identity.account_storage import find_account
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.notice_storage import Channel, add_notice


def send_person_email(
    connection: Connection,
    services: Services,
    account: int,
    kind: NoticeKind,
    *,
    subject: str,
    text: str,
    page: str,
    key: str,
    game: str | None = None,
) -> bool:
    """Put an e-mail to one person in the outbox, if they want that kind; False if it was sent before."""
    person = find_account(connection, account)
    if person is None or person.is_closed or person.email is None:
        return False
    if kind.choice is not None and not read_preferences(person.settings).mail.has(kind.choice):
        return False
    return add_notice(
        connection,
        channel=Channel.MAIL,
        kind=kind,
        subject=subject,
        body=f"{text}\n\n{services.settings.public_url}{page}\n",
        now=services.clock.now(),
        account=account,
        game=game,
        key=key,
    )
