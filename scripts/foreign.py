"""Try every foreign board below some folders: import it, let bots play, and print the table of the guide.

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
from legation.library import Game


def list_folders(roots: list[Path]) -> Iterator[Path]:
    """Every folder below the roots, and they themselves."""
    for root in roots:
        yield root
        yield from sorted(path for path in root.rglob("*") if path.is_dir())


def bring(folder: Path, output: Path, *, maps: bool) -> list[Imported]:
    """The boards of a folder; none where it holds no board."""
    try:
        return list(import_variants(folder, output, draw=maps))
    except LegationError:
        return []


def play(found: Imported, years: int) -> str:
    """Let bots play so many years; what went wrong, or nothing."""
    assert found.variant is not None
    try:
        game = Game(found.variant, found.variant.rulebook, start_state(found.variant))
        play_match(game, make_bot("easy", timed=False), patience=Patience(years=years, quiet_years=years))
    except Exception as error:
        return repr(error)
    return ""


def main() -> int:
    """Print one line for each format, then every board that did not load or play."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--years", type=int, default=5)
    parser.add_argument("--maps", action="store_true")
    wish = parser.parse_args()
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    troubles = []
    with tempfile.TemporaryDirectory() as place:
        for number, folder in enumerate(list_folders(wish.folders)):
            for found in bring(folder, Path(place) / str(number), maps=wish.maps):
                row = counts[found.format]
                row[0] += 1
                if found.variant is None:
                    troubles.append(f"{found.file}: {found.problem}")
                    continue
                row[1] += 1
                problem = play(found, wish.years)
                row[2] += not problem
                if problem:
                    troubles.append(f"{found.file}: {problem}")
    print("| format | boards tried | loaded | played |\n| --- | --- | --- | --- |")
    for form, (tried, loaded, played) in sorted(counts.items()):
        print(f"| {form} | {tried} | {loaded} | {played} |")
    print(*troubles, sep="\n")
    return int(any(loaded != played for _, loaded, played in counts.values()))


if __name__ == "__main__":
    sys.exit(main())
