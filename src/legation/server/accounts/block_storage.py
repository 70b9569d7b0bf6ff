"""The blocks of an account."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select

from legation.server.store.tables import accounts, blocks
from legation.server.store.values import Prepared, values_of


@dataclass(frozen=True, slots=True)
class StoredBlock:
    """One account has blocked another."""

    id: int
    account: int
    blocked: int
    game: str | None
    """Set for someone who plays under the name of a power: the block then holds in this game only."""
    power: str | None
    made_at: datetime
    name: str
    """The name of the blocked account."""


BLOCKS = values_of(StoredBlock, blocks, {"name": accounts.c.name})
_NAMED_BLOCKS = BLOCKS.select().select_from(blocks.join(accounts, accounts.c.id == blocks.c.blocked))
_OWN_BLOCKS = Prepared(
    _NAMED_BLOCKS.where(blocks.c.account == bindparam("account")).order_by(blocks.c.id.desc()), BLOCKS
)
_BLOCKS_AGAINST = Prepared(_NAMED_BLOCKS.where(blocks.c.blocked == bindparam("blocked")), BLOCKS)


def list_blocks(connection: Connection, account: int) -> list[StoredBlock]:
    """The blocks by an account, newest first."""
    return _OWN_BLOCKS.fetch(connection, account=account)


def list_blockers(connection: Connection, blocked: int) -> list[StoredBlock]:
    """The blocks against an account."""
    return _BLOCKS_AGAINST.fetch(connection, blocked=blocked)


def list_apart(connection: Connection, account: int) -> frozenset[int]:
    """The accounts that an account has blocked by name, or that have blocked it."""
    by_name = blocks.c.game.is_(None)
    wanted = select(blocks.c.account, blocks.c.blocked).where(
        or_(blocks.c.account == account, blocks.c.blocked == account), by_name
    )
    return frozenset(one for row in connection.execute(wanted) for one in row if one != account)


def count_blocks(connection: Connection, account: int) -> int:
    """The number of blocks by an account."""
    return connection.execute(select(func.count()).where(blocks.c.account == account)).scalar_one()


def add_block(
    connection: Connection,
    account: int,
    blocked: int,
    now: datetime,
    *,
    game: str | None = None,
    power: str | None = None,
) -> None:
    """Block an account, unless it is blocked already."""
    same_game = blocks.c.game.is_(None) if game is None else blocks.c.game == game
    known = select(blocks.c.id).where(blocks.c.account == account, blocks.c.blocked == blocked, same_game)
    if connection.execute(known.limit(1)).first() is None:
        values = {"account": account, "blocked": blocked, "game": game, "power": power, "made_at": now}
        connection.execute(insert(blocks).values(**values))


def drop_block(connection: Connection, account: int, block: int) -> bool:
    """End one of an account's own blocks; True if it existed."""
    own = (blocks.c.account == account, blocks.c.id == block)
    return connection.execute(delete(blocks).where(*own)).rowcount == 1
