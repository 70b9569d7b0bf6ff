"""A queue for long work: few requests at a time, in fair turns, and never so long that waiting is useless."""

import asyncio
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from legation.server.base.refusals import HttpRefusal

Result = TypeVar("Result")
MOST_WAITING = 64
MOST_EACH = 4
"""Requests of one account or address, waiting or in progress."""
RETRY_AFTER = {"Retry-After": "5"}
REST = 3.0
"""While others wait, requests that yield get a quarter of the time: after each they rest for three times its length."""
LONGEST_WAIT = 25.0
"""Seconds after which a waiting request for long work is refused. Most clients give up a little later, and would only
learn that nothing came."""
PATIENCE = 10.0
"""Seconds for which a yielding request for long work lets others go first."""
HANDICAP = 2.0
"""A request waits as if it had come this many seconds later for each second of recent work for its sender.

So senders who ask for little are served in order of arrival; and no request waits for ever, however many arrive from
senders who asked for less.
"""
HALF_LIFE = 60.0
"""Seconds after which past work counts half."""
MOST_REMEMBERED = 20_000
"""Senders whose work is remembered; the longest unused are forgotten first."""


class FairShares:
    """Seconds of recent work for each account or address: the one with the least comes first. Thread-safe."""

    def __init__(self, read_time: Callable[[], float] = time.monotonic) -> None:
        self._read_time = read_time
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """Seconds of work, and the time of the count."""
        self._lock = threading.Lock()

    def charge(self, who: str, seconds: float) -> None:
        """Add seconds of work."""
        with self._lock:
            now = self._read_time()
            used, since = self._used.pop(who, (0.0, now))
            self._used[who] = (used * 0.5 ** ((now - since) / HALF_LIFE) + seconds, now)
            while len(self._used) > MOST_REMEMBERED:
                self._used.popitem(last=False)

    def read(self, who: str) -> float:
        """Seconds of recent work; old work counts little."""
        with self._lock:
            now = self._read_time()
            used, since = self._used.get(who, (0.0, now))
            faded: float = used * 0.5 ** ((now - since) / HALF_LIFE)
            return faded


@dataclass(eq=False, slots=True)
class _Ticket:
    queue: "FairQueue"
    who: str
    loop: asyncio.AbstractEventLoop
    called: asyncio.Future[None]
    came_at: float
    yields: bool
    """True if requests that do not yield go first."""
    is_refused: bool = False

    def call(self) -> None:
        """Tell the request that the place is free."""
        self.loop.call_soon_threadsafe(self._settle, None)

    def refuse(self) -> None:
        """Refuse the request, because others who asked for less go first."""
        self.is_refused = True
        self.loop.call_soon_threadsafe(self._settle, HttpRefusal(503, "busy", headers=RETRY_AFTER))

    def _settle(self, refusal: HttpRefusal | None) -> None:
        if self.called.done():
            return  # the client has gone
        if refusal is None:
            self.called.set_result(None)
        else:
            self.called.set_exception(refusal)


class SharedPlaces:
    """Places that several queues share, and the recent work for each sender.

    Python computes in one thread at a time. If each queue had only places of its own, a sender who filled one of them
    with changes would slow down the pages of all others, however fair the turns in each queue are.

    Some requests yield: those of strangers, and those that compute for a long time. They never take the last places
    (``kept``), and while others wait they get a limited part of the time (``REST``).
    """

    def __init__(
        self,
        places: int,
        read_clock: Callable[[], float] = time.monotonic,
        *,
        kept: int = 1,
        patience: float = float("inf"),
    ) -> None:
        """``patience``: seconds after which a request stops yielding. Otherwise, where work takes long, others could
        fill all places for as long as they like, and a request that yields would wait for ever."""
        self.free = places
        self._kept = min(kept, places - 1)
        self._patience = patience
        self.guard = threading.Lock()
        self.shares = FairShares()
        self.queues: list[FairQueue] = []
        self._read_clock = read_clock
        self._rests_until = 0.0
        """Until then, requests that yield come after those that do not."""

    def has_place(self, *, yields: bool) -> bool:
        """True if a request can begin."""
        return self.free > (self._kept if yields else 0)

    def rest(self, seconds: float) -> None:
        """Note that the work of a yielding request has taken this many seconds."""
        with self.guard:
            self._rests_until = max(self._rests_until, self._read_clock()) + REST * seconds

    def call_next(self) -> None:
        """Give a free place to the next request in any queue that also has a place of its own."""
        with self.guard:
            waiting = [ticket for queue in self.queues for ticket in queue.list_callable()]
            chosen = self._choose(waiting)
            if chosen is None:
                return
            chosen.queue.take_place(chosen)
        chosen.call()

    def _choose(self, waiting: list[_Ticket]) -> _Ticket | None:
        """The ticket whose turn it is; None if all must wait."""
        now = self._read_clock()
        # A ticket that yields does so only for a while, so that it is not passed over for ever.
        yielding = {ticket for ticket in waiting if ticket.yields and now - ticket.came_at < self._patience}
        eager = [ticket for ticket in waiting if ticket not in yielding]
        if eager and now < self._rests_until:
            waiting = eager
        waiting = [ticket for ticket in waiting if self.has_place(yields=ticket in yielding)]
        if not waiting:
            return None
        # First come, first served, but whoever has used much lately counts as having come later.
        used = {who: self.shares.read(who) for who in {ticket.who for ticket in waiting}}
        return min(waiting, key=lambda ticket: ticket.came_at + HANDICAP * used[ticket.who])


class FairQueue:
    """Runs functions in threads of its own. Waiting requests occupy no thread.

    The next request is the one that came first, where recent work for its sender makes a request count as later
    (``HANDICAP``). If too many wait, a request of the sender with the most waiting requests is refused. Work is
    measured by ``read_time``: by the clock, or by ``time.thread_time`` if the work is done in the thread itself and
    waiting should not count.
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
        """``shared``: places of other queues as well; ``yields``: this queue lets all others go first.

        ``longest_wait``: seconds after which a waiting request is refused.
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
        """The number of requests of each sender, waiting or in progress."""
        self._guard = self._shared.guard

    async def run(self, who: str, function: Callable[[], Result], *, yields: bool = False) -> Result:
        """Run a function when its turn has come and return its result; refused if too many wait.

        ``yields``: the request lets others go first, if any wait.
        """
        loop = asyncio.get_running_loop()
        yields = yields or self._yields
        ticket = self._enter(who, loop, yields)
        if ticket is not None:
            await self._wait(ticket)
        try:
            return await loop.run_in_executor(self._threads, partial(self._work, who, function, yields))
        finally:
            self._leave(who)

    @property
    def length(self) -> int:
        """The number of waiting requests."""
        return len(self._waiting)

    def let_pass(self, longest: float) -> None:
        """Hold this thread up while requests wait here, for at most this many seconds."""
        ends = time.monotonic() + longest
        while self._waiting and time.monotonic() < ends:
            time.sleep(0.01)

    def close(self) -> None:
        """Begin no further work."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _work(self, who: str, function: Callable[[], Result], yields: bool) -> Result:
        """Runs in a thread of the queue."""
        begun = self._read_time()
        try:
            return function()
        finally:
            taken = self._read_time() - begun
            self._shared.shares.charge(who, taken)
            if yields:
                self._shared.rest(taken)

    def list_callable(self) -> Iterator[_Ticket]:
        """The waiting requests, if this queue has a place for one of them."""
        return iter(self._waiting if self._free else ())

    def take_place(self, ticket: _Ticket | None = None) -> None:
        """Give a place to one of the waiting requests, or to a request that need not wait."""
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
        """Refuse the newest request of the sender with the most requests here, or the new one if no sender has more."""
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
        except BaseException as error:
            with self._guard:
                was_waiting = ticket in self._waiting
                if was_waiting:
                    self._waiting.remove(ticket)
            # If it neither waited any longer nor was refused, the place was given to us just now.
            self._leave(ticket.who, has_place=not was_waiting and not ticket.is_refused)
            if isinstance(error, TimeoutError):
                raise HttpRefusal(503, "busy", headers=RETRY_AFTER) from None
            raise

    def _leave(self, who: str, *, has_place: bool = True) -> None:
        """A request ends; its place, if it had one, goes to the next."""
        with self._guard:
            self._here[who] -= 1
            if self._here[who] <= 0:
                del self._here[who]
            if has_place:
                self._free += 1
                self._shared.free += 1
            is_awaited = has_place and any(queue._waiting for queue in self._shared.queues)
        if is_awaited:
            self._shared.call_next()
