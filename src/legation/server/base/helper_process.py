"""A helper process for computations, so that this process stays responsive."""

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import NamedTuple, ParamSpec, Protocol, TypeVar, cast

from legation.errors import LegationError

if sys.platform != "win32":
    import resource

Args = ParamSpec("Args")
Result = TypeVar("Result")
DONE, REFUSED, FAILED = "done", "refused", "failed"
STARTS_WITHIN = 60.0
"""Seconds within which a new process must be ready."""


class HelperLateError(Exception):
    """The function took too long, and its process was ended."""


class HelperLostError(Exception):
    """The process was killed from outside; the next call starts another one."""


class HelperClosedError(Exception):
    """The server is stopping, so nothing more is computed."""


class HelperFailedError(Exception):
    """The function raised an exception; the text is its traceback."""


class Helper(Protocol):
    """Calls functions somewhere."""

    def call(
        self, patience: float, function: Callable[Args, Result], *args: Args.args, **kwargs: Args.kwargs
    ) -> Result:
        """Call a function and return its result."""

    def close(self) -> None:
        """Stop at once."""


class HelperHere:
    """Calls functions in the calling thread."""

    def call(
        self,
        patience: float,
        function: Callable[Args, Result],
        *args: Args.args,
        **kwargs: Args.kwargs,
    ) -> Result:
        """Call a function and return its result."""
        return function(*args, **kwargs)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class _Helper(NamedTuple):
    process: SpawnProcess
    pipe: Connection


class HelperProcess:
    """Calls functions in a process of its own, one at a time. It starts with the first call and ends with this one."""

    def __init__(self, name: str, politeness: int, memory: int | None = None, *, only_idle: bool = True) -> None:
        """``only_idle``: it computes only while the processor is otherwise idle; else it always has a small share."""
        self._name = name
        self._only_idle = only_idle
        self._memory = memory
        """Bytes that the process may use; beyond that its function fails."""
        self._politeness = politeness
        """The priority by which the process gives way to those that answer people."""
        self._turn = threading.Lock()
        self._guard = threading.Lock()
        """Held only while the helper is started or dropped, so that closing never waits for a call."""
        self._helper: _Helper | None = None
        self._is_closed = False

    def call(
        self, patience: float, function: Callable[Args, Result], *args: Args.args, **kwargs: Args.kwargs
    ) -> Result:
        """Call a function there and return its result; function and arguments must be picklable.

        An error of Legation's, such as a refusal, is raised here as it was there.
        """
        with self._turn:
            try:
                helper = self._open()
                helper.pipe.send((function, args, kwargs))
                if not helper.pipe.poll(patience):
                    self._drop()
                    raise HelperLateError
                outcome, answer = helper.pipe.recv()
            except (EOFError, OSError):
                self._drop()
                if self._is_closed:
                    raise HelperClosedError from None
                raise HelperLostError from None
        if outcome == REFUSED:
            raise _restore(*answer)
        if outcome == FAILED:
            raise HelperFailedError(answer)
        return cast("Result", answer)

    def close(self) -> None:
        """End the process, even while it computes."""
        self._is_closed = True
        self._drop()

    def _open(self) -> _Helper:
        with self._guard:
            if self._is_closed:
                raise HelperClosedError
            if self._helper is not None:
                return self._helper
            # A spawned process shares no locks with the threads of this one. Pipes, unlike queues and pools, need no
            # semaphores that a server killed by a signal would leave behind.
            context = multiprocessing.get_context("spawn")
            pipe, other = context.Pipe()
            process = context.Process(
                target=_answer, args=(other, self._memory), name=f"legation-{self._name}", daemon=True
            )
            process.start()
            _make_polite(process, self._politeness, only_idle=self._only_idle)
            other.close()  # the child has its own; with ours open we would never see that it is gone
            helper = self._helper = _Helper(process, pipe)
        # Outside the guard: closing must not wait until the process is ready.
        if not helper.pipe.poll(STARTS_WITHIN):
            raise EOFError
        helper.pipe.recv()
        return helper

    def _drop(self) -> None:
        with self._guard:
            helper, self._helper = self._helper, None
        if helper is not None:
            helper.process.terminate()
            helper.process.join()
            helper.pipe.close()


def _make_polite(process: SpawnProcess, politeness: int, *, only_idle: bool) -> None:
    """Let a new process give way to this one from its first moment: even loading its modules takes seconds.

    Where the system does not allow that, it computes like any other process. If it has ended already, the next call
    notices.
    """
    if not hasattr(os, "setpriority") or process.pid is None:
        return
    with suppress(OSError):
        now = os.getpriority(os.PRIO_PROCESS, process.pid)  # the whole server may already run at a low priority
        os.setpriority(os.PRIO_PROCESS, process.pid, max(now, politeness))
    if hasattr(os, "SCHED_IDLE"):  # nice alone lets it take turns, and interrupt those that answer
        with suppress(OSError):
            os.sched_setscheduler(process.pid, choose_policy(only_idle=only_idle), os.sched_param(0))
        with suppress(OSError):
            leave_one_processor(process.pid)


def choose_policy(*, only_idle: bool) -> int:
    """How the system schedules a helper: only when the processor is idle, or always with a small share."""
    return os.SCHED_IDLE if only_idle else os.SCHED_BATCH


def leave_one_processor(process: int) -> None:
    """Keep a process off one processor, so that threads that answer need not wait there until a helper is preempted."""
    processors = os.sched_getaffinity(0)
    if len(processors) > 1:
        os.sched_setaffinity(process, processors - {min(processors)})


def _limit_memory(memory: int) -> None:
    if sys.platform != "win32":
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _answer(pipe: Connection, memory: int | None = None) -> None:
    """Runs in the new process: answer one call after the other until the server is gone."""
    if memory is not None:
        _limit_memory(memory)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then ends this one
    threading.Thread(target=_end_with_parent, name="legation-orphan", daemon=True).start()
    with suppress(EOFError, OSError):
        pipe.send("ready")
        while True:
            function, args, kwargs = pipe.recv()
            try:
                answer: tuple[str, object] = (DONE, function(*args, **kwargs))
            except LegationError as error:
                answer = (REFUSED, (type(error), error.args, vars(error)))
            except Exception:  # it belongs to the caller
                answer = (FAILED, traceback.format_exc())
            pipe.send(answer)


def _restore(kind: type[LegationError], args: tuple[object, ...], values: dict[str, object]) -> LegationError:
    """Restore an error without calling its class, which may take other arguments than it keeps."""
    error = kind.__new__(kind)
    error.args = args
    vars(error).update(values)
    return error


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
