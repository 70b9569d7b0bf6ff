"""Actions of the game master on people: seats, civil disorder, game masters, letters to all."""

from collections.abc import Callable
from typing import Literal

from pydantic import Field

from legation.board import PowerId
from legation.game import SetDisorder
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.base.text_cleaning import clean_text
from legation.server.bots.levels import check_levels
from legation.server.game import member_storage as member_table
from legation.server.game.loaded_game import load_game
from legation.server.game.log_storage import ALL as EVERYBODY
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import change_seat
from legation.server.game.membership import Act
from legation.server.game.plans import drop_bot_plans
from legation.server.game.records import GameStatus, NamedMember, Role
from legation.server.game.seats import load_seats
from legation.server.game.terms import Level
from legation.server.games.joining import fill_seat
from legation.server.games.masters import make_master
from legation.server.gm.act import AccountId, ActContext, ActResponse, GmAct, PlannedAct, PowerName
from legation.server.judging.corrections import apply_corrections
from legation.server.judging.service import look_again
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.service import (
    notify_disorder,
    notify_kept,
    notify_offered,
    notify_replaced,
    notify_standby,
)
from legation.server.press import service as press
from legation.server.press.rooms import ALL, Reader

LONGEST_LINE = 300
"""Longer broadcasts are cut in the log; the letter has the whole text."""


class ChangeSeat(GmAct):
    """Give a power to a member or a bot, or leave it empty."""

    act: Literal["seat"]
    power: PowerName
    account: AccountId | None = None
    bot: Level | None = None

    def plan(self, context: ActContext) -> PlannedAct:
        """Word the new seat of the power."""
        context.need_running(GameStatus.OPEN, GameStatus.RUNNING, GameStatus.PAUSED)
        power = context.parse_power(self.power)
        name, level = context.name(power), self.bot
        if level is not None:
            check_levels(context.game.variant, [level])
            text = ENGLISH.fill("log.seat.bot", power=name, level=level.value)
            return _plan_seat(context, power, text, lambda: _seat_bot(context, power, level))
        if self.account is None:
            text = ENGLISH.fill("log.seat.empty", power=name)
            return _plan_seat(context, power, text, lambda: _clear_seat(context, power))
        member = _load_member(context, self.account)
        if member.role.is_gm and not context.game.terms.gm_plays:
            raise HttpRefusal(409, "gm_plays_not", field="account")
        key = "log.seat.anonymous" if context.game.terms.is_anonymous else "log.seat.player"
        text = ENGLISH.fill(key, power=name, player=member.name)
        return _plan_seat(context, power, text, lambda: _seat_player(context, power, member.account))


def _plan_seat(context: ActContext, power: PowerId, text: str, change: Callable[[], None]) -> PlannedAct:
    """Change the players of a power; the former players and the table are told."""

    def apply() -> None:
        connection, game = context.connection, context.game
        before = load_seats(connection, game.id)[power].players
        change()
        after = {player.account for player in load_seats(connection, game.id)[power].players}
        now = context.services.clock.now()
        line = add_log(connection, game.id, now, actor=context.account.name, act="seat", text=text, note=context.note)
        gone = [player for player in before if player.account not in after]
        notify_replaced(
            connection, context.services, game, power, gone, text=text, occasion=line, besides=context.account.id
        )

    return PlannedAct(text, apply, "members", writes_log=True)


def _seat_player(context: ActContext, power: PowerId, account: int) -> None:
    fill_seat(context.connection, context.services, context.game, account, power)
    _look_again(context)


def _vacate(context: ActContext, power: PowerId) -> None:
    if context.game.is_played(power):
        member_table.mark_given_up(context.connection, context.game.id, power)
    member_table.vacate_power(context.connection, context.game.id, power, context.services.clock.now())


def _seat_bot(context: ActContext, power: PowerId, level: Level) -> None:
    _vacate(context, power)
    change_seat(context.connection, context.game.id, power, bot=level.value, missed=0, is_offered=False)
    if power in context.game.state.position.in_disorder:
        changes = [SetDisorder(power, is_on=False)]
        apply_corrections(context.connection, context.services, context.game, changes, "a bot takes the seat")
    _look_again(context)


def _clear_seat(context: ActContext, power: PowerId) -> None:
    _vacate(context, power)
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
    """Offer a power to the standbys, or withdraw the offer."""

    act: Literal["offer"]
    power: PowerName
    on: bool = True

    def plan(self, context: ActContext) -> PlannedAct:
        """Refuse to offer a bot's power, and to withdraw an offer that does not exist."""
        context.need_running()
        power = context.parse_power(self.power)
        seat = load_seats(context.connection, context.game.id)[power]
        if seat.bot:
            raise HttpRefusal(409, "has_bot", field="power", power=context.name(power))
        if self.on:
            return PlannedAct(
                ENGLISH.fill("log.offered", power=context.name(power)), lambda: _offer(context, power), "members"
            )
        if not seat.is_offered:
            raise HttpRefusal(409, "no_change", case="not_offered", field="power", power=context.name(power))
        if not seat.players:
            raise HttpRefusal(409, "empty_seat", field="power", power=context.name(power))
        text = ENGLISH.fill("log.offer_withdrawn", power=context.name(power))
        return PlannedAct(text, lambda: _withdraw_offer(context, power), "members")


def _offer(context: ActContext, power: PowerId) -> ActResponse:
    change_seat(context.connection, context.game.id, power, is_offered=True)
    members = member_table.list_members(context.connection, context.game.id)
    told = notify_offered(
        context.connection,
        context.services,
        context.game,
        power,
        members,
        occasion=_make_occasion(context),
        besides=context.account.id,
    )
    return ActResponse(told=told)


def _withdraw_offer(context: ActContext, power: PowerId) -> None:
    change_seat(context.connection, context.game.id, power, is_offered=False)
    notify_kept(context.connection, context.services, context.game, power, occasion=_make_occasion(context))


def _make_occasion(context: ActContext) -> str:
    """Each action is its own occasion, even if it was used before in this turn."""
    return f"{context.services.clock.now().timestamp():.6f}"


class AdmitStandby(GmAct):
    """Admit someone as a standby, or end that."""

    act: Literal["admit"]
    account: AccountId
    on: bool = True

    def plan(self, context: ActContext) -> PlannedAct:
        """Allow only people who have asked to be admitted."""
        context.need_running(GameStatus.OPEN, GameStatus.RUNNING, GameStatus.PAUSED)
        member = _load_member(context, self.account)
        if member.role is not Role.CANDIDATE and (self.on or member.role is not Role.STANDBY):
            raise HttpRefusal(409, "no_change", case="no_candidate", field="account")
        # No one learns who could soon play which power; people who are refused will play none.
        is_hidden = context.game.terms.is_anonymous if self.on else not context.membership.sees_names
        name = ENGLISH.texts["log.somebody.at_all"] if is_hidden else member.name
        text = ENGLISH.fill("log.joined.standby" if self.on else "log.standby.refused_for_gm", name=name)
        return PlannedAct(text, lambda: self._apply(context, member, text), "members", writes_log=True)

    def _apply(self, context: ActContext, member: NamedMember, text: str) -> None:
        connection, game, now = context.connection, context.game, context.services.clock.now()
        member_table.leave_roles(connection, game.id, member.account, now, (Role.CANDIDATE, Role.STANDBY))
        if self.on:
            member_table.add_member(connection, game.id, member.account, Role.STANDBY, now)
            line = _log_admission(context, text, EVERYBODY)
        else:
            line = _log_admission(context, text, "gm")
            _log_admission(context, ENGLISH.texts["log.standby.refused"], f"account:{member.account}")
        notify_standby(
            connection, context.services, game, member, is_admitted=self.on, note=context.note, occasion=line
        )


def _log_admission(context: ActContext, text: str, audience: str) -> int:
    return add_log(
        context.connection,
        context.game.id,
        context.services.clock.now(),
        actor=context.account.name,
        act="admit",
        text=text,
        note=context.note,
        audience=audience,
    )


class SetCivilDisorder(GmAct):
    """Put a power into civil disorder, or end that."""

    act: Literal["disorder"]
    power: PowerName
    on: bool

    def plan(self, context: ActContext) -> PlannedAct:
        """Refuse a change to the present state."""
        context.need_running()
        power = context.parse_power(self.power)
        if self.on == (power in context.game.state.position.in_disorder):
            name = context.name(power)
            raise HttpRefusal(409, "no_change", case="in_disorder" if self.on else "not_in_disorder", power=name)
        text = ENGLISH.fill("log.disorder.on" if self.on else "log.disorder.off", power=context.name(power))

        def apply() -> None:
            note, change = context.note or "set by the game master", SetDisorder(power, is_on=self.on)
            apply_corrections(context.connection, context.services, context.game, [change], note)
            connection, game, now = context.connection, context.game, context.services.clock.now()
            line = add_log(
                connection, game.id, now, actor=context.account.name, act="disorder", text=text, note=context.note
            )
            notify_disorder(
                connection, context.services, game, power, text=text, occasion=line, note=context.note,
                besides=context.account.id,
            )  # fmt: skip

        return PlannedAct(text, apply, writes_log=True)


class HandOver(GmAct):
    """Make another member the game master."""

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
            make_master(context.connection, context.services, context.game, member.account)

        text = ENGLISH.fill("log.handed_over", name=member.name)
        return PlannedAct(text, apply, "members", tells=NoticeKind.MASTER)


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
        return PlannedAct(text, apply, "members", tells=NoticeKind.MASTER)


def _check_may_run(context: ActContext, member: NamedMember) -> None:
    """Refuse a game master who plays in the game, unless the terms allow it."""
    if member.role == Role.PLAYER and not context.game.terms.gm_plays:
        raise HttpRefusal(409, "plays", field="account")


def _drop_roles(context: ActContext, account: int) -> None:
    roles = (Role.GM, Role.CO_GM, Role.STANDBY, Role.CANDIDATE, Role.SPECTATOR)
    member_table.leave_roles(context.connection, context.game.id, account, context.services.clock.now(), roles)


class Broadcast(GmAct):
    """Write to everyone."""

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
            return ActResponse(message=press.describe_letter(message, context.membership, context.game.rules))

        shown = text if len(text) <= LONGEST_LINE else f"{text[: LONGEST_LINE - 3]}..."
        return PlannedAct(f"Broadcast to all: {shown}", apply)
