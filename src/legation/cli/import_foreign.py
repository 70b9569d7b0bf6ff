"""``legation import``: imports boards and games of other programs as folders."""

from pathlib import Path
from typing import Annotated

import typer

from legation.errors import DataError, printable
from legation.extras import needs_extra
from legation.interchange import import_games, list_game_files


def import_foreign(
    source: Annotated[Path, typer.Argument(help="A file of another program, or a folder with such files.")],
    output: Annotated[
        Path, typer.Argument(help="The folder to write to; each board or game gets its own folder in it.")
    ],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            help="The format of a board: webdiplomacy, jdip, dpjudge, njudge, dvar or godip; detected by default.",
        ),
    ] = "",
    board: Annotated[
        str,
        typer.Option(
            help="The variant on which games were played, or the folder of one; by default the regular board."
        ),
    ] = "",
    no_map: Annotated[bool, typer.Option("--no-map", help="Do not draw a map.")] = False,
) -> None:
    """Import boards or games of other programs; print what was kept, changed, lost and judged differently."""
    games = [] if form else list_game_files(source)
    count = _import_games(games, output, board)
    if not games or source.is_dir():
        count += _import_boards(source, output, form, {file.name for file in games}, draw=not no_map)
    if not count:
        raise typer.Exit(1)


def _import_games(files: list[Path], output: Path, board: str) -> int:
    """Import games and print what was judged differently; returns their number."""
    count = differences = unexplained = 0
    for found in import_games(files, output, board=board):
        if found.replayed is None:
            _say(f"{found.file}: not imported: {found.problem}")
            continue
        count += 1
        replayed = found.replayed
        differences += len(replayed.differences)
        unexplained += sum(not one.cause for one in replayed.differences)
        letters = f", {len(replayed.saved.press)} letters" if replayed.saved.press else ""
        _say(f"{found.file} -> {found.folder}: {replayed.phases} phases{letters}")
        for line in (*replayed.notes, *replayed.differences):
            _say(f"  {line}")
    if count:
        print(f"{count} games, {differences} differences, {unexplained} of them unexplained")
    return count


def _import_boards(source: Path, output: Path, form: str, games: set[str], *, draw: bool) -> int:
    """Import boards and print what was kept, changed and lost; returns their number."""
    from legation.importing import import_variants  # noqa: PLC0415 - reads XML with a library of its own

    count = 0
    try:
        with needs_extra("forge"):
            for found in import_variants(source, output, form=form, draw=draw, but=games):
                if found.variant is None or found.notes is None:
                    _say(f"{found.file}: not imported: {found.problem}")
                    continue
                count += 1
                _say(f"{found.file} -> {found.folder}")
                for line in found.notes.write().splitlines():
                    _say(f"  {line}")
    except DataError:
        if not games:
            raise
    return count


def _say(line: str) -> None:
    """Print a line that may contain names or contents of foreign files."""
    print(printable(line))
