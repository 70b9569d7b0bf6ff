"""Boards as an admin sees them: those that people uploaded, those of the host's folder, and their errors."""

from dataclasses import dataclass

from sqlalchemy import Connection

from legation.render.words import ENGLISH
from legation.server.admin.audit import Actor, Done, clean_reason, write_act
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.settings import BoardUploads
from legation.server.base.times import format_time
from legation.server.boards.service import remove_board
from legation.server.game.board_storage import (
    BoardState,
    StoredBoard,
    change_board,
    count_games,
    end_waits,
    find_board,
    list_boards,
)
from legation.server.identity import account_storage as account_table


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board in the list of all."""

    id: str
    name: str
    owner: str | None
    """Null if it is in the host's folder."""
    folder: str | None
    state: BoardState
    number: int
    """The number of its edition; 0 if it has none."""
    games: int
    changed_at: str
    fault: str
    """Why the current folder cannot be used, one error per line; empty if there is none."""


@dataclass(frozen=True, slots=True)
class BoardRows:
    """All boards that are not built in: first those that ask to be published, and those with an error."""

    boards: list[BoardRow]
    uploads: BoardUploads
    """Who may upload boards."""
    folder: str | None
    """The host's folder."""


def list_all_boards(services: Services) -> BoardRows:
    """List all boards; those that wait for an admin come first."""
    with services.store.read() as connection:
        rows = [_describe(connection, board) for board in list_boards(connection)]
    rows.sort(key=lambda row: (row.state is not BoardState.ASKED, not row.fault))
    folder = services.settings.boards.folder
    return BoardRows(rows, services.settings.boards.uploads, str(folder) if folder else None)


def _describe(connection: Connection, board: StoredBoard) -> BoardRow:
    return BoardRow(
        id=board.id,
        name=board.name,
        owner=board.owner_name,
        folder=board.folder,
        state=board.state,
        number=board.number,
        games=count_games(connection, board.id),
        changed_at=format_time(board.changed_at),
        fault=board.fault,
    )


def publish_board(services: Services, actor: Actor, board: str, *, is_published: bool, reason: str = "") -> Done:
    """Let everyone begin games on a board, or only its owner."""
    with services.store.write() as connection:
        found = _get_board(connection, board)
        if found.is_published == is_published:
            raise HttpRefusal(409, "no_change", case="is_published" if is_published else "is_not_published")
        state = BoardState.PUBLISHED if is_published else BoardState.PRIVATE
        change_board(connection, found.id, state=state)
        if not is_published:
            end_waits(connection, found.id, services.clock.now())
        text = ENGLISH.fill("admin.published" if is_published else "admin.unpublished", name=found.name)
        act = "publish-board" if is_published else "unpublish-board"
        return write_act(
            connection, services, actor, act, target=f"board {found.id}", text=text, reason=clean_reason(reason)
        )


def remove(services: Services, actor: Actor, board: str, *, reason: str = "") -> Done:
    """Remove a board; games on it go on. Boards in the host's folder are removed there."""
    with services.store.write() as connection:
        found = _get_board(connection, board)
        if found.folder is not None:
            raise HttpRefusal(409, "in_folder", folder=repr(found.folder))
        remove_board(connection, services, found)
        text = ENGLISH.fill("admin.removed_board", name=found.name)
        return write_act(
            connection,
            services,
            actor,
            "remove-board",
            target=f"board {found.id}",
            text=text,
            reason=clean_reason(reason),
        )


def allow_boards(services: Services, actor: Actor, account: int, *, allowed: bool, reason: str = "") -> Done:
    """Allow an account to upload boards, or revoke that."""
    with services.store.write() as connection:
        row = account_table.find_account(connection, account)
        if row is None or row.is_closed or row.is_guest:
            raise HttpRefusal(404, "not_found", case="account", login=str(account))
        if row.brings_boards == allowed:
            raise HttpRefusal(409, "no_change", case="brings_boards" if allowed else "brings_no_boards")
        account_table.change_account(connection, row.id, brings_boards=allowed)
        text = ENGLISH.fill("admin.may_bring_boards" if allowed else "admin.may_not_bring_boards", name=row.name)
        target = f"account {row.id} ({row.name})"
        return write_act(
            connection, services, actor, "allow-boards", target=target, text=text, reason=clean_reason(reason)
        )


def _get_board(connection: Connection, board: str) -> StoredBoard:
    found = find_board(connection, board)
    if found is None or found.removed_at is not None:
        raise not_found("variant")
    return found
