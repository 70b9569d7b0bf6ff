"""Players' votes to extend the deadline, to pause the game and to resume it. A vote can be withdrawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from sqlalchemy import Connection

from legation.board import PowerId
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import format_time, word_hours, word_time
from legation.server.game.deadlines import extend_on_calendar
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, decode_game, load_game, load_locked_game
from legation.server.game.membership import Act, Membership, open_game
from legation.server.game.move_storage import Cause, NewMove, add_moves, list_moves
from legation.server.game.records import GameStatus
from legation.server.game.seats import load_seats
from legation.server.game.storage import change_game
from legation.server.game.terms import Majority
from legation.server.identity.viewers import Viewer
from legation.server.judging.absences import excuse_absent, word_excused, write_excused
from legation.server.judging.service import look_again
from legation.server.pace import time_vote_storage as store
from legation.server.pace.pausing import PausedBy, announce_pace, pause, plan_resumption, resume, word_pause


class TimeWish(StrEnum):
    """The subjects of players' votes."""

    EXTEND = "extend"
    PAUSE = "pause"
    RESUME = "resume"


@dataclass(frozen=True, slots=True)
class TimeVote:
    """A subject on which players can vote now, and its current votes."""

    subject: TimeWish
    text: str
    """The effect if it is carried."""
    votes: int
    needed: int
    powers: list[PowerId] | None
    """The powers that want it; null if these votes are secret."""
    yours: bool
    may_vote: bool


@dataclass(frozen=True, slots=True)
class TimeVotes:
    """All subjects on which players can vote now."""

    votes: list[TimeVote]
    extensions: int
    """How often this phase was extended by vote."""
    deadline: str | None


def list_time_votes(services: Services, viewer: Viewer, game: str) -> TimeVotes:
    """The votes that are possible now."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        return _describe(connection, decode_game(connection, services, row), membership)


def vote(services: Services, viewer: Viewer, game_id: str, subject: TimeWish, *, wanted: bool) -> TimeVotes:
    """Vote for something, or withdraw the vote; with enough votes it happens at once."""
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.ABSENCE)
        power, now = membership.need_power(), services.clock.now()
        if subject not in _list_open(connection, game):
            is_extension, is_pause = subject is TimeWish.EXTEND, subject is TimeWish.PAUSE
            raise HttpRefusal(409, "no_vote", case="extend" if is_extension else "pause" if is_pause else "resume")
        if power not in _list_voters(connection, game, subject):
            raise HttpRefusal(409, "not_due", case="more_time")
        if wanted:
            store.put_vote(connection, game.id, game.row.turn, subject, power, now=now)
        else:
            store.drop_vote(connection, game.id, game.row.turn, subject, power)
        if _is_carried(connection, game, subject):
            _carry(connection, services, game, subject)
        else:
            add_event(connection, game.id, "all", "deadline", now)
        return _describe(connection, load_game(connection, services, game.id), membership)


def _list_open(connection: Connection, game: LoadedGame) -> list[TimeWish]:
    """The votes that are possible now."""
    row, terms = game.row, game.terms
    if row.is_solo or not row.is_in_play:
        return []
    if row.status is GameStatus.PAUSED:
        # Only the game master can end a pause that the game master made.
        return [TimeWish.RESUME] if row.paused_by == PausedBy.VOTE else []
    is_left = _count_extensions(connection, game) < terms.time_votes.extensions
    found = [TimeWish.EXTEND] if terms.vote_extension_hours and row.deadline is not None and is_left else []
    return [*found, TimeWish.PAUSE] if terms.time_votes.pause_days else found


def _count_extensions(connection: Connection, game: LoadedGame) -> int:
    return sum(move.cause is Cause.VOTE for move in list_moves(connection, game.id, game.row.turn))


def _list_voters(connection: Connection, game: LoadedGame, subject: TimeWish) -> list[PowerId]:
    """The powers that may vote: those with players, since bots always have enough time.

    Only powers with something to order can need time; a pause concerns all that are still in the game.
    """
    asked = game.due if subject is TimeWish.EXTEND else sorted(game.snapshot.voters)
    seats = load_seats(connection, game.id)
    return [power for power in asked if seats[power].has_player]


def _list_votes(
    connection: Connection, game: LoadedGame, voters: Sequence[PowerId], subject: TimeWish
) -> list[PowerId]:
    votes = store.list_votes(connection, game.id, game.row.turn, subject)
    return [power for power in votes if power in voters]


def count_needed(majority: Majority, voters: int) -> int:
    """How many of some powers must agree."""
    if majority is Majority.HALF:
        return voters // 2 + 1
    return -(-2 * voters // 3) if majority is Majority.TWO_THIRDS else voters


def _is_carried(connection: Connection, game: LoadedGame, subject: TimeWish) -> bool:
    voters = _list_voters(connection, game, subject)
    votes = _list_votes(connection, game, voters, subject)
    return bool(votes) and len(votes) >= count_needed(game.terms.time_votes.majority, len(voters))


def _carry(connection: Connection, services: Services, game: LoadedGame, subject: TimeWish) -> None:
    voters = _list_voters(connection, game, subject)
    votes = len(_list_votes(connection, game, voters, subject))
    for every in TimeWish:  # earlier votes must be cast again after something happened
        store.drop_votes(connection, game.id, game.row.turn, every)
    if subject is TimeWish.EXTEND:
        _extend(connection, services, game, votes)
    elif subject is TimeWish.PAUSE:
        until = services.clock.now() + timedelta(days=game.terms.time_votes.pause_days)
        pause(connection, services, game, PausedBy.VOTE, until)
        text = ENGLISH.count("log.voted", votes, text=word_pause(game, until))
        announce_pace(connection, services, load_game(connection, services, game.id), text, act="pause")
    else:
        resumption = plan_resumption(connection, services, game)
        again = resume(connection, services, game, resumption)
        text = ENGLISH.count("log.voted", votes, text=resumption.text)
        announce_pace(connection, services, again, text, act="resume")


def _extend(connection: Connection, services: Services, game: LoadedGame, votes: int) -> None:
    deadline, now, terms = game.row.deadline, services.clock.now(), game.terms
    assert deadline is not None
    hours, zone = terms.vote_extension_hours, terms.clock.zone
    later = extend_on_calendar(terms.clock, deadline, hours, now)
    add_moves(connection, game.id, game.row.turn, [NewMove(Cause.VOTE, deadline, later)], now)
    excused = excuse_absent(connection, game, game.snapshot, later, now)
    write_excused(connection, game, game.row.turn, excused, now)
    change_game(connection, game.id, deadline=excused.deadline, version=game.row.version + 1)
    moved = load_game(connection, services, game.id)
    look_again(connection, services, moved)
    said = ENGLISH.fill("log.extended_by_vote", hours=word_hours(hours), time=word_time(later, zone))
    text = ENGLISH.count("log.voted", votes, text=said)
    if excused.moves:
        text = f"{text} {word_excused(game, excused)}"
    announce_pace(connection, services, moved, text, act="extend")


def _describe(connection: Connection, game: LoadedGame, membership: Membership) -> TimeVotes:
    # Current votes say something about the current phase: delayed spectators do not see them.
    subjects = [] if membership.delay else _list_open(connection, game)
    return TimeVotes(
        votes=[_describe_vote(connection, game, membership, subject) for subject in subjects],
        extensions=0 if membership.delay else _count_extensions(connection, game),
        deadline=None if membership.delay else format_time(game.row.deadline),
    )


def _describe_vote(connection: Connection, game: LoadedGame, membership: Membership, subject: TimeWish) -> TimeVote:
    terms, power = game.terms, membership.power
    voters = _list_voters(connection, game, subject)
    votes = _list_votes(connection, game, voters, subject)
    needed = count_needed(terms.time_votes.majority, len(voters))
    days = ENGLISH.count("time_vote.days", terms.time_votes.pause_days)
    what = ENGLISH.fill(f"time_vote.subject.{subject.value}", hours=word_hours(terms.vote_extension_hours), days=days)
    return TimeVote(
        subject=subject,
        text=what,
        votes=len(votes),
        needed=needed,
        powers=None if terms.time_votes.is_secret else votes,
        yours=power in votes,
        may_vote=power in voters and Act.ABSENCE in membership.acts,
    )
