"""Acts of the desk that have to do with time: deadlines, pauses, locks, judging."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from legation.game import PhaseKind
from legation.render.words import word_phase
from legation.server.deadlines import extend_deadline, shift_deadline
from legation.server.deeds import Chair, Deed, missing
from legation.server.judging import Line, dry_run, judge_game, list_handed, look_again
from legation.server.loaded_game import load_game
from legation.server.moments import format_moment, parse_moment
from legation.server.notices import remind
from legation.server.order_lines import describe_outcomes
from legation.server.refusals import HttpRefusal, forbidden
from legation.server.results import describe_results
from legation.server.seats import load_seats
from legation.server.store.games import change_game
from legation.server.store.orders import list_plans
from legation.server.terms import ClockKind, ClockTerms
from legation.server.titles import word_hours, word_moment

FARTHEST = timedelta(days=366)
MOST_HOURS = 24 * 120
DAYS = {
    "mon": "Mondays", "tue": "Tuesdays", "wed": "Wednesdays", "thu": "Thursdays", "fri": "Fridays",
    "sat": "Saturdays", "sun": "Sundays",
}  # fmt: skip


def move_deadline(chair: Chair) -> Deed:
    """Set the deadline to a moment."""
    chair.need_running()
    if chair.wish.deadline is None:
        raise missing("deadline")
    now, deadline = chair.services.clock.now(), parse_moment(chair.wish.deadline, "deadline")
    if not now < deadline <= now + FARTHEST:
        raise HttpRefusal(422, "bad_deadline", "A deadline lies ahead, and within a year.", "deadline")
    before, after = word_moment(chair.game.row.deadline, chair.zone), word_moment(deadline, chair.zone)
    text = f"The deadline of {word_phase(chair.game.state.phase)} moves from {before} to {after}."
    return Deed(text, lambda: _change(chair, deadline=deadline), "deadline")


def extend(chair: Chair) -> Deed:
    """Move the deadline by some hours."""
    chair.need_running()
    hours, deadline = chair.wish.hours, chair.game.row.deadline
    if hours is None or not 1 <= hours <= MOST_HOURS:
        raise HttpRefusal(422, "bad_hours", f"Expected 1 to {MOST_HOURS} hours.", "hours")
    if deadline is None:
        raise HttpRefusal(409, "no_deadline", "This phase has no deadline to extend.")
    later = extend_deadline(deadline, hours, chair.services.clock.now())
    text = f"The deadline moves by {word_hours(hours)} to {word_moment(later, chair.zone)}."
    return Deed(text, lambda: _change(chair, deadline=later), "deadline")


def pause(chair: Chair) -> Deed:
    """Stop the clock."""
    chair.need_running("running")
    now = chair.services.clock.now()
    return Deed("The game is paused.", lambda: _change(chair, status="paused", paused_at=now, look_at=None), "deadline")


def resume(chair: Chair) -> Deed:
    """Let the clock go on with as much time as was left."""
    chair.need_running("paused")
    row, now = chair.game.row, chair.services.clock.now()
    deadline = shift_deadline(row.deadline, row.paused_at, now) if row.paused_at else row.deadline
    until = f" The deadline is {word_moment(deadline, chair.zone)}." if deadline else ""
    text = f"The game goes on.{until}"
    return Deed(text, lambda: _change(chair, status="running", paused_at=None, deadline=deadline), "deadline")


def lock(chair: Chair) -> Deed:
    """Let no orders be changed until the phase is judged, or let them again."""
    chair.need_running()
    if chair.wish.locked is None:
        raise missing("locked")
    is_locked = chair.wish.locked
    title = word_phase(chair.game.state.phase)
    text = f"{title}: orders are locked." if is_locked else f"{title}: orders are open again."
    return Deed(text, lambda: _change(chair, is_locked=is_locked))


def _change(chair: Chair, **values: object) -> Mapping[str, Any]:
    change_game(chair.connection, chair.game.id, version=chair.game.row.version + 1, **values)
    game = load_game(chair.connection, chair.services, chair.game.id)
    look_again(chair.connection, chair.services, game)
    return {"deadline": format_moment(game.row.deadline)}


def judge(chair: Chair) -> Deed:
    """Judge the phase now, with what is in."""
    chair.need_running()
    if chair.wish.phase not in (None, chair.game.row.phase):
        raise HttpRefusal(409, "judged_already", f"{word_phase(chair.game.state.phase)} has begun meanwhile.", "phase")
    text = f"{word_phase(chair.game.state.phase)}: judged by the game master."
    line = Line(chair.account.name, "advance", text, chair.wish.note)

    def apply() -> Mapping[str, Any]:
        record = judge_game(chair.connection, chair.services, chair.game, line)
        return {"phase": str(record.after.phase), "title": word_phase(record.after.phase)}

    return Deed(text, apply, writes_log=True)


def try_out(chair: Chair) -> Deed:
    """Judge with what is in, and keep nothing. It shows the orders of all, so it is logged."""
    chair.need_running()
    if chair.membership.power is not None:
        raise forbidden("A game master who plays sees no orders before they are judged.")
    text = f"Dry run of {word_phase(chair.game.state.phase)}: the game master saw how it would come out."

    def apply() -> Mapping[str, Any]:
        record = dry_run(chair.connection, chair.game)
        lines = describe_outcomes(chair.game.variant.board, record, chair.game.rulebook)
        return {"results": describe_results(chair.game.variant, chair.game.rulebook, record, lines, None)}

    return Deed(text, apply)


def send_reminders(chair: Chair) -> Deed:
    """Remind players who have nothing in. The log names nobody: who has sent no orders is nobody's business."""
    chair.need_running()
    game = chair.game
    handed = list_handed(
        game, load_seats(chair.connection, game.id), list_plans(chair.connection, game.id, game.row.turn)
    )
    idle = [power for power, what in handed.items() if not what.is_in]
    if chair.wish.power is not None:
        idle = [power for power in idle if power == chair.need_power()]
    occasion = f"gm {chair.services.clock.now():%Y-%m-%d %H}"

    def apply() -> Mapping[str, Any]:
        return {"sent": remind(chair.connection, chair.services, game, idle, occasion)}

    return Deed("The game master sent reminders.", apply)


def word_clock(clock: ClockTerms) -> str:
    """``Thursdays and Sundays at 20:00 (Europe/Berlin); retreats 2 days; builds 1 day.``"""
    if clock.kind is ClockKind.NONE:
        return "No clock: a phase is judged when all are ready, or by the game master."
    if clock.kind is ClockKind.WEEKDAYS:
        days = [DAYS[day] for day in clock.weekdays]
        joined = f"{', '.join(days[:-1])} and {days[-1]}" if len(days) > 1 else days[0]
        parts = [f"{joined} at {clock.time} ({clock.zone})"]
    else:
        parts = [f"{word_hours(clock.hours)} a phase"]
    for kind, hours in ((PhaseKind.RETREATS, clock.retreat_hours), (PhaseKind.ADJUSTMENTS, clock.adjustment_hours)):
        if hours:
            parts.append(f"{'retreats' if kind is PhaseKind.RETREATS else 'builds'} {word_hours(hours)}")
    if clock.grace_minutes:
        parts.append(f"{clock.grace_minutes} minutes of grace")
    return "; ".join(parts) + "."
