"""Bots think in processes of their own, so that requests need not wait for them."""

import logging
import pickle
import random
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from legation.board import PowerId
from legation.bots import Advice, Hint, explain_choice, give_hint, make_bot
from legation.bots.talking import Letter, TalkingSeat, TalkResult, WrittenLetter, hold_talks
from legation.errors import LegationError
from legation.game import GameState
from legation.judge import Rulebook
from legation.orders import Order, format_order
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
"""The bot that answers if another is too slow or fails: it takes some hundredths of a second on the largest board."""
PATIENCE = 8.0
"""Seconds allowed for the bot of one power; the strongest bot limits itself to 2."""
REFLECTING_PATIENCE = 40.0
"""Seconds allowed for a person's question to a bot. It takes 3 on the largest board, and more on a busy machine."""
Answer = tuple[str, ...]
KEPT_VARIANTS = 16
"""Variants kept ready for sending to the bots, and kept by the bots."""
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


@dataclass(frozen=True, slots=True)
class Reflection:
    """A person's question to a bot: a hint for a power, or the bot's opinion of the power's orders."""

    question: Question
    orders: tuple[Order, ...] | None = None
    """None asks for a hint."""


def think(question: Question) -> Answer:
    """The orders of a bot, as text, computed in this process."""
    bot, rng = make_bot(question.level), random.Random(question.seed)
    chosen = bot.choose(question.variant, question.rulebook, question.state, question.power, rng)
    return tuple(format_order(order) for order in chosen)


def think_apart(packed: bytes, *asked: *tuple[str, Rulebook, GameState, PowerId, int]) -> Answer:
    """The orders of a bot, as text, from the parts of a question; the first part is the packed variant."""
    level, rulebook, state, power, seed = asked
    return think(Question(level, _unpack(packed), rulebook, state, power, seed))


def reflect(reflection: Reflection) -> Hint | Advice:
    """A bot's answer to a person, computed in this process."""
    asked, orders = reflection.question, reflection.orders
    if orders is None:
        return give_hint(asked.variant, asked.rulebook, asked.state, asked.power, asked.seed)
    return explain_choice(asked.level, asked.variant, asked.rulebook, asked.state, asked.power, orders=orders)


def reflect_apart(packed: bytes, reflection: Reflection) -> Hint | Advice:
    """The same in the other process; the variant of the question comes packed beside it."""
    return reflect(replace(reflection, question=replace(reflection.question, variant=_unpack(packed))))


@lru_cache(maxsize=KEPT_VARIANTS)
def _unpack(packed: bytes) -> Variant:
    """Unpack a variant. Bots remember much about a board, and would lose it if each question had its own variant."""
    variant: Variant = pickle.loads(packed)  # it comes through a pipe from our own process
    return variant


@dataclass(frozen=True, slots=True)
class TalkQuestion:
    """A movement phase in which bots talk: what each of them alone knows, and what people wrote to them."""

    variant: Variant
    rulebook: Rulebook
    state: GameState
    seats: tuple[TalkingSeat, ...]
    incoming: tuple[WrittenLetter, ...]
    said: tuple[Letter, ...]


def talk_here(question: TalkQuestion) -> TalkResult:
    """The result of talks, computed in this process."""
    return hold_talks(
        question.variant,
        question.rulebook,
        question.state,
        question.seats,
        incoming=question.incoming,
        said=question.said,
    )


def talk_apart(
    packed: bytes,
    rulebook: Rulebook,
    state: GameState,
    seats: tuple[TalkingSeat, ...],
    *,
    incoming: tuple[WrittenLetter, ...],
    said: tuple[Letter, ...],
) -> TalkResult:
    """The result of talks, from the parts of a question; the first part is the packed variant."""
    return hold_talks(_unpack(packed), rulebook, state, seats, incoming=incoming, said=said)


def think_quickly(question: Question) -> Answer:
    """The orders of the quick bot, computed in this process; none if it fails too, so that the game goes on."""
    try:
        return think(replace(question, level=QUICK))
    except Exception:  # whatever is wrong with a bot, the other powers must not wait for it
        logger.exception("the quick bot failed for %s", question.power)
        return ()


class ThinkingStoppedError(Exception):
    """The server is stopping, so bots no longer answer."""


class ReflectionFailedError(Exception):
    """A bot has no answer to a person's question."""


class Thinker(Protocol):
    """Answers for bots, one question at a time."""

    def ask(self, question: Question) -> Answer:
        """The orders of a bot, as text; there is always an answer within bounded time."""

    def reflect(self, reflection: Reflection) -> Hint | Advice:
        """A bot's answer to a person. Raises a ``ReflectionFailedError`` if the bot fails or is too slow."""

    def talk(self, question: TalkQuestion) -> TalkResult | None:
        """The result of talks; None if they fail or take too long."""

    def close(self) -> None:
        """Stop at once; callers that wait for an answer get a ``ThinkingStoppedError``."""


class ThinkerHere:
    """Thinks in the calling thread."""

    def ask(self, question: Question) -> Answer:
        """The orders of a bot, as text; those of the quick bot if it fails."""
        try:
            return think(question)
        except Exception:  # it must not stop the game
            logger.exception("a bot of level %s failed for %s", question.level, question.power)
            return think_quickly(question)

    def reflect(self, reflection: Reflection) -> Hint | Advice:
        """A bot's answer to a person."""
        try:
            return reflect(reflection)
        except Exception as failure:  # it must not stop other questions
            logger.exception("a bot could not answer for %s", reflection.question.power)
            raise ReflectionFailedError from failure

    def talk(self, question: TalkQuestion) -> TalkResult | None:
        """The result of talks; None if they fail."""
        try:
            return talk_here(question)
        except Exception:  # a game goes on without talks
            logger.exception("bots could not talk")
            return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class ThinkerApart:
    """Thinks in a process of its own, which the first question starts and which ends with this one."""

    def __init__(self, name: str, politeness: int, patience: float = PATIENCE) -> None:
        self._helper = HelperProcess(name, politeness)
        self._patience = patience
        self._packed = LruCache[int, tuple[Variant, bytes]](KEPT_VARIANTS)

    def ask(self, question: Question) -> Answer:
        """The orders of a bot, as text; those of the quick bot if the bot is late, fails, or its process dies."""
        for _ in range(2):  # a process that was killed from outside is restarted once
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

    def reflect(self, reflection: Reflection) -> Hint | Advice:
        """A bot's answer to a person."""
        question = reflection.question
        sent = replace(reflection, question=replace(question, variant=None))  # type: ignore[arg-type]  # it goes packed
        try:
            return self._helper.call(REFLECTING_PATIENCE, reflect_apart, self._pack(question.variant), sent)
        except HelperClosedError:
            raise ThinkingStoppedError from None
        except (HelperLateError, HelperLostError, HelperFailedError, LegationError) as failure:
            logger.warning("a bot could not answer for %s: %s", question.power, failure)
            raise ReflectionFailedError from failure

    def talk(self, question: TalkQuestion) -> TalkResult | None:
        """The result of talks; None if they fail or take too long."""
        packed = self._pack(question.variant)
        asked = (question.rulebook, question.state, question.seats)
        try:
            return self._helper.call(
                self._patience, talk_apart, packed, *asked, incoming=question.incoming, said=question.said
            )
        except HelperClosedError:
            raise ThinkingStoppedError from None
        except (HelperLostError, HelperLateError, HelperFailedError, LegationError) as failure:
            logger.warning("bots could not talk:\n%s", failure)
            return None

    def _pack(self, variant: Variant) -> bytes:
        """Pack a variant for sending, once only: packing takes milliseconds in which no request is answered."""
        known = self._packed.get(id(variant))
        if known is None:  # the variant is kept too, so that no other one gets its id
            known = self._packed.put(id(variant), (variant, pickle.dumps(variant)))
        return known[1]

    def close(self) -> None:
        """End the process, even while a bot thinks."""
        self._helper.close()
