"""Editions of variants: a game keeps the variant it started with, whatever this program comes with later."""

import hashlib
import io
import os
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection

from legation.board import Folder
from legation.errors import LegationError
from legation.server.base.refusals import not_found
from legation.server.base.services import Services
from legation.server.game.storage import add_edition, find_edition, has_edition
from legation.variants import Variant, data_folder, list_variants, load_variant, load_variant_folder

FILES = ("variant.toml", "spaces.csv", "borders.csv", "start.csv", "owners.csv", "shapes.json")
_LOADED: dict[str, Variant] = {}
_LOCK = Lock()


@cache
def digest_of(variant: str) -> str:
    """The digest of a variant as this program has it."""
    return make_digest(read_files(data_folder(variant)))


@cache
def _current() -> Mapping[str, str]:
    return {digest_of(variant): variant for variant in list_variants()}


def read_files(folder: Folder) -> dict[str, bytes]:
    """The files that make a variant."""
    return {name: (folder / name).read_bytes() for name in FILES if (folder / name).is_file()}


def make_digest(files: Mapping[str, bytes]) -> str:
    """SHA-256 over names and contents."""
    total = hashlib.sha256()
    for name, content in sorted(files.items()):
        total.update(f"{name} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def keep_edition(connection: Connection, services: Services, variant: str) -> str:
    """Keep the files of a variant, or of an earlier edition of it, for a new game; gives their digest."""
    name = variant.partition("@")[0]
    if name not in list_variants():
        raise not_found("variant")
    digest = digest_of(variant)
    if not has_edition(connection, digest):  # zipping a large board takes a while and blocks other writers
        add_edition(connection, digest, name, pack(read_files(data_folder(variant))), services.clock.now())
    return digest


def pack(files: Mapping[str, bytes]) -> bytes:
    """The files as a zip; the same files give the same bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content, compress_type=zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def load_edition(connection: Connection, services: Services, digest: str) -> Variant:
    """The variant of an edition: the program's own where it is the same, else the one that was kept."""
    if digest in _current():
        return load_variant(_current()[digest])
    with _LOCK:
        if digest not in _LOADED:
            _LOADED[digest] = load_variant_folder(open_edition_folder(connection, services, digest))
        return _LOADED[digest]


def open_edition_folder(connection: Connection, services: Services, digest: str) -> Folder:
    """The folder with the files of an edition, unpacked where they are not this program's own."""
    if digest in _current():
        return data_folder(_current()[digest])
    files = find_edition(connection, digest)
    if files is None:
        raise not_found("edition")
    folder = services.settings.data / "editions" / digest
    if not folder.is_dir():
        _unpack(files, folder)
    if make_digest(read_files(folder)) != digest:
        raise LegationError(f"the files of edition {digest[:12]} were changed")
    return folder


def _unpack(files: bytes, folder: Path) -> None:
    """Unpack beside the folder and move it there in one step: another process may be doing the same."""
    aside = folder.with_name(f"{folder.name}.{os.getpid()}")
    aside.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(io.BytesIO(files)) as archive:
        for name in FILES:
            if name in archive.namelist():
                (aside / name).write_bytes(archive.read(name))
    try:
        aside.rename(folder)
    except OSError:
        for file in aside.iterdir():
            file.unlink()
        aside.rmdir()
