"""Notices waiting to be sent: stored in the transaction that they report, sent by the worker afterwards."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, func, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from legation.server.mail.notice_kinds import NoticeKind
from legation.server.store.tables import notices


class Channel(StrEnum):
    """The channel of a notice."""

    MAIL = "mail"
    WEBHOOK = "hook"


def add_notice(
    connection: Connection,
    *,
    channel: Channel,
    kind: NoticeKind,
    subject: str,
    body: str,
    now: datetime,
    account: int | None = None,
    address: str | None = None,
    game: str | None = None,
    key: str | None = None,
    picture: str | None = None,
    due_at: datetime | None = None,
) -> bool:
    """Put a notice in the outbox; False if one with this key is already there.

    An e-mail goes to the account's address, or to ``address`` if that is given.
    """
    values = {
        "game": game,
        "account": account,
        "address": address,
        "channel": channel,
        "kind": kind,
        "subject": subject[:200],
        "body": body,
        "picture": picture,
        "key": key,
        "made_at": now,
        "due_at": due_at or now,
    }
    insert = insert_sqlite if connection.dialect.name == "sqlite" else insert_postgresql
    # The returned row tells whether the notice was added: the row count is unknown on PostgreSQL.
    put = insert(notices).values(**values).on_conflict_do_nothing().returning(notices.c.id)
    return connection.execute(put).first() is not None


@dataclass(frozen=True, slots=True)
class MadeNotice:
    """A notice as it was created."""

    id: int
    account: int | None
    channel: str
    kind: str
    subject: str
    body: str


def get_last_notice(connection: Connection) -> int:
    """The number of the newest notice; 0 if there is none."""
    return connection.execute(select(func.max(notices.c.id))).scalar_one() or 0


def list_notices_since(connection: Connection, game: str, last: int) -> list[MadeNotice]:
    """The notices of a game after a given one, in order."""
    columns = (notices.c.id, notices.c.account, notices.c.channel, notices.c.kind, notices.c.subject, notices.c.body)
    wanted = select(*columns).where(notices.c.game == game, notices.c.id > last).order_by(notices.c.id)
    return [MadeNotice(*row) for row in connection.execute(wanted)]
