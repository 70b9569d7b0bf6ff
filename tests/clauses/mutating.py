"""A pytest plugin (``-p tests.clauses.mutating``): the run takes place in a world without one rule.

``LEGATION_MUTATE=C3-4b`` names it. The rule is out before any test module is imported.
"""

import os
from contextlib import ExitStack

import pytest

from tests.clauses.registry import collect_mutations

VARIABLE = "LEGATION_MUTATE"


def pytest_configure(config: pytest.Config) -> None:
    """Take the rule out until the run is over."""
    name = os.environ.get(VARIABLE)
    if name:
        stack = ExitStack()
        stack.enter_context(collect_mutations()[name]())
        config.add_cleanup(stack.close)
