"""Votes for more time in the database: one row for each wish of a power in a turn."""

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from legation.board import PowerId
from legation.server.store.tables import time_votes


def put_vote(connection: Connection, game: str, turn: int, subject: str, power: str, *, now: datetime) -> bool:
    """Store a power's vote; False if it has already voted so in this turn."""
    if power in list_votes(connection, game, turn, subject):
        return False
    connection.execute(insert(time_votes).values(game=game, turn=turn, subject=subject, power=power, at=now))
    return True


def drop_vote(connection: Connection, game: str, turn: int, subject: str, power: str) -> bool:
    """Withdraw a power's vote; False if it had none."""
    wanted = _of_subject(game, turn, subject) & (time_votes.c.power == power)
    return connection.execute(delete(time_votes).where(wanted)).rowcount > 0


def drop_votes(connection: Connection, game: str, turn: int, subject: str) -> None:
    """Remove the votes on a subject: it was carried, or no longer makes sense."""
    connection.execute(delete(time_votes).where(_of_subject(game, turn, subject)))


def list_votes(connection: Connection, game: str, turn: int, subject: str) -> list[PowerId]:
    """The powers that want something in a turn, earliest first."""
    wanted = select(time_votes.c.power).where(_of_subject(game, turn, subject))
    return [PowerId(power) for power in connection.execute(wanted.order_by(time_votes.c.at)).scalars()]


def _of_subject(game: str, turn: int, subject: str) -> ColumnElement[bool]:
    return (time_votes.c.game == game) & (time_votes.c.turn == turn) & (time_votes.c.subject == subject)
