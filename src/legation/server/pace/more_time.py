"""Asking for time: excuses that use vacation days, and votes for a later deadline."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from legation.board import PowerId
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_line
from legation.server.base.times import format_time, word_hours, word_time
from legation.server.game import member_storage as store
from legation.server.game.absence_storage import add_absence
from legation.server.game.deadlines import Absence, count_days, excuse_deadline, extend_deadline, is_carried
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, decode_game, load_game, load_locked_game
from legation.server.game.log_storage import add_log
from legation.server.game.membership import Act, Membership, open_game
from legation.server.game.records import Role
from legation.server.game.seats import load_seats
from legation.server.game.storage import change_game
from legation.server.identity.viewers import Viewer
from legation.server.judging.service import look_again
from legation.server.pace.time_vote_storage import list_votes, put_vote

LONGEST_ABSENCE = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Excuse:
    """What an excuse does to the deadline, and the vacation days that it takes."""

    deadline: str | None
    days_used: int
    days_left: int


@dataclass(frozen=True, slots=True)
class ExtensionVote:
    """How many powers want more time in this phase, and how many it takes."""

    hours: int
    votes: int
    needed: int
    yours: bool
    extended: bool
    deadline: str | None


def excuse(
    services: Services, viewer: Viewer, game_id: str, begins_at: datetime, ends_at: datetime, *, note: str
) -> Excuse:
    """A player will be away: the deadline moves behind it, as long as vacation days last."""
    account = viewer.need_account()
    text = clean_line(note, "note", longest=200)
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.ABSENCE)
        power, now = membership.need_power(), services.clock.now()
        if not begins_at < ends_at <= begins_at + LONGEST_ABSENCE or ends_at <= now:
            raise HttpRefusal(422, "bad_absence", days=LONGEST_ABSENCE.days)
        add_absence(connection, account=account.id, game=game.id, begins_at=begins_at, ends_at=ends_at, note=text)
        own = store.find_member(connection, game.id, account.id, Role.PLAYER)
        assert own is not None
        deadline, used = _move_for(game, power, Absence(begins_at, ends_at), own.days_off)
        if used:
            store.change_member(connection, own.id, days_off=own.days_off + used)
            _put_deadline(connection, services, game, deadline)
            name, zone = game.variant.powers[power].name, game.terms.clock.zone
            said = ENGLISH.fill("log.excused", power=name, time=word_time(deadline, zone))
            actor = power if game.terms.is_anonymous else account.name
            add_log(connection, game.id, now, actor=actor, act="excuse", text=said)
    left = game.terms.vacation_days - own.days_off - used
    return Excuse(format_time(deadline), used, left)


def _move_for(game: LoadedGame, power: PowerId, absence: Absence, used: int) -> tuple[datetime | None, int]:
    """The deadline after an absence, and the vacation days that it takes."""
    deadline = game.row.deadline
    if deadline is None or power not in game.due or not game.row.is_running:
        return deadline, 0
    later = excuse_deadline(game.terms.clock, game.state.phase.kind, deadline, [absence])
    days = count_days(deadline, later)
    left = game.terms.vacation_days - used
    if days > left:
        raise HttpRefusal(409, "no_days_left", case="one" if days == 1 else "many", number=days, left=left)
    return later, days


def _put_deadline(connection: Connection, services: Services, game: LoadedGame, deadline: datetime | None) -> None:
    change_game(connection, game.id, deadline=deadline, version=game.row.version + 1)
    look_again(connection, services, load_game(connection, services, game.id))
    add_event(connection, game.id, "all", "deadline", services.clock.now())


def describe_extension(services: Services, viewer: Viewer, game: str) -> ExtensionVote:
    """How many powers want more time in this phase, and how many it takes."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        return _describe_extension(connection, decode_game(connection, services, row), membership)


def vote_extension(services: Services, viewer: Viewer, game_id: str) -> ExtensionVote:
    """A power asks for more time; more than half of the powers that are due get it for all."""
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.ABSENCE)
        power, now = membership.need_power(), services.clock.now()
        hours, deadline = game.terms.vote_extension_hours, game.row.deadline
        if not hours or deadline is None or not game.row.is_running:
            raise HttpRefusal(409, "no_extension")
        if power not in game.due:
            raise HttpRefusal(409, "not_due", case="more_time")
        voters = _list_voters(connection, game)
        was = is_carried(_list_asking(connection, game), voters)
        put_vote(connection, game.id, game.row.turn, "extend", power, now=now)
        asking = _list_asking(connection, game)
        if not was and is_carried(asking, voters):
            later = extend_deadline(deadline, hours, now)
            _put_deadline(connection, services, game, later)
            zone = game.terms.clock.zone
            number, time = len(asking), word_time(later, zone)
            text = ENGLISH.fill("log.extended_by_vote", number=number, hours=word_hours(hours), time=time)
            add_log(connection, game.id, now, actor="clock", act="extend", text=text)
        else:
            add_event(connection, game.id, "all", "deadline", now)
        return _describe_extension(connection, load_game(connection, services, game.id), membership)


def _describe_extension(connection: Connection, game: LoadedGame, membership: Membership) -> ExtensionVote:
    voters, asking = _list_voters(connection, game), _list_asking(connection, game)
    return ExtensionVote(
        hours=game.terms.vote_extension_hours,
        votes=len(set(asking) & set(voters)),
        needed=len(voters) // 2 + 1,
        yours=membership.power in asking,
        extended=is_carried(asking, voters),
        deadline=format_time(game.row.deadline),
    )


def _list_voters(connection: Connection, game: LoadedGame) -> list[PowerId]:
    """The powers that are due and have players: bots are never short of time."""
    seats = load_seats(connection, game.id)
    return [power for power in game.due if seats[power].has_player]


def _list_asking(connection: Connection, game: LoadedGame) -> list[PowerId]:
    return list_votes(connection, game.id, game.row.turn, "extend")
