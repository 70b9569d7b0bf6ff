"""The worker: threads in each process that judge due games, let bots order, send reminders and send notices."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from legation.server.admin.expiry import tidy
from legation.server.advice.answering import answer_questions
from legation.server.base.services import Services
from legation.server.boards.host_folder import HostFolder
from legation.server.game.loaded_game import load_game
from legation.server.game.plans import list_plans
from legation.server.game.records import GameKind
from legation.server.game.seats import load_seats
from legation.server.game.storage import list_due_games, list_running
from legation.server.gm.schedule import run_scheduled
from legation.server.judging.bot_work import order_for_bots, order_for_late_bots
from legation.server.judging.outages import Heart
from legation.server.judging.service import judge_if_due, list_handed
from legation.server.mail.outbox import send_letters, send_webhooks
from legation.server.notices.service import find_occasion, remind
from legation.server.pace.pausing import end_pauses
from legation.server.people.placing import place_ended_games
from legation.server.people.waits import notify_waiting
from legation.server.results.pictures import draw_for_letter
from legation.server.store import CannotWriteError, let_others_first
from legation.server.talking.service import talk_for_bots

PAGES_FIRST = 2.0
"""Seconds at most for which a solo game waits while people wait for pages."""
EVERY = 1.0
"""Seconds between two checks."""
BEAT_EVERY = 30.0
REMIND_EVERY = 60.0
PAUSES_EVERY = 5.0
PLACES_EVERY = 30.0
WAITING_EVERY = 60.0
BOARDS_EVERY = 20.0
TIDY_EVERY = 3600.0
"""Nothing is removed in the first hour either: a machine that has just started may have a wrong clock, and to a clock
that is a year ahead everything is old."""
RETRY_AFTER = timedelta(minutes=1)
"""The pause before a game that could not be judged is tried again."""
logger = logging.getLogger(__name__)


def judge_due_games(services: Services, postponed: dict[str, datetime] | None = None) -> int:
    """Judge all games that are due; returns how many this process judged. It never waits for a bot.

    ``postponed`` contains games that could not be judged, with the time of the next try.
    """
    judged, now = 0, services.clock.now()
    postponed = {} if postponed is None else postponed
    tried = {game for game, until in postponed.items() if until > now}
    while True:
        with services.store.read() as connection:
            due = list_due_games(connection, services.clock.now(), tried)
        if not due:
            return judged
        for game, kind in due:
            if kind is GameKind.SOLO:
                services.pages.let_pass(PAGES_FIRST)
            tried.add(game)
            try:
                judged += judge_if_due(services, game)
            except CannotWriteError as problem:
                logger.warning("nothing can be judged, because nothing can be written: %s", problem)
                return judged  # all games stay due, and the next check is soon
            except Exception:  # a fault in one game must not stop the others
                logger.exception("game %s could not be judged", game)
                postponed[game] = now + RETRY_AFTER
            if kind is GameKind.SOLO:
                break  # in the meantime a hosted game may be due, which comes first


def work_through(services: Services) -> int:
    """Judge due games and let bots order in this thread, until nothing is left; returns how many were judged."""
    judged = 0
    while True:
        judged += judge_due_games(services)
        if not sum(order_for_bots(services, kind) + talk_for_bots(services, kind) for kind in GameKind):
            return judged


def send_reminders(services: Services) -> int:
    """Remind players whose orders are missing; returns the number of e-mails."""
    now, sent = services.clock.now(), 0
    with services.store.read() as connection:
        rows = list_running(connection, now + timedelta(days=14))
    for row in rows:
        occasion = find_occasion(row.deadline, row.terms.reminders_hours, now)
        if occasion is not None:
            sent += _remind(services, row.id, f"{occasion} h")
        elif row.deadline is not None and row.deadline <= now and row.terms.missing.waits:
            sent += _remind(services, row.id, f"late {(now - row.deadline).days} d")
    return sent


def _remind(services: Services, game_id: str, occasion: str) -> int:
    with services.store.read() as connection:
        game = load_game(connection, services, game_id)
        plans = list_plans(connection, game_id, game.row.turn)
        handed = list_handed(game, load_seats(connection, game_id), plans)
    missing = [power for power, what in handed.items() if not what.is_in]
    if not missing or not game.row.is_running:
        return 0
    with services.store.write() as connection:
        return remind(connection, services, game, missing, occasion)


class Worker:
    """A thread that works until it is told to stop."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._stop = threading.Event()
        self._postponed: dict[str, datetime] = {}
        self._next_beat = 0.0
        self._heart = Heart()
        self._threads = [
            threading.Thread(target=self._run, args=(step, every, heard), name=f"legation-{name}", daemon=True)
            for name, step, every, heard in (
                ("judge", self._judge, EVERY, services.bell.listen()),
                ("hosted-bots", partial(self._order_for_bots, GameKind.HOSTED), EVERY, services.bell.listen()),
                ("late-bots", order_for_late_bots, EVERY, services.bell.listen()),
                ("solo-bots", partial(self._order_for_bots, GameKind.SOLO), EVERY, services.bell.listen()),
                ("advice", self._answer_questions, EVERY, services.bell.listen()),
                ("heartbeat", self._heart.beat, BEAT_EVERY, self._stop),
                ("pauses", end_pauses, PAUSES_EVERY, self._stop),
                ("scheduled", run_scheduled, EVERY, self._stop),
                ("letters", partial(send_letters, draw=draw_for_letter), EVERY, self._stop),
                ("webhooks", send_webhooks, EVERY, self._stop),
                ("remind", send_reminders, REMIND_EVERY, self._stop),
                ("places", place_ended_games, PLACES_EVERY, self._stop),
                ("waiting", notify_waiting, WAITING_EVERY, self._stop),
                ("boards", HostFolder().look, BOARDS_EVERY, self._stop),
                ("tidy", tidy, TIDY_EVERY, self._stop),
            )
        ]

    def start(self) -> None:
        """Begin to work."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Finish the current work and stop."""
        self._stop.set()
        self.services.bell.ring()
        for thread in self._threads:
            thread.join(timeout=30)

    def _judge(self, services: Services) -> int:
        # Before anything is judged, the worker must know whether this host was down when it was due.
        if time.monotonic() >= self._next_beat:
            self._heart.beat(services)
            self._next_beat = time.monotonic() + BEAT_EVERY
        judged = judge_due_games(services, self._postponed)
        if judged:
            services.bell.ring()  # bots are awaited in the phases that have just begun
        return judged

    def _order_for_bots(self, kind: GameKind, services: Services) -> int:
        turns = order_for_bots(services, kind, self._stop.is_set)
        return turns + talk_for_bots(services, kind, self._stop.is_set)

    def _answer_questions(self, services: Services) -> int:
        return answer_questions(services, self._stop.is_set)

    def _run(self, step: Callable[[Services], object], every: float, heard: threading.Event) -> None:
        """Run a step again and again, after some seconds or as soon as an event is set."""
        if step not in (self._judge, order_for_late_bots):
            let_others_first()  # a deadline is kept, but no one waits for an e-mail or a bot as for a page
        if step is tidy:
            heard.wait(every)
        while not self._stop.is_set():
            if heard is not self._stop:
                heard.clear()
            try:
                step(self.services)
            except CannotWriteError as problem:
                logger.warning("a step of the worker waits until something can be written: %s", problem)
            except Exception:  # if a worker dies, every game stands still
                logger.exception("a step of the worker failed")
            heard.wait(every)
