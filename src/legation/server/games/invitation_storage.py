"""Invitations by link: only the digest of the secret in the link is kept."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from legation.server.store.tables import invitations


def add_invitation(connection: Connection, **values: object) -> None:
    """A new invitation."""
    connection.execute(insert(invitations).values(**values))


def find_invitation(connection: Connection, digest: str, now: datetime) -> Row[Any] | None:
    """An invitation that can still be used."""
    wanted = select(invitations).where(
        invitations.c.digest == digest,
        invitations.c.uses > 0,
        invitations.c.ends_at.is_(None) | (invitations.c.ends_at > now),
    )
    return connection.execute(wanted).one_or_none()


def use_invitation(connection: Connection, digest: str) -> bool:
    """Count one use; false where none is left."""
    taken = (
        update(invitations)
        .where(invitations.c.digest == digest, invitations.c.uses > 0)
        .values(uses=invitations.c.uses - 1)
    )
    return connection.execute(taken).rowcount > 0


def list_invitations(connection: Connection, game: str, now: datetime) -> list[Row[Any]]:
    """The invitations of a game that can still be used."""
    wanted = select(invitations).where(
        invitations.c.game == game,
        invitations.c.uses > 0,
        invitations.c.ends_at.is_(None) | (invitations.c.ends_at > now),
    )
    return list(connection.execute(wanted.order_by(invitations.c.made_at)))


def drop_invitation(connection: Connection, game: str, start: str) -> bool:
    """Take back the invitation whose digest begins so; whether there was one."""
    wanted = invitations.c.digest.startswith(start, autoescape=True)
    return connection.execute(delete(invitations).where(invitations.c.game == game, wanted)).rowcount > 0
