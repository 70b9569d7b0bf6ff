"""The automatic moves of a game's deadlines: by absences, votes, missing orders."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, delete, insert, update

from legation.board import PowerId
from legation.server.store.tables import deadline_moves as moves
from legation.server.store.values import values_of


class Cause(StrEnum):
    """Why a deadline moved."""

    ABSENCE = "absence"
    VOTE = "vote"
    MISSING = "missing"
    """Orders were missing, and the terms give more time."""


@dataclass(frozen=True, slots=True)
class NewMove:
    """A move of a deadline, not yet stored."""

    cause: Cause
    before: datetime
    after: datetime
    power: PowerId | None = None
    """The power whose absence or missing orders moved it."""
    member: int | None = None
    """For an absence: the member whose vacation days it used."""
    absence: int | None = None
    days: int = 0


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A stored move of a deadline."""

    id: int
    game: str
    turn: int
    cause: Cause
    power: PowerId | None
    member: int | None
    absence: int | None
    days: int
    before: datetime
    after: datetime


MOVES = values_of(StoredMove, moves)


def add_moves(connection: Connection, game: str, turn: int, added: Sequence[NewMove], now: datetime) -> None:
    """Store moves of a turn's deadline."""
    for move in added:
        connection.execute(
            insert(moves).values(
                game=game,
                turn=turn,
                cause=move.cause,
                power=move.power,
                member=move.member,
                absence=move.absence,
                days=move.days,
                before=move.before,
                after=move.after,
                at=now,
            )
        )


def list_moves(connection: Connection, game: str, turn: int) -> list[StoredMove]:
    """The moves of a turn's deadline, earliest first."""
    wanted = MOVES.select().where(moves.c.game == game, moves.c.turn == turn)
    return MOVES.list(connection, wanted.order_by(moves.c.id))


def list_moves_by(connection: Connection, game: str, cause: Cause) -> list[StoredMove]:
    """All moves in a game with one cause."""
    wanted = MOVES.select().where(moves.c.game == game, moves.c.cause == cause)
    return MOVES.list(connection, wanted.order_by(moves.c.id))


def list_moves_of_absence(connection: Connection, absence: int) -> list[StoredMove]:
    """The moves by an absence, in all games."""
    return MOVES.list(connection, MOVES.select().where(moves.c.absence == absence).order_by(moves.c.game))


def drop_moves(connection: Connection, dropped: Sequence[StoredMove]) -> None:
    """Remove some moves."""
    connection.execute(delete(moves).where(moves.c.id.in_([move.id for move in dropped])))


def forget_absence(connection: Connection, absence: int) -> None:
    """Remove the absence from the moves that stay after it was withdrawn."""
    connection.execute(update(moves).where(moves.c.absence == absence).values(absence=None))
