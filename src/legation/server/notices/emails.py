"""E-mails to people in a game: each kind only to those who want it, and once for each occasion."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection

from legation.render.words import ENGLISH
from legation.server.accounts.preferences import read_preferences
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.records import NamedMember
from legation.server.mail.notice_kinds import LetterChoice, NoticeKind
from legation.server.mail.notice_storage import Channel, add_notice


@dataclass(frozen=True, slots=True)
class GameEmail:
    """An e-mail to several people, each of whom reads times in their own time zone."""

    kind: NoticeKind
    occasion: str
    """No one receives two e-mails of one kind for one occasion."""
    subject: str
    write: Callable[[NamedMember], str]
    """Its text for a person."""
    page: str = ""
    """The page of the game that it links to."""
    wait: timedelta = timedelta(0)
    picture: str | None = None
    """The phase whose results are shown to those who want pictures."""


def wants(member: NamedMember, choice: LetterChoice | None) -> bool:
    """True if a member has an address and wants e-mails of a kind; those without a preference go to everyone."""
    if member.email is None or member.is_closed:
        return False
    if choice is None:
        return True
    in_this_game: dict[str, bool] = json.loads(member.letters or "{}")
    own = in_this_game.get(choice.value)
    return read_preferences(member.settings).mail.has(choice) if own is None else own


def zone_of(member: NamedMember) -> str:
    """The time zone in which a member reads times."""
    return read_preferences(member.settings).zone


def send_game_email(
    connection: Connection, services: Services, game: LoadedGame, members: Iterable[NamedMember], letter: GameEmail
) -> int:
    """Send an e-mail to those of some members who want it; returns the number of e-mails."""
    return sum(
        add_game_email(connection, services, game, member, letter)
        for member in members
        if wants(member, letter.kind.choice)
    )


def add_game_email(
    connection: Connection, services: Services, game: LoadedGame, member: NamedMember, letter: GameEmail
) -> bool:
    """Put an e-mail to one member in the outbox; False if there was one for this occasion before."""
    now = services.clock.now()
    link = f"{services.settings.public_url}/g/{game.id}{letter.page}"
    return add_notice(
        connection,
        channel=Channel.MAIL,
        kind=letter.kind,
        subject=letter.subject,
        body=f"{letter.write(member)}\n\n{link}\n",
        now=now,
        account=member.account,
        game=game.id,
        key=f"{letter.kind}:{game.id}:{letter.occasion}:{member.account}",
        due_at=now + letter.wait,
        picture=letter.picture if wants(member, LetterChoice.PICTURE) else None,
    )


def notify_webhook(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    kind: NoticeKind,
    *,
    occasion: str,
    text: str,
    body: str = "",
    picture: str | None = None,
) -> None:
    """Notify the game's webhook, if it has one."""
    if game.terms.webhook:
        add_notice(
            connection,
            channel=Channel.WEBHOOK,
            kind=kind,
            subject=text,
            body=body,
            now=services.clock.now(),
            game=game.id,
            key=f"hook:{kind}:{game.id}:{occasion}",
            picture=picture,
        )


def add_note(text: str, note: str) -> str:
    """A sentence, followed by the game master's note."""
    return f"{text}\n\n{ENGLISH.fill('mail.note', note=note)}" if note else text
