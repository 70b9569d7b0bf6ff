"""A real server, a real browser: pages are driven as people drive them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.site import Site, run_site


@pytest.fixture
def site(tmp_path: Path, browser: Browser) -> Iterator[Site]:
    """A server of its own for each test, with the worker running and a clock that the test moves."""
    with run_site(tmp_path, browser) as site:
        yield site
