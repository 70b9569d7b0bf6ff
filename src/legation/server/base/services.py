"""What every request needs: store, clock, randomness, settings, rate limits."""

import time
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from legation.server.base.bell import Bell
from legation.server.base.bot_process import ThinkerApart, ThinkerHere
from legation.server.base.bot_thinkers import BotThinkers
from legation.server.base.clock import Clock, SteadyClock
from legation.server.base.fair_queue import LONGEST_WAIT, FairQueue, SharedPlaces
from legation.server.base.helper_process import Helper, HelperHere, HelperProcess
from legation.server.base.password_hashing import Passwords
from legation.server.base.randomness import Randomness, SystemRandomness
from legation.server.base.rate_limits import Rates
from legation.server.base.recent_values import RecentValues
from legation.server.base.settings import Settings
from legation.server.base.studio import Studio, StudioApart, StudioHere
from legation.server.store import Store, open_store

HOSTED_POLITENESS, SOLO_POLITENESS, HELPER_POLITENESS, CHECKER_POLITENESS = 5, 15, 8, 10
"""How much the processes in which bots think, and which compute, make way for those that answer people."""
CHECKER_MEMORY = 4_000_000_000
"""Bytes that the process may have which checks boards that people bring."""
PLACES = 2
"""Requests of long work that are in hand at a time, in each queue."""


@dataclass(frozen=True, slots=True)
class Places:
    """How many requests are in hand at a time."""

    all: int
    """Pages and changes together. More threads only take Python from each other."""
    pages: int
    changes: int
    kept: int
    """Places that those who yield never take."""


SQLITE_PLACES = Places(all=2, pages=2, changes=1, kept=1)
"""A file of SQLite answers at once, and takes one change at a time."""
POSTGRESQL_PLACES = Places(all=3, pages=3, changes=2, kept=2)
"""One of these, as a rule, waits for the database."""
JUDGES = 1
"""Changes that may judge phases and are in hand at a time. They compute for long, and each slows down all pages."""
MOST_SESSIONS, SESSIONS_FOR, HEARD_SESSIONS_FOR = 5000, timedelta(seconds=10), timedelta(minutes=1)
"""Sessions that are remembered, and for how long. So late at most is seen what an admin's command did to one in a file
of SQLite. PostgreSQL tells of it, so there the time is longer."""
MOST_PAGES = 4000
"""Pages that may wait; how many of one address, is limited before (``http.guards.RequestsEach``)."""
MOST_CHANGES, MOST_CHANGES_EACH = 500, 16
"""Changes that may wait, in all and of one account or address."""


@dataclass(frozen=True, slots=True)
class Services:
    """Handed to every domain function that touches the world."""

    store: Store
    settings: Settings
    clock: Clock
    randomness: Randomness
    passwords: Passwords
    rates: Rates
    bots: BotThinkers
    bell: Bell
    """Wakes the worker of this process."""
    studio: Studio
    pages: FairQueue
    """Who asks, and what pages read. It is quick, but whoever asks for much comes after those who ask for little."""
    open_work: FairQueue
    """What anybody may ask for and takes long: the judge, sandboxes, pictures."""
    long_reading: FairQueue
    """What readers of a game ask for and takes long: explanations, reports, exports."""
    writing: FairQueue
    """Changes: whoever waits until something can be written keeps no thread from those who read."""
    judging: FairQueue
    """Changes that may judge phases: acts of game masters, solo games and lessons."""
    signing_in: FairQueue
    """Changes of accounts, since passwords take long on purpose."""
    helper: Helper
    """Computes for both."""
    board_checks: FairQueue
    """Boards that people bring: checking one takes seconds, and nobody else waits for that."""
    checker: Helper
    """Checks them, with a limit on memory, since a board may be made to do harm."""
    sessions: RecentValues[str, Any]
    """Sessions that were used a moment ago, with the version of ``store.identity`` at which each was read."""

    @property
    def knows_changes(self) -> bool:
        """Whether this process knows of each change of an account or session, so that it may remember the others."""
        return (self.store.is_sqlite and self.settings.workers == 1) or self.store.hears_others

    def close(self) -> None:
        """Let go of the database, and of whoever thinks for bots, draws pictures and computes."""
        self.pages.close()
        self.open_work.close()
        self.long_reading.close()
        self.writing.close()
        self.judging.close()
        self.signing_in.close()
        self.passwords.close()
        self.helper.close()
        self.board_checks.close()
        self.checker.close()
        self.studio.close()
        self.bots.close()
        self.store.close()


def make_services(settings: Settings, *, clock: Clock | None = None, randomness: Randomness | None = None) -> Services:
    """The services of a host; its data folder is made where it is missing."""
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    store = open_store(settings.database_url.get_secret_value())
    places = SQLITE_PLACES if store.is_sqlite else POSTGRESQL_PLACES
    shared = SharedPlaces(places.all, kept=places.kept)
    for_changes = partial(FairQueue, most_waiting=MOST_CHANGES, most_each=MOST_CHANGES_EACH, read_time=time.thread_time)
    return Services(
        store=store,
        settings=settings,
        clock=clock or SteadyClock(),
        randomness=randomness or SystemRandomness(),
        passwords=Passwords(settings.password_cost, settings.password_memory),
        rates=Rates(settings.rate_factor),
        bots=_make_thinkers(settings),
        bell=Bell(),
        studio=StudioApart() if settings.bots_apart else StudioHere(),
        pages=FairQueue(
            "pages",
            places.pages,
            most_waiting=MOST_PAGES,
            most_each=MOST_PAGES,
            read_time=time.thread_time,
            shared=shared,
        ),
        open_work=FairQueue("open", PLACES, longest_wait=LONGEST_WAIT),
        long_reading=FairQueue("reading", PLACES, longest_wait=LONGEST_WAIT),
        writing=for_changes("writing", places.changes, shared=shared),
        judging=for_changes("judging", JUDGES, shared=shared, yields=True),
        signing_in=for_changes("accounts", 1),
        sessions=RecentValues(MOST_SESSIONS, SESSIONS_FOR if store.is_sqlite else HEARD_SESSIONS_FOR),
        # On a machine with one processor that is always busy nothing would be left for it.
        helper=HelperProcess("helper", HELPER_POLITENESS, only_idle=False) if settings.bots_apart else HelperHere(),
        board_checks=FairQueue("boards", 1, most_waiting=20, most_each=2),
        checker=HelperProcess("checker", CHECKER_POLITENESS, CHECKER_MEMORY) if settings.bots_apart else HelperHere(),
    )


def _make_thinkers(settings: Settings) -> BotThinkers:
    if not settings.bots_apart:
        return BotThinkers(ThinkerHere(), ThinkerHere())
    return BotThinkers(ThinkerApart("bots", HOSTED_POLITENESS), ThinkerApart("solo-bots", SOLO_POLITENESS))
