"""Which orders were in when a phase was judged: one mark for each player whose power had something to order."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, insert

from legation.board import PowerId
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.move_storage import Cause, list_moves_by
from legation.server.game.plans import Handed
from legation.server.game.seats import Seat
from legation.server.store.tables import attendance


class AttendanceMark(StrEnum):
    """Marks for a player's orders in a phase."""

    IN_TIME = "in_time"
    LATE = "late"
    """They came after an extension of the phase because of missing orders."""
    MISSED = "missed"
    EXCUSED = "excused"
    """None came, but the phase was judged before its deadline or had none."""


def choose_mark(*, is_in: bool, is_extended: bool, deadline: datetime | None, now: datetime) -> AttendanceMark:
    """The mark of a player for a phase that is judged now."""
    if is_in:
        return AttendanceMark.LATE if is_extended else AttendanceMark.IN_TIME
    return AttendanceMark.EXCUSED if deadline is None or now < deadline else AttendanceMark.MISSED


def note_attendance(
    connection: Connection,
    game: LoadedGame,
    seats: Mapping[PowerId, Seat],
    handed: Mapping[PowerId, Handed],
    *,
    entry: int,
    now: datetime,
) -> None:
    """Store who had given orders for the phase that an entry judged; games against bots have no such marks."""
    if game.row.is_solo:
        return
    moves = list_moves_by(connection, game.id, Cause.MISSING)
    extended = {move.power for move in moves if move.turn == game.row.turn}
    rows = []
    for power, what in handed.items():
        mark = choose_mark(is_in=what.is_in, is_extended=power in extended, deadline=game.row.deadline, now=now)
        players = seats[power].players if seats[power].has_player else ()
        rows += [
            {"game": game.id, "entry": entry, "account": player.account, "power": power, "mark": mark}
            for player in players
        ]
    if rows:
        connection.execute(insert(attendance), rows)
