"""The devices that store and judge batches: the processor, or a CUDA device (``cuda_device``)."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np

from legation.batch.batch import Batch
from legation.batch.compiling import ArrayModule, DeviceArray
from legation.batch.field import make_workspace
from legation.batch.tables import Tables
from legation.errors import RequestError

MakeRoom: TypeAlias = Callable[[Tables], Any]
"""Makes the workspace of a pass: it is passed on from pass to pass in its last state."""
MOST_KEPT: Final = 16
"""The most boards and kinds of rooms whose rooms are kept."""


class Pass(NamedTuple):
    """One pass over all games. Both forms are the same kernels: the first loops over the second."""

    all_games: Callable[..., None]
    """Takes tables, a workspace, and the arguments of the pass."""
    one_game: Callable[..., None]
    """The same, and the number of a game; its results must not depend on what was written there before."""
    rooms: frozenset[str]
    """The arrays of a workspace that it uses."""
    make_room: MakeRoom = make_workspace
    """Makes its workspace."""
    steps: int = 0
    """How often games synchronize, if the loops are written for lanes, so that threads of a GPU may share a game."""


class Device(Protocol):
    """Holds arrays and runs passes over them."""

    name: str
    arrays: ArrayModule

    def put(self, array: DeviceArray) -> DeviceArray:
        """Copy a NumPy array to this device."""

    def fetch(self, array: DeviceArray) -> DeviceArray:
        """Copy an array of this device to NumPy."""

    def run(self, tables: Tables, task: Pass, games: int, *args: object) -> None:
        """Run a pass over all games."""


class Processor:
    """The processor, with NumPy."""

    name = "cpu"
    arrays: ArrayModule = np

    def __init__(self) -> None:
        self._rooms: OrderedDict[tuple[int, MakeRoom], tuple[Tables, list[Any]]] = OrderedDict()
        """The idle rooms of the boards used last, by board and kind; making one takes a while."""
        self._lock = Lock()

    def put(self, array: DeviceArray) -> DeviceArray:
        """Copy a NumPy array to this device."""
        return array

    def fetch(self, array: DeviceArray) -> DeviceArray:
        """Copy an array of this device to NumPy."""
        return array

    @contextmanager
    def lend(self, tables: Tables, make_room: MakeRoom) -> Iterator[Any]:
        """Lend a workspace to this thread alone."""
        key = (id(tables), make_room)
        with self._lock:
            _, free = self._rooms.setdefault(key, (tables, []))
            self._rooms.move_to_end(key)
            if len(self._rooms) > MOST_KEPT:
                self._rooms.popitem(last=False)
            room = free.pop() if free else None
        room = make_room(tables) if room is None else room
        yield room
        free.append(room)

    def run(self, tables: Tables, task: Pass, games: int, *args: object) -> None:
        """Run a pass over all games."""
        del games  # the arrays give their number
        with self.lend(tables, task.make_room) as room:
            task.all_games(tables, room, *args)


PROCESSOR: Final = Processor()


def get_device(name: str) -> Device:
    """Find a device by name, ``cpu`` or ``cuda``. Raises if there is none."""
    if name == PROCESSOR.name:
        return PROCESSOR
    if name != "cuda":
        raise RequestError("device", f"there is no device {name!r}: batches run on cpu or cuda")
    try:
        from legation.batch.cuda_device import get_cuda  # noqa: PLC0415 # needs packages of the extra [gpu]
    except ImportError as error:
        missing = f"cuda needs the packages of the extra [gpu]: pip install 'legation[gpu]' ({error})"
        raise RequestError("device", missing) from error
    return get_cuda()


def put_batch(batch: Batch, device: Device) -> Batch:
    """Copy a batch from the processor to a device."""
    return Batch._make(device.put(array) for array in batch)


def fetch_batch(batch: Batch, device: Device) -> Batch:
    """Copy a batch from a device to the processor."""
    return Batch._make(device.fetch(array) for array in batch)
