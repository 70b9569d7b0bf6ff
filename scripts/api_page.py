"""Writes the table of addresses in ``docs/reference/api.md`` from the routes themselves."""

from itertools import groupby
from pathlib import Path

from fastapi.routing import APIRoute

from legation.server.routers import ROUTERS

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "api.md"
MARK = "<!-- from here on written by scripts/api_page.py -->\n"


def make_tables() -> str:
    """A table for each resource."""
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    parts = []
    for tag, group in groupby(routes, key=lambda route: str(route.tags[0]) if route.tags else "more"):
        rows = "\n".join(_make_row(route) for route in group)
        parts.append(f"\n## {tag.capitalize()}\n\n| method | address | what |\n| --- | --- | --- |\n{rows}\n")
    return "".join(parts)


def _make_row(route: APIRoute) -> str:
    methods = " ".join(sorted(route.methods or ()))
    what = route.description.partition("\n\n")[0].replace("\n", " ").replace("|", "\\|").replace("``", "`").rstrip(".")
    return f"| `{methods}` | `{route.path}` | {what[:1].lower()}{what[1:]} |"


def make_page(text: str) -> str:
    """The page with its tables made anew; what stands before them is written by hand."""
    return text.partition(MARK)[0] + MARK + make_tables()


if __name__ == "__main__":
    PAGE.write_text(make_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
