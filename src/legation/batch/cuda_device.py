"""The same kernels on a CUDA device: each thread has a workspace of its own and takes every n-th game.

A kernel of the processor is a Python function behind a decorator of Numba's. ``translate`` compiles that very function
for the device, and with it the kernels that it calls, so every equation is written once.

Hardly any game needs the room for guesses and for arms of convoy routes, which is nine tenths of a workspace. So a pass
runs without: two stand-ins only note that the room was asked for, and the few games in which it was are done again by a
pool of threads that have it.
"""

from collections.abc import Mapping
from functools import cache
from types import FunctionType
from typing import Any, Final, NamedTuple, TypeAlias

import cupy
import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 asks for it; NumPy 2.5 has it no longer

from numba import cuda
from numba.core.dispatcher import Dispatcher

from legation.batch.compiling import DeviceArray, Shorts
from legation.batch.cycles import resolve_cycles
from legation.batch.devices import Pass, Restore
from legation.batch.field import Workspace, make_workspace
from legation.batch.proper_routes import _search_arms
from legation.batch.sea import Sea
from legation.batch.tables import Tables
from legation.batch.words import lowest
from legation.errors import RequestError

BLOCK: Final = 64
THREADS: Final = 65_536
"""Of a pass over all games."""
POOL: Final = 4_096
"""Threads with all the room there is."""
NEEDS_ROOM: Final = -7
"""What stand-ins write where the room would be."""
RARE: Final = frozenset({"guesses", "arms", "tips"})
Kernel: TypeAlias = Any
"""A function compiled by Numba, or one to be compiled."""
Handed: TypeAlias = Any
"""What a kernel is handed: numbers, arrays of Numba, tuples of them."""


class Rooms(NamedTuple):
    """The arrays of the workspaces of all threads: the thread is the first axis."""

    links: DeviceArray
    """The same for all."""
    field: DeviceArray
    lists: DeviceArray
    sets: DeviceArray
    depth: DeviceArray
    stack: DeviceArray
    tips: DeviceArray
    arms: DeviceArray
    flags: DeviceArray
    seas: DeviceArray
    far: DeviceArray
    draws: DeviceArray
    guesses: DeviceArray


def _leave_cycles(_field: Shorts, _lists: Shorts, guesses: Shorts, _pending: int) -> None:
    """Stands for ``resolve_cycles`` where there is no room for it."""
    guesses[0, 0] = NEEDS_ROOM


def _leave_arms(sea: Sea, _neighbours: Shorts, _fleet: int) -> bool:
    """Stands for ``_search_arms`` where there is no room for it."""
    sea.tips[0] = NEEDS_ROOM
    return False


def _find_lowest(word: int) -> int:
    """Stands for ``lowest``, which the processor has an instruction of another name for."""
    return int(cuda.ffs(word) - 1)


EVERYWHERE: Final[Mapping[Kernel, Kernel]] = {lowest: _find_lowest}
WITHOUT_ROOM: Final[Mapping[Kernel, Kernel]] = {resolve_cycles: _leave_cycles, _search_arms: _leave_arms}


def translate(kernel: Kernel, stand_ins: Mapping[Kernel, Kernel]) -> Kernel:
    """A kernel of the processor for the device, with all that it calls; some are replaced by stand-ins."""
    done: dict[Kernel, Kernel] = {}

    def find(wanted: Kernel) -> Kernel:
        if wanted not in done:
            function = stand_ins.get(wanted) or wanted.py_func
            called = {name: find(value) for name, value in _list_called(function)}
            clone = FunctionType(function.__code__, {**function.__globals__, **called}, function.__name__)
            done[wanted] = cuda.jit(device=True)(clone)
        return done[wanted]

    return find(kernel)


def _list_called(function: FunctionType) -> list[tuple[str, Kernel]]:
    """The kernels that a function names."""
    named = [(name, function.__globals__.get(name)) for name in function.__code__.co_names]
    return [(name, value) for name, value in named if isinstance(value, Dispatcher) or value is lowest]


@cache
def _make_grid(step: Kernel, *, has_all_room: bool) -> Kernel:
    """The kernel of a pass: gives each thread its workspace, and lets it take every n-th of the games to do."""
    do = translate(step, EVERYWHERE if has_all_room else {**EVERYWHERE, **WITHOUT_ROOM})

    def grid(tables: Handed, rooms: Handed, todo: Handed, is_left: Handed, args: Handed) -> None:
        thread = cuda.grid(1)
        sea = Sea(
            rooms.links,
            rooms.sets[thread],
            rooms.depth[thread],
            rooms.stack[thread],
            rooms.tips[thread],
            rooms.arms[thread],
        )
        work = Workspace(
            rooms.field[thread],
            rooms.lists[thread],
            sea,
            rooms.flags[thread],
            rooms.seas[thread],
            rooms.far[thread],
            rooms.draws[thread],
            rooms.guesses[thread],
        )
        for number in range(thread, todo.shape[0], cuda.gridsize(1)):
            game = todo[number]
            do(tables, work, *args, game)
            if not has_all_room and (work.guesses[0, 0] == NEEDS_ROOM or sea.tips[0] == NEEDS_ROOM):
                is_left[game] = 1
                work.guesses[0, 0] = 0
                sea.tips[0] = 0

    return cuda.jit(grid)


class CudaDevice:
    """A CUDA device, with CuPy: PyTorch and JAX take its arrays without copying, by DLPack."""

    name = "cuda"
    arrays: Any = cupy

    def __init__(self) -> None:
        self._board: tuple[Tables, Handed] | None = None
        """The tables that were used last, here and there: the rooms of one board are gigabytes."""
        self._rooms: dict[tuple[frozenset[str], int], Rooms] = {}
        """Of that board."""

    def put(self, array: DeviceArray) -> DeviceArray:
        """An array of NumPy as an array of this device."""
        return cupy.asarray(array)

    def fetch(self, array: DeviceArray) -> DeviceArray:
        """An array of this device as an array of NumPy."""
        return cupy.asnumpy(array)

    def run(self, tables: Tables, task: Pass, games: int, *args: object, restore: Restore | None = None) -> None:
        """Run a pass over all games; those that need more room than most are done again in the pool."""
        handed = tuple(_hand(value) for value in args)
        todo, is_left = cupy.arange(games, dtype=np.int32), cupy.zeros(games, np.uint8)
        if not task.rooms & RARE:
            self._launch(task, tables, THREADS, (todo, is_left), handed, has_all_room=True)
            return
        self._launch(task, tables, THREADS, (todo, is_left), handed, has_all_room=False)
        left = cupy.flatnonzero(is_left)
        if left.size:
            if restore is not None:
                restore(left)
            self._launch(task, tables, POOL, (left.astype(np.int32), is_left), handed, has_all_room=True)

    def _launch(
        self, task: Pass, tables: Tables, threads: int, which: Handed, args: Handed, *, has_all_room: bool
    ) -> None:
        mine = self._open(tables)
        rooms = self._get_rooms(tables, task.rooms if has_all_room else task.rooms - RARE, threads)
        grid = _make_grid(task.one_game, has_all_room=has_all_room)
        grid[threads // BLOCK, BLOCK](mine, rooms, *_hand(which), args)

    def _open(self, tables: Tables) -> Handed:
        """The tables of a board on the device; the rooms of another board are given up."""
        if self._board is None or self._board[0] is not tables:
            self._rooms.clear()
            self._board = (tables, _hand(tables))
        return self._board[1]

    def _get_rooms(self, tables: Tables, needed: frozenset[str], threads: int) -> Rooms:
        if (needed, threads) not in self._rooms:
            self._rooms[needed, threads] = _make_rooms(make_workspace(tables), needed, threads)
        return self._rooms[needed, threads]


def _make_rooms(work: Workspace, needed: frozenset[str], threads: int) -> Rooms:
    """Room for so many threads; of an array that is not needed there is one number."""
    arrays = {**work._asdict(), **work.sea._asdict()}
    del arrays["sea"], arrays["links"]
    short = {name: array if name in needed else array[(slice(1),) * array.ndim] for name, array in arrays.items()}
    return Rooms(_hand(work.sea.links), **{name: _interleave(array, threads) for name, array in short.items()})


def _interleave(array: DeviceArray, threads: int) -> Handed:
    """A copy for each thread. In memory the thread is the last axis, so that neighbours touch neighbouring bytes."""
    copies = cupy.ascontiguousarray(cupy.broadcast_to(cupy.asarray(array)[..., None], (*array.shape, threads)))
    return _hand(cupy.moveaxis(copies, -1, 0))


def _hand(value: Handed) -> Handed:
    """A value as kernels take it: arrays as arrays of Numba on the device, in tuples too."""
    if isinstance(value, np.ndarray | cupy.ndarray):
        array = cupy.asarray(value)
        return cuda.as_cuda_array(array if array.size else cupy.zeros((1,) * array.ndim, array.dtype))
    if isinstance(value, tuple):
        handed = [_hand(part) for part in value]
        return value._make(handed) if hasattr(value, "_make") else tuple(handed)
    return value


@cache
def find_cuda() -> CudaDevice:
    """The CUDA device of this machine. Raises if there is none."""
    if not cuda.is_available():
        raise RequestError("device", "there is no CUDA device here, or no driver for it; use the device cpu")
    return CudaDevice()
