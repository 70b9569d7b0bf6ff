"""The health of the server, for monitoring programs."""

import threading
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from fastapi import Request

from legation.server.base.services import Services
from legation.server.base.version import VERSION
from legation.server.game.storage import count_late_games
from legation.server.http.routes import ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import InServices
from legation.server.judging.heartbeat_storage import Heartbeat, put_heartbeat
from legation.server.store import MOMENT, check_store

router = ApiRouter(tag="meta", route_class=ValueRoute)
TRY_EVERY = 2.0
"""Seconds between two trial writes, however often the health is requested."""
LATE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Health:
    """The server answers, and its database can be written."""

    status: Literal["ok"]
    version: str
    late_games: int
    """Games that should have been judged more than a minute ago."""


class WriteTrial:
    """Checks from time to time whether writing works."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._good_until = 0.0

    def make(self, services: Services) -> None:
        """Raise a ``CannotWriteError`` if writing is impossible."""
        with self._lock:
            if time.monotonic() < self._good_until:
                return
            with services.store.write(MOMENT) as connection:
                put_heartbeat(connection, Heartbeat.HEALTH, services.clock.now())
            self._good_until = time.monotonic() + TRY_EVERY


@router.get("/health")
def read_health(request: Request, services: InServices) -> Health:
    """Whether the server is ready: its database can be read and written. Otherwise 503."""
    check_store(services.store)
    trial: WriteTrial = request.app.state.write_trial
    trial.make(services)
    with services.store.read() as connection:
        late = count_late_games(connection, services.clock.now() - LATE)
    return Health("ok", VERSION, late)
