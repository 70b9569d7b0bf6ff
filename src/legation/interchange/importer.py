"""Game files of other programs in, game folders out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from legation.errors import DataError, LegationError, RequestError
from legation.game import lock_folder, make_folder, save_folder
from legation.interchange.formats import MOST_BYTES, find_game_format, read_game_file
from legation.interchange.model import ForeignGame
from legation.interchange.replay import Replayed, replay_game
from legation.interchange.saved_json import BOARD
from legation.variants import open_variant

SUFFIXES = (".json", ".jsonl", ".txt", ".jdip")
LINES = ".jsonl"
"""One saved game per line, as in large published collections."""
MOST_FILES = 5000


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """What happened to one foreign game."""

    file: str
    folder: Path | None = None
    replayed: Replayed | None = None
    problem: str = ""
    """Why there is no game, if there is none."""


def list_game_files(path: Path) -> list[Path]:
    """The game files of a path: the file itself, or all files in a folder."""
    if path.is_file():
        return [path] if _is_game_file(path) else []
    if not path.is_dir():
        raise DataError("there is no such file or folder", file=path.name)
    files = sorted(file for file in path.iterdir() if file.suffix.lower() in SUFFIXES and file.is_file())
    if len(files) > MOST_FILES:
        raise DataError(f"{len(files)} files are too many; at most {MOST_FILES}", file=path.name)
    return [file for file in files if _is_game_file(file)]


def _is_game_file(path: Path) -> bool:
    if path.suffix.lower() == LINES:
        return True
    if path.suffix.lower() not in SUFFIXES or path.stat().st_size > MOST_BYTES:
        return False
    return find_game_format(path.read_bytes()) is not None


def import_games(files: list[Path], output: Path, *, board: str = "") -> Iterator[ImportedGame]:
    """Import every game of some files into its own folder below ``output``.

    ``board`` is the variant on which they were played, or its folder, if it is not the regular board.
    """
    for path in files:
        for name, data in _list_games(path):
            try:
                yield _import_one(name, data, output, board)
            except LegationError as error:
                yield ImportedGame(name, problem=str(error))


def _list_games(path: Path) -> Iterator[tuple[str, bytes]]:
    if path.suffix.lower() != LINES:
        yield path.name, path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
        return
    with path.open("rb") as stream:
        number = 0
        while line := stream.readline(MOST_BYTES + 2):
            number += 1
            if line.strip():
                yield f"{path.stem}-{number}.json", line


def _import_one(name: str, data: bytes, output: Path, board: str) -> ImportedGame:
    game = read_game_file(data, name)
    source = choose_board(game, board)
    replayed = replay_game(game, open_variant(source), source=source)
    folder = output / (re.sub(r"[^\w.+-]+", "-", Path(name).stem).strip(".-") or "game")
    make_folder(folder)
    with lock_folder(folder):
        save_folder(replayed.saved, folder)
    return ImportedGame(name, folder, replayed)


def choose_board(game: ForeignGame, board: str = "") -> str:
    """The variant of a game: ``board`` if given, or the regular board if the file says so."""
    if board:
        return board
    if game.board == BOARD:
        return BOARD
    named = f"was played on the board {game.board!r}" if game.board else "does not name its board"
    raise RequestError(game.name, f"the file {named}: name a variant, or the folder of one, with --board")
