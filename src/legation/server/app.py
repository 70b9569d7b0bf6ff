"""The app: services, API and pages combined."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware

from legation.server.api_schema import TITLE, describe_api, list_routes
from legation.server.base.randomness import Randomness
from legation.server.base.services import Services, make_services
from legation.server.base.settings import Settings
from legation.server.base.times import Clock
from legation.server.base.version import VERSION
from legation.server.health import WriteTrial, read_health
from legation.server.http.errors import add_error_handlers
from legation.server.http.guards import Guards
from legation.server.http.routes import RouteTable, ValueRoute
from legation.server.identity.request_context import refuse_stranger
from legation.server.live.service import Live
from legation.server.stopping import on_stop_signal
from legation.server.store import migrate
from legation.server.variants.catalogue import list_own_catalogue
from legation.server.web import add_pages
from legation.server.worker import Worker

THREADS = 16
"""How many requests are answered at a time; the others wait in order of arrival. More threads would only compete for
Python: with 40 a burst of requests took twice as long to be answered."""


def make_app(settings: Settings, *, clock: Clock | None = None, randomness: Randomness | None = None) -> FastAPI:
    """The app of a host; the database is migrated when it starts."""
    app = make_api()
    app.state.write_trial = WriteTrial()
    app.state.services = make_services(settings, clock=clock, randomness=randomness)
    add_error_handlers(app)
    add_pages(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Guards, settings=settings, refuse_stranger=refuse_stranger)
    return app


def make_api() -> FastAPI:
    """All routes of the API. Without services they answer nothing, but they can be described."""
    app = FastAPI(
        title=TITLE,
        version=VERSION,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_run,
    )
    app.router.routes.append(_make_table())
    # Monitoring programs use this address; a page that always answers would hide that the host is not ready.
    app.router.routes.append(ValueRoute("/health", read_health, include_in_schema=False))
    app.openapi = describe_api  # type: ignore[method-assign]  # the way that FastAPI documents
    return app


@asynccontextmanager
async def _run(app: FastAPI) -> AsyncIterator[None]:
    services: Services = app.state.services
    current_default_thread_limiter().total_tokens = THREADS
    migrate(services.store)
    services.store.listen()
    app.state.live = Live(services)
    worker = Worker(services) if services.settings.has_worker else None
    if worker:
        worker.start()
        # The first visitor need not wait until six boards are read.
        threading.Thread(target=list_own_catalogue, name="legation-catalogue", daemon=True).start()
    with on_stop_signal(app.state.live.close):
        yield
    app.state.live.close()
    services.bots.close()  # first, so that the worker need not wait for a bot
    if worker:
        worker.stop()
    services.close()


@cache
def _make_table() -> RouteTable:
    """The routes of all routers by their paths; a process builds the table once for all apps."""
    return RouteTable(list_routes())
