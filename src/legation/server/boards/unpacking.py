"""Unpacking uploads. The file may be hostile: everything is checked before any of it is unpacked."""

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from legation.errors import RequestError, quote

MOST_PACKED = 4_000_000
"""Bytes of an upload."""
MOST_FILES = 200
"""webDiplomacy's folders have an icon for each power and kind of unit."""
MOST_BYTES = 24_000_000
"""Bytes of all files together, unpacked."""
MOST_BYTES_EACH = 8_000_000
MOST_RATIO, SMALL = 200, 200_000
"""The highest ratio of a file's unpacked size to its packed size; small files are not checked."""
NAME = re.compile(r"[\w][\w .()+&,'-]{0,98}")
LEFT_BEHIND = ("__MACOSX",)
"""Folders that desktops put into zips."""
BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError)


def unpack_upload(data: bytes, name: str) -> Mapping[str, bytes]:
    """The files of an upload by their paths: those of a zip, or the single file itself."""
    if len(data) > MOST_PACKED:
        raise RequestError("file", f"has {len(data):,} bytes; at most {MOST_PACKED:,} are read")
    if data[:2] != b"PK":
        return {_check_name(PurePosixPath(name.replace("\\", "/")).name): data}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _unpack(archive)
    except BROKEN as error:
        raise RequestError("file", f"the zip is broken: {error}"[:200]) from None


def write_files(files: Mapping[str, bytes], folder: Path) -> None:
    """Write files, whose paths were checked, to an empty folder."""
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def find_own_board(files: Mapping[str, bytes]) -> Mapping[str, bytes] | None:
    """The files of a variant in our own form by their names, if they are one; raises if they are in several folders."""
    paths = [PurePosixPath(path) for path in files]
    if all(path.name != "variant.toml" for path in paths):
        return None
    if len({path.parent for path in paths}) > 1:
        raise RequestError("file", "its files are in several folders; pack the folder of one board only")
    return {path.name: files[str(path)] for path in paths}


def _unpack(archive: zipfile.ZipFile) -> Mapping[str, bytes]:
    infos = [info for info in archive.infolist() if not info.is_dir() and not _is_left_behind(info.filename)]
    if len(archive.infolist()) > 4 * MOST_FILES or len(infos) > MOST_FILES:
        raise RequestError("file", f"more than {MOST_FILES} files are packed in it")
    if sum(info.file_size for info in infos) > MOST_BYTES:
        raise RequestError("file", f"its files have more than {MOST_BYTES:,} bytes together")
    files: dict[str, bytes] = {}
    taken: set[str] = set()
    for info in infos:
        _check_info(info)
        path = str(PurePosixPath(info.filename))
        if path.lower() in taken:  # a host's file system may not distinguish them
            raise RequestError("file", f"{quote(path)} is packed in it twice; pack one board at a time")
        taken.add(path.lower())
        files[path] = _read(archive, info)
    for path in files:
        if any(str(parent).lower() in taken for parent in PurePosixPath(path).parents):
            raise RequestError("file", f"{quote(path)} is in a folder that is also a file")
    if not files:
        raise RequestError("file", "it is empty")
    return files


def _check_info(info: zipfile.ZipInfo) -> None:
    name = info.filename
    path = PurePosixPath(name)
    if "\\" in name or path.is_absolute() or ".." in path.parts or len(path.parts) > 6 or ":" in name:
        raise RequestError("file", f"{quote(name)} is not a plain name of a file in a folder")
    for part in path.parts:
        _check_name(part)
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise RequestError("file", f"{quote(name)} is a link or a device, not a file")
    if info.flag_bits & 1:
        raise RequestError("file", f"{quote(name)} is locked with a password")
    if info.file_size > MOST_BYTES_EACH:
        raise RequestError("file", f"{quote(name)} has {info.file_size:,} bytes; at most {MOST_BYTES_EACH:,} are read")
    if info.file_size > SMALL and info.file_size > MOST_RATIO * max(1, info.compress_size):
        raise RequestError("file", f"{quote(name)} is packed more than {MOST_RATIO} times; no board file is")


def _check_name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise RequestError("file", f"{quote(name)} is not a plain file name")
    return name


def _is_left_behind(name: str) -> bool:
    """True for files that desktops and tools leave in folders, and that are not meant to be uploaded."""
    parts = PurePosixPath(name).parts
    return ".." not in parts and any(part in LEFT_BEHIND or part.startswith(".") for part in parts)


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """The content of a packed file, and not a byte more than its stated size."""
    with archive.open(info) as stream:
        data = stream.read(info.file_size + 1)
    if len(data) > info.file_size:
        raise RequestError("file", f"{quote(info.filename)} is larger than it says")
    return data
