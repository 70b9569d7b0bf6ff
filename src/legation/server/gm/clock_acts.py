"""Acts of the desk that have to do with time: deadlines, pauses, locks, judging."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from legation.game import PhaseKind
from legation.render.words import ENGLISH, word_phase
from legation.server.base.refusals import HttpRefusal, forbidden
from legation.server.base.times import format_time, parse_time, word_hours, word_time
from legation.server.game.deadlines import extend_deadline, own_hours, shift_deadline
from legation.server.game.loaded_game import load_game
from legation.server.game.plan_storage import list_plans
from legation.server.game.records import GameStatus
from legation.server.game.seats import load_seats
from legation.server.game.storage import change_game
from legation.server.game.terms import ClockKind, ClockTerms, Weekday
from legation.server.gm.act_context import ActContext, PlannedAct, missing
from legation.server.judging.service import Line, dry_run, judge_game, list_handed, look_again
from legation.server.notices.service import remind
from legation.server.orders.order_lines import describe_outcomes
from legation.server.results.service import describe_results

FARTHEST = timedelta(days=366)
MOST_HOURS = 24 * 120
DAYS = {
    Weekday.MON: "Mondays", Weekday.TUE: "Tuesdays", Weekday.WED: "Wednesdays", Weekday.THU: "Thursdays",
    Weekday.FRI: "Fridays", Weekday.SAT: "Saturdays", Weekday.SUN: "Sundays",
}  # fmt: skip


def move_deadline(context: ActContext) -> PlannedAct:
    """Set the deadline to a moment."""
    context.need_running()
    if context.request.deadline is None:
        raise missing("deadline")
    now, deadline = context.services.clock.now(), parse_time(context.request.deadline, "deadline")
    if not now < deadline <= now + FARTHEST:
        raise HttpRefusal(422, "bad_deadline", "A deadline lies ahead, and within a year.", "deadline")
    before, after = word_time(context.game.row.deadline, context.zone), word_time(deadline, context.zone)
    text = ENGLISH.fill("log.deadline", phase=word_phase(context.game.state.phase), before=before, after=after)
    return PlannedAct(text, lambda: _change(context, deadline=deadline), "deadline")


def extend(context: ActContext) -> PlannedAct:
    """Move the deadline by some hours."""
    context.need_running()
    hours, deadline = context.request.hours, context.game.row.deadline
    if hours is None or not 1 <= hours <= MOST_HOURS:
        raise HttpRefusal(422, "bad_hours", f"Expected 1 to {MOST_HOURS} hours.", "hours")
    if deadline is None:
        raise HttpRefusal(409, "no_deadline", "This phase has no deadline to extend.")
    later = extend_deadline(deadline, hours, context.services.clock.now())
    text = ENGLISH.fill("log.extended", hours=word_hours(hours), time=word_time(later, context.zone))
    return PlannedAct(text, lambda: _change(context, deadline=later), "deadline")


def pause(context: ActContext) -> PlannedAct:
    """Stop the clock."""
    context.need_running(GameStatus.RUNNING)
    now = context.services.clock.now()
    return PlannedAct(
        ENGLISH.texts["log.paused"],
        lambda: _change(context, status=GameStatus.PAUSED, paused_at=now, look_at=None),
        "deadline",
    )


def resume(context: ActContext) -> PlannedAct:
    """Let the clock go on with as much time as was left."""
    context.need_running(GameStatus.PAUSED)
    row, deadline = context.game.row, context.game.row.deadline
    if row.paused_at:
        clock, kind = context.game.terms.clock, context.game.state.phase.kind
        deadline = shift_deadline(clock, kind, deadline, row.paused_at, context.services.clock.now())
    key = "log.resumed.due" if deadline else "log.resumed.untimed"
    text = ENGLISH.fill(key, time=word_time(deadline, context.zone))
    return PlannedAct(
        text, lambda: _change(context, status=GameStatus.RUNNING, paused_at=None, deadline=deadline), "deadline"
    )


def lock(context: ActContext) -> PlannedAct:
    """Let no orders be changed until the phase is judged, or let them again."""
    context.need_running()
    if context.request.locked is None:
        raise missing("locked")
    is_locked = context.request.locked
    title = word_phase(context.game.state.phase)
    text = ENGLISH.fill("log.locked" if is_locked else "log.unlocked", phase=title)
    return PlannedAct(text, lambda: _change(context, is_locked=is_locked))


def _change(context: ActContext, **values: object) -> Mapping[str, Any]:
    change_game(context.connection, context.game.id, version=context.game.row.version + 1, **values)
    game = load_game(context.connection, context.services, context.game.id)
    look_again(context.connection, context.services, game)
    return {"deadline": format_time(game.row.deadline)}


def judge(context: ActContext) -> PlannedAct:
    """Judge the phase now, with what is in."""
    context.need_running()
    if context.request.phase not in (None, context.game.row.phase):
        raise HttpRefusal(409, "judged_already", f"{word_phase(context.game.state.phase)} has already begun.", "phase")
    text = ENGLISH.fill("log.judged_by_gm", phase=word_phase(context.game.state.phase))
    line = Line(context.account.name, "advance", text, context.request.note)

    def apply() -> Mapping[str, Any]:
        record = judge_game(context.connection, context.services, context.game, line)
        return {"phase": str(record.after.phase), "title": word_phase(record.after.phase)}

    return PlannedAct(text, apply, writes_log=True)


def try_out(context: ActContext) -> PlannedAct:
    """Judge with what is in, and keep nothing. It shows the orders of all, so it is logged."""
    context.need_running()
    if context.membership.power is not None:
        raise forbidden("A game master who plays sees no orders before they are judged.")
    text = ENGLISH.fill("log.dry_run", phase=word_phase(context.game.state.phase))

    def apply() -> Mapping[str, Any]:
        record = dry_run(context.connection, context.game)
        lines = describe_outcomes(context.game.variant.board, record, context.game.rulebook)
        return {"results": describe_results(context.game.variant, context.game.rulebook, record, lines, None)}

    return PlannedAct(text, apply)


def send_reminders(context: ActContext) -> PlannedAct:
    """Remind players without orders. The log names no one: who has not sent orders is secret."""
    context.need_running()
    game = context.game
    handed = list_handed(
        game, load_seats(context.connection, game.id), list_plans(context.connection, game.id, game.row.turn)
    )
    idle = [power for power, what in handed.items() if not what.is_in]
    if context.request.power is not None:
        idle = [power for power in idle if power == context.need_power()]
    occasion = f"gm {context.services.clock.now():%Y-%m-%d %H}"

    def apply() -> Mapping[str, Any]:
        return {"sent": remind(context.connection, context.services, game, idle, occasion)}

    return PlannedAct("The game master sent reminders.", apply)


def word_clock(clock: ClockTerms) -> str:
    """``Thursdays and Sundays at 20:00 (Europe/Berlin); retreats 2 days; builds 1 day.``"""
    if clock.kind is ClockKind.NONE:
        return "No clock: a phase is judged when all are ready, or by the game master."
    if clock.kind is ClockKind.WEEKDAYS:
        parts = [f"{_word_days(clock.weekdays)} at {clock.time} ({clock.zone})"]
    else:
        parts = [f"{word_hours(clock.hours)} a phase"]
    for name, kind, days in (
        ("retreats", PhaseKind.RETREATS, clock.retreat_weekdays),
        ("builds", PhaseKind.ADJUSTMENTS, clock.adjustment_weekdays),
    ):
        if hours := own_hours(clock, kind):
            parts.append(f"{name} {word_hours(hours)}")
        elif days and clock.kind is ClockKind.WEEKDAYS:
            parts.append(f"{name} on {_word_days(days)}")
    if clock.holidays:
        parts.append(f"nothing is due on {', '.join(text.replace('/', ' to ') for text in clock.holidays)}")
    if clock.grace_minutes:
        parts.append(f"{clock.grace_minutes} minutes of grace")
    return "; ".join(parts) + "."


def _word_days(weekdays: Sequence[Weekday]) -> str:
    days = [DAYS[day] for day in weekdays]
    return f"{', '.join(days[:-1])} and {days[-1]}" if len(days) > 1 else days[0]
