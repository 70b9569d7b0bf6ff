"""Which program wrote a file, and the reader for it."""

import re
from collections.abc import Callable
from pathlib import Path

from legation.errors import DataError
from legation.importing.dpjudge import read_dpjudge
from legation.importing.dvar import read_dvar
from legation.importing.godip import is_godip_board, read_godip
from legation.importing.jdip import FILE as JDIP_FILE
from legation.importing.jdip import read_jdip
from legation.importing.model import ForeignVariant
from legation.importing.njudge import read_njudge
from legation.importing.source import Source
from legation.importing.webdiplomacy import FILE as WEB_FILE
from legation.importing.webdiplomacy import read_webdiplomacy

FORMATS: dict[str, Callable[[Source, str], ForeignVariant | list[ForeignVariant]]] = {
    "webdiplomacy": read_webdiplomacy,
    "jdip": read_jdip,
    "dpjudge": read_dpjudge,
    "njudge": read_njudge,
    "dvar": read_dvar,
    "godip": read_godip,
}
"""The reader of each format."""
NO_BOARDS = "png|gif|jpe?g|svg|php|js|css|html?|txt|go|py|java|ts|c|h|xml|json|zip"
"""Extensions of files called ``map`` that are not nJudge maps."""
PATTERNS = (
    (re.compile(re.escape(WEB_FILE)), "webdiplomacy"),
    (re.compile(re.escape(JDIP_FILE)), "jdip"),
    (re.compile(r".+(?i:\.map)"), "dpjudge"),
    (re.compile(rf"map(\.(?!(?:{NO_BOARDS})$)\w+)?"), "njudge"),
    (re.compile(r".+(?i:\.(json|dvar))"), "dvar"),
    (re.compile(r".+(?i:\.go)"), "godip"),
)
MOST_FILES = 400


def find_format(name: str) -> str | None:
    """The format implied by a file's name, or None if it is not a board."""
    return next((form for pattern, form in PATTERNS if pattern.fullmatch(name)), None)


def list_boards(path: Path) -> list[tuple[Source, str, str]]:
    """The board files of a path with their formats: the file itself, or all files in a folder."""
    if path.is_file():
        form = find_format(path.name)
        return [(Source(path.parent), path.name, form)] if form else []
    if not path.is_dir():
        raise DataError("there is no such file or folder", file=path.name)
    source = Source(path)
    names = source.names()
    if len(names) > MOST_FILES:
        raise DataError(f"{len(names)} files are too many; at most {MOST_FILES}", file=path.name)
    forms = [(source, name, find_format(name)) for name in names]
    return [
        (source, name, form)
        for source, name, form in forms
        if form is not None and (form != "godip" or is_godip_board(source, name))
    ]


def read_foreign(source: Source, name: str, form: str) -> list[ForeignVariant]:
    """Read the variants of one file with the reader for its format."""
    if form not in FORMATS:
        raise DataError(f"unknown format {form!r}; there are {', '.join(FORMATS)}", file=source.label(name))
    found = FORMATS[form](source, name)
    return found if isinstance(found, list) else [found]
