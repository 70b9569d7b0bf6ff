"""After an outage that covered a deadline, players get time to order: nothing is judged the moment it is over."""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from legation.render.words import ENGLISH, word_phase
from legation.server.base.services import Services
from legation.server.base.times import read_uptime, word_time
from legation.server.game.deadlines import compute_due_at, extend_after_outage
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, load_game
from legation.server.game.log_storage import add_log
from legation.server.game.plans import list_plans
from legation.server.game.seats import load_seats
from legation.server.game.storage import change_game, list_running, lock_game
from legation.server.judging.absences import excuse_absent, word_excused, write_excused
from legation.server.judging.heartbeat_storage import Heartbeat, lock_heartbeat, put_heartbeat
from legation.server.judging.service import CLOCK, list_handed, look_again
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.service import notify_table

OUTAGE = timedelta(minutes=10)
"""A shorter silence is a restart."""


class Heart:
    """The heartbeat of one process."""

    def __init__(self) -> None:
        self._last_beat: float | None = None
        """The uptime of the machine at the last beat."""

    def beat(self, services: Services) -> int:
        """Note that the worker is alive; returns how many games got time after an outage."""
        uptime = read_uptime()
        # A process that was alive all the time has seen no outage, whatever the clock says.
        was_alive = self._last_beat is not None and uptime - self._last_beat < OUTAGE.total_seconds()
        excused = beat(services, was_alive=was_alive)
        self._last_beat = uptime
        return excused


def beat(services: Services, *, was_alive: bool = False) -> int:
    """Note that the worker is alive. After an outage, first give time to the games whose deadline it covered.

    Returns how many games got time. One transaction does both, so that however many processes start, only one of them
    gives the time, and after a crash in between the next start gives it.
    """
    with services.store.write() as connection:
        now = services.clock.now()
        last = lock_heartbeat(connection, now)
        excused = _give_time(connection, services, last, now) if now - last > OUTAGE and not was_alive else 0
        put_heartbeat(connection, Heartbeat.WORKER, now)
    return excused


def _give_time(connection: Connection, services: Services, last: datetime, now: datetime) -> int:
    """Move the deadlines that fell into an outage."""
    excused = 0
    for head in list_running(connection, now):
        lock_game(connection, head.id)
        game = load_game(connection, services, head.id)
        if _was_covered(connection, game, last):
            _move_deadline(connection, services, game, last, now)
            excused += 1
    return excused


def _was_covered(connection: Connection, game: LoadedGame, last: datetime) -> bool:
    """True if orders are missing that could have come after the worker was last alive."""
    due_at = compute_due_at(game.row.deadline, game.terms, all_in_at=None)
    if due_at is None or due_at <= last:
        return False
    handed = list_handed(game, load_seats(connection, game.id), list_plans(connection, game.id, game.row.turn))
    return not all(what.is_in for what in handed.values())


def _move_deadline(connection: Connection, services: Services, game: LoadedGame, last: datetime, now: datetime) -> None:
    later, zone = extend_after_outage(game.terms.clock, now), game.terms.clock.zone
    excused = excuse_absent(connection, game, game.snapshot, later, now)
    write_excused(connection, game, game.row.turn, excused, now)
    change_game(connection, game.id, deadline=excused.deadline, version=game.row.version + 1)
    moved = load_game(connection, services, game.id)
    look_again(connection, services, moved)
    text = ENGLISH.fill(
        "log.outage",
        phase=word_phase(game.state.phase),
        before=word_time(last, zone),
        after=word_time(now, zone),
        time=word_time(later, zone),
    )
    if excused.moves:
        text = f"{text} {word_excused(game, excused)}"
    line = add_log(connection, game.id, now, actor=CLOCK, act="extend", text=text)
    add_event(connection, game.id, "all", "deadline", now)
    notify_table(connection, services, moved, NoticeKind.DEADLINE, text, occasion=line)
