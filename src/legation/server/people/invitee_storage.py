"""People who were asked by name to play in a game, and have not answered yet."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from legation.server.game.records import GameStatus
from legation.server.store.tables import accounts, games, invitees
from legation.server.store.values import values_of


@dataclass(frozen=True, slots=True)
class StoredInvitee:
    """A request to a person to play in a game."""

    game: str
    account: int
    by: int
    ends_at: datetime
    by_name: str


INVITEES = values_of(StoredInvitee, invitees, {"by_name": accounts.c.name})
_JOINED = invitees.join(accounts, accounts.c.id == invitees.c.by).join(games, games.c.id == invitees.c.game)


def add_invitee(connection: Connection, game: str, account: int, *, by: int, now: datetime, ends_at: datetime) -> None:
    """Ask someone to play."""
    connection.execute(insert(invitees).values(game=game, account=account, by=by, made_at=now, ends_at=ends_at))


def list_invited(connection: Connection, account: int, now: datetime) -> list[StoredInvitee]:
    """The games waiting for players for which an account was asked, latest first."""
    wanted = INVITEES.select().select_from(_JOINED).where(invitees.c.account == account, invitees.c.ends_at > now)
    wanted = wanted.where(games.c.status == GameStatus.OPEN)
    return INVITEES.list(connection, wanted.order_by(invitees.c.made_at.desc(), invitees.c.game))


def find_invitee(connection: Connection, game: str, account: int, now: datetime) -> StoredInvitee | None:
    """The request to an account to play in a game."""
    own = (invitees.c.game == game, invitees.c.account == account, invitees.c.ends_at > now)
    return INVITEES.find(connection, INVITEES.select().select_from(_JOINED).where(*own))


def drop_invitee(connection: Connection, game: str, account: int) -> bool:
    """Remove a request that was answered; True if it existed."""
    own = (invitees.c.game == game, invitees.c.account == account)
    return connection.execute(delete(invitees).where(*own)).rowcount == 1


def is_rematch(connection: Connection, game: str) -> bool:
    """True if the players of another game play again in this one."""
    wanted = select(games.c.rematch_of).where(games.c.id == game)
    return connection.execute(wanted).scalar_one_or_none() is not None
