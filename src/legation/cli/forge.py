"""``legation forge`` and ``legation audit``: boards from gazetteers, and their audit."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from legation.variants import data_folder


def forge(
    gazetteer: Annotated[Path, typer.Argument(help="A folder with places.csv, overrides.csv and board.toml.")],
    output: Annotated[Path, typer.Argument(help="The folder to write spaces.csv, borders.csv and shapes.json to.")],
) -> None:
    """Make a board from a gazetteer, and audit it."""
    from legation.forge import forge_board  # noqa: PLC0415 - an optional part

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, transient=True) as bar:
        task = bar.add_task("forging", total=1.0)
        forge_board(gazetteer, output, lambda what, share: bar.update(task, description=what, completed=share))
    print((output / "audit.txt").read_text(encoding="utf-8"), end="")


def audit(
    variant: Annotated[str, typer.Argument(help="A variant, or the folder of a board.")],
    gazetteer: Annotated[Path | None, typer.Option(help="The gazetteer it was forged from.")] = None,
) -> None:
    """List errors, open decisions and notes about a forged board; the exit status is 1 if there are errors."""
    from legation.forge import Severity, audit_board, audit_sisters, format_audit  # noqa: PLC0415 - an optional part

    folder = Path(variant)
    data = folder if folder.is_dir() else Path(str(data_folder(variant)))
    source = gazetteer or Path("gazetteer") / variant
    findings = audit_board(source, data)
    if not folder.is_dir() and (source.parent / "sisters.csv").is_file():
        findings = [*audit_sisters(source.parent, data.parent), *findings]
    print(format_audit(findings, []))
    if any(finding.severity is Severity.ERROR for finding in findings):
        raise typer.Exit(1)
