"""Joining and leaving a game, as a player, a standby or a spectator."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import SetDisorder
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal, forbidden
from legation.server.base.services import Services
from legation.server.game import member_storage as store
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, load_game, load_locked_game
from legation.server.game.log_storage import ALL, add_log
from legation.server.game.member_storage import change_seat
from legation.server.game.membership import Membership, load_membership
from legation.server.game.plans import drop_bot_plans, find_plan
from legation.server.game.records import Author, Role
from legation.server.game.seats import Seat, load_seats
from legation.server.game.terms import Seating, StandbyAdmission, StandbySeats
from legation.server.games.game_page import GamePage, describe_game
from legation.server.identity.viewers import Account, Viewer
from legation.server.judging.corrections import apply_corrections
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.service import (
    notify_candidate,
    notify_offered,
    notify_replaced,
    notify_seated,
    notify_table,
)

ASIDE = (Role.STANDBY, Role.CANDIDATE, Role.SPECTATOR)
"""Roles that end when someone gets another part in the game."""
MOST_STANDBYS = 50
MOST_SPECTATORS = 500


@dataclass(frozen=True, slots=True)
class Part:
    """The role and power that a person asks for."""

    role: Role = Role.PLAYER
    power: str | None = None
    wishes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Left:
    """The viewer has left a game."""

    left: bool


def join(services: Services, viewer: Viewer, game_id: str, part: Part) -> GamePage:
    """Join a game, change a choice before it begins, or take an offered seat."""
    account = viewer.need_account()
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        if part.role is Role.SPECTATOR and not game.terms.spectators.allowed:
            raise forbidden("no_spectators")
        return admit(connection, services, game, account, part, membership=membership)


def admit(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    account: Account,
    part: Part,
    *,
    membership: Membership | None,
    is_invited: bool = False,
) -> GamePage:
    """Give an account its part in a locked game; returns the game as that account now sees it."""
    if game.row.is_solo or game.row.is_over:
        raise HttpRefusal(409, "closed")
    if account.is_guest:
        raise HttpRefusal(403, "claim_first", case="join")
    roles = membership.roles if membership else ()
    if part.role is Role.PLAYER:
        _admit_player(connection, services, game, account, part, roles=roles, is_invited=is_invited)
    else:
        _admit_other(connection, services, game, account, part.role, roles=roles, is_invited=is_invited)
    add_event(connection, game.id, "all", "members", services.clock.now())
    now = load_game(connection, services, game.id)
    viewer = Viewer(account)
    return describe_game(connection, services, now, load_membership(connection, now.row, viewer))


def _admit_player(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    account: Account,
    part: Part,
    *,
    roles: Sequence[Role],
    is_invited: bool,
) -> None:
    if (Role.GM in roles or Role.CO_GM in roles) and not game.terms.gm_plays:
        raise HttpRefusal(409, "gm_plays_not")
    power = game.variant.parse_power(part.power) if part.power else None
    wishes = tuple(game.variant.parse_power(wish) for wish in part.wishes)
    if game.row.is_open:
        _sign_on(connection, services, game, account, power=power, wishes=wishes)
    elif power is None:
        raise HttpRefusal(409, "begun", case="join")
    elif Role.STANDBY not in roles and not is_invited:
        raise forbidden("standbys_only")
    elif Role.PLAYER in roles:
        raise HttpRefusal(409, "plays_already")
    elif game.terms.standbys.seats is StandbySeats.GM and not is_invited:
        raise forbidden("gm_chooses")
    else:
        take_seat(connection, services, game, account, power)


def _sign_on(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    account: Account,
    *,
    power: PowerId | None,
    wishes: tuple[PowerId, ...],
) -> None:
    """Before the game begins: join as a player, or choose again."""
    now, seats = services.clock.now(), load_seats(connection, game.id)
    own = store.find_member(connection, game.id, account.id, Role.PLAYER)
    if game.terms.seating is not Seating.CHOICE:
        power = None
    if power is not None:
        _check_free(game, seats[power], account)
    elif own is None:
        _check_room(connection, game, seats)
    values = {"power": power, "wishes": json.dumps(wishes)}
    if own is not None:
        store.change_member(connection, own.id, **values)
        return
    store.leave_roles(connection, game.id, account.id, now, ASIDE)
    store.add_member(connection, game.id, account.id, Role.PLAYER, now, power=power, wishes=json.dumps(wishes))
    who, actor = _name(game, account, None)
    add_log(connection, game.id, now, actor=actor, act="joined", text=ENGLISH.fill("log.joined.player", name=who))


def _check_free(game: LoadedGame, seat: Seat, account: Account) -> None:
    others = [player for player in seat.players if player.account != account.id]
    if seat.bot or len(others) >= game.terms.players_per_power:
        name = game.variant.powers[seat.power].name
        raise HttpRefusal(409, "seat_taken", case="before", field="power", power=name)


def _check_room(connection: Connection, game: LoadedGame, seats: dict[PowerId, Seat]) -> None:
    room = sum(game.terms.players_per_power for seat in seats.values() if seat.bot is None)
    if store.count_members(connection, game.id, Role.PLAYER) >= room:
        raise HttpRefusal(409, "full", case="player")


def take_seat(connection: Connection, services: Services, game: LoadedGame, account: Account, power: PowerId) -> None:
    """Take a seat that is empty or offered in a running game; the first to ask gets it."""
    now, seat = services.clock.now(), load_seats(connection, game.id)[power]
    if seat.bot or (seat.players and not seat.is_offered):
        name = game.variant.powers[power].name
        raise HttpRefusal(409, "seat_taken", case="running", field="power", power=name)
    if seat.players and _has_own_orders(connection, game, power):
        name = game.variant.powers[power].name
        raise HttpRefusal(409, "seat_taken", case="back", field="power", power=name)
    fill_seat(connection, services, game, account.id, power)
    who, actor = _name(game, account, power)
    key = "log.taken.anonymous" if game.terms.is_anonymous else "log.taken.named"
    text = ENGLISH.fill(key, power=game.variant.powers[power].name, name=who)
    line = add_log(connection, game.id, now, actor=actor, act="seat", text=text)
    notify_replaced(connection, services, game, power, seat.players, text=text, occasion=line, besides=account.id)


def _has_own_orders(connection: Connection, game: LoadedGame, power: PowerId) -> bool:
    """True if the player of a power has given orders in this phase."""
    plan = find_plan(connection, game.id, game.row.turn, power)
    return plan is not None and plan.by is Author.PLAYER


def fill_seat(connection: Connection, services: Services, game: LoadedGame, account: int, power: PowerId) -> None:
    """Put an account into a seat, even if it is taken; a power in civil disorder leaves that state."""
    now = services.clock.now()
    if game.is_played(power):
        store.mark_given_up(connection, game.id, power, besides=account)
    store.vacate_power(connection, game.id, power, now)
    store.leave_roles(connection, game.id, account, now, (*ASIDE, Role.PLAYER))
    store.add_member(connection, game.id, account, Role.PLAYER, now, power=power)
    change_seat(connection, game.id, power, bot=None, missed=0, is_offered=False)
    drop_bot_plans(connection, game.id, game.row.turn, power)
    if power in game.state.position.in_disorder and game.row.is_in_play:
        apply_corrections(connection, services, game, [SetDisorder(power, is_on=False)], "a new player takes the seat")
    notify_seated(connection, services, game, power, account)


def _admit_other(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    account: Account,
    asked: Role,
    *,
    roles: Sequence[Role],
    is_invited: bool,
) -> None:
    """Admit a standby or a spectator; or note that someone asks to be a standby."""
    if asked not in (Role.STANDBY, Role.SPECTATOR):
        raise HttpRefusal(422, "bad_role", case="join", field="role")
    role = _choose_role(game, asked, is_invited=is_invited)
    if role in roles or (role is Role.CANDIDATE and Role.STANDBY in roles):
        return
    if any(own in (Role.PLAYER, Role.GM, Role.CO_GM) for own in roles):
        raise HttpRefusal(409, "has_part")
    most = MOST_SPECTATORS if role is Role.SPECTATOR else MOST_STANDBYS
    if store.count_members(connection, game.id, role) >= most:
        raise HttpRefusal(409, "full", case="spectator" if role is Role.SPECTATOR else "standby")
    now = services.clock.now()
    store.leave_roles(connection, game.id, account.id, now, ASIDE)
    number = store.add_member(connection, game.id, account.id, role, now)
    who, actor = _name(game, account, None)
    text = ENGLISH.fill(f"log.joined.{role.value}", name=who)
    # People who ask and are not admitted have no part in the game, so only the game masters read about them.
    audience = "gm" if role is Role.CANDIDATE else ALL
    add_log(connection, game.id, now, actor=actor, act="joined", text=text, audience=audience)
    if role is Role.CANDIDATE:
        notify_candidate(connection, services, game, who, occasion=number)


def _choose_role(game: LoadedGame, asked: Role, *, is_invited: bool) -> Role:
    """The role for a person who asks for a part other than player."""
    if asked is not Role.STANDBY or is_invited:
        return asked
    match game.terms.standbys.admission:
        case StandbyAdmission.ANYONE:
            return Role.STANDBY
        case StandbyAdmission.APPROVED:
            return Role.CANDIDATE
        case StandbyAdmission.INVITED:
            raise forbidden("standbys_invited")


def leave(services: Services, viewer: Viewer, game_id: str) -> Left:
    """Leave a game. A power that is left goes to the standbys, with the leaver's notes."""
    account = viewer.need_account()
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        if game.row.is_solo:
            raise HttpRefusal(409, "is_solo")
        if Role.GM in membership.roles:
            raise HttpRefusal(409, "hand_over_first")
        if Role.VISITOR in membership.roles:
            raise HttpRefusal(409, "no_part")
        leave_game(connection, services, game, account, membership)
    return Left(left=True)


def leave_game(
    connection: Connection, services: Services, game: LoadedGame, account: Account, membership: Membership
) -> None:
    """End all parts of an account in a locked game; the power that it played is offered to standbys."""
    now, power = services.clock.now(), membership.power
    who, actor = _name(game, account, power)
    if power and game.is_played(power):
        store.mark_own_given_up(connection, game.id, account.id)
    store.leave_roles(connection, game.id, account.id, now)
    text = ENGLISH.fill("log.left", name=who)
    is_offered = power and game.row.is_in_play and not load_seats(connection, game.id)[power].players
    if power and is_offered:
        change_seat(connection, game.id, power, is_offered=True)
        text = f"{text} {ENGLISH.fill('log.offered', power=game.variant.powers[power].name)}"
    audience = "gm" if membership.roles == (Role.CANDIDATE,) else ALL
    line = add_log(connection, game.id, now, actor=actor, act="left", text=text, audience=audience)
    if power and is_offered:
        members = store.list_members(connection, game.id)
        notify_offered(connection, services, game, power, members, occasion=line)
    if power:
        notify_table(connection, services, game, NoticeKind.REPLACED, text, occasion=line)
    add_event(connection, game.id, "all", "members", now)


def _name(game: LoadedGame, account: Account, power: PowerId | None) -> tuple[str, str]:
    """The name of a person in the log, as subject and as actor; in an anonymous game that of the power, if any."""
    if not game.terms.is_anonymous:
        return account.name, account.name
    if power:
        return ENGLISH.fill("log.somebody.of_power", power=game.variant.powers[power].name), power
    return ENGLISH.texts["log.somebody.at_all"], "somebody"
