"""Actions scheduled by game masters for a time, or for when the phase has been judged. Each is executed once.

An action and the note of its execution are one transaction, under the lock of its game: however many processes check,
and wherever one is killed, it is executed once or not at all.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field, TypeAdapter
from sqlalchemy import Connection

from legation.errors import LegationError
from legation.render.words import ENGLISH, word_phase
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_text
from legation.server.base.times import format_time, parse_time, word_time
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, decode_game, load_game, load_locked_game
from legation.server.game.log_storage import add_log
from legation.server.game.membership import Act, Membership, load_membership, open_game
from legation.server.game.storage import claim_game, list_heads
from legation.server.gm import schedule_storage as store
from legation.server.gm.act import ActContext
from legation.server.gm.acts import LONGEST_NOTE, apply_act
from legation.server.gm.clock_acts import (
    FARTHEST,
    ExtendDeadline,
    JudgeNow,
    LockOrders,
    MoveDeadline,
    PauseGame,
    ResumeGame,
    SendReminders,
)
from legation.server.gm.game_acts import ChangeTerms, StartGame
from legation.server.gm.people_acts import Broadcast
from legation.server.gm.schedule_storage import ActState, StoredScheduledAct
from legation.server.identity.account_storage import find_account
from legation.server.identity.once import UNNUMBERED, Sending
from legation.server.identity.viewers import Account, Viewer
from legation.server.judging.service import CLOCK
from legation.server.notices.service import notify_masters

LaterAct = (
    MoveDeadline
    | ExtendDeadline
    | PauseGame
    | ResumeGame
    | LockOrders
    | JudgeNow
    | SendReminders
    | Broadcast
    | ChangeTerms
    | StartGame
)
LaterBody = Annotated[LaterAct, Field(discriminator="act")]
READER: TypeAdapter[LaterAct] = TypeAdapter(LaterBody)
OF_PHASE = (MoveDeadline, ExtendDeadline, LockOrders, JudgeNow)
"""Actions that are meant for one phase: they are dropped if another phase has begun by then."""
OF_HOST = (ChangeTerms, StartGame)
MOST = 30
SHOWN = 30
LATEST = timedelta(hours=1)
"""An action that is later than this, since the host was down, is no longer executed."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ScheduledAct:
    """A scheduled action, and its result."""

    id: int
    act: str
    text: str
    at: str | None
    """When it is executed; null: once its phase has been judged."""
    phase: str
    """The phase in which it was scheduled, in words."""
    by: str
    state: ActState
    problem: str


@dataclass(frozen=True, slots=True)
class Schedule:
    """The scheduled actions of a game, and the results of the last ones."""

    acts: list[ScheduledAct]


def list_schedule(services: Services, viewer: Viewer, game: str) -> Schedule:
    """The scheduled actions."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        membership.need(Act.GM)
        return _describe(connection, row.id)


def _describe(connection: Connection, game: str) -> Schedule:
    found = store.list_scheduled(connection, game, most=SHOWN)
    return Schedule([_describe_act(one) for one in found])


def _describe_act(one: StoredScheduledAct) -> ScheduledAct:
    act = READER.validate_json(one.body)
    return ScheduledAct(one.id, act.act, one.text, format_time(one.run_at), one.phase, one.name, one.state, one.problem)


def schedule_act(
    services: Services, viewer: Viewer, game_id: str, act: LaterAct, at: str | None, *, sending: Sending = UNNUMBERED
) -> Schedule:
    """Schedule an action for a time, or for when the phase has been judged, once for each sending; the log says so."""
    account = viewer.need_account()
    note = clean_text(act.note, "note", longest=LONGEST_NOTE, may_be_empty=True)
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.HOST if isinstance(act, OF_HOST) else Act.GM)
        if sending.recall(connection, account.id) is not None:
            return _describe(connection, game.id)
        now, phase = services.clock.now(), word_phase(game.state.phase)
        if act.turn not in (None, game.row.turn):
            raise HttpRefusal(409, "judged_already", case="next_has_begun", field="turn", phase=phase)
        run_at = _read_moment(game, at, now)
        _check_sequence(act, run_at)
        _check(ActContext(connection, services, game, membership, account, note), act)
        if store.count_waiting_acts(connection, game.id) >= MOST:
            raise HttpRefusal(409, "too_many", case="acts", most=MOST)
        what = word_act(game, act)
        body = act.model_copy(update={"turn": None, "note": note}).model_dump_json()
        store.add_scheduled(
            connection,
            game=game.id,
            account=account.id,
            turn=game.row.turn,
            phase=phase,
            body=body,
            text=what,
            run_at=run_at,
            made_at=now,
        )
        key = "log.scheduled.after" if run_at is None else "log.scheduled.at"
        text = ENGLISH.fill(key, what=what, phase=phase, time=word_time(run_at, game.terms.clock.zone))
        add_log(connection, game.id, now, actor=account.name, act="schedule", text=text, note=note)
        add_event(connection, game.id, "all", "gm", now)
        sending.note(connection, now, account.id, text)
        return _describe(connection, game.id)


def _read_moment(game: LoadedGame, at: str | None, now: datetime) -> datetime | None:
    if at is None:
        if not game.row.is_in_play:
            raise HttpRefusal(409, "not_running", case="at_this_stage")
        return None
    moment = parse_time(at, "at")
    if not now < moment <= now + FARTHEST:
        raise HttpRefusal(422, "bad_deadline", field="at")
    return moment


def _check_sequence(act: LaterAct, run_at: datetime | None) -> None:
    """Refuse an action whose own time would be over when it is executed."""
    if run_at is None:
        return
    if isinstance(act, MoveDeadline) and parse_time(act.deadline, "deadline") <= run_at:
        raise HttpRefusal(422, "before_act", field="deadline")
    if isinstance(act, PauseGame) and act.until is not None and parse_time(act.until, "until") <= run_at:
        raise HttpRefusal(422, "before_act", field="until")


def _check(context: ActContext, act: LaterAct) -> None:
    """Refuse what can never be done; what the game does not allow now may be allowed by then."""
    try:
        act.plan(context)
    except HttpRefusal as refusal:
        if refusal.status != 409:
            raise


def word_act(game: LoadedGame, act: LaterAct) -> str:
    """An action in a few words; the text of a letter stays secret until it is sent."""
    values: dict[str, str] = {"phase": word_phase(game.state.phase)}
    key: str = act.act
    if isinstance(act, MoveDeadline):
        values["time"] = word_time(parse_time(act.deadline, "deadline"), game.terms.clock.zone)
    elif isinstance(act, ExtendDeadline):
        values["hours"] = ENGLISH.count("scheduled.hours", act.hours)
    elif isinstance(act, LockOrders):
        key = "lock" if act.locked else "unlock"
    elif isinstance(act, ChangeTerms):
        values["terms"] = ENGLISH.join_and([name.replace("_", " ") for name in act.terms])
    return ENGLISH.fill(f"scheduled.act.{key}", **values)


def cancel_act(services: Services, viewer: Viewer, game_id: str, number: int) -> Schedule:
    """Cancel a scheduled action."""
    account = viewer.need_account()
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.GM)
        found = store.find_scheduled(connection, number)
        if found is None or found.game != game.id:
            raise not_found("act")
        if found.state is not ActState.WAITING:
            raise HttpRefusal(409, "act_over")
        now = services.clock.now()
        store.end_scheduled(connection, number, ActState.CANCELLED, now)
        text = ENGLISH.fill("log.scheduled.cancelled", what=found.text)
        add_log(connection, game.id, now, actor=account.name, act="schedule", text=text)
        add_event(connection, game.id, "all", "gm", now)
        return _describe(connection, game.id)


def run_scheduled(services: Services) -> int:
    """Execute every action whose time has come; returns how many were executed."""
    with services.store.read() as connection:
        due = store.list_due_acts(connection, services.clock.now())
    return sum(_run_one(services, number, game) for number, game in due)


def _run_one(services: Services, number: int, game_id: str) -> bool:
    try:
        is_done = _do(services, number, game_id)
    except (HttpRefusal, LegationError) as refusal:
        _drop(services, number, game_id, str(refusal))
        return False
    except Exception:  # it must not be retried every second, nor delay the others
        logger.exception("act %s of game %s could not be done", number, game_id)
        _drop(services, number, game_id, ENGLISH.texts["scheduled.problem.fault"])
        return False
    services.bell.ring()
    return is_done


def _do(services: Services, number: int, game_id: str) -> bool:
    """Execute an action, unless another process is doing so or it is over; raises if it is no longer possible."""
    with services.store.write() as connection:
        row = claim_game(connection, game_id)
        found = store.find_scheduled(connection, number) if row is not None else None
        if row is None or found is None or found.state is not ActState.WAITING:
            return False
        game = decode_game(connection, services, row)
        act, now = READER.validate_json(found.body), services.clock.now()
        _check_moment(connection, game, found, act, now)
        account = _load_account(connection, found.account, now)
        membership = load_membership(connection, row, Viewer(account))
        _check_master(membership, act)
        apply_act(ActContext(connection, services, game, membership, account, act.note), act)
        store.end_scheduled(connection, number, ActState.DONE, now)
        return True


def _check_moment(
    connection: Connection, game: LoadedGame, found: StoredScheduledAct, act: LaterAct, now: datetime
) -> None:
    """Refuse an action whose time has passed."""
    if found.run_at is None:
        judged = [head for head in list_heads(connection, game.id) if head.is_judged and head.made_at >= found.made_at]
        if not judged:
            raise HttpRefusal(409, "act_missed", case="went_back", phase=found.phase)
    elif now - found.run_at > LATEST:
        raise HttpRefusal(409, "act_missed", case="too_late", time=word_time(found.run_at, game.terms.clock.zone))
    elif isinstance(act, OF_PHASE) and game.row.turn != found.turn:
        raise HttpRefusal(409, "act_missed", case="other_phase", phase=found.phase)


def _load_account(connection: Connection, number: int, now: datetime) -> Account:
    stored = find_account(connection, number)
    if stored is None or stored.is_closed or stored.is_banned(now):
        raise HttpRefusal(409, "act_missed", case="no_master")
    return Account(stored.id, stored.name, stored.email, stored.is_guest, stored.is_admin, stored.settings)


def _check_master(membership: Membership, act: LaterAct) -> None:
    if (Act.HOST if isinstance(act, OF_HOST) else Act.GM) not in membership.acts:
        raise HttpRefusal(409, "act_missed", case="no_master")


def _drop(services: Services, number: int, game_id: str, problem: str) -> None:
    """Store that an action was not executed; the log and an e-mail to the game masters say why."""
    with services.store.write() as connection:
        row = claim_game(connection, game_id)
        found = store.find_scheduled(connection, number) if row is not None else None
        if row is None or found is None or found.state is not ActState.WAITING:
            return
        now = services.clock.now()
        store.end_scheduled(connection, number, ActState.DROPPED, now, problem)
        text = ENGLISH.fill("log.scheduled.dropped", what=found.text, problem=problem)
        add_log(connection, game_id, now, actor=CLOCK, act="schedule", text=text)
        add_event(connection, game_id, "all", "gm", now)
        notify_masters(connection, services, load_game(connection, services, game_id), text)
