"""Lanes on a CUDA device: the threads of a warp share a game. Each function replaces its namesake in ``lanes``."""

from collections.abc import Mapping
from typing import Any, Final

import numba.cuda

from legation.batch import lanes
from legation.batch.compiling import Shorts
from legation.batch.translate import Kernel

cuda: Any = numba.cuda
"""Untyped: mypy takes it for the simulator."""
WARP: Final = 32
ALL: Final = 0xFFFFFFFF
"""All threads of a warp, as a mask."""


def _lane() -> int:
    return int(cuda.laneid)


def _lanes() -> int:
    return WARP


def _is_within(place: int, count: int) -> bool:
    return place < count


def _meet() -> None:
    cuda.syncwarp(ALL)


def _keep_step() -> None:
    cuda.syncwarp(ALL)
    cuda.syncthreads()


def _is_any(flag: bool) -> bool:
    return bool(cuda.any_sync(ALL, flag))


def _append(lists: Shorts, row: int, count: int, value: int, is_member: bool) -> int:
    members = cuda.ballot_sync(ALL, is_member)
    if is_member:
        lists[row, count + cuda.popc(members & ((1 << cuda.laneid) - 1))] = value
    return int(count + cuda.popc(members))


def _push(field: Shorts, head: int, column: int, number: int, following: int, is_member: bool) -> None:
    # A lane that finds itself at the head has been added; the others try again behind it.
    while cuda.any_sync(ALL, is_member):
        former = field[head, column]
        cuda.syncwarp(ALL)
        if is_member:
            field[head, column] = number
        cuda.syncwarp(ALL)
        if is_member and field[head, column] == number:
            field[number, following] = former
            is_member = False
        cuda.syncwarp(ALL)


def _clear(field: Shorts, rows: int, width: int) -> None:
    column = cuda.laneid % width
    for row in range(cuda.laneid // width, rows, WARP // width):
        field[row, column] = -1


LANES: Final[Mapping[Kernel, Kernel]] = {
    lanes.lane: _lane,
    lanes.lanes: _lanes,
    lanes.is_within: _is_within,
    lanes.meet: _meet,
    lanes.keep_step: _keep_step,
    lanes.is_any: _is_any,
    lanes.append: _append,
    lanes.push: _push,
    lanes.clear: _clear,
}
