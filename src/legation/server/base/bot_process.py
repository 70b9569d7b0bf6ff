"""Bots think in a process of their own, so that requests need not wait for them."""

import logging
import multiprocessing
import os
import random
import signal
import threading
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import NamedTuple, Protocol

from legation.board import PowerId
from legation.bots import make_bot
from legation.game import GameState
from legation.judge import Rulebook
from legation.orders import format_order
from legation.variants import Variant

POLITENESS = 10
"""How much a process in which bots think makes way for those that answer people."""
Answer = tuple[str, ...]
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Question:
    """A phase as one power sees it, and the seed of its bot."""

    level: str
    variant: Variant
    rulebook: Rulebook
    state: GameState
    power: PowerId
    seed: int


def think(questions: Sequence[Question]) -> list[Answer]:
    """The orders of each bot, as text, worked out in this process."""
    return [_think_of(question) for question in questions]


def _think_of(question: Question) -> Answer:
    bot, rng = make_bot(question.level), random.Random(question.seed)
    chosen = bot.choose(question.variant, question.rulebook, question.state, question.power, rng)
    return tuple(format_order(order) for order in chosen)


class ThinkingStoppedError(Exception):
    """The server is stopping, so no bot gets an answer any more."""


class Thinker(Protocol):
    """Answers for bots."""

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """The orders of each bot, as text."""

    def close(self) -> None:
        """Stop at once; whoever waits for an answer gets a ``ThinkingStoppedError``."""


class ThinkerHere:
    """Thinks in the thread that asks."""

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """The orders of each bot, as text."""
        return think(questions)

    def close(self) -> None:
        """There is nothing to close."""


class _Helper(NamedTuple):
    process: SpawnProcess
    pipe: Connection


class ThinkerApart:
    """Thinks in a process of its own, which is started by the first question and ends with this one."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        """One question at a time: there is one process to answer."""
        self._guard = threading.Lock()
        """Held only while the helper is started or dropped, so that closing never waits for a bot."""
        self._helper: _Helper | None = None
        self._is_closed = False

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """The orders of each bot, as text; worked out here if the process was lost."""
        with self._turn:
            helper = self._open()
            try:
                helper.pipe.send(list(questions))
                answer: list[Answer] | str = helper.pipe.recv()
            except (EOFError, OSError):
                self._drop()
                if self._is_closed:
                    raise ThinkingStoppedError from None
                logger.warning("the process in which bots think was lost; another one will be started")
                return think(questions)
        if isinstance(answer, str):
            raise RuntimeError(f"a bot failed in its process:\n{answer}")
        return answer

    def close(self) -> None:
        """End the process, also while a bot thinks."""
        self._is_closed = True
        self._drop()

    def _open(self) -> _Helper:
        with self._guard:
            if self._is_closed:
                raise ThinkingStoppedError
            if self._helper is None:
                # A process that is spawned shares no locks with the threads of this one. Pipes, unlike queues and
                # pools, need no semaphores that a server ended by a signal would leave behind.
                context = multiprocessing.get_context("spawn")
                pipe, other = context.Pipe()
                process = context.Process(target=_answer, args=(other,), name="legation-bots", daemon=True)
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
    """In the new process: answer one question after the other until the server is gone, and make way for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then ends this one
    threading.Thread(target=_end_with_parent, name="legation-orphan", daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    with suppress(EOFError, OSError):
        while True:
            questions = pipe.recv()
            try:
                answer: list[Answer] | str = think(questions)
            except Exception:  # it belongs to whoever asked
                answer = traceback.format_exc()
            pipe.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
