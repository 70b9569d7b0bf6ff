"""What every request needs: store, clock, randomness, settings, rate limits."""

import time
from dataclasses import dataclass
from functools import partial
from typing import Any

from legation.server.base.bell import Bell
from legation.server.base.bot_process import ThinkerApart, ThinkerHere
from legation.server.base.bot_thinkers import BotThinkers
from legation.server.base.fair_queue import LONGEST_WAIT, FairQueue, SharedPlaces
from legation.server.base.helper_process import Helper, HelperHere, HelperProcess
from legation.server.base.lru_cache import LruCache
from legation.server.base.password_hashing import Passwords
from legation.server.base.randomness import Randomness, SystemRandomness
from legation.server.base.rate_limits import Rates
from legation.server.base.settings import Settings
from legation.server.base.studio import Studio, StudioApart, StudioHere
from legation.server.base.times import Clock, SteadyClock
from legation.server.store import Store, open_store

HOSTED_POLITENESS, SOLO_POLITENESS, HELPER_POLITENESS, CHECKER_POLITENESS = 5, 15, 8, 10
"""The priorities by which the processes for bots and for computing give way to those that answer people."""
CHECKER_MEMORY = 4_000_000_000
"""Bytes that the process may use that checks boards that people upload."""
PLACES = 2
"""Requests for long work in progress at a time, in each queue."""


@dataclass(frozen=True, slots=True)
class Places:
    """How many requests are in progress at a time."""

    all: int
    """Pages and changes together. More threads would only compete for Python."""
    pages: int
    changes: int
    kept: int
    """Places that yielding requests never take."""


SQLITE_PLACES = Places(all=2, pages=2, changes=1, kept=1)
"""An SQLite file answers at once, and takes one change at a time."""
POSTGRESQL_PLACES = Places(all=3, pages=3, changes=2, kept=2)
"""One of these usually waits for the database."""
JUDGES = 1
"""Changes in progress at a time that may judge phases. They compute for a long time, and each slows down all pages."""
MOST_SESSIONS = 5000
"""Sessions that are cached."""
MOST_PAGES = 4000
"""Pages that may wait; those of one address are limited before this (``http.guards``)."""
MOST_CHANGES, MOST_CHANGES_EACH = 500, 16
"""Changes that may wait, in total and for one account or address."""


@dataclass(frozen=True, slots=True)
class Services:
    """Passed to every domain function with effects."""

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
    """Looking up senders, and reading for pages. It is quick, but senders who ask for much come after those who ask for
    little."""
    open_work: FairQueue
    """Long work that anyone may request: the judge, sandboxes, pictures."""
    long_reading: FairQueue
    """Long work that readers of a game request: explanations, reports, exports."""
    writing: FairQueue
    """Changes: waiting until something can be written occupies no thread for readers."""
    judging: FairQueue
    """Changes that may judge phases: actions of game masters, solo games and lessons."""
    signing_in: FairQueue
    """Changes of accounts, since password hashing is slow on purpose."""
    helper: Helper
    """Computes for both."""
    board_checks: FairQueue
    """Boards that people upload: checking one takes seconds, and no other request waits for it."""
    checker: Helper
    """Checks them, with a limit on memory, since a board may be malicious."""
    sessions: LruCache[str, Any]
    """Sessions that were used recently, with the version of ``store.identity`` at which each was read."""

    def close(self) -> None:
        """Close the database, and the processes that think for bots, draw pictures and compute."""
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
    """Create the services of a host, and its data folder if it is missing."""
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    store = open_store(settings.database_url.get_secret_value(), is_alone=settings.workers == 1)
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
        sessions=LruCache(MOST_SESSIONS),
        # On a machine with a single, always busy processor it would get no time at all.
        helper=HelperProcess("helper", HELPER_POLITENESS, only_idle=False) if settings.bots_apart else HelperHere(),
        board_checks=FairQueue("boards", 1, most_waiting=20, most_each=2),
        checker=HelperProcess("checker", CHECKER_POLITENESS, CHECKER_MEMORY) if settings.bots_apart else HelperHere(),
    )


def _make_thinkers(settings: Settings) -> BotThinkers:
    if not settings.bots_apart:
        return BotThinkers(ThinkerHere(), ThinkerHere())
    return BotThinkers(ThinkerApart("bots", HOSTED_POLITENESS), ThinkerApart("solo-bots", SOLO_POLITENESS))
