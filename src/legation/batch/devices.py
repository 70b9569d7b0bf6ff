"""Where batches live and are worked on: the processor, or a CUDA device (``cuda_device``)."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np

from legation.batch.batch import Batch
from legation.batch.compiling import ArrayModule, DeviceArray
from legation.batch.field import make_workspace
from legation.batch.tables import Tables
from legation.errors import RequestError

Restore: TypeAlias = Callable[[DeviceArray], None]
"""Puts what a pass has written back as it was before, for some games."""


class Pass(NamedTuple):
    """One pass over all games. Both forms are the same kernels: the first is a loop over the second."""

    all_games: Callable[..., None]
    """Takes tables, a workspace, and what the pass is about."""
    one_game: Callable[..., None]
    """The same, and the number of a game."""
    rooms: frozenset[str]
    """The arrays of a workspace that it uses."""
    make_room: Callable[[Tables], Any] = make_workspace
    """Makes what it works in."""
    steps: int = 0
    """If its loops are written for lanes, so that threads of a GPU may share a game: how often games keep step."""


class Device(Protocol):
    """Holds arrays and runs passes over them."""

    name: str
    arrays: ArrayModule

    def put(self, array: DeviceArray) -> DeviceArray:
        """An array of NumPy as an array of this device."""

    def fetch(self, array: DeviceArray) -> DeviceArray:
        """An array of this device as an array of NumPy."""

    def run(self, tables: Tables, task: Pass, games: int, *args: object, restore: Restore | None = None) -> None:
        """Run a pass over all games."""


class Processor:
    """The processor, with NumPy."""

    name = "cpu"
    arrays: ArrayModule = np

    def put(self, array: DeviceArray) -> DeviceArray:
        """An array of NumPy as an array of this device."""
        return array

    def fetch(self, array: DeviceArray) -> DeviceArray:
        """An array of this device as an array of NumPy."""
        return array

    def run(self, tables: Tables, task: Pass, games: int, *args: object, restore: Restore | None = None) -> None:
        """Run a pass over all games."""
        del games, restore  # the arrays say how many, and every game has all the room there is
        task.all_games(tables, task.make_room(tables), *args)


PROCESSOR: Final = Processor()


def find_device(name: str) -> Device:
    """A device by its name, ``cpu`` or ``cuda``. Raises if there is none."""
    if name == PROCESSOR.name:
        return PROCESSOR
    if name != "cuda":
        raise RequestError("device", f"there is no device {name!r}: batches run on cpu or cuda")
    try:
        from legation.batch.cuda_device import find_cuda  # noqa: PLC0415 # needs packages of the extra [gpu]
    except ImportError as error:
        missing = f"cuda needs the packages of the extra [gpu]: pip install 'legation[gpu]' ({error})"
        raise RequestError("device", missing) from error
    return find_cuda()


def put_batch(batch: Batch, device: Device) -> Batch:
    """A batch of the processor on a device."""
    return Batch._make(device.put(array) for array in batch)


def fetch_batch(batch: Batch, device: Device) -> Batch:
    """A batch of a device on the processor."""
    return Batch._make(device.fetch(array) for array in batch)
