"""``legation compare``: two sets of games side by side."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text


def compare(
    one: Annotated[Path, typer.Argument(help="A folder that legation simulate filled.")],
    other: Annotated[Path, typer.Argument(help="Another: of a second variant, other rules or other bots.")],
    *,
    out: Annotated[Path | None, typer.Option(help="A report in Markdown, with pictures beside it.")] = None,
    pictures: Annotated[Path | None, typer.Option(help="Folder for the pictures of the report.")] = None,
) -> None:
    """Compare two sets of games: wins with intervals, length, contacts, use of the board, special rules."""
    from legation import sim  # noqa: PLC0415 - an extra, and slow to load

    found = sim.load_comparison(one, other)
    # Written first, so that a reader who needs only the first lines of the tables still gets the report.
    written = [] if out is None else sim.write_comparison(found, out, pictures or out.parent / f"{out.stem}-pictures")
    console = Console()
    for name, told in sim.describe_sides(found):
        console.print(Text.assemble((name, "bold"), f": {told}"))
    console.print()
    for title, (head, *rows) in sim.make_tables(found):
        if rows:
            table = Table(box=None, pad_edge=False)
            for place, name in enumerate(head):
                table.add_column(name, overflow="fold", justify="left" if place == 0 else "right")
            for row in rows:
                table.add_row(*map(_style, row))
            console.print(title, style="bold")
            console.print(table, "")
    for path in written:
        print(path)


def _style(cell: str) -> Text:
    """A cell; what Markdown prints bold is bold here too."""
    return Text(cell.strip("*"), style="bold" if cell.startswith("**") else "")
