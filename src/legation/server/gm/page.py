"""The game master's page: the state of the orders, the clock, the members, links and votes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import FactKind, PhaseKind, list_fact_kinds
from legation.server.base.services import Services
from legation.server.base.times import format_time, word_hours
from legation.server.game.deadlines import own_hours
from legation.server.game.loaded_game import LoadedGame, decode_game
from legation.server.game.member_storage import list_members
from legation.server.game.membership import Act, Membership, open_game
from legation.server.game.plans import State, handed_of, list_plans, texts_of
from legation.server.game.records import NamedMember, Role, StoredPlan
from legation.server.game.seats import Seat, SeatKind, load_seats
from legation.server.game.terms import ClockKind, ClockTerms, Level, Weekday
from legation.server.games.invitations import OpenInvitation, list_invitations
from legation.server.gm.acts import ACTS
from legation.server.identity.viewers import Viewer
from legation.server.votes.service import ProposalFacts, describe_votes

OrdersState = Literal["nothing", "saved", "confirmed", "in", "disorder", "not_due"]
"""What a power has sent; ``in``: a bot has chosen its orders."""
DAYS = {
    Weekday.MON: "Mondays", Weekday.TUE: "Tuesdays", Weekday.WED: "Wednesdays", Weekday.THU: "Thursdays",
    Weekday.FRI: "Fridays", Weekday.SAT: "Saturdays", Weekday.SUN: "Sundays",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PowerStatus:
    """A power: whether its orders are in, since when, and its players."""

    power: PowerId
    players: list[str]
    bot: Level | None
    kind: SeatKind
    is_offered: bool
    state: OrdersState
    at: str | None
    """When its orders were last saved."""
    receipt: str | None
    seen_at: str | None
    """When one of its players was last active."""
    missed: int
    """Phases in a row without orders."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the game; without name and power if the game master may not know who plays which power."""

    id: int
    name: str | None
    role: Role
    power: PowerId | None


@dataclass(frozen=True, slots=True)
class GmPage:
    """The game master's page."""

    powers: list[PowerStatus]
    deadline: str | None
    clock_text: str
    is_locked: bool
    paused_at: str | None
    standbys: list[Member]
    candidates: list[Member]
    """People who ask to be standbys."""
    members: list[Member]
    invitations: list[OpenInvitation]
    proposals: list[ProposalFacts]
    counted_in: str
    """When votes are counted."""
    acts: list[str]
    facts: list[FactKind]
    """What can be corrected in this game."""
    orders: dict[PowerId, list[str]] | None
    """The orders saved so far, if the terms let this game master see them."""


def read_gm_page(services: Services, viewer: Viewer, game: str) -> GmPage:
    """The state of the orders, and the orders themselves if the terms let the game master see them."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        membership.need(Act.GM)
        return _describe(connection, services, decode_game(connection, services, row), membership)


def _describe(connection: Connection, services: Services, game: LoadedGame, membership: Membership) -> GmPage:
    row, members = game.row, list_members(connection, game.id)
    seats, plans = load_seats(connection, game.id), list_plans(connection, game.id, row.turn)
    seen = {member.account: member.last_seen_at for member in members}
    votes = describe_votes(connection, game, membership)
    orders = {PowerId(power): list(texts_of(plan)) for power, plan in plans.items()}
    return GmPage(
        powers=[
            _describe_power(game, seats[power], plans.get(power), membership, seen=seen) for power in game.variant.seats
        ],
        deadline=format_time(row.deadline),
        clock_text=word_clock(game.terms.clock),
        is_locked=row.is_locked,
        paused_at=format_time(row.paused_at),
        standbys=[_describe_member(member, membership) for member in members if member.role == Role.STANDBY],
        candidates=[_describe_member(member, membership) for member in members if member.role == Role.CANDIDATE],
        members=[_describe_member(member, membership) for member in members],
        invitations=list_invitations(connection, services, game.id),
        proposals=votes.proposals,
        counted_in=votes.counted_in,
        acts=list(ACTS),
        facts=list_fact_kinds(game.rulebook),
        orders=orders if membership.sees_orders else None,
    )


def _describe_power(
    game: LoadedGame,
    seat: Seat,
    plan: StoredPlan | None,
    membership: Membership,
    *,
    seen: Mapping[int, datetime | None],
) -> PowerStatus:
    times = [at for player in seat.players if (at := seen.get(player.account))]
    plays_too = membership.power is not None
    return PowerStatus(
        power=seat.power,
        players=list(seat.names) if membership.sees_names else [],
        bot=seat.bot,
        kind=seat.kind,
        is_offered=seat.is_offered,
        state=_describe_orders(game, seat, plan),
        at=format_time(plan.saved_at) if plan is not None else None,
        # A receipt identifies the orders: if a power has few units, trying all orders would reveal them.
        receipt=plan.receipt if plan is not None and not plays_too else None,
        seen_at=format_time(max(times)) if times and not plays_too else None,
        missed=seat.missed,
    )


def _describe_orders(game: LoadedGame, seat: Seat, plan: StoredPlan | None) -> OrdersState:
    if seat.power in game.state.position.in_disorder:
        return "disorder"
    if seat.power not in game.due:
        return "not_due"
    state = handed_of(plan, is_bot=bool(seat.bot)).state
    return "in" if seat.bot and state is not State.NOTHING else state.value


def _describe_member(member: NamedMember, membership: Membership) -> Member:
    """Describe a member. If the game master plays in an anonymous game, no one is named who plays or may soon play.

    It does not show who plays which power either: the page of another game would connect the account to its name.
    """
    is_hidden = not membership.sees_names and member.role in (Role.PLAYER, Role.STANDBY, Role.CANDIDATE)
    if is_hidden:
        return Member(member.account, None, member.role, None)
    return Member(member.account, member.name, member.role, member.power)


def word_clock(clock: ClockTerms) -> str:
    """``Thursdays and Sundays at 20:00 (Europe/Berlin); retreats 2 days; builds 1 day.``"""
    if clock.kind is ClockKind.NONE:
        return "No deadlines: a phase is judged when everyone is ready, or when the game master judges it."
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
