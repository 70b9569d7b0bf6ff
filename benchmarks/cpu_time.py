"""How long processes computed, and how long they waited for a processor (Linux)."""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class CpuTime:
    """Seconds of one process or several."""

    computed: float = 0.0
    waited: float = 0.0
    """While a thread could have computed, but no processor was free."""

    def __add__(self, other: "CpuTime") -> "CpuTime":
        return CpuTime(self.computed + other.computed, self.waited + other.waited)

    def __sub__(self, other: "CpuTime") -> "CpuTime":
        return CpuTime(self.computed - other.computed, self.waited - other.waited)


def read_cpu_time(processes: Iterable[int]) -> CpuTime:
    """The time that processes have used so far; zero for those that have ended, and on other systems."""
    total = CpuTime()
    for process in processes:
        for file in (PROC / str(process) / "task").glob("*/schedstat"):
            try:
                computed, waited, _ = file.read_text(encoding="ascii").split()
            except OSError:  # a thread that has just ended
                continue
            total += CpuTime(int(computed) / 1e9, int(waited) / 1e9)
    return total


def list_descendants(process: int) -> Iterator[int]:
    """The processes that a process has started, and those that these have started."""
    for file in (PROC / str(process) / "task").glob("*/children"):
        for child in map(int, re.findall(r"\d+", file.read_text(encoding="ascii"))):
            yield child
            yield from list_descendants(child)


def pin(process: int, processors: str) -> None:
    """Restrict a process, and those it starts from now on, to some processors: ``0``, or ``0,2``."""
    chosen = [int(number) for number in processors.split(",") if number]
    if chosen and hasattr(os, "sched_setaffinity"):
        for task in (PROC / str(process) / "task").iterdir():
            os.sched_setaffinity(int(task.name), chosen)
