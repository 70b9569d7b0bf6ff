"""Editions of variants: a game keeps the variant it started with, even if this program's version changes later."""

import hashlib
import io
import os
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection

from legation.board import Folder
from legation.errors import LegationError
from legation.server.base.lru_cache import LruCache
from legation.server.base.refusals import not_found
from legation.server.base.services import Services
from legation.server.game.board_storage import find_board_edition
from legation.server.game.storage import add_edition, find_edition, has_edition
from legation.variants import Variant, data_folder, list_variants, load_variant, load_variant_folder, name_edition

FILES = ("variant.toml", "spaces.csv", "borders.csv", "start.csv", "owners.csv", "shapes.json")
"""The stored files of built-in variants."""
BOARD_FILES = (*FILES, "clauses.csv", "import.txt")
"""The stored files of uploaded boards: the program cannot add anything to them later."""
MOST_LOADED = 60
"""Editions kept in memory that are not built in."""
_LOADED: LruCache[str, Variant] = LruCache(MOST_LOADED)
_LOCK = Lock()


@cache
def digest_of(variant: str) -> str:
    """The digest of a variant as it is in this program."""
    return make_digest(read_files(data_folder(variant)))


@cache
def _current() -> Mapping[str, str]:
    return {digest_of(variant): variant for variant in list_variants()}


def read_files(folder: Folder, names: Sequence[str] = FILES) -> dict[str, bytes]:
    """The files of a variant."""
    return {name: (folder / name).read_bytes() for name in names if (folder / name).is_file()}


def make_digest(files: Mapping[str, bytes]) -> str:
    """SHA-256 over names and contents."""
    total = hashlib.sha256()
    for name, content in sorted(files.items()):
        total.update(f"{name} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def keep_edition(connection: Connection, services: Services, variant: Variant) -> str:
    """Store the files of a variant for a new game; returns their digest. Those of boards were stored on upload."""
    if variant.id not in list_variants():
        found = find_board_edition(connection, variant.id, variant.version)
        if found is None:
            raise not_found("variant")
        return found.digest
    name = name_edition(variant)
    digest = digest_of(name)
    if not has_edition(connection, digest):  # zipping a large board takes a while and blocks other writers
        add_edition(connection, digest, variant.id, pack(read_files(data_folder(name))), services.clock.now())
    return digest


def pack(files: Mapping[str, bytes]) -> bytes:
    """The files as a zip; equal files give equal bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content, compress_type=zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def load_edition(connection: Connection, services: Services, digest: str) -> Variant:
    """The variant of an edition: the built-in one if it is the same, otherwise the stored one."""
    if digest in _current():
        return load_variant(_current()[digest])
    with _LOCK:
        known = _LOADED.get(digest)
        if known is None:
            folder = open_edition_folder(connection, services, digest)
            known = _LOADED.put(digest, load_variant_folder(folder))
        return known


def open_edition_folder(connection: Connection, services: Services, digest: str) -> Folder:
    """The folder with the files of an edition, unpacked if they are not built in."""
    if digest in _current():
        return data_folder(_current()[digest])
    files = find_edition(connection, digest)
    if files is None:
        raise not_found("edition")
    folder = services.settings.data / "editions" / digest
    if not folder.is_dir():
        _unpack(files, folder)
    if make_digest(read_files(folder, BOARD_FILES)) != digest:
        raise LegationError(f"the files of edition {digest[:12]} were changed")
    return folder


def _unpack(files: bytes, folder: Path) -> None:
    """Unpack beside the folder and move it into place in one step: another process may be doing the same."""
    aside = folder.with_name(f"{folder.name}.{os.getpid()}")
    aside.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(io.BytesIO(files)) as archive:
        for name in BOARD_FILES:
            if name in archive.namelist():
                (aside / name).write_bytes(archive.read(name))
    try:
        aside.rename(folder)
    except OSError:
        for file in aside.iterdir():
            file.unlink()
        aside.rmdir()
