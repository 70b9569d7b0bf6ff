"""Fixtures for tests of several folders."""

import gc
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unittest import mock

import pytest
import typer.testing
from playwright.sync_api import Browser, expect, sync_playwright
from scripts.browser import find_browser

from legation.server.base import helper_process
from legation.server.store import store
from tests.browser.site import PATIENCE

# Typer reads the parameters of all commands anew for each command that a test runs: a twentieth of a second each time.
_read_commands = cache(typer.testing._get_command)  # type: ignore[attr-defined]
typer.testing._get_command = _read_commands  # type: ignore[attr-defined]


HERE = Path(__file__).parent
TIMED = ("tests/browser/", "tests/server/")
"""Tests of these folders wait for pages, threads and processes, which have little time while other tests run."""
SYNCHRONOUS = store.SYNCHRONOUS


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What was too slow is tried once more, and named at the end; ``make browser`` tries nothing twice."""
    if not config.pluginmanager.hasplugin("rerunfailures"):
        return
    for item in items:
        if item.nodeid.startswith(TIMED):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the collector of garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def busy_processors() -> Iterator[None]:
    """Tests keep all processors busy, so a helper process that waits until nobody wants one would never begin."""
    with mock.patch.object(helper_process, "choose_policy", return_value=getattr(os, "SCHED_BATCH", 0)):
        yield


@pytest.fixture(scope="session", autouse=True)
def careless_disk() -> Iterator[None]:
    """No power cut threatens what tests write: waiting for the disk after each of many thousand writes takes long."""
    with mock.patch.object(os, "fsync"), mock.patch.object(store, "SYNCHRONOUS", "OFF"):
        yield


@pytest.fixture
def careful_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases are opened as on a real host."""
    monkeypatch.setattr(store, "SYNCHRONOUS", SYNCHRONOUS)


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
