"""Invitations by link: only the digest of the link's secret is stored."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, update

from legation.board import PowerId
from legation.server.game.records import Role
from legation.server.store.tables import invitations
from legation.server.store.values import values_of


@dataclass(frozen=True, slots=True)
class StoredInvitation:
    """An invitation: anyone with its link may join a game in a role."""

    digest: str
    game: str
    role: Role
    power: PowerId | None
    uses: int
    """How often it can still be used."""
    ends_at: datetime | None


INVITATIONS = values_of(StoredInvitation, invitations)


def add_invitation(connection: Connection, **values: object) -> None:
    """Store a new invitation."""
    connection.execute(insert(invitations).values(**values))


def find_invitation(connection: Connection, digest: str, now: datetime) -> StoredInvitation | None:
    """An invitation that can still be used."""
    wanted = INVITATIONS.select().where(
        invitations.c.digest == digest,
        invitations.c.uses > 0,
        invitations.c.ends_at.is_(None) | (invitations.c.ends_at > now),
    )
    return INVITATIONS.find(connection, wanted)


def use_invitation(connection: Connection, digest: str) -> bool:
    """Count one use; False if none is left."""
    taken = (
        update(invitations)
        .where(invitations.c.digest == digest, invitations.c.uses > 0)
        .values(uses=invitations.c.uses - 1)
    )
    return connection.execute(taken).rowcount > 0


def list_invitations(connection: Connection, game: str, now: datetime) -> list[StoredInvitation]:
    """The invitations of a game that can still be used."""
    wanted = INVITATIONS.select().where(
        invitations.c.game == game,
        invitations.c.uses > 0,
        invitations.c.ends_at.is_(None) | (invitations.c.ends_at > now),
    )
    return INVITATIONS.list(connection, wanted.order_by(invitations.c.made_at))


def drop_invitation(connection: Connection, game: str, start: str) -> bool:
    """Withdraw the invitation whose digest begins with this text; True if it existed."""
    wanted = invitations.c.digest.startswith(start, autoescape=True)
    return connection.execute(delete(invitations).where(invitations.c.game == game, wanted)).rowcount > 0
