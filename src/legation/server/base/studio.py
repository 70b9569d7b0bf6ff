"""Pictures and sheets are made in a process of their own: drawing takes seconds, and no page waits for it."""

import logging
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, NamedTuple, Protocol, TypeVar

from legation.server.base.refusals import HttpRefusal

Job = TypeVar("Job")
POLITENESS = 10
"""How much the process makes way for those that answer people."""
MOST_WAITING = 8
"""Requests that may wait for a picture; each of them keeps a thread that could answer pages."""
LONGEST = 40.0
"""Seconds for one picture; then the process is ended."""
logger = logging.getLogger(__name__)


class Studio(Protocol):
    """Makes pictures."""

    def make(self, maker: Callable[[Job], bytes], job: Job) -> bytes:
        """What a function makes of a job. Both must be of the kind that can be sent to another process."""

    def close(self) -> None:
        """Stop at once."""


class StudioHere:
    """Draws in the thread that asks."""

    def make(self, maker: Callable[[Job], bytes], job: Job) -> bytes:
        """What a function makes of a job."""
        return maker(job)

    def close(self) -> None:
        """There is nothing to close."""


class _Helper(NamedTuple):
    process: SpawnProcess
    pipe: Connection


class StudioApart:
    """Draws in a process of its own, which is started by the first picture and ends with this one."""

    def __init__(self) -> None:
        self._places = threading.BoundedSemaphore(MOST_WAITING + 1)
        self._turn = threading.Lock()
        """One picture at a time: there is one process."""
        self._guard = threading.Lock()
        """Held only while the helper is started or dropped, so that closing never waits for a picture."""
        self._helper: _Helper | None = None
        self._is_closed = False

    def make(self, maker: Callable[[Job], bytes], job: Job) -> bytes:
        """What a function makes of a job; refused where many wait already, or where it takes too long."""
        if not self._places.acquire(blocking=False):
            raise HttpRefusal(503, "busy_drawing", headers={"Retry-After": "10"})
        try:
            with self._turn:
                answer = self._ask(maker, job)
        finally:
            self._places.release()
        if isinstance(answer, bytes):
            return answer
        raise RuntimeError(f"a picture failed in its process:\n{answer}")

    def _ask(self, maker: Callable[[Job], bytes], job: Job) -> object:
        helper = self._open()
        try:
            helper.pipe.send((maker, job))
            if not helper.pipe.poll(LONGEST):
                self._drop()
                logger.warning("a picture took too long; its process was ended")
                raise HttpRefusal(503, "busy_drawing", headers={"Retry-After": "60"})
            return helper.pipe.recv()
        except (EOFError, OSError):
            self._drop()
            logger.warning("the process in which pictures are drawn was lost; another one will be started")
            raise HttpRefusal(503, "busy_drawing", headers={"Retry-After": "10"}) from None

    def close(self) -> None:
        """End the process, also while it draws."""
        self._is_closed = True
        self._drop()

    def _open(self) -> _Helper:
        with self._guard:
            if self._is_closed:
                raise HttpRefusal(503, "busy_drawing", headers={"Retry-After": "10"})
            if self._helper is None:
                context = multiprocessing.get_context("spawn")
                pipe, other = context.Pipe()
                process = context.Process(target=_answer, args=(other,), name="legation-studio", daemon=True)
                process.start()
                other.close()  # the child has its own; with ours open we would never see that it is gone
                self._helper = _Helper(process, pipe)
            return self._helper

    def _drop(self) -> None:
        with self._guard:
            helper, self._helper = self._helper, None
        if helper is not None:
            helper.process.terminate()
            helper.process.join()


def _answer(pipe: Connection) -> None:
    """In the new process: make one picture after the other until the server is gone, and make way for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then ends this one
    threading.Thread(target=_end_with_parent, name="legation-orphan", daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    with suppress(EOFError, OSError):
        while True:
            maker, job = pipe.recv()
            pipe.send(_make(maker, job))


def _make(maker: Callable[[Any], bytes], job: object) -> bytes | str:
    try:
        return maker(job)
    except Exception:  # it belongs to whoever asked
        return traceback.format_exc()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
