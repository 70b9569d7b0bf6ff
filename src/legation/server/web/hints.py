"""Names in a page the files and requests that it will need, so that a browser fetches all of them at once.

The build of the pages writes the files of each address (``hints.json``).
"""

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path

END_OF_HEAD = "</head>"
Hints = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
"""The files of each page, by address pattern (split into segments)."""


def add_hints(index: str, files: Sequence[str], answers: Sequence[str], since: str | None = None) -> str:
    """The page with its files, the API addresses that it will read first, and the position of its game before that."""
    return index.replace(END_OF_HEAD, "".join(_list_hints(files, answers, since)) + END_OF_HEAD, 1)


def _list_hints(files: Sequence[str], answers: Sequence[str], since: str | None) -> Iterator[str]:
    if since is not None:
        yield f'<meta name="since" content="{escape(since)}">'
    yield from (f'<link rel="modulepreload" crossorigin href="/{escape(file)}">' for file in files)
    yield from (f'<link rel="preload" as="fetch" crossorigin href="{escape(address)}">' for address in answers)


def list_scripts(static: Path, path: str) -> tuple[str, ...]:
    """The scripts of the page at an address; none if the build wrote no hints."""
    source = static / "hints.json"
    if not source.is_file():
        return ()
    given = tuple(part for part in path.split("/") if part)
    return next((files for pattern, files in _load(source, source.stat().st_mtime_ns) if _fits(pattern, given)), ())


def _fits(pattern: Sequence[str], given: Sequence[str]) -> bool:
    return len(pattern) == len(given) and all(
        wanted.startswith(":") or wanted == part for wanted, part in zip(pattern, given, strict=True)
    )


@lru_cache(maxsize=4)
def _load(source: Path, _changed: int) -> Hints:
    entries = json.loads(source.read_text(encoding="utf-8"))
    return tuple(
        (
            tuple(part for part in entry["pattern"].split("/") if part),
            tuple(file for file in entry["files"] if file.endswith(".js")),
        )
        for entry in entries
    )
