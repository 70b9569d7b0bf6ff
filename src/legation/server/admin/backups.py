"""Backup and restore: a portable file for both databases, or a copy in SQLite's own format."""

import gzip
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from legation.errors import DataError, RequestError
from legation.server.store import Store, open_store
from legation.server.store.dump import dump_lines, load_lines

COPY = (".db", ".sqlite")
"""Files that are SQLite databases; all others are portable."""


def write_backup(store: Store, file: Path) -> int:
    """Write the state of everything at one moment, while the server runs; returns the size of the file in bytes."""
    if file.exists():
        raise RequestError(str(file), "exists already; a backup never overwrites a file")
    aside = file.with_name(f"{file.name}.part")
    try:
        if file.suffix in COPY:
            _copy_sqlite(store, aside)
        else:
            _write_lines(aside, dump_lines(store))
        aside.rename(file)
    except OSError as error:
        raise RequestError(str(file), error.strerror or "cannot be written") from None
    finally:
        aside.unlink(missing_ok=True)
    return file.stat().st_size


def restore_backup(store: Store, file: Path) -> int:
    """Fill an empty database from a backup of either kind; returns the number of rows."""
    if not file.is_file():
        raise RequestError(str(file), "there is no such file")
    if file.suffix in COPY:
        source = open_store(f"sqlite:///{file}")
        try:
            return load_lines(store, dump_lines(source))
        finally:
            source.close()
    return load_lines(store, _read_lines(file))


def _copy_sqlite(store: Store, file: Path) -> None:
    if not store.is_sqlite:
        raise RequestError(
            str(file), "only SQLite can be copied as a database file; choose a name that ends in .jsonl.gz"
        )
    os.close(_make_file(file))
    source, target = sqlite3.connect(str(store.engine.url.database)), sqlite3.connect(file)
    try:
        source.backup(target)
    finally:
        target.close()
        source.close()


def _make_file(file: Path) -> int:
    """Create a file that only the host may read: it will contain addresses, orders and letters."""
    return os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)


def _write_lines(file: Path, lines: Iterable[str]) -> None:
    with os.fdopen(_make_file(file), "wb") as raw:
        with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as packed:
            for line in lines:
                packed.write(line.encode() + b"\n")
        raw.flush()
        os.fsync(raw.fileno())


def _read_lines(file: Path) -> Iterator[str]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            yield from lines
    except (EOFError, OSError, UnicodeDecodeError, zlib.error):
        raise DataError("the file is damaged, or is not a backup", file=str(file)) from None
