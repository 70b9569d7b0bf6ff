"""Boards in a folder of the host: each is checked when the server starts. A bad one is told of, and stops nothing."""

import logging
import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import Connection

from legation.server.base.services import Services
from legation.server.boards.checking import Checked, Identity, check_files, digest_source
from legation.server.boards.service import check, keep_files
from legation.server.boards.unpacking import MOST_BYTES_EACH
from legation.server.game.board_storage import (
    BoardState,
    StoredBoard,
    add_board,
    change_board,
    end_waits,
    find_board,
    find_board_edition,
    list_folder_boards,
)
from legation.server.game.editions import BOARD_FILES
from legation.variants import list_variants

MOST_FOLDERS = 300
logger = logging.getLogger(__name__)


def take_in_folder(services: Services) -> None:
    """Bring the boards of the host's folder up to date: new editions, new faults, and those that are gone."""
    folder = services.settings.boards.folder
    if folder is None:
        return
    places = sorted(place for place in folder.iterdir() if (place / "variant.toml").is_file())[:MOST_FOLDERS]
    for place in places:
        try:
            _take_in(services, place)
        except Exception:  # whatever is wrong with one board, the server starts
            logger.exception("the board %s could not be taken in", place.name)
    _remove_gone(services, {place.name for place in places})


def _take_in(services: Services, place: Path) -> None:
    board = _choose_id(place)
    with services.store.read() as connection:
        found = find_board(connection, board)
        edition = find_board_edition(connection, board, found.number) if found else None
    fault, checked = "", None
    if board in list_variants() or (found is not None and found.folder != place.name):
        fault = f"{place.name}: the name is that of another board; rename the folder"
        board = f"{board[:50]}-folder"
    else:
        files = _read(place)
        if isinstance(files, str):
            fault = files
        elif found is not None and edition is not None and edition.source == digest_source(files):
            pass
        else:
            number = found.number + 1 if found else 1
            checked = check(services, check_files, files, Identity(board, "", number))
            fault = "" if checked.report else _tell(checked)
    if fault:
        logger.error("the board in %s cannot be played: %s", place.name, fault)
    with services.store.write() as connection:
        _write(connection, services, board, place, (fault, checked))


def _write(
    connection: Connection, services: Services, board: str, place: Path, result: tuple[str, Checked | None]
) -> None:
    now, (fault, checked) = services.clock.now(), result
    if find_board(connection, board) is None:
        add_board(
            connection, id=board, owner=None, folder=place.name, name=place.name[:120], state=BoardState.PUBLISHED,
            number=0, fault=fault, made_at=now, changed_at=now,
        )  # fmt: skip
    found = find_board(connection, board)
    assert found is not None
    if found.fault != fault or found.removed_at is not None:
        change_board(connection, board, fault=fault, removed_at=None, state=_keep_state(found))
    if checked is None or checked.report is None:
        return
    current = find_board_edition(connection, board, found.number)
    if current is None or current.source != checked.source:  # another process may have been quicker
        keep_files(connection, services, found, checked)
        logger.info("the board %s has the new edition %s", board, found.number + 1)


def _keep_state(board: StoredBoard) -> BoardState:
    """A board that comes back is published; one that an admin has closed stays closed."""
    return BoardState.PUBLISHED if board.removed_at is not None else board.state


def _choose_id(place: Path) -> str:
    return re.sub(r"[^a-z0-9]+", "-", place.name.lower()).strip("-")[:40] or "board"


def _read(place: Path) -> Mapping[str, bytes] | str:
    """The files of a board, or why they are not read."""
    files = {}
    for name in BOARD_FILES:
        file = place / name
        if file.is_symlink() or not file.is_file():
            continue
        if file.stat().st_size > MOST_BYTES_EACH:
            return f"{place.name}/{name}: more than {MOST_BYTES_EACH:,} bytes are not read"
        files[name] = file.read_bytes().removeprefix(BOM_UTF8)
    return files


def _tell(checked: Checked) -> str:
    lines = [f"{one.file}{f':{one.line}' if one.line else ''}: {one.text}" for one in checked.errors]
    return "\n".join(lines[:20]) or "it cannot be checked"


def _remove_gone(services: Services, names: set[str]) -> None:
    """Take the boards off the lists whose folders are gone; games on them go on."""
    with services.store.write() as connection:
        for board in list_folder_boards(connection):
            if board.folder not in names and board.removed_at is None:
                change_board(connection, board.id, removed_at=services.clock.now())
                end_waits(connection, board.id, services.clock.now())
                logger.info("the folder of the board %s is gone", board.id)
