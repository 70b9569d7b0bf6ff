"""Without the optional packages: one sentence that names the extra, and everything else works."""

import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = ("numpy", "numba", "pyarrow", "scipy", "shapely", "gymnasium", "pettingzoo", "ray")
BARE = f"""
import sys
for package in {PACKAGES}:
    sys.modules[package] = None  # so Python says that there is no such module
"""
RUN = f"{BARE}\nfrom legation.cli.main import run\nrun()"


def run_bare(program: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("simulate", "standard"), "sim"),
        (("balance", "somewhere"), "sim"),
        (("forge", "a", "b"), "forge"),
        (("audit", "standard"), "forge"),
        (("watch", "--bots", "searcher"), "sim"),
    ],
)
def test_a_command_says_which_extra_it_needs(arguments: tuple[str, ...], extra: str, tmp_path: Path) -> None:
    done = run_bare(RUN, *arguments, folder=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("error: ")
    assert f"pip install 'legation[{extra}]'" in done.stderr


def test_the_regular_commands_need_no_extra(tmp_path: Path) -> None:
    done = run_bare(RUN, "watch", "standard", "--years", "1", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_extras_the_level_strong_is_the_planner(tmp_path: Path) -> None:
    program = f"{BARE}\nfrom legation.bots import make_bot\nprint(type(make_bot('strong')).__name__)"
    done = run_bare(program, folder=tmp_path)
    assert (done.stdout, done.stderr) == ("PlannerBot\n", "")


@pytest.mark.parametrize("module", ["legation.batch", "legation.sim", "legation.bots.searching", "legation.forge"])
def test_a_program_that_imports_an_optional_part_gets_one_clear_error(module: str, tmp_path: Path) -> None:
    program = f"""{BARE}
from legation.errors import MissingExtraError
try:
    import {module}
except MissingExtraError as error:
    print(error)
"""
    done = run_bare(program, folder=tmp_path)
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1
    assert "pip install 'legation[" in done.stdout
