"""Missing orders when the deadline passes: the powers that are waited for, and the time that the terms give."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from legation.board import PowerId
from legation.render.words import ENGLISH
from legation.server.base.services import Services
from legation.server.base.times import format_time, word_hours, word_time
from legation.server.game.deadlines import compute_due_at, extend_on_calendar, is_late
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, load_game
from legation.server.game.log_storage import add_log
from legation.server.game.move_storage import Cause, NewMove, add_moves, list_moves_by
from legation.server.game.plans import Handed, State
from legation.server.game.records import StoredPlan
from legation.server.game.seats import Seat
from legation.server.game.storage import change_game
from legation.server.game.terms import ExtendFor
from legation.server.judging.absences import excuse_absent, word_excused, write_excused
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.service import notify_table

QUIET = timedelta(minutes=10)
"""Pages save with every change: unconfirmed late orders count as in when they have not changed for this long."""


@dataclass(frozen=True, slots=True)
class Lateness:
    """The deadline has passed, and the phase still waits for orders."""

    powers: int
    """The number of powers that it waits for."""
    names: list[PowerId] | None
    """Their names, if the terms or the viewer's role allow it."""
    until: str | None
    """When the phase is judged at the latest; null: when the game master decides."""
    text: str


def list_missing(game: LoadedGame, seats: Mapping[PowerId, Seat], handed: Mapping[PowerId, Handed]) -> list[PowerId]:
    """The powers with players that have sent no orders. An empty seat cannot be waited for."""
    return [power for power in game.due if seats[power].has_player and not handed[power].is_in]


def find_all_in(
    game: LoadedGame,
    seats: Mapping[PowerId, Seat],
    handed: Mapping[PowerId, Handed],
    plans: Mapping[PowerId, StoredPlan],
) -> datetime | None:
    """From when all orders count as in; None while some are missing or there is no deadline."""
    deadline = found = game.row.deadline
    if deadline is None or found is None:
        return None
    for power in game.due:
        if game.terms.missing.waits and not (seats[power].has_player or seats[power].bot):
            continue
        what, plan = handed[power], plans.get(power)
        if not what.is_in:
            return None
        if what.state is State.SAVED and not what.is_ready and plan is not None and plan.saved_at > deadline:
            found = max(found, plan.saved_at + QUIET)
    return found


def list_extended_for(connection: Connection, game: LoadedGame, missing: Sequence[PowerId]) -> list[PowerId]:
    """The powers without orders for which the phase is extended once more."""
    terms = game.terms.missing
    if not terms.extend_hours or not missing:
        return []
    moves = list_moves_by(connection, game.id, Cause.MISSING)
    if terms.extend_for is ExtendFor.GAME:
        return list(missing) if len({(move.turn, move.after) for move in moves}) < terms.extend_times else []
    used = Counter(move.power for move in moves)
    return [power for power in missing if used[power] < terms.extend_times]


def extend_for_missing(
    connection: Connection, services: Services, game: LoadedGame, powers: Sequence[PowerId], missing: Sequence[PowerId]
) -> LoadedGame:
    """Extend a phase because orders are missing; returns the game afterwards.

    All are told, but the powers are named only if the terms say so.
    """
    deadline, now, terms = game.row.deadline, services.clock.now(), game.terms
    assert deadline is not None
    hours = terms.missing.extend_hours
    # The clock checks some seconds after the deadline, or after the grace time; after an outage it counts from now.
    is_prompt = now - deadline < timedelta(hours=hours) / 2
    later = extend_on_calendar(terms.clock, deadline, hours, deadline if is_prompt else now)
    turn = game.row.turn
    add_moves(connection, game.id, turn, [NewMove(Cause.MISSING, deadline, later, power) for power in powers], now)
    excused = excuse_absent(connection, game, game.snapshot, later, now)
    write_excused(connection, game, turn, excused, now)
    change_game(connection, game.id, deadline=excused.deadline, version=game.row.version + 1)
    moved = load_game(connection, services, game.id)
    time = word_time(later, terms.clock.zone)
    text = f"{_word_missing(game, missing)} {ENGLISH.fill('log.extended', hours=word_hours(hours), time=time)}"
    if excused.moves:
        text = f"{text} {word_excused(game, excused)}"
    line = add_log(connection, game.id, now, actor="clock", act="extend", text=text)
    add_event(connection, game.id, "all", "deadline", now)
    notify_table(connection, services, moved, NoticeKind.DEADLINE, text, occasion=line)
    return moved


def _word_missing(game: LoadedGame, missing: Sequence[PowerId]) -> str:
    if not game.terms.missing.names_missing:
        return ENGLISH.count("log.missing", len(missing))
    names = [game.variant.powers[power].name for power in missing]
    return ENGLISH.fill("log.missing.named", powers=ENGLISH.join_and(names))


def describe_lateness(
    game: LoadedGame, missing: Sequence[PowerId], now: datetime, *, sees_names: bool
) -> Lateness | None:
    """The powers for which a phase after its deadline waits."""
    if not game.row.is_running or game.row.is_solo or not is_late(game.row.deadline, now) or not missing:
        return None
    # In mere grace time, the number of missing orders is secret.
    if not sees_names and not game.terms.missing.waits:
        return None
    until = compute_due_at(game.row.deadline, game.terms, all_in_at=None)
    is_named = sees_names or game.terms.missing.names_missing
    names = [game.variant.powers[power].name for power in missing]
    text = ENGLISH.count("late.waits", len(missing))
    if is_named:
        text = ENGLISH.fill("late.named", powers=ENGLISH.join_and(names))
    if until is not None:
        text = f"{text} {ENGLISH.fill('late.until', time=word_time(until, game.terms.clock.zone))}"
    return Lateness(len(missing), list(missing) if is_named else None, format_time(until), text)
