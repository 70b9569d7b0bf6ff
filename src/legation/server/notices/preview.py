"""The e-mails that an action would send: it is executed, its e-mails are read, and everything is rolled back."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.server.game.member_storage import list_members
from legation.server.game.records import Role
from legation.server.mail.notice_storage import Channel, get_last_notice, list_notices_since


@dataclass(frozen=True, slots=True)
class LetterPreview:
    """An e-mail that an action would send, or its text for the webhook, which has no recipient."""

    name: str | None
    """The recipient; null if the reader must not know who plays which power, or for the webhook."""
    power: PowerId | None
    is_webhook: bool
    subject: str
    body: str


def preview_letters(
    connection: Connection, game: str, act: Callable[[], object], *, sees_names: bool
) -> list[LetterPreview]:
    """The e-mails that an action would send. It runs in the open transaction, and leaves nothing behind."""
    last = get_last_notice(connection)
    savepoint = connection.begin_nested()
    try:
        act()
        made = list_notices_since(connection, game, last)
        members = {member.account: member for member in list_members(connection, game)}
    finally:
        savepoint.rollback()
    letters = []
    for notice in made:
        member = members.get(notice.account) if notice.account is not None else None
        is_player = member is not None and member.role is Role.PLAYER
        name = member.name if member and (sees_names or not is_player) else None
        letters.append(
            LetterPreview(
                name=name,
                power=member.power if member else None,
                is_webhook=notice.channel == Channel.WEBHOOK,
                subject=notice.subject,
                body=notice.body,
            )
        )
    return letters
