"""``legation verify``: checks that a game was not altered."""

from pathlib import Path
from typing import Annotated

import typer

from legation.errors import RequestError
from legation.game import History, import_game, verify_export, verify_folder
from legation.library import Game
from legation.variants import open_variant


def verify(game: Annotated[Path, typer.Argument(help="The game's folder, or an exported game.")]) -> None:
    """Check every entry against its hash, and judge every phase again; the exit status is 1 if there are problems."""
    text = _read_export(game) if game.is_file() else None
    problems = verify_folder(game) if text is None else verify_export(text)
    for problem in problems:
        print(f"{problem.place}: {problem.text}")
    if problems:
        raise typer.Exit(1)
    history = Game.load(game).history if text is None else import_game(text, open_variant).history
    print(f"sound: {len(history.events)} entries, {len(history.records)} phases judged again")
    print(f"the chain ends in {_head_of(history)}")


def _read_export(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise RequestError(str(file), "cannot be read as text") from None


def _head_of(history: History) -> str:
    return history.entries[-1].hash if history.events else history.genesis
