"""Invitations by link. Anyone with the link may join, once or several times, until it expires."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection

from legation.board import PowerId
from legation.render.words import ENGLISH
from legation.server.accounts.service import admit_person, check_person
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.loaded_game import LoadedGame, decode_game, load_locked_game
from legation.server.game.log_storage import add_log
from legation.server.game.membership import Act, Membership, load_membership
from legation.server.game.records import GameHead, Role
from legation.server.game.seats import SeatKind, load_seats
from legation.server.game.storage import count_free_seats_of, find_game, find_master, lock_game
from legation.server.games import invitation_storage as store
from legation.server.games.game_list import GameCard, describe_card, show_delayed
from legation.server.games.game_page import GamePage
from legation.server.games.joining import Part, admit
from legation.server.identity.once import UNNUMBERED, Sending
from legation.server.identity.viewers import SignedIn, Viewer, make_digest

ROLES = (Role.PLAYER, Role.STANDBY, Role.SPECTATOR)
SHOWN = 12
"""How much of the digest identifies an invitation on the game master's page; it grants no access."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The role or seat that an invitation offers."""

    role: Role
    power: str | None
    uses: int
    days: int


@dataclass(frozen=True, slots=True)
class NewInvitation:
    """A link, shown only once to its maker."""

    token: str
    url: str


@dataclass(frozen=True, slots=True)
class SeatInvitation:
    """A link for the seat of one power, shown only once."""

    power: PowerId
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class SeatInvitations:
    """One link for each seat without a player."""

    links: list[SeatInvitation]


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation as shown to anyone who has its link."""

    game: GameCard
    role: Role
    power: PowerId | None


@dataclass(frozen=True, slots=True)
class NewPerson:
    """A person who makes an account to follow an invitation."""

    name: str
    email: str
    password: str


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """A link that is still valid, without its secret."""

    id: str
    role: Role
    power: PowerId | None
    uses: int
    """How often it can still be used."""
    ends_at: str | None


def invite(
    services: Services, viewer: Viewer, game_id: str, offer: Offer, sending: Sending = UNNUMBERED
) -> NewInvitation:
    """Make a new link, which is shown only once. A repeated request replaces the link that was not seen."""
    if offer.role not in ROLES:
        raise HttpRefusal(422, "bad_role", case="invite", field="role")
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.GM)
        power = game.variant.parse_power(offer.power) if offer.power and offer.role is Role.PLAYER else None
        secret = _make_link(connection, services, game, offer, power)
        name = game.variant.powers[power].name if power else ""
        text = ENGLISH.fill("log.invited.power" if power else "log.invited.role", role=offer.role.value, power=name)
        _note_links(connection, services, viewer, game, sending=sending, secrets=[secret], text=text)
    return NewInvitation(secret, f"{services.settings.public_url}/invite/{secret}")


def invite_to_seats(
    services: Services, viewer: Viewer, game_id: str, *, days: int, sending: Sending = UNNUMBERED
) -> SeatInvitations:
    """Make one new link for each seat without player or bot. A repeated request replaces the earlier links."""
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.GM)
        seats = load_seats(connection, game.id).values()
        links, secrets = [], []
        for power in [seat.power for seat in seats if seat.kind is SeatKind.EMPTY]:
            secret = _make_link(connection, services, game, Offer(Role.PLAYER, power, 1, days), power)
            name = game.variant.powers[power].name
            links.append(SeatInvitation(power, name, f"{services.settings.public_url}/invite/{secret}"))
            secrets.append(secret)
        text = ENGLISH.count("log.invited.seats", len(links))
        _note_links(connection, services, viewer, game, sending=sending, secrets=secrets, text=text)
    return SeatInvitations(links)


def _note_links(
    connection: Connection,
    services: Services,
    viewer: Viewer,
    game: LoadedGame,
    *,
    sending: Sending,
    secrets: list[str],
    text: str,
) -> None:
    """Log new links, and remove unseen links that were made under the same request number."""
    account, now = viewer.need_account(), services.clock.now()
    unseen = sending.replace(connection, account.id)
    for digest in (unseen or "").split():
        store.drop_invitation(connection, game.id, digest)
    sending.note(connection, now, account.id, " ".join(make_digest(secret) for secret in secrets))
    if unseen is None:
        add_log(connection, game.id, now, actor=account.name, act="invited", text=text)


def _make_link(
    connection: Connection, services: Services, game: LoadedGame, offer: Offer, power: PowerId | None
) -> str:
    """Store an invitation; returns its secret."""
    now, secret = services.clock.now(), services.randomness.secret()
    store.add_invitation(
        connection,
        digest=make_digest(secret),
        game=game.id,
        role=offer.role.value,
        power=power,
        uses=offer.uses,
        made_at=now,
        ends_at=now + timedelta(days=offer.days),
    )
    return secret


def read_invitation(services: Services, token: str) -> Invitation:
    """An invitation as shown to anyone who has its link."""
    with services.store.read() as connection:
        found = _get_invitation(connection, services, token)
        row = find_game(connection, found.game)
        assert row is not None
        card = describe_card(connection, row, count_free_seats_of(connection, row.id), find_master(connection, row.id))
        if row.is_in_play and row.terms.spectators.delay_phases:
            # Until a link is used, anyone may have it.
            card = show_delayed(connection, services, row, card)
        return Invitation(card, Role(found.role), found.power)


def accept(services: Services, viewer: Viewer, token: str, *, wishes: tuple[str, ...] = ()) -> GamePage:
    """Join with a link."""
    viewer.need_account()
    with services.store.write() as connection:
        return _accept(connection, services, viewer, token, wishes)


def accept_anew(
    services: Services, viewer: Viewer, token: str, person: NewPerson, *, wishes: tuple[str, ...] = ()
) -> tuple[SignedIn, GamePage]:
    """Make an account and join by a link, both or neither. A guest keeps the games played so far.

    This works even if sign-up is closed: a person with a valid link was asked to come.
    """
    with services.store.read() as connection:
        _get_invitation(connection, services, token)
    checked = check_person(services, viewer, name=person.name, email=person.email, password=person.password)
    with services.store.write() as connection:
        signed_in = admit_person(connection, services, viewer, checked)
        return signed_in, _accept(connection, services, signed_in.viewer, token, wishes)


def _accept(
    connection: Connection, services: Services, viewer: Viewer, token: str, wishes: tuple[str, ...]
) -> GamePage:
    found = _get_invitation(connection, services, token)
    row = lock_game(connection, found.game)
    if row is None or not store.use_invitation(connection, found.digest):
        raise _gone()
    part = Part(found.role, found.power, wishes)
    game = decode_game(connection, services, row)
    membership = _find_standing(connection, row, viewer)
    return admit(connection, services, game, viewer.need_account(), part, membership=membership, is_invited=True)


def _find_standing(connection: Connection, row: GameHead, viewer: Viewer) -> Membership | None:
    """The roles that an account already has in a game; None if the game is closed to strangers."""
    try:
        return load_membership(connection, row, viewer)
    except HttpRefusal:
        return None


def list_invitations(connection: Connection, services: Services, game: str) -> list[OpenInvitation]:
    """The links that can still be used, without their secrets."""
    return [
        OpenInvitation(
            id=found.digest[:SHOWN],
            role=Role(found.role),
            power=found.power,
            uses=found.uses,
            ends_at=format_time(found.ends_at),
        )
        for found in store.list_invitations(connection, game, services.clock.now())
    ]


def withdraw(services: Services, viewer: Viewer, game_id: str, start: str) -> None:
    """Revoke a link."""
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.GM)
        if len(start) != SHOWN or not store.drop_invitation(connection, game.id, start):
            raise _gone()


def _get_invitation(connection: Connection, services: Services, token: str) -> store.StoredInvitation:
    found = store.find_invitation(connection, make_digest(token), services.clock.now())
    if found is None:
        raise _gone()
    return found


def _gone() -> HttpRefusal:
    return HttpRefusal(404, "no_such_invitation")
