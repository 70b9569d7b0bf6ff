"""Writes the table of addresses in ``docs/reference/api.md`` from the API's own schema."""

from itertools import groupby
from pathlib import Path
from typing import Any

from legation.server.app import make_api
from legation.server.identity.api_router import PREFIX

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "api.md"
MARK = "<!-- from here on written by scripts/api_page.py -->\n"


HEAD = "| method | address | what | answer | who | token |\n| --- | --- | --- | --- | --- | --- |"


def make_tables() -> str:
    """A table for each resource."""
    paths = make_api().openapi()["paths"]
    operations = [(path, method, operation) for path, methods in paths.items() for method, operation in methods.items()]
    parts = []
    for tag, group in groupby(operations, key=lambda found: found[2]["tags"][0]):
        rows = "\n".join(_make_row(path, method, operation) for path, method, operation in group)
        parts.append(f"\n## {tag.capitalize()}\n\n{HEAD}\n{rows}\n")
    return "".join(parts)


def _make_row(path: str, method: str, operation: dict[str, Any]) -> str:
    first = operation["description"].partition("\n\n")[0]
    what = first.replace("\n", " ").replace("|", "\\|").replace("``", "`").rstrip(".")
    address = path.removeprefix(PREFIX)
    cells = (f"`{method.upper()}`", f"`{address}`", f"{what[:1].lower()}{what[1:]}", _name_answer(operation))
    return f"| {' | '.join(cells)} | {_name_callers(operation)} | {_name_scope(operation)} |"


def _name_answer(operation: dict[str, Any]) -> str:
    """The name of the response in the schema, or the kind of file."""
    granted = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
    return ", ".join(_name_content(*described) for described in granted.get("content", {}).items()) or "nothing"


def _name_content(media_type: str, described: dict[str, Any]) -> str:
    schema = described.get("schema", {})
    name = schema.get("$ref", "").rpartition("/")[2] or (schema.get("title", "") if "properties" in schema else "")
    return f"`{name}`" if name and media_type == "application/json" else media_type


def _name_callers(operation: dict[str, Any]) -> str:
    """Who may call an operation; an open one may still return more to some callers."""
    return "accounts" if operation["security"] and {} not in operation["security"] else "everybody"


def _name_scope(operation: dict[str, Any]) -> str:
    """The scope that a token needs."""
    if not operation["security"]:
        return "not needed"
    return next((f"`{way['token'][0]}`" for way in operation["security"] if "token" in way), "none")


def make_page(text: str) -> str:
    """The page with new tables; the text before them is written by hand."""
    return text.partition(MARK)[0] + MARK + make_tables()


if __name__ == "__main__":
    PAGE.write_text(make_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
