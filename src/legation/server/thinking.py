"""Where bots think: in a process of their own, so that nobody who reads or writes meanwhile waits for them."""

import logging
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Protocol

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
    """A phase as one power sees it, and the seed of its bot's chance."""

    level: str
    variant: Variant
    rulebook: Rulebook
    state: GameState
    power: PowerId
    seed: int


def think(questions: Sequence[Question]) -> list[Answer]:
    """The orders of each bot, as text, worked out here and now."""
    return [_think_of(question) for question in questions]


def _think_of(question: Question) -> Answer:
    bot, chance = make_bot(question.level), random.Random(question.seed)
    chosen = bot.choose(question.variant, question.rulebook, question.state, question.power, chance)
    return tuple(format_order(order) for order in chosen)


class Thinker(Protocol):
    """Somebody who answers for bots."""

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """The orders of each bot, as text."""

    def close(self) -> None:
        """Nobody will ask again."""


class ThinkerHere:
    """Thinks in the thread that asks."""

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """The orders of each bot, as text."""
        return think(questions)

    def close(self) -> None:
        """There is nothing to close."""


class ThinkerApart:
    """Thinks in a process of its own, which is started by the first question and ends with this one."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._guard = threading.Lock()

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """The orders of each bot, as text; worked out here where the process was lost."""
        pool = self._open()
        try:
            return pool.submit(think, questions).result()
        except BrokenProcessPool:
            logger.warning("the process in which bots think was lost; another one will be started")
            self._drop(pool)
            return think(questions)

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._drop(self._pool)

    def _open(self) -> ProcessPoolExecutor:
        with self._guard:
            if self._pool is None:
                # A process that is spawned shares no locks with the threads of this one.
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, context, initializer=_begin)
            return self._pool

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        with self._guard:
            if self._pool is pool:
                self._pool = None
        pool.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    """In the new process: end with the server, however that ends, and make way for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then ends this one
    threading.Thread(target=_end_with_parent, name="legation-orphan", daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(POLITENESS)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
