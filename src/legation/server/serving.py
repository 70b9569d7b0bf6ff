"""Runs the app in one process or several."""

import logging
import os
import sys
from dataclasses import replace

import uvicorn
from fastapi import FastAPI

from legation.server.app import make_app
from legation.server.demo import Demo, make_demo
from legation.server.services import make_services
from legation.server.settings import Settings, load_settings
from legation.server.store import migrate

SWITCH = 0.001
"""Seconds after which a thread that computes gives way. A request asks the database some ten times, and each time
waits so long for whoever computes meanwhile, such as a bot; with Python's 5 ms that becomes a tenth of a second."""


def make_served_app() -> FastAPI:
    """The app of a process that Uvicorn started; settings come from the environment."""
    sys.setswitchinterval(SWITCH)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    return make_app(load_settings(os.environ))


def prepare_demo(settings: Settings) -> Demo:
    """A game to click on, and how to sign in to it."""
    services = make_services(replace(settings, bots_apart=False))  # for one game no process is worth starting
    try:
        migrate(services.store)
        return make_demo(services)
    finally:
        services.close()


def serve(settings: Settings) -> None:
    """Serve until told to stop. Each process reads the environment itself when it makes its app."""
    uvicorn.run(
        "legation.server.serving:make_served_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        log_level="warning",
        access_log=False,  # ours leaves secrets out
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
