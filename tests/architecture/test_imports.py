"""Other packages import from a package, not from its files, so that a file can be moved without a word to anybody."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "legation"


def list_imports(file: Path) -> Iterator[tuple[str, str]]:
    """Each module that a file imports something from, and what."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("legation"):
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name.startswith("legation."))


def path_of(module: str) -> Path:
    return SOURCE.joinpath(*module.split(".")[1:])


def is_file(module: str) -> bool:
    return path_of(module).with_suffix(".py").is_file()


def reaches_into(module: str, name: str) -> bool:
    """Whether an import takes from a file, or takes a file that its package does not offer."""
    if module == "legation":
        return False
    if is_file(module):
        return "." in module.removeprefix("legation.")
    return is_file(f"{module}.{name}") and name not in import_module(module).__all__


def test_other_packages_import_from_the_package_and_not_from_its_files() -> None:
    found = set()
    for file in SOURCE.rglob("*.py"):
        inside = file.relative_to(SOURCE)
        if len(inside.parts) == 1:
            continue  # __init__, __main__ and the modules that are no packages
        for module, name in list_imports(file):
            if module.split(".")[1:2] != [inside.parts[0]] and reaches_into(module, name):
                found.add((inside.as_posix(), module))
    assert found == set()
