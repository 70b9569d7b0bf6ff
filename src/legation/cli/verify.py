"""``legation verify``: whether a game folder is what was played."""

from pathlib import Path
from typing import Annotated

import typer

from legation.game import verify_folder
from legation.library import Game


def verify(folder: Annotated[Path, typer.Argument(help="The game's folder.")]) -> None:
    """Check every file against its hash, and judge every phase again; problems end with status 1."""
    problems = verify_folder(folder)
    for problem in problems:
        print(f"{problem.place}: {problem.text}")
    if problems:
        raise typer.Exit(1)
    game = Game.load(folder)
    print(f"sound: {len(game.history.events)} entries, {len(game.records)} phases judged again")
