"""A CUDA device without a GPU: its kernels in plain Python, one thread after another, with NumPy in place of CuPy.

Everything of ``legation.batch.cuda_device`` runs as on a device: the stand-ins, the workspaces of threads, and the pool
for games that need more room. Lanes that share a game are left out: ``lanes_by_turns`` is for them.
"""

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest

from legation.batch import devices

THREADS = 3
BLOCK = 1


class WideArray(np.ndarray[Any, Any]):
    """An array whose numbers are as wide as those that kernels calculate with."""

    def __getitem__(self, key: Any) -> Any:  # noqa: ANN401
        found = super().__getitem__(key)
        return np.int64(found) if isinstance(found, np.signedinteger | np.uint8) else found


class Grid:
    """Where a thread stands."""

    def __init__(self) -> None:
        self.thread, self.threads = 0, 1


class PlainKernel:
    """Runs a function once for each thread."""

    def __init__(self, function: FunctionType, grid: Grid) -> None:
        self.function, self.grid = function, grid

    def __getitem__(self, shape: tuple[int, int]) -> Callable[..., None]:
        def launch(*args: object) -> None:
            self.grid.threads = shape[0] * shape[1]
            for thread in range(self.grid.threads):
                self.grid.thread = thread
                with np.errstate(over="ignore"):
                    self.function(*args)

        return launch


def _make_cuda(grid: Grid) -> Any:  # noqa: ANN401
    """What stands in for ``numba.cuda``."""

    def jit(function: FunctionType | None = None, *, device: bool = False) -> Any:  # noqa: ANN401
        if function is None:
            return (lambda found: found) if device else jit
        return PlainKernel(function, grid)

    cuda: Any = ModuleType("numba.cuda")
    cuda.jit = jit
    cuda.grid = lambda _: grid.thread
    cuda.gridsize = lambda _: grid.threads
    cuda.ffs = lambda word: (int(word) & -int(word)).bit_length()
    cuda.as_cuda_array = lambda array: array.view(WideArray)
    cuda.is_available = lambda: True
    cuda.serialize = None
    return cuda


def _make_cupy() -> Any:  # noqa: ANN401
    """What stands in for CuPy."""
    cupy: Any = ModuleType("cupy")
    cupy.__dict__.update({name: getattr(np, name) for name in dir(np) if not name.startswith("__")})
    cupy.asnumpy = np.asarray
    return cupy


@contextmanager
def plain_cuda(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Meanwhile ``cuda`` is a device whose kernels are plain Python."""
    cuda, dispatcher = _make_cuda(Grid()), SimpleNamespace(_Kernel=object)
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "cupy", _make_cupy())
        patch.setitem(sys.modules, "numba.cuda", cuda)
        patch.setitem(sys.modules, "numba.cuda.dispatcher", dispatcher)
        patch.setattr(numba, "cuda", cuda, raising=False)
        for name in ("cuda_lanes", "cuda_device"):
            patch.delitem(sys.modules, f"legation.batch.{name}", raising=False)
        module = importlib.import_module("legation.batch.cuda_device")
        patch.setattr(module, "THREADS", THREADS)
        patch.setattr(module, "POOL", THREADS)
        patch.setattr(module, "BLOCK", BLOCK)
        choose_layout = module.choose_layout
        patch.setattr(module, "choose_layout", lambda tables: choose_layout(tables)._replace(games=0))
        yield
    for name in ("cuda_lanes", "cuda_device"):
        sys.modules.pop(f"legation.batch.{name}", None)
    assert "cupy" not in sys.modules or sys.modules["cupy"].__spec__ is not None
    assert devices.get_device("cpu") is devices.PROCESSOR
