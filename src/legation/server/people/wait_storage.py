"""The people who wait for a game of a variant and a speed."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, delete, exists, func, insert, select, update

from legation.server.game.records import GameKind, GameStatus, Role
from legation.server.game.speeds import Speed
from legation.server.store.tables import accounts, games, members, waits
from legation.server.store.values import values_of


@dataclass(frozen=True, slots=True)
class StoredWait:
    """A person who waits for a game."""

    id: int
    account: int
    variant: str
    speed: Speed
    made_at: datetime
    ends_at: datetime


WAITS = values_of(StoredWait, waits)
IS_HERE = exists().where(accounts.c.id == waits.c.account, ~accounts.c.is_closed)


def put_wait(
    connection: Connection, account: int, variant: str, speed: Speed, *, now: datetime, ends_at: datetime
) -> None:
    """Put a person on a list; a person already on it keeps the place and waits longer."""
    own = (waits.c.account == account, waits.c.variant == variant, waits.c.speed == speed)
    if connection.execute(update(waits).where(*own).values(ends_at=ends_at)).rowcount == 0:
        values = {"account": account, "variant": variant, "speed": speed, "made_at": now, "ends_at": ends_at}
        connection.execute(insert(waits).values(**values))


def drop_wait(connection: Connection, account: int, variant: str, speed: Speed) -> bool:
    """Remove a person from a list; True if they were on it."""
    own = (waits.c.account == account, waits.c.variant == variant, waits.c.speed == speed)
    return connection.execute(delete(waits).where(*own)).rowcount == 1


def list_waiting(connection: Connection, variant: str, speed: Speed, now: datetime) -> list[StoredWait]:
    """The people who wait for a game, longest waiting first."""
    wanted = WAITS.select().where(waits.c.variant == variant, waits.c.speed == speed, waits.c.ends_at > now, IS_HERE)
    return WAITS.list(connection, wanted.order_by(waits.c.made_at, waits.c.id))


def list_own_waits(connection: Connection, account: int, now: datetime) -> list[StoredWait]:
    """The waiting lists that a person is on."""
    wanted = WAITS.select().where(waits.c.account == account, waits.c.ends_at > now)
    return WAITS.list(connection, wanted.order_by(waits.c.made_at, waits.c.id))


def count_waiting(connection: Connection, now: datetime) -> dict[tuple[str, Speed], int]:
    """The number of people waiting for each game that anyone waits for."""
    counted = select(waits.c.variant, waits.c.speed, func.count()).where(waits.c.ends_at > now, IS_HERE)
    rows = connection.execute(counted.group_by(waits.c.variant, waits.c.speed))
    return {(variant, Speed(speed)): number for variant, speed, number in rows}


def list_over(connection: Connection, now: datetime) -> list[StoredWait]:
    """People whose waiting time is over."""
    return WAITS.list(connection, WAITS.select().where(waits.c.ends_at <= now).limit(200))


@dataclass(frozen=True, slots=True)
class Chance:
    """An open game, and a person who waits for a similar one."""

    game: str
    title: str
    account: int


def list_chances(connection: Connection, now: datetime) -> list[Chance]:
    """Open games that strangers may join, each with the people who wait for such a game and have no part in it."""
    fits = and_(waits.c.variant == games.c.variant, waits.c.speed == games.c.speed, waits.c.ends_at > now)
    has_part = exists().where(members.c.game == games.c.id, members.c.account == waits.c.account)
    wanted = (
        select(games.c.id, games.c.title, waits.c.account)
        .join(waits, fits)
        .where(games.c.status == GameStatus.OPEN, games.c.kind == GameKind.HOSTED, ~games.c.is_private, ~has_part)
        .order_by(games.c.id, waits.c.made_at, waits.c.id)
    )
    return [Chance(*row) for row in connection.execute(wanted)]


@dataclass(frozen=True, slots=True)
class SeatWait:
    """A standby in a game that has not begun."""

    game: str
    title: str
    account: int
    left: int
    """How many players have left the game: each of them makes room once."""


def list_seat_waits(connection: Connection) -> list[SeatWait]:
    """The standbys, and people who ask to be one, in games that have not begun."""
    other = members.alias("player")
    left = (
        select(func.count())
        .where(other.c.game == games.c.id, other.c.role == Role.PLAYER, other.c.left_at.is_not(None))
        .correlate(games)
        .scalar_subquery()
    )
    wanted = (
        select(games.c.id, games.c.title, members.c.account, left)
        .join(members, members.c.game == games.c.id)
        .where(games.c.status == GameStatus.OPEN, members.c.left_at.is_(None))
        .where(members.c.role.in_((Role.STANDBY, Role.CANDIDATE)))
        .order_by(games.c.id, members.c.id)
    )
    return [SeatWait(*row) for row in connection.execute(wanted)]
