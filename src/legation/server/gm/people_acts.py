"""Acts of the game master on people: seats, civil disorder, who runs the game, letters to all."""

from typing import Literal

from pydantic import Field

from legation.board import PowerId
from legation.game import SetDisorder
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.base.text_cleaning import clean_text
from legation.server.game import member_storage as member_table
from legation.server.game.loaded_game import load_game
from legation.server.game.member_storage import change_seat
from legation.server.game.membership import Act
from legation.server.game.plan_storage import drop_bot_plans
from legation.server.game.records import GameStatus, NamedMember, Role
from legation.server.game.seats import load_seats
from legation.server.game.terms import Level
from legation.server.games.joining import fill_seat
from legation.server.gm.act import AccountId, ActContext, ActResponse, GmAct, PlannedAct, PowerName
from legation.server.judging.corrections import apply_corrections
from legation.server.judging.service import look_again
from legation.server.notices.service import notify_offered
from legation.server.press import service as press
from legation.server.press.rooms import ALL, Reader

LONGEST_LINE = 300
"""Longer broadcasts are cut off in the log; the letter has all of it."""


class ChangeSeat(GmAct):
    """Give a power to a member or a bot, or leave it empty."""

    act: Literal["seat"]
    power: PowerName
    account: AccountId | None = None
    bot: Level | None = None

    def plan(self, context: ActContext) -> PlannedAct:
        """Word who plays the power from now on."""
        context.need_running(GameStatus.OPEN, GameStatus.RUNNING, GameStatus.PAUSED)
        power = context.parse_power(self.power)
        name, level = context.name(power), self.bot
        if level is not None:
            text = ENGLISH.fill("log.seat.bot", power=name, level=level.value)
            return PlannedAct(text, lambda: _seat_bot(context, power, level), "members")
        if self.account is None:
            text = ENGLISH.fill("log.seat.empty", power=name)
            return PlannedAct(text, lambda: _clear_seat(context, power), "members")
        member = _load_member(context, self.account)
        if member.role.is_gm and not context.game.terms.gm_plays:
            raise HttpRefusal(409, "gm_plays_not", field="account")
        key = "log.seat.anonymous" if context.game.terms.is_anonymous else "log.seat.player"
        text = ENGLISH.fill(key, power=name, player=member.name)
        return PlannedAct(text, lambda: _seat_player(context, power, member.account), "members")


def _seat_player(context: ActContext, power: PowerId, account: int) -> None:
    fill_seat(context.connection, context.services, context.game, account, power)
    _look_again(context)


def _seat_bot(context: ActContext, power: PowerId, level: Level) -> None:
    member_table.vacate_power(context.connection, context.game.id, power, context.services.clock.now())
    change_seat(context.connection, context.game.id, power, bot=level.value, missed=0, is_offered=False)
    if power in context.game.state.position.in_disorder:
        changes = [SetDisorder(power, is_on=False)]
        apply_corrections(context.connection, context.services, context.game, changes, "a bot takes the seat")
    _look_again(context)


def _clear_seat(context: ActContext, power: PowerId) -> None:
    member_table.vacate_power(context.connection, context.game.id, power, context.services.clock.now())
    change_seat(context.connection, context.game.id, power, bot=None)
    drop_bot_plans(context.connection, context.game.id, context.game.row.turn, power)
    _look_again(context)


def _look_again(context: ActContext) -> None:
    look_again(context.connection, context.services, load_game(context.connection, context.services, context.game.id))


def _load_member(context: ActContext, account: int) -> NamedMember:
    """The member with an account."""
    for member in member_table.list_members(context.connection, context.game.id):
        if member.account == account:
            return member
    raise HttpRefusal(404, "no_such_member", field="account")


class OfferSeat(GmAct):
    """Offer a power to the standbys."""

    act: Literal["offer"]
    power: PowerName

    def plan(self, context: ActContext) -> PlannedAct:
        """A bot's power cannot be offered."""
        context.need_running()
        power = context.parse_power(self.power)
        if load_seats(context.connection, context.game.id)[power].bot:
            raise HttpRefusal(409, "has_bot", field="power", power=context.name(power))

        def apply() -> ActResponse:
            change_seat(context.connection, context.game.id, power, is_offered=True)
            members = member_table.list_members(context.connection, context.game.id)
            told = notify_offered(context.connection, context.services, context.game, power, members)
            return ActResponse(told=told)

        return PlannedAct(ENGLISH.fill("log.offered", power=context.name(power)), apply, "members")


class SetCivilDisorder(GmAct):
    """Put a power into civil disorder, or take it out."""

    act: Literal["disorder"]
    power: PowerName
    on: bool

    def plan(self, context: ActContext) -> PlannedAct:
        """Refuse what is so already."""
        context.need_running()
        power = context.parse_power(self.power)
        if self.on == (power in context.game.state.position.in_disorder):
            name = context.name(power)
            raise HttpRefusal(409, "no_change", case="in_disorder" if self.on else "not_in_disorder", power=name)
        text = ENGLISH.fill("log.disorder.on" if self.on else "log.disorder.off", power=context.name(power))

        def apply() -> None:
            note, change = context.note or "set by the game master", SetDisorder(power, is_on=self.on)
            apply_corrections(context.connection, context.services, context.game, [change], note)

        return PlannedAct(text, apply)


class HandOver(GmAct):
    """Another member runs the game from now on."""

    act: Literal["hand-over"]
    account: AccountId

    def plan(self, context: ActContext) -> PlannedAct:
        """Find the member, who must not play unless the terms allow it."""
        context.membership.need(Act.HOST)
        member = _load_member(context, self.account)
        _check_may_run(context, member)
        if member.account == context.account.id:
            raise HttpRefusal(409, "no_change", case="game_master", field="account")

        def apply() -> None:
            _drop_roles(context, member.account)
            _drop_roles(context, context.account.id)
            now = context.services.clock.now()
            member_table.add_member(context.connection, context.game.id, member.account, Role.GM, now)
            if context.membership.power is None:
                member_table.add_member(context.connection, context.game.id, context.account.id, Role.SPECTATOR, now)

        return PlannedAct(ENGLISH.fill("log.handed_over", name=member.name), apply, "members")


class SetCoGm(GmAct):
    """Make a member a second game master, or end that."""

    act: Literal["co-gm"]
    account: AccountId
    on: bool

    def plan(self, context: ActContext) -> PlannedAct:
        """Find the member, who must not play unless the terms allow it."""
        context.membership.need(Act.HOST)
        member = _load_member(context, self.account)
        _check_may_run(context, member)
        if member.role == Role.GM:
            raise HttpRefusal(409, "no_change", case="co_gm", field="account")

        def apply() -> None:
            _drop_roles(context, member.account)
            role = Role.CO_GM if self.on else Role.SPECTATOR
            if member.role != Role.PLAYER or self.on:
                now = context.services.clock.now()
                member_table.add_member(context.connection, context.game.id, member.account, role, now)

        text = ENGLISH.fill("log.co_gm.on" if self.on else "log.co_gm.off", name=member.name)
        return PlannedAct(text, apply, "members")


def _check_may_run(context: ActContext, member: NamedMember) -> None:
    """Who runs a game does not play in it, unless the terms say so."""
    if member.role == Role.PLAYER and not context.game.terms.gm_plays:
        raise HttpRefusal(409, "plays", field="account")


def _drop_roles(context: ActContext, account: int) -> None:
    roles = (Role.GM, Role.CO_GM, Role.STANDBY, Role.SPECTATOR)
    member_table.leave_roles(context.connection, context.game.id, account, context.services.clock.now(), roles)


class Broadcast(GmAct):
    """Write to all."""

    act: Literal["broadcast"]
    text: str = Field(max_length=20_000)

    def plan(self, context: ActContext) -> PlannedAct:
        """Clean the text."""
        text = clean_text(self.text, "text", longest=press.LONGEST)

        def apply() -> ActResponse:
            message = press.post(
                context.connection,
                context.services,
                context.game,
                Reader(is_gm=True),
                key=ALL,
                account=context.account.id,
                text=text,
            )
            return ActResponse(message=press.describe_letter(message, context.membership))

        shown = text if len(text) <= LONGEST_LINE else f"{text[: LONGEST_LINE - 3]}..."
        return PlannedAct(f"Broadcast to all: {shown}", apply)
