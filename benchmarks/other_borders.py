"""How far single borders decide who wins: bots play a board, and copies of it with random other borders.

    python -m benchmarks.other_borders colonia-iii --boards 6 --games 20 --share 0.1

On each copy the share of its plain borders is gone, and for each that is gone one of its ends has a border with another
space of the same terrain two steps away. Starts, homes, units and centres stay as they are. If a power wins as often on
the copies as on the board itself, no border of ours has made it win.
"""

import argparse
import csv
import random
from collections import Counter
from importlib.resources import files
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from legation.errors import DataError
from legation.sim.simulate import Commission, play_game
from legation.variants import load_variant, load_variant_folder

KEPT = ("variant.toml", "spaces.csv", "start.csv", "borders.csv")
PLAIN = ({"army": "yes", "fleet": "no"}, {"army": "no", "fleet": "yes"})
TRIES = 40
Row = dict[str, str]


def is_plain(row: Row) -> bool:
    """Whether a border is of one kind, both ways, between whole spaces."""
    return (
        {name: row[name] for name in ("army", "fleet")} in PLAIN
        and not row["one_way"]
        and not row["condition"]
        and "/" not in row["from"] + row["to"]
    )


def move_borders(rows: list[Row], terrain: dict[str, str], share: float, chance: random.Random) -> list[Row]:
    """The borders with a share of the plain ones led elsewhere."""
    gone = [row for row in rows if is_plain(row) and chance.random() < share]
    kept = [row for row in rows if row not in gone]
    ends = {frozenset((row["from"].split("/")[0], row["to"].split("/")[0])) for row in rows}
    for row in gone:
        start, end = chance.sample([row["from"], row["to"]], 2)
        beside = {place for pair in ends if end in pair for place in pair} - {start, end}
        farther = sorted(
            place
            for pair in ends
            for place in pair
            if pair & beside and frozenset((start, place)) not in ends and terrain[place] == terrain[end]
        )
        farther = [place for place in farther if place != start]
        if farther:
            goal = chance.choice(farther)
            ends.add(frozenset((start, goal)))
            kept.append({**row, "from": min(start, goal), "to": max(start, goal), "note": ""})
    return kept


def write_copy(source: Path, folder: Path, share: float, seed: int) -> None:
    """A copy of a board with other borders; of the seeds from this one on, the first that makes a whole board."""
    for attempt in range(TRIES):
        with (source / "borders.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        with (source / "spaces.csv").open(encoding="utf-8", newline="") as file:
            terrain = {row["code"]: row["kind"] for row in csv.DictReader(file)}
        copytree(source, folder, ignore=lambda _, names: [name for name in names if name not in KEPT])
        moved = move_borders(rows, terrain, share, random.Random(seed * TRIES + attempt))
        with (folder / "borders.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(moved)
        try:
            load_variant_folder(str(folder))
        except DataError:
            for file_name in KEPT:
                (folder / file_name).unlink()
            folder.rmdir()
        else:
            return
    raise SystemExit(f"no board with a share of {share} moved is whole; take a smaller one")


def count_wins(variant: str, bot: str, games: int, years: int) -> Counter[str]:
    """Who won how many games; nobody is the empty name."""
    commission = Commission(variant, (bot,), years=years)
    return Counter(str(play_game(commission, number)["winner"]) for number in range(games))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("--boards", type=int, default=6)
    parser.add_argument("--games", type=int, default=20, help="on each board")
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--years", type=int, default=40)
    parser.add_argument("--bot", default="greedy")
    options = parser.parse_args()
    variant = load_variant(options.variant)
    source = Path(str(files("legation.variants"))) / "data" / options.variant.replace("-", "_")
    names = sorted(variant.powers)
    print("| board | " + " | ".join(variant.powers[power].name for power in names) + " | nobody |")
    print("| --- |" + " --- |" * (len(names) + 1))
    for number in range(options.boards + 1):
        with TemporaryDirectory() as scratch:
            folder = Path(scratch, options.variant)
            if number:
                write_copy(source, folder, options.share, number)
            board = str(folder) if number else options.variant
            wins = count_wins(board, options.bot, options.games, options.years)
        cells = " | ".join(str(wins[power]) for power in (*names, ""))
        print(f"| {f'copy {number}' if number else 'as it is'} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
