"""The effect of an absence on the deadline of a running phase, and of withdrawing it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection

from legation.board import PowerId
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import format_time, word_time
from legation.server.game.absence_storage import StoredAbsence, list_absences, remove_absence
from legation.server.game.deadlines import LEAST, count_days, excuse_deadline, fit_calendar
from legation.server.game.loaded_game import LoadedGame, decode_game
from legation.server.game.member_storage import find_member, use_days
from legation.server.game.move_storage import (
    Cause,
    NewMove,
    StoredMove,
    add_moves,
    drop_moves,
    forget_absence,
    list_moves,
    list_moves_of_absence,
)
from legation.server.game.plans import find_plan, handed_of
from legation.server.game.records import PlayerAbsence, Role, StoredMember
from legation.server.game.storage import lock_game
from legation.server.judging.absences import excuse_for, word_excused, write_excused
from legation.server.pace.moving import move_deadline


class Outcome(StrEnum):
    """The effect of an absence on the running phase of a game."""

    MOVED = "moved"
    UNTOUCHED = "untouched"
    """The deadline does not fall into it, or there is none. Later deadlines move when their phases begin."""
    NOT_DUE = "not_due"
    """The player has nothing to order in this phase, or is ready."""
    PAUSED = "paused"
    """The absence takes effect when the game continues."""
    PASSED = "passed"
    """The deadline has passed; the phase waits for late orders."""
    TOO_LONG = "too_long"
    """It takes more vacation days than the player has left."""


@dataclass(frozen=True, slots=True)
class AbsenceEffect:
    """The effect of an absence in one game: on the deadline, and on the player's vacation days."""

    game: str
    title: str
    outcome: Outcome
    deadline: str | None
    days_used: int
    days_needed: int
    """More than used if the player has too few days left."""
    days_left: int
    text: str


def apply_absence(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    own: StoredMember,
    absence: StoredAbsence,
    *,
    name: str,
) -> AbsenceEffect:
    """Move the deadline of a locked game behind the absence of one of its players, if the terms allow it."""
    now, deadline = services.clock.now(), game.row.deadline
    outcome = _find_hindrance(connection, game, own, now)
    needed = 0
    if outcome is None and deadline is not None:
        away = PlayerAbsence(absence.begins_at, absence.ends_at, absence.id, own.power, own.id, own.days_off)
        needed = count_days(deadline, excuse_deadline(game.terms.clock, game.state.phase.kind, deadline, [absence]))
        excused = excuse_for(game, game.state.phase.kind, deadline, [away])
        outcome = Outcome.UNTOUCHED if not needed else Outcome.MOVED if excused.moves else Outcome.TOO_LONG
        if outcome is Outcome.MOVED:
            deadline = excused.deadline
            actor = _name_actor(game, own.power, name)
            write_excused(connection, game, game.row.turn, excused, now)
            move_deadline(connection, services, game, deadline, word_excused(game, excused), actor=actor, act="excuse")
    used = needed if outcome is Outcome.MOVED else 0
    left = max(0, game.terms.vacation_days - own.days_off - used)
    outcome = outcome or Outcome.UNTOUCHED
    text = _word_effect(game, outcome, deadline, needed=needed, left=left)
    return AbsenceEffect(game.id, game.row.title, outcome, format_time(deadline), used, needed, left, text)


def _find_hindrance(connection: Connection, game: LoadedGame, own: StoredMember, now: datetime) -> Outcome | None:
    """Why an absence moves nothing in this phase, whatever its dates."""
    row = game.row
    if row.is_in_play and not row.is_running:
        return Outcome.PAUSED
    if row.deadline is None or not row.is_running or own.power is None:
        return Outcome.UNTOUCHED
    plan = find_plan(connection, game.id, row.turn, own.power)
    if own.power not in game.due or handed_of(plan).is_ready:
        return Outcome.NOT_DUE
    return Outcome.PASSED if row.deadline <= now else None


def _word_effect(game: LoadedGame, outcome: Outcome, deadline: datetime | None, *, needed: int, left: int) -> str:
    time = word_time(deadline, game.terms.clock.zone)
    return ENGLISH.fill(f"absence.effect.{outcome.value}", time=time, needed=needed, left=left)


def take_back_absence(connection: Connection, services: Services, absence: int, name: str) -> None:
    """Remove an absence. Deadlines that it moved go back if that is still sensible, and the days are free again."""
    for game_id in dict.fromkeys(move.game for move in list_moves_of_absence(connection, absence)):
        row = lock_game(connection, game_id)
        if row is not None and row.is_in_play:
            _give_back(connection, services, decode_game(connection, services, row), absence, name)
    forget_absence(connection, absence)
    remove_absence(connection, absence)


def _give_back(connection: Connection, services: Services, game: LoadedGame, absence: int, name: str) -> None:
    """Move the deadline of a phase back to where it would be without an absence.

    It stays if it was moved for another reason since, or if the earlier deadline has passed: others have planned with
    it. Everyone has at least half a day's notice.
    """
    deadline, now = game.row.deadline, game.row.paused_at or services.clock.now()
    chain = _list_chain(connection, game)
    own = next((move for move in chain if move.absence == absence), None)
    if own is None or deadline is None or chain[-1].after != deadline:
        return
    kept = _replay(connection, game, chain, besides=absence)
    plain = kept[-1].after if kept else chain[0].before
    earlier = plain if plain >= now + LEAST else fit_calendar(game.terms.clock, game.state.phase.kind, now + LEAST)
    if plain <= now or earlier >= deadline:
        return
    drop_moves(connection, chain)
    if kept:
        kept[-1] = replace(kept[-1], after=earlier)
    add_moves(connection, game.id, game.row.turn, kept, services.clock.now())
    _settle_days(connection, chain, kept, own, count_days(plain, earlier))
    assert own.power is not None
    text = ENGLISH.fill(
        "log.excused.back",
        power=game.variant.powers[own.power].name,
        time=word_time(earlier, game.terms.clock.zone),
    )
    actor = _name_actor(game, own.power, name)
    move_deadline(connection, services, game, earlier, text, actor=actor, act="excuse")


def _list_chain(connection: Connection, game: LoadedGame) -> list[StoredMove]:
    """The moves by absences at the end of a turn's moves, each starting where the previous one ended."""
    chain: list[StoredMove] = []
    for move in list_moves(connection, game.id, game.row.turn):
        follows = bool(chain) and chain[-1].after == move.before
        chain = [*chain, move] if follows else [move]
        if move.cause is not Cause.ABSENCE or move.absence is None:
            chain = []
    return chain


def _replay(connection: Connection, game: LoadedGame, chain: Sequence[StoredMove], *, besides: int) -> list[NewMove]:
    """The moves of a chain without one absence; no other player pays more days than before."""
    known = {one.id: one for one in list_absences(connection, game.id, chain[0].before)}
    spans = [(known[move.absence], move) for move in chain if move.absence in known and move.absence != besides]
    deadline, kept = chain[0].before, []
    for away, move in sorted(spans, key=lambda pair: (pair[0].begins_at, pair[0].id)):
        later = excuse_deadline(game.terms.clock, game.state.phase.kind, deadline, [away])
        if later > deadline:
            days = min(move.days, count_days(deadline, later))
            kept.append(NewMove(move.cause, deadline, later, move.power, move.member, move.absence, days))
            deadline = later
    return kept


def _settle_days(
    connection: Connection, before: Sequence[StoredMove], after: Sequence[NewMove], own: StoredMove, notice: int
) -> None:
    """Give days back; a player who withdraws an absence pays for the notice that the others get."""
    stay = {move.absence: move.days for move in after} | {own.absence: min(own.days, notice)}
    for move in before:
        if move.member is not None:
            use_days(connection, move.member, stay.get(move.absence, 0) - move.days)


def get_player(connection: Connection, game: str, account: int) -> StoredMember:
    """The membership of a player in a game."""
    own = find_member(connection, game, account, Role.PLAYER)
    assert own is not None
    return own


def refuse_too_long(effect: AbsenceEffect) -> None:
    """Refuse an absence that takes more days than there are left."""
    if effect.outcome is Outcome.TOO_LONG:
        number, left = effect.days_needed, effect.days_left
        raise HttpRefusal(409, "no_days_left", case="one" if number == 1 else "many", number=number, left=left)


def _name_actor(game: LoadedGame, power: PowerId | None, name: str) -> str:
    """The name of a player as actor in the log."""
    return power if game.terms.is_anonymous and power else name
