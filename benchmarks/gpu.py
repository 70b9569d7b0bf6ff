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
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from legation import batch as engine
from legation.sim.vector_environment import VectorEnvironment
from legation.variants import load_rulebook, load_variant

BOARDS = ("standard", "cline-9-man-vii", "colonia-i@1", "colonia-iii@1", "colonia-vii@1", "colonial-variant")
"""With their editions, if they have any, so that a recorded run keeps its boards."""
RULEBOOKS = ("1971", "1982", "2000", "2023")
CROWDS = (0.25, 0.45)
"""Which share of a board's spaces has a unit."""
CHUNK = 4096
STEPS = 16
"""Of an environment whose choices are compared."""
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
        own = variant.rulebook
        edition = load_rulebook(self.rulebook)
        rulebook = replace(edition, modules=own.modules, traits=own.traits, extra_kinds=own.extra_kinds)
        return engine.make_batch_board(variant, rulebook, device=device)


def list_settings() -> list[Setting]:
    """Every board with every rulebook, thinly and thickly settled."""
    sizes = {name: len(load_variant(name).board.order) for name in BOARDS}
    return [
        Setting(name, rules, int(share * sizes[name])) for name in BOARDS for rules in RULEBOOKS for share in CROWDS
    ]


def play_year(board: engine.BatchBoard, games: int, units: int, seed: int) -> Iterator[tuple[str, Iterable[Any]]]:
    """A year by chance from a position by chance: the name of each step, and its arrays."""
    batch = engine.sample_positions(board, games, units=units, seed=seed, laden=True)
    yield "positions", batch
    for season in ("Spring", "Fall"):
        yield f"{season} sets", _list_sets(engine.make_legal_masks(board, batch))
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


def _list_sets(masks: engine.LegalMasks) -> list[Any]:
    """The arrays of sets, as far as something was written into them."""
    told = {name: getattr(masks, name) for name in masks._fields if name not in ("words", "shores", "parts")}
    has_parts = masks.part_ends > masks.part_starts
    parts = masks.parts[masks.part_starts[has_parts]]
    ships = masks.ships if isinstance(masks, engine.CarriageMasks) else ()
    return [*told.values(), masks.shores[masks.group], masks.shores[masks.joined], parts, *ships]


def play_choices(environment: VectorEnvironment, steps: int, seed: int) -> Iterator[tuple[str, Iterable[Any]]]:
    """Steps of an environment with choices by chance: the name of each, and its arrays."""
    sight = environment.reset()
    for step in range(steps):
        actions = environment.sample(seed + step)
        yield f"step {step} {sight.phase}", (*sight[1:], actions)
        sight, *told = environment.step(actions)
        yield f"after step {step}", (*told, environment.state())


PHASES = 5
"""Of a year."""


def digest_year(setting: Setting, device: str, games: int, seed: int) -> str:
    """A digest of all arrays of a year."""
    board, digest = setting.open(device), hashlib.sha256()
    for _, arrays in play_year(board, games, setting.units, seed):
        for array in arrays:
            digest.update(np.ascontiguousarray(board.device.fetch(array)).tobytes())
    return digest.hexdigest()


def agree(phases: int, names: Sequence[str] = BOARDS, seconds: float = float("inf"), *, seed: int = 0) -> int:
    """Compare years on both devices until there were so many phases, or so much time has passed; how many there were.

    Raises at a difference.
    """
    settings, done = [setting for setting in list_settings() if setting.board in names], 0
    begun = time.perf_counter()
    for name in names:
        if load_variant(name).rulebook.extra_kinds == frozenset():  # with ships, the judge lists the choices
            _agree_on_choices(name, seed)
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


def _agree_on_choices(name: str, seed: int) -> None:
    """Lead an environment on each device through the same years."""
    here, there = (VectorEnvironment(name, games=64, years=3, device=device) for device in ("cpu", "cuda"))
    steps = zip(play_choices(here, STEPS, seed), play_choices(there, STEPS, seed), strict=True)
    for (step, mine), (_, other) in steps:
        _compare(f"{name}, {step}", mine, other, there.board)


def _compare(name: str, mine: Iterable[Any], other: Iterable[Any], board: engine.BatchBoard) -> None:
    for array, theirs in zip(mine, other, strict=True):
        if not np.array_equal(array, board.device.fetch(theirs)):
            raise AssertionError(f"the devices differ: {name}")


def _time(act: Callable[[], Any], wait: Callable[[], None]) -> tuple[Any, float]:
    """What an act returns, and the seconds of the best of three."""
    best = float("inf")
    for _ in range(3):
        wait()
        begun = time.perf_counter()
        result = act()
        wait()
        best = min(best, time.perf_counter() - begun)
    return result, best


def _wait_for(device: str) -> Callable[[], None]:
    """What waits until a device has done its work."""
    if device == "cpu":
        return lambda: None
    import cupy  # noqa: PLC0415

    return lambda: cupy.cuda.Device().synchronize()


KINDS = ("moves", "retreats", "Winter", "year", "sets")


def measure(name: str, units: int, device: str, games: int) -> dict[str, float]:
    """Millions of phases a second on a device, each kind by itself, and whole years; and of sets of legal orders."""
    board, wait = engine.make_batch_board(load_variant(name), device=device), _wait_for(device)
    batch = engine.sample_positions(board, games, units=units, seed=5, laden=True)
    orders = engine.sample_moves(board, batch, 7)
    (after, _), moves = _time(lambda: engine.judge_moves(board, batch, orders), wait)
    lines = engine.sample_retreats(board, after, 8)
    (settled, _), retreats = _time(lambda: engine.judge_retreats(board, after, lines), wait)
    owned, owners = _time(lambda: engine.settle_ownership(board, settled), wait)
    builds = engine.sample_adjustments(board, owned, 9)
    _, winter = _time(lambda: engine.judge_adjustments(board, owned, builds), wait)
    _, sets = _time(lambda: engine.make_legal_masks(board, batch), wait)
    year = 2 * moves + 2 * retreats + owners + winter
    times = (moves, retreats, owners + winter, year / PHASES, sets)
    return {kind: games / seconds / 1e6 for kind, seconds in zip(KINDS, times, strict=True)}


def measure_cores(name: str, units: int, games: int) -> dict[str, float]:
    """The same with all cores of the processor, each with games of its own."""
    cores = os.cpu_count() or 1
    measure(name, units, "cpu", 64)  # compiles
    with ThreadPoolExecutor(cores) as threads:
        found = list(threads.map(lambda _: measure(name, units, "cpu", games), range(cores)))
    return {kind: sum(figures[kind] for figures in found) for kind in KINDS}


def measure_steps(name: str, device: str, games: int, steps: int = 20) -> float:
    """Millions of games stepped in a second by the environment, choices by chance included."""
    environment, wait = VectorEnvironment(name, games=games, device=device), _wait_for(device)
    for seed in range(-6, steps):
        if seed == 0:
            wait()
            begun = time.perf_counter()
        environment.step(environment.sample(seed + 100))
    wait()
    return games * steps / (time.perf_counter() - begun) / 1e6


SIZES = (("standard", 32), ("colonia-iii", 40), ("colonia-iii", 80), ("colonia-iii", 137), ("colonial-variant", 52))


def speed() -> None:
    """Print the tables."""
    print(f"| board | units | device | {' | '.join(KINDS)} |")
    print("| --- " * (3 + len(KINDS)) + "|")
    for name, units in SIZES:
        for device, act in (
            ("one core", partial(measure, name, units, "cpu", 1 << 14)),
            (f"{os.cpu_count()} cores", partial(measure_cores, name, units, 1 << 13)),
            ("cuda", partial(measure, name, units, "cuda", 1 << 20)),
        ):
            figures = act()
            cells = " | ".join(f"{figures[kind]:.2f}" for kind in KINDS)
            print(f"| {name} | {units} | {device} | {cells} |", flush=True)
    for name in ("standard", "colonia-iii"):
        for device, games in (("cpu", 1 << 8), ("cuda", 1 << 12), ("cuda", 1 << 15)):
            found = measure_steps(name, device, games)
            print(f"environment, {name}, {device}, {games} games: {found * 1e6:,.0f} steps a second", flush=True)


def main() -> None:
    """As the module says."""
    parser = argparse.ArgumentParser(description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True)
    agreement = acts.add_parser("agree")
    agreement.add_argument("--phases", type=int, default=10_000_000)
    agreement.add_argument("--boards", nargs="+", default=BOARDS)
    agreement.add_argument("--seconds", type=float, default=float("inf"))
    agreement.add_argument("--seed", type=int, default=0)
    acts.add_parser("speed")
    acts.add_parser("record").add_argument("file", type=Path)
    wanted = parser.parse_args()
    if wanted.act == "agree":
        agree(wanted.phases, wanted.boards, wanted.seconds, seed=wanted.seed)
    elif wanted.act == "speed":
        speed()
    else:
        digests = {
            " ".join(map(str, setting)): digest_year(setting, "cuda", RECORDED, 3) for setting in list_settings()
        }
        wanted.file.write_text(json.dumps(digests, indent=2) + "\n")


if __name__ == "__main__":
    main()
