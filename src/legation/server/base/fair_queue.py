"""A queue for long work: few at a time, in fair turns, and never so long that it is of no use to wait."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from legation.server.base.fair_shares import FairShares
from legation.server.base.refusals import HttpRefusal

Result = TypeVar("Result")
MOST_WAITING = 64
MOST_EACH = 4
"""Of one account or address, waiting or in hand."""
RETRY_AFTER = {"Retry-After": "5"}
REST = 3.0
"""While others wait, requests that yield have a fourth of the time: after each they rest for three times as long."""
LONGEST_WAIT = 25.0
"""Seconds after which a request for long work is refused that has not had its turn. Most clients give up a bit later,
and would only learn that nothing came."""
PATIENCE = 10.0
"""Seconds for which a request for long work lets others go first, who do not yield."""
HANDICAP = 2.0
"""A request waits as if it had come so many seconds later for each second of work that was done for its sender lately.
Whoever asks for little is served in the sequence of coming; and nobody waits for ever, however many come who asked for
less."""


@dataclass(eq=False, slots=True)
class _Ticket:
    queue: "FairQueue"
    who: str
    loop: asyncio.AbstractEventLoop
    called: asyncio.Future[None]
    came_at: float
    yields: bool
    """Whether those who do not yield go first."""
    is_refused: bool = False

    def call(self) -> None:
        """The place is free."""
        self.loop.call_soon_threadsafe(self._settle, None)

    def refuse(self) -> None:
        """Others who asked for less go first."""
        self.is_refused = True
        self.loop.call_soon_threadsafe(self._settle, HttpRefusal(503, "busy", headers=RETRY_AFTER))

    def _settle(self, refusal: HttpRefusal | None) -> None:
        if self.called.done():
            return  # whoever asked has gone away
        if refusal is None:
            self.called.set_result(None)
        else:
            self.called.set_exception(refusal)


class SharedPlaces:
    """Places that several queues share, and the work that they have done for each sender.

    Python computes in one thread at a time. Were each queue to have places of its own only, then whoever fills one of
    them with changes would slow down the pages of all others, however fair the turns in each queue are.

    Some requests yield: those of strangers, and those that compute for long. They never take the last places
    (``kept``), and while others wait they have a part of the time and no more (``REST``).
    """

    def __init__(
        self,
        places: int,
        read_clock: Callable[[], float] = time.monotonic,
        *,
        kept: int = 1,
        patience: float = float("inf"),
    ) -> None:
        """``patience``: after so many seconds nobody yields any more. Where work takes long, others fill all places
        for as long as they like, and whoever yields would wait for ever."""
        self.free = places
        self._kept = min(kept, places - 1)
        self._patience = patience
        self.guard = threading.Lock()
        self.shares = FairShares()
        self.queues: list[FairQueue] = []
        self._read_clock = read_clock
        self._rests_until = 0.0
        """Until then nobody who yields has a turn before those who do not."""

    def has_place(self, *, yields: bool) -> bool:
        """Whether somebody can begin."""
        return self.free > (self._kept if yields else 0)

    def rest(self, seconds: float) -> None:
        """Work of somebody who yields has taken so long."""
        with self.guard:
            self._rests_until = max(self._rests_until, self._read_clock()) + REST * seconds

    def call_next(self) -> None:
        """Give a place that has become free to whoever is next in any queue that has a place of its own, too."""
        with self.guard:
            waiting = [ticket for queue in self.queues for ticket in queue.list_callable()]
            chosen = self._choose(waiting)
            if chosen is None:
                return
            chosen.queue.take_place(chosen)
        chosen.call()

    def _choose(self, waiting: list[_Ticket]) -> _Ticket | None:
        now = self._read_clock()
        yielding = {ticket for ticket in waiting if ticket.yields and now - ticket.came_at < self._patience}
        eager = [ticket for ticket in waiting if ticket not in yielding]
        if eager and now < self._rests_until:
            waiting = eager
        waiting = [ticket for ticket in waiting if self.has_place(yields=ticket in yielding)]
        if not waiting:
            return None
        used = {who: self.shares.read(who) for who in {ticket.who for ticket in waiting}}
        return min(waiting, key=lambda ticket: ticket.came_at + HANDICAP * used[ticket.who])


class FairQueue:
    """Runs functions in threads of its own. Who waits keeps no thread.

    Next is the request that came first, counting that of whoever had much done lately as a later one (``HANDICAP``).
    Where too many wait, one of those is refused who have most of them there. Work is measured by ``read_time``: by the
    clock, or by ``time.thread_time`` where the work is done in the thread itself and a wait is nobody's fault.
    """

    def __init__(
        self,
        name: str,
        places: int,
        *,
        most_waiting: int = MOST_WAITING,
        most_each: int = MOST_EACH,
        read_time: Callable[[], float] = time.monotonic,
        shared: SharedPlaces | None = None,
        yields: bool = False,
        longest_wait: float | None = None,
    ) -> None:
        """``shared``: places of other queues as well; ``yields``: there this queue lets all others go first.

        ``longest_wait``: seconds after which whoever waits is refused.
        """
        self._longest_wait = longest_wait
        self._shared = shared or SharedPlaces(places, patience=PATIENCE)
        self._shared.queues.append(self)
        self._yields = yields
        self._free = places
        self._most_waiting, self._most_each = most_waiting, most_each
        self._read_time = read_time
        self._threads = ThreadPoolExecutor(places, thread_name_prefix=f"legation-{name}")
        self._waiting: list[_Ticket] = []
        self._here: Counter[str] = Counter()
        """How many requests of each are waiting or in hand."""
        self._guard = self._shared.guard

    async def run(self, who: str, function: Callable[[], Result], *, yields: bool = False) -> Result:
        """What a function returns, when its turn has come; refused where too many wait.

        ``yields``: requests that do not come first, where some wait.
        """
        loop = asyncio.get_running_loop()
        yields = yields or self._yields
        ticket = self._enter(who, loop, yields)
        try:
            if ticket is not None:
                await self._wait(ticket)
        except BaseException:
            self._forget(who)
            raise
        try:
            return await loop.run_in_executor(self._threads, partial(self._work, who, function, yields))
        finally:
            self._forget(who)
            self._pass_on()

    @property
    def length(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def let_pass(self, longest: float) -> None:
        """Hold this thread up while anybody waits here, for so many seconds at most."""
        ends = time.monotonic() + longest
        while self._waiting and time.monotonic() < ends:
            time.sleep(0.01)

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _work(self, who: str, function: Callable[[], Result], yields: bool) -> Result:
        """In a thread of the queue."""
        begun = self._read_time()
        try:
            return function()
        finally:
            taken = self._read_time() - begun
            self._shared.shares.charge(who, taken)
            if yields:
                self._shared.rest(taken)

    def list_callable(self) -> Iterator[_Ticket]:
        """Those who wait, where this queue has a place for one of them."""
        return iter(self._waiting if self._free else ())

    def take_place(self, ticket: _Ticket | None = None) -> None:
        """One of those who wait, or somebody who need not wait, has a place."""
        if ticket is not None:
            self._waiting.remove(ticket)
        self._free -= 1
        self._shared.free -= 1

    def _enter(self, who: str, loop: asyncio.AbstractEventLoop, yields: bool) -> _Ticket | None:
        """Take a free place, or a ticket."""
        with self._guard:
            if self._here[who] >= self._most_each:
                raise HttpRefusal(429, "too_many_at_once", case="work", headers=RETRY_AFTER)
            if self._free and self._shared.has_place(yields=yields):
                self.take_place()
                self._here[who] += 1
                return None
            if len(self._waiting) >= self._most_waiting:
                self._make_room(who)
            ticket = _Ticket(self, who, loop, loop.create_future(), time.monotonic(), yields)
            self._waiting.append(ticket)
            self._here[who] += 1
            return ticket

    def _make_room(self, who: str) -> None:
        """Refuse the newest request of whoever has most here; the one who asks, where nobody has more."""
        greediest = max(self._waiting, key=lambda ticket: self._here[ticket.who]).who
        if self._here[greediest] <= self._here[who] + 1:
            raise HttpRefusal(503, "busy", headers=RETRY_AFTER)
        last = next(ticket for ticket in reversed(self._waiting) if ticket.who == greediest)
        self._waiting.remove(last)
        last.refuse()

    async def _wait(self, ticket: _Ticket) -> None:
        try:
            async with asyncio.timeout(self._longest_wait):
                await ticket.called
        except TimeoutError:
            self._give_back(ticket)
            raise HttpRefusal(503, "busy", headers=RETRY_AFTER) from None
        except asyncio.CancelledError:
            self._give_back(ticket)
            raise

    def _give_back(self, ticket: _Ticket) -> None:
        """Whoever had a ticket does not wait any more."""
        with self._guard:
            was_waiting = ticket in self._waiting
            if was_waiting:
                self._waiting.remove(ticket)
        if not was_waiting and not ticket.is_refused:  # the place was given to us just now
            self._pass_on()

    def _forget(self, who: str) -> None:
        with self._guard:
            self._here[who] -= 1
            if self._here[who] <= 0:
                del self._here[who]

    def _pass_on(self) -> None:
        """Give a place that has become free to the next."""
        with self._guard:
            self._free += 1
            self._shared.free += 1
            is_awaited = any(queue._waiting for queue in self._shared.queues)
        if is_awaited:
            self._shared.call_next()
