"""Long work is done in fair turns, and nobody waits in vain."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

from legation.server.base.fair_queue import MOST_EACH, MOST_WAITING, FairQueue, FairShares, SharedPlaces
from legation.server.base.refusals import HttpRefusal

Result = TypeVar("Result")


class Gate:
    """Work that lasts until the gate opens, and notes the sequence in which it was done."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.done: list[str] = []

    def work(self, name: str) -> Callable[[], str]:
        def run() -> str:
            assert self.opened.wait(10)
            self.done.append(name)
            return name

        return run


def run_apart(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread, since the browser of another test may have a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


async def pause() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_whoever_had_least_done_is_next() -> None:
    async def play() -> list[str]:
        queue, gate = FairQueue("test", 1), Gate()
        await queue.run("greedy", lambda: time.sleep(0.02))
        tasks = [asyncio.create_task(queue.run("greedy", gate.work(f"greedy {number}"))) for number in range(3)]
        await pause()
        tasks.append(asyncio.create_task(queue.run("modest", gate.work("modest"))))
        await pause()
        gate.opened.set()
        assert await tasks[-1] == "modest"
        await asyncio.gather(*tasks)
        assert queue.length == 0
        queue.close()
        return gate.done

    assert run_apart(play()) == ["greedy 0", "modest", "greedy 1", "greedy 2"]


def test_nobody_waits_for_ever_while_others_come_who_asked_for_less() -> None:
    async def play() -> list[str]:
        queue, gate = FairQueue("test", 1), Gate()
        await queue.run("earlier", lambda: time.sleep(0.02))  # the handicap: some 40 ms
        tasks = [asyncio.create_task(queue.run(name, gate.work(name))) for name in ("first", "earlier")]
        await pause()
        await asyncio.sleep(0.2)
        tasks += [asyncio.create_task(queue.run(f"new {number}", gate.work(f"new {number}"))) for number in range(3)]
        await pause()
        gate.opened.set()
        await asyncio.gather(*tasks)
        queue.close()
        return gate.done

    assert run_apart(play()) == ["first", "earlier", "new 0", "new 1", "new 2"]


def test_long_work_lets_those_pass_who_wait_but_not_for_ever() -> None:
    async def play() -> tuple[float, float]:
        queue, gate, loop = FairQueue("test", 1), Gate(), asyncio.get_running_loop()
        tasks = [asyncio.create_task(queue.run(name, gate.work(name))) for name in ("first", "second")]
        await pause()
        begun = time.monotonic()
        await loop.run_in_executor(None, queue.let_pass, 0.1)  # nobody is served meanwhile
        waited = time.monotonic() - begun
        gate.opened.set()
        begun = time.monotonic()
        await loop.run_in_executor(None, queue.let_pass, 30.0)
        await asyncio.gather(*tasks)
        queue.close()
        return waited, time.monotonic() - begun

    waited, passed = run_apart(play())
    assert waited >= 0.1
    assert passed < 20


def test_one_address_has_few_requests_there() -> None:
    async def play() -> None:
        queue, gate = FairQueue("test", 1), Gate()
        tasks = [asyncio.create_task(queue.run("one", gate.work("x"))) for _ in range(MOST_EACH)]
        await pause()
        with pytest.raises(HttpRefusal) as refused:
            await queue.run("one", gate.work("too many"))
        assert (refused.value.status, refused.value.code) == (429, "too_many_at_once")
        assert refused.value.headers["Retry-After"]
        gate.opened.set()
        await asyncio.gather(*tasks)
        assert await queue.run("one", gate.work("again")) == "again"
        queue.close()

    run_apart(play())


def test_where_all_places_are_taken_the_greediest_makes_room() -> None:
    async def play() -> None:
        queue, gate = FairQueue("test", 1), Gate()
        names = [f"address {number // MOST_EACH}" for number in range(MOST_WAITING + 1)]
        tasks = [asyncio.create_task(queue.run(name, gate.work(name))) for name in names]
        await pause()
        assert queue.length == MOST_WAITING
        modest = asyncio.create_task(queue.run("modest", gate.work("modest")))
        await pause()
        gate.opened.set()
        assert await modest == "modest"
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        refused = [found for found in outcomes if isinstance(found, HttpRefusal)]
        assert [(found.status, found.code) for found in refused] == [(503, "busy")]
        queue.close()

    run_apart(play())


def test_who_goes_away_while_waiting_keeps_no_place() -> None:
    async def play() -> None:
        queue, gate = FairQueue("test", 1), Gate()
        first = asyncio.create_task(queue.run("a", gate.work("a")))
        await pause()
        second = asyncio.create_task(queue.run("b", gate.work("b")))
        await pause()
        second.cancel()
        await pause()
        assert queue.length == 0
        gate.opened.set()
        await first
        assert await queue.run("c", gate.work("c")) == "c"
        assert gate.done == ["a", "c"]
        queue.close()

    run_apart(play())


def test_an_error_frees_the_place() -> None:
    def fail() -> None:
        raise ValueError("oh no")

    async def play() -> None:
        queue = FairQueue("test", 1)
        for _ in range(3):
            with pytest.raises(ValueError, match="oh no"):
                await queue.run("a", fail)
        queue.close()

    run_apart(play())


def test_work_done_long_ago_counts_for_little() -> None:
    now = 0.0
    shares = FairShares(lambda: now)
    shares.charge("a", 8)
    assert shares.read("a") == 8
    now = 60.0
    assert shares.read("a") == pytest.approx(4)
    shares.charge("a", 1)
    now = 120.0
    assert shares.read("a") == pytest.approx(2.5)
    assert shares.read("b") == 0


def test_queues_that_share_places_also_share_what_was_done_for_whom() -> None:
    async def play() -> list[str]:
        shared, gate = SharedPlaces(1), Gate()
        pages, changes = FairQueue("pages", 1, shared=shared), FairQueue("changes", 1, shared=shared)
        await changes.run("greedy", lambda: time.sleep(0.02))
        tasks = [asyncio.create_task(pages.run(name, gate.work(name))) for name in ("first", "greedy")]
        await pause()
        tasks.append(asyncio.create_task(changes.run("modest", gate.work("modest"))))
        await pause()
        assert (pages.length, changes.length) == (1, 1)  # the one place is taken by a page, in both queues
        gate.opened.set()
        await asyncio.gather(*tasks)
        pages.close()
        changes.close()
        return gate.done

    assert run_apart(play()) == ["first", "modest", "greedy"]


def test_those_who_yield_leave_the_last_place_to_others() -> None:
    async def play() -> list[str]:
        queue, gate, held = FairQueue("test", 2, shared=SharedPlaces(2)), Gate(), Gate()
        tasks = [asyncio.create_task(queue.run(f"guest {n}", held.work(str(n)), yields=True)) for n in range(2)]
        await pause()
        gate.opened.set()
        assert await asyncio.wait_for(queue.run("player", gate.work("player")), 10) == "player"
        done = list(held.done)
        held.opened.set()
        await asyncio.gather(*tasks)
        queue.close()
        return done

    assert run_apart(play()) == []


def test_whoever_waits_too_long_is_refused_and_keeps_no_place() -> None:
    async def play() -> str:
        queue, gate = FairQueue("test", 1, longest_wait=0.05), Gate()
        held = asyncio.create_task(queue.run("first", gate.work("first")))
        await pause()
        with pytest.raises(HttpRefusal) as refused:
            await queue.run("second", gate.work("second"))
        assert (refused.value.status, refused.value.code) == (503, "busy")
        assert queue.length == 0
        gate.opened.set()
        await held
        answer = await queue.run("third", gate.work("third"))
        queue.close()
        return answer

    assert run_apart(play()) == "third"


def test_as_many_places_as_wanted_are_kept_from_those_who_yield() -> None:
    shared = SharedPlaces(3, kept=2)
    assert shared.has_place(yields=True)
    shared.free -= 1
    assert not shared.has_place(yields=True)
    assert shared.has_place(yields=False)


def test_those_who_yield_have_a_part_of_the_time_while_others_wait() -> None:
    now = 100.0
    shared = SharedPlaces(1, read_clock=lambda: now)
    loop = asyncio.new_event_loop()
    queue = FairQueue("test", 1, shared=shared)

    def enter(who: str, *, yields: bool) -> Any:
        return queue._enter(who, loop, yields)

    assert enter("first", yields=False) is None
    guest, player = enter("guest", yields=True), enter("player", yields=False)
    assert shared._choose([guest, player]) is None  # nothing is free
    shared.free += 1
    assert shared._choose([guest, player]) == guest  # who came first
    shared.rest(0.1)
    assert shared._choose([guest, player]) == player
    assert shared._choose([guest]) == guest  # nobody else waits
    now += 0.31
    assert shared._choose([guest, player]) == guest
    loop.close()
    queue.close()


def test_those_who_yield_wait_for_long_work_of_others_but_not_for_ever() -> None:
    now = time.monotonic()
    shared = SharedPlaces(2, read_clock=lambda: now, patience=10.0)
    loop = asyncio.new_event_loop()
    queue = FairQueue("test", 2, shared=shared)
    for busy in ("one", "two"):
        assert queue._enter(busy, loop, yields=False) is None
    stranger = queue._enter("stranger", loop, yields=True)
    other = queue._enter("other", loop, yields=False)
    assert stranger is not None
    assert other is not None
    shared.free += 1
    assert shared._choose([stranger, other]) == other  # the last free place
    now += 11
    assert shared._choose([stranger, other]) == stranger  # who came first
    loop.close()
    queue.close()
