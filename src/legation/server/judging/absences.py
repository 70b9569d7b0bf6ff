"""Deadlines and absent players: a deadline moves behind an absence as long as there are vacation days left."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import PhaseKind
from legation.render.words import ENGLISH
from legation.server.base.times import word_time
from legation.server.game.absence_storage import list_absences
from legation.server.game.deadlines import count_days, excuse_deadline
from legation.server.game.loaded_game import LoadedGame, Snapshot
from legation.server.game.member_storage import use_days
from legation.server.game.move_storage import Cause, NewMove, add_moves
from legation.server.game.records import PlayerAbsence


@dataclass(frozen=True, slots=True)
class Excused:
    """A deadline, and the moves by absences that led to it."""

    deadline: datetime
    moves: tuple[NewMove, ...]

    @property
    def powers(self) -> list[PowerId]:
        """The powers whose players are away."""
        return list(dict.fromkeys(move.power for move in self.moves if move.power))


def excuse_absent(
    connection: Connection, game: LoadedGame, opened: Snapshot, deadline: datetime, now: datetime
) -> Excused:
    """Move the deadline of a phase behind the absences of the players who are due, and count their vacation days.

    Nothing is stored yet. Absences are sorted by their beginnings, so one pass is enough: a deadline that has moved
    past one of them never falls into an earlier one again.
    """
    away = [absence for absence in list_absences(connection, game.id, now) if absence.power in opened.due]
    return excuse_for(game, opened.state.phase.kind, deadline, away)


def excuse_for(game: LoadedGame, kind: PhaseKind, deadline: datetime, away: Sequence[PlayerAbsence]) -> Excused:
    """Move a deadline behind some absences as far as each player's vacation days allow."""
    moves: list[NewMove] = []
    used: dict[int, int] = {}
    for absence in away:
        later = excuse_deadline(game.terms.clock, kind, deadline, [absence])
        days = count_days(deadline, later)
        total = used.get(absence.member, absence.days_off) + days
        if days and total <= game.terms.vacation_days:
            used[absence.member] = total
            moves.append(NewMove(Cause.ABSENCE, deadline, later, absence.power, absence.member, absence.id, days))
            deadline = later
    return Excused(deadline, tuple(moves))


def write_excused(connection: Connection, game: LoadedGame, turn: int, excused: Excused, now: datetime) -> None:
    """Store the moves, and the vacation days that they used."""
    add_moves(connection, game.id, turn, excused.moves, now)
    for move in excused.moves:
        assert move.member is not None
        use_days(connection, move.member, move.days)


def word_excused(game: LoadedGame, excused: Excused) -> str:
    """The line of the log: the absent powers, and the new deadline."""
    names = [game.variant.powers[power].name for power in excused.powers]
    time = word_time(excused.deadline, game.terms.clock.zone)
    return ENGLISH.count("log.excused", len(names), powers=ENGLISH.join_and(names), time=time)
