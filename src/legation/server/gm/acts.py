"""Every action of the game master, and how it is executed: with one line in the log, known before it happens."""

from dataclasses import replace
from typing import Annotated, get_args

from pydantic import Field
from sqlalchemy import Connection

from legation.render.words import word_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_text
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, decode_game, load_game, load_locked_game
from legation.server.game.log_storage import add_log
from legation.server.game.membership import Act, Membership, open_game
from legation.server.gm.act import ActContext, ActResponse
from legation.server.gm.clock_acts import (
    DryRun,
    ExtendDeadline,
    JudgeNow,
    LockOrders,
    MoveDeadline,
    PauseGame,
    ResumeGame,
    SendReminders,
)
from legation.server.gm.game_acts import ChangeTerms, CorrectPosition, GoBack, StartGame
from legation.server.gm.people_acts import (
    AdmitStandby,
    Broadcast,
    ChangeSeat,
    HandOver,
    OfferSeat,
    SetCivilDisorder,
    SetCoGm,
)
from legation.server.identity.once import UNNUMBERED, Sending
from legation.server.identity.viewers import Viewer
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.preview import preview_letters
from legation.server.notices.service import notify_table

LONGEST_NOTE = 500
AnyAct = (
    MoveDeadline
    | ExtendDeadline
    | PauseGame
    | ResumeGame
    | LockOrders
    | JudgeNow
    | DryRun
    | SendReminders
    | ChangeSeat
    | OfferSeat
    | AdmitStandby
    | SetCivilDisorder
    | HandOver
    | SetCoGm
    | Broadcast
    | CorrectPosition
    | GoBack
    | ChangeTerms
    | StartGame
)
ActBody = Annotated[AnyAct, Field(discriminator="act")]
"""The body of a request: ``act`` names the action."""
ACTS: tuple[str, ...] = tuple(get_args(act.model_fields["act"].annotation)[0] for act in get_args(AnyAct))
"""The names of all actions."""


def run_act(
    services: Services, viewer: Viewer, game_id: str, act: AnyAct, sending: Sending = UNNUMBERED
) -> ActResponse:
    """Execute an action, once for each sending, with one line in the public log."""
    account = viewer.need_account()
    if isinstance(act, DryRun):  # it changes nothing, and its results are wanted each time
        sending = UNNUMBERED
    with services.store.read() as connection:
        known = sending.recall(connection, account.id)
    if known is not None:
        return ActResponse(log=known)
    _count(services, viewer, act)
    note, prepared = _prepare(services, viewer, game_id, act)
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        _check(game, membership, act)
        context = ActContext(connection, services, game, membership, account, note, prepared)
        done = apply_act(context, act)
        sending.note(connection, services.clock.now(), account.id, done.log)
    services.bell.ring()  # the action may have made the game due, or given a seat to a bot
    return done


def preview_act(
    services: Services, viewer: Viewer, game_id: str, act: AnyAct, *, with_letters: bool = False
) -> ActResponse:
    """The line that an action would add to the log, its result, and the e-mails that it would send."""
    note, prepared = _prepare(services, viewer, game_id, act)
    account = viewer.need_account()
    with services.store.read() as connection:
        game, membership = _open(connection, services, viewer, game_id, act)
        shown = act.preview(ActContext(connection, services, game, membership, account, note, prepared))
    if not with_letters:
        return shown
    _count(services, viewer, act)
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        _check(game, membership, act)
        context = ActContext(connection, services, game, membership, account, note, prepared)
        if not act.may_show_letters(context):
            return shown
        letters = preview_letters(
            connection, game.id, lambda: apply_act(context, act), sees_names=membership.sees_names
        )
    return replace(shown, letters=letters)


def _count(services: Services, viewer: Viewer, act: AnyAct) -> None:
    """A judgement is more work than other changes, even if only its e-mails are previewed."""
    if isinstance(act, JudgeNow):
        services.rates.take("judge_now", viewer.work_key, services.clock.now())


def _prepare(services: Services, viewer: Viewer, game_id: str, act: AnyAct) -> tuple[str, object]:
    """The note, and what the action computes before the game is locked."""
    viewer.need_account()
    note = clean_text(act.note, "note", longest=LONGEST_NOTE, may_be_empty=True)

    def count(phases: int) -> None:
        services.rates.take("replay", viewer.work_key, services.clock.now(), phases)

    with services.store.read() as connection:
        game, _ = _open(connection, services, viewer, game_id, act)
        work_out = act.prepare(connection, services, game, note, count)
    return note, work_out()


def apply_act(context: ActContext, act: AnyAct) -> ActResponse:
    """Execute an action in a locked game, log it, and notify everyone concerned."""
    connection, game = context.connection, context.game
    planned = act.plan(context)
    done = planned.apply() or ActResponse()
    now = context.services.clock.now()
    if not planned.writes_log:
        actor = context.account.name
        line = add_log(connection, game.id, now, actor=actor, act=act.act, text=planned.text, note=context.note)
        if planned.tells is not None:
            done = replace(done, told=_tell(context, planned.tells, planned.text, line))
    add_event(connection, game.id, "all", planned.event, now)
    return replace(done, log=planned.text)


def _open(
    connection: Connection, services: Services, viewer: Viewer, game_id: str, act: AnyAct
) -> tuple[LoadedGame, Membership]:
    row, membership = open_game(connection, game_id, viewer)
    game = decode_game(connection, services, row)
    _check(game, membership, act)
    return game, membership


def _check(game: LoadedGame, membership: Membership, act: AnyAct) -> None:
    """Refuse anyone except game masters, and an action that was shown for an earlier phase."""
    membership.need(Act.GM)
    if act.turn not in (None, game.row.turn):
        phase = word_phase(game.state.phase)
        raise HttpRefusal(409, "judged_already", case="next_has_begun", field="turn", phase=phase)


def _tell(context: ActContext, kind: NoticeKind, text: str, line: int) -> int:
    """Send the line of the log to everyone else at the table."""
    game = load_game(context.connection, context.services, context.game.id)
    return notify_table(
        context.connection,
        context.services,
        game,
        kind,
        text,
        occasion=line,
        note=context.note,
        besides=context.account.id,
    )
