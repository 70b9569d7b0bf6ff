"""In which queue a request waits for its turn."""

from collections.abc import Callable
from typing import Any

import pytest

from legation.server.base.fair_queue import FairQueue
from tests.server.kit import Server
from tests.server.matches import host


def test_who_asks_and_what_pages_read_wait_in_the_queue_of_pages_and_changes_in_their_own(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, services, waited = host(server), server.services, list[FairQueue]()
    run = FairQueue.run

    async def note(queue: FairQueue, who: str, function: Callable[[], Any], **wishes: bool) -> object:
        waited.append(queue)
        return await run(queue, who, function, **wishes)

    monkeypatch.setattr(FairQueue, "run", note)
    server.clock.pass_time(seconds=11)
    match.read(match.players["FRANCE"], "/orders")
    match.read(match.players["FRANCE"], "/orders")
    # At first once to learn who asks and once to read; then it is known who asks.
    assert waited == [services.pages, services.pages, services.pages]
    waited.clear()
    match.save("FRANCE", ["A PAR - BUR"])
    assert services.writing in waited
    assert set(waited) <= {services.pages, services.writing}
    waited.clear()
    assert match.gm.post(match.path("/gm/acts"), json={"act": "pause", "note": "to rest"}).status_code == 200
    assert services.judging in waited
    assert set(waited) <= {services.pages, services.judging}  # as everything that may judge a phase
