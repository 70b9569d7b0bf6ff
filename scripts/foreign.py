"""Try every foreign board and game below some folders, and print the tables of the guide.

Bots play on each board; each game is judged again, on the first of the boards that has its powers and spaces.

python scripts/foreign.py FOLDER... [--years 5] [--maps]
"""

import argparse
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from legation.bots import Patience, make_bot, play_match
from legation.errors import LegationError
from legation.game import start_state
from legation.importing import Imported, import_variants
from legation.importing.formats import find_format
from legation.importing.source import Source
from legation.interchange import ImportedGame, import_games, list_game_files
from legation.library import Game


def list_folders(roots: list[Path]) -> Iterator[Path]:
    """The roots and every folder below them."""
    for root in roots:
        yield root
        yield from sorted(path for path in root.rglob("*") if path.is_dir())


def bring(folder: Path, output: Path, *, maps: bool) -> list[Imported]:
    """The boards of a folder. If files look like a board but cannot be read, one of each format with the reason."""
    games: set[str] = set()
    try:
        games = {file.name for file in list_game_files(folder)}
        return list(import_variants(folder, output, draw=maps, but=games))
    except LegationError as error:
        names = [name for name in Source(folder).names() if name not in games]
        forms = sorted({form for name in names if (form := find_format(name))})
        return [Imported(folder.name, form, error=error) for form in forms]


def play(found: Imported, years: int) -> str:
    """Let bots play so many years; returns what went wrong, or an empty text."""
    assert found.variant is not None
    try:
        game = Game(found.variant, found.variant.rulebook, start_state(found.variant))
        play_match(game, make_bot("easy", timed=False), patience=Patience(years=years, quiet_years=years))
    except Exception as error:
        return repr(error)
    return ""


def bring_games(folder: Path, output: Path, boards: list[Imported]) -> Iterator[ImportedGame]:
    """The games of a folder, each on the board that fits it best, because boards may have the same powers and codes."""
    try:
        files = list_game_files(folder)
    except LegationError:
        return
    known = ["", *(str(board.folder) for board in boards if board.folder is not None)]
    for file in files:
        best: list[ImportedGame] = []
        for number, board in enumerate(known):
            tried = list(import_games([file], output / folder.name / str(number), board=board))
            if not best or _count_faults(tried) < _count_faults(best):
                best = tried
            if _count_faults(best) == (0, 0):
                break
        yield from best


def _count_faults(tries: list[ImportedGame]) -> tuple[int, int]:
    """How many games were not read, and how many differences have no cause."""
    read = [found.replayed for found in tries if found.replayed is not None]
    return len(tries) - len(read), sum(not one.cause for replayed in read for one in replayed.differences)


def report_games(folders: list[Path], output: Path, boards: list[Imported]) -> bool:
    """Print one line for each program, then every game that was not read and every difference."""
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0, 0, 0])
    troubles = []
    for folder in folders:
        for found in bring_games(folder, output, boards):
            row = counts[folder.name]
            row[0] += 1
            if found.replayed is None:
                troubles.append(f"{found.file}: {found.problem}")
                continue
            differences = found.replayed.differences
            unexplained = [one for one in differences if not one.cause]
            figures = (1, found.replayed.phases, len(found.replayed.saved.press), len(differences), len(unexplained))
            row[1:] = [sum(pair) for pair in zip(row[1:], figures, strict=True)]
            troubles += [f"{found.file}: {one}" for one in differences]
    print("\n| games of | tried | read | phases | letters | differences | unexplained |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, row in sorted(counts.items()):
        print(f"| {name} | {' | '.join(map(str, row))} |")
    print(*troubles, sep="\n")
    return any(row[5] for row in counts.values())


def main() -> int:
    """Print one line for each format, then every board that did not load or play; the same for games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--years", type=int, default=5)
    parser.add_argument("--maps", action="store_true")
    wish = parser.parse_args()
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    troubles = []
    boards: list[Imported] = []
    with tempfile.TemporaryDirectory() as place:
        for number, folder in enumerate(list_folders(wish.folders)):
            for found in bring(folder, Path(place) / str(number), maps=wish.maps):
                row = counts[found.format]
                row[0] += 1
                if found.variant is None:
                    troubles.append(f"{found.file}: {found.problem}")
                    continue
                row[1] += 1
                boards.append(found)
                problem = play(found, wish.years)
                row[2] += not problem
                if problem:
                    troubles.append(f"{found.file}: {problem}")
        print("| format | boards tried | loaded | played |\n| --- | --- | --- | --- |")
        for form, (tried, loaded, played) in sorted(counts.items()):
            print(f"| {form} | {tried} | {loaded} | {played} |")
        print(*troubles, sep="\n")
        differs = report_games(list(list_folders(wish.folders)), Path(place) / "games", boards)
    return int(differs or any(loaded != played for _, loaded, played in counts.values()))


if __name__ == "__main__":
    sys.exit(main())
