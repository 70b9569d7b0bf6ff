"""The final places of people, the marks for their orders, and their ratings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, delete, insert, or_, select, update

from legation.board import PowerId
from legation.server.game.records import GameKind, GameStatus, Role
from legation.server.judging.attendance_storage import AttendanceMark
from legation.server.people.ratings import Finish, Rating
from legation.server.people.seat_shares import PlayedPhase
from legation.server.store.tables import attendance, entries, finishes, games, members, ratings
from legation.server.store.values import values_of

FINISHES = values_of(Finish, finishes)
RATINGS = values_of(Rating, ratings)


@dataclass(frozen=True, slots=True)
class GameMark:
    """A mark for orders, in an entry of a game."""

    game: str
    entry: int
    mark: AttendanceMark


MARKS = values_of(GameMark, attendance)
IS_IN_FORCE = and_(entries.c.game == attendance.c.game, entries.c.number == attendance.c.entry, ~entries.c.is_undone)
IS_ENDED = and_(games.c.status == GameStatus.ENDED, games.c.kind == GameKind.HOSTED)


def list_unplaced(connection: Connection, besides: Iterable[str] = (), *, limit: int = 100) -> list[str]:
    """Games that have ended and whose current places are not stored yet, except some."""
    is_new = or_(games.c.placed_head.is_(None), games.c.placed_head != games.c.head)
    wanted = (
        select(games.c.id)
        .where(IS_ENDED, is_new, games.c.id.not_in(tuple(besides)))
        .order_by(games.c.ended_at, games.c.id)
    )
    return list(connection.execute(wanted.limit(limit)).scalars())


def forget_placed(connection: Connection) -> None:
    """Forget all places and ratings, so that they are computed again from the records."""
    connection.execute(delete(ratings))
    connection.execute(delete(finishes))
    connection.execute(update(games).where(games.c.placed_head.is_not(None)).values(placed_head=None))


def list_played(connection: Connection, game: str) -> list[PlayedPhase]:
    """Who played which power in which phase; undone phases do not count."""
    wanted = (
        select(attendance.c.entry, attendance.c.account, attendance.c.power)
        .join(entries, IS_IN_FORCE)
        .where(attendance.c.game == game)
    )
    return [PlayedPhase(entry, account, PowerId(power)) for entry, account, power in connection.execute(wanted)]


def put_finishes(connection: Connection, game: str, head: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Store the final places of people in a game, replacing earlier ones."""
    connection.execute(delete(finishes).where(finishes.c.game == game))
    if rows:
        connection.execute(insert(finishes), [{"game": game, **row} for row in rows])
    connection.execute(update(games).where(games.c.id == game).values(placed_head=head))


def list_rated(connection: Connection) -> list[Finish]:
    """All rated places, in the order in which the games ended."""
    wanted = FINISHES.select().join(games, games.c.id == finishes.c.game).where(IS_ENDED, finishes.c.is_rated)
    return FINISHES.list(connection, wanted.order_by(games.c.ended_at, games.c.id, finishes.c.account))


def put_ratings(connection: Connection, found: Mapping[int, Rating]) -> None:
    """Store everyone's ratings, replacing the earlier ones."""
    connection.execute(delete(ratings))
    rows = [
        {"account": account, "mu": rating.mu, "sigma": rating.sigma, "games": rating.games}
        for account, rating in found.items()
    ]
    if rows:
        connection.execute(insert(ratings), rows)


def find_rating(connection: Connection, account: int) -> Rating | None:
    """The rating of an account; None before its first rated game."""
    return RATINGS.find(connection, RATINGS.select().where(ratings.c.account == account))


def list_marks(connection: Connection, account: int, chosen: Iterable[str]) -> list[GameMark]:
    """The marks of an account in some games; undone phases do not count."""
    wanted = MARKS.select().join(entries, IS_IN_FORCE).where(attendance.c.account == account)
    return MARKS.list(connection, wanted.where(attendance.c.game.in_(tuple(chosen))))


def list_given_up(connection: Connection, account: int) -> list[str]:
    """The games in which an account gave up a power before the end, one entry for each time."""
    wanted = select(members.c.game).where(
        members.c.account == account, members.c.role == Role.PLAYER, members.c.gave_up
    )
    return list(connection.execute(wanted).scalars())
