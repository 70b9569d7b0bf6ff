"""The sending of notices: which are due, which process sends them, and the result."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, delete, select, update

from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.notice_storage import Channel
from legation.server.store.identity_changes import changes_nobody
from legation.server.store.tables import accounts, games, notices
from legation.server.store.values import values_of


@dataclass(frozen=True, slots=True)
class WaitingNotice:
    """A notice with the address of its account, or with the terms of its game, which contain the webhook."""

    id: int
    game: str | None
    account: int | None
    channel: Channel
    kind: NoticeKind
    subject: str
    body: str
    picture: str | None
    """The phase whose results are shown beside the text."""
    made_at: datetime
    tries: int
    address: str | None
    """The recipient of an e-mail, if not the account's address."""
    email: str | None
    letter_key: str | None
    """Signs the links in e-mails; made with the first e-mail."""
    is_closed: bool | None
    terms: str | None
    title: str | None


NOTICES = values_of(
    WaitingNotice,
    notices,
    {
        "email": accounts.c.email,
        "letter_key": accounts.c.letter_key,
        "is_closed": accounts.c.is_closed,
        "terms": games.c.terms,
        "title": games.c.title,
    },
)

LEASE = timedelta(minutes=5)
"""How long a notice belongs to the process that took it; if that process dies, another takes the notice afterwards."""
MOST_TRIES = 13
"""With the pauses of ``outbox`` that makes two days, enough to repair a mail server."""


def has_due(connection: Connection, channel: Channel, now: datetime) -> bool:
    """True if any notice is due: checked first, so that an empty outbox locks nothing."""
    return connection.execute(select(notices.c.id).where(*_due(channel, now)).limit(1)).first() is not None


def _due(channel: Channel, now: datetime) -> tuple[ColumnElement[bool], ...]:
    return (
        notices.c.sent_at.is_(None),
        notices.c.due_at <= now,
        notices.c.tries < MOST_TRIES,
        notices.c.channel == channel.value,
    )


def take_due(
    connection: Connection, channel: Channel, now: datetime, make_key: Callable[[], str], *, limit: int = 20
) -> list[WaitingNotice]:
    """Claim the due notices, so that no other process sends them; accounts without an e-mail key get one."""
    due = (
        select(notices.c.id)
        .where(*_due(channel, now))
        .order_by(notices.c.due_at, notices.c.id)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    taken = [row.id for row in connection.execute(due)]
    if not taken:
        return []
    connection.execute(
        update(notices).where(notices.c.id.in_(taken)).values(due_at=now + LEASE, tries=notices.c.tries + 1)
    )
    for notice in _list_taken(connection, taken):
        if notice.account is not None and notice.letter_key is None:
            lacks_key = (accounts.c.id == notice.account, accounts.c.letter_key.is_(None))
            given = update(accounts).where(*lacks_key).values(letter_key=make_key())
            connection.execute(given.execution_options(**changes_nobody()))
    return _list_taken(connection, taken)


def _list_taken(connection: Connection, taken: list[int]) -> list[WaitingNotice]:
    joined = notices.outerjoin(accounts, accounts.c.id == notices.c.account).outerjoin(
        games, games.c.id == notices.c.game
    )
    wanted = NOTICES.select().select_from(joined).where(notices.c.id.in_(taken))
    return NOTICES.list(connection, wanted.order_by(notices.c.id))


def mark_sent(connection: Connection, notice: int, now: datetime, problem: str | None = None) -> None:
    """Mark a notice as sent, or as given up for a reason. Its text is not kept: it may contain a secret."""
    connection.execute(update(notices).where(notices.c.id == notice).values(sent_at=now, problem=problem, body=""))


def mark_failed(connection: Connection, notice: int, due_at: datetime, problem: str) -> None:
    """Mark a notice that could not be sent for a later retry."""
    connection.execute(update(notices).where(notices.c.id == notice).values(due_at=due_at, problem=problem[:300]))


def drop_waiting(connection: Connection, game: str, account: int, kind: NoticeKind) -> None:
    """Withdraw a notice that no longer says anything new."""
    connection.execute(
        delete(notices).where(
            notices.c.game == game,
            notices.c.account == account,
            notices.c.kind == kind,
            notices.c.sent_at.is_(None),
            notices.c.tries == 0,
        )
    )
