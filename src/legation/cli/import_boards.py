"""``legation import``: boards of other programs as folders of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from legation.extras import needs_extra


def import_boards(
    source: Annotated[Path, typer.Argument(help="A file of another program, or a folder with such files.")],
    output: Annotated[Path, typer.Argument(help="The folder to write to; each board gets a folder of its own in it.")],
    form: Annotated[
        str, typer.Option("--format", help="webdiplomacy, jdip, dpjudge, njudge or dvar; found by itself by default.")
    ] = "",
    no_map: Annotated[bool, typer.Option("--no-map", help="Draw no map.")] = False,
) -> None:
    """Read boards of webDiplomacy, jDip, DPjudge, nJudge and diplicity, and say what was kept, changed and lost."""
    from legation.importing import import_variants  # noqa: PLC0415 - reads XML with a library of its own

    count = 0
    with needs_extra("forge"):
        for found in import_variants(source, output, form=form, draw=not no_map):
            if found.variant is None or found.notes is None:
                print(f"{found.file}: not imported: {found.problem}")
                continue
            count += 1
            print(f"{found.file} -> {found.folder}")
            print("".join(f"  {line}\n" for line in found.notes.write().splitlines()), end="")
    if not count:
        raise typer.Exit(1)
