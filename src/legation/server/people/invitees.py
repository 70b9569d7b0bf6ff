"""People who are asked by name to play in a game: no one gets a seat without agreeing."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection

from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.loaded_game import decode_game
from legation.server.game.membership import load_membership
from legation.server.game.records import GameHead
from legation.server.game.storage import count_free_seats_of, find_game, find_master, lock_game
from legation.server.games.game_list import GameCard, describe_card
from legation.server.games.game_page import GamePage
from legation.server.games.joining import Part, admit
from legation.server.identity.viewers import Viewer
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.people import invitee_storage as store
from legation.server.people.emails import send_person_email

GOOD_FOR = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation of the viewer to play in a game."""

    game: GameCard
    by: str
    """The name of the person who asks."""
    is_rematch: bool
    ends_at: str


@dataclass(frozen=True, slots=True)
class InvitedTo:
    """The games to which the viewer is invited, latest first."""

    invited: list[Invited]


def invite_person(
    connection: Connection, services: Services, game: GameHead, account: int, *, by: int, by_name: str
) -> None:
    """Ask a person by name to play in a game, and notify them by e-mail."""
    now = services.clock.now()
    store.add_invitee(connection, game.id, account, by=by, now=now, ends_at=now + GOOD_FOR)
    send_person_email(
        connection,
        services,
        account,
        NoticeKind.INVITED,
        subject=ENGLISH.fill("mail.invited.subject", title=game.title),
        text=ENGLISH.fill("mail.invited.text", name=by_name, title=game.title, days=GOOD_FOR.days),
        page="/",
        key=f"invited:{game.id}:{account}",
        game=game.id,
    )


def list_invited(services: Services, viewer: Viewer) -> InvitedTo:
    """The games to which the viewer is invited."""
    account = viewer.need_account()
    with services.store.read() as connection:
        return InvitedTo(
            [_describe(connection, found) for found in store.list_invited(connection, account.id, services.clock.now())]
        )


def _describe(connection: Connection, found: store.StoredInvitee) -> Invited:
    row = find_game(connection, found.game)
    assert row is not None
    card = describe_card(connection, row, count_free_seats_of(connection, row.id), find_master(connection, row.id))
    return Invited(card, found.by_name, store.is_rematch(connection, row.id), format_time(found.ends_at))


def accept_invited(services: Services, viewer: Viewer, game_id: str, *, wishes: tuple[str, ...] = ()) -> GamePage:
    """Accept: the viewer becomes a player of the game."""
    viewer.need_account()
    with services.store.write() as connection:
        return join_invited(connection, services, viewer, game_id, wishes=wishes)


def join_invited(
    connection: Connection, services: Services, viewer: Viewer, game_id: str, *, wishes: tuple[str, ...] = ()
) -> GamePage:
    """Admit the viewer, who was asked, to a game as a player."""
    account = viewer.need_account()
    if store.find_invitee(connection, game_id[:24], account.id, services.clock.now()) is None:
        raise _not_asked()
    row = lock_game(connection, game_id[:24])
    if row is None:
        raise _not_asked()
    store.drop_invitee(connection, row.id, account.id)
    try:
        membership = load_membership(connection, row, viewer)
    except HttpRefusal:  # a private game is closed to everyone without a part in it
        membership = None
    game = decode_game(connection, services, row)
    return admit(connection, services, game, account, Part(wishes=wishes), membership=membership, is_invited=True)


def decline_invited(services: Services, viewer: Viewer, game_id: str) -> InvitedTo:
    """Decline an invitation."""
    account = viewer.need_account()
    with services.store.write() as connection:
        if not store.drop_invitee(connection, game_id[:24], account.id):
            raise _not_asked()
    return list_invited(services, viewer)


def _not_asked() -> HttpRefusal:
    return HttpRefusal(404, "no_such_invitation")
