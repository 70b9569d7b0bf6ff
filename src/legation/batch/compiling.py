"""Compilation to machine code: once for all boards, cached on disk between runs."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

Flags: TypeAlias = NDArray[np.uint8]
Shorts: TypeAlias = NDArray[np.int16]
Small: TypeAlias = NDArray[np.int8]
Codes: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]
DeviceArray: TypeAlias = Any
"""A NumPy array or, where a batch is on another device, one of that device's array module."""
ArrayModule: TypeAlias = Any
"""NumPy, or its equivalent on another device."""

F = TypeVar("F", bound=Callable[..., Any])
OPTIONS: Final[Mapping[str, Any]] = {"cache": True, "nogil": True, "_nrt": False}


def constant(value: int) -> int:
    """A number that kernels pass to each other. With a plain one, the callee would be compiled for each value."""
    return cast("int", np.int64(value))


ZERO: Final = constant(0)
"""For counters that are passed on."""


@cache
def forget_stale(folder: Path) -> None:
    """Remove machine code older than any source file beside it: Numba checks only the file of a function itself."""
    newest = max((file.stat().st_mtime for file in folder.glob("*.py")), default=0.0)
    for file in (folder / "__pycache__").glob("*.nb[ci]"):
        with suppress(FileNotFoundError):  # another process may tidy up at the same time
            if file.stat().st_mtime < newest:
                file.unlink()


def kernel(function: F) -> F:
    """Compile a function at its first call. It takes arrays and numbers only, and releases the lock for other threads.

    Reference counting of arrays (``_nrt``) took half of the time of a phase. No kernel creates or keeps an array, so it
    is off.
    """
    forget_stale(Path(function.__code__.co_filename).parent)
    return cast("F", njit(**OPTIONS)(function))


def part(function: F) -> F:
    """The same for a step of a kernel: inlined into its caller, since passing all tables costs time."""
    forget_stale(Path(function.__code__.co_filename).parent)
    return cast("F", njit(**OPTIONS, inline="always")(function))


@part
def known(number: int) -> int:
    """The number of an existing space, never ``NOBODY``: Numba checks every signed index for counting from the end.

    An unsigned number needs no such check. Numbers of spaces and locations have fewer bits.
    """
    return number & 0x7FFF


@part
def known_far(number: int) -> int:
    """The same for a number that may be larger."""
    return number & 0x7FFF_FFFF
