"""Bots order in threads of their own: hosted and solo games apart, in fair turns, and never later than a deadline."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from legation.board import PowerId
from legation.server.base.bot_process import QUICK, Answer, ThinkingStoppedError
from legation.server.base.services import Services
from legation.server.bots.service import find_script, list_idle_bots, make_question, put_chosen
from legation.server.game.loaded_game import LoadedGame, load_game
from legation.server.game.plans import list_plans
from legation.server.game.records import GameKind
from legation.server.game.seats import load_seats
from legation.server.game.storage import BotWait, change_game, claim_bots, list_bot_waits, lock_game
from legation.server.judging.service import look_again

SLICE = 1.0
"""Seconds after which, between two questions, another game has its turn."""
LEASE = timedelta(seconds=20)
"""How long other processes leave a game's bots to the one that asks them; a process that died costs no more time."""
BUDGET, CROWDED_BUDGET = 30.0, 8.0
"""Seconds of thinking for one phase of one game: alone, and while others wait. After that strong bots think less."""
PAGES_FIRST = 0.5
"""Seconds at most for which a turn waits while people wait for pages: asking takes time in this process, too."""
HUMBLER: Mapping[str, str] = {"master": "strong", "strong": "steady"}
"""The weaker level at which a bot thinks when its time is used up."""
MUCH_TOO_LONG = 1.5
"""How often a phase may use up its time before bots become weaker once more."""
logger = logging.getLogger(__name__)


def order_for_bots(services: Services, kind: GameKind, is_stopping: Callable[[], bool] = lambda: False) -> int:
    """Let the bots of all games of a kind order; returns how many turns were taken."""
    turns = 0
    while not is_stopping():
        with services.store.read() as connection:
            waits = list_bot_waits(connection, kind)
        chosen = choose_wait(services, waits, services.clock.now())
        if chosen is None:
            break
        if not is_pressing(chosen, services.clock.now()):
            services.pages.let_pass(PAGES_FIRST)
        try:
            _take_turn(services, chosen, is_crowded=len(waits) > 1)
        except ThinkingStoppedError:
            break  # the game still waits, and its bots are asked after the next start
        except Exception:  # a fault in one game must not stop the others; it is tried again when its lease is over
            logger.exception("the bots of game %s could not order", chosen.id)
        turns += 1
    return turns


def order_for_late_bots(services: Services) -> int:
    """Let the quick bot order in hosted games whose deadline has passed; returns how many turns were taken.

    It has a thread of its own: the one that asks other bots may have to wait for an answer for seconds.
    """
    with services.store.read() as connection:
        waits = list_bot_waits(connection, GameKind.HOSTED)
    now = services.clock.now()
    late = [wait for wait in waits if is_pressing(wait, now) and wait.bots_at <= now]
    for wait in late:
        _take_turn(services, wait, is_crowded=True)
    return len(late)


def choose_wait(services: Services, waits: Sequence[BotWait], now: datetime) -> BotWait | None:
    """The game whose bots are asked next: one with a passed deadline, else that of the owner with the least recent
    work.

    No owner has two games thought about at once, unless a deadline has passed.
    """
    owners = {wait.id: name_owner(services, wait) for wait in waits}
    used = {owner: services.bots.shares.read(owner) for owner in set(owners.values())}
    busy = {owners[wait.id] for wait in waits if wait.bots_at > now}
    ready = [wait for wait in waits if wait.bots_at <= now and (is_pressing(wait, now) or owners[wait.id] not in busy)]

    def rank(wait: BotWait) -> tuple[bool, float, datetime]:
        return (not is_pressing(wait, now), used[owners[wait.id]], wait.phase_since or wait.bots_at)

    return min(ready, key=rank, default=None)


def is_pressing(wait: BotWait, now: datetime) -> bool:
    """True if the phase of a game should already have been judged."""
    return wait.deadline is not None and wait.deadline <= now


def name_owner(services: Services, wait: BotWait) -> str:
    """The owner for whom bots think: for a guest the address, if it is known."""
    return services.bots.askers.get(wait.id) or f"account {wait.account}"


def _take_turn(services: Services, wait: BotWait, *, is_crowded: bool) -> None:
    """Ask the bots of one game for a while, outside any transaction, and store their choices."""
    with services.store.write() as connection:
        leased = services.clock.now() + LEASE
        if not claim_bots(connection, wait, leased):
            return  # another process was first
    with services.store.read() as connection:
        game = load_game(connection, services, wait.id)
        plans = list_plans(connection, game.id, game.row.turn)
        idle = list_idle_bots(game, load_seats(connection, game.id), plans)
    try:
        chosen = _ask_for_a_while(services, game, idle, name_owner(services, wait), is_crowded=is_crowded)
    except ThinkingStoppedError:
        with services.store.write() as connection:
            claim_bots(connection, replace(wait, bots_at=leased), wait.bots_at)  # the next start need not wait
        raise
    with services.store.write() as connection:
        now = lock_game(connection, game.id)
        if now is None:
            return
        if now.turn == game.row.turn:
            plans = put_chosen(connection, services, game, list_plans(connection, game.id, now.turn), chosen)
            if game.terms.has_talking_bots and not idle.keys() - plans.keys():
                change_game(connection, game.id, talks_at=services.clock.now())  # all have ordered, and may talk
        look_again(connection, services, load_game(connection, services, game.id), is_asked=True)
    services.bell.ring()


def humble(level: str, spent: float) -> str:
    """The level at which a bot thinks after using this part of the phase's time; 1 is all of it."""
    for limit in (1.0, MUCH_TOO_LONG):
        level = HUMBLER.get(level, level) if spent > limit else level
    return level


def _ask_for_a_while(
    services: Services, game: LoadedGame, idle: Mapping[PowerId, str], owner: str, *, is_crowded: bool
) -> dict[PowerId, Answer]:
    """The orders of some of the bots: as many as can be asked in a turn, at least one."""
    thinkers, chosen = services.bots, dict[PowerId, Answer]()
    key, begun = (game.id, game.row.turn), time.monotonic()
    spent = before = thinkers.spent.get(key) or 0.0
    for power, level in idle.items():
        script = find_script(game, power)
        if script is not None:
            chosen[power] = script
            continue
        is_late = game.row.deadline is not None and game.row.deadline <= services.clock.now()
        wanted = QUICK if is_late else humble(level, spent / (CROWDED_BUDGET if is_crowded else BUDGET))
        thinker = thinkers.solo if game.row.is_solo else thinkers.late if is_late else thinkers.hosted
        chosen[power] = thinker.ask(make_question(game, power, wanted))
        spent = before + time.monotonic() - begun
        if time.monotonic() - begun > SLICE:
            break
    thinkers.spent.put(key, spent)
    thinkers.shares.charge(owner, spent - before)
    return chosen
