"""``legation balance``: statistics about a variant from many games."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console


def balance(
    folder: Annotated[Path, typer.Argument(help="A folder that legation simulate filled.")],
    *,
    out: Annotated[Path | None, typer.Option(help="The report; FOLDER/balance.md by default.")] = None,
    pictures: Annotated[
        Path | None, typer.Option(help="Folder for its pictures; by default beside the report.")
    ] = None,
    note: Annotated[str, typer.Option(help="A sentence for the top of the report, such as how it was made.")] = "",
) -> None:
    """Write a report with pictures: wins, centres, contacts, use of the board, stalemates, special rules."""
    from legation import sim  # noqa: PLC0415 - an extra, and slow to load

    file = out or folder / "balance.md"
    found = sim.load_balance(folder)
    with Console(stderr=True).status("Drawing ..."):
        written = sim.write_report(found, file, pictures or file.parent / f"{file.stem}-pictures", note)
    for path in written:
        print(path)
