"""The scheduled actions of game masters, in the database."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, func, insert, or_, select, update

from legation.server.store.tables import accounts, games, scheduled_acts
from legation.server.store.values import values_of


class ActState(StrEnum):
    """The state of a scheduled action."""

    WAITING = "waiting"
    DONE = "done"
    DROPPED = "dropped"
    """It was no longer possible."""
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class StoredScheduledAct:
    """A scheduled action."""

    id: int
    game: str
    account: int
    name: str
    """The name of the game master who scheduled it."""
    turn: int
    phase: str
    body: str
    text: str
    run_at: datetime | None
    state: ActState
    problem: str
    made_at: datetime
    ended_at: datetime | None


STORED_ACTS = values_of(StoredScheduledAct, scheduled_acts, {"name": accounts.c.name})
_FROM = scheduled_acts.join(accounts, accounts.c.id == scheduled_acts.c.account)


def add_scheduled(connection: Connection, **values: object) -> int:
    """Schedule an action; returns its number."""
    new = insert(scheduled_acts).values(state=ActState.WAITING, problem="", **values)
    return int(connection.execute(new.returning(scheduled_acts.c.id)).scalar_one())


def find_scheduled(connection: Connection, number: int) -> StoredScheduledAct | None:
    """One action."""
    return STORED_ACTS.find(connection, STORED_ACTS.select().select_from(_FROM).where(scheduled_acts.c.id == number))


def list_scheduled(connection: Connection, game: str, *, most: int) -> list[StoredScheduledAct]:
    """The actions of a game, newest first."""
    wanted = STORED_ACTS.select().select_from(_FROM).where(scheduled_acts.c.game == game)
    return STORED_ACTS.list(connection, wanted.order_by(scheduled_acts.c.id.desc()).limit(most))


def count_waiting_acts(connection: Connection, game: str) -> int:
    """The number of actions of a game that are still to come."""
    chosen = (scheduled_acts.c.game == game, scheduled_acts.c.state == ActState.WAITING)
    return connection.execute(select(func.count()).select_from(scheduled_acts).where(*chosen)).scalar_one()


def list_due_acts(connection: Connection, now: datetime) -> list[tuple[int, str]]:
    """Actions whose time has come, or whose phase is over, each with its game."""
    is_over = scheduled_acts.c.run_at.is_(None) & (games.c.turn > scheduled_acts.c.turn)
    wanted = (
        select(scheduled_acts.c.id, scheduled_acts.c.game)
        .join(games, games.c.id == scheduled_acts.c.game)
        .where(scheduled_acts.c.state == ActState.WAITING, or_(scheduled_acts.c.run_at <= now, is_over))
    )
    return [(row[0], row[1]) for row in connection.execute(wanted.order_by(scheduled_acts.c.id).limit(100))]


def end_scheduled(connection: Connection, number: int, state: ActState, now: datetime, problem: str = "") -> None:
    """Store the end of an action."""
    values = {"state": state, "problem": problem, "ended_at": now}
    connection.execute(update(scheduled_acts).where(scheduled_acts.c.id == number).values(**values))
