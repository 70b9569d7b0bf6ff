"""Reads foreign files: only plain, small files in one folder."""

import html
import re
from pathlib import Path

from legation.errors import DataError, printable

MOST_BYTES = 8_000_000
LONGEST_TEXT = 2000
LONGEST_LINE = 4000
"""For formats with one fact per line."""


class Source:
    """The folder that holds the files of a foreign board."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._root = folder.resolve()

    def label(self, name: str) -> str:
        """The name of a file in messages."""
        return printable(f"{self.folder.name or self._root.name}/{name}")

    def has(self, name: str) -> bool:
        """True if there is such a file."""
        return self._find(name) is not None

    def read_bytes(self, name: str) -> bytes:
        """A file's content; raises if there is none, or it is too large."""
        path = self._find(name)
        if path is None:
            raise DataError("the file is missing", file=self.label(name))
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise DataError(f"{size:,} bytes are too many; at most {MOST_BYTES:,}", file=self.label(name))
        try:
            return path.read_bytes()
        except OSError as error:
            raise DataError(f"cannot be read: {error.strerror}", file=self.label(name)) from None

    def read(self, name: str) -> str:
        """A file as text, in UTF-8 or else in Windows-1252."""
        content = self.read_bytes(name)
        if b"\0" in content:
            raise DataError("not a text", file=self.label(name))
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = _decode_old(content)
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def read_lines(self, name: str) -> list[tuple[int, str]]:
        """The non-empty lines of a text with their numbers, stripped and with single spaces."""
        lines = []
        for number, line in enumerate(self.read(name).splitlines(), start=1):
            if len(line) > LONGEST_LINE:
                problem = f"the line has {len(line):,} characters; at most {LONGEST_LINE:,}"
                raise DataError(problem, file=self.label(name), line=number)
            words = line.split()
            if words:
                lines.append((number, " ".join(words)))
        return lines

    def names(self) -> list[str]:
        """The names of the plain files in the folder."""
        return sorted(path.name for path in self.folder.iterdir() if path.is_file())

    def check_name(self, name: str, named_in: str) -> str:
        """Check a file name in a foreign file: it must be in the same folder, without any path."""
        if not re.fullmatch(r"[^/\\:\0]{1,200}", name) or name in (".", "..") or "%" in name:
            raise DataError(f"names the file {name[:60]!r}; only files beside it are read", file=self.label(named_in))
        return name

    def _find(self, name: str) -> Path | None:
        path = self.folder / name
        try:
            is_inside = path.resolve().is_relative_to(self._root)
            return path if is_inside and path.is_file() else None
        except (OSError, RuntimeError, ValueError):
            return None


def _decode_old(content: bytes) -> str:
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError:  # Windows-1252 leaves five bytes undefined
        return content.decode("latin-1")


def clean(text: str, longest: int = LONGEST_TEXT) -> str:
    """A foreign text as one line: without markup, control characters and needless spaces."""
    plain = html.unescape(re.sub(r"<[^<>]{0,400}>", " ", text[: longest * 4]))
    plain = printable(plain, " ")
    return " ".join(plain.split())[:longest].strip()
