"""Boards in a folder of the host: new and changed ones are checked. A bad one is reported, and stops nothing."""

import logging
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import Connection

from legation.server.base.refusals import HttpRefusal
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
from legation.variants import list_variants, make_id

MOST_FOLDERS = 300
Stamp = tuple[tuple[str, int, int], ...]
logger = logging.getLogger(__name__)


class HostFolder:
    """The host's folder, which the worker checks regularly."""

    def __init__(self) -> None:
        self._seen: dict[str, Stamp] = {}
        """The contents of the folder at the last check."""
        self._taken: dict[str, Stamp] = {}
        """The boards already processed, valid or not; they are not checked again until their files change."""
        self._is_first = True
        self._fault = ""

    def look(self, services: Services) -> None:
        """Bring the boards up to date: new editions, new errors, and removed boards.

        After the first check a change counts when two checks in a row see it: files may still be being copied.
        """
        folder = services.settings.boards.folder
        if folder is None:
            return
        places = self._list_places(folder)
        if places is None:
            return
        stamps = {place.name: _stamp(place) for place in places}
        for place in places:
            stamp = stamps[place.name]
            is_settled = self._is_first or self._seen.get(place.name) == stamp
            if is_settled and self._taken.get(place.name) != stamp and self._take_in(services, place):
                self._taken[place.name] = stamp
        _remove_gone(services, {*stamps, *self._seen})
        self._taken = {name: stamp for name, stamp in self._taken.items() if name in stamps}
        self._seen, self._is_first = stamps, False

    def _list_places(self, folder: Path) -> list[Path] | None:
        """The folders of boards; None if the folder cannot be read, which is logged once."""
        try:
            places = sorted(place for place in folder.iterdir() if (place / "variant.toml").is_file())[:MOST_FOLDERS]
        except OSError as error:
            if self._fault != str(error):
                logger.error("the folder of boards cannot be read: %s", error)
            self._fault = str(error)
            return None
        self._fault = ""
        return places

    @staticmethod
    def _take_in(services: Services, place: Path) -> bool:
        """Process a board; False if this host has no time for it, and the next check must try again."""
        try:
            _take_in(services, place)
        except HttpRefusal as refusal:
            logger.warning("the board %s waits to be checked: %s", place.name, refusal)
            return False
        except Exception:  # whatever is wrong with one board, the others are processed
            logger.exception("the board %s could not be read", place.name)
        return True


def _stamp(place: Path) -> Stamp:
    """When the files of a board were changed, and their sizes."""
    found = []
    for name in BOARD_FILES:
        try:
            state = (place / name).lstat()
        except OSError:
            continue
        found.append((name, state.st_mtime_ns, state.st_size))
    return tuple(found)


def _take_in(services: Services, place: Path) -> None:
    board = _choose_id(place)
    with services.store.read() as connection:
        found = find_board(connection, board)
        edition = find_board_edition(connection, board, found.number) if found else None
    fault, checked = "", None
    if board in list_variants() or (found is not None and found.folder != place.name):
        fault = f"{place.name}: another board has this name; rename the folder"
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
    if current is None or current.source != checked.source:  # another process may have been faster
        keep_files(connection, services, found, checked)
        logger.info("the board %s has the new edition %s", board, found.number + 1)


def _keep_state(board: StoredBoard) -> BoardState:
    """A board that returns is published; one that an admin has closed stays closed."""
    return BoardState.PUBLISHED if board.removed_at is not None else board.state


def _choose_id(place: Path) -> str:
    return make_id(place.name, otherwise="board", longest=40)


def _read(place: Path) -> Mapping[str, bytes] | str:
    """The files of a board, or the reason why they are not read."""
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
    """Remove boards from the lists if their folders are gone; games on them go on."""
    with services.store.read() as connection:
        gone = [one for one in list_folder_boards(connection) if one.folder not in names and one.removed_at is None]
    if not gone:
        return
    with services.store.write() as connection:
        for board in gone:
            change_board(connection, board.id, removed_at=services.clock.now())
            end_waits(connection, board.id, services.clock.now())
            logger.info("the folder of the board %s is gone", board.id)
