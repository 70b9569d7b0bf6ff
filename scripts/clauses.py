"""Lists every clause of the rule sheets with its tests, and whether they fail when its rule is removed.

``make clauses``. Each mutation of ``tests/clauses`` is run in a process of its own, forked from this one after the slow
imports, with the tests of its clause only.
"""

import contextlib
import multiprocessing
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.clauses.mutating import VARIABLE  # noqa: E402 - found only from the root of the repository
from tests.clauses.registry import Clause, clause_of, collect_mutations, read_clauses  # noqa: E402

WORKERS = 2
QUIET = ("-q", "-p", "no:cacheprovider", "--no-header", "-W", "ignore")
WITHOUT_PLUGINS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""No clause needs them, and they take longer to load than the tests take to run."""
PASSED, FAILED = 0, 1
"""pytest's exit codes; any other means that the tests could not be run."""


def main(arguments: list[str]) -> int:
    """Print the table, or only clauses that begin with the arguments. Returns 1 if tests do not prove a clause."""
    clauses = [clause for clause in read_clauses() if not arguments or clause.id.startswith(tuple(arguments))]
    tests = collect_tests()
    mutations = [name for name in collect_mutations() if clause_of(name) in {clause.id for clause in clauses}]
    with multiprocessing.get_context("fork").Pool(WORKERS, maxtasksperchild=1) as pool:
        codes = dict(zip(mutations, pool.map(partial(run_mutated, tests), mutations, chunksize=1), strict=True))
    broken = find_broken(tests)
    good = {clause.id for clause in clauses if report(clause, tests.get(clause.id, []), codes, broken)}
    for source in ("list", "ours"):
        ids = {clause.id for clause in clauses if clause.source == source}
        print(f"{len(good & ids)} of {len(ids)} clauses ({source}) covered and killed by mutation")
    return 0 if len(good) == len(clauses) else 1


def collect_tests() -> Mapping[str, list[str]]:
    """For each clause the tests marked with it, in any file, without their parameters."""
    found: dict[str, list[str]] = {}
    marked = [
        str(file) for file in sorted((ROOT / "tests").rglob("test_*.py")) if ".clause(" in file.read_text("utf-8")
    ]
    done = run_pytest("--collect-only", "-p", "tests.clauses.listing", "-m", "clause", *marked)
    for clause, test in re.findall(r"^clause (\S+) (\S+)", done.stdout, flags=re.MULTILINE):
        if test not in found.setdefault(clause, []):
            found[clause].append(test)
    if not found:
        raise SystemExit(f"no tests could be collected:\n{done.stdout}{done.stderr}")
    return found


def find_broken(tests: Mapping[str, list[str]]) -> set[str]:
    """Tests that fail with all rules in place: they prove nothing."""
    everything = sorted({test for found in tests.values() for test in found})
    done = run_pytest(*everything)
    return set(re.findall(r"^(?:FAILED|ERROR) ([^\s\[]+)", done.stdout, flags=re.MULTILINE))


def run_mutated(tests: Mapping[str, list[str]], name: str) -> int:
    """Run the tests of a clause without its rule, and end the process with pytest's exit code."""
    found = tests.get(clause_of(name))
    if not found:
        return PASSED
    os.chdir(ROOT)
    os.environ.update(WITHOUT_PLUGINS)
    os.environ[VARIABLE] = name
    with Path(os.devnull).open("w") as void, contextlib.redirect_stdout(void), contextlib.redirect_stderr(void):
        return int(pytest.main(["-x", *QUIET, "-p", "tests.clauses.mutating", *found]))


def run_pytest(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in the repository, with all rules in place."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", *QUIET, *arguments],
        cwd=ROOT,
        env={**os.environ, **WITHOUT_PLUGINS, VARIABLE: ""},
        capture_output=True,
        text=True,
        check=False,
    )


def report(clause: Clause, tests: list[str], codes: Mapping[str, int], broken: set[str]) -> bool:
    """Print one clause; returns whether it has sound tests, which notice each of its mutations."""
    mine = {name: code for name, code in codes.items() if clause_of(name) == clause.id}
    wrong = [test for test in tests if test in broken]
    is_good = bool(tests) and not wrong and bool(mine) and all(code == FAILED for code in mine.values())
    words = {PASSED: "SURVIVED", FAILED: "killed"}
    verdicts = [f"{name}: {words.get(code, f'pytest could not run ({code})')}" for name, code in mine.items()]
    print(f"{'ok ' if is_good else 'BAD'} {clause.id:7} {clause.text}")
    print(f"    {'; '.join(verdicts) or 'no mutation'}")
    for test in tests or ["no test"]:
        print(f"    {test}{' FAILS' if test in wrong else ''}")
    return is_good


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
