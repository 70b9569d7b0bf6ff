"""Bots think in processes of their own, so that requests need not wait for them."""

import logging
import multiprocessing
import os
import random
import signal
import threading
import traceback
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import NamedTuple, Protocol

from legation.board import PowerId
from legation.bots import make_bot
from legation.game import GameState
from legation.judge import Rulebook
from legation.orders import format_order
from legation.variants import Variant

QUICK = "greedy"
"""The bot that answers where another takes too long or fails: some hundredths of a second on the largest board."""
PATIENCE = 8.0
"""Seconds that one power's bot may think; the strongest allows itself 2."""
STARTS_WITHIN = 60.0
"""Seconds in which a new process must be there."""
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


def think(question: Question) -> Answer:
    """The orders of a bot, as text, worked out in this process."""
    bot, rng = make_bot(question.level), random.Random(question.seed)
    chosen = bot.choose(question.variant, question.rulebook, question.state, question.power, rng)
    return tuple(format_order(order) for order in chosen)


def think_quickly(question: Question) -> Answer:
    """The orders of the quick bot, worked out in this process; none where that fails too, so that a game goes on."""
    try:
        return think(replace(question, level=QUICK))
    except Exception:  # whatever is wrong with a bot, the other powers are not to wait for it
        logger.exception("the quick bot failed for %s", question.power)
        return ()


class ThinkingStoppedError(Exception):
    """The server is stopping, so no bot gets an answer any more."""


class Thinker(Protocol):
    """Answers for bots, one question at a time."""

    def ask(self, question: Question) -> Answer:
        """The orders of a bot, as text; always some answer within bounded time."""

    def close(self) -> None:
        """Stop at once; whoever waits for an answer gets a ``ThinkingStoppedError``."""


class ThinkerHere:
    """Thinks in the thread that asks."""

    def ask(self, question: Question) -> Answer:
        """The orders of a bot, as text; of the quick bot if it fails."""
        try:
            return think(question)
        except Exception:  # it must not stop the game
            logger.exception("a bot of level %s failed for %s", question.level, question.power)
            return think_quickly(question)

    def close(self) -> None:
        """There is nothing to close."""


class _Helper(NamedTuple):
    process: SpawnProcess
    pipe: Connection


class ThinkerApart:
    """Thinks in a process of its own, which is started by the first question and ends with this one."""

    def __init__(self, name: str, politeness: int, patience: float = PATIENCE) -> None:
        self._name = name
        self._politeness = politeness
        """How much the process makes way for those that answer people."""
        self._patience = patience
        self._turn = threading.Lock()
        """One question at a time: there is one process to answer."""
        self._guard = threading.Lock()
        """Held only while the helper is started or dropped, so that closing never waits for a bot."""
        self._helper: _Helper | None = None
        self._is_closed = False

    def ask(self, question: Question) -> Answer:
        """The orders of a bot, as text; of the quick bot, here, if the bot is late, fails, or its process is lost."""
        with self._turn:
            for _ in range(2):  # a process that was ended from outside is started once more
                try:
                    return self._exchange(question)
                except TimeoutError:
                    logger.warning("a bot of level %s took longer than %s s", question.level, self._patience)
                    self._drop()
                    break
                except (EOFError, OSError):
                    self._drop()
                    if self._is_closed:
                        raise ThinkingStoppedError from None
                    logger.warning("the process in which bots think was lost; another one will be started")
                except _BotFailedError as failure:
                    logger.warning("a bot failed in its process:\n%s", failure)
                    break
        return think_quickly(question)

    def _exchange(self, question: Question) -> Answer:
        helper = self._open()
        helper.pipe.send(question)
        if not helper.pipe.poll(self._patience):
            raise TimeoutError
        answer: Answer | str = helper.pipe.recv()
        if isinstance(answer, str):
            raise _BotFailedError(answer)
        return answer

    def close(self) -> None:
        """End the process, also while a bot thinks."""
        self._is_closed = True
        self._drop()

    def _open(self) -> _Helper:
        with self._guard:
            if self._is_closed:
                raise ThinkingStoppedError
            if self._helper is not None:
                return self._helper
            # A process that is spawned shares no locks with the threads of this one. Pipes, unlike queues and
            # pools, need no semaphores that a server ended by a signal would leave behind.
            context = multiprocessing.get_context("spawn")
            pipe, other = context.Pipe()
            process = context.Process(
                target=_answer, args=(other, self._politeness), name=f"legation-{self._name}", daemon=True
            )
            process.start()
            other.close()  # the child has its own; with ours open we would never see that it is gone
            helper = self._helper = _Helper(process, pipe)
        # Outside the guard: closing must not wait until the process is there.
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


class _BotFailedError(Exception):
    """A bot failed in its process; the text is its traceback."""


def _answer(pipe: Connection, politeness: int) -> None:
    """In the new process: answer one question after the other until the server is gone, and make way for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then ends this one
    threading.Thread(target=_end_with_parent, name="legation-orphan", daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(politeness)
    with suppress(EOFError, OSError):
        pipe.send("ready")
        while True:
            question = pipe.recv()
            try:
                answer: Answer | str = think(question)
            except Exception:  # it belongs to whoever asked
                answer = traceback.format_exc()
            pipe.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
