"""Acts of the desk that have to do with people: seats, civil disorder, who runs the game, letters to all."""

from collections.abc import Mapping
from typing import Any

from legation.board import PowerId
from legation.game import SetDisorder
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.base.text_cleaning import clean_text
from legation.server.game import member_storage as member_table
from legation.server.game.loaded_game import load_game
from legation.server.game.member_storage import change_seat
from legation.server.game.membership import Act
from legation.server.game.records import GameStatus, NamedMember, Role
from legation.server.game.seats import load_seats
from legation.server.game.terms import Level
from legation.server.games.joining import fill_seat
from legation.server.gm.act_context import ActContext, PlannedAct, missing
from legation.server.judging.corrections import apply_corrections
from legation.server.judging.service import look_again
from legation.server.notices.service import notify_offered
from legation.server.press import service as press
from legation.server.press.rooms import ALL, Reader


def seat(context: ActContext) -> PlannedAct:
    """Give a power to a member or a bot, or leave it empty."""
    context.need_running(GameStatus.OPEN, GameStatus.RUNNING, GameStatus.PAUSED)
    power, request = context.need_power(), context.request
    name = context.name(power)
    if request.bot is not None:
        level = _read_level(request.bot)
        text = ENGLISH.fill("log.seat.bot", power=name, level=level.value)
        return PlannedAct(text, lambda: _seat_bot(context, power, level), "members")
    if request.account is None:
        text = ENGLISH.fill("log.seat.empty", power=name)
        return PlannedAct(text, lambda: _clear_seat(context, power), "members")
    member = _load_member(context)
    account = member.account
    if member.role.is_gm and not context.game.terms.gm_plays:
        raise HttpRefusal(409, "gm_plays_not", "In this game the game master does not play.", "account")
    key = "log.seat.anonymous" if context.game.terms.is_anonymous else "log.seat.player"
    text = ENGLISH.fill(key, power=name, player=member.name)

    def apply() -> None:
        fill_seat(context.connection, context.services, context.game, account, power)
        _look(context)

    return PlannedAct(text, apply, "members")


def _read_level(text: str) -> Level:
    try:
        return Level(text)
    except ValueError:
        raise HttpRefusal(422, "bad_bot", f"There is no bot {text[:20]!r}.", "bot", tuple(Level)) from None


def _seat_bot(context: ActContext, power: PowerId, level: Level) -> None:
    member_table.vacate_power(context.connection, context.game.id, power, context.services.clock.now())
    change_seat(context.connection, context.game.id, power, bot=level.value, missed=0, is_offered=False)
    if power in context.game.state.position.in_disorder:
        changes = [SetDisorder(power, is_on=False)]
        apply_corrections(context.connection, context.services, context.game, changes, "a bot takes the seat")
    _look(context)


def _clear_seat(context: ActContext, power: PowerId) -> None:
    member_table.vacate_power(context.connection, context.game.id, power, context.services.clock.now())
    change_seat(context.connection, context.game.id, power, bot=None)
    _look(context)


def _look(context: ActContext) -> None:
    look_again(context.connection, context.services, load_game(context.connection, context.services, context.game.id))


def _load_member(context: ActContext) -> NamedMember:
    """The member whose account is meant."""
    if context.request.account is None:
        raise missing("account")
    found = [
        member
        for member in member_table.list_members(context.connection, context.game.id)
        if member.account == context.request.account
    ]
    if not found:
        message = "This account has no part in the game. Invite it first."
        raise HttpRefusal(404, "no_such_member", message, "account")
    return found[0]


def offer(context: ActContext) -> PlannedAct:
    """Offer a power to the standbys."""
    context.need_running()
    power = context.need_power()
    if load_seats(context.connection, context.game.id)[power].bot:
        raise HttpRefusal(409, "has_bot", f"{context.name(power)} is played by a bot.", "power")

    def apply() -> Mapping[str, Any]:
        change_seat(context.connection, context.game.id, power, is_offered=True)
        return {"told": notify_offered(context.connection, context.services, context.game, power)}

    return PlannedAct(ENGLISH.fill("log.offered", power=context.name(power)), apply, "members")


def set_disorder(context: ActContext) -> PlannedAct:
    """Put a power into civil disorder, or take it out."""
    context.need_running()
    power, is_on = context.need_power(), context.request.on
    if is_on is None:
        raise missing("on")
    if is_on == (power in context.game.state.position.in_disorder):
        raise HttpRefusal(
            409, "no_change", f"{context.name(power)} is {'' if is_on else 'not '}in civil disorder already."
        )
    text = ENGLISH.fill("log.disorder.on" if is_on else "log.disorder.off", power=context.name(power))

    def apply() -> None:
        note = context.request.note or "set by the game master"
        apply_corrections(context.connection, context.services, context.game, [SetDisorder(power, is_on=is_on)], note)

    return PlannedAct(text, apply)


def hand_over(context: ActContext) -> PlannedAct:
    """Another member runs the game from now on."""
    context.membership.need(Act.HOST)
    member = _load_member(context)
    _check_idle(context, member)
    if member.account == context.account.id:
        raise HttpRefusal(409, "no_change", "You run this game already.", "account")

    def apply() -> None:
        _drop_roles(context, member.account)
        _drop_roles(context, context.account.id)
        now = context.services.clock.now()
        member_table.add_member(context.connection, context.game.id, member.account, Role.GM, now)
        if context.membership.power is None:
            member_table.add_member(context.connection, context.game.id, context.account.id, Role.SPECTATOR, now)

    return PlannedAct(ENGLISH.fill("log.handed_over", name=member.name), apply, "members")


def set_co_gm(context: ActContext) -> PlannedAct:
    """A member helps to run the game, or does no more."""
    context.membership.need(Act.HOST)
    member, is_on = _load_member(context), context.request.on
    if is_on is None:
        raise missing("on")
    _check_idle(context, member)
    if member.role == Role.GM:
        raise HttpRefusal(409, "no_change", "The game master needs no help from the same account.", "account")

    def apply() -> None:
        _drop_roles(context, member.account)
        role = Role.CO_GM if is_on else Role.SPECTATOR
        if member.role != Role.PLAYER or is_on:
            now = context.services.clock.now()
            member_table.add_member(context.connection, context.game.id, member.account, role, now)

    text = ENGLISH.fill("log.co_gm.on" if is_on else "log.co_gm.off", name=member.name)
    return PlannedAct(text, apply, "members")


def _check_idle(context: ActContext, member: NamedMember) -> None:
    """Who runs a game does not play in it, unless the terms say so."""
    if member.role == Role.PLAYER and not context.game.terms.gm_plays:
        raise HttpRefusal(409, "plays", "In this game the game master does not play, and this member does.", "account")


def _drop_roles(context: ActContext, account: int) -> None:
    roles = (Role.GM, Role.CO_GM, Role.STANDBY, Role.SPECTATOR)
    member_table.leave_roles(context.connection, context.game.id, account, context.services.clock.now(), roles)


def broadcast(context: ActContext) -> PlannedAct:
    """Write to all."""
    if context.request.text is None:
        raise missing("text")
    text = clean_text(context.request.text, "text", longest=press.LONGEST)

    def apply() -> Mapping[str, Any]:
        message = press.post(
            context.connection,
            context.services,
            context.game,
            Reader(is_gm=True),
            key=ALL,
            account=context.account.id,
            text=text,
        )
        return {"message": press.describe_letter(message, context.membership)}

    return PlannedAct(f"Broadcast to all: {text}" if len(text) <= 300 else f"Broadcast to all: {text[:297]}...", apply)
