"""``legation check``: whether a variant's data files are sound."""

from pathlib import Path
from typing import Annotated

import typer

from legation.board import list_warnings
from legation.variants import load_variant_folder


def check(
    folder: Annotated[Path, typer.Argument(help="A folder with variant.toml, spaces.csv, borders.csv, start.csv.")],
) -> None:
    """Load a variant from a folder and say what it holds, or the first thing that is wrong with it."""
    variant = load_variant_folder(folder)
    for warning in list_warnings(folder):
        print(f"warning: {warning}")
    board = variant.board
    centres = sum(1 for space in board.spaces.values() if space.centre.is_counted)
    print(
        f"{variant.id}: {len(board.spaces)} spaces, {len(board.borders)} borders, {centres} centres, "
        f"{len(variant.powers)} powers, {len(variant.start.units)} units, rulebook {variant.rulebook_id}"
    )
