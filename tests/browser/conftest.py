"""A real server, a real browser: pages are driven as people drive them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.site import Site, run_site

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A page that was too slow is tried once more, and named at the end; ``make browser`` tries nothing twice."""
    tries_again = config.pluginmanager.hasplugin("rerunfailures")
    for item in items:
        if tries_again and HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture
def site(tmp_path: Path, browser: Browser) -> Iterator[Site]:
    """A server of its own for each test, with the worker running and a clock that the test moves."""
    with run_site(tmp_path, browser) as site:
        yield site
