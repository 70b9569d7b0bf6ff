"""What a program that imports the library, and a helper process of the server, must wait for."""

import subprocess
import sys

import pytest

from legation import server

HELPERS = ("base.bot_process", "base.helper_process", "base.studio")
"""Modules of the server that helper processes start with."""
FRAMEWORKS = ("fastapi", "pydantic", "sqlalchemy", "uvicorn", "legation.server.app")
"""What only the server itself needs, and takes seconds to load."""
LATER = ("legation.zine", "legation.interchange", "legation.contract", "legation.render", "html", "xml")
"""Loaded when it is first asked for."""


def test_importing_the_library_loads_no_readers_of_other_games_and_no_words() -> None:
    assert list_loaded("legation", LATER) == "[]"


def test_a_helper_process_does_not_load_the_whole_server() -> None:
    modules = ", ".join(f"legation.server.{name}" for name in HELPERS)
    assert list_loaded(modules, FRAMEWORKS) == "[]"


def list_loaded(modules: str, names: tuple[str, ...]) -> str:
    """Which of some modules a fresh interpreter has loaded after importing others."""
    code = f"import sys, {modules}; print([name for name in {names!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return found.stdout.strip()


def test_the_server_s_public_names_are_found_when_they_are_asked_for() -> None:
    assert [name for name in server.__all__ if getattr(server, name).__name__.rpartition(".")[2] != name] == []
    with pytest.raises(AttributeError, match="has no attribute 'no_such_name'"):
        getattr(server, "no_such_name")  # noqa: B009 - a type checker would refuse the plain form
