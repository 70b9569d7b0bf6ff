"""``legation check``: checks a variant's data files."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from legation.variants import review_folder


def check(
    folder: Annotated[Path, typer.Argument(help="A folder with variant.toml, spaces.csv, borders.csv, start.csv.")],
) -> None:
    """Load a variant from a folder and print a summary, or its errors."""
    found = review_folder(folder)
    for error in found.errors:
        sys.stderr.write(f"error: {error}\n")
    for warning in found.warnings:
        print(f"warning: {warning}")
    if found.variant is None:
        raise typer.Exit(2)
    variant, board = found.variant, found.variant.board
    centres = sum(1 for space in board.spaces.values() if space.centre.is_counted)
    print(
        f"{variant.id}: {len(board.spaces)} spaces, {len(board.borders)} borders, {centres} centres, "
        f"{len(variant.powers)} powers, {len(variant.start.units)} units, rulebook {variant.rulebook_id}"
    )
