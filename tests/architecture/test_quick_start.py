"""What a program that imports the library must wait for."""

import subprocess
import sys

LATER = ("legation.zine", "legation.interchange", "legation.contract", "legation.render", "html", "xml")
"""Loaded when it is first asked for."""


def test_importing_the_library_loads_no_readers_of_other_games_and_no_words() -> None:
    code = f"import sys, legation; print([name for name in {LATER!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "[]"
