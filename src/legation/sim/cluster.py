"""Games played on a Ray cluster. Needs the extra ``legation[cluster]``.

The machines need the same program, and share nothing else: the input of a game is sent by value, including a board in a
user's folder, and its results come back by value.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from legation.errors import RequestError
from legation.sim.results_table import Part
from legation.sim.simulate import Commission, play_game
from legation.variants import list_variants

LOCAL: Final = "local"
AHEAD: Final = 4
"""The games assigned to each core: enough to keep it busy, few enough to stop soon."""


@dataclass(frozen=True, slots=True)
class ClusterCrew:
    """All cores of a cluster: the one at an address, or a small local one that is started here and stopped again."""

    address: str = LOCAL
    cores: int = 0
    """The cores of a local cluster; 0 for all of the machine."""

    def play(self, commission: Commission, numbers: Iterable[int]) -> Iterator[Part]:
        """Play the games with these numbers, in the order in which they finish."""
        ray = open_ray(self.address, self.cores)
        try:
            yield from _hand_out(ray, commission, iter(numbers))
        finally:
            ray.shutdown()


def open_ray(address: str, cores: int = 0) -> Any:  # noqa: ANN401 - Ray is there only with the extra
    """The Ray module, connected to the cluster."""
    try:
        import ray  # noqa: PLC0415 - it takes seconds, and most runs do without
    except ImportError:
        raise RequestError("cluster", "Ray is not installed; pip install 'legation[cluster]' brings it") from None
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    try:
        if address == LOCAL:
            ray.init(num_cpus=cores or None, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise RequestError("cluster", f"no cluster at {address}: {error}") from None
    return ray


def read_board(variant: str) -> dict[str, bytes]:
    """The files of a board in a user's folder, by name; empty for boards that come with the program."""
    if variant in list_variants() or not Path(variant).is_dir():
        return {}
    files = (file for file in sorted(Path(variant).iterdir()) if file.is_file() and not file.name.startswith("."))
    return {file.name: file.read_bytes() for file in files}


def play_apart(commission: Commission, number: int, board: Mapping[str, bytes]) -> Part:
    """Play one game on a machine without a folder of this board."""
    if not board:
        return play_game(commission, number)
    with TemporaryDirectory(prefix="legation-board-") as folder:
        for name, content in board.items():
            Path(folder, name).write_bytes(content)
        return play_game(replace(commission, variant=folder), number)


def _hand_out(ray: Any, commission: Commission, numbers: Iterator[int]) -> Iterator[Part]:  # noqa: ANN401
    """Keep every core busy, and assign the next game when one is finished."""
    task = ray.remote(num_cpus=1)(play_apart)
    board = ray.put(read_board(commission.variant))
    room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = [task.remote(commission, number, board) for number in islice(numbers, room)]
    while waiting:
        done, waiting = ray.wait(waiting, num_returns=1)
        waiting += [task.remote(commission, number, board) for number in islice(numbers, 1)]
        yield ray.get(done[0])
