"""A queue for long work: few at a time, in fair turns, and never so long that it is of no use to wait."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable
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
HANDICAP = 2.0
"""A request waits as if it had come so many seconds later for each second of work that was done for its sender lately.
Whoever asks for little is served in the sequence of coming; and nobody waits for ever, however many come who asked for
less."""


@dataclass(eq=False, slots=True)
class _Ticket:
    who: str
    loop: asyncio.AbstractEventLoop
    called: asyncio.Future[None]
    came_at: float
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
    ) -> None:
        self._free = places
        self._most_waiting, self._most_each = most_waiting, most_each
        self._read_time = read_time
        self._threads = ThreadPoolExecutor(places, thread_name_prefix=f"legation-{name}")
        self._shares = FairShares()
        self._waiting: list[_Ticket] = []
        self._here: Counter[str] = Counter()
        """How many requests of each are waiting or in hand."""
        self._guard = threading.Lock()

    async def run(self, who: str, function: Callable[[], Result]) -> Result:
        """What a function returns, when its turn has come; refused where too many wait."""
        loop = asyncio.get_running_loop()
        ticket = self._enter(who, loop)
        try:
            if ticket is not None:
                await self._wait(ticket)
        except BaseException:
            self._forget(who)
            raise
        try:
            return await loop.run_in_executor(self._threads, partial(self._work, who, function))
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

    def _work(self, who: str, function: Callable[[], Result]) -> Result:
        """In a thread of the queue."""
        begun = self._read_time()
        try:
            return function()
        finally:
            self._shares.charge(who, self._read_time() - begun)

    def _enter(self, who: str, loop: asyncio.AbstractEventLoop) -> _Ticket | None:
        """Take a free place, or a ticket."""
        with self._guard:
            if self._here[who] >= self._most_each:
                raise HttpRefusal(429, "too_many_at_once", case="work", headers=RETRY_AFTER)
            if self._free:
                self._free -= 1
                self._here[who] += 1
                return None
            if len(self._waiting) >= self._most_waiting:
                self._make_room(who)
            ticket = _Ticket(who, loop, loop.create_future(), time.monotonic())
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
            await ticket.called
        except asyncio.CancelledError:
            with self._guard:
                was_waiting = ticket in self._waiting
                if was_waiting:
                    self._waiting.remove(ticket)
            if not was_waiting and not ticket.is_refused:  # the place was given to us just now
                self._pass_on()
            raise

    def _forget(self, who: str) -> None:
        with self._guard:
            self._here[who] -= 1
            if self._here[who] <= 0:
                del self._here[who]

    def _pass_on(self) -> None:
        """Give a place that has become free to the next."""
        with self._guard:
            if not self._waiting:
                self._free += 1
                return
            used = {who: self._shares.read(who) for who in {ticket.who for ticket in self._waiting}}
            chosen = min(self._waiting, key=lambda ticket: ticket.came_at + HANDICAP * used[ticket.who])
            self._waiting.remove(chosen)
        chosen.call()
