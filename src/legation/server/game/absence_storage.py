"""Absences in the database: vacations of an account in all its games, or an excuse in one."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert

from legation.server.game.records import PlayerAbsence, Role
from legation.server.store.tables import absences, members
from legation.server.store.values import values_of


@dataclass(frozen=True, slots=True)
class StoredAbsence:
    """A time at which an account's player is away."""

    id: int
    begins_at: datetime
    ends_at: datetime
    note: str


ABSENCES = values_of(StoredAbsence, absences)
PLAYER_ABSENCES = values_of(
    PlayerAbsence,
    absences,
    {"power": members.c.power, "member": members.c.id, "days_off": members.c.days_off},
)


def add_absence(
    connection: Connection,
    *,
    account: int,
    begins_at: datetime,
    ends_at: datetime,
    note: str = "",
    game: str | None = None,
) -> int:
    """A new absence's id."""
    values = {"account": account, "game": game, "begins_at": begins_at, "ends_at": ends_at, "note": note}
    key = connection.execute(insert(absences).values(**values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def list_vacations(connection: Connection, account: int) -> list[StoredAbsence]:
    """The vacations of an account, first ones first; excuses in one game are not among them."""
    chosen = (absences.c.account == account) & absences.c.game.is_(None)
    wanted = ABSENCES.select().where(chosen)
    return ABSENCES.list(connection, wanted.order_by(absences.c.begins_at, absences.c.id))


def remove_vacation(connection: Connection, account: int, absence: int) -> bool:
    """Remove a vacation of an account; false where it has none such."""
    chosen = (absences.c.id == absence) & (absences.c.account == account) & absences.c.game.is_(None)
    return connection.execute(delete(absences).where(chosen)).rowcount > 0


def list_absences(connection: Connection, game: str, now: datetime) -> list[PlayerAbsence]:
    """Absences not yet over of the players of a game: excuses in it, and vacations."""
    wanted = (
        PLAYER_ABSENCES.select()
        .select_from(absences.join(members, members.c.account == absences.c.account))
        .where(
            members.c.game == game,
            members.c.role == Role.PLAYER,
            members.c.left_at.is_(None),
            absences.c.ends_at > now,
            (absences.c.game == game) | absences.c.game.is_(None),
        )
    )
    return PLAYER_ABSENCES.list(connection, wanted.order_by(absences.c.begins_at))
