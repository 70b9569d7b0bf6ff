"""The site under test: a real server in a thread, a clock that tests move, and visitors with a browser each."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, ViewportSize, WebError

from legation.server import make_app
from legation.server.base.times import MovableClock
from tests.chance import FixedChance
from tests.server.kit import START, make_settings

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 30_000
"""Milliseconds that a page has for anything; machines that run tests are slow at times."""


UNUSED_HINT = "was preloaded using link preload but not used within a few seconds"
"""A complaint about time, which a busy machine gives cause for; that no hint is in vain has a test of its own."""


@dataclass
class Site:
    """A running server, its clock, and everything that went wrong in a page."""

    url: str
    clock: MovableClock
    browser: Browser
    folder: Path
    faults: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    """Words of faults that a test brings about itself, such as a network that is switched off."""

    def visit(self, *, phone: bool = False) -> BrowserContext:
        """A new visitor: own cookies, own storage, desktop or phone with touch."""
        context = self.browser.new_context(
            base_url=self.url,
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            is_mobile=phone,
            color_scheme="light",
            reduced_motion="reduce",
            locale="en-GB",
            timezone_id="Europe/Berlin",
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.set_default_timeout(PATIENCE)
        context.on("console", self._hear)
        context.on("weberror", self._catch)
        return context

    def _hear(self, message: ConsoleMessage) -> None:
        """Scripts that fail, whatever the content security policy forbids, and warnings of the framework."""
        if message.type in ("error", "warning") and UNUSED_HINT not in message.text:
            where = f"{message.page.url if message.page else ''} {message.location['url']}"
            self._note(f"{where}: {message.text}")

    def _catch(self, error: WebError) -> None:
        self._note(f"{error.page.url if error.page else ''} {error.error}")

    def _note(self, fault: str) -> None:
        if not any(re.search(words, fault) for words in self.expected):
            self.faults.append(fault)


@contextmanager
def run_site(folder: Path, browser: Browser, *, name: str = "127.0.0.1", **changes: object) -> Iterator[Site]:
    """A site with its worker, as long as the block. No page of it may have complained at the end."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        url = f"http://{name}:{listener.getsockname()[1]}"
        clock = MovableClock(START)
        settings = make_settings(folder, public_url=url, has_worker=True, **changes)
        app = make_app(settings, clock=clock, randomness=FixedChance())
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="none", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        _await_start(server)
        site = Site(url, clock, browser, folder)
        try:
            yield site
        finally:
            for context in browser.contexts:
                context.close()
            server.should_exit = True
            thread.join(timeout=20)
        assert not site.faults, "\n".join(site.faults)


def _await_start(server: uvicorn.Server, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not server.started:
        if time.monotonic() > end:
            raise TimeoutError("the server did not start")
        time.sleep(0.02)
