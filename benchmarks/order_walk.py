"""How far a request walks through the package: calls, functions and files while a player saves three orders.

``python -m benchmarks.order_walk`` counts them for a first save, for one that changes an order, and for what is asked
after a phase was judged. Counted are Python functions of the package alone; comprehensions and class bodies are not.
The names of acts as arguments, such as ``"GET results"``, also print what these call, file by file.
"""

import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar
from unittest import mock

from anyio.from_thread import BlockingPortal
from tests.server.kit import make_server, make_tables
from tests.server.matches import Match, host

import legation

Result = TypeVar("Result")
PACKAGE = str(Path(legation.__file__).parent)
SAVE = "PUT orders, 3 lines, first time"
FIRST = ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]
SECOND = ["A PAR - PIC", "A MAR - SPA", "F BRE - MAO"]


@dataclass
class Walk:
    """Which functions of the package were called, and how often."""

    calls: Counter[tuple[str, str]] = field(default_factory=Counter)

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Count one call."""
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE) and not code.co_name.startswith("<"):
            self.calls[code.co_filename, code.co_qualname] += 1

    def count(self) -> tuple[int, int, int]:
        """Calls, different functions, files."""
        return self.calls.total(), len(self.calls), len({file for file, _ in self.calls})

    def list_files(self) -> list[str]:
        """Each file in the sequence in which it is reached, with its functions and how often each is called."""
        files: dict[str, list[str]] = {}
        for (file, name), count in self.calls.items():
            files.setdefault(file, []).append(f"{name} {count}" if count > 1 else name)
        return [f"{Path(file).relative_to(PACKAGE)}: {', '.join(names)}" for file, names in files.items()]


def follow(portal: BlockingPortal, act: Callable[[], Any]) -> Walk:
    """Count what one act calls: here, in the event loop, in threads that it starts, and in those of the queues."""
    walk = Walk()
    submit = ThreadPoolExecutor.submit

    def submit_followed(
        pool: ThreadPoolExecutor, function: Callable[..., Result], *args: object, **kwargs: object
    ) -> Future[Result]:
        return submit(pool, partial(_run_followed, walk, function), *args, **kwargs)

    threading.setprofile(walk.note)
    sys.setprofile(walk.note)
    portal.call(sys.setprofile, walk.note)
    try:
        with mock.patch.object(ThreadPoolExecutor, "submit", submit_followed):
            act()
    finally:
        portal.call(sys.setprofile, None)
        sys.setprofile(None)
        threading.setprofile(None)
    return walk


def _run_followed(walk: Walk, function: Callable[..., Result], *args: object, **kwargs: object) -> Result:
    sys.setprofile(walk.note)
    try:
        return function(*args, **kwargs)
    finally:
        sys.setprofile(None)


def measure(match: Match) -> dict[str, Walk]:
    """The walks of a game's first turn."""
    france = match.players["FRANCE"]
    assert france.portal is not None
    count, turn = partial(follow, france.portal), match.turn

    def save(orders: Sequence[str]) -> None:
        answer = france.put(match.path("/orders"), json={"turn": turn, "orders": orders})
        assert answer.status_code == 200, answer.text

    return {
        SAVE: count(lambda: save(FIRST)),
        "PUT orders, other lines": count(lambda: save(SECOND)),
        "PUT orders, the same again": count(lambda: save(SECOND)),
        "POST orders/check, 3 lines": count(
            lambda: france.post(match.path("/orders/check"), json={"text": "\n".join(FIRST)})
        ),
        "the game is judged": count(match.pass_deadline),
        "GET results": count(lambda: match.read(france, "/results")),
        "GET explain": count(lambda: match.read(france, "/explain", order="A PAR - PIC")),
    }


def main() -> None:
    """Print the table, and what the acts that were named call."""
    with tempfile.TemporaryDirectory() as folder:
        make_tables(f"sqlite:///{Path(folder) / 'test.db'}")
        server = make_server(Path(folder))
        with server.client():
            walks = measure(host(server))
    print(f"{'act':<34} {'calls':>7} {'functions':>10} {'files':>6}")
    for name, walk in walks.items():
        calls, functions, files = walk.count()
        print(f"{name:<34} {calls:>7} {functions:>10} {files:>6}")
    for name in sys.argv[1:]:
        print("", name, *walks[name].list_files(), sep="\n")


if __name__ == "__main__":
    main()
