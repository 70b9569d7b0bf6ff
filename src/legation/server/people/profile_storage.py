"""What people show about themselves, and the games in which others may see them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, delete, exists, insert, or_, select

from legation.board import PowerId
from legation.server.game.records import GameKind, GameStatus, Role
from legation.server.game.terms import Terms, load_terms
from legation.server.store.tables import finishes, games, members, profiles
from legation.server.store.values import values_of

MOST_GAMES = 200
"""How many games of a person are listed, latest first."""


@dataclass(frozen=True, slots=True)
class StoredProfile:
    """What a person wants others to see: nothing, unless the person has chosen it."""

    about: str = ""
    is_shown: bool = False
    shows_games: bool = False
    shows_placings: bool = False
    shows_reliability: bool = False
    shows_rating: bool = False


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that a person plays or has played."""

    id: str
    title: str
    variant: str
    edition: str
    status: GameStatus
    terms: Terms
    made_at: datetime
    ended_at: datetime | None
    power: PowerId | None
    """The power that the person played last."""
    left_at: datetime | None
    gave_up: bool
    place: int | None
    sharing: int | None
    is_counted: bool | None
    """For a place: True if it belongs to this person."""

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.status is GameStatus.ENDED


PROFILES = values_of(StoredProfile, profiles)
PLAYED = values_of(
    PlayedGame,
    games,
    {
        "power": members.c.power,
        "left_at": members.c.left_at,
        "gave_up": members.c.gave_up,
        "place": finishes.c.place,
        "sharing": finishes.c.sharing,
        "is_counted": finishes.c.is_counted,
    },
    {"terms": load_terms},
)


def get_profile(connection: Connection, account: int) -> StoredProfile:
    """What an account shows about itself."""
    found = PROFILES.find(connection, PROFILES.select().where(profiles.c.account == account))
    return found or StoredProfile()


def put_profile(connection: Connection, account: int, **values: object) -> None:
    """Set what an account shows about itself."""
    connection.execute(delete(profiles).where(profiles.c.account == account))
    connection.execute(insert(profiles).values(account=account, **values))


def list_played_games(connection: Connection, account: int, viewer: int | None) -> list[PlayedGame]:
    """The hosted games that have begun in which a person played and that a viewer may see, latest first.

    A private game is visible to its members only. The caller must leave out games with anonymous players, since only
    their terms reveal that.
    """
    is_public = ~games.c.is_private & games.c.allows_spectators
    part = members.alias("part")
    is_member = exists().where(part.c.game == games.c.id, part.c.account == viewer, part.c.left_at.is_(None))
    may_see = is_public if viewer is None else or_(is_public, is_member)
    own = and_(members.c.game == games.c.id, members.c.account == account, members.c.role == Role.PLAYER)
    placed = and_(finishes.c.game == games.c.id, finishes.c.account == account, games.c.status == GameStatus.ENDED)
    begun = (GameStatus.RUNNING, GameStatus.PAUSED, GameStatus.ENDED)
    wanted = (
        PLAYED.select()
        .select_from(games.join(members, own).outerjoin(finishes, placed))
        .where(games.c.kind == GameKind.HOSTED, games.c.status.in_(begun), members.c.power.is_not(None))
        .where(may_see)
        .order_by(games.c.made_at.desc(), games.c.id, members.c.id.desc())
        .limit(MOST_GAMES)
    )
    return PLAYED.list(connection, wanted)


def list_counted_games(connection: Connection, account: int) -> list[tuple[str, GameStatus, Terms]]:
    """The public hosted games in which a person has had a power, with their terms."""
    own = exists().where(members.c.game == games.c.id, members.c.account == account, members.c.role == Role.PLAYER)
    wanted = select(games.c.id, games.c.status, games.c.terms).where(
        games.c.kind == GameKind.HOSTED, ~games.c.is_private, own
    )
    return [(game, GameStatus(status), load_terms(terms)) for game, status, terms in connection.execute(wanted)]
