"""How far the request of a player who saves three orders walks through the package."""

import subprocess
import sys

from benchmarks.order_walk import SAVE

CALLS, FUNCTIONS, FILES = 224, 109, 29
"""What it takes now (decision 24). A change that needs more says there why."""


def test_saving_three_orders_walks_no_further_than_it_did() -> None:
    # In a process of its own: in this one, other tests have read boards and compiled statements already.
    done = subprocess.run([sys.executable, "-m", "benchmarks.order_walk"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    [row] = [line for line in done.stdout.splitlines() if line.startswith(SAVE)]
    calls, functions, files = map(int, row.removeprefix(SAVE).split())
    assert calls <= CALLS
    assert functions <= FUNCTIONS
    assert files <= FILES
