"""Every test can fail: it asserts something, expects an error, or calls a helper that does. And every test is run."""

import ast
from pathlib import Path

TESTS = Path(__file__).parents[1]
EXPECTING = {"raises", "warns", "deprecated_call", "fail", "expect"}
"""Of pytest and Playwright."""
CHECKING = ("assert_", "check_")
"""How the helpers begin that other files offer for asserting. Any other may assert for a reason of its own."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def list_calls(function: Function) -> set[str]:
    """The names that a function calls, methods by their own name."""
    called = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return {str(getattr(func, "id", None) or getattr(func, "attr", "")) for func in called}


def asserts(function: Function, helpers: set[str]) -> bool:
    """Whether a function asserts something itself, or calls a helper that does."""
    calls = list_calls(function)
    has_assertion = any(isinstance(node, ast.Assert) for node in ast.walk(function))
    return has_assertion or bool(calls & (EXPECTING | helpers)) or any(name.startswith(CHECKING) for name in calls)


def list_tests_without_assertion(source: str) -> list[str]:
    """The tests of a file that cannot fail but by an accident."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, Function)]
    helpers: set[str] = set()
    while True:
        asserting = {function.name for function in functions if asserts(function, helpers)}
        if asserting == helpers:
            break
        helpers = asserting
    return [
        function.name for function in functions if function.name.startswith("test_") and function.name not in helpers
    ]


def test_every_test_asserts_something() -> None:
    found = {
        str(file.relative_to(TESTS)): names
        for file in sorted(TESTS.rglob("*.py"))
        if (names := list_tests_without_assertion(file.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_a_test_without_an_assertion_is_found() -> None:
    source = """
def check_it(): ...
def helper(): assert True
def through(): helper()
def idle(): print("nothing")
def test_a(): assert 1
def test_b(): through()
def test_c():
    with pytest.raises(ValueError): int("x")
def test_d(): check_it()
def test_e(): idle()
def test_f(): print(open_game())
"""
    assert list_tests_without_assertion(source) == ["test_e", "test_f"]


def test_tests_that_run_alone_stand_where_make_test_looks_for_them() -> None:
    """Collecting every file a second time would take longer than these tests do."""
    found = {
        str(file.relative_to(TESTS).parts[0])
        for file in TESTS.rglob("test_*.py")
        if "@pytest.mark.alone" in file.read_text(encoding="utf-8") and file != Path(__file__)
    }
    line = next(line for line in (TESTS.parent / "Makefile").read_text("utf-8").splitlines() if "-m alone" in line)
    assert found == {Path(folder).name for folder in line.split("-m alone")[1].split()}
