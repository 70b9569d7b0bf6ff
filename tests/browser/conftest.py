"""A real server, a real browser: pages are driven as people drive them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from scripts.browser import find_browser

from tests.browser.site import PATIENCE, Site, run_site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, without a window."""
    path = find_browser()
    assert path, "no Chromium: python scripts/browser.py installs one"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def site(tmp_path: Path, browser: Browser) -> Iterator[Site]:
    """A server of its own for each test, with the worker running and a clock that the test moves."""
    with run_site(tmp_path, browser) as site:
        yield site
