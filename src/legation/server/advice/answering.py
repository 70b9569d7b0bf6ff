"""The worker answers players' questions to bots: in fair turns, in the process where bots of solo games think."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from legation.bots import Advice, Hint
from legation.server.advice.service import HINTS, MOTIVES, HintPage, MotivePage
from legation.server.advice.storage import (
    StoredQuestion,
    Subject,
    claim_question,
    drop_question,
    list_waiting,
    put_answer,
)
from legation.server.advice.wording import word_hint, word_motive
from legation.server.base.bot_process import Reflection, ReflectionFailedError, ThinkingStoppedError
from legation.server.base.services import Services
from legation.server.bots.service import make_question
from legation.server.game.loaded_game import LoadedGame, load_game, load_record
from legation.server.game.seats import load_seats
from legation.server.game.storage import find_game, list_heads
from legation.server.game.terms import Level

LEASE = timedelta(seconds=60)
"""How long other processes leave a question to the one that asks; a process that died costs no more time."""
MOST_TRIES = 2
PAGES_FIRST = 0.5
"""Seconds at most for which a question waits while people wait for pages."""
logger = logging.getLogger(__name__)


def answer_questions(services: Services, is_stopping: Callable[[], bool] = lambda: False) -> int:
    """Answer all waiting questions; returns how many were answered."""
    answered = 0
    while not is_stopping():
        with services.store.read() as connection:
            waiting = list_waiting(connection, services.clock.now())
        if not waiting:
            break
        question = min(waiting, key=lambda one: (services.bots.shares.read(_name_asker(services, one)), one.id))
        services.pages.let_pass(PAGES_FIRST)
        try:
            answered += _answer(services, question)
        except ThinkingStoppedError:
            break  # it is asked after the next start
    return answered


def _name_asker(services: Services, question: StoredQuestion) -> str:
    return services.bots.askers.get(question.game) or f"game {question.game}"


def _answer(services: Services, question: StoredQuestion) -> bool:
    """Have one question answered, outside any transaction; False if another process was first."""
    with services.store.write() as connection:
        if not claim_question(connection, question, services.clock.now() + LEASE):
            return False
    begun = time.monotonic()
    answer = _find_answer(services, question) if question.tries < MOST_TRIES else _word_failure(question)
    services.bots.shares.charge(_name_asker(services, question), time.monotonic() - begun)
    with services.store.write() as connection:
        if answer is None:
            drop_question(connection, question)
        else:
            put_answer(connection, question, answer)
    return True


def _find_answer(services: Services, question: StoredQuestion) -> str | None:
    """A bot's answer, as sent to the page; None if the question no longer makes sense."""
    asked = _load(services, question)
    if asked is None:
        return None
    game, level, reflection = asked
    try:
        found = services.bots.solo.reflect(reflection)
    except ReflectionFailedError:
        return _word_failure(question)
    if isinstance(found, Hint):
        return HINTS.dump_json(word_hint(game, question.power, found)).decode()
    assert isinstance(found, Advice)
    return MOTIVES.dump_json(word_motive(game, question.power, level, found)).decode()


def _word_failure(question: StoredQuestion) -> str:
    if question.subject is Subject.HINT:
        return HINTS.dump_json(HintPage("failed")).decode()
    return MOTIVES.dump_json(MotivePage("failed", question.power)).decode()


def _load(services: Services, question: StoredQuestion) -> tuple[LoadedGame, Level, Reflection] | None:
    """The question, with the game in its current state."""
    power = question.power
    with services.store.read() as connection:
        if find_game(connection, question.game) is None:
            return None
        game = load_game(connection, services, question.game)
        if question.subject is Subject.HINT:
            is_current = game.row.head == question.hash
            return (game, Level.MASTER, Reflection(make_question(game, power, Level.MASTER))) if is_current else None
        level = load_seats(connection, game.id)[power].bot
        head = next((head for head in list_heads(connection, game.id) if head.hash == question.hash), None)
        if level is None or head is None:
            return None
        record = load_record(connection, game.id, head.number, head.hash)
    orders = tuple(outcome.order for outcome in record.outcomes if outcome.power == power)
    return game, level, Reflection(replace(make_question(game, power, level), state=record.before), orders)
