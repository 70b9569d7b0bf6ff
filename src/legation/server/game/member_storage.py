"""The members of a game with their roles, and the seats of its powers."""

import json
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import NamedTuple

from sqlalchemy import Connection, Select, and_, bindparam, delete, false, func, insert, select, update

from legation.board import PowerId
from legation.server.game.records import GameStatus, NamedMember, Role, StoredMember, StoredSeat
from legation.server.identity.viewers import refuse_closed
from legation.server.store.tables import accounts, games, letter_choices, members, profiles, seats
from legation.server.store.values import Prepared, read_texts, values_of

HERE = members.c.left_at.is_(None)


MEMBERS = values_of(StoredMember, members, conversions={"wishes": read_texts})
NAMED_MEMBERS = values_of(
    NamedMember,
    members,
    {
        "name": accounts.c.name,
        "email": accounts.c.email,
        "settings": accounts.c.settings,
        "letters": letter_choices.c.choices,
        "is_closed": accounts.c.is_closed,
        "last_seen_at": accounts.c.seen_at,
        "has_profile": func.coalesce(profiles.c.is_shown, false()),
    },
    {"wishes": read_texts},
)
SEATS = values_of(StoredSeat, seats)
_ALL_SEATS = Prepared(SEATS.select().where(seats.c.game == bindparam("game")).order_by(seats.c.power), SEATS)


def list_members(connection: Connection, game: str) -> list[NamedMember]:
    """The current members of a game, with the known facts about their accounts, in order of joining."""
    return _prepare_members().fetch(connection, game=game)


@cache
def _prepare_members() -> Prepared[NamedMember]:
    return Prepared(_select_named(), NAMED_MEMBERS)


def _select_named() -> Select[tuple[object, ...]]:
    own = and_(letter_choices.c.game == members.c.game, letter_choices.c.account == members.c.account)
    joined = members.join(accounts, accounts.c.id == members.c.account).outerjoin(letter_choices, own)
    joined = joined.outerjoin(profiles, profiles.c.account == members.c.account)
    is_here = (members.c.game == bindparam("game"), HERE)
    return NAMED_MEMBERS.select().select_from(joined).where(*is_here).order_by(members.c.id)


@cache
def _prepare_players() -> Prepared[NamedMember]:
    return Prepared(_select_named().where(members.c.role == Role.PLAYER), NAMED_MEMBERS)


def find_member(connection: Connection, game: str, account: int, role: Role) -> StoredMember | None:
    """An account's membership in one role."""
    wanted = and_(members.c.game == game, members.c.account == account, members.c.role == role, HERE)
    return MEMBERS.find(connection, MEMBERS.select().where(wanted).limit(1))


class Resigned(NamedTuple):
    """A power that an account played, and when it gave it up."""

    power: PowerId
    at: datetime


def find_resigned(connection: Connection, game: str, account: int) -> Resigned | None:
    """The power that an account last played in a game, if it no longer plays there."""
    wanted = select(members.c.power, members.c.left_at).where(
        members.c.game == game, members.c.account == account, members.c.role == Role.PLAYER
    )
    row = connection.execute(wanted.order_by(members.c.id.desc()).limit(1)).first()
    return Resigned(PowerId(row.power), row.left_at) if row and row.power and row.left_at else None


class Former(NamedTuple):
    """Someone who played a power from one moment to another."""

    power: PowerId
    name: str
    joined_at: datetime
    left_at: datetime


def list_former_players(connection: Connection, game: str) -> list[Former]:
    """The people who played in a game and no longer do, in the order in which they left."""
    wanted = (
        select(members.c.power, accounts.c.name, members.c.joined_at, members.c.left_at)
        .join(accounts, accounts.c.id == members.c.account)
        .where(members.c.game == game, members.c.role == Role.PLAYER)
        .where(members.c.power.is_not(None), members.c.left_at.is_not(None))
        .order_by(members.c.left_at, members.c.id)
    )
    rows = connection.execute(wanted)
    return [Former(PowerId(row.power), row.name, row.joined_at, row.left_at) for row in rows]


def add_member(
    connection: Connection,
    game: str,
    account: int,
    role: Role,
    now: datetime,
    *,
    power: str | None = None,
    wishes: str = "[]",
) -> int:
    """Add a member, unless the account has been closed in the meantime; returns the number of the membership."""
    refuse_closed(connection, account)
    values = {"game": game, "account": account, "role": role, "power": power, "wishes": wishes, "joined_at": now}
    done = connection.execute(insert(members).values(**values, seen_at=now).returning(members.c.id))
    return int(done.scalar_one())


def change_member(connection: Connection, member: int, **values: object) -> None:
    """Change a membership: its role, power, wishes, or its end."""
    connection.execute(update(members).where(members.c.id == member).values(**values))


def use_days(connection: Connection, member: int, days: int) -> None:
    """Use vacation days of a player, or give some back."""
    used = members.c.days_off + days
    connection.execute(update(members).where(members.c.id == member).values(days_off=used))


def leave_roles(
    connection: Connection, game: str, account: int, now: datetime, roles: Collection[Role] | None = None
) -> None:
    """End an account's memberships, or those in some roles."""
    ending = update(members).where(members.c.game == game, members.c.account == account, HERE)
    if roles is not None:
        ending = ending.where(members.c.role.in_(roles))
    connection.execute(ending.values(left_at=now))


def read_letter_choices(connection: Connection, game: str, account: int) -> dict[str, bool]:
    """The e-mails that an account wants in one game, where they differ from its preferences."""
    wanted = select(letter_choices.c.choices).where(letter_choices.c.game == game, letter_choices.c.account == account)
    text = connection.execute(wanted).scalar()
    return dict(json.loads(text)) if text else {}


def put_letter_choices(connection: Connection, game: str, account: int, choices: Mapping[str, bool]) -> None:
    """Set which e-mails an account wants in one game."""
    own = (letter_choices.c.game == game, letter_choices.c.account == account)
    connection.execute(delete(letter_choices).where(*own))
    if choices:
        connection.execute(insert(letter_choices).values(game=game, account=account, choices=json.dumps(choices)))


def vacate_power(connection: Connection, game: str, power: str, now: datetime) -> None:
    """End the memberships of all players of a power."""
    connection.execute(
        update(members)
        .where(members.c.game == game, members.c.role == Role.PLAYER, members.c.power == power, HERE)
        .values(left_at=now)
    )


def mark_given_up(connection: Connection, game: str, power: str, besides: int | None = None) -> None:
    """Note that the players of a power, except one, give it up or are replaced before the game is over."""
    own = (members.c.game == game, members.c.role == Role.PLAYER, members.c.power == power, HERE)
    ending = update(members).where(*own)
    if besides is not None:
        ending = ending.where(members.c.account != besides)
    connection.execute(ending.values(gave_up=True))


def mark_own_given_up(connection: Connection, game: str, account: int) -> None:
    """Note that an account gives up the power that it plays before the game is over."""
    own = (members.c.game == game, members.c.role == Role.PLAYER, members.c.account == account, HERE)
    connection.execute(update(members).where(*own).values(gave_up=True))


def count_members(connection: Connection, game: str, role: Role) -> int:
    """The number of members in a role."""
    wanted = select(func.count()).where(members.c.game == game, members.c.role == role, HERE)
    return connection.execute(wanted).scalar_one()


def add_seats(connection: Connection, game: str, powers: Iterable[str]) -> None:
    """Add the empty seats of a new game."""
    connection.execute(insert(seats), [{"game": game, "power": power} for power in powers])


def list_seats(connection: Connection, game: str) -> list[StoredSeat]:
    """The seats of a game."""
    return _ALL_SEATS.fetch(connection, game=game)


def change_seat(connection: Connection, game: str, power: str, **values: object) -> None:
    """Change a seat."""
    connection.execute(update(seats).where(seats.c.game == game, seats.c.power == power).values(**values))


def list_own_memberships(connection: Connection, account: int, chosen: Iterable[str]) -> list[StoredMember]:
    """An account's current memberships in some games."""
    wanted = MEMBERS.select().where(members.c.account == account, members.c.game.in_(tuple(chosen)), HERE)
    return MEMBERS.list(connection, wanted.order_by(members.c.id))


def list_own_parts(connection: Connection, account: int) -> list[StoredMember]:
    """An account's current seats, in games that are in play."""
    on = select(games.c.id).where(games.c.status.in_((GameStatus.RUNNING, GameStatus.PAUSED)))
    wanted = MEMBERS.select().where(members.c.account == account, members.c.role == Role.PLAYER, HERE)
    return MEMBERS.list(connection, wanted.where(members.c.game.in_(on)).order_by(members.c.id))


def list_players(connection: Connection, game: str) -> list[NamedMember]:
    """The players of a game with the names of their accounts, in order of joining."""
    return _prepare_players().fetch(connection, game=game)
