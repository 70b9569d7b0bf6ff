"""Bots think in processes of their own, so that requests need not wait for them."""

import logging
import pickle
import random
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from legation.board import PowerId
from legation.bots import make_bot
from legation.errors import LegationError
from legation.game import GameState
from legation.judge import Rulebook
from legation.orders import format_order
from legation.server.base.helper_process import (
    HelperClosedError,
    HelperFailedError,
    HelperLateError,
    HelperLostError,
    HelperProcess,
)
from legation.server.base.lru_cache import LruCache
from legation.variants import Variant

QUICK = "greedy"
"""The bot that answers where another takes too long or fails: some hundredths of a second on the largest board."""
PATIENCE = 8.0
"""Seconds that one power's bot may think; the strongest allows itself 2."""
Answer = tuple[str, ...]
KEPT_VARIANTS = 16
"""Variants that are kept ready for being sent to the bots, and by the bots."""
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


def think_apart(packed: bytes, *asked: *tuple[str, Rulebook, GameState, PowerId, int]) -> Answer:
    """The orders of a bot, as text: the parts of a question, of which the variant is packed and comes first."""
    level, rulebook, state, power, seed = asked
    return think(Question(level, _unpack(packed), rulebook, state, power, seed))


@lru_cache(maxsize=KEPT_VARIANTS)
def _unpack(packed: bytes) -> Variant:
    """A variant that was sent. Bots remember much about a board, which they would lose if each question had its own."""
    variant: Variant = pickle.loads(packed)  # it comes through a pipe from our own process
    return variant


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


class ThinkerApart:
    """Thinks in a process of its own, which is started by the first question and ends with this one."""

    def __init__(self, name: str, politeness: int, patience: float = PATIENCE) -> None:
        self._helper = HelperProcess(name, politeness)
        self._patience = patience
        self._packed = LruCache[int, tuple[Variant, bytes]](KEPT_VARIANTS)

    def ask(self, question: Question) -> Answer:
        """The orders of a bot, as text; of the quick bot, here, if the bot is late, fails, or its process is lost."""
        for _ in range(2):  # a process that was ended from outside is started once more
            try:
                return self._call(question)
            except HelperLostError:
                logger.warning("the process in which bots think was lost; another one will be started")
            except HelperClosedError:
                raise ThinkingStoppedError from None
            except HelperLateError:
                logger.warning("a bot of level %s took longer than %s s", question.level, self._patience)
                break
            except (HelperFailedError, LegationError) as failure:
                logger.warning("a bot failed in its process:\n%s", failure)
                break
        return think_quickly(question)

    def _call(self, question: Question) -> Answer:
        asked = (question.level, question.rulebook, question.state, question.power, question.seed)
        return self._helper.call(self._patience, think_apart, self._pack(question.variant), *asked)

    def _pack(self, variant: Variant) -> bytes:
        """A variant as it is sent: packing takes milliseconds in which no request is answered, so it is done once."""
        known = self._packed.get(id(variant))
        if known is None:  # the variant is kept too, so that no other one gets its id
            known = self._packed.put(id(variant), (variant, pickle.dumps(variant)))
        return known[1]

    def close(self) -> None:
        """End the process, also while a bot thinks."""
        self._helper.close()
