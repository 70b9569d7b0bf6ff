"""Compiling to machine code: once for all boards, kept on disk between runs."""

from collections.abc import Callable, Mapping
from contextlib import suppress
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
"""An array of NumPy or, where a batch lives on another device, of the module that stands for NumPy there."""
ArrayModule: TypeAlias = Any
"""NumPy, or what stands for it."""

F = TypeVar("F", bound=Callable[..., Any])
OPTIONS: Final[Mapping[str, Any]] = {"cache": True, "nogil": True, "_nrt": False}


def constant(value: int) -> int:
    """A number for kernels to hand to each other. A plain one would make them compile the callee for each value."""
    return cast("int", np.int64(value))


ZERO: Final = constant(0)
"""For counters that are handed on."""


def kernel(function: F) -> F:
    """Compile a function at its first call. It takes arrays and numbers only, and lets other threads run meanwhile.

    Counting references to arrays (``_nrt``) took half of the time of a phase. No kernel makes or keeps an array, so it
    is off.
    """
    return cast("F", njit(**OPTIONS)(function))


def part(function: F) -> F:
    """The same for a step of a kernel: compiled as part of its caller, since handing over all tables costs time."""
    return cast("F", njit(**OPTIONS, inline="always")(function))


@part
def known(number: int) -> int:
    """A number of a space that is there, not ``NOBODY``: Numba looks at every index whether it counts from the end.

    It sees that a number without a sign does not. Numbers of spaces and locations have fewer bits.
    """
    return number & 0x7FFF


@part
def known_far(number: int) -> int:
    """The same for a number that may be larger."""
    return number & 0x7FFF_FFFF


def forget_stale(folder: Path) -> None:
    """Remove machine code older than any source file beside it: Numba looks only at the file of a function itself."""
    newest = max(file.stat().st_mtime for file in folder.glob("*.py"))
    for file in (folder / "__pycache__").glob("*.nb[ci]"):
        with suppress(FileNotFoundError):  # another process may tidy up at the same time
            if file.stat().st_mtime < newest:
                file.unlink()


forget_stale(Path(__file__).parent)
