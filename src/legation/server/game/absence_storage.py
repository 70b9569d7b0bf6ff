"""Absences in the database: vacations of an account in all its games, or an excuse in one."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, delete, insert

from legation.server.game.deadlines import AbsenceSpan
from legation.server.game.records import PlayerAbsence, Role
from legation.server.store.tables import absences, members
from legation.server.store.values import values_of


@dataclass(frozen=True, slots=True)
class StoredAbsence(AbsenceSpan):
    """A time in which an account's player is away."""

    id: int
    account: int
    game: str | None
    """An excuse in one game; None: a vacation in all."""
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
) -> StoredAbsence:
    """Store a new absence."""
    values = {"account": account, "game": game, "begins_at": begins_at, "ends_at": ends_at, "note": note}
    return ABSENCES.read(connection.execute(insert(absences).values(**values).returning(*ABSENCES.columns)).one())


def list_own_absences(connection: Connection, account: int, game: str | None = None) -> list[StoredAbsence]:
    """The excuses of an account in a game, or its vacations, earliest first."""
    wanted = ABSENCES.select().where(absences.c.account == account, _in_game(game))
    return ABSENCES.list(connection, wanted.order_by(absences.c.begins_at, absences.c.id))


def find_own_absence(
    connection: Connection, account: int, absence: int, game: str | None = None
) -> StoredAbsence | None:
    """An excuse of an account in a game, or a vacation."""
    chosen = (absences.c.id == absence) & (absences.c.account == account) & _in_game(game)
    return ABSENCES.find(connection, ABSENCES.select().where(chosen))


def _in_game(game: str | None) -> ColumnElement[bool]:
    return absences.c.game.is_(None) if game is None else absences.c.game == game


def remove_absence(connection: Connection, absence: int) -> None:
    """Remove an absence."""
    connection.execute(delete(absences).where(absences.c.id == absence))


def list_absences(connection: Connection, game: str, now: datetime) -> list[PlayerAbsence]:
    """The absences of a game's players that are not yet over: excuses in it, and vacations."""
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
