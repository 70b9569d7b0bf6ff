"""Seats: which power is held by whom."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from legation.server.store.tables import absences, accounts, members, seats


def add_seats(connection: Connection, game: str, powers: Iterable[str]) -> None:
    """The empty seats of a new game."""
    connection.execute(insert(seats), [{"game": game, "power": power} for power in powers])


def list_seats(connection: Connection, game: str) -> list[Row[Any]]:
    """The seats of a game."""
    return list(connection.execute(select(seats).where(seats.c.game == game).order_by(seats.c.power)))


def read_notes(connection: Connection, game: str, power: str) -> str:
    """The private notes of a power."""
    wanted = select(seats.c.notes).where(seats.c.game == game, seats.c.power == power)
    return str(connection.execute(wanted).scalar() or "")


def change_seat(connection: Connection, game: str, power: str, **values: object) -> None:
    """Change a seat."""
    connection.execute(update(seats).where(seats.c.game == game, seats.c.power == power).values(**values))


def list_own_memberships(connection: Connection, account: int, chosen: Iterable[str]) -> list[Row[Any]]:
    """The parts that an account has in some games now."""
    wanted = select(members).where(
        members.c.account == account, members.c.game.in_(tuple(chosen)), members.c.left_at.is_(None)
    )
    return list(connection.execute(wanted.order_by(members.c.id)))


def list_players(connection: Connection, game: str) -> list[Row[Any]]:
    """The players of a game with the names of their accounts, in the order in which they came."""
    wanted = (
        select(members, accounts.c.name, accounts.c.settings, accounts.c.email)
        .join(accounts, accounts.c.id == members.c.account)
        .where(members.c.game == game, members.c.role == "player", members.c.left_at.is_(None))
    )
    return list(connection.execute(wanted.order_by(members.c.id)))


def list_absences(connection: Connection, game: str, now: datetime) -> list[Row[Any]]:
    """Absences not yet over of the players of a game: excuses in it, and vacations."""
    wanted = (
        select(absences.c.begins_at, absences.c.ends_at, members.c.power, members.c.id, members.c.days_off)
        .join(members, members.c.account == absences.c.account)
        .where(
            members.c.game == game,
            members.c.role == "player",
            members.c.left_at.is_(None),
            absences.c.ends_at > now,
            (absences.c.game == game) | absences.c.game.is_(None),
        )
    )
    return list(connection.execute(wanted.order_by(absences.c.begins_at)))
