"""The same kernels on a CUDA device: threads have workspaces and take every n-th game.

A kernel of the processor is a Python function behind a Numba decorator. ``translate`` compiles the same function for
the device, with the kernels that it calls, so every equation is written once. In the moves, several threads share a
game (``cuda_lanes``): fewer workspaces are then in use at once, and they stay near the multiprocessors.

Hardly any game needs the room for many guesses and for arms of convoy routes, which is nine tenths of a workspace. So a
pass runs without it and only notes which games asked for it; those few are judged again by a pool of threads that have
it.
"""

import pickle
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from typing import Any, Final, NamedTuple, TypeAlias

import cupy
import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 needs it; NumPy 2.5 no longer has it

import numba.cuda
from numba.cuda import serialize
from numba.cuda.dispatcher import _Kernel as CompiledKernel

from legation.batch.chart import Chart, make_chart
from legation.batch.compiling import ZERO, DeviceArray, Shorts, Small
from legation.batch.cuda_lanes import LANES, WARP
from legation.batch.cycles import resolve_cycles
from legation.batch.devices import Pass
from legation.batch.field import LISTS, NOTES, RULES, STACK, Workspace
from legation.batch.layout import _keep_proper
from legation.batch.machine_code import CodeFile
from legation.batch.paths import _search_many, beside
from legation.batch.proper_routes import _search_arms
from legation.batch.sea import Sea
from legation.batch.tables import Tables
from legation.batch.translate import Form, Kernel, translate
from legation.batch.words import WORD, lowest, mark_above
from legation.errors import RequestError

cuda: Any = numba.cuda
"""Untyped: mypy takes it for the simulator."""
BLOCK: Final = 64
THREADS: Final = 65_536
"""The threads of a pass over all games."""
POOL: Final = 4_096
"""The threads with full workspaces."""
FEWEST_REGISTERS: Final = 64
MOST_REGISTERS: Final = 168
"""The most registers of a thread that shares a game: with more, too few games run at once."""
REGISTERS: Final = 65_536
"""The registers of a multiprocessor."""
WARPS: Final = 96
"""The warps of a multiprocessor that share games; some of them run at a time."""
NEEDS_ROOM: Final = -7
"""The value that stand-ins write when the room is needed."""
RARE: Final = frozenset({"arms", "tips"})
"""What a pass does without ..."""
BLOCK_MEMORY: Final = 48 * 1024
"""The bytes of memory of a block of threads."""
MEMORY: Final = 227 * 1024
"""The bytes of memory of a multiprocessor, for all its blocks."""
RESERVED: Final = 1024
"""The reserved bytes of each block."""
MOST_GAMES: Final = 8
SHARED_COLUMNS: Final = STACK + 2
"""The columns of a field in a block's memory: those of a unit, one of the stack, one for notes. The number of words is
odd, so that the rows of different units begin in different banks.
"""
LITTLE_ROOM: Final = {"guesses": (32, 33)}
"""... and how much it has of the arrays of which hardly any game needs more."""
POOLED: Final = RARE | set(LITTLE_ROOM)
"""Games that need more of these are judged again in the pool."""
Handed: TypeAlias = Any
"""The arguments of a kernel: numbers, Numba arrays, and tuples of them."""


class Grid(NamedTuple):
    """The distribution of a pass over the device."""

    rooms: int
    is_shared: bool
    """True if the threads of a warp share a game and its room."""
    has_all_room: bool


class Layout(NamedTuple):
    """How threads share the games of a board: part of the machine code."""

    games: int
    """The number of games in a block at a time."""
    registers: int
    spaces: int
    links: bytes
    """The links of the board's tables. They are the same for all games, so the block's memory need not hold them."""

    @property
    def field(self) -> tuple[int, int]:
        """The shape of a game's field in a block's memory."""
        return self.spaces + 1, SHARED_COLUMNS

    @property
    def lists(self) -> tuple[int, int]:
        """The shape of its lists."""
        return LISTS, self.spaces + 2

    @property
    def bytes_of_game(self) -> int:
        """The bytes of a game in a block's memory."""
        return 2 * (self.field[0] * self.field[1] + self.lists[0] * self.lists[1])

    def stand_ins(self) -> Mapping[Kernel, Kernel]:
        """The stand-ins that read the links in place."""
        links = np.frombuffer(self.links, np.int16).reshape(self.spaces, -1)

        def read_beside(_field: Shorts, space: int, link: int) -> int:
            return links[space, link]

        return {beside: read_beside}


class Rooms(NamedTuple):
    """The arrays of the workspaces of all threads: the thread is the first axis."""

    links: DeviceArray
    """Shared by all threads."""
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


def _leave_arms(sea: Sea, _neighbours: Shorts, _fleet: int) -> bool:
    """Stands in for ``_search_arms`` where there is no room for it."""
    sea.tips[0] = NEEDS_ROOM
    return False


def _leave_many(field: Shorts, _mover: int, _level: int, _only_proper: int, _without: int) -> bool:
    """Stands in for ``_search_many``, which only one thread may run at a time."""
    field[RULES, NOTES] = 1
    return False


def _lowest_bit(word: int) -> int:
    """Stands in for ``lowest``, whose processor instruction has another name."""
    return int(cuda.ffs(word) - 1)


def _mark_above(row: Small, word: int, limit: int) -> int:
    """Stands in for ``mark_above``, which compares 64 numbers at once."""
    found, first = ZERO, word * WORD
    for place in range(first, min(first + WORD, row.shape[0])):
        found |= (ZERO + (row[place] > limit)) << (place - first)
    return found


EVERYWHERE: Final[Mapping[Kernel, Kernel]] = {lowest: _lowest_bit, mark_above: _mark_above}
WITHOUT_ROOM: Final[Mapping[Kernel, Kernel]] = {**EVERYWHERE, _search_arms: _leave_arms, _search_many: _leave_many}
ALONE: Final = frozenset({resolve_cycles, _keep_proper})


def _make_form(
    *, has_all_room: bool, lanes: Mapping[Kernel, Kernel] | None = None, others: Mapping[Kernel, Kernel] | None = None
) -> Form:
    """How kernels are compiled: with the general stand-ins, and with lanes wherever a lane does not work alone."""
    stand_ins = {**(EVERYWHERE if has_all_room else WITHOUT_ROOM), **(others or {})}
    return Form(cuda.jit(device=True), {**stand_ins, **(lanes or {})}, stand_ins, ALONE)


@cache
def _make_grid(task: Pass, *, has_all_room: bool) -> Kernel:
    """The kernel of a pass in which each thread has a workspace and takes every n-th game."""
    do = translate(task.one_game, _make_form(has_all_room=has_all_room))
    enter = open_chart if task.make_room is make_chart else open_room

    def run(tables: Handed, rooms: Handed, todo: Handed, is_left: Handed, args: Handed) -> None:
        room = cuda.grid(1)
        work = enter(rooms, room)
        for number in range(room, todo.shape[0], cuda.gridsize(1)):
            game = todo[number]
            do(tables, work, *args, game)
            if not has_all_room:
                note(work, is_left, game)

    return _keep(cuda.jit(run), task, has_all_room)


@cache
def _make_shared_grid(task: Pass, layout: Layout) -> Kernel:
    """The kernel of a pass in which threads share games: a block holds several at a time, and takes every n-th batch.

    The most used arrays of a game are in the block's own memory; their shape is part of the machine code.
    """
    form = _make_form(has_all_room=False, lanes=LANES, others=layout.stand_ins())
    do, steps = translate(task.one_game, form), task.steps
    games, fields, lists = layout.games, (layout.games, *layout.field), (layout.games, *layout.lists)

    def run(tables: Handed, rooms: Handed, todo: Handed, is_left: Handed, args: Handed) -> None:
        here = cuda.threadIdx.x // WARP
        room = cuda.blockIdx.x * games + here
        field = cuda.shared.array(fields, np.int16)[here]
        work = open_shared_room(rooms, room, field, cuda.shared.array(lists, np.int16)[here])
        for row in range(field.shape[0]):
            for column in range(cuda.laneid, field.shape[1], WARP):
                field[row, column] = rooms.field[0, row, column]
        field[RULES, NOTES] = 0
        cuda.syncthreads()
        for first in range(cuda.blockIdx.x * games, todo.shape[0], cuda.gridDim.x * games):
            if first + here < todo.shape[0]:
                game = todo[first + here]
                do(tables, work, *args, game)
                if cuda.laneid == 0:
                    note(work, is_left, game)
            else:
                for _ in range(steps):
                    cuda.syncthreads()

    return _keep(cuda.jit(max_registers=layout.registers)(run), task, layout)


class KeptCode:
    """Replaces the cache of a Numba kernel: see ``machine_code``."""

    def __init__(self, name: str, *depends_on: object) -> None:
        self.name, self.depends_on = name, depends_on

    def _code_file(self, signature: object) -> CodeFile:
        chip = cuda.get_current_device().compute_capability
        return CodeFile(self.name, signature, chip, version("numba-cuda"), *self.depends_on)

    def load_overload(self, signature: object, _context: object) -> Any:  # noqa: ANN401 - a class of Numba's
        """The kernel for these types, if it was saved."""
        code = self._code_file(signature).load()
        return None if code is None else CompiledKernel._rebuild(**pickle.loads(code))

    def save_overload(self, signature: object, kernel: Any) -> None:  # noqa: ANN401
        """Save the kernel for these types."""
        self._code_file(signature).save(serialize.dumps(kernel._reduce_states()))


def _keep(kernel: Kernel, task: Pass, form: object) -> Kernel:
    """Make a kernel whose machine code is cached on disk."""
    kernel._cache = KeptCode(task.one_game.__name__, form)
    return kernel


def _open_shared_room(rooms: Handed, room: int, field: Handed, lists: Handed) -> Workspace:
    """The workspace with a number; the two arrays that are used most are elsewhere."""
    sea = Sea(rooms.links, rooms.sets[room], rooms.depth[room], rooms.stack[room], rooms.tips[room], rooms.arms[room])
    return Workspace(
        field,
        lists,
        sea,
        rooms.flags[room],
        rooms.seas[room],
        rooms.far[room],
        rooms.draws[room],
        rooms.guesses[room],
    )


def _open_room(rooms: Handed, room: int) -> Workspace:
    """The workspace with a number."""
    return open_shared_room(rooms, room, rooms.field[room], rooms.lists[room])


def _open_chart(rooms: Handed, room: int) -> Chart:
    """The chart with a number."""
    return Chart(
        rooms.sets[room],
        rooms.lists[room],
        rooms.branches[room],
        rooms.groups[room],
        rooms.parts[room],
        rooms.ends[room],
        rooms.helped[room],
    )


def _note(work: Workspace, is_left: Handed, game: int) -> None:
    """Note that a game needs more room, if it asked for it."""
    if work.field[RULES, NOTES] == 1 or work.sea.tips[0] == NEEDS_ROOM:
        is_left[game] = 1
        work.field[RULES, NOTES] = 0
        work.sea.tips[0] = 0


open_shared_room: Final = cuda.jit(device=True)(_open_shared_room)
open_room: Final = cuda.jit(device=True)(_open_room)
open_chart: Final = cuda.jit(device=True)(_open_chart)
note: Final = cuda.jit(device=True)(_note)


class CudaDevice:
    """A CUDA device, with CuPy: PyTorch and JAX take its arrays without copying, through DLPack."""

    name = "cuda"
    arrays: Any = cupy

    def __init__(self) -> None:
        self._board: tuple[Tables, Handed] | None = None
        """The tables used last, on both sides: the rooms of one board take gigabytes."""
        self._rooms: dict[tuple[Any, frozenset[str], Grid], Handed] = {}
        """The rooms of that board."""

    def put(self, array: DeviceArray) -> DeviceArray:
        """Copy a NumPy array to this device."""
        return cupy.asarray(array)

    def fetch(self, array: DeviceArray) -> DeviceArray:
        """Copy an array of this device to NumPy."""
        return cupy.asnumpy(array)

    def run(self, tables: Tables, task: Pass, games: int, *args: object) -> None:
        """Run a pass over all games; those that need extra room are judged again in the pool."""
        handed = tuple(_hand(value) for value in args)
        todo, is_left = cupy.arange(games, dtype=np.int32), cupy.zeros(games, np.uint8)
        if not (task.steps and self._launch_shared(task, tables, (todo, is_left), handed)):
            self._launch(task, tables, (todo, is_left), handed, THREADS, has_all_room=not task.rooms & POOLED)
        left = cupy.flatnonzero(is_left) if task.rooms & POOLED else todo[:0]
        if left.size:
            self._launch(task, tables, (left.astype(np.int32), is_left), handed, POOL, has_all_room=True)

    def _launch(
        self, task: Pass, tables: Tables, which: Handed, args: Handed, threads: int, *, has_all_room: bool
    ) -> None:
        mine, rooms = (
            self._open(tables),
            self._get_rooms(tables, task, Grid(threads, is_shared=False, has_all_room=has_all_room)),
        )
        _make_grid(task, has_all_room=has_all_room)[threads // BLOCK, BLOCK](mine, rooms, *_hand(which), args)

    def _launch_shared(self, task: Pass, tables: Tables, which: Handed, args: Handed) -> bool:
        """Let threads share games; returns whether the board is small enough."""
        mine, layout = self._open(tables), choose_layout(tables)
        if not layout.games:
            return False
        blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * WARPS // layout.games
        rooms = self._get_rooms(tables, task, Grid(blocks * layout.games, is_shared=True, has_all_room=False))
        _make_shared_grid(task, layout)[blocks, WARP * layout.games](mine, rooms, *_hand(which), args)
        return True

    def _open(self, tables: Tables) -> Handed:
        """Put the tables of a board on the device; the rooms of another board are released."""
        if self._board is None or self._board[0] is not tables:
            self._rooms.clear()
            self._board = (tables, _hand(tables))
        return self._board[1]

    def _get_rooms(self, tables: Tables, task: Pass, grid: Grid) -> Handed:
        key = (task.make_room, task.rooms, grid)
        if key not in self._rooms:
            self._rooms[key] = _make_rooms(task.make_room(tables), task.rooms, grid)
        return self._rooms[key]


def choose_layout(tables: Tables) -> Layout:
    """The number of games of a board that fit into a block's own memory; zero if the board is too large.

    The registers are limited so that all games that fit into a multiprocessor's memory can run.
    """
    links = np.ascontiguousarray(tables.links, np.int16)
    layout = Layout(1, MOST_REGISTERS, len(links), links.tobytes())
    games = min(BLOCK_MEMORY // layout.bytes_of_game, MOST_GAMES)
    fitting = games * (MEMORY // (games * layout.bytes_of_game + RESERVED))
    registers = REGISTERS // (WARP * max(1, fitting)) // 8 * 8
    return layout._replace(games=games, registers=min(max(registers, FEWEST_REGISTERS), MOST_REGISTERS))


def _make_rooms(work: Workspace | Chart, needed: frozenset[str], grid: Grid) -> Handed:
    """Make workspaces for all games that run at once; an array that is not needed has one element."""
    arrays = work._asdict()
    if isinstance(work, Workspace):
        arrays |= work.sea._asdict()
        del arrays["sea"], arrays["links"]
    short = {name: _shorten(name, array, needed, grid) for name, array in arrays.items()}
    copy = _line_up if grid.is_shared else _interleave
    copies = {name: copy(array, grid.rooms) for name, array in short.items()}
    return Rooms(_hand(work.sea.links), **copies) if isinstance(work, Workspace) else Chart(**copies)


def _shorten(name: str, array: DeviceArray, needed: frozenset[str], grid: Grid) -> DeviceArray:
    if name not in needed or (name in RARE and not grid.has_all_room):
        return array[(slice(1),) * array.ndim]
    if name in LITTLE_ROOM and not grid.has_all_room:
        return array[tuple(map(slice, LITTLE_ROOM[name]))]
    return array


def _interleave(array: DeviceArray, rooms: int) -> Handed:
    """A copy for each thread. The thread is the last axis in memory, so that neighbours touch neighbouring bytes."""
    copies = cupy.ascontiguousarray(cupy.broadcast_to(cupy.asarray(array)[..., None], (*array.shape, rooms)))
    return _hand(cupy.moveaxis(copies, -1, 0))


def _line_up(array: DeviceArray, rooms: int) -> Handed:
    """A copy for each game, one after another: its lanes touch neighbouring bytes."""
    return _hand(cupy.ascontiguousarray(cupy.broadcast_to(cupy.asarray(array), (rooms, *array.shape))))


def _hand(value: Handed) -> Handed:
    """A value in the form that kernels take: arrays become Numba arrays on the device, also in tuples."""
    if isinstance(value, np.ndarray | cupy.ndarray):
        array = cupy.asarray(value)
        return cuda.as_cuda_array(array if array.size else cupy.zeros((1,) * array.ndim, array.dtype))
    if isinstance(value, tuple):
        handed = [_hand(part) for part in value]
        return value._make(handed) if hasattr(value, "_make") else tuple(handed)
    return value


@cache
def get_cuda() -> CudaDevice:
    """The CUDA device of this machine. Raises if there is none."""
    if not cuda.is_available():
        raise RequestError("device", "there is no CUDA device here, or no driver for it; use the device cpu")
    return CudaDevice()
