"""Who may see an uploaded board, and the names under which it can be requested."""

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
"""The digits of an edition's digest in its name: as hard to guess as the link of an invitation."""

NAME = re.compile(r"(?P<board>[a-z0-9-]{1,60})(@(?P<digits>[0-9a-f]{16,64}))?")
"""Only texts of this form reach the database."""


@dataclass(frozen=True, slots=True)
class BoardReference:
    """A board and one of its editions."""

    board: StoredBoard
    edition: StoredBoardEdition

    @property
    def name(self) -> str:
        """The name for exactly this edition; anyone who knows it may see the edition."""
        return name_reference(self.board.id, self.edition.digest)


def name_reference(board: str, digest: str) -> str:
    """The name of an edition of a board."""
    return f"{board}@{digest[:DIGITS]}"


def get_reference(connection: Connection, viewer: Viewer, name: str, *, hosting: bool = False) -> BoardReference:
    """The board and edition with a name. One that the viewer may not see is refused as if it did not exist.

    A private board can be seen by its owner, by admins, by people who have a part in a game on it, and by anyone who
    knows the name of the edition, which the pages of a game reveal to those who may see the game. Only its owner and
    admins begin games on it. A removed board is visible only to people in its games.
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
    """True if the viewer may begin games on a board."""
    if board.removed_at is not None:
        return False
    return board.is_published or viewer.is_admin or (viewer.account_id is not None and board.owner == viewer.account_id)


def _may_see(connection: Connection, board: StoredBoard, viewer: Viewer, digits: str) -> bool:
    if digits or viewer.is_admin:
        return True
    return viewer.account_id is not None and has_part_on(connection, viewer.account_id, board.id)
