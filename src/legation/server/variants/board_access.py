"""Who may see a board that someone brought, and by which names it is asked for."""

import re
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.server.base.refusals import not_found
from legation.server.game.board_storage import (
    StoredBoard,
    StoredBoardEdition,
    find_board,
    find_board_edition,
    find_edition_by_digest,
    has_part_on,
)
from legation.server.identity.viewers import Viewer

DIGITS = 16
"""Of the digest of an edition, in the name of it: as hard to guess as a link of invitation."""

NAME = re.compile(r"(?P<board>[a-z0-9-]{1,60})(@(?P<digits>[0-9a-f]{16,64}))?")
"""No other text reaches the database."""


@dataclass(frozen=True, slots=True)
class BoardReference:
    """A board and one of its editions."""

    board: StoredBoard
    edition: StoredBoardEdition

    @property
    def name(self) -> str:
        """The name by which just this edition is asked for; whoever knows it may see it."""
        return name_reference(self.board.id, self.edition.digest)


def name_reference(board: str, digest: str) -> str:
    """The name of an edition of a board."""
    return f"{board}@{digest[:DIGITS]}"


def find_reference(connection: Connection, viewer: Viewer, name: str, *, hosting: bool = False) -> BoardReference:
    """The board and edition that a name means. What the viewer may not see is refused as if it did not exist.

    A private board is seen by its owner, admins, those who have a part in a game on it, and whoever knows the name of
    the edition, which the pages of a game tell to those who may see the game. Only its owner and admins begin games
    on it. One that was removed is seen only by those in its games.
    """
    found = NAME.fullmatch(name)
    board = find_board(connection, found["board"]) if found else None
    if found is None or board is None:
        raise not_found("variant")
    digits = found["digits"] or ""
    if digits:
        edition = find_edition_by_digest(connection, board.id, digits)
    else:
        edition = find_board_edition(connection, board.id, board.number)
    if edition is None or not (
        may_host(board, viewer) or (not hosting and _may_see(connection, board, viewer, digits))
    ):
        raise not_found("variant")
    return BoardReference(board, edition)


def may_host(board: StoredBoard, viewer: Viewer) -> bool:
    """Whether the viewer may begin games on a board."""
    if board.removed_at is not None:
        return False
    return board.is_published or viewer.is_admin or (viewer.account_id is not None and board.owner == viewer.account_id)


def _may_see(connection: Connection, board: StoredBoard, viewer: Viewer, digits: str) -> bool:
    if digits or viewer.is_admin:
        return True
    return viewer.account_id is not None and has_part_on(connection, viewer.account_id, board.id)
