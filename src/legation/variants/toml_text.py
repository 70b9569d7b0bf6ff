"""Writes TOML: the standard library only reads it."""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from legation.errors import DataError

LONGEST = 1_000_000
MOST_DOTS = 200
"""Of one key, such as ``rules.bombs.years``; a text may have so many, too."""
BETWEEN_KEYS = re.compile(r"[=\[\]{},\n]+")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """The table of a text that may come from a stranger; raises ``ValueError`` or ``RecursionError`` if it is not one.

    The reader's time grows with the square of a dotted key's length: one of a megabyte would take minutes.
    """
    if len(text) > LONGEST:
        raise DataError(f"{len(text):,} characters are too many; at most {LONGEST:,}", file=file)
    if any(piece.count(".") > MOST_DOTS for piece in BETWEEN_KEYS.split(text)):
        raise DataError(f"a name has more than {MOST_DOTS} dots", file=file)
    return tomllib.loads(text)


def write_toml(table: Mapping[str, object]) -> str:
    """A table as text: plain values first, then tables and lists of tables. Comments of an earlier text are gone."""
    return "\n".join(_write_table(table, ())).strip() + "\n"


def set_toml_values(text: str, values: Mapping[str, str | int]) -> str:
    """A text with some values of its first lines changed; the rest stays unchanged, including comments, if possible."""
    wanted = {**tomllib.loads(text), **values}
    first_table = re.search(r"(?m)^[ \t]*\[", text)
    end = first_table.start() if first_table else len(text)
    head, rest = text[:end], text[end:]
    for key, value in values.items():
        line = f"{key} = {_write_value(value)}"
        old = re.search(rf"(?m)^{key}[ \t]*=[^\n#]*?(?=[ \t]*(#|$))", head)
        head = f"{head[: old.start()]}{line}{head[old.end() :]}" if old else f"{line}\n{head}"
    try:
        if tomllib.loads(head + rest) == wanted:
            return head + rest
    except tomllib.TOMLDecodeError:
        pass  # the form of the value is not worth searching for
    return write_toml(wanted)


def _write_table(table: Mapping[str, object], path: tuple[str, ...]) -> list[str]:
    plain = {key: value for key, value in table.items() if not _is_table(value) and not _is_list_of_tables(value)}
    lines = [f"{_write_key(key)} = {_write_value(value)}" for key, value in plain.items()]
    for key, value in table.items():
        inner = (*path, key)
        name = ".".join(_write_key(part) for part in inner)
        if isinstance(value, Mapping):
            lines += ["", f"[{name}]", *_write_table(value, inner)]
        elif isinstance(value, list) and _is_list_of_tables(value):
            for item in value:
                lines += ["", f"[[{name}]]", *_write_table(item, inner)]
    return lines


def _is_table(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_list_of_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _write_key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _write_text(key)


def _write_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _write_text(value)
    if isinstance(value, list):
        return f"[{', '.join(_write_value(item) for item in value)}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_write_key(key)} = {_write_value(item)}" for key, item in value.items()) + "}"
    return str(value)  # numbers and dates are written as Python prints them


def _write_text(text: str) -> str:
    """A text as TOML writes it, which is the same as in JSON; TOML allows no raw DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
