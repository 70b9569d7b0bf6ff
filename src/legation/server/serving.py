"""Runs the app in one process or several."""

import logging
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import OperationalError
from uvicorn.supervisors import Multiprocess

from legation.errors import RequestError, quote
from legation.server.app import make_app
from legation.server.base.garbage import keep_pauses_short
from legation.server.base.services import Services, make_services
from legation.server.base.settings import Settings, load_settings
from legation.server.demo import Demo, make_demo
from legation.server.http.connections import Door, GuardedProtocol, count_places
from legation.server.store import CannotWriteError, check_store, migrate

if sys.platform != "win32":
    import resource

SWITCH = 0.0003
"""Seconds after which a computing thread yields. A request queries the database some ten times, and each time it waits
this long for every computing thread. With Python's 5 ms and a few such threads, that adds up to a quarter of a second;
even shorter turns would be spent on switching."""
WANTED_DESCRIPTORS = 4096
KEPT_OPEN = 30
"""Seconds for which a connection waits for its next request. People look at a board for longer than the usual 5, and a
connection closed at the moment of their next request costs them an error."""
BACKLOG = 2048
"""Connections that wait while the app starts."""


def make_served_app() -> FastAPI:
    """The app of a process that Uvicorn started; settings come from the environment."""
    sys.setswitchinterval(SWITCH)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    settings = load_settings()
    places = count_places(_raise_descriptors())
    GuardedProtocol.door = Door(places, settings.connections_each, settings.trusted_proxies)
    keep_pauses_short()
    return make_app(settings)


def _raise_descriptors() -> int:
    """Take as many descriptors as the system allows, within reason; returns their number."""
    if sys.platform == "win32":
        return WANTED_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, WANTED_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return soft if soft != resource.RLIM_INFINITY else WANTED_DESCRIPTORS


@contextmanager
def open_services(settings: Settings) -> Iterator[Services]:
    """The services of a host during the block; reports in a sentence what is wrong with the folder or database."""
    try:
        services = make_services(replace(settings, bots_apart=False))  # here no process is worth starting
    except OSError as error:
        name = "DATABASE_URL" if settings.data.is_dir() else "LEGATION_DATA"
        raise RequestError(name, f"{quote(error.filename)} cannot be used: {error.strerror}") from None
    try:
        check_store(services.store)
        yield services
    except OperationalError as error:
        # The driver's message names host, port and user, but not the password.
        raise RequestError("DATABASE_URL", f"the database does not answer: {_first_line(error.orig)}") from None
    except CannotWriteError as error:
        raise RequestError("DATABASE_URL", f"nothing can be written to the database: {error}") from None
    finally:
        services.close()


def _first_line(error: BaseException | None) -> str:
    return str(error).partition("\n")[0]


def prepare_storage(settings: Settings) -> None:
    """Make the data folder and migrate the database, so that a host that cannot work reports it at once."""
    with open_services(settings) as services:
        migrate(services.store)


def prepare_demo(settings: Settings) -> Demo:
    """Create the demonstration game, and return how to sign in to it."""
    with open_services(settings) as services:
        migrate(services.store)
        return make_demo(services)


def bind(settings: Settings) -> socket.socket:
    """Take the port, so that messages printed afterwards are true; raises if it is in use."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(BACKLOG)  # clients that connect while the app starts wait, instead of being refused
    except OSError as error:
        listening.close()
        problem = f"cannot listen at {settings.host}: {error.strerror or error}; choose another with --port"
        raise RequestError(f"port {settings.port}", problem) from None
    listening.set_inheritable(True)
    return listening


def serve(settings: Settings, listening: socket.socket) -> None:
    """Serve until told to stop. Each process reads the environment itself when it makes its app."""
    config = uvicorn.Config(
        "legation.server.serving:make_served_app",
        factory=True,
        workers=settings.workers,
        log_level="warning",
        http=GuardedProtocol,
        ws="none",
        access_log=False,  # our own log omits secrets
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        server_header=False,
        timeout_keep_alive=KEPT_OPEN,
        timeout_graceful_shutdown=5,
    )
    with suppress(KeyboardInterrupt):  # Ctrl+C is the way to stop it
        if settings.workers > 1:
            Multiprocess(config, sockets=[listening]).run()
        else:
            uvicorn.Server(config).run(sockets=[listening])
