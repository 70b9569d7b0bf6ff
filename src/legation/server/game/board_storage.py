"""Boards that are not built in, and their editions, in the database."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from legation.server.store.tables import accounts, board_editions, boards, editions, games, members, waits
from legation.server.store.values import values_of


class BoardState(StrEnum):
    """Who may play on a board."""

    PRIVATE = "private"
    """Its owner, and people whom the owner's games admit."""
    ASKED = "asked"
    """The same people; the owner has asked the host to publish it."""
    PUBLISHED = "published"
    """Everyone."""


@dataclass(frozen=True, slots=True)
class StoredBoard:
    """A board."""

    id: str
    owner: int | None
    owner_name: str | None
    folder: str | None
    name: str
    state: BoardState
    number: int
    fault: str
    made_at: datetime
    changed_at: datetime
    removed_at: datetime | None

    @property
    def is_published(self) -> bool:
        """True if everyone may play on it."""
        return self.state is BoardState.PUBLISHED


@dataclass(frozen=True, slots=True)
class StoredBoardEdition:
    """An edition of a board."""

    board: str
    number: int
    digest: str
    source: str
    report: str
    made_at: datetime


BOARDS = values_of(StoredBoard, boards, {"owner_name": accounts.c.name})
BOARD_EDITIONS = values_of(StoredBoardEdition, board_editions)
IS_HERE = boards.c.removed_at.is_(None)


def _select() -> Any:
    return BOARDS.select().select_from(boards.outerjoin(accounts, accounts.c.id == boards.c.owner))


def find_board(connection: Connection, board: str) -> StoredBoard | None:
    """A board by its id, even if removed."""
    return BOARDS.find(connection, _select().where(boards.c.id == board[:60]))


def list_boards(connection: Connection, *, owner: int | None = None) -> list[StoredBoard]:
    """The boards of an account, or all boards of the host, newest first."""
    wanted = _select().where(IS_HERE).order_by(boards.c.changed_at.desc(), boards.c.id)
    return BOARDS.list(connection, wanted if owner is None else wanted.where(boards.c.owner == owner))


def list_folder_boards(connection: Connection) -> list[StoredBoard]:
    """The boards that came from the host's folder, including removed ones."""
    return BOARDS.list(connection, _select().where(boards.c.folder.is_not(None)).order_by(boards.c.id))


def list_playable_boards(connection: Connection, account: int | None) -> list[tuple[StoredBoard, StoredBoardEdition]]:
    """The boards on which an account may begin games, each with its edition: published ones and its own."""
    may_play: ColumnElement[bool] = boards.c.state == BoardState.PUBLISHED
    if account is not None:
        may_play = or_(may_play, boards.c.owner == account)
    found = BOARDS.list(connection, _select().where(IS_HERE, may_play, boards.c.number > 0).order_by(boards.c.name))
    is_current = and_(board_editions.c.board == boards.c.id, board_editions.c.number == boards.c.number)
    wanted = BOARD_EDITIONS.select().join(boards, is_current).where(IS_HERE, may_play)
    current = {edition.board: edition for edition in BOARD_EDITIONS.list(connection, wanted)}
    return [(board, current[board.id]) for board in found if board.id in current]


def list_boards_with_digest(connection: Connection, digest: str) -> list[StoredBoard]:
    """The boards with an edition of exactly these files."""
    chosen = select(board_editions.c.board).where(board_editions.c.digest == digest)
    return BOARDS.list(connection, _select().where(boards.c.id.in_(chosen), IS_HERE))


def find_board_edition(connection: Connection, board: str, number: int) -> StoredBoardEdition | None:
    """An edition of a board by its number."""
    wanted = BOARD_EDITIONS.select().where(board_editions.c.board == board[:60], board_editions.c.number == number)
    return BOARD_EDITIONS.find(connection, wanted)


def find_edition_by_digest(connection: Connection, board: str, start: str) -> StoredBoardEdition | None:
    """An edition of a board by the first digits of its files' digest."""
    is_it = and_(board_editions.c.board == board[:60], board_editions.c.digest.startswith(start, autoescape=True))
    return BOARD_EDITIONS.find(connection, BOARD_EDITIONS.select().where(is_it).limit(1))


def list_board_editions(connection: Connection, board: str) -> list[StoredBoardEdition]:
    """The editions of a board, newest first."""
    wanted = BOARD_EDITIONS.select().where(board_editions.c.board == board)
    return BOARD_EDITIONS.list(connection, wanted.order_by(board_editions.c.number.desc()))


def add_board(connection: Connection, **values: Any) -> None:
    """Store a new board."""
    connection.execute(insert(boards).values(**values))


def change_board(connection: Connection, board: str, **values: Any) -> None:
    """Change a board."""
    connection.execute(update(boards).where(boards.c.id == board).values(**values))


def add_board_edition(connection: Connection, **values: Any) -> None:
    """Store an edition of a board, whose files are already stored."""
    connection.execute(insert(board_editions).values(**values))


def count_boards(connection: Connection, owner: int) -> int:
    """The number of boards of an account on this host."""
    wanted = select(func.count()).select_from(boards).where(boards.c.owner == owner, IS_HERE)
    return int(connection.execute(wanted).scalar_one())


def count_games(connection: Connection, board: str) -> int:
    """The number of games that are or were played on a board."""
    return int(connection.execute(select(func.count()).where(games.c.variant == board)).scalar_one())


def has_part_on(connection: Connection, account: int, board: str) -> bool:
    """True if an account has a part in a game on a board."""
    wanted = (
        select(members.c.game)
        .join(games, games.c.id == members.c.game)
        .where(games.c.variant == board, members.c.account == account, members.c.left_at.is_(None))
        .limit(1)
    )
    return connection.execute(wanted).first() is not None


def end_waits(connection: Connection, board: str, now: datetime) -> None:
    """Close the waiting lists for a board that is no longer open to everyone; the clock tells the people on them."""
    is_on = (waits.c.variant == board, waits.c.ends_at > now)
    connection.execute(update(waits).where(*is_on).values(ends_at=now))


def drop_unused_editions(connection: Connection, board: str, *, kept: int) -> None:
    """Remove the editions of a board that no game uses, except one."""
    for edition in list_board_editions(connection, board):
        if edition.number == kept or _is_played(connection, edition.digest):
            continue
        is_it = and_(board_editions.c.board == board, board_editions.c.number == edition.number)
        connection.execute(delete(board_editions).where(is_it))
        shared = select(board_editions.c.board).where(board_editions.c.digest == edition.digest).limit(1)
        if connection.execute(shared).first() is None:
            connection.execute(delete(editions).where(editions.c.digest == edition.digest))


def drop_board(connection: Connection, board: str) -> None:
    """Remove a board that has no editions any more."""
    connection.execute(delete(boards).where(boards.c.id == board))


def _is_played(connection: Connection, digest: str) -> bool:
    return connection.execute(select(games.c.id).where(games.c.edition == digest).limit(1)).first() is not None
