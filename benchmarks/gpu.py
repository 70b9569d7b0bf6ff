"""The batch engine on a CUDA device beside the processor: the same games, compared and timed.

    python -m benchmarks.gpu agree [--phases 10000000]   # every array of every phase, on both; stops at a difference
    python -m benchmarks.gpu speed                       # phases a second, as the table in docs/reference/batch.md
    python -m benchmarks.gpu record FILE                 # digests of whole years, for tests/batch/recorded_gpu_run.json

Needs the extra [gpu] and a device. Positions and orders are drawn by
chance, so they are more crowded and fuller of fights than those of games.
"""

import argparse
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from legation import batch as engine
from legation.variants import load_rulebook, load_variant

BOARDS = ("standard", "cline-9-man-vii", "colonia-i@1", "colonia-iii@1", "colonia-vii@1")
"""With their editions, so that a recorded run keeps its boards."""
RULEBOOKS = ("1971", "1982", "2000", "2023")
CROWDS = (0.25, 0.45)
"""Which share of a board's spaces has a unit."""
CHUNK = 4096
RECORDED = 256
"""Games in a recorded year."""


class Setting(NamedTuple):
    """A board under a rulebook, and how many units stand on it."""

    board: str
    rulebook: str
    units: int

    def open(self, device: str) -> engine.BatchBoard:
        """Its arrays on a device."""
        variant = load_variant(self.board)
        rulebook = replace(load_rulebook(self.rulebook), modules=variant.rulebook.modules)
        return engine.make_batch_board(variant, rulebook, device=device)


def list_settings() -> list[Setting]:
    """Every board with every rulebook, thinly and thickly settled."""
    sizes = {name: len(load_variant(name).board.order) for name in BOARDS}
    return [
        Setting(name, rules, int(share * sizes[name])) for name in BOARDS for rules in RULEBOOKS for share in CROWDS
    ]


def play_year(board: engine.BatchBoard, games: int, units: int, seed: int) -> Iterator[tuple[str, Iterable[Any]]]:
    """A year by chance from a position by chance: the name of each step, and its arrays."""
    batch = engine.sample_positions(board, games, units=units, seed=seed)
    yield "positions", batch
    for season in ("Spring", "Fall"):
        orders = engine.sample_moves(board, batch, seed + 1)
        batch, outcomes = engine.judge_moves(board, batch, orders)
        yield f"{season} moves", (orders, *batch, *outcomes)
        orders = engine.sample_retreats(board, batch, seed + 2)
        batch, outcomes = engine.judge_retreats(board, batch, orders)
        yield f"{season} retreats", (orders, *batch, *outcomes)
    batch = engine.settle_ownership(board, batch)
    lines = engine.sample_adjustments(board, batch, seed + 3)
    batch, winter = engine.judge_adjustments(board, batch, lines)
    yield "Winter", (lines, *batch, *winter)


PHASES = 5
"""Of a year."""


def digest_year(setting: Setting, device: str, games: int, seed: int) -> str:
    """A digest of all arrays of a year."""
    board, digest = setting.open(device), hashlib.sha256()
    for _, arrays in play_year(board, games, setting.units, seed):
        for array in arrays:
            digest.update(np.ascontiguousarray(board.device.fetch(array)).tobytes())
    return digest.hexdigest()


def agree(phases: int, names: Sequence[str] = BOARDS, seconds: float = float("inf")) -> int:
    """Compare years on both devices until there were so many phases, or so much time has passed; how many there were.

    Raises at a difference.
    """
    settings, done, seed = [setting for setting in list_settings() if setting.board in names], 0, 0
    begun = time.perf_counter()
    boards = {setting: (setting.open("cpu"), setting.open("cuda")) for setting in settings}
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        while done < phases and time.perf_counter() - begun < seconds:
            seed += 10
            # Kernels let other threads run, so each core of the processor has a setting while the device goes on.
            here = threads.map(lambda setting: [*play_year(boards[setting][0], CHUNK, setting.units, seed)], settings)  # noqa: B023
            for setting, year in zip(settings, here, strict=True):
                there = play_year(boards[setting][1], CHUNK, setting.units, seed)
                for (name, mine), (_, other) in zip(year, there, strict=True):
                    _compare(f"{setting}, {name}, seed {seed}", mine, other, boards[setting][1])
                done += PHASES * CHUNK
            print(f"{done:,} phases, no difference", flush=True)
    return done


def _compare(name: str, mine: Iterable[Any], other: Iterable[Any], board: engine.BatchBoard) -> None:
    for array, theirs in zip(mine, other, strict=True):
        if not np.array_equal(array, board.device.fetch(theirs)):
            raise AssertionError(f"the devices differ: {name}")


def _time(act: Callable[[], Any]) -> tuple[Any, float]:
    """What an act returns, and the seconds of the best of three."""
    import cupy  # noqa: PLC0415

    best = float("inf")
    for _ in range(3):
        cupy.cuda.Device().synchronize()
        begun = time.perf_counter()
        result = act()
        cupy.cuda.Device().synchronize()
        best = min(best, time.perf_counter() - begun)
    return result, best


def measure(name: str, units: int, device: str, games: int) -> dict[str, float]:
    """Millions of phases a second on a device, each kind by itself, and whole years."""
    board = engine.make_batch_board(load_variant(name), device=device)
    batch = engine.sample_positions(board, games, units=units, seed=5)
    orders = engine.sample_moves(board, batch, 7)
    (after, _), moves = _time(lambda: engine.judge_moves(board, batch, orders))
    lines = engine.sample_retreats(board, after, 8)
    (settled, _), retreats = _time(lambda: engine.judge_retreats(board, after, lines))
    owned, owners = _time(lambda: engine.settle_ownership(board, settled))
    builds = engine.sample_adjustments(board, owned, 9)
    _, winter = _time(lambda: engine.judge_adjustments(board, owned, builds))
    year = 2 * moves + 2 * retreats + owners + winter
    times = {"moves": moves, "retreats": retreats, "Winter": owners + winter, "year": year / PHASES}
    return {kind: games / seconds / 1e6 for kind, seconds in times.items()}


def speed() -> None:
    """Print the table."""
    print("| board | units | device | moves | retreats | Winter | whole years, phases |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, units in (("standard", 32), ("colonia-iii", 40), ("colonia-iii", 80), ("colonia-iii", 137)):
        for device, games in (("cpu", 1 << 14), ("cuda", 1 << 20)):
            figures = measure(name, units, device, games)
            cells = " | ".join(f"{figures[kind]:.2f}" for kind in ("moves", "retreats", "Winter", "year"))
            print(f"| {name} | {units} | {device} | {cells} |", flush=True)


def main() -> None:
    """As the module says."""
    parser = argparse.ArgumentParser(description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True)
    agreement = acts.add_parser("agree")
    agreement.add_argument("--phases", type=int, default=10_000_000)
    agreement.add_argument("--boards", nargs="+", default=BOARDS)
    agreement.add_argument("--seconds", type=float, default=float("inf"))
    acts.add_parser("speed")
    acts.add_parser("record").add_argument("file", type=Path)
    wanted = parser.parse_args()
    if wanted.act == "agree":
        agree(wanted.phases, wanted.boards, wanted.seconds)
    elif wanted.act == "speed":
        speed()
    else:
        digests = {
            " ".join(map(str, setting)): digest_year(setting, "cuda", RECORDED, 3) for setting in list_settings()
        }
        wanted.file.write_text(json.dumps(digests, indent=2) + "\n")


if __name__ == "__main__":
    main()
