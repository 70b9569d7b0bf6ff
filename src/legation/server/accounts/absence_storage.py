"""Absences in the database: vacations of an account in all its games, or an excuse in one."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert

from legation.server.store.tables import absences
from legation.server.store.values import values_of


@dataclass(frozen=True, slots=True)
class StoredAbsence:
    """A time at which an account's player is away."""

    id: int
    begins_at: datetime
    ends_at: datetime
    note: str


ABSENCES = values_of(StoredAbsence, absences)


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


def list_absences(connection: Connection, account: int) -> list[StoredAbsence]:
    """The vacations of an account, first ones first; excuses in one game are not among them."""
    chosen = (absences.c.account == account) & absences.c.game.is_(None)
    wanted = ABSENCES.select().where(chosen)
    return ABSENCES.list(connection, wanted.order_by(absences.c.begins_at, absences.c.id))


def remove_absence(connection: Connection, account: int, absence: int) -> bool:
    """Remove a vacation of an account; false where it has none such."""
    chosen = (absences.c.id == absence) & (absences.c.account == account) & absences.c.game.is_(None)
    return connection.execute(delete(absences).where(chosen)).rowcount > 0
