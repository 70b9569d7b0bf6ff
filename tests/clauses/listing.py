"""A pytest plugin (``-p tests.clauses.listing``): names the clauses of the tests that were collected."""

import sys

import pytest


def pytest_collection_finish(session: pytest.Session) -> None:
    """One line for each clause of each test."""
    lines = {
        f"clause {clause} {item.nodeid.partition('[')[0]}"
        for item in session.items
        for mark in item.iter_markers("clause")
        for clause in mark.args
    }
    for line in sorted(lines):
        sys.stdout.write(f"\n{line}")
