"""Version 0.1 and this one, measured in the same run on the same machine: ``python -m benchmarks.earlier``."""

import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path

from benchmarks.peers import time_peer
from benchmarks.regular_phases import RegularPhase, make_workloads
from benchmarks.text_to_answer import choose_full, make_lines
from benchmarks.timing import best_stages

COMMIT = "ab80f6eb0483f63ef1ff61a5073d2969ae5024cd"
"""The last of version 0.1, which has no tag."""
ROOT = Path(__file__).parent.parent
PROBE = Path(__file__).parent / "version_probe.py"
RUNS = 3
"""Processes of each version that do the same, in turn; the fastest counts, line by line."""
ROUNDS = 5
"""How often a process repeats what it has seen."""
STARTING = 40
"""Lines after which a process is warm: its tables are filled, and the interpreter has adapted."""
PHASES = 150


def unpack_earlier(folder: Path) -> bool:
    """Put the package of version 0.1 into a folder; returns False if the project's history is not available."""
    archive = subprocess.run(["git", "archive", COMMIT, "src"], cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        return False
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as found:
        found.extractall(folder, filter="data")
    return True


@dataclass(frozen=True, slots=True)
class Figures:
    """What a version takes for each line, in microseconds."""

    new: list[float]
    seen: list[float]


def time_versions(versions: Sequence[Path], what: str, lines: Sequence[str]) -> list[Figures]:
    """The times of both versions, measured in turns."""
    runs: list[list[list[list[float]]]] = [[] for _ in versions]
    for _ in range(RUNS):
        for number, source in enumerate(versions):
            found = subprocess.run(
                [sys.executable, str(PROBE), what, str(ROUNDS)],
                env={**os.environ, "PYTHONPATH": str(source)},
                input=json.dumps(lines), capture_output=True, text=True, check=True,
            )  # fmt: skip
            runs[number].append(json.loads(found.stdout))
    return [Figures(_find_best(new), _find_best(seen)) for new, seen in (zip(*found, strict=True) for found in runs)]


def _find_best(runs: Sequence[Sequence[float]]) -> list[float]:
    return [min(found) * 1e6 for found in zip(*runs, strict=True)]


def _mean(figures: Sequence[float]) -> float:
    return sum(figures) / len(figures)


def compare(name: str, phases: Sequence[RegularPhase], versions: Sequence[Path]) -> list[str]:
    """Rows of the table: what each version takes, and how many times as fast the later one is."""
    answers = time_versions(versions, "answer", make_lines(choose_full(phases)))
    judging = [_mean(found.seen) for found in time_versions(versions, "judge", make_lines(phases))]
    peer, _ = best_stages(RUNS, [partial(time_peer, phase) for phase in phases])
    figures: dict[str, list[float]] = {
        "text to answer, seen": [_mean(found.seen) for found in answers],
        f"text to answer, new, the first {STARTING} lines of a process": [
            _mean(found.new[:STARTING]) for found in answers
        ],
        "text to answer, new, later lines": [_mean(found.new[STARTING:]) for found in answers],
        "judging alone": judging,
    }
    rows = [f"| {name}: {what} | {old:.0f} | {now:.0f} | {old / now:.1f} |" for what, (old, now) in figures.items()]
    old, now = (peer * 1e6 / len(phases) / found for found in judging)
    return [*rows, f"| {name}: judging, ratio to the peer's `process()` | {old:.1f} | {now:.1f} | - |"]


def earlier_section() -> str:
    """The table of both versions; empty if version 0.1 is not available."""
    with tempfile.TemporaryDirectory() as folder:
        if not unpack_earlier(Path(folder)):
            return ""
        versions = [Path(folder) / "src", ROOT / "src"]
        rows = [row for name, phases in make_workloads(PHASES).items() for row in compare(name, phases, versions)]
    head = [
        "## Since version 0.1",
        "",
        "Version 0.1 in the same run on the same machine, microseconds a line or phase. The versions take turns, each",
        f"in {RUNS} processes of its own, and a line counts by its fastest. A new line is answered once by a process:",
        "what it has in common with earlier lines is known, the rest is not.",
        "",
        "| what | 0.1 | now | times as fast |",
        "| --- | --- | --- | --- |",
    ]
    return "\n".join(head + rows)


if __name__ == "__main__":
    print(earlier_section() or "the history of the project is not at hand")
