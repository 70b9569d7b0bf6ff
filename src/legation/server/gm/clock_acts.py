"""Actions of the game master on the clock: deadlines, pauses, locks, judging, reminders."""

from datetime import timedelta
from typing import Literal

from pydantic import Field

from legation.render.words import ENGLISH, word_phase
from legation.server.base.refusals import HttpRefusal, forbidden
from legation.server.base.times import format_time, parse_time, word_hours, word_time
from legation.server.game.deadlines import extend_deadline
from legation.server.game.loaded_game import load_game
from legation.server.game.order_lines import describe_outcomes
from legation.server.game.plans import list_plans
from legation.server.game.records import GameStatus
from legation.server.game.seats import load_seats
from legation.server.game.storage import change_game
from legation.server.game.terms import MOST_HOURS
from legation.server.gm.act import ActContext, ActResponse, GmAct, PlannedAct, PowerName
from legation.server.judging.service import (
    Line,
    awaits_bots,
    dry_run,
    judge_game,
    list_handed,
    look_again,
    request_judgement,
)
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.preview import LetterPreview, preview_letters
from legation.server.notices.service import remind
from legation.server.pace.pausing import PausedBy, pause, plan_resumption, resume, word_pause
from legation.server.results.phase_results import describe_results

FARTHEST = timedelta(days=366)


class MoveDeadline(GmAct):
    """Set the deadline to a time."""

    act: Literal["deadline"]
    deadline: str = Field(max_length=40)

    def plan(self, context: ActContext) -> PlannedAct:
        """Check that the time is in the future."""
        context.need_running()
        now, deadline = context.services.clock.now(), parse_time(self.deadline, "deadline")
        if not now < deadline <= now + FARTHEST:
            raise HttpRefusal(422, "bad_deadline", field="deadline")
        before, after = word_time(context.game.row.deadline, context.zone), word_time(deadline, context.zone)
        text = ENGLISH.fill("log.deadline", phase=word_phase(context.game.state.phase), before=before, after=after)
        return PlannedAct(text, lambda: _change(context, deadline=deadline), "deadline", tells=NoticeKind.DEADLINE)


class ExtendDeadline(GmAct):
    """Move the deadline by some hours."""

    act: Literal["extend"]
    hours: int = Field(ge=1, le=MOST_HOURS)

    def plan(self, context: ActContext) -> PlannedAct:
        """Compute the new deadline."""
        context.need_running()
        deadline = context.game.row.deadline
        if deadline is None:
            raise HttpRefusal(409, "no_deadline")
        later = extend_deadline(deadline, self.hours, context.services.clock.now())
        text = ENGLISH.fill("log.extended", hours=word_hours(self.hours), time=word_time(later, context.zone))
        return PlannedAct(text, lambda: _change(context, deadline=later), "deadline", tells=NoticeKind.DEADLINE)


class PauseGame(GmAct):
    """Stop the clock, until a time or until someone starts it again."""

    act: Literal["pause"]
    until: str | None = Field(default=None, max_length=40)

    def plan(self, context: ActContext) -> PlannedAct:
        """Only a running game can be paused."""
        context.need_running(GameStatus.RUNNING)
        now = context.services.clock.now()
        until = parse_time(self.until, "until") if self.until is not None else None
        if until is not None and not now < until <= now + FARTHEST:
            raise HttpRefusal(422, "bad_deadline", field="until")

        def apply() -> ActResponse:
            pause(context.connection, context.services, context.game, PausedBy.GM, until)
            return ActResponse(deadline=format_time(context.game.row.deadline))

        return PlannedAct(word_pause(context.game, until), apply, "deadline", tells=NoticeKind.PAUSED)


class ResumeGame(GmAct):
    """Start the clock again, with the time that was left."""

    act: Literal["resume"]

    def plan(self, context: ActContext) -> PlannedAct:
        """Compute the deadline after the pause."""
        context.need_running(GameStatus.PAUSED)
        resumption = plan_resumption(context.connection, context.services, context.game)

        def apply() -> ActResponse:
            again = resume(context.connection, context.services, context.game, resumption)
            return ActResponse(deadline=format_time(again.row.deadline))

        return PlannedAct(resumption.text, apply, "deadline", tells=NoticeKind.RESUMED)


class LockOrders(GmAct):
    """Lock the orders until the phase is judged, or open them again."""

    act: Literal["lock"]
    locked: bool

    def plan(self, context: ActContext) -> PlannedAct:
        """Word the effect on the orders of the phase."""
        context.need_running()
        key = "log.locked" if self.locked else "log.unlocked"
        text = ENGLISH.fill(key, phase=word_phase(context.game.state.phase))
        return PlannedAct(text, lambda: _change(context, is_locked=self.locked))


def _change(context: ActContext, **values: object) -> ActResponse:
    change_game(context.connection, context.game.id, version=context.game.row.version + 1, **values)
    game = load_game(context.connection, context.services, context.game.id)
    look_again(context.connection, context.services, game)
    return ActResponse(deadline=format_time(game.row.deadline))


class JudgeNow(GmAct):
    """Judge the phase now, with the orders that are in; if bots have not ordered yet, as soon as they have."""

    act: Literal["advance"]

    def plan(self, context: ActContext) -> PlannedAct:
        """Name the phase that is judged."""
        context.need_running()
        text = ENGLISH.fill("log.judged_by_gm", phase=word_phase(context.game.state.phase))
        line = Line(context.account.name, "advance", text, context.note)

        def apply() -> ActResponse:
            if awaits_bots(context.connection, context.game):
                request_judgement(context.connection, context.services, context.game, line)
                return ActResponse(judging=True)
            record = judge_game(context.connection, context.services, context.game, line)
            return ActResponse(phase=str(record.after.phase), title=word_phase(record.after.phase))

        return PlannedAct(text, apply, writes_log=True)

    def may_show_letters(self, context: ActContext) -> bool:
        """E-mails contain results, so they would reveal orders; a dry run shows them too, and is logged."""
        return context.membership.sees_orders and context.membership.power is None


class DryRun(GmAct):
    """Judge the orders that are in, without storing anything. It shows everyone's orders, so it is logged."""

    act: Literal["dry-run"]

    def plan(self, context: ActContext) -> PlannedAct:
        """Allow it only for a game master who does not play."""
        context.need_running()
        if context.membership.power is not None:
            raise forbidden("dry_run")
        text = ENGLISH.fill("log.dry_run", phase=word_phase(context.game.state.phase))

        def apply() -> ActResponse:
            record = dry_run(context.connection, context.game)
            lines = describe_outcomes(context.game.variant.board, record, context.game.rulebook)
            results = describe_results(context.game.variant, context.game.rulebook, record, lines, None)
            return ActResponse(results=results, letters=_preview_judged(context))

        return PlannedAct(text, apply)


def _preview_judged(context: ActContext) -> list[LetterPreview] | None:
    """The e-mails that judging would send now; None if bots have not ordered yet."""
    connection, services, game = context.connection, context.services, context.game
    if awaits_bots(connection, game):
        return None
    return preview_letters(
        connection, game.id, lambda: judge_game(connection, services, game), sees_names=context.membership.sees_names
    )


class SendReminders(GmAct):
    """Remind players without orders, or those of one power."""

    act: Literal["remind"]
    power: PowerName | None = None

    def plan(self, context: ActContext) -> PlannedAct:
        """Find the powers without orders. The log names none: that is secret."""
        context.need_running()
        game = context.game
        handed = list_handed(
            game, load_seats(context.connection, game.id), list_plans(context.connection, game.id, game.row.turn)
        )
        idle = [power for power, what in handed.items() if not what.is_in]
        if self.power is not None:
            wanted = context.parse_power(self.power)
            idle = [power for power in idle if power == wanted]
        occasion = f"gm {context.services.clock.now():%Y-%m-%d %H}"

        def apply() -> ActResponse:
            return ActResponse(sent=remind(context.connection, context.services, game, idle, occasion))

        return PlannedAct("The game master sent reminders.", apply)
