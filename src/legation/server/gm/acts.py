"""The game master's desk: who is in, and every act that can be done there."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import list_fact_kinds
from legation.render.words import ENGLISH, word_phase
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_text
from legation.server.base.times import format_time
from legation.server.bots.service import prepare_bots
from legation.server.game.deadlines import State
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, decode_game, load_locked_game
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import list_members
from legation.server.game.membership import Act, Membership, open_game
from legation.server.game.plan_storage import list_plans
from legation.server.game.plans import handed_of, texts_of
from legation.server.game.records import GameStatus, NamedMember, Role, StoredPlan
from legation.server.game.seats import Seat, load_seats
from legation.server.game.terms import list_changed, merge_terms
from legation.server.games.changing import change_terms, word_changed_terms
from legation.server.games.invitations import list_invitations
from legation.server.gm import clock_acts as gm_clock
from legation.server.gm import people_acts as gm_people
from legation.server.gm.act_context import ActContext, ActRequest, PlannedAct, missing
from legation.server.gm.clock_acts import word_clock
from legation.server.identity.viewers import Viewer
from legation.server.judging.corrections import apply_corrections, read_corrections, word_corrections
from legation.server.judging.rewind import apply_rewind, plan_rewind, word_rewind
from legation.server.votes.service import describe_votes

LONGEST_NOTE = 500


def correct(context: ActContext) -> PlannedAct:
    """Correct the position."""
    context.need_running()
    if not context.request.changes:
        raise missing("changes")
    if not context.request.note:
        raise HttpRefusal(422, "note_needed", "A correction needs a note that says why.", "note")
    corrections = read_corrections(context.game, context.request.changes)
    phase, facts = word_phase(context.game.state.phase), word_corrections(corrections)
    text = ENGLISH.fill("log.corrected", phase=phase, facts=facts)
    return PlannedAct(text, lambda: _set(context, corrections), "judged")


def _set(context: ActContext, corrections: list[Any]) -> None:
    apply_corrections(context.connection, context.services, context.game, corrections, context.request.note)


def go_back(context: ActContext) -> PlannedAct:
    """Go back to a phase, correct it, and judge it again."""
    context.need_running(GameStatus.RUNNING, GameStatus.PAUSED, GameStatus.ENDED)
    request = context.request
    if request.phase is None:
        raise missing("phase")
    if request.changes and not request.note:
        raise HttpRefusal(422, "note_needed", "A correction needs a note that says why.", "note")
    rewind = plan_rewind(
        context.connection, context.game, request.phase, request.changes or (), note=request.note, replay=request.replay
    )

    def apply() -> Mapping[str, Any]:
        apply_rewind(context.connection, context.services, context.game, rewind, request.note)
        return {"phase": str(rewind.state.shown_phase), "title": word_phase(rewind.state.shown_phase)}

    return PlannedAct(word_rewind(context.game, rewind), apply)


def settle_terms(context: ActContext) -> PlannedAct:
    """Change the terms."""
    context.membership.need(Act.HOST)
    changes = context.request.terms
    if changes is None:
        raise missing("terms")
    changed = list_changed(
        context.game.terms, merge_terms(context.game.terms, dict(changes), context.game.variant.powers)
    )
    if not changed:
        raise HttpRefusal(409, "no_change", "These are the terms already.", "terms")
    text = word_changed_terms(changed)

    def apply() -> None:
        change_terms(
            context.connection,
            context.services,
            context.game,
            dict(changes),
            actor=context.account.name,
            note=context.request.note,
        )

    return PlannedAct(text, apply, writes_log=True)


ACTS: Mapping[str, Callable[[ActContext], PlannedAct]] = {
    "deadline": gm_clock.move_deadline,
    "extend": gm_clock.extend,
    "pause": gm_clock.pause,
    "resume": gm_clock.resume,
    "lock": gm_clock.lock,
    "advance": gm_clock.judge,
    "dry-run": gm_clock.try_out,
    "remind": gm_clock.send_reminders,
    "seat": gm_people.seat,
    "offer": gm_people.offer,
    "disorder": gm_people.set_disorder,
    "hand-over": gm_people.hand_over,
    "co-gm": gm_people.set_co_gm,
    "broadcast": gm_people.broadcast,
    "correct": correct,
    "back": go_back,
    "terms": settle_terms,
}


def run_act(
    services: Services, viewer: Viewer, game_id: str, act: str, request: ActRequest, *, is_preview: bool = False
) -> dict[str, Any]:
    """Run an act, with one line in the public log; or only show that line."""
    if act not in ACTS:
        raise not_found("act")
    account = viewer.need_account()
    note = clean_text(request.note, "note", longest=LONGEST_NOTE, may_be_empty=True)
    if act == "advance" and not is_preview:
        _prepare(services, viewer, game_id)
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.DESK)
        context = ActContext(connection, services, game, membership, account, replace(request, note=note))
        planned = ACTS[act](context)
        if is_preview:
            return {"log": planned.text}
        done = planned.apply() or {}
        now = services.clock.now()
        if not planned.writes_log:
            add_log(connection, game.id, now, actor=account.name, act=act, text=planned.text, note=note)
        add_event(connection, game.id, "all", planned.event, now)
        return {"log": planned.text, **done}


def _prepare(services: Services, viewer: Viewer, game: str) -> None:
    """Let the bots order before the game is locked: on a giant board that takes a while."""
    with services.store.read() as connection:
        _, membership = open_game(connection, game, viewer)
        membership.need(Act.DESK)
    prepare_bots(services, game)


def read_desk(services: Services, viewer: Viewer, game: str) -> dict[str, Any]:
    """Who has handed in orders, and what they are if the terms let the game master see."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        membership.need(Act.DESK)
        return _describe(connection, services, decode_game(connection, services, row), membership)


def _describe(connection: Connection, services: Services, game: LoadedGame, membership: Membership) -> dict[str, Any]:
    row, members = game.row, list_members(connection, game.id)
    seats, plans = load_seats(connection, game.id), list_plans(connection, game.id, row.turn)
    seen = {member.account: member.last_seen_at for member in members}
    votes = describe_votes(game, membership)
    desk: dict[str, Any] = {
        "powers": [
            describe_seat(game, seats[power], plans.get(power), membership, seen=seen) for power in game.variant.powers
        ],
        "deadline": format_time(row.deadline),
        "clock_text": word_clock(game.terms.clock),
        "is_locked": row.is_locked,
        "paused_at": format_time(row.paused_at),
        "standbys": [_describe_member(member, membership) for member in members if member.role == Role.STANDBY],
        "members": [_describe_member(member, membership) for member in members],
        "invitations": list_invitations(connection, services, game.id),
        "proposals": votes.proposals,
        "counted_in": votes.counted_in,
        "acts": list(ACTS),
        "facts": list_fact_kinds(game.rulebook),
    }
    if membership.sees_orders:
        desk["orders"] = {power: list(texts_of(plan)) for power, plan in plans.items()}
    return desk


def describe_seat(
    game: LoadedGame, seat: Seat, plan: StoredPlan | None, membership: Membership, *, seen: Mapping[int, Any]
) -> dict[str, Any]:
    """A line of the desk: whether a power's orders are in, since when, and who plays it."""
    moments = [seen[player.account] for player in seat.players if seen.get(player.account)]
    plays_too = membership.power is not None
    return {
        "power": seat.power,
        "players": list(seat.names) if membership.sees_names else [],
        "bot": seat.bot,
        "kind": seat.kind,
        "is_offered": seat.is_offered,
        "state": _state_of(game, seat, plan),
        "at": format_time(plan.saved_at) if plan is not None else None,
        # A receipt stands for the orders: of few units one could find out which, by trying all.
        "receipt": plan.receipt if plan is not None and not plays_too else None,
        "seen_at": format_time(max(moments)) if moments and not plays_too else None,
        "missed": seat.missed,
    }


def _state_of(game: LoadedGame, seat: Seat, plan: StoredPlan | None) -> str:
    power: PowerId = seat.power
    if power in game.state.position.in_disorder:
        return "disorder"
    if power not in game.due:
        return "not_due"
    state = handed_of(plan, is_bot=bool(seat.bot)).state
    return "in" if seat.bot and state is not State.NOTHING else state.value


def _describe_member(member: NamedMember, membership: Membership) -> dict[str, Any]:
    """A member; where the game master plays in an anonymous game, without the power."""
    hides = member.role == Role.PLAYER and not membership.sees_names
    return {
        "id": member.account,
        "name": None if hides else member.name,
        "role": member.role,
        "power": member.power,
    }
